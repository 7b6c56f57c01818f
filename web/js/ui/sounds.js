// Synthesized sounds (Web Audio): a stone on wood, a chime, the end of a game.
import { prefs } from '../app/prefs.js';

/** @type {AudioContext | null} */
let context = null;

/**
 * @param {number} frequency
 * @param {number} from seconds from now
 * @param {number} length
 * @param {number} volume
 * @param {OscillatorType} [type]
 */
function note(frequency, from, length, volume, type = 'sine') {
    if (!context) return;
    const start = context.currentTime + from;
    const tone = new OscillatorNode(context, { type, frequency });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(volume, start);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
}

const tunes = {
    stone() {
        note(820, 0, 0.05, 0.25, 'triangle');
        note(240, 0, 0.09, 0.35);
    },
    won() {
        for (const [i, frequency] of [523, 659, 784].entries()) note(frequency, i * 0.12, 0.5, 0.14);
    },
    over() {
        for (const [i, frequency] of [440, 349].entries()) note(frequency, i * 0.16, 0.5, 0.14);
    },
    gameStart() {
        for (const [i, frequency] of [660, 880].entries()) note(frequency, i * 0.1, 0.3, 0.12);
    },
};

/** @param {keyof typeof tunes} tune */
export function sound(tune) {
    // Browsers allow sound only after a user gesture.
    if (!prefs.get().sounds || !navigator.userActivation?.hasBeenActive) return;
    try {
        context ??= new AudioContext();
        context.resume();
        tunes[tune]();
    } catch {
        // no audio on this device
    }
}
