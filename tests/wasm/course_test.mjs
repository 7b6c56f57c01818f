// Checks lessons, puzzles and proofs with the rules and the solver: exactly the listed answers are correct, and puzzles
// can be solved by their lines. Reports in TAP. Needs build-web.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holeCentre, holeArea, isInside } from '../../web/js/game/mist_hole.js';
import { LESSONS } from '../../web/js/course/lessons.js';
import { MIST_LESSONS } from '../../web/js/course/mist_puzzles.js';
import { MIST_PUZZLES } from '../../web/js/course/mist_puzzle_data.js';
import { afterMoves, parsePoints } from '../../web/js/course/lesson_position.js';
import { pointName } from '../../web/js/board/points.js';
import { parsePuzzles } from '../../web/js/puzzles/puzzle_data.js';
import { judgeMove } from '../../web/js/puzzles/move_judge.js';
import { createProofWalk } from '../../web/js/proof/proof_walk.js';
import { cutToLegal } from '../../web/js/review/reviewed_game.js';
import { createEngine } from '../../web/js/wasm.js';
import { netFile, netFor } from './nets.mjs';

const PLENTY = { nodes: 20_000 };
const BETTER = 0.8; // minimum win rate of the better side
const EVEN = 0.7; // maximum win rate in an even position

const module = await WebAssembly.compile(readFileSync('build-web/src/wasm/pentad-simd.wasm'));
const engine = await createEngine(module);
const NET = readFileSync(netFile(netFor('freestyle')));
assert.ok(engine.useNet(NET));

function ask(what, position, more = {}) {
    const reply = engine.call({ do: what, ...position, ...more });
    assert.ok(reply.ok, reply.error);
    return reply;
}

/** A lesson position as the engine takes it. */
const positionOf = ({ size, black, white, turn }, rules = 'freestyle') => ({ rules, size, black: black.join(''), white: white.join(''), turn });
const other = (color) => (color === 'black' ? 'white' : 'black');
const all = (size) => Array.from({ length: size * size }, (_, i) => pointName(i % size, Math.floor(i / size)));
const free = ({ size, black, white }) => all(size).filter((p) => !black.includes(p) && !white.includes(p));

/** Checks of each goal for the position after a move of `turn`. */
const holds = {
    five: (now, turn) => ask('look', positionOf(now)).winner === turn,
    stop: (now, turn) => ask('look', positionOf(now))[other(turn)].fives === '',
    four: (now, turn) => ask('look', positionOf(now))[turn].fives !== '',
    'open-four': (now, turn) => parsePoints(ask('look', positionOf(now))[turn].fives).length > 1,
    three(now, turn) {
        const { fives, fours } = ask('look', positionOf(now))[turn];
        return fives === '' && fours !== '';
    },
    'four-three'(now, turn) {
        const fives = parsePoints(ask('look', positionOf(now))[turn].fives);
        if (fives.length !== 1) return false;
        const answered = ask('look', positionOf(afterMoves(now, fives)));
        return answered[other(turn)].fives === '' && answered[turn].fours !== '';
    },
    win: (now, turn) => holds.four(now, turn) && ask('solve', positionOf(now), PLENTY).outcome === 'loss',
    hold(now) {
        const solved = ask('solve', positionOf(now), PLENTY);
        return solved.outcome !== 'win' && solved.no_win_by_threats;
    },
};

/** Known stones in the mist: own, in the hole, remembered. A stone that makes a five would have ended the game. */
function candidates({ setting, mist }) {
    const hole = holeArea(mist.hole);
    const { turn, size } = setting;
    const theirs = [...mist.remembered, ...setting[other(turn)].filter((p) => isInside(hole, p))];
    const known = [...setting[turn], ...mist.remembered];
    const wins = (p) => ask('look', { size, [turn]: setting[turn].join(''), [other(turn)]: [...new Set([...theirs, p])].join(''), turn }).over;
    return all(size).filter((p) => holeCentre(p) === (mist.asked ?? mist.hole) && !known.includes(p) && !(isInside(hole, p) && !setting[other(turn)].includes(p)) && !wins(p));
}

/** The hole after the stone shows no stone at all. */
function isQuiet({ black, white }, p) {
    const hole = holeArea(holeCentre(p));
    return ![...black, ...white, p].some((stone) => isInside(hole, stone));
}

function rightAnswers(step, now, { goal }) {
    if (goal === 'deduce') return candidates(step);
    if (goal === 'quiet') return step.rings.filter((p) => isQuiet(now, p));
    if (goal === 'bump') return step.rings.filter((p) => now[other(now.turn)].includes(p) && !step.mist.remembered.includes(p) && !isInside(holeArea(step.mist.hole), p));
    return free(now).filter((point) => holds[goal](afterMoves(now, [point]), now.turn));
}

/** Black's win rate: the mean of several searches with fresh engines. */
async function shareOfBlack(setting) {
    const rates = await Promise.all([20_000, 30_000, 50_000].map(async (nodes) => {
        const fresh = await createEngine(module);
        fresh.useNet(NET);
        return fresh.call({ do: 'think', ...positionOf(setting), nodes }).analysis.lines[0].win_rate;
    }));
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    return setting.turn === 'black' ? mean : 1 - mean;
}

