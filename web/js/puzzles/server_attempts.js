// Attempts as the server tells of them, and those that it does not know.

/** @typedef {import('./attempts.js').Attempt} Attempt */
/** @typedef {{puzzle: string, at: number, score: number, day: number | null}} Told as the server has it */

const AT_ONCE = 40; // attempts sent in one visit: the rest comes with the next

/**
 * @param {Told[]} told
 * @param {import('./puzzle_data.js').Puzzle[]} puzzles
 * @returns {Attempt[]} of puzzles that there still are
 */
export function fromServer(told, puzzles) {
    const known = new Map(puzzles.map((p) => [p.id, p]));
    return told.flatMap(({ puzzle, at, score, day }) => {
        const found = known.get(puzzle);
        return found ? [{ at, id: puzzle, score: score / 100, rating: found.rating, themes: found.themes, day: day ?? undefined }] : [];
    });
}

/**
 * @param {Attempt[]} own
 * @param {Told[]} told
 * @returns {Attempt[]} what the server does not know, the latest first
 */
export function missing(own, told) {
    const there = new Set(told.map(({ at, puzzle }) => `${at} ${puzzle}`));
    return own.filter(({ at, id }) => !there.has(`${at} ${id}`)).reverse().slice(0, AT_ONCE);
}
