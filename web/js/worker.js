// The worker in which the engine thinks: fetches the module and the nets as they are needed, and answers one
// request after the other. While it thinks it hears nothing, so it looks by itself whether it should stop.
import { createEngine, hasSimd } from './wasm.js';

/**
 * @typedef {object} WorkerRequest
 * @property {number} id
 * @property {import('./wasm.js').Request} request
 * @property {Uint8Array} [bytes] a file that comes with it
 * @property {StopSignal} stopping
 */

/**
 * How the page says stop: by a number in memory that it shares, where it may; otherwise by taking away what
 * the address leads to.
 * @typedef {{flag: SharedArrayBuffer | null, address: string | null}} StopSignal
 */

/** @typedef {{id: number, reply: import('./wasm.js').Reply, last: boolean}} WorkerReply */

const ENGINE_URL = new URL('../engine/', import.meta.url);
const POLL_MS = 20; // milliseconds between two looks: nobody notices that a stop takes so long

// Which net plays by which rules on boards up to which size: the first row that fits, as in the program (`inside` in
// src/engine/net.c). Other rules are played without.
/** @type {{rules: string, sizeMax: number, file: string}[]} */
const NETS = [
    { rules: 'freestyle', sizeMax: 17, file: 'freestyle15.net' },
    { rules: 'standard', sizeMax: 18, file: 'standard15.net' },
    { rules: 'renju', sizeMax: 18, file: 'renju15.net' },
    { rules: 'freestyle', sizeMax: 25, file: 'freestyle20.net' },
    { rules: 'standard', sizeMax: 25, file: 'freestyle20.net' },
    { rules: 'renju', sizeMax: 25, file: 'freestyle20.net' },
];

/** Why there is no engine, by a code that the page has words for. */
class EngineError extends Error {
    /** @param {string} code @param {unknown} why */
    constructor(code, why) {
        super(String(why));
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
    let stopped = false; // for good: each search inside another asks for itself
    return () => {
        if (cells) return Atomics.load(cells, 0) !== 0;
        if (stopped || address === null || performance.now() < next) return stopped;
        stopped = isRevoked(address);
        next = performance.now() + POLL_MS;
        return stopped;
    };
}

// ---- What it needs

/** @param {string} name of a file beside the module */
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
            stops: () => shouldStop(),
            tells: (reply) => current && post(current.id, reply, false),
        });
    } catch (error) {
        throw new EngineError('engine_failed', error);
    }
}

/** @type {import('./wasm.js').Engine | null} */
let engine = null;
/** @type {string | undefined} */
let net;

/** An engine that can do what is asked. @param {import('./wasm.js').Request} request */
async function engineFor(request) {
    engine ??= await loadEngine();
    const { rules = 'freestyle', size = 15 } = request;
    const wanted = NETS.find((net) => net.rules === rules && Number(size) <= net.sizeMax)?.file;
    if (request.do !== 'think' || !wanted || wanted === net) return engine;
    if (!engine.useNet(await fetchBytes(wanted))) throw new EngineError('engine_failed', `${wanted} is not a net`);
    net = wanted;
    return engine;
}

/** What breaks down, for want of memory perhaps, is not asked again: the next one begins anew. */
function discard() {
    engine = null;
    net = undefined;
}

// ---- Answering

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
        return engine.ask(message.request, message.bytes);
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
