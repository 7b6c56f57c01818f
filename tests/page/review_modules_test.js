// Unit tests of reviews; modules_test.js runs them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gradeMoves, sideSummary, gradeChange, weakMoves } from '../../web/js/review/move_grade.js';
import { saveReview, loadReview } from '../../web/js/review/review_cache.js';
import { hintOf, isAccepted, answerVerdict } from '../../web/js/review/mistake_lesson.js';
import { reviewedGameFromLink, stonesAfter, reviewedGameOf, cutToLegal } from '../../web/js/review/reviewed_game.js';
import { positionAt, scan, turnAt } from '../../web/js/study/scan.js';
import { splitPoints } from '../../web/js/proof/proof_walk.js';

globalThis.document = { documentElement: { dataset: {} } }; // the preferences set the theme on it
const { moveVerdict } = await import('../../web/js/review/review_text.js');
delete globalThis.document;

// ---- Scan

const line = { rules: 'freestyle', size: 15, moves: ['h8', 'a1', 'h9', 'a2', 'h10'] };

/** A fake engine with given win rates of the side to move, by number of stones. */
function thinker(rates, winner = '') {
    const asked = [];
    return {
        asked,
        look: async ({ moves }) => (winner !== '' && moves === line.moves.join('') ? { over: true, winner } : { over: false, winner: '' }),
        think: async ({ moves, ms, nodes }) => {
            const ply = splitPoints(moves).length;
            asked.push(nodes === 1 ? 'wakes' : `${ply} ${ms}`);
            const [win_rate, more] = rates[ply];
            return { analysis: { turn: ply % 2 ? 'white' : 'black', lines: [{ move: 'j10', win_rate, depth: 7, line: ['j10'], ...more }] } };
        },
    };
}

