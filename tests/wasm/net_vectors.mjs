// Compares the test vectors of a net (docs/develop/net.md) with the results of a module.
import { readFileSync } from 'node:fs';

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
    let sum = -1;
    for (const byte of bytes) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
    return ~sum >>> 0;
}

/** Iterates over the positions of a file. */
function* positions(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 20;
    for (let count = view.getUint32(16, true); count > 0; count--) {
        const [size, side, whole] = bytes.subarray(at, at + 3);
        const points = size * size;
        const packed = bytes.subarray(at + 4, at + 4 + Math.ceil(points / 5));
        const stones = Uint8Array.from({ length: points }, (_, i) => Math.floor(packed[Math.floor(i / 5)] / 3 ** (i % 5)) % 3);
        at += 4 + packed.length;
        const judged = [0, 4, 8, 12].map((offset) => view.getInt32(at + offset, true)); // win, draw, loss, value
        const policySum = view.getUint32(at + 16, true);
        at += 20 + (whole ? 4 * points : 0);
        yield { size, turn: side + 1, stones, judged, policySum };
    }
}

/** Exports of a module. @param {string} module */
async function load(module) {
    const system = { clock_time_get: () => 52, fd_write: () => 8, fd_close: () => 8, fd_seek: () => 8, proc_exit: () => { throw new Error('ended'); } };
    const { instance } = await WebAssembly.instantiate(readFileSync(module), { wasi_snapshot_preview1: system });
    instance.exports._initialize();
    return instance.exports;
}

/**
 * Compares the net from `open` for each size with the vectors. Every second position is reached incrementally, with
 * undone stones.
 */
function differences({ memory, alloc, set, walk, says }, vectors, open) {
    const board = alloc(32 * 32);
    const numbers = alloc(4 * (4 + 32 * 32));
    const states = {};
    const wrong = [];
    let count = 0;
    for (const { size, turn, stones, judged, policySum } of positions(vectors)) {
        states[size] ??= open(size);
        new Uint8Array(memory.buffer).set(stones, board);
        (count % 2 ? walk : set)(states[size], board, size);
        says(states[size], size, turn, numbers);
        const said = new Int32Array(memory.buffer, numbers, 4 + size * size);
        const policy = said.slice(4).map((logit, i) => (stones[i] === 0 ? logit : 0));
        const same = judged.every((number, i) => number === said[i]) && crc(new Uint8Array(policy.buffer)) === policySum;
        if (!same) wrong.push(count);
        count++;
    }
    return { count, wrong };
}

/** Checks a net with the vectors next to it. @param {string} module @param {string} net */
export async function netDifferences(module, net) {
    const inside = await load(module);
    const vectors = readFileSync(net.replace(/net$/, 'vectors'));
    const netBytes = readFileSync(net);
    if (vectors.readUInt32LE(12) !== netBytes.readUInt32LE(netBytes.length - 4)) throw new Error(`${net}: vectors of another net`);
    const room = inside.alloc(netBytes.length);
    new Uint8Array(inside.memory.buffer).set(netBytes, room);
    return differences(inside, vectors, (size) => inside.open(room, netBytes.length, size));
}

/** Checks a net with random weights. @param {string} module @param {string} vectors */
export async function randomDifferences(module, vectors, { seed, reach, wide, parts }) {
    const inside = await load(module);
    return differences(inside, readFileSync(vectors), (size) => inside.open_random(seed, reach, wide, parts, size));
}
