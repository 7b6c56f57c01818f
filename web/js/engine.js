// The engine in this browser: what the page asks of it, as functions. Nothing here needs the server once the
// module and the net have come.
import { Refusal } from './app/errors.js';
import { scriptAddress } from './app/trusted_types.js';

/** @typedef {import('./wasm.js').Request} Request */
/** @typedef {import('./wasm.js').Reply} Reply */

/**
 * @typedef {object} Position
 * @property {string} [rules] 'freestyle' unless it says otherwise
 * @property {number} [size] 15 unless it says otherwise
 * @property {string} [black] stones set up, 'h8i9', before the moves
 * @property {string} [white]
 * @property {'black' | 'white'} [turn] who moves first after that
 * @property {string} [moves]
 */

/**
 * A position that came about by an opening; the moves are a list, in which its answers have a place.
 * @typedef {{rules?: string, size?: number, opening?: string, moves?: string[]}} Course
 */

/** @typedef {{resolve: (reply: Reply) => void, reject: (error: Error) => void, tell: (reply: Reply) => void}} Waiting */

/**
 * A way to say stop to a worker that is at work and hears no messages: see worker.js.
 * @param {boolean} wanted
 */
function createStopping(wanted) {
    const flag = wanted && globalThis.crossOriginIsolated ? new SharedArrayBuffer(4) : null;
    const address = wanted && !flag ? URL.createObjectURL(new Blob(['go on'])) : null;
    function stop() {
        if (flag) Atomics.store(new Int32Array(flag), 0, 1);
        if (address) URL.revokeObjectURL(address);
    }
    return { stopping: { flag, address }, stop, done: stop };
}

/** The worker begins with the first question, and so does the module come; the net with the first thought. */
export function openEngine() {
    /** @type {Worker | null} */
    let worker = null;
    let closed = false;
    /** @type {Map<number, Waiting>} */
    const waiting = new Map();
    let next = 1;

    /** @param {import('./worker.js').Said} said */
    function hear({ id, reply, last }) {
        const who = waiting.get(id);
        if (!who) return;
        if (!last) {
            who.tell(reply);
            return;
        }
        waiting.delete(id);
        if (reply.ok) who.resolve(reply);
        else who.reject(new Refusal(reply.code ?? 'engine_refused', reply.error ?? ''));
    }

    /** @param {string} code @param {string} text */
    function dismiss(code, text) {
        worker?.terminate();
        worker = null;
        for (const who of waiting.values()) who.reject(new Refusal(code, text));
        waiting.clear();
    }

    function begin() {
        const own = new Worker(scriptAddress('../worker.js'), { type: 'module' });
        own.addEventListener('message', ({ data }) => hear(data));
        // Its script did not come; what goes wrong later it says itself.
        own.addEventListener('error', (event) => dismiss('engine_missing', event.message ?? ''));
        return own;
    }

    /**
     * @param {number} id
     * @param {(reply: Reply) => void} tell
     * @returns {Promise<Reply>}
     */
    function answerTo(id, tell) {
        return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, tell }));
    }

    /**
     * @param {Request} request
     * @param {object} [more]
     * @param {Uint8Array} [more.bytes]
     * @param {(reply: Reply) => void} [more.tell] how far it has come
     * @param {AbortSignal} [more.signal] stops it; what it knows by then is the reply
     */
    async function ask(request, { bytes, tell = () => {}, signal } = {}) {
        if (closed) throw new Refusal('engine_closed', '');
        worker ??= begin();
        const id = next++;
        const reply = answerTo(id, tell);
        const { stopping, stop, done } = createStopping(signal !== undefined);
        worker.postMessage({ id, request, bytes, stopping });
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
        try {
            return await reply;
        } finally {
            signal?.removeEventListener('abort', stop);
            done();
        }
    }

    return {
        about: () => ask({ do: 'about' }),
        /** @param {Position} position whose turn it is, who won, where fives, fours and fouls are */
        look: (position) => ask({ ...position, do: 'look' }),
        /** @param {Course} position as docs/server.md has it: colors, turn, fouls, five, result */
        game: (position) => ask({ ...position, do: 'game' }),
        /** @param {Position | Course} position @param {string} player 'level:4', 'strong:500' @param {AbortSignal} [signal] */
        move: (position, player, signal) => ask({ ...position, do: 'move', player }, { signal }),
        /**
         * The best lines, until the outcome is certain, a limit is reached or the signal comes.
         * @param {Position & {lines?: number, ms?: number, nodes?: number, depth?: number, barred?: string, balance?: number}} question
         * @param {(reply: Reply) => void} tell
         * @param {AbortSignal} [signal]
         */
        think: (question, tell, signal) => ask({ ...question, do: 'think' }, { tell, signal }),
        /**
         * Who wins, proved.
         * @param {Position & {ms?: number, nodes?: number}} question
         * @param {AbortSignal} [signal]
         */
        solve: (question, signal) => ask({ ...question, do: 'solve' }, { signal }),
        /** The proof of the last that was solved: docs/proofs.md. */
        proof: () => ask({ do: 'proof' }),
        /** @param {Uint8Array} bytes @param {string} format @param {{rules?: string, size?: number}} [otherwise] where the file does not say */
        read: (bytes, format, otherwise = {}) => ask({ ...otherwise, do: 'read', format }, { bytes }),
        /** @param {(Position | Course) & {black_name?: string, white_name?: string, result?: string}} game @param {string} format */
        write: (game, format) => ask({ ...game, do: 'write', format }),
        /** A whole tree. @param {string} sgf @param {string} format */
        writeTree: (sgf, format) => ask({ do: 'write', format }, { bytes: new TextEncoder().encode(sgf) }),
        /** Ends the worker, whatever it is at. */
        close() {
            closed = true;
            dismiss('engine_closed', '');
        },
    };
}
