// Unit tests of puzzles and lessons that need neither the engine nor the DOM. tests/wasm/course_test.mjs checks the
// positions of the lessons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holeCentre, holeArea } from '../../web/js/game/mist_hole.js';
import { LESSONS } from '../../web/js/course/lessons.js';
import { afterMoves, positionFromPicture } from '../../web/js/course/lesson_position.js';
import { createLessonSession } from '../../web/js/course/lesson_session.js';
import { pointName } from '../../web/js/board/points.js';
import { pickPuzzle, dailyPuzzle } from '../../web/js/puzzles/pick_puzzle.js';
import { judgeMove } from '../../web/js/puzzles/move_judge.js';
import { rate } from '../../web/js/puzzles/rating.js';
import { attemptsFor, dailyStreak, hintsTaken, mergeAttempts, puzzleStats, ratingChange, saveHints } from '../../web/js/puzzles/attempts.js';
import { fromServer, notOnServer } from '../../web/js/puzzles/server_attempts.js';
import { createPuzzleSession } from '../../web/js/puzzles/puzzle_session.js';
import en from '../../web/js/words/en.js';

globalThis.document = { documentElement: { dataset: {} } }; // the preferences set the theme on it
const { stakesText } = await import('../../web/js/puzzles/status_text.js');
delete globalThis.document;

// ---- Rating

test('the example of Glickman’s paper', () => {
    const before = { rating: 1500, deviation: 200, volatility: 0.06 };
    const results = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]].map(([rating, deviation, score]) => ({ rating, deviation, score }));
    const after = rate(before, results);
    assert.equal(after.rating.toFixed(2), '1464.05'); // the paper rounds intermediate results: 1464.06
    assert.equal(after.deviation.toFixed(2), '151.52');
    assert.equal(after.volatility.toFixed(5), '0.06000');
});

test('an unexpected result changes a rating more, and the deviation shrinks', () => {
    const now = { rating: 1000, deviation: 200, volatility: 0.06 };
    const won = (rating) => rate(now, [{ rating, deviation: 60, score: 1 }]);
    assert.ok(won(1400).rating > won(1000).rating && won(1000).rating > won(600).rating && won(600).rating > 1000);
    assert.ok(won(1000).deviation < 200);
    assert.ok(rate(now, [{ rating: 600, deviation: 60, score: 0 }]).rating < 1000);
});

// ---- Attempts

const attempt = (at, id, score, more = {}) => ({ at, id, score, rating: 900, themes: ['vcf'], ...more });

test('attempts of two devices are merged by time', () => {
    const [a, b, c] = [attempt(1, 'a', 1), attempt(2, 'b', 0), attempt(3, 'c', 1)];
    assert.deepEqual(mergeAttempts([a, c], [b, c]), [a, b, c]);
    assert.deepEqual(mergeAttempts([b, a], []), [a, b]);
    const many = Array.from({ length: 2000 }, (_, i) => attempt(i, 'x', 1));
    assert.equal(mergeAttempts(many, []).length, 1500);
    assert.equal(mergeAttempts(many, [])[0].at, 500);
});

test('a guest’s attempts move to the account, those of another account do not', () => {
    const attempts = [attempt(1, 'a', 1)];
    for (const [owner, name, kept] of [[null, null, 1], [null, 'Ann', 1], ['Ann', 'Ann', 1], ['Ann', 'Bob', 0], ['Ann', null, 0]])
        assert.deepEqual(attemptsFor({ owner, attempts }, name), { owner: name, attempts: kept ? attempts : [] }, `${owner}, ${name}`);
});

test('attempts from the server, and those it lacks', () => {
    const told = [{ puzzle: 'a', at: 1, score: 50, day: 7 }, { puzzle: 'gone', at: 2, score: 100, day: null }];
    assert.deepEqual(fromServer(told, [{ id: 'a', rating: 700, themes: ['four'] }]), [{ at: 1, id: 'a', score: 0.5, rating: 700, themes: ['four'], day: 7 }]);
    const own = [attempt(1, 'a', 0.5), attempt(5, 'c', 1, { unrated: true }), ...Array.from({ length: 60 }, (_, i) => attempt(10 + i, 'b', 1))];
    assert.deepEqual(notOnServer(own, told).map(({ at }) => at), Array.from({ length: 40 }, (_, i) => 69 - i));
});

