// Tests the WebAssembly engine in Node: same results as the program, robustness and speed. Reports in TAP. Needs
// build/pentad and build-web.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createEngine, hasSimd } from '../../web/js/wasm.js';
import { NETS, netFile, netFor } from './nets.mjs';
import { netDifferences, randomDifferences } from './net_vectors.mjs';

const NET = readFileSync(netFile(netFor('freestyle')));
const MODULES = ['simd', 'scalar'];
const LIMIT = 1 << 20; // maximum size of a module in bytes

const bytesOf = (name) => readFileSync(`build-web/src/wasm/pentad-${name}.wasm`);
const open = async (name, page) => createEngine(await WebAssembly.compile(bytesOf(name)), page);
const encode = (text) => new TextEncoder().encode(text);

/** The program's analysis of a position. */
function native(moves, ...words) {
    const options = { encoding: 'utf8', input: moves };
    return JSON.parse(execFileSync('build/pentad', ['analyze', '-f', 'pos', '-', '--json', ...words], options));
}

/** Sends a request that must succeed. */
function get(engine, request, bytes) {
    const reply = engine.call(request, bytes);
    assert.equal(reply.ok, true, reply.error);
    return reply;
}

function refuses(engine, request, pattern, bytes) {
    const reply = engine.call(request, bytes);
    assert.equal(reply.ok, false);
    assert.match(reply.error, pattern);
}

function signatures() {
    const rows = readFileSync('tests/engine/bench_signatures.inc', 'utf8').matchAll(/"(.*)", (0x[0-9a-f]+)/g);
    return [...rows].map(([, name, signature]) => ({ name, signature }));
}

/** @param {string} text one byte per character */
const bytesIn = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

const CHARSETS = [ // a comment, and the character set that the file declares
    ['\xe9t\xe9', ''],
    ['\xff', ''],
    ['\xe9t\xe9', 'CA[ISO-8859-1]'],
    ['\xce\xe5\xd7\xd3', 'CA[GBK]'],
    ['\xef\xf0\xe8', 'CA[windows-1251]'],
    ['\x8c\xdc\x96\xda', 'CA[Shift_JIS]'],
    ['\xc3\xa9t\xc3\xa9', 'CA[UTF-8]'],
    ['\xe9t\xe9', 'CA[UTF-8]'], // declared wrongly
];

const REFUSING = /^pentad convert: standard input: /;

/** The fuzzers' seed files, and files in common character sets. */
function* filesToRead() {
    for (const [text, charset] of CHARSETS) {
        yield { format: 'sgf', bytes: bytesIn(`(;GM[4]${charset}SZ[15]C[${text}];B[hh];W[ii])`), name: charset };
    }
    yield { format: 'sgf', bytes: bytesIn('\xff(;GM[4];B[hh])'), name: 'a byte before it' };
    for (const format of ['sgf', 'renlib', 'picture', 'pos']) {
        const folder = `tests/fuzz/corpus/${format}`;
        for (const name of readdirSync(folder)) yield { format, bytes: readFileSync(`${folder}/${name}`), name };
    }
    yield { format: 'psq', bytes: bytesIn('Piskvorky 15x15, 7:7, 0\n8,8,0\nAndr\xe9\nBo\n0\n'), name: 'psq' };
}

const THREE = 'c5a9d5a8e5a1'; // Black has three in a row on 9x9, open at both ends

