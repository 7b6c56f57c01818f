// How fast the engine is as WebAssembly, compared with the program on the same machine: rows of `pentad bench`,
// by turns, so that both have the same neighbours. Run from the root: node bench/wasm_bench.mjs [ROUNDS]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createEngine } from '../web/js/wasm.js';

const rounds = Number(process.argv[2] ?? 5);
const bytes = (name) => readFileSync(`build-web/src/wasm/pentad-${name}.wasm`);
const worked = () => process.cpuUsage().user / 1000;
const open = async (name) => createEngine(await WebAssembly.compile(bytes(name)), { worked });
const engines = { simd: await open('simd'), scalar: await open('scalar') };

function native(name) {
    const said = execFileSync('build/pentad', ['bench', '--json', '--rounds', '1', name], { encoding: 'utf8' });
    const row = said.trim().split('\n').map((line) => JSON.parse(line)).find((line) => line.name === name);
    return row.median_ns ?? row.ns;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

for (const [kind, engine] of Object.entries(engines)) for (let row = 0; row < 3; row++) engine.ask({ do: 'bench', row, kind });
console.log(`${'row'.padEnd(40)} native ms   simd    %   scalar    %`);
for (let row = 0; ; row++) {
    const first = engines.simd.ask({ do: 'bench', row });
    if (!first.ok && /no row/.test(first.error)) break;
    if (!first.ok) continue;
    const times = { native: [], simd: [], scalar: [] };
    for (let i = 0; i < rounds; i++) {
        times.native.push(native(first.name) / 1e6);
        for (const kind of ['simd', 'scalar']) times[kind].push(engines[kind].ask({ do: 'bench', row }).ns / 1e6);
    }
    const [n, v, s] = [times.native, times.simd, times.scalar].map(median);
    const percent = (t) => `${Math.round((100 * n) / t)}`.padStart(4);
    console.log(`${first.name.padEnd(40)} ${n.toFixed(2).padStart(9)} ${v.toFixed(2).padStart(6)} ${percent(v)} ${s.toFixed(2).padStart(8)} ${percent(s)}`);
}