test('streaks, counts and themes are computed from the attempts', () => {
    const now = puzzleStats([1, 1, 0.5, 1, 0, 1].map((score, i) => attempt(i, String(i), score, { themes: i % 2 ? ['vct'] : ['vcf', 'four'] })));
    assert.equal(now.best, 3); // a hint neither adds to a streak nor ends it
    assert.equal(now.streak, 1);
    assert.deepEqual([now.tried, now.solved, now.history.length], [6, 5, 6]);
    assert.deepEqual(puzzleStats([attempt(1, 'a', 1, { unrated: true })]), puzzleStats([]));
    assert.deepEqual(now.themes, { vcf: { tried: 3, solved: 2 }, four: { tried: 3, solved: 2 }, vct: { tried: 3, solved: 3 } });
});

test('a daily streak ends yesterday or today', () => {
    const days = (...list) => list.map((day, i) => attempt(i, String(i), 1, { day }));
    for (const [what, list, count, doneToday] of [
        ['none', [], 0, false], ['today', [10], 1, true], ['today’s waits', [8, 9], 2, false], ['a gap', [6, 7, 9, 10], 2, true], ['long ago', [3, 4], 0, false],
    ])
        assert.deepEqual(dailyStreak(days(...list), 10), { count, doneToday }, what);
});

// ---- Picking a puzzle

const puzzles = Array.from({ length: 100 }, (_, i) => ({ id: String(i), rating: 400 + 15 * i, themes: [i % 2 ? 'vcf' : 'vct'] }));
const MONTH = 31 * 24 * 3600;

test('a puzzle is picked near the rating, of the theme, and not seen recently', () => {
    const filter = { rating: 1000, theme: '', difficulty: 'fitting' };
    const pick = (more, seen = new Map(), random = () => 0.999) => pickPuzzle(puzzles, { ...filter, ...more }, seen, MONTH, random);
    assert.ok(Math.abs(pick({}).rating - 1000) <= 90);
    assert.ok(Math.abs(pick({ difficulty: 'harder' }).rating - 1200) <= 90);
    assert.ok(Math.abs(pick({ difficulty: 'easier' }).rating - 800) <= 90);
    assert.deepEqual(pick({ theme: 'vcf' }).themes, ['vcf']);
    assert.equal(pick({ theme: 'nothing' }), null);
    const near = pick({}, new Map(), () => 0);
    assert.notEqual(pick({}, new Map([[near.id, MONTH - 60]]), () => 0).id, near.id);
    assert.equal(pick({}, new Map([[near.id, 0]]), () => 0).id, near.id); // long enough ago
    const all = new Map(puzzles.map(({ id }, i) => [id, MONTH - 1000 + i]));
    assert.equal(pick({}, all).id, '0'); // all were seen: the oldest
});

test('every puzzle is the puzzle of the day once before one repeats', () => {
    const first = Array.from({ length: 100 }, (_, day) => dailyPuzzle(puzzles, day).id);
    assert.equal(new Set(first).size, 100);
    assert.equal(dailyPuzzle([...puzzles].reverse(), 7).id, dailyPuzzle(puzzles, 7).id);
});

// ---- Puzzle session

/** A session with given verdicts, and the scores it reports. */
function sessionOf(verdicts, kind = 'attack') {
    const scores = [];
    const session = createPuzzleSession({ id: 'p', rules: 'freestyle', size: 15, moves: 'h8i9', kind, solution: 'a1', themes: ['vcf'], stones: 3, line: 'a1a2a3', rating: 900 }, {
        judge: async () => verdicts.shift(), pause: async () => {}, decide: (score) => scores.push(score), change() {}, fail() {},
    });
    const placed = () => session.state().stones.slice(2).map(({ point, color }) => color[0] + point).join(' ');
    return { session, scores, placed };
}
const won = (...finish) => ({ kind: 'won', finish });
const refuted = (...refutation) => ({ kind: 'refuted', refutation, loses: true });