const tests = {
    'modules are small': () => {
        for (const name of MODULES) assert.ok(bytesOf(name).length < LIMIT, `${name}: ${bytesOf(name).length} bytes`);
    },

    'SIMD is detected': () => assert.equal(hasSimd(), true),

    'the same signatures as the program': async () => {
        for (const name of MODULES) {
            const engine = await open(name);
            for (const [row, expected] of signatures().entries()) {
                const reply = engine.call({ do: 'bench', row });
                if (/with the net/.test(expected.name)) {
                    assert.match(reply.error, /no net is built in/);
                    continue;
                }
                assert.equal(reply.name, expected.name);
                assert.equal(reply.signature, expected.signature, `${name}: ${expected.name}`);
            }
        }
    },

    'the same analysis as the program, with and without the net': async () => {
        const shown = ({ nodes, lines }) => ({ nodes, lines });
        const freestyle = native('h8i9h9j10', '--nodes', '6000', '--lines', '3');
        const renju = native('h8i9h9', '--rules', 'renju', '--nodes', '6000', '--lines', '1');
        const renjuNet = readFileSync(netFile(netFor('renju')));
        for (const name of MODULES) {
            const engine = await open(name);
            assert.equal(engine.useNet(NET), true);
            const ask = { do: 'think', nodes: 6000 };
            assert.deepEqual(shown(get(engine, { ...ask, moves: 'h8i9h9j10', lines: 3 }).analysis), shown(freestyle));
            assert.equal(engine.useNet(renjuNet), true);
            assert.deepEqual(shown(get(engine, { ...ask, rules: 'renju', moves: 'h8i9h9' }).analysis), shown(renju));
        }
    },

    'a module names the net for rules and a board size': async () => {
        const engine = await open('simd');
        for (const rules of get(engine, { do: 'about' }).rules)
            for (const size of [5, 15, 17, 18, 19, 20, 25])
                assert.equal(get(engine, { do: 'net', rules, size }).net, netFor(rules, size) ?? '', `${rules}, ${size}`);
        assert.equal(get(engine, { do: 'net' }).net, netFor('freestyle'));
        refuses(engine, { do: 'net', rules: 'ludo' }, /ludo/);
    },

    'a net gives the exporter’s results exactly': async () => {
        for (const net of NETS)
            for (const kind of MODULES) {
                const { count, wrong } = await netDifferences(`build-web/src/wasm/net-${kind}.wasm`, netFile(net));
                assert.equal(count, 10000);
                assert.deepEqual(wrong, [], `${kind}, ${net}`);
            }
    },

    'nets with two colours, longer lines and wider heads give the exporter’s results exactly': async () => {
        for (const kind of MODULES)
            for (const { vectors, positions, ...net } of [
                { vectors: 'random_colours', positions: 200, seed: 7, reach: 4, wide: 0, parts: 2 },
                { vectors: 'random11', positions: 400, seed: 7, reach: 5, wide: 0, parts: 1 },
                { vectors: 'random_wide', positions: 200, seed: 7, reach: 4, wide: 1, parts: 1 },
            ]) {
                const { count, wrong } = await randomDifferences(`build-web/src/wasm/net-${kind}.wasm`, `tests/engine/${vectors}.vectors`, net);
                assert.equal(count, positions);
                assert.deepEqual(wrong, [], `${kind}, ${vectors}`);
            }
    },

    'an invalid net is rejected': async () => {
        const engine = await open('simd');
        assert.equal(engine.useNet(NET.subarray(0, 1000)), false);
        assert.equal(engine.useNet(encode('<!doctype html>')), false);
    },

    'a search reports progress and stops on request': async () => {
        let looks = 0;
        const told = [];
        const engine = await open('simd', { shouldStop: () => ++looks > 50, onProgress: (reply) => told.push(reply) });
        const { analysis } = get(engine, { do: 'think', moves: 'h8i9h9' });
        assert.ok(looks > 50);
        assert.ok(told.length > 1);
        assert.ok(told[0].analysis.lines[0].depth < told.at(-1).analysis.lines[0].depth);
        assert.equal(analysis.lines[0].line.length > 0, true);
    },

    'so does the solver': async () => {
        let looks = 0;
        const engine = await open('simd', { shouldStop: () => ++looks > 50 });
        assert.equal(get(engine, { do: 'solve', moves: 'h8i9' }).outcome, 'unknown');
        refuses(engine, { do: 'proof' }, /nothing is proved/);
    },

    'a valid proof and an invalid one': async () => {
        const engine = await open('simd');
        const solved = get(engine, { do: 'solve', size: 9, moves: THREE });
        assert.equal(solved.outcome, 'win');
        assert.equal(solved.stones, 3);
        const { proof } = get(engine, { do: 'proof' });
        assert.ok(get(engine, { do: 'check_proof' }, encode(JSON.stringify(proof))).positions > 0);
        proof.black = proof.black.replace('d5', 'd4');
        refuses(engine, { do: 'check_proof' }, /./, encode(JSON.stringify(proof)));
    },

    'facts of a position': async () => {
        const engine = await open('scalar');
        const look = (position) => get(engine, { do: 'look', ...position });
        assert.deepEqual(look({ size: 9, moves: THREE }).black, { fives: '', fours: 'b5f5' });
        assert.deepEqual(look({ size: 9, black: 'c5d5e5f5', white: 'b5', turn: 'white' }).black, { fives: 'g5', fours: '' });
        const won = look({ moves: 'a1b1a2b2a3b3a4b4a5' });
        assert.equal(won.over, true);
        assert.equal(won.winner, 'black');
        assert.equal(won.winning, 'a5a4a3a2a1');
        assert.equal(look({ rules: 'renju', black: 'h9h10g8f8', white: 'a1c1e1g1' }).forbidden, 'h8');
    },

    'a level plays the same move': async () => {
        const engine = await open('simd');
        assert.match(get(engine, { do: 'move', player: 'level:5,7', moves: 'h8i9' }).move, /^[a-o]\d+$/);
        const again = await open('scalar');
        assert.equal(get(again, { do: 'move', player: 'level:5,7', moves: 'h8i9' }).move,
            get(await open('simd'), { do: 'move', player: 'level:5,7', moves: 'h8i9' }).move);
    },

    'game records are read and written': async () => {
        const engine = await open('simd');
        const game = { rules: 'renju', size: 15, moves: 'h8i9h9', black_name: 'Ann', white_name: 'Bo 😀' };
        for (const format of ['sgf', 'psq', 'pos']) {
            const { text } = get(engine, { do: 'write', format, ...game });
            const read = get(engine, { do: 'read', format, rules: 'renju' }, encode(text));
            assert.equal(read.moves, game.moves);
            if (format === 'sgf') assert.equal(read.white_name, game.white_name);
        }
        assert.match(get(engine, { do: 'write', format: 'svg', ...game }).text, /^<svg/);
        const tree = '(;GM[4]SZ[15];B[hh];W[ii](;B[hg]C[good])(;B[aa]))';
        const { hex } = get(engine, { do: 'write', format: 'renlib' }, encode(tree));
        assert.match(get(engine, { do: 'read', format: 'renlib' }, Buffer.from(hex, 'hex')).sgf, /;B\[hh\];W\[ii\]\(;B\[hg\]C\[good\]\)\(;B\[aa\]\)/);
        refuses(engine, { do: 'write', format: 'renlib' }, /RenLib has 15x15 only/, encode('(;SZ[9])'));
        assert.match(get(engine, { do: 'read', format: 'sgf' }, encode(tree)).sgf, /\(;B\[hg\]C\[good\]\)\(;B\[aa\]\)/);
    },

    'files are read as by the program, in any character set': async () => {
        const engine = await open('simd');
        for (const { format, bytes, name } of filesToRead()) {
            const reply = engine.call({ do: 'read', format }, bytes);
            const to = reply.ok ? 'sgf' : 'picture'; // drawing needs legal moves, which the module checks anyway
            const program = spawnSync('build/pentad', ['convert', '-q', '-f', format, '--to', to, '-', '-'], { input: bytes, encoding: 'utf8' });
            assert.equal(reply.ok ? reply.sgf : `${reply.error}\n`, program.stdout || program.stderr.replace(REFUSING, ''), name);
        }
    },

    'errors are reported': async () => {
        const engine = await open('scalar');
        refuses(engine, {}, /with a "do" field/);
        refuses(engine, { do: 'lok' }, /did you mean 'look'/);
        refuses(engine, { do: 'look', moves: 'h8h8' }, /move 2: the point is occupied/);
        refuses(engine, { do: 'look', moves: 'p1' }, /moves: 'p1' is not a point/);
        refuses(engine, { do: 'look', size: 4 }, /size/);
        refuses(engine, { do: 'look', rules: 'chess' }, /chess/);
        refuses(engine, { do: 'look', black: 'h8', white: 'h8' }, /two stones/);
        refuses(engine, { do: 'think', moves: 'a1b1a2b2a3b3a4b4a5' }, /the game is over/);
        refuses(engine, { do: 'think', lines: 1.5 }, /lines/);
        refuses(engine, { do: 'move', player: 'level:11' }, /level|1 and 10|which/);
        refuses(engine, { do: 'read', format: 'sgf' }, /./, encode('(;'));
        refuses(engine, { do: 'read', format: 'svg' }, /written but not read/);
    },
};

let failed = 0;
for (const [i, [name, run]] of Object.entries(tests).entries()) {
    try {
        await run();
        console.log(`ok ${i + 1} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${i + 1} - ${name}\n${String(error.stack).replace(/^/gm, '# ')}`);
    }
}
console.log(`1..${Object.keys(tests).length}`);
process.exit(failed ? 1 : 0);
