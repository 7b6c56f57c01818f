// Puzzle sync: converts attempts from the server, and finds those that it lacks.

/** @typedef {import('./attempts.js').Attempt} Attempt */
/** @typedef {{puzzle: string, at: number, score: number, day: number | null}} ServerAttempt as the API sends it */

const UPLOAD_MAX = 40; // attempts sent per visit

/**
 * @param {ServerAttempt[]} serverAttempts
 * @param {import('./puzzle_data.js').Puzzle[]} puzzles
 * @returns {Attempt[]} those of puzzles that still exist
 */
export function fromServer(serverAttempts, puzzles) {
    const known = new Map(puzzles.map((p) => [p.id, p]));
    return serverAttempts.flatMap(({ puzzle, at, score, day }) => {
        const found = known.get(puzzle);
        return found ? [{ at, id: puzzle, score: score / 100, rating: found.rating, themes: found.themes, day: day ?? undefined }] : [];
    });
}

/**
 * @param {Attempt[]} localAttempts
 * @param {ServerAttempt[]} serverAttempts
 * @returns {Attempt[]} those that the server lacks, newest first
 */
export function notOnServer(localAttempts, serverAttempts) {
    const onServer = new Set(serverAttempts.map(({ at, puzzle }) => `${at} ${puzzle}`));
    return localAttempts.filter(({ at, id, unrated }) => !unrated && !onServer.has(`${at} ${id}`)).reverse().slice(0, UPLOAD_MAX);
}