test('a scan starts at the end, and reports the values it returns', async () => {
    const engine = thinker({ 0: [0.6], 1: [0.4], 2: [0.6], 3: [0.3], 4: [0.9, { wins_in: 3 }], 5: [0, { loses_in: 2 }] });
    const told = [];
    const values = await scan({ engine, game: line, ms: 70, onValue: (ply, value) => told.unshift([ply, value]) });
    assert.deepEqual(told.map(([ply]) => ply), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(values, told.map(([, value]) => value));
    assert.deepEqual(values.map((v) => v.winrate.toFixed(1)), ['0.6', '0.6', '0.6', '0.7', '1.0', '1.0']);
    assert.deepEqual(values.map((v) => v.proved), [null, null, null, null, 'black', 'black']);
    assert.deepEqual(engine.asked, ['wakes', '5 70', '3 70', '2 70', '1 70', '0 70'], 'the move before a forced win needs no thought');
    assert.deepEqual(values[4].line, ['h10', 'j10']);
    assert.equal(values[4].stones, 3);
});

test('a proved value stays proved along its line', async () => {
    const proof = { move: 'a1', wins_in: 3, loses_in: undefined, line: ['a1', 'h9', 'a2'] };
    for (const [more, expected] of [
        [{ ...proof, wins_in: undefined, loses_in: 4, line: ['a1', 'h9', 'a2', 'h10'] }, ['black 5', 'black 4', 'black 3', 'black 2', 'black 1', '- 0']],
        [proof, ['- 0', 'white 3', 'white 2', 'white 1', '- 0', '- 0']],
        [{ ...proof, move: 'b1', line: ['b1', 'h9', 'a2'] }, ['- 0', 'white 3', '- 0', '- 0', '- 0', '- 0']],
    ]) {
        const engine = thinker({ 0: [0.5], 1: [more.wins_in ? 1 : 0, more], 2: [0.5], 3: [0.5], 4: [0.5], 5: [0.5] });
        const told = [];
        const values = await scan({ engine, game: line, onValue: (ply, value) => (told[ply] = value) });
        assert.deepEqual(values.map(({ proved, stones }) => `${proved ?? '-'} ${stones}`), expected);
        assert.deepEqual(told, values);
    }
});

test('an engine without a result is asked again', async () => {
    const asked = [];
    const engine = {
        look: async () => ({ over: false, winner: '' }),
        think: async ({ ms }) => {
            if (ms) asked.push(ms);
            return { analysis: { turn: 'black', lines: [{ move: 'j10', win_rate: 0.5, depth: ms < 300 ? 0 : 4, line: ['j10'] }] } };
        },
    };
    const game = { ...line, moves: [] };
    const blind = { winrate: 0.5, proved: null, stones: 0, best: 'a1', line: ['a1'], depth: 0 };
    assert.equal((await scan({ engine, game, ms: 100, known: [blind] }))[0].depth, 4);
    assert.deepEqual(asked, [100, 200, 400]);
});

test('a final position is not searched', async () => {
    const rates = { 0: [0.5], 1: [0.5], 2: [0.5], 3: [0.5], 4: [0.5], 5: [0.5] };
    for (const [winner, winrate] of [['black', 1], ['white', 0]]) {
        const values = await scan({ engine: thinker(rates, winner), game: line });
        assert.deepEqual([values[5].winrate, values[5].proved, values[5].best], [winrate, winner, null]);
    }
});

test('a stopped scan keeps its values and can be resumed', async () => {
    const rates = { 0: [0.5], 1: [0.5], 2: [0.5], 3: [0.5], 4: [0.5], 5: [0.5] };
    const enough = new AbortController();
    const engine = thinker(rates);
    const some = await scan({ engine, game: line, onValue: (ply) => ply === 3 && enough.abort(), signal: enough.signal });
    assert.deepEqual(some.map(Boolean), [false, false, false, true, true, true]);
    const rest = thinker(rates);
    const all = await scan({ engine: rest, game: line, known: some });
    assert.ok(all.every(Boolean));
    assert.deepEqual(rest.asked, ['wakes', '2 100', '1 100', '0 100']);
});

test('positions and turns, also with setup stones', () => {
    assert.deepEqual(positionAt(line, 2), { rules: 'freestyle', size: 15, moves: 'h8a1' });
    assert.deepEqual([0, 1, 2].map((ply) => turnAt(line, ply)), ['black', 'white', 'black']);
    assert.deepEqual([0, 1, 2].map((ply) => turnAt({ turn: 'white' }, ply)), ['white', 'black', 'white']);
});

// ---- Mistakes

const value = (winrate, proved = null, best = 'j10') => ({ winrate, proved, best, stones: proved ? 5 : 0, line: [best], depth: 8 });

test('grades are those of pentad analyze', () => {
    for (const [before, after, grade] of [
        [0.6, 0.6, null], [0.6, 0.501, null], [0.6, 0.5, 'doubtful'], [0.6, 0.41, 'doubtful'], [0.6, 0.4, 'mistake'], [0.6, 0.26, 'mistake'], [0.6, 0.25, 'blunder'],
        [0.99, 0.92, 'doubtful'], [0.92, 0.84, null], [0.06, 0.001, null], [0.08, 0.01, 'doubtful'], [0.999, 0.97, null],
    ])
        assert.equal(gradeChange('black', value(before), value(after)).grade, grade, `${before} ${after}`);
});

test('proved changes are graded, however little the estimate changes', () => {
    const won = value(1, 'black');
    const lost = (stones) => ({ ...value(0, 'white'), stones });
    for (const [name, best, then, told] of [
        ['missed', won, value(0.99), 'blunder missed'], ['won all the same', won, { ...won, stones: 9 }, ' '],
        ['allowed', value(0.001), lost(5), 'doubtful allowed'], ['a three', value(0.001), lost(3), 'mistake allowed'], ['a four', value(0.001), lost(1), 'mistake allowed'],
        ['from a draw', value(0.5, 'draw'), lost(5), 'blunder allowed'], ['lost already', lost(8), lost(1), ' lost'], ['both', won, lost(5), 'blunder missed allowed'],
    ]) {
        const m = gradeChange('black', best, then);
        const said = [m.missedWin && 'missed', m.allowedWin && 'allowed', m.wasLost && 'lost'].filter(Boolean).join(' ');
        assert.equal(`${m.grade ?? ''} ${said}`, told, name);
    }
});

/** The verdicts on a game's moves, given the values of its positions: best move and Black's rate, or winner and number of moves. */
function told(moves, found) {
    const game = { rules: 'freestyle', size: 15, moves: splitPoints(moves) };
    const values = found.map(([best, rate, stones = 0]) => ({
        best, winrate: rate, proved: stones === 0 ? null : rate === 1 ? 'black' : 'white', stones, line: [best], depth: 8,
    }));
    return gradeMoves(game, values).map((m) => m && `${m.grade ?? '-'}: ${moveVerdict(m)}`);
}

test('a side that never defends is told so', () => {
    const said = told('h8a1i8a15j8o1k8o15l8', [
        ['h8', 0.8416], ['g7', 0.8606], ['i7', 0.9585], ['g8', 0.9899], ['h9', 0.9992], ['k8', 0.9994], ['k8', 1, 3], ['l8', 1, 2], ['l8', 1, 1], [null, 1],
    ]);
    assert.equal(said[4], '-: White had little chance left. The engine would have played g8.');
    assert.equal(said[6], 'mistake: o1 lets Black win in 3 stones. k8 would have held out longer.');
    assert.equal(said[7], '-: Keeps a forced win, in 2 stones.');
    assert.equal(said[8], '-: Already lost: Black wins in 2 stones, whatever is played.');
    assert.equal(said[9], '-: The best move.');
});

test('a missed win is reported, even if the position is still good', () => {
    const before = ['h8', 'g9', 'j9', 'g9', 'h9', 'h6', 'h6', 'h6', 'h6', 'h6'].map((best, i) => [best, [0.84, 0.86, 0.86, 0.84, 0.84, 0.77, 0.98, 0.95, 0.96, 0.985][i]]);
    const said = told('h8i9i7g9j8k7j9k8k10h7l11m12h6g5j6i10', [
        ...before, ['j10', 1, 7], ['m12', 1, 8], ['j10', 1, 7], ['k9', 0.96], ['j10', 1, 7], ['j7', 0.96], ['j7', 1, 3],
    ]);
    assert.equal(said[10], 'doubtful: h7 lets Black win in 7 stones. h6 would have held out longer.');
    assert.equal(said[12], '-: Already lost: Black wins in 8 stones. This move holds out longest.');
    assert.equal(said[13], 'blunder: j10 would have won in 7 stones; h6 misses it. Black still has 96 %.');
    assert.equal(said[15], 'blunder: j10 would have won in 7 stones; j6 misses it. Black still has 96 %.');
    assert.equal(said[16], 'mistake: i10 lets Black win in 3 stones. With j7 White would still have had 4 %.');
});

test('losing sooner than necessary names the longer defence', () => {
    for (const [stones, said] of [
        [5, '-: Already lost, but now White wins in 5 stones: h9 would have held out for 8.'],
        [1, '-: Already lost, but now White wins in 1 stone: h9 would have held out for 8.'],
        [3, '-: Already lost, but now White wins in 3 stones: h9 would have held out for 8.'],
        [7, '-: Already lost: White wins in 8 stones, whatever is played.'],
    ])
        assert.equal(told('h8', [['h9', 0, 8], ['a1', 0, stones]])[1], said);
});

test('moves are graded by the value after them', () => {
    const values = [value(0.6), value(0.45), value(0.7), value(1, 'black'), value(0.4), null];
    const judged = gradeMoves(line, values);
    const words = judged.map((m) => m && [m.color, m.grade, m.lost.toFixed(2), m.missedWin, m.allowedWin].join(' '));
    assert.deepEqual(words, [null, 'black doubtful 0.15 false false', 'white mistake 0.25 false false', 'black  0.00 false false', 'white  0.00 false false', null]);
    const blundered = gradeMoves(line, [value(0.5), value(0.5), value(1, 'black'), value(0.1), value(1, 'black'), null]);
    assert.deepEqual([blundered[2].grade, blundered[2].allowedWin], ['blunder', true]);
    assert.deepEqual([blundered[3].grade, blundered[3].missedWin], ['blunder', true]);
    assert.deepEqual(gradeMoves(line, values, 3).map(Boolean), [false, false, false, false, true, false], 'an opening is judged by nobody');
});

test('the best move is never a mistake, whatever the next value is', () => {
    const [, first] = gradeMoves(line, [value(0.7, null, 'h8'), value(0.4), null, null, null, null]);
    assert.deepEqual([first.lost, first.grade], [0, null]);
});

test('accuracy falls with the lost win rate, and lost positions do not count', () => {
    const values = [value(0.5), value(0.5), value(0.5), value(0.5), value(0.5), value(0.5)];
    assert.equal(sideSummary(gradeMoves(line, values), 'black').accuracy, 1);
    values[3] = value(0.1);
    const black = sideSummary(gradeMoves(line, values), 'black');
    assert.ok(black.accuracy > 0.5 && black.accuracy < 0.8, String(black.accuracy));
    assert.deepEqual([black.blunder, black.mistake, black.doubtful, black.missedWins], [1, 0, 0, 0]);
    assert.equal(sideSummary(gradeMoves(line, [value(0), value(0), value(0), null, null, null]), 'black').accuracy, null);
});

// ---- Reviewed games

test('a server game becomes a list of stones, without grading the opening', () => {
    const seats = [{ color: 'white' }, { color: 'black' }];
    const swapped = { rules: 'renju', size: 15, opening: 'swap2', mist: false, you: 0, seats, five: [], moves: ['h8', 'i9', 'j8', 'more', 'g7', 'k6', 'swap', 'h9'] };
    assert.deepEqual(reviewedGameOf(swapped), { game: { rules: 'renju', size: 15, moves: ['h8', 'i9', 'j8', 'g7', 'k6', 'h9'] }, from: 5, you: 'white', mist: false, five: [] });
    for (const [opening, moves, from] of [['none', ['h8', 'i9'], 0], ['pro', ['h8', 'i9'], 3], ['swap', ['h8', 'i9', 'j8', 'stay', 'a1'], 3]])
        assert.equal(reviewedGameOf({ ...swapped, opening, moves }).from, from, opening);
    assert.equal(reviewedGameOf({ ...swapped, you: null }).you, null);
});

test('a link becomes a reviewed game', () => {
    const setup = { rules: 'caro', size: 9, black: ['a1'], white: [], turn: 'white' };
    assert.deepEqual(reviewedGameFromLink({ setup, moves: ['b2'] }).game, { rules: 'caro', size: 9, black: 'a1', white: '', turn: 'white', moves: ['b2'] });
    assert.deepEqual(reviewedGameFromLink({ setup: { ...setup, black: [], turn: 'black' }, moves: ['b2'] }).game, { rules: 'caro', size: 9, moves: ['b2'] });
});

test('a game is cut before a forbidden move, and after its end', async () => {
    const game = { rules: 'renju', size: 15, moves: splitPoints('h8a1i8a2j8a3k8a4') };
    const engine = (legal, over, code = 'engine_refused') => ({
        look: async ({ moves }) => {
            const played = splitPoints(moves).length;
            if (played > legal) throw Object.assign(new Error('refused'), { code });
            return { over: over && played === legal };
        },
    });
    for (let legal = 0; legal <= 8; legal++) {
        const moves = game.moves.slice(0, legal);
        assert.deepEqual(await cutToLegal(engine(legal, false), game), { moves, foul: game.moves[legal] ?? null }, `after ${legal} moves`);
        assert.deepEqual(await cutToLegal(engine(legal, true), game), { moves, foul: null }, `over after ${legal} moves`);
    }
    await assert.rejects(cutToLegal(engine(3, false, 'offline'), game), { code: 'offline' });
    await assert.rejects(cutToLegal(engine(-1, false), game), { code: 'engine_refused' }, 'an illegal setup');
});

test('a line is numbered from where it leaves the game', () => {
    const told = (all) => all.map((s) => `${s.color[0]}${s.point}${s.number ?? ''}`).join(' ');
    assert.equal(told(stonesAfter(line, 2)), 'bh81 wa12');
    assert.equal(told(stonesAfter(line, 2, ['j9', 'j10'])), 'bh8 wa1 bj91 wj102');
    assert.equal(told(stonesAfter({ ...line, black: 'c3', white: 'd4', turn: 'white' }, 2)), 'bc3 wd4 wh81 ba12');
});

// ---- Mistake trainer

const lesson = { ply: 3, color: 'black', move: 'h9', before: 0.7, after: 0.4, lost: 0.3, grade: 'mistake', missedWin: false, allowedWin: false, best: value(0.7), then: value(0.4) };

test('the trainer asks for exactly the moves that the summary counts', () => {
    const doubtful = { ...lesson, ply: 1, grade: 'doubtful' };
    const good = { ...lesson, ply: 5, grade: null };
    const white = { ...lesson, ply: 4, color: 'white' };
    const missed = { ...lesson, ply: 7, grade: 'blunder', missedWin: true };
    const graded = [null, doubtful, lesson, white, good, missed];
    assert.deepEqual(weakMoves(graded, 'black'), [doubtful, lesson, missed]);
    assert.deepEqual(weakMoves(graded).length, 4);
    for (const [color, counts] of [['black', [3, 1, 1, 1, 1]], ['white', [1, 0, 1, 0, 0]]]) {
        const { weak, doubtful: unsure, mistake, blunder, missedWins } = sideSummary(graded, color);
        assert.deepEqual([weak, unsure, mistake, blunder, missedWins], counts, color);
        assert.equal(weakMoves(graded, color).length, unsure + mistake + blunder);
    }
});

test('any answer close to the best is accepted', () => {
    for (const [point, after, kind, rate] of [
        ['j10', value(0.1), 'best', 0.7], ['h9', value(0.9), 'played', 0.4], ['k1', value(0.65), 'good', 0.65], ['k1', value(0.6), 'worse', 0.6], ['k1', value(1, 'black'), 'good', 1],
    ]) {
        const verdict = answerVerdict(lesson, point, after);
        assert.deepEqual([verdict.kind, verdict.rate, isAccepted(verdict)], [kind, rate, ['best', 'good'].includes(kind)], `${point} ${kind}`);
    }
    const white = { ...lesson, color: 'white', before: 0.6, after: 0.2, best: value(0.4) };
    assert.equal(answerVerdict(white, 'k1', value(0.45)).kind, 'good');
    assert.equal(answerVerdict(white, 'k1', value(0.55)).kind, 'worse');
    assert.equal(answerVerdict({ ...lesson, best: value(1, 'black') }, 'k1', value(0.99)).kind, 'worse', 'where there is a win, a win is wanted');
    assert.deepEqual(answerVerdict({ ...lesson, best: value(0.001) }, 'k1', value(0, 'white')), { kind: 'worse', rate: 0, wins: false, loses: true });
});

test('hints say what to find, not where', () => {
    assert.deepEqual(hintOf(lesson), { kind: 'better', stones: 0, column: 'j' });
    assert.equal(hintOf({ ...lesson, best: value(1, 'black') }).kind, 'win');
    assert.equal(hintOf({ ...lesson, allowedWin: true }).kind, 'defence');
});

test('reviews are cached, the oldest are evicted, and a forbidden storage is no error', () => {
    const cells = new Map();
    globalThis.localStorage = { getItem: (key) => cells.get(key) ?? null, setItem: (key, text) => cells.set(key, text), removeItem: (key) => cells.delete(key) };
    const games = Array.from({ length: 45 }, (_, i) => ({ ...line, size: 15, moves: ['h8', `a${i % 15 + 1}`, `${'bcd'[Math.floor(i / 15)]}9`] }));
    for (const game of games) saveReview(game, { ms: 100, values: [null, null, null, value(0.5)] });
    assert.deepEqual(loadReview(games[44]), { ms: 100, values: [null, null, null, value(0.5)] });
    assert.equal(loadReview(games[0]), null);
    assert.equal(cells.size, 41);
    assert.equal(loadReview({ ...games[44], rules: 'renju' }), null);
    globalThis.localStorage = { getItem: () => { throw new Error('no'); } };
    assert.equal(loadReview(games[44]), null);
    saveReview(games[44], { ms: 1, values: [] });
    delete globalThis.localStorage;
});
