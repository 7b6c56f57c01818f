// Review cache: the evaluations of the last reviewed games, in localStorage.

/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../study/scan.js').Line} Line */
/** @typedef {{ms: number, values: (Value | null)[]}} CachedReview */

const INDEX_KEY = 'pentad.reviews'; // list of cached keys, newest first
const REVIEWS_MAX = 40;

/** @param {Line} game identified by its moves, wherever it comes from */
function keyOf({ rules, size, black = '', white = '', turn = 'black', moves }) {
    return `pentad.review ${rules} ${size} ${black} ${white} ${turn} ${moves.join('')}`;
}

/** @returns {string[]} */
function cachedKeys() {
    return JSON.parse(localStorage.getItem(INDEX_KEY) ?? '[]');
}

/**
 * @param {Line} game
 * @returns {CachedReview | null}
 */
export function loadReview(game) {
    try {
        const cached = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null');
        return cached?.values.length === game.moves.length + 1 ? cached : null;
    } catch {
        return null; // storage may be forbidden, or hold something else
    }
}

/**
 * @param {Line} game
 * @param {CachedReview} review
 */
export function saveReview(game, review) {
    const key = keyOf(game);
    try {
        const all = [key, ...cachedKeys().filter((name) => name !== key)];
        for (const old of all.splice(REVIEWS_MAX)) localStorage.removeItem(old);
        localStorage.setItem(INDEX_KEY, JSON.stringify(all)); // first: entries that are not listed would never be removed
        localStorage.setItem(key, JSON.stringify(review));
    } catch {
        // not stored: lasts until the page is closed
    }
}

/**
 * Evicts the oldest review to make room for data that cannot be recomputed.
 * @returns {boolean} false if there is none
 */
export function evictOldest() {
    try {
        const all = cachedKeys();
        const oldest = all.pop();
        if (oldest === undefined) return false;
        localStorage.removeItem(oldest);
        localStorage.setItem(INDEX_KEY, JSON.stringify(all));
        return true;
    } catch {
        return false;
    }
}
