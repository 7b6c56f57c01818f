// Clocks: they run locally between two updates from the server.
import { h, setText } from '../ui/dom.js';

/** @typedef {import('../types.js').ClockState} ClockState */

/**
 * @typedef {object} TimeControl in milliseconds
 * @property {number} main
 * @property {number} increment
 * @property {number} periods
 * @property {number} period
 * @property {number} move
 */

/**
 * '300+5', '600+3x30', '10/move', '300+5,30/move', 'none'
 * @param {string} text
 * @returns {TimeControl | null} null if there is no clock
 */
export function parseTime(text) {
    const control = { main: 0, increment: 0, periods: 0, period: 0, move: 0 };
    if (text === 'none') return null;
    for (const part of text.split(',')) {
        const move = /^([\d.]+)\/move$/.exec(part);
        const game = /^([\d.]+)(?:\+(?:(\d+)x)?([\d.]+))?$/.exec(part);
        if (move) control.move = Number(move[1]) * 1000;
        else if (game) {
            control.main = Number(game[1]) * 1000;
            if (game[2]) Object.assign(control, { periods: Number(game[2]), period: Number(game[3]) * 1000 });
            else control.increment = Number(game[3] ?? 0) * 1000;
        } else return null;
    }
    return control;
}

/**
 * What a clock shows `elapsed` milliseconds after the server's update.
 * @param {ClockState} clock
 * @param {TimeControl} control
 * @param {number} elapsed
 * @returns {{ms: number, periods: number | null}} byoyomi periods left, null during the main time
 */
export function readClock(clock, control, elapsed) {
    const spent = clock.runs ? elapsed : 0;
    const hasGame = control.main > 0 || control.increment > 0 || control.periods > 0;
    const perMove = clock.move === null ? Infinity : clock.move - spent;
    let ms = hasGame ? clock.main - spent : Infinity;
    /** @type {number | null} */
    let periods = null;
    if (hasGame && control.periods > 0 && ms <= 0) {
        periods = clock.periods;
        ms = clock.main > 0 ? control.period + ms : clock.period - spent;
        while (ms <= 0 && periods > 1) {
            ms += control.period;
            periods--;
        }
    }
    return { ms: Math.max(0, Math.min(ms, perMove)), periods };
}

/** @param {number} ms */
export function clockText(ms) {
    if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
    const seconds = Math.ceil(ms / 1000);
    const pad = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return hour > 0 ? `${hour}:${pad(minute)}:${pad(second)}` : `${minute}:${pad(second)}`;
}

const LOW_TIME = 15_000;

/**
 * The clock of a seat.
 * @param {AbortSignal} signal
 */
export function createClock(signal) {
    const digits = h('span');
    const periodsLeft = h('span.clock-periods');
    const element = h('div.clock', { role: 'timer', hidden: true }, digits, periodsLeft);
    /** @type {{clock: ClockState, control: TimeControl, since: number} | null} */
    let reading = null;

    function draw() {
        if (!reading) return;
        const { ms, periods } = readClock(reading.clock, reading.control, performance.now() - reading.since);
        setText(digits, clockText(ms));
        setText(periodsLeft, periods === null ? '' : `×${periods}`);
        element.classList.toggle('clock--low', reading.clock.runs && ms < LOW_TIME);
    }

    const timer = window.setInterval(() => reading?.clock.runs && draw(), 100);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });

    return {
        element,
        /**
         * @param {ClockState | null} clock
         * @param {string} time control of the game
         * @param {number} since performance.now() at the server's update
         */
        update(clock, time, since) {
            const control = parseTime(time);
            element.hidden = !clock || !control;
            reading = clock && control ? { clock, control, since } : null;
            element.classList.toggle('clock--runs', clock?.runs === true);
            draw();
        },
    };
}
