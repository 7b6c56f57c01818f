// One puzzle being solved: what lies on the board, whose word it is, and how the first try went. Knows no document;
// how moves are judged and how long a stone takes is given to it.
import { turnAfter, splitPoints, startMoves } from './move_judge.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */

/**
 * yours: to move; judged: the move is; waits: for a stone; wrong: refuted, try again; solved; shown: the solution
 * @typedef {'yours' | 'judged' | 'waits' | 'wrong' | 'solved' | 'shown'} Stage
 */

/** @typedef {ReturnType<typeof import('./move_judge.js').judgeMove>} Judgement */

/**
 * @typedef {object} Helpers
 * @property {(played: string[], point: string) => Judgement} judge
 * @property {() => Promise<void>} pause between two stones
 * @property {(score: number) => void} decide how the first try went, once
 * @property {() => void} change something is to be drawn
 * @property {(error: unknown) => void} fail a judgement did not come
 */

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

const HINTS = 2;

/**
 * @param {Puzzle} puzzle
 * @param {Helpers} helpers
 */
export function createPuzzleSession(puzzle, helpers) {
    const start = startMoves(puzzle);
    const ownColor = turnAfter(start);
    /** @type {Placed[]} */
    const before = start.map((point, i) => ({ point, color: i % 2 === 0 ? 'black' : 'white' }));

    /** @type {Stage} */
    let stage = 'yours';
    /** @type {string[]} */
    let played = []; // both sides, as long as it is right
    /** @type {Placed[]} */
    let after = []; // what lies on the board since the beginning, right or wrong
    let hints = 0;
    let loses = false;
    let unclear = false; // nobody knows about the last move
    let lastMove = ''; // the move that was judged last
    let decided = false;
    let generation = 0; // whatever was under way is dropped when it changes

    /** @param {number} score */
    function reportScore(score) {
        if (!decided) helpers.decide(score);
        decided = true;
    }

    /** @param {Stage} next */
    function setStage(next) {
        stage = next;
        helpers.change();
    }

    /** @param {string[]} points */
    const ownFirst = (points) => points.map((point, i) => ({ point, color: i % 2 === 0 ? ownColor : other(ownColor) }));

    /**
     * Stone after stone; false if something else began meanwhile.
     * @param {Placed[]} stones
     */
    async function placeStones(stones) {
        const started = generation;
        for (const stone of stones) {
            await helpers.pause();
            if (started !== generation) return false;
            after = [...after, stone];
            helpers.change();
        }
        return true;
    }

    /** @param {string} point */
    async function play(point) {
        if (stage !== 'yours') return;
        const started = ++generation;
        lastMove = point;
        after = [...ownFirst(played), { point, color: ownColor }];
        unclear = false;
        setStage('judged');
        /** @type {Awaited<Judgement>} */
        let verdict;
        try {
            verdict = await helpers.judge(played, point);
        } catch (error) {
            if (started !== generation) return;
            after = ownFirst(played);
            setStage('yours');
            helpers.fail(error);
            return;
        }
        if (started !== generation) return;
        const opponentFirst = (/** @type {string[]} */ points) => points.map((p, i) => ({ point: p, color: i % 2 === 0 ? other(ownColor) : ownColor }));
        if (verdict.kind === 'unclear') {
            unclear = true;
            after = ownFirst(played);
            return setStage('yours');
        }
        setStage('waits');
        if (verdict.kind === 'correct') {
            played = [...played, point, verdict.reply];
            if (await placeStones(opponentFirst([verdict.reply]))) setStage('yours');
        } else if (verdict.kind === 'won') {
            reportScore(1 - hints / HINTS);
            if (await placeStones(opponentFirst(verdict.finish))) setStage('solved');
        } else {
            reportScore(0);
            loses = verdict.loses;
            if (await placeStones(opponentFirst(verdict.refutation))) setStage('wrong');
        }
    }

    /** The position before the wrong move. */
    function again() {
        generation++;
        after = ownFirst(played);
        setStage('yours');
    }

    /** One hint more; each says more than the last. */
    function hint() {
        hints = Math.min(hints + 1, HINTS);
        unclear = false;
        helpers.change();
    }

    /** The solution, stone after stone. */
    async function reveal() {
        generation++;
        reportScore(0);
        played = [];
        after = [];
        setStage('waits');
        const line = puzzle.kind === 'attack' ? splitPoints(puzzle.line) : [puzzle.solution];
        if (await placeStones(ownFirst(line))) setStage('shown');
    }

    /** Of a defence: what the other side would do to a pass. */
    async function threat() {
        if (stage === 'waits' || stage === 'judged') return; // something is under way, perhaps this
        const stageBefore = stage;
        const stonesBefore = after;
        const started = ++generation;
        after = [];
        setStage('waits');
        const line = splitPoints(puzzle.line).map((point, i) => ({ point, color: i % 2 === 0 ? other(ownColor) : ownColor }));
        if (!(await placeStones(line))) return;
        await helpers.pause();
        await helpers.pause();
        if (started !== generation) return;
        after = stonesBefore;
        setStage(stageBefore);
    }

    /** @returns {import('../engine.js').Position} */
    function proofPosition() {
        const { rules, size, moves, kind } = puzzle;
        if (stage === 'wrong') return { rules, size, moves: [...start, ...played, lastMove].join('') };
        if (kind === 'attack') return { rules, size, moves };
        const stones = (/** @type {Color} */ color) => before.filter((s) => s.color === color).map((s) => s.point).join('');
        return { rules, size, black: stones('black'), white: stones('white'), turn: other(ownColor) };
    }

    return {
        puzzle, ownColor, play, again, hint, reveal, threat,
        state: () => ({ stage, hints, loses, unclear, lastMove, stones: [...before, ...after], since: before.length, started: played.length > 0, decided, moves: [...start, ...played] }),
        /** What a proof would have to show: the win, the threat, or how a wrong move loses. */
        proofPosition: proofPosition,
        /** Is that what would have come without the defence? */
        isThreat: () => puzzle.kind === 'defence' && stage !== 'wrong',
        /** Nothing that is under way matters any more. */
        cancel: () => void generation++,
    };
}

/** @typedef {ReturnType<typeof createPuzzleSession>} PuzzleSession */
