// The engine in this browser: what the page asks of it, as functions. Nothing here needs the server once the
// module and the net have come.
import { AppError } from './app/errors.js';
import { trustedScriptUrl } from './app/trusted_types.js';

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
 * @typedef {{rules?: string, size?: number, opening?: string, moves?: string[]}} OpeningPosition
 */

/** @typedef {{resolve: (reply: Reply) => void, reject: (error: Error) => void, onProgress: (reply: Reply) => void}} PendingRequest */

/**
 * A way to say stop to a worker that is at work and hears no messages: see worker.js.
 * @param {boolean} wanted
 */
function createStopSignal(wanted) {
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
    /** @type {Map<number, PendingRequest>} */
    const waiting = new Map();
    let nextId = 1;

    /** @param {import('./worker.js').WorkerReply} said */
    function onReply({ id, reply, last }) {
        const pending = waiting.get(id);
        if (!pending) return;
        if (!last) {
            pending.onProgress(reply);
            return;
        }
        waiting.delete(id);
        if (reply.ok) pending.resolve(reply);
        else pending.reject(new AppError(reply.code ?? 'engine_refused', reply.error ?? ''));
    }

    /** @param {string} code @param {string} text */
    function closeWorker(code, text) {
        worker?.terminate();
        worker = null;
        for (const pending of waiting.values()) pending.reject(new AppError(code, text));
        waiting.clear();
    }

    function startWorker() {
        const started = new Worker(trustedScriptUrl('../worker.js'), { type: 'module' });
        started.addEventListener('message', ({ data }) => onReply(data));
        // Its script did not come; what goes wrong later it says itself.
        started.addEventListener('error', (event) => closeWorker('engine_missing', event.message ?? ''));
        return started;
    }

    /**
     * @param {number} id
     * @param {(reply: Reply) => void} onProgress
     * @returns {Promise<Reply>}
     */
    function replyTo(id, onProgress) {
        return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, onProgress }));
    }

    /**
     * @param {Request} request
     * @param {object} [more]
     * @param {Uint8Array} [more.bytes]
     * @param {(reply: Reply) => void} [more.onProgress] how far it has come
     * @param {AbortSignal} [more.signal] stops it; what it knows by then is the reply
     */
    async function call(request, { bytes, onProgress = () => {}, signal } = {}) {
        if (closed) throw new AppError('engine_closed', '');
        worker ??= startWorker();
        const id = nextId++;
        const reply = replyTo(id, onProgress);
        const { stopping, stop, done } = createStopSignal(signal !== undefined);
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
        about: () => call({ do: 'about' }),
        /** @param {Position} position whose turn it is, who won, where fives, fours and fouls are */
        look: (position) => call({ ...position, do: 'look' }),
        /** @param {OpeningPosition} position as docs/server.md has it: colors, turn, fouls, five, result */
        game: (position) => call({ ...position, do: 'game' }),
        /** @param {Position | OpeningPosition} position @param {string} player 'level:4', 'strong:500' @param {AbortSignal} [signal] */
        move: (position, player, signal) => call({ ...position, do: 'move', player }, { signal }),
        /**
         * The best lines, until the outcome is certain, a limit is reached or the signal comes.
         * @param {Position & {lines?: number, ms?: number, nodes?: number, depth?: number, barred?: string, balance?: number}} request
         * @param {(reply: Reply) => void} onProgress
         * @param {AbortSignal} [signal]
         */
        think: (request, onProgress, signal) => call({ ...request, do: 'think' }, { onProgress, signal }),
        /**
         * Who wins, proved.
         * @param {Position & {ms?: number, nodes?: number}} request
         * @param {AbortSignal} [signal]
         */
        solve: (request, signal) => call({ ...request, do: 'solve' }, { signal }),
        /** The proof of the last that was solved: docs/proofs.md. */
        proof: () => call({ do: 'proof' }),
        /** @param {Uint8Array} bytes @param {string} format @param {{rules?: string, size?: number}} [defaults] where the file does not say */
        read: (bytes, format, defaults = {}) => call({ ...defaults, do: 'read', format }, { bytes }),
        /** @param {(Position | OpeningPosition) & {black_name?: string, white_name?: string, result?: string}} game @param {string} format */
        write: (game, format) => call({ ...game, do: 'write', format }),
        /** A whole tree. @param {string} sgf @param {string} format */
        writeTree: (sgf, format) => call({ do: 'write', format }, { bytes: new TextEncoder().encode(sgf) }),
        /** Ends the worker, whatever it is at. */
        close() {
            closed = true;
            closeWorker('engine_closed', '');
        },
    };
}
