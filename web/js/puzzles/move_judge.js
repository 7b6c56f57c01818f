// Judges a move of a puzzle and finds the opponent's reply: from the stored line, otherwise with the rules and the
// solver (the engine's worker in a browser, the module itself in a test).
import { hasFouls } from '../game/rules.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look' | 'solve' | 'think'>} Engine */

/**
 * @typedef {{kind: 'won', finish: string[]}} Won solved; `finish`: the remaining moves
 * @typedef {{kind: 'correct', reply: string}} Correct still winning; `reply`: the longest defence
 * @typedef {{kind: 'refuted', refutation: string[], loses: boolean}} Refuted wrong; `loses`: the other side even wins
 * @typedef {{kind: 'unclear'}} Unclear neither proved nor refuted
 */

// Limited by nodes, so that slow and fast devices judge alike; the time limit is a safety net. Puzzles need only a
// small part of this.
const SOLVE_LIMITS = { nodes: 60_000, ms: 15_000 };
const THINK_LIMITS = { nodes: 20_000, ms: 5000 }; // for the best reply to a move that does not lose

/**
 * @param {string} text 'h8i9'
 * @returns {string[]}
 */
export function splitPoints(text) {
    return text.match(/[a-y]\d+/g) ?? [];
}

/**
 * The side to move.
 * @param {string[]} moves
 * @returns {import('../types.js').Color}
 */
export function turnAfter(moves) {
    return moves.length % 2 === 0 ? 'black' : 'white';
}

/** @param {Puzzle} puzzle */
export const startMoves = (puzzle) => splitPoints(puzzle.moves);

/** @param {Puzzle} puzzle @param {string[]} moves */
const positionOf = ({ rules, size }, moves) => ({ rules, size, moves: moves.join('') });

/** @param {Engine} engine @param {Puzzle} puzzle @param {string[]} moves */
const solve = (engine, puzzle, moves) => engine.solve({ ...positionOf(puzzle, moves), ...SOLVE_LIMITS });

/** The best move by a short search. @param {Engine} engine @param {Puzzle} puzzle @param {string[]} moves @returns {Promise<string>} */
async function bestMove(engine, puzzle, moves) {
    const { analysis } = await engine.think({ ...positionOf(puzzle, moves), ...THINK_LIMITS }, () => {});
    return analysis.lines[0].move;
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves the last one is wrong, which was proved when the puzzle was made
 * @returns {Promise<Refuted>}
 */
async function refute(engine, puzzle, moves) {
    const solved = await solve(engine, puzzle, moves);
    if (solved.outcome === 'win') return { kind: 'refuted', refutation: splitPoints(solved.line), loses: true };
    return { kind: 'refuted', refutation: [await bestMove(engine, puzzle, moves)], loses: false };
}

/**
 * The solver's reply to a move that is not in the stored line, or to its last move.
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @param {string[]} fives points where the attacker makes five
 * @returns {Promise<Correct | Refuted | Unclear>}
 */
async function solvedReply(engine, puzzle, moves, fives) {
    const solved = await solve(engine, puzzle, moves);
    if (solved.outcome === 'loss') return { kind: 'correct', reply: splitPoints(solved.line)[0] ?? fives[0] };
    if (solved.outcome === 'win') return { kind: 'refuted', refutation: splitPoints(solved.line), loses: true };
    // Neither side is proved to win. Is there still a win after the best reply?
    const reply = await bestMove(engine, puzzle, moves);
    const left = await solve(engine, puzzle, [...moves, reply]);
    if (left.outcome === 'win') return { kind: 'correct', reply };
    const isWinGone = left.outcome !== 'unknown' || left.no_win_by_threats;
    return isWinGone ? { kind: 'refuted', refutation: [reply], loses: left.outcome === 'loss' } : { kind: 'unclear' };
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} played moves since the start of the puzzle
 * @param {string} point
 * @returns {Promise<Won | Correct | Refuted | Unclear>}
 */
async function judgeAttack(engine, puzzle, played, point) {
    const line = splitPoints(puzzle.line);
    const moves = [...startMoves(puzzle), ...played, point];
    const attacker = turnAfter(startMoves(puzzle));
    const defender = attacker === 'black' ? 'white' : 'black';
    if (played.length === 0 && point !== puzzle.solution) return refute(engine, puzzle, moves);

    const facts = await engine.look(positionOf(puzzle, moves));
    if (facts.over) return { kind: 'won', finish: [] };
    const fives = splitPoints(facts[attacker].fives);
    const theirs = splitPoints(facts[defender].fives);
    if (theirs.length > 0) return { kind: 'refuted', refutation: [theirs[0]], loses: true };
    if (fives.length > 1) return { kind: 'won', finish: fives.slice(0, 2) };
    // The four cannot be stopped: the only reply is a forbidden point.
    if (fives.length === 1 && splitPoints(facts.forbidden).includes(fives[0])) return { kind: 'won', finish: [] };

    const at = played.length;
    const followsLine = [...played, point].every((move, i) => move === line[i]);
    if (followsLine && at + 1 < line.length) return { kind: 'correct', reply: line[at + 1] };
    return solvedReply(engine, puzzle, moves, fives);
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string} point
 * @returns {Promise<Won | Refuted>}
 */
async function judgeDefence(engine, puzzle, point) {
    if (point === puzzle.solution) return { kind: 'won', finish: [] };
    return refute(engine, puzzle, [...startMoves(puzzle), point]);
}

/**
 * Forbidden points of the side to move.
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @returns {Promise<string[]>}
 */
export async function forbiddenAt(engine, puzzle, moves) {
    if (!hasFouls(puzzle.rules, turnAfter(moves))) return [];
    return splitPoints((await engine.look(positionOf(puzzle, moves))).forbidden);
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} played moves since the start of the puzzle, both sides
 * @param {string} point the user's next move
 * @returns {Promise<Won | Correct | Refuted | Unclear>}
 */
export function judgeMove(engine, puzzle, played, point) {
    return puzzle.kind === 'defence' ? judgeDefence(engine, puzzle, point) : judgeAttack(engine, puzzle, played, point);
}
