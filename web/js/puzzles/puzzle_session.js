// One puzzle being solved: what lies on the board, whose word it is, and how the first try went. Knows no document;
// how moves are judged and how long a stone takes is given to it.
import { colorAt, splitPoints, startOf } from './move_judge.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {{point: string, color: Color}} Placed */

/**
 * yours: to move; judged: the move is; waits: for a stone; wrong: refuted, try again; solved; shown: the solution
 * @typedef {'yours' | 'judged' | 'waits' | 'wrong' | 'solved' | 'shown'} Stage
 */

/** @typedef {ReturnType<typeof import('./move_judge.js').judge>} Judgement */

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
export function createTrial(puzzle, helpers) {
    const start = startOf(puzzle);
    const own = colorAt(start);
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
    let open = false; // nobody knows about the last move
    let last = ''; // the move that was judged last
    let decided = false;
    let turn = 0; // whatever was under way is dropped when it changes

    /** @param {number} score */
    function decide(score) {
        if (!decided) helpers.decide(score);
        decided = true;
    }

    /** @param {Stage} next */
    function enter(next) {
        stage = next;
        helpers.change();
    }

    /** @param {string[]} points */
    const alternating = (points) => points.map((point, i) => ({ point, color: i % 2 === 0 ? own : other(own) }));

    /**
     * Stone after stone; false if something else began meanwhile.
     * @param {Placed[]} stones
     */
    async function lay(stones) {
        const mine = turn;
        for (const stone of stones) {
            await helpers.pause();
            if (mine !== turn) return false;
            after = [...after, stone];
            helpers.change();
        }
        return true;
    }

    /** @param {string} point */
    async function play(point) {
        if (stage !== 'yours') return;
        const mine = ++turn;
        last = point;
        after = [...alternating(played), { point, color: own }];
        open = false;
        enter('judged');
        /** @type {Awaited<Judgement>} */
        let verdict;
        try {
            verdict = await helpers.judge(played, point);
        } catch (error) {
            if (mine !== turn) return;
            after = alternating(played);
            enter('yours');
            helpers.fail(error);
            return;
        }
        if (mine !== turn) return;
        const answers = (/** @type {string[]} */ points) => points.map((p, i) => ({ point: p, color: i % 2 === 0 ? other(own) : own }));
        if (verdict.kind === 'open') {
            open = true;
            after = alternating(played);
            return enter('yours');
        }
        enter('waits');
        if (verdict.kind === 'on') {
            played = [...played, point, verdict.reply];
            if (await lay(answers([verdict.reply]))) enter('yours');
        } else if (verdict.kind === 'won') {
            decide(1 - hints / HINTS);
            if (await lay(answers(verdict.finish))) enter('solved');
        } else {
            decide(0);
            loses = verdict.loses;
            if (await lay(answers(verdict.refutation))) enter('wrong');
        }
    }

    /** The position before the wrong move. */
    function again() {
        turn++;
        after = alternating(played);
        enter('yours');
    }

    /** One hint more; each says more than the last. */
    function hint() {
        hints = Math.min(hints + 1, HINTS);
        open = false;
        helpers.change();
    }

    /** The solution, stone after stone. */
    async function reveal() {
        turn++;
        decide(0);
        played = [];
        after = [];
        enter('waits');
        const line = puzzle.kind === 'attack' ? splitPoints(puzzle.line) : [puzzle.solution];
        if (await lay(alternating(line))) enter('shown');
    }

    /** Of a defence: what the other side would do to a pass. */
    async function threat() {
        if (stage === 'waits' || stage === 'judged') return; // something is under way, perhaps this
        const back = stage;
        const lies = after;
        const mine = ++turn;
        after = [];
        enter('waits');
        const line = splitPoints(puzzle.line).map((point, i) => ({ point, color: i % 2 === 0 ? other(own) : own }));
        if (!(await lay(line))) return;
        await helpers.pause();
        await helpers.pause();
        if (mine !== turn) return;
        after = lies;
        enter(back);
    }

    /** @returns {import('../engine.js').Position} */
    function claim() {
        const { rules, size, moves, kind } = puzzle;
        if (stage === 'wrong') return { rules, size, moves: [...start, ...played, last].join('') };
        if (kind === 'attack') return { rules, size, moves };
        const stones = (/** @type {Color} */ color) => before.filter((s) => s.color === color).map((s) => s.point).join('');
        return { rules, size, black: stones('black'), white: stones('white'), turn: other(own) };
    }

    return {
        puzzle, own, play, again, hint, reveal, threat,
        now: () => ({ stage, hints, loses, open, last, stones: [...before, ...after], since: before.length, started: played.length > 0, decided, moves: [...start, ...played] }),
        /** What a proof would have to show: the win, the threat, or how a wrong move loses. */
        claim,
        /** Is that what would have come without the defence? */
        isThreat: () => puzzle.kind === 'defence' && stage !== 'wrong',
        /** Nothing that is under way matters any more. */
        drop: () => void turn++,
    };
}

/** @typedef {ReturnType<typeof createTrial>} Trial */