const sorted = (list) => [...list].sort().join(' ');

for (const { name, steps } of LESSONS)
    for (const step of steps)
        test(`lesson ${name}, ${step.name}: correct answers`, async () => {
            let now = step.setting;
            assert.equal(now.black.length - now.white.length, Number(now.turn === 'white'), 'the turn follows from the stones');
            assert.equal(ask('look', positionOf(now)).over, false);
            if (step.mist) assert.equal(holeCentre(step.mist.last), step.mist.hole);
            if (step.stages?.some(({ goal }) => goal === 'deduce') || step.name === 'tell')
                assert.equal(sorted(step.rings), sorted(all(19).filter((p) => holeCentre(p) === (step.mist.asked ?? step.mist.hole))), 'the rings are what the hole tells');
            for (const stage of step.stages ?? []) {
                assert.equal(sorted(stage.answers), sorted(rightAnswers(step, now, stage)), stage.goal);
                if (stage.punished)
                    for (const wrong of free(now).filter((p) => !stage.answers.includes(p)))
                        assert.equal(ask('look', positionOf(afterMoves(now, [wrong, stage.punished]))).winner, other(now.turn), wrong);
                if (stage.reply) {
                    assert.equal(stage.answers.length, 1, 'one reply, to one move');
                    assert.deepEqual(parsePoints(ask('look', positionOf(afterMoves(now, stage.answers)))[now.turn].fives), [stage.reply], 'the reply is forced');
                    now = afterMoves(now, [stage.answers[0], stage.reply]);
                }
            }
            for (const { rules, wins } of step.claim?.rows ?? [])
                assert.equal(ask('look', positionOf(afterMoves(now, [step.claim.last]), rules)).over, wins, rules);
            if (step.better) {
                const black = await shareOfBlack(now);
                assert.ok({ black: black > BETTER, white: black < 1 - BETTER, even: black > 1 - EVEN && black < EVEN }[step.better], `Black wins ${black}`);
            }
        });

// A sample, because each takes a while.
test('puzzles in the mist have exactly one answer, which the belief engine finds too', () => {
    assert.ok(MIST_PUZZLES.length >= 100, `${MIST_PUZZLES.length} puzzles`);
    assert.equal(new Set(MIST_PUZZLES.map(({ moves }) => moves)).size, MIST_PUZZLES.length, 'all different');
    for (const { moves, answer } of MIST_PUZZLES) {
        const stones = parsePoints(moves);
        const reply = ask('mist', { size: 19, moves });
        const known = reply[stones.length % 2 === 0 ? 'black' : 'white'];
        assert.equal(known.ply, stones.length, 'its turn');
        assert.equal(stones.at(-1), answer);
        assert.ok(parsePoints(known.deduced).includes(answer), `${answer} after ${moves}`);
    }
    for (const { name, steps } of MIST_LESSONS)
        for (const step of steps) {
            assert.deepEqual(candidates(step), step.stages[0].answers, `${name}: ${step.mist.last}`);
            assert.equal(step.excluded.length, step.rings.length - 1);
        }
});

const EVERY = 12;
const puzzles = parsePuzzles(readFileSync('data/puzzles/level4-8.json', 'utf8')).filter((_, i) => i % EVERY === 0);
const judging = {
    look: async (position) => ask('look', position),
    solve: async (question) => ask('solve', question),
    think: async (question) => ask('think', question),
};

test('puzzles are solved by their lines', async () => {
    for (const puzzle of puzzles) {
        const line = parsePoints(puzzle.kind === 'attack' ? puzzle.line : puzzle.solution);
        const played = [];
        let verdict;
        for (let i = 0; i < 40; i++) {
            const look = ask('look', { rules: puzzle.rules, size: puzzle.size, moves: puzzle.moves + played.join('') });
            const move = line[played.length] ?? parsePoints(look[look.turn].fives)[0];
            verdict = await judgeMove(judging, puzzle, played, move);
            if (verdict.kind !== 'correct') break;
            played.push(move, verdict.reply);
        }
        assert.equal(verdict.kind, 'won', `${puzzle.id} after ${played.join('')}`);
    }
});

test('a wrong move is refuted by a legal move', async () => {
    for (const puzzle of puzzles) {
        const wrong = ['a1', 'o15', 'a15'].find((p) => p !== puzzle.solution && !parsePoints(puzzle.moves).includes(p));
        const verdict = await judgeMove(judging, puzzle, [], wrong);
        assert.equal(verdict.kind, 'refuted', puzzle.id);
        if (puzzle.kind === 'defence') assert.ok(verdict.loses, puzzle.id);
        ask('look', { rules: puzzle.rules, size: puzzle.size, moves: puzzle.moves + wrong + verdict.refutation.join('') });
    }
});

// ---- Proofs and reviews