test('a puzzle is solved move by move', async () => {
    const { session, scores, placed } = sessionOf([{ kind: 'correct', reply: 'b2' }, won('c3', 'd4')]);
    await session.play('a1');
    assert.deepEqual([session.state().stage, placed(), scores.length], ['yours', 'ba1 wb2', 0]);
    assert.deepEqual(session.state().moves, ['h8', 'i9', 'a1', 'b2']);
    await session.play('a3');
    assert.deepEqual([session.state().stage, placed(), scores], ['solved', 'ba1 wb2 ba3 wc3 bd4', [1]]);
    await session.play('a4');
    assert.equal(placed(), 'ba1 wb2 ba3 wc3 bd4');
});

test('hints before a reload count, and are saved until the score is decided', async () => {
    const [saved, scores] = [[], []];
    const session = createPuzzleSession({ id: 'p', rules: 'freestyle', size: 15, moves: 'h8i9', kind: 'attack', solution: 'a1', themes: ['vcf'], stones: 3, line: 'a1a2a3', rating: 900 }, {
        hints: 1, saveHints: (hints) => saved.push(hints), judge: async () => won(), pause: async () => {}, decide: (score) => scores.push(score), change() {}, fail() {},
    });
    assert.equal(session.state().hints, 1);
    await session.play('a1');
    session.hint();
    assert.deepEqual([scores, saved], [[0.5], []]);
    for (const text of ['null', '7', '[', '{"p":"x"}']) {
        globalThis.localStorage = { getItem: () => text, setItem: (_, value) => saved.push(value) };
        assert.equal(hintsTaken('p'), 0, text);
        saveHints('p', 2);
        assert.equal(JSON.parse(saved.pop()).p, 2, text);
    }
    delete globalThis.localStorage;
});

test('only the first try counts, and a hint halves the score', async () => {
    const wrong = sessionOf([refuted('b2', 'c3'), won()]);
    await wrong.session.play('o15');
    assert.deepEqual([wrong.session.state().stage, wrong.placed()], ['wrong', 'bo15 wb2 bc3']);
    assert.equal(wrong.session.proofPosition().moves, 'h8i9o15');
    wrong.session.again();
    assert.deepEqual([wrong.session.state().stage, wrong.placed()], ['yours', '']);
    assert.equal(wrong.session.proofPosition().moves, 'h8i9');
    await wrong.session.play('a1');
    assert.deepEqual([wrong.session.state().stage, wrong.scores], ['solved', [0]]);
    for (const [hints, score] of [[1, 0.5], [2, 0]]) {
        const helped = sessionOf([won()]);
        for (let i = 0; i < hints; i++) helped.session.hint();
        await helped.session.play('a1');
        assert.deepEqual(helped.scores, [score]);
    }
});

test('the solution and the threat are shown, and leaving cancels them', async () => {
    const shown = sessionOf([]);
    await shown.session.reveal();
    assert.deepEqual([shown.session.state().stage, shown.placed(), shown.scores], ['shown', 'ba1 wa2 ba3', [0]]);
    const threat = sessionOf([], 'defence');
    const running = threat.session.threat();
    assert.equal(threat.session.state().stage, 'threat');
    await running;
    assert.deepEqual([threat.session.state().stage, threat.placed(), threat.scores], ['yours', '', []]);
    assert.deepEqual(threat.session.proofPosition(), { rules: 'freestyle', size: 15, black: 'h8', white: 'i9', turn: 'white' });
    const dropped = sessionOf([won('c3', 'd4')]);
    const playing = dropped.session.play('a1');
    dropped.session.cancel();
    await playing;
    assert.equal(dropped.placed(), 'ba1');
});

test('the panel is in step with the board: a stage begins before its stones are placed', async () => {
    for (const [name, act, expected] of [
        ['a wrong move', (s) => s.play('o15'), ['judged', 'wrong', 'wrong b2', 'wrong b2 c3', 'wrong.']],
        ['the solution', (s) => s.reveal(), ['shown', 'shown a1', 'shown a1 a2', 'shown a1 a2 a3', 'shown.']],
    ]) {
        const seen = [];
        const session = createPuzzleSession({ id: 'p', rules: 'freestyle', size: 15, moves: 'h8i9', kind: 'attack', solution: 'a1', themes: ['vcf'], stones: 3, line: 'a1a2a3', rating: 900 }, {
            judge: async () => refuted('b2', 'c3'), pause: async () => {}, decide() {}, fail() {},
            change() {
                const { stage, placing, stones } = session.state();
                const since = stones.slice(2).map(({ point }) => point).filter((point) => point !== 'o15');
                seen.push(placing || stage === 'judged' ? [stage, ...since].join(' ') : `${stage}.`);
            },
        });
        await act(session);
        assert.deepEqual(seen, expected, name);
    }
});

