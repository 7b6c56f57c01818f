// The local engine: WebAssembly in a worker, as async functions. Works offline once the module and the net are
// loaded.
import { AppError } from './app/errors.js';
import { trustedScriptUrl } from './app/trusted_types.js';

/** @typedef {import('./wasm.js').Request} Request */
/** @typedef {import('./wasm.js').Reply} Reply */

/**
 * @typedef {object} Position
 * @property {string} [rules] default: 'freestyle'
 * @property {number} [size] default: 15
 * @property {string} [black] setup stones, 'h8i9'
 * @property {string} [white]
 * @property {'black' | 'white'} [turn] who moves first
 * @property {string} [moves]
 */

/**
 * A game with an opening protocol: `moves` also holds its choices ('swap', 'stay', 'more').
 * @typedef {{rules?: string, size?: number, opening?: string, moves?: string[]}} OpeningPosition
 */

/** @typedef {{resolve: (reply: Reply) => void, reject: (error: Error) => void, onProgress: (reply: Reply) => void}} PendingRequest */

/**
 * Stops a worker that is busy and cannot receive messages: see worker.js.
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

/** The worker and the module are loaded with the first request, the net with the first search. */
export function openEngine() {
    /** @type {Worker | null} */
    let worker = null;
    let closed = false;
    /** @type {Map<number, PendingRequest>} */
    const waiting = new Map();
    let nextId = 1;

    /** @param {import('./worker.js').WorkerReply} message */
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
        // The script failed to load. Later errors come as replies.
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
     * @param {(reply: Reply) => void} [more.onProgress] intermediate results
     * @param {AbortSignal} [more.signal] stops the search; the reply is the best result so far
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
        /** @param {Position} position replies with turn, winner, and where fives, fours and forbidden points are */
        look: (position) => call({ ...position, do: 'look' }),
        /** @param {Position} position replies with what the published strategies prove: docs/integrate/wasm.md */
        proved: (position) => call({ ...position, do: 'proved' }),
        /**
         * What each side knew in a game in the mist, and what it could have known.
         * @param {{size: number, moves: string[] | string, tries?: {ply: number, move: string}[], ply?: number}} request
         */
        mist: (request) => call({ ...request, do: 'mist' }),
        /**
         * @param {object} game a snapshot (docs/integrate/api.md), or the settings of a new game
         * @param {{now: number, act?: import('./types.js').Action, seat?: number, ply?: number, line?: number, move?: string, plies?: number}} action replies with the snapshot after it
         */
        game: (game, action) => call({ ...action, do: 'game', game }),
        /** @param {Position | OpeningPosition} position @param {string} player 'level:4', 'strong:500', 'perfect' @param {AbortSignal} [signal] */
        move: (position, player, signal) => call({ ...position, do: 'move', player }, { signal }),
        /**
         * Searches for the best lines until the outcome is proved, a limit is reached or the signal aborts.
         * @param {Position & {lines?: number, ms?: number, nodes?: number, depth?: number, barred?: string, balance?: number}} request
         * @param {(reply: Reply) => void} onProgress
         * @param {AbortSignal} [signal]
         */
        think: (request, onProgress, signal) => call({ ...request, do: 'think' }, { onProgress, signal }),
        /**
         * Proves who wins.
         * @param {Position & {ms?: number, nodes?: number}} request
         * @param {AbortSignal} [signal]
         */
        solve: (request, signal) => call({ ...request, do: 'solve' }, { signal }),
        /** The proof tree of the last solved position: docs/integrate/proofs.md. */
        proof: () => call({ do: 'proof' }),
        /** @param {Uint8Array} bytes @param {string} format @param {{rules?: string, size?: number}} [defaults] for what the file does not specify */
        read: (bytes, format, defaults = {}) => call({ ...defaults, do: 'read', format }, { bytes }),
        /** @param {(Position | OpeningPosition) & {black_name?: string, white_name?: string, result?: string}} game @param {string} format */
        write: (game, format) => call({ ...game, do: 'write', format }),
        /** Writes a whole tree. @param {string} sgf @param {string} format */
        writeTree: (sgf, format) => call({ do: 'write', format }, { bytes: new TextEncoder().encode(sgf) }),
        /** Terminates the worker. */
        close() {
            closed = true;
            closeWorker('engine_closed', '');
        },
    };
}
