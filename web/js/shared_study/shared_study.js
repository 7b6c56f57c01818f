// The board at which a game is looked at together, over the line to the server.
import { call, callOnce, onPush, whenOnline } from '../net/socket.js';
import { createReplica } from './replica.js';
import { createStepThrottle } from './step_throttle.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('./replica.js').StudyUpdate} StudyUpdate */

/**
 * A command of a study as the server takes it.
 * @param {string} game
 * @param {Command} command
 */
function toMessage(game, command) {
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
 * @param {(why: unknown) => void} onError what was asked for cannot be done
 * @param {AbortSignal} signal
 */
export function openSharedStudy(game, names, onError, signal) {
    const replica = createReplica(send);
    const stepThrottle = createStepThrottle(sendMessage);
    /** @type {StudyUpdate[] | null} what comes before the answer that it belongs behind; null: there is none to come */
    let queuedUpdates = [];
    /** @type {number | null} where the last step leads that the server has not confirmed yet */
    let pendingNode = null;

    /** @param {NonNullable<ReturnType<typeof toMessage>>} message */
    function sendMessage(message) {
        callOnce(message).catch((why) => {
            pendingNode = null;
            if (!signal.aborted) onError(why);
        });
    }

    /** @param {Command} command */
    function send(command) {
        const message = toMessage(game, command);
        if (!message) return;
        pendingNode = command.do === 'go' ? command.to : null;
        if (command.do === 'go') return stepThrottle.request(message);
        stepThrottle.cancel();
        sendMessage(message);
    }

    async function join() {
        queuedUpdates = [];
        pendingNode = null;
        try {
            const { together } = await call({ do: 'together', game, on: true });
            if (signal.aborted) return;
            replica.reset(together, names);
            const update = queuedUpdates;
            queuedUpdates = null;
            update.forEach(receive);
        } catch (why) {
            if (!signal.aborted) onError(why);
        }
    }

    /** @param {StudyUpdate} update */
    function receive(update) {
        if (update.command?.do === 'go' && update.command.to === pendingNode) pendingNode = null;
        if (queuedUpdates) queuedUpdates.push(update);
        else if (!replica.applyUpdate(update)) join();
    }

    onPush('together', (push) => push.game === game && receive(push), signal);
    whenOnline(join, signal);
    signal.addEventListener('abort', () => {
        stepThrottle.cancel();
        callOnce({ do: 'together', game, on: false }).catch(() => {});
    }, { once: true });

    return {
        ...replica,
        /** Where the next step begins: steps add up, though the server has not answered yet. @returns {import('../study/study.js').State} */
        pendingState() {
            const { tree, at, origin } = replica.get();
            return { origin, tree, at: pendingNode !== null && tree.nodes.has(pendingNode) ? pendingNode : at };
        },
        /** @param {boolean} on */
        lead: (on) => callOnce({ do: 'lead', game, on }).catch(onError),
    };
}
