// The worker in which the engine thinks: fetches the module and the nets as they are needed, and answers one
// request after the other. While it thinks it hears nothing, so it looks by itself whether it should stop.
import { createEngine, hasVectors } from './wasm.js';

/**
 * @typedef {object} Asked
 * @property {number} id
 * @property {import('./wasm.js').Request} request
 * @property {Uint8Array} [bytes] a file that comes with it
 * @property {Stopping} stopping
 */

/**
 * How the page says stop: by a number in memory that it shares, where it may; otherwise by taking away what
 * the address leads to.
 * @typedef {{flag: SharedArrayBuffer | null, address: string | null}} Stopping
 */

/** @typedef {{id: number, reply: import('./wasm.js').Reply, last: boolean}} Said */

const FOLDER = new URL('../engine/', import.meta.url);
const LOOK = 20; // milliseconds between two looks: nobody notices that a stop takes so long

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
class Trouble extends Error {
    /** @param {string} code @param {unknown} why */
    constructor(code, why) {
        super(String(why));
        this.code = code;
    }
}

// ---- Stopping

/** @param {string} address */
function leadsNowhere(address) {
    const request = new XMLHttpRequest();
    try {
        request.open('GET', address, false);
        request.send();
        return false;
    } catch {
        return true;
    }
}

/** @param {Stopping} stopping */
function looksFor({ flag, address }) {
    const cells = flag && new Int32Array(flag);
    let next = performance.now() + LOOK;
    let stopped = false; // for good: each search inside another asks for itself
    return () => {
        if (cells) return Atomics.load(cells, 0) !== 0;
        if (stopped || address === null || performance.now() < next) return stopped;
        stopped = leadsNowhere(address);
        next = performance.now() + LOOK;
        return stopped;
    };
}

// ---- What it needs

/** @param {string} name of a file beside the module */
async function fetchBytes(name) {
    /** @type {Response} */
    let response;
    try {
        response = await fetch(new URL(name, FOLDER));
    } catch (error) {
        throw new Trouble('offline', error);
    }
    if (!response.ok) throw new Trouble('engine_missing', `${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}

async function open() {
    if (typeof WebAssembly !== 'object') throw new Trouble('engine_unknown', 'no WebAssembly');
    const bytes = await fetchBytes(hasVectors() ? 'pentad-simd.wasm' : 'pentad-scalar.wasm');
    try {
        return await createEngine(await WebAssembly.compile(bytes), {
            stops: () => stops(),
            tells: (reply) => current && say(current.id, reply, false),
        });
    } catch (error) {
        throw new Trouble('engine_failed', error);
    }
}

/** @type {import('./wasm.js').Engine | null} */
let engine = null;
/** @type {string | undefined} */
let net;

/** An engine that can do what is asked. @param {import('./wasm.js').Request} request */
async function engineFor(request) {
    engine ??= await open();
    const { rules = 'freestyle', size = 15 } = request;
    const wanted = NETS.find((net) => net.rules === rules && Number(size) <= net.sizeMax)?.file;
    if (request.do !== 'think' || !wanted || wanted === net) return engine;
    if (!engine.useNet(await fetchBytes(wanted))) throw new Trouble('engine_failed', `${wanted} is not a net`);
    net = wanted;
    return engine;
}

/** What breaks down, for want of memory perhaps, is not asked again: the next one begins anew. */
function discard() {
    engine = null;
    net = undefined;
}

// ---- Answering

/** @type {Asked | null} */
let current = null;
let stops = () => false;

/** @param {number} id @param {import('./wasm.js').Reply} reply @param {boolean} last */
function say(id, reply, last) {
    postMessage(/** @type {Said} */ ({ id, reply, last }));
}

/** @param {import('./wasm.js').Engine} engine @param {Asked} asked */
function ask(engine, asked) {
    current = asked;
    stops = looksFor(asked.stopping);
    try {
        return engine.ask(asked.request, asked.bytes);
    } catch (error) {
        discard();
        throw new Trouble('engine_failed', error);
    } finally {
        current = null;
    }
}

/** @param {Asked} asked */
async function answer(asked) {
    try {
        say(asked.id, ask(await engineFor(asked.request), asked), true);
    } catch (error) {
        const { code, message } = error instanceof Trouble ? error : new Trouble('engine_failed', error);
        say(asked.id, { ok: false, code, error: message }, true);
    }
}

let last = Promise.resolve();

addEventListener('message', ({ data }) => {
    last = last.then(() => answer(data));
});
