// Shared study of a finished game: connects a replica with the server over the WebSocket.
import { call, callOnce, onPush, whenOnline } from '../net/socket.js';
import { createReplica } from './replica.js';
import { createStepThrottle } from './step_throttle.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('./replica.js').StudyUpdate} StudyUpdate */

/**
 * The server message for a study command.
 * @param {string} game
 * @param {Command} command
 */
function toMessage(game, command) {
    switch (command.do) {
        case 'play': return { do: 'try', game, node: command.at, points: command.points.join('') };
        case 'go': return { do: 'show', game, node: command.to };
        case 'remove': return { do: 'remove', game, node: command.node };
        default: return null; // commands of private studies only
    }
}

/**
 * @param {string} game
 * @param {import('./replica.js').Names} names
 * @param {(error: unknown) => void} onError called when an action fails
 * @param {AbortSignal} signal
 */
export function openSharedStudy(game, names, onError, signal) {
    const replica = createReplica(send);
    const stepThrottle = createStepThrottle(sendMessage);
    /** @type {StudyUpdate[] | null} updates received before the snapshot; null once it is loaded */
    let queuedUpdates = [];
    /** @type {number | null} target of the last step, not confirmed yet */
    let pendingNode = null;

    /** @param {NonNullable<ReturnType<typeof toMessage>>} message */
    function sendMessage(message) {
        callOnce(message).catch((error) => {
            pendingNode = null;
            if (!signal.aborted) onError(error);
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
            const updates = queuedUpdates;
            queuedUpdates = null;
            updates.forEach(receive);
        } catch (error) {
            if (!signal.aborted) onError(error);
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
        /** The state after unconfirmed steps, so that quick steps add up. @returns {import('../study/study.js').State} */
        pendingState() {
            const { tree, at, origin } = replica.get();
            return { origin, tree, at: pendingNode !== null && tree.nodes.has(pendingNode) ? pendingNode : at };
        },
        /** @param {boolean} on */
        lead: (on) => callOnce({ do: 'lead', game, on }).catch(onError),
    };
}
