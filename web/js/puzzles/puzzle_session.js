// Puzzle session: a state machine for solving one puzzle (stones on the board, stage, score of the first try). Does
// not use the DOM; the judge and the delays are passed in.
import { turnAfter, splitPoints, startMoves } from './move_judge.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */

/**
 * yours: the user moves; judged: the move is being judged; threat: what the other side threatens is shown; wrong:
 * refuted, try again; solved; shown: the solution was revealed. A stage begins before its stones are placed.
 * @typedef {'yours' | 'judged' | 'threat' | 'wrong' | 'solved' | 'shown'} Stage
 */

/** @typedef {ReturnType<typeof import('./move_judge.js').judgeMove>} Judgement */

/**
 * @typedef {object} Helpers
 * @property {(played: string[], point: string) => Judgement} judge
 * @property {() => Promise<void>} pause between two stones
 * @property {number} [hints] already given, before a reload
 * @property {(hints: number) => void} [saveHints] called after a hint, until the score is decided
 * @property {(score: number) => void} decide called once, with the score of the first try
 * @property {() => void} change called when something must be redrawn
 * @property {(error: unknown) => void} fail called when judging failed
 */

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

const HINTS = 2;

/** The score of a solved puzzle. @param {number} hints that were given */
export const scoreAfter = (hints) => 1 - Math.min(hints, HINTS) / HINTS;

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
    let placing = false; // stones of this stage are still to be placed
    let hints = Math.min(helpers.hints ?? 0, HINTS);
    let loses = false;
    let refutedBy = ''; // the reply to a wrong move
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
        placing = false;
        helpers.change();
    }

    /** @param {string[]} points */
    const ownFirst = (points) => points.map((point, i) => ({ point, color: i % 2 === 0 ? ownColor : other(ownColor) }));

    /**
     * Begins a stage and places its stones one by one; false if cancelled.
     * @param {Stage} next
     * @param {Placed[]} stones
     */
    async function placeStones(next, stones) {
        const started = generation;
        stage = next;
        placing = true;
        helpers.change();
        for (const stone of stones) {
            await helpers.pause();
            if (started !== generation) return false;
            after = [...after, stone];
            helpers.change();
        }
        setStage(next);
        return true;
    }

    /** @param {string} point */
    async function play(point) {
        if (stage !== 'yours' || placing) return;
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
        if (verdict.kind === 'correct') {
            played = [...played, point, verdict.reply];
            await placeStones('yours', opponentFirst([verdict.reply]));
        } else if (verdict.kind === 'won') {
            reportScore(scoreAfter(hints));
            await placeStones('solved', opponentFirst(verdict.finish));
        } else {
            reportScore(0);
            loses = verdict.loses;
            refutedBy = verdict.refutation[0];
            await placeStones('wrong', opponentFirst(verdict.refutation));
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
        if (!decided) helpers.saveHints?.(hints);
        helpers.change();
    }

    /** Shows the solution stone by stone. */
    async function reveal() {
        generation++;
        reportScore(0);
        played = [];
        after = [];
        await placeStones('shown', ownFirst(puzzle.kind === 'attack' ? splitPoints(puzzle.line) : [puzzle.solution]));
    }

    /** For a defence: shows what the other side threatens. */
    async function threat() {
        if (placing || stage === 'judged' || stage === 'threat') return; // busy
        const stageBefore = stage;
        const stonesBefore = after;
        const started = ++generation;
        after = [];
        const line = splitPoints(puzzle.line).map((point, i) => ({ point, color: i % 2 === 0 ? other(ownColor) : ownColor }));
        if (!(await placeStones('threat', line))) return;
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
        state: () => ({ stage, placing, hints, loses, refutedBy, unclear, lastMove, stones: [...before, ...after], since: before.length, started: played.length > 0, decided, moves: [...start, ...played] }),
        /** The position whose proof explains the puzzle: the win, the threat, or why a wrong move loses. */
        proofPosition: proofPosition,
        /** True if that proof is of the threat. */
        isThreat: () => puzzle.kind === 'defence' && stage !== 'wrong',
        /** Cancels async work in progress. */
        cancel: () => void generation++,
    };
}

/** @typedef {ReturnType<typeof createPuzzleSession>} PuzzleSession */
