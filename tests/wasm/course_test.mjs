// Checks lessons and puzzles with the rules and the solver: exactly the listed answers are correct, and puzzles can be
// solved by their lines. Reports in TAP. Needs build-web.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holeCentre, holeArea, isInside } from '../../web/js/game/mist_hole.js';
import { LESSONS } from '../../web/js/course/lessons.js';
import { afterMoves, parsePoints } from '../../web/js/course/lesson_position.js';
import { pointName } from '../../web/js/board/points.js';
import { parsePuzzles } from '../../web/js/puzzles/puzzle_data.js';
import { judgeMove } from '../../web/js/puzzles/move_judge.js';
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
    const reply = engine.ask({ do: what, ...position, ...more });
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

/** Known stones in the mist: own, in the hole, remembered. */
function candidates({ setting, mist }) {
    const hole = holeArea(mist.hole);
    const known = [...setting[setting.turn], ...mist.remembered];
    return all(setting.size).filter((p) => holeCentre(p) === mist.hole && !known.includes(p) && !(isInside(hole, p) && !setting[other(setting.turn)].includes(p)));
}

function rightAnswers(step, now, { goal }) {
    if (goal === 'deduce') return candidates(step);
    if (goal === 'bump') return step.rings.filter((p) => now[other(now.turn)].includes(p) && !step.mist.remembered.includes(p) && !isInside(holeArea(step.mist.hole), p));
    return free(now).filter((point) => holds[goal](afterMoves(now, [point]), now.turn));
}

/** Black's win rate: the mean of several searches with fresh engines. */
async function shareOfBlack(setting) {
    const rates = await Promise.all([20_000, 30_000, 50_000].map(async (nodes) => {
        const fresh = await createEngine(module);
        fresh.useNet(NET);
        return fresh.ask({ do: 'think', ...positionOf(setting), nodes }).analysis.lines[0].win_rate;
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
