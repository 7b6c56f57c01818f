// Speed of the engine as WebAssembly, compared with the native program on the same machine: rows of `pentad bench`,
// and a search with the net, which those rows cannot run. Alternating, so both run under the same load. All times are
// CPU time. Run from the root: node bench/wasm_bench.mjs [ROUNDS]
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { netFile, netFor } from '../tests/wasm/nets.mjs';
import { createEngine } from '../web/js/wasm.js';

const rounds = Number(process.argv[2] ?? 5);
const compile = (name) => WebAssembly.compile(readFileSync(`build-web/src/wasm/pentad-${name}.wasm`));
const modules = { simd: await compile('simd'), scalar: await compile('scalar') };
const cpuTime = () => process.cpuUsage().user / 1000;
const open = (kind) => createEngine(modules[kind], { cpuTime });
const engines = { simd: await open('simd'), scalar: await open('scalar') };

function native(name) {
    const said = execFileSync('build/pentad', ['bench', '--json', '--repeat', '1', name], { encoding: 'utf8' });
    const row = said.trim().split('\n').map((line) => JSON.parse(line)).find((line) => line.name === name);
    return row.median_ns ?? row.ns;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** @param {string} name @param {Record<'native' | 'simd' | 'scalar', () => number | Promise<number>>} run each answers with its milliseconds */
async function show(name, run) {
    const times = { native: [], simd: [], scalar: [] };
    for (let i = 0; i < rounds; i++) for (const kind of Object.keys(times)) times[kind].push(await run[kind]());
    const [n, v, s] = [times.native, times.simd, times.scalar].map(median);
    const percent = (t) => `${Math.round((100 * n) / t)}`.padStart(4);
    console.log(`${name.padEnd(40)} ${n.toFixed(2).padStart(9)} ${v.toFixed(2).padStart(6)} ${percent(v)} ${s.toFixed(2).padStart(8)} ${percent(s)}`);
}

for (const [kind, engine] of Object.entries(engines)) for (let row = 0; row < 3; row++) engine.call({ do: 'bench', row, kind });
console.log(`${'row'.padEnd(40)} native ms   simd    %   scalar    %`);
for (let row = 0; ; row++) {
    const first = engines.simd.call({ do: 'bench', row });
    if (!first.ok && /no row/.test(first.error)) break;
    if (!first.ok) continue; // with the net
    const bench = (kind) => engines[kind].call({ do: 'bench', row }).ns / 1e6;
    await show(first.name, { native: () => native(first.name) / 1e6, simd: () => bench('simd'), scalar: () => bench('scalar') });
}

// ---- With the net. The native program uses the widest SIMD vectors of the processor.

const MOVES = 'h8i9i7g9j8k7a1';
const NODES = 60000;
const net = readFileSync(netFile(netFor('freestyle')));

/** The native program's time for that many nodes, without startup and exit. */
function nativeWithNet() {
    const ms = (nodes) => {
        const command = `TIMEFORMAT=%U; time echo ${MOVES} | build/pentad analyze --from pos --lines 1 --nodes ${nodes} - >/dev/null`;
        return 1000 * Number(spawnSync('bash', ['-c', command], { encoding: 'utf8' }).stderr);
    };
    return ms(NODES) - ms(1);
}

/** A new engine, because a warm transposition table would help; the module itself is warm. */
async function withNet(kind) {
    const engine = await open(kind);
    engine.useNet(net);
    engine.call({ do: 'think', nodes: 2000 });
    const began = cpuTime();
    engine.call({ do: 'think', moves: MOVES, nodes: NODES });
    return cpuTime() - began;
}

await show(`search with the net, ${NODES} nodes`, { native: nativeWithNet, simd: () => withNet('simd'), scalar: () => withNet('scalar') });
