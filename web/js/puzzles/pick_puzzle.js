// Picks the next puzzle: near the user's rating and not seen recently.
import { REPEAT_AFTER } from './attempts.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */

export const THEMES = /** @type {const} */ (['four', 'four-three', 'double-four', 'vcf', 'vct', 'defence']);
export const DIFFICULTIES = /** @type {const} */ (['easier', 'fitting', 'harder']);

/** Rating offsets: expected success of three in four, one in two, one in four. */
const RATING_SHIFT = { easier: -200, fitting: 0, harder: 200 };
const CANDIDATES = 12; // picks at random among the nearest

/**
 * @typedef {object} PuzzleFilter
 * @property {number} rating of the user
 * @property {string} theme '' for any
 * @property {typeof DIFFICULTIES[number]} difficulty
 */

/**
 * @param {Puzzle[]} puzzles
 * @param {PuzzleFilter} filter
 * @param {Map<string, number>} lastSeen time of the last attempt, in seconds
 * @param {number} now
 * @param {() => number} random
 * @returns {Puzzle | null}
 */
export function pickPuzzle(puzzles, { rating, theme, difficulty }, lastSeen, now, random = Math.random) {
    const fitting = puzzles.filter((p) => theme === '' || p.themes.includes(theme));
    const wanted = rating + RATING_SHIFT[difficulty];
    const fresh = fitting.filter((p) => now - (lastSeen.get(p.id) ?? -REPEAT_AFTER) >= REPEAT_AFTER);
    if (fresh.length === 0) return fitting.sort((a, b) => (lastSeen.get(a.id) ?? 0) - (lastSeen.get(b.id) ?? 0))[0] ?? null;
    const near = fresh.sort((a, b) => Math.abs(a.rating - wanted) - Math.abs(b.rating - wanted)).slice(0, CANDIDATES);
    return near[Math.floor(random() * near.length)];
}

const DAILY_STRIDE = 229; // coprime to the number of puzzles, so that none repeats too early

/**
 * The puzzle of the day, the same for everybody.
 * @param {Puzzle[]} puzzles
 * @param {number} day
 */
export function dailyPuzzle(puzzles, day) {
    const sorted = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
    return sorted[(day * DAILY_STRIDE) % sorted.length];
}
