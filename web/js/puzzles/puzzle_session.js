// Puzzle session: a state machine for solving one puzzle (stones on the board, stage, score of the first try). Does
// not use the DOM; the judge and the delays are passed in.
import { turnAfter, splitPoints, startMoves } from './move_judge.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */

/**
 * yours: the user moves; judged: the move is being judged; waits: stones are being placed; wrong: refuted, try again;
 * solved; shown: the solution was revealed
 * @typedef {'yours' | 'judged' | 'waits' | 'wrong' | 'solved' | 'shown'} Stage
 */

/** @typedef {ReturnType<typeof import('./move_judge.js').judgeMove>} Judgement */

/**
 * @typedef {object} Helpers
 * @property {(played: string[], point: string) => Judgement} judge
 * @property {() => Promise<void>} pause between two stones
 * @property {(score: number) => void} decide called once, with the score of the first try
 * @property {() => void} change called when something must be redrawn
 * @property {(error: unknown) => void} fail called when judging failed
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
    let played = []; // correct moves of both sides
    /** @type {Placed[]} */
    let after = []; // stones placed since the start, right or wrong
    let hints = 0;
    let loses = false;
    let unclear = false; // the last move could not be judged
    let lastMove = ''; // the last move that was judged
    let decided = false;
    let generation = 0; // incremented to cancel async work in progress

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
     * Places stones one by one; false if cancelled.
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

    /** Back to the position before the wrong move. */
    function again() {
        generation++;
        after = ownFirst(played);
        setStage('yours');
    }

    /** Gives the next hint; each is more specific. */
    function hint() {
        hints = Math.min(hints + 1, HINTS);
        unclear = false;
        helpers.change();
    }

    /** Shows the solution stone by stone. */
    async function reveal() {
        generation++;
        reportScore(0);
        played = [];
        after = [];
        setStage('waits');
        const line = puzzle.kind === 'attack' ? splitPoints(puzzle.line) : [puzzle.solution];
        if (await placeStones(ownFirst(line))) setStage('shown');
    }

    /** For a defence: shows what the other side threatens. */
    async function threat() {
        if (stage === 'waits' || stage === 'judged') return; // busy
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
        /** The position whose proof explains the puzzle: the win, the threat, or why a wrong move loses. */
        proofPosition: proofPosition,
        /** True if that proof is of the threat. */
        isThreat: () => puzzle.kind === 'defence' && stage !== 'wrong',
        /** Cancels async work in progress. */
        cancel: () => void generation++,
    };
}

/** @typedef {ReturnType<typeof createPuzzleSession>} PuzzleSession */
