// The worker in which the engine thinks: fetches the module and the net, then answers one request after the
// other. While it thinks it hears nothing, so it looks by itself whether it should stop.
import { createEngine, hasVectors } from './wasm.js';

/**
 * @typedef {object} Start
 * @property {string} folder where the modules and the net are
 * @property {string | null} net the name of the net; null: think without
 */

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

const LOOK = 20; // milliseconds between two looks: nobody notices that a stop takes so long

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

/** @param {string} address */
async function fetchBytes(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
}

/** @type {Asked | null} */
let current = null;
let stops = () => false;

/** @param {number} id @param {import('./wasm.js').Reply} reply @param {boolean} last */
function say(id, reply, last) {
    postMessage(/** @type {Said} */ ({ id, reply, last }));
}

/** @param {Start} start */
async function open({ folder, net }) {
    const name = hasVectors() ? 'pentad-simd.wasm' : 'pentad-scalar.wasm';
    const module = await WebAssembly.compile(await fetchBytes(`${folder}/${name}`));
    const engine = await createEngine(module, {
        stops: () => stops(),
        tells: (reply) => current && say(current.id, reply, false),
    });
    if (net && !engine.useNet(await fetchBytes(`${folder}/${net}`))) throw new Error(`${net} is not a net`);
    return engine;
}

/** @param {import('./wasm.js').Engine} engine @param {Asked} asked */
function answer(engine, asked) {
    current = asked;
    stops = looksFor(asked.stopping);
    say(asked.id, engine.ask(asked.request, asked.bytes), true);
    current = null;
}

/** @type {ReturnType<typeof open> | null} */
let opening = null;

addEventListener('message', async ({ data }) => {
    if (opening === null) {
        opening = open(data);
        opening.then(() => say(0, { ok: true }, true), (error) => say(0, { ok: false, error: String(error) }, true));
        return;
    }
    answer(await opening, data);
});
