// The engine as a WebAssembly module: instantiates it and passes requests as JSON. Independent of page and worker.

/** @typedef {Record<string, unknown>} Request as in docs/integrate/wasm.md */
/** @typedef {{ok: boolean, code?: string, error?: string, [field: string]: any}} Reply */

/**
 * @typedef {object} Engine
 * @property {(request: Request, bytes?: Uint8Array) => Reply} call
 * @property {(bytes: Uint8Array) => boolean} useNet false if the bytes are not a net
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} open
 * @property {(length: number) => number} alloc
 * @property {(buffer: number) => void} free
 * @property {(engine: number, buffer: number, requestLength: number, length: number) => number} call
 * @property {(engine: number, buffer: number, length: number) => number} net
 */

// The smallest module that uses SIMD.
const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** True if the browser supports 128-bit WebAssembly SIMD. */
export function hasSimd() {
    return WebAssembly.validate(SIMD_PROBE);
}

const ERRNO_NOSYS = 52; // WASI errno codes
const ERRNO_BADF = 8;

/**
 * The WASI functions that the C library needs: the clock and stderr.
 * @param {() => WebAssembly.Memory} memory
 * @param {() => number} cpuTime
 */
function wasiImports(memory, cpuTime) {
    /** @param {number} clock @param {bigint} precision @param {number} result */
    function clock_time_get(clock, precision, result) {
        void precision;
        const now = [Date.now, () => performance.now(), cpuTime, cpuTime][clock];
        if (!now) return ERRNO_NOSYS;
        new DataView(memory().buffer).setBigUint64(result, BigInt(Math.round(now() * 1e6)), true);
        return 0;
    }
    /** @param {number} file @param {number} parts @param {number} count @param {number} written */
    function fd_write(file, parts, count, written) {
        if (file !== 1 && file !== 2) return ERRNO_BADF;
        const view = new DataView(memory().buffer);
        let text = '';
        let length = 0;
        for (let i = 0; i < count; i++) {
            const start = view.getUint32(parts + 8 * i, true);
            const size = view.getUint32(parts + 8 * i + 4, true);
            text += new TextDecoder().decode(new Uint8Array(memory().buffer, start, size));
            length += size;
        }
        view.setUint32(written, length, true);
        console.error(text);
        return 0;
    }
    /** @param {number} status */
    function proc_exit(status) {
        throw new Error(`the engine ended with status ${status}`);
    }
    return { clock_time_get, fd_write, proc_exit, fd_close: () => ERRNO_BADF, fd_seek: () => ERRNO_BADF };
}

/**
 * @param {WebAssembly.Module} module
 * @param {object} [page]
 * @param {() => boolean} [page.shouldStop] polled during a search: true stops it
 * @param {(reply: Reply) => void} [page.onProgress] receives intermediate results
 * @param {() => number} [page.cpuTime] CPU time in milliseconds; browsers do not provide it
 * @returns {Promise<Engine>}
 */
export async function createEngine(module, { shouldStop = () => false, onProgress = () => {}, cpuTime = () => performance.now() } = {}) {
    /** @type {Exports} */
    let exports;
    const instance = await WebAssembly.instantiate(module, {
        wasi_snapshot_preview1: wasiImports(() => exports.memory, cpuTime),
        page: {
            should_stop: () => (shouldStop() ? 1 : 0),
            /** @param {number} reply */
            on_progress: (reply) => onProgress(JSON.parse(textAt(reply))),
        },
    });
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    const engine = exports.open();

    /** @param {Uint8Array[]} parts @param {(buffer: number) => T} use @template T */
    function withBuffer(parts, use) {
        const buffer = exports.alloc(parts.reduce((sum, part) => sum + part.length, 0));
        let at = buffer;
        for (const part of parts) {
            new Uint8Array(exports.memory.buffer).set(part, at); // allocating may have replaced the memory's buffer
            at += part.length;
        }
        try {
            return use(buffer);
        } finally {
            exports.free(buffer);
        }
    }

    /** @param {number} start */
    function textAt(start) {
        const memory = new Uint8Array(exports.memory.buffer);
        return new TextDecoder().decode(memory.subarray(start, memory.indexOf(0, start)));
    }

    return {
        call(request, bytes = new Uint8Array()) {
            const text = new TextEncoder().encode(JSON.stringify(request));
            return withBuffer([text, bytes], (buffer) =>
                JSON.parse(textAt(exports.call(engine, buffer, text.length, bytes.length))));
        },
        useNet: (bytes) => withBuffer([bytes], (buffer) => exports.net(engine, buffer, bytes.length) !== 0),
    };
}
