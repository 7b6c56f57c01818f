// Puzzle attempts and the statistics computed from them. The lists of several devices are merged into one. Stored in
// localStorage.
import { PUZZLE_DEVIATION, rate, UNKNOWN } from './rating.js';

/**
 * @typedef {object} Attempt the first try of a puzzle
 * @property {number} at seconds since 1970
 * @property {string} id of the puzzle
 * @property {number} score 1: solved, 0.5: with a hint, 0: failed
 * @property {number} rating of the puzzle
 * @property {string[]} themes of the puzzle
 * @property {number} [day] set if it was the puzzle of that day
 * @property {boolean} [unrated] for practice: not in the statistics, and not sent to the server
 */

/**
 * @typedef {object} PuzzleStats
 * @property {import('./rating.js').Rating} rating
 * @property {number[]} history ratings after each attempt
 * @property {number} streak of solved puzzles
 * @property {number} best streak
 * @property {number} tried
 * @property {number} solved
 * @property {Record<string, {tried: number, solved: number}>} themes
 */

const KEY = 'pentad.puzzles';
const HINTS_KEY = 'pentad.puzzles.hints';
const ATTEMPTS_MAX = 1500; // older attempts are dropped

/** Day number in UTC. @param {number} ms since 1970 */
export const dayOf = (ms) => Math.floor(ms / (24 * 3600 * 1000));

/** Seconds after which a puzzle counts again. */
export const REPEAT_AFTER = 30 * 24 * 3600;

/**
 * @param {Attempt[]} one
 * @param {Attempt[]} other
 * @returns {Attempt[]} both, sorted by time, without duplicates
 */
export function mergeAttempts(one, other) {
    const all = new Map([...one, ...other].map((a) => [`${a.at} ${a.id}`, a]));
    return [...all.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).slice(-ATTEMPTS_MAX);
}

/**
 * @param {Attempt[]} attempts
 * @returns {PuzzleStats}
 */
export function puzzleStats(attempts) {
    /** @type {PuzzleStats} */
    const stats = { rating: UNKNOWN, history: [], streak: 0, best: 0, tried: 0, solved: 0, themes: {} };
    for (const { score, rating, themes, unrated } of attempts) {
        if (unrated) continue;
        stats.rating = rate(stats.rating, [{ rating, deviation: PUZZLE_DEVIATION, score }]);
        stats.history.push(stats.rating.rating);
        stats.streak = score === 1 ? stats.streak + 1 : score === 0 ? 0 : stats.streak; // a hint does not end the streak
        stats.best = Math.max(stats.best, stats.streak);
        stats.tried += 1;
        stats.solved += Number(score > 0);
        for (const theme of themes) {
            stats.themes[theme] ??= { tried: 0, solved: 0 };
            stats.themes[theme].tried += 1;
            stats.themes[theme].solved += Number(score > 0);
        }
    }
    return stats;
}

/**
 * How an attempt changes the rating.
 * @param {Attempt[]} attempts before it
 * @param {Pick<Attempt, 'rating' | 'score'>} attempt
 */
export function ratingChange(attempts, { rating, score }) {
    const before = puzzleStats(attempts).rating;
    return Math.round(rate(before, [{ rating, deviation: PUZZLE_DEVIATION, score }]).rating) - Math.round(before.rating);
}

/**
 * The time of the last attempt by puzzle.
 * @param {Attempt[]} attempts
 */
export function lastSeen(attempts) {
    return new Map(attempts.map(({ id, at }) => [id, at]));
}

/**
 * Days in a row with the puzzle of the day, up to today, or to yesterday if today's is still open.
 * @param {Attempt[]} attempts
 * @param {number} today
 */
export function dailyStreak(attempts, today) {
    const days = new Set(attempts.map(({ day }) => day));
    const last = days.has(today) ? today : today - 1;
    let count = 0;
    while (days.has(last - count)) count++;
    return { count, doneToday: days.has(today) };
}

/** @param {unknown} a */
function isAttempt(a) {
    const { at, id, score, rating, themes } = /** @type {any} */ (a ?? {});
    return Number.isFinite(at) && Number.isFinite(rating) && typeof id === 'string' && [0, 0.5, 1].includes(score) && Array.isArray(themes);
}

/** @typedef {{owner: string | null, attempts: Attempt[]}} StoredAttempts `owner`: an account; null: a guest */

/** @returns {StoredAttempts} */
function load() {
    try {
        const { owner, attempts } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return { owner: typeof owner === 'string' ? owner : null, attempts: Array.isArray(attempts) ? mergeAttempts(attempts.filter(isAttempt), []) : [] };
    } catch {
        return { owner: null, attempts: [] }; // storage may be forbidden, or hold something else
    }
}

/** @param {StoredAttempts} record */
function save(record) {
    try {
        localStorage.setItem(KEY, JSON.stringify(record));
    } catch {
        // not stored: lasts until the page is closed
    }
    return record.attempts;
}

/**
 * The stored attempts for the current user: a guest's attempts move to the account, those of another account are
 * dropped.
 * @param {StoredAttempts} record
 * @param {string | null} name of the account; null for a guest
 * @returns {StoredAttempts}
 */
export function attemptsFor({ owner, attempts }, name) {
    return { owner: name, attempts: owner === null || owner === name ? attempts : [] };
}

export const loadAttempts = () => load().attempts;

/** @param {string | null} name of the account; null for a guest */
export const adoptAttempts = (name) => save(attemptsFor(load(), name));

/**
 * Merges into the stored list, which another tab may have changed.
 * @param {Attempt[]} attempts
 */
export function saveAttempts(attempts) {
    const { owner, attempts: stored } = load();
    return save({ owner, attempts: mergeAttempts(stored, attempts) });
}

// ---- Hints of puzzles that are still open, so that a reload does not forget them

/** @returns {Record<string, number>} by puzzle */
function loadHints() {
    try {
        return Object(JSON.parse(localStorage.getItem(HINTS_KEY) ?? '{}'));
    } catch {
        return {};
    }
}

/** @param {string} id of a puzzle */
export const hintsTaken = (id) => Number(loadHints()[id]) || 0;

/**
 * @param {string} id of a puzzle
 * @param {number} hints 0: the puzzle was decided
 */
export function saveHints(id, hints) {
    const { [id]: _, ...others } = loadHints();
    try {
        localStorage.setItem(HINTS_KEY, JSON.stringify(hints > 0 ? { ...others, [id]: hints } : others));
    } catch {
        // not stored: lasts until the page is closed
    }
}