test('what a try may cost is what it costs', () => {
    const change = (score) => String(ratingChange([], { rating: 900, score }));
    const [full, half, none] = [1, 0.5, 0].map(change);
    assert.ok(Number(full) > 0 && Number(none) < 0 && Number(half) < Number(full), `${full} ${half} ${none}`);
    assert.equal(stakesText(0, change), `Solved: ${full}. With one hint: ${half}. A wrong move, the solution or a second hint: ${none}.`);
    assert.equal(stakesText(1, change), `Solved with this hint: ${half}. A wrong move, the solution or another hint: ${none}.`);
    assert.equal(stakesText(2, change), `After two hints it counts as failed: ${none}.`);
    const failed = puzzleStats([{ at: 1, id: 'p', score: 0, rating: 900, themes: [] }]).rating.rating;
    assert.equal(Math.round(failed) - 900, Number(none));
});

test('asking for the threat twice, or during judging, changes nothing', async () => {
    const twice = sessionOf([won()], 'defence');
    await Promise.all([twice.session.threat(), twice.session.threat()]);
    assert.deepEqual([twice.session.state().stage, twice.placed()], ['yours', '']);
    await twice.session.play('a1');
    assert.equal(twice.session.state().stage, 'solved');
    const judged = sessionOf([won('c3')], 'defence');
    await Promise.all([judged.session.play('a1'), judged.session.threat()]);
    assert.deepEqual([judged.session.state().stage, judged.placed(), judged.scores], ['solved', 'ba1 wc3', [1]]);
});

test('an unclear move does not count', async () => {
    const { session, scores, placed } = sessionOf([{ kind: 'correct', reply: 'b2' }, { kind: 'unclear' }, won()]);
    await session.play('a1');
    const judged = session.play('o15');
    assert.equal(session.state().stage, 'judged');
    await judged;
    assert.deepEqual([session.state().stage, session.state().unclear, placed(), scores], ['yours', true, 'ba1 wb2', []]);
    await session.play('a3');
    assert.deepEqual([session.state().stage, session.state().unclear, scores], ['solved', false, [1]]);
});

test('outside the stored line a move is wrong only if that is proved', async () => {
    const puzzle = { rules: 'freestyle', size: 15, moves: 'h8i9', kind: 'attack', solution: 'a1', line: 'a1a2a3' };
    const unknown = { outcome: 'unknown', line: '', no_win_by_threats: false };
    for (const [first, second, verdict] of [
        [{ outcome: 'loss', line: 'c3c4' }, null, { kind: 'correct', reply: 'c3' }],
        [{ outcome: 'win', line: 'd4d5' }, null, { kind: 'refuted', refutation: ['d4', 'd5'], loses: true }],
        [unknown, { ...unknown, outcome: 'win' }, { kind: 'correct', reply: 'e5' }],
        [unknown, { ...unknown, no_win_by_threats: true }, { kind: 'refuted', refutation: ['e5'], loses: false }],
        [unknown, { ...unknown, outcome: 'loss' }, { kind: 'refuted', refutation: ['e5'], loses: true }],
        [unknown, unknown, { kind: 'unclear' }],
    ]) {
        const answers = [first, second];
        const engine = {
            look: async () => ({ over: false, black: { fives: '' }, white: { fives: '' }, forbidden: '' }),
            solve: async () => answers.shift(), think: async () => ({ analysis: { lines: [{ move: 'e5' }] } }),
        };
        assert.deepEqual(await judgeMove(engine, puzzle, ['a1', 'a2'], 'f6'), verdict);
    }
});

