// The board at which a game is looked at together, over the line to the server.
import { ask, askOnce, hear, whenOnline } from '../socket.js';
import { createShared } from './shared.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('./shared.js').News} News */

const STEPS = 20; // that may come at once, by a key that is held
const STEP_MS = 400; // and then one in so many milliseconds: the server closes a line that says too much

/**
 * A command of a study as the server takes it.
 * @param {string} game
 * @param {Command} command
 */
function messageOf(game, command) {
    switch (command.do) {
        case 'play': return { do: 'try', game, node: command.at, points: command.points.join('') };
        case 'go': return { do: 'show', game, node: command.to };
        case 'remove': return { do: 'remove', game, node: command.node };
        default: return null; // what only one's own board has
    }
}

/** Says of each step how long it has to wait. */
function createPace() {
    let free = performance.now() - STEPS * STEP_MS; // since then no step was used
    return () => {
        const now = performance.now();
        free = Math.max(free, now - STEPS * STEP_MS) + STEP_MS;
        return Math.max(0, free - now);
    };
}

/**
 * @param {string} game
 * @param {import('./shared.js').Names} names
 * @param {(why: unknown) => void} refused what was asked for cannot be done
 * @param {AbortSignal} signal
 */
export function openTogether(game, names, refused, signal) {
    const shared = createShared(send);
    const pace = createPace();
    /** @type {News[] | null} what comes before the answer that it belongs behind; null: there is none to come */
    let early = [];
    let step = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

    /** @param {Command} command */
    function send(command) {
        const message = messageOf(game, command);
        if (!message) return;
        clearTimeout(step); // where one was about to go is of no interest any more
        const go = () => askOnce(message).catch((why) => signal.aborted || refused(why));
        if (command.do === 'go') step = setTimeout(go, pace());
        else go();
    }

    async function enter() {
        early = [];
        try {
            const { together } = await ask({ do: 'together', game, on: true });
            if (signal.aborted) return;
            shared.begin(together, names);
            const news = early;
            early = null;
            news.forEach(take);
        } catch (why) {
            if (!signal.aborted) refused(why);
        }
    }

    /** @param {News} news */
    function take(news) {
        if (early) early.push(news);
        else if (!shared.take(news)) enter();
    }

    hear('together', (push) => push.game === game && take(push), signal);
    whenOnline(enter, signal);
    signal.addEventListener('abort', () => {
        clearTimeout(step);
        askOnce({ do: 'together', game, on: false }).catch(() => {});
    }, { once: true });

    return {
        ...shared,
        /** @param {boolean} on */
        lead: (on) => askOnce({ do: 'lead', game, on }).catch(refused),
    };
}