const look = async (position) => ask('look', position);
const THREE = { rules: 'freestyle', size: 9, black: 'c5d5e5', white: 'c7e7', turn: 'black', outcome: 'win', root: 0, nodes: [{ line: 'f5' }] };
const LOSS = {
    rules: 'freestyle', size: 15, black: 'c6e6f6c7f7j10', white: 'e5f5e7h8h9', turn: 'white', outcome: 'loss', root: 8, nodes: [
        { line: 'd5b3g8' }, { line: 'd5b3g8' }, { line: 'd5b3g8' }, { line: 'c5c8c3' }, { line: 'c5c8c3' },
        { move: 'c4', replies: { c8: 0, c5: 1, c3: 2, c2: 3 }, threat: 4 },
        { line: 'd6b6g6' }, { line: 'd6b6g6' },
        { replies: { b6: 5, d6: 5, g6: 5, h6: 6 }, threat: 7 },
    ],
};

test('a proof leads to the five, whatever is played', async () => {
    const walk = createProofWalk(LOSS, look);
    assert.deepEqual([walk.winner, walk.loser], ['black', 'white']);
    let ends = 0;
    /** All listed replies, and some others. */
    async function follow(place) {
        if (place.five.length > 0) {
            ends++;
            assert.ok(place.five.every((point) => walk.stonesAfter(place.moves).get(point) === 'black') && place.five.length >= 5);
            return;
        }
        const there = walk.stonesAfter(place.moves);
        const named = place.defences.map(({ point }) => point).filter(Boolean);
        for (const reply of new Set([...named, 'a15', 'o1', 'h1'])) if (!there.has(reply)) await follow(await walk.play(place, reply));
    }
    await follow(await walk.start());
    assert.ok(ends > 50, String(ends));
});

test('defences are listed with their answers, and one represents all others', async () => {
    const walk = createProofWalk(LOSS, look);
    const begin = await walk.start();
    assert.deepEqual(begin.moves, []);
    const told = (place) => place.defences.map(({ point, answer, five }) => `${point ?? '*'} ${answer}${five ? '!' : ''}`);
    assert.deepEqual(told(begin), ['b6 c4', 'd6 c4', 'g6 c4', 'h6 d6', '* d6']);
    const four = await walk.play(await walk.play(begin, 'b6'), 'c8');
    assert.deepEqual(four.moves, ['b6', 'c4', 'c8', 'd5']);
    assert.deepEqual(told(four), ['b3 g8!', 'g8 b3!', '* g8!'], 'two fives, and one stone for both there is not');
    const five = await walk.play(four, 'b3');
    assert.deepEqual(five.five.sort(), ['c4', 'd5', 'e6', 'f7', 'g8']);
    assert.deepEqual(told(five), []);
    const rest = await walk.play(begin, 'a15');
    assert.deepEqual(rest.moves, ['a15', 'd6']);
});

test('an open four ends the proof', async () => {
    const walk = createProofWalk(THREE, look);
    const place = await walk.start();
    assert.deepEqual(place.moves, ['f5']);
    assert.deepEqual(place.defences.map(({ point, answer }) => `${point} ${answer}`), ['b5 g5', 'g5 b5', 'null b5']);
    assert.deepEqual((await walk.play(place, 'g5')).five, ['b5', 'c5', 'd5', 'e5', 'f5']);
});

test('the default reply is the longest defence', async () => {
    const walk = createProofWalk(LOSS, look);
    let place = await walk.start();
    for (let reply = walk.longestDefence(place); reply; reply = walk.longestDefence(place)) place = await walk.play(place, reply);
    assert.deepEqual(place.moves, ['b6', 'c4', 'c8', 'd5', 'b3', 'g8']);
    assert.throws(() => createProofWalk({ ...THREE, outcome: 'draw' }, look), /draw/);
});

test('a reply that is forbidden is no defence', async () => {
    // White's four f8-i8 can only be stopped at j8, where Black would make six in a row.
    const six = { rules: 'renju', size: 15, black: 'e8j5j6j7j9j10', white: 'f8g8h8a1c1', turn: 'white', outcome: 'win', root: 0, nodes: [{ line: 'i8' }] };
    const walk = createProofWalk(six, look);
    const place = await walk.start();
    assert.deepEqual([place.moves, place.forbidden], [['i8'], ['j8']]);
    assert.deepEqual(place.defences.map(({ point, answer }) => `${point} ${answer}`), ['null j8']);
    assert.equal(walk.longestDefence(place), 'b1');
});

test('a game that goes on after its end is cut there', async () => {
    const refused = (reply) => (reply.ok ? reply : Promise.reject(Object.assign(new Error(reply.error), { code: 'engine_refused' })));
    const rules = { look: async (position) => refused(engine.call({ do: 'look', ...position })) };
    for (const [name, moves, length, foul] of [
        ['renju', 'h8a1i8a2j8a3k8a4l8a5', 9, null], ['renju', 'h8a1i8a2h9a3i9a5h10a7', 10, null], ['renju', 'h8a1i8a3j9a5j10a7j8a9', 8, 'j8'],
    ]) {
        const cut = await cutToLegal(rules, { rules: name, size: 15, moves: parsePoints(moves) });
        assert.deepEqual([cut.moves.length, cut.foul], [length, foul], moves);
    }
});