test('the solution replaces a threat that is being shown', async () => {
    const pauses = [];
    const session = createPuzzleSession({ id: 'p', rules: 'freestyle', size: 15, moves: 'h8i9', kind: 'defence', solution: 'a1', themes: ['vcf'], stones: 3, line: 'a1', rating: 900 }, {
        judge: async () => won(), pause: () => new Promise((done) => pauses.push(done)), decide() {}, change() {}, fail() {},
    });
    const go = async () => {
        pauses.shift()();
        await new Promise((done) => setImmediate(done));
    };
    session.threat();
    await go(); // its stone is on the board
    session.reveal();
    while (pauses.length > 0) await go();
    assert.equal(session.state().stage, 'shown');
});

// ---- Lessons

test('the hole moves by the rule of the mist', () => {
    const columns = 'MLBBLMEGSCPAOAPCSGE'.toLowerCase();
    const rows = [3, 17, 1, 12, 12, 1, 17, 3, 16, 18, 9, 8, 15, 11, 15, 8, 9, 18, 16];
    for (let x = 0; x < 19; x++) for (let y = 0; y < 19; y++) assert.equal(holeCentre(pointName(x, y)), columns[x] + rows[y]);
    assert.deepEqual(holeArea('c18'), { left: 0, right: 5, bottom: 14, top: 18 });
});

test('a text picture becomes a position', () => {
    const setting = positionFromPicture('black', ['X..', '.O.', '..X']);
    assert.deepEqual(setting, { size: 3, black: ['a3', 'c1'], white: ['b2'], turn: 'black' });
    assert.deepEqual(afterMoves(setting, ['a1', 'a2']), { size: 3, black: ['a3', 'c1', 'a1'], white: ['b2', 'a2'], turn: 'black' });
});

test('every lesson has all its texts', () => {
    const missing = [];
    const need = (key) => key in en || missing.push(key);
    for (const { name, steps } of LESSONS) {
        need(`course.${name}`);
        need(`course.${name}.about`);
        for (const step of steps) {
            const own = `course.${name}.${step.name}`;
            need(own);
            for (const option of step.options ?? []) [`${own}.${option.name}`, `${own}.${option.name}.reply`].forEach(need);
            if (step.stages) [`${own}.hint`, `${own}.right`].forEach(need);
            for (const { goal } of step.stages ?? []) [`course.goal.${goal}`, `course.wrong.${goal}`].forEach(need);
        }
    }
    assert.deepEqual(missing, []);
});

/** A session of a lesson, and the steps it reports as done. */
function lessonSessionOf(name, from = 0) {
    const done = [];
    const lesson = LESSONS.find((l) => l.name === name);
    return { done, session: createLessonSession(lesson, from, { pause: async () => {}, done: (steps) => done.push(steps), change() {} }) };
}

test('the listed answers lead through every lesson', async () => {
    for (const { name, steps } of LESSONS) {
        const { session, done } = lessonSessionOf(name);
        for (const step of steps) {
            for (const stage of step.stages ?? []) await session.pick(stage.answers[0]);
            if (step.options) session.choose(step.options.find((o) => o.right).name);
            assert.equal(session.state().status, 'right', `${name}, ${step.name}`);
            session.next();
        }
        assert.deepEqual(done, steps.map((_, i) => i + 1));
    }
});

test('a wrong answer is punished and can be retried', async () => {
    const { session, done } = lessonSessionOf('rules', 2);
    const placed = () => session.state().stones.map(({ point, color }) => color[0] + point).join(' ');
    await session.pick('a1');
    assert.deepEqual([session.state().status, placed()], ['wrong', 'ba1 wh7']);
    await session.pick('h7');
    assert.equal(session.state().status, 'wrong');
    session.again();
    assert.deepEqual([session.state().status, placed()], ['asks', '']);
    await session.pick('h7');
    assert.deepEqual([session.state().status, placed(), done], ['right', 'bh7', [3]]);
});

test('in the mist a hidden stone is revealed', async () => {
    const { session } = lessonSessionOf('mist', 1);
    await session.pick('a1');
    assert.deepEqual([session.state().status, session.state().stones], ['wrong', []]);
    session.again();
    await session.pick('k12');
    assert.deepEqual([session.state().status, session.state().stones], ['asks', [{ point: 'k12', color: 'white' }]]);
    await session.pick('o12');
    assert.equal(session.state().status, 'right');
});
