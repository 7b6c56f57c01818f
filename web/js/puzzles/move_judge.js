// Is a move right, and what does the other side answer? The stored line knows, and beside it the rules and the
// solver: the engine's worker in a browser, the module itself in a test.

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look' | 'solve' | 'think'>} Engine */

/**
 * @typedef {{kind: 'won', finish: string[]}} Won nothing is left to find; how it would end
 * @typedef {{kind: 'on', reply: string}} On still winning: the longest resistance
 * @typedef {{kind: 'off', refutation: string[], loses: boolean}} Off why not; the other side even wins
 * @typedef {{kind: 'open'}} Open nobody knows: neither right nor wrong
 */

// Nodes say when it is enough, so that a slow device judges as a fast one does; the time is for one that hangs. The
// solver finds what a puzzle has in a small part of that.
const ENOUGH = { nodes: 60_000, ms: 15_000 };
const OPINION = { nodes: 20_000, ms: 5000 }; // for the best answer to a move that is merely bad

/**
 * @param {string} text 'h8i9'
 * @returns {string[]}
 */
export function splitPoints(text) {
    return text.match(/[a-y]\d+/g) ?? [];
}

/**
 * Who is to move.
 * @param {string[]} moves
 * @returns {import('../types.js').Color}
 */
export function colorAt(moves) {
    return moves.length % 2 === 0 ? 'black' : 'white';
}

/** @param {Puzzle} puzzle */
export const startOf = (puzzle) => splitPoints(puzzle.moves);

/** @param {Puzzle} puzzle @param {string[]} moves */
const positionOf = ({ rules, size }, moves) => ({ rules, size, moves: moves.join('') });

/** @param {Engine} engine @param {Puzzle} puzzle @param {string[]} moves */
const solve = (engine, puzzle, moves) => engine.solve({ ...positionOf(puzzle, moves), ...ENOUGH });

/** The best answer, as far as is known. @param {Engine} engine @param {Puzzle} puzzle @param {string[]} moves @returns {Promise<string>} */
async function opinion(engine, puzzle, moves) {
    const { analysis } = await engine.think({ ...positionOf(puzzle, moves), ...OPINION }, () => {});
    return analysis.lines[0].move;
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves the last of them is wrong: who made the puzzle has proved that
 * @returns {Promise<Off>}
 */
async function refute(engine, puzzle, moves) {
    const solved = await solve(engine, puzzle, moves);
    if (solved.outcome === 'win') return { kind: 'off', refutation: splitPoints(solved.line), loses: true };
    return { kind: 'off', refutation: [await opinion(engine, puzzle, moves)], loses: false };
}

/**
 * What the solver answers to a move beside the stored line, or to the last one in it.
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @param {string[]} fives where the attacker would make five
 * @returns {Promise<On | Off | Open>}
 */
async function solvedReply(engine, puzzle, moves, fives) {
    const solved = await solve(engine, puzzle, moves);
    if (solved.outcome === 'loss') return { kind: 'on', reply: splitPoints(solved.line)[0] ?? fives[0] };
    if (solved.outcome === 'win') return { kind: 'off', refutation: splitPoints(solved.line), loses: true };
    // No proof for either side. Does the best answer leave a win?
    const reply = await opinion(engine, puzzle, moves);
    const left = await solve(engine, puzzle, [...moves, reply]);
    if (left.outcome === 'win') return { kind: 'on', reply };
    const isGone = left.outcome !== 'unknown' || left.no_win_by_threats;
    return isGone ? { kind: 'off', refutation: [reply], loses: left.outcome === 'loss' } : { kind: 'open' };
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} played since the beginning of the puzzle
 * @param {string} point
 * @returns {Promise<Won | On | Off | Open>}
 */
async function judgeAttack(engine, puzzle, played, point) {
    const line = splitPoints(puzzle.line);
    const moves = [...startOf(puzzle), ...played, point];
    const attacker = colorAt(startOf(puzzle));
    const defender = attacker === 'black' ? 'white' : 'black';
    if (played.length === 0 && point !== puzzle.solution) return refute(engine, puzzle, moves);

    const seen = await engine.look(positionOf(puzzle, moves));
    if (seen.over) return { kind: 'won', finish: [] };
    const fives = splitPoints(seen[attacker].fives);
    const theirs = splitPoints(seen[defender].fives);
    if (theirs.length > 0) return { kind: 'off', refutation: [theirs[0]], loses: true };
    if (fives.length > 1) return { kind: 'won', finish: fives.slice(0, 2) };
    // A four that may not be stopped: the answer is forbidden.
    if (fives.length === 1 && splitPoints(seen.forbidden).includes(fives[0])) return { kind: 'won', finish: [] };

    const at = played.length;
    const follows = [...played, point].every((move, i) => move === line[i]);
    if (follows && at + 1 < line.length) return { kind: 'on', reply: line[at + 1] };
    return solvedReply(engine, puzzle, moves, fives);
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string} point
 * @returns {Promise<Won | Off>}
 */
async function judgeDefence(engine, puzzle, point) {
    if (point === puzzle.solution) return { kind: 'won', finish: [] };
    return refute(engine, puzzle, [...startOf(puzzle), point]);
}

/**
 * Where the side to move may not play.
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @returns {Promise<string[]>}
 */
export async function forbiddenAt(engine, puzzle, moves) {
    if (puzzle.rules !== 'renju' || colorAt(moves) !== 'black') return [];
    return splitPoints((await engine.look(positionOf(puzzle, moves))).forbidden);
}

/**
 * @param {Engine} engine
 * @param {Puzzle} puzzle
 * @param {string[]} played since the beginning of the puzzle, both sides
 * @param {string} point the next move of who solves
 * @returns {Promise<Won | On | Off | Open>}
 */
export function judge(engine, puzzle, played, point) {
    return puzzle.kind === 'defence' ? judgeDefence(engine, puzzle, point) : judgeAttack(engine, puzzle, played, point);
}
