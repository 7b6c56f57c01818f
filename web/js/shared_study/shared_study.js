// The board at which a game is looked at together, over the line to the server.
import { ask, askOnce, hear, whenOnline } from '../net/socket.js';
import { createShared } from './replica.js';
import { createSteps } from './step_throttle.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('./replica.js').News} News */

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

/**
 * @param {string} game
 * @param {import('./replica.js').Names} names
 * @param {(why: unknown) => void} refused what was asked for cannot be done
 * @param {AbortSignal} signal
 */
export function openTogether(game, names, refused, signal) {
    const shared = createShared(send);
    const steps = createSteps(tell);
    /** @type {News[] | null} what comes before the answer that it belongs behind; null: there is none to come */
    let early = [];
    /** @type {number | null} where the last step leads that the server has not confirmed yet */
    let bound = null;

    /** @param {NonNullable<ReturnType<typeof messageOf>>} message */
    function tell(message) {
        askOnce(message).catch((why) => {
            bound = null;
            if (!signal.aborted) refused(why);
        });
    }

    /** @param {Command} command */
    function send(command) {
        const message = messageOf(game, command);
        if (!message) return;
        bound = command.do === 'go' ? command.to : null;
        if (command.do === 'go') return steps.to(message);
        steps.drop();
        tell(message);
    }

    async function enter() {
        early = [];
        bound = null;
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
        if (news.command?.do === 'go' && news.command.to === bound) bound = null;
        if (early) early.push(news);
        else if (!shared.take(news)) enter();
    }

    hear('together', (push) => push.game === game && take(push), signal);
    whenOnline(enter, signal);
    signal.addEventListener('abort', () => {
        steps.drop();
        askOnce({ do: 'together', game, on: false }).catch(() => {});
    }, { once: true });

    return {
        ...shared,
        /** Where the next step begins: steps add up, though the server has not answered yet. @returns {import('../study/study.js').State} */
        ahead() {
            const { tree, at, origin } = shared.get();
            return { origin, tree, at: bound !== null && tree.nodes.has(bound) ? bound : at };
        },
        /** @param {boolean} on */
        lead: (on) => askOnce({ do: 'lead', game, on }).catch(refused),
    };
}
