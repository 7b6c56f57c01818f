// Engine worker: loads the module and the nets on demand and handles one request after the other. It receives no
// messages while it searches, so it polls whether to stop.
import { createEngine, hasSimd } from './wasm.js';

/**
 * @typedef {object} WorkerRequest
 * @property {number} id
 * @property {import('./wasm.js').Request} request
 * @property {Uint8Array} [bytes] contents of a file
 * @property {StopSignal} stopping
 */

/**
 * How the page stops a search: by a flag in shared memory if the page is cross-origin isolated, otherwise by
 * revoking the blob URL `address`.
 * @typedef {{flag: SharedArrayBuffer | null, address: string | null}} StopSignal
 */

/** @typedef {{id: number, reply: import('./wasm.js').Reply, last: boolean}} WorkerReply */

const ENGINE_URL = new URL('../engine/', import.meta.url);
const POLL_MS = 20; // milliseconds between two checks

/** An engine failure with a code that the page has a text for. */
class EngineError extends Error {
    /** @param {string} code @param {unknown} cause */
    constructor(code, cause) {
        super(String(cause));
        this.code = code;
    }
}

// ---- Stopping

/** @param {string} address */
function isRevoked(address) {
    const request = new XMLHttpRequest();
    try {
        request.open('GET', address, false);
        request.send();
        return false;
    } catch {
        return true;
    }
}

/** @param {StopSignal} stopping */
function stopChecker({ flag, address }) {
    const cells = flag && new Int32Array(flag);
    let next = performance.now() + POLL_MS;
    let stopped = false; // stays true: nested searches each check
    return () => {
        if (cells) return Atomics.load(cells, 0) !== 0;
        if (stopped || address === null || performance.now() < next) return stopped;
        stopped = isRevoked(address);
        next = performance.now() + POLL_MS;
        return stopped;
    };
}

// ---- Loading

/** @param {string} name of a file in engine/ */
async function fetchBytes(name) {
    /** @type {Response} */
    let response;
    try {
        response = await fetch(new URL(name, ENGINE_URL));
    } catch (error) {
        throw new EngineError('offline', error);
    }
    if (!response.ok) throw new EngineError('engine_missing', `${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}

async function loadEngine() {
    if (typeof WebAssembly !== 'object') throw new EngineError('engine_unknown', 'no WebAssembly');
    const bytes = await fetchBytes(hasSimd() ? 'pentad-simd.wasm' : 'pentad-scalar.wasm');
    try {
        return await createEngine(await WebAssembly.compile(bytes), {
            shouldStop: () => shouldStop(),
            onProgress: (reply) => current && post(current.id, reply, false),
        });
    } catch (error) {
        throw new EngineError('engine_failed', error);
    }
}

/** @type {import('./wasm.js').Engine | null} */
let engine = null;
/** @type {string | undefined} */
let net;

/** The strategies for the rules and size of a request. @param {import('./wasm.js').Engine} engine @param {import('./wasm.js').Request} request */
async function loadStrategies(engine, { rules, size }) {
    const { missing = [] } = engine.call({ do: 'strategy', rules, size });
    for (const file of missing) {
        const reply = engine.call({ do: 'strategy', rules, size, file }, await fetchBytes(`strategies/${file}.jsonl`));
        if (!reply.ok) throw new EngineError('engine_failed', reply.error);
    }
}

/** True if the request is about proved moves. @param {import('./wasm.js').Request} request */
const needsStrategies = (request) => request.do === 'proved' || (request.do === 'move' && /^perfect\b/.test(String(request.player)));

/** The engine, with the net and the strategies that the request needs. @param {import('./wasm.js').Request} request */
async function engineFor(request) {
    engine ??= await loadEngine();
    if (needsStrategies(request)) await loadStrategies(engine, request);
    if (request.do !== 'think' && request.do !== 'move') return engine;
    const wanted = engine.call({ do: 'net', rules: request.rules, size: request.size }).net;
    if (!wanted || wanted === net) return engine;
    if (!engine.useNet(await fetchBytes(`nets/${wanted}.net`))) throw new EngineError('engine_failed', `${wanted} is not a net`);
    net = wanted;
    return engine;
}

/** After a crash (out of memory, perhaps) the next request starts a new engine. */
function discard() {
    engine = null;
    net = undefined;
}

// ---- Requests

/** @type {WorkerRequest | null} */
let current = null;
let shouldStop = () => false;

/** @param {number} id @param {import('./wasm.js').Reply} reply @param {boolean} last */
function post(id, reply, last) {
    postMessage(/** @type {WorkerReply} */ ({ id, reply, last }));
}

/** @param {import('./wasm.js').Engine} engine @param {WorkerRequest} message */
function run(engine, message) {
    current = message;
    shouldStop = stopChecker(message.stopping);
    try {
        return engine.call(message.request, message.bytes);
    } catch (error) {
        discard();
        throw new EngineError('engine_failed', error);
    } finally {
        current = null;
    }
}

/** @param {WorkerRequest} work */
async function handle(work) {
    try {
        post(work.id, run(await engineFor(work.request), work), true);
    } catch (error) {
        const { code, message } = error instanceof EngineError ? error : new EngineError('engine_failed', error);
        post(work.id, { ok: false, code, error: message }, true);
    }
}

let queue = Promise.resolve();

addEventListener('message', ({ data }) => {
    queue = queue.then(() => handle(data));
});
