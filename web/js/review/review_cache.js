// Reviews of the last games, kept in this browser: looking a second time takes no thinking.

/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../study/scan.js').Line} Line */
/** @typedef {{ms: number, values: (Value | null)[]}} Kept */

const NAMES = 'pentad.reviews'; // the keys, the newest first
const ROOM = 40;

/** @param {Line} game by what was played: the same game is the same wherever it comes from */
function keyOf({ rules, size, black = '', white = '', turn = 'black', moves }) {
    return `pentad.review ${rules} ${size} ${black} ${white} ${turn} ${moves.join('')}`;
}

/** @returns {string[]} */
function names() {
    return JSON.parse(localStorage.getItem(NAMES) ?? '[]');
}

/**
 * @param {Line} game
 * @returns {Kept | null}
 */
export function load(game) {
    try {
        const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null');
        return kept?.values.length === game.moves.length + 1 ? kept : null;
    } catch {
        return null; // storage may be forbidden, or hold something else
    }
}

/**
 * @param {Line} game
 * @param {Kept} review
 */
export function keep(game, review) {
    const key = keyOf(game);
    try {
        const all = [key, ...names().filter((name) => name !== key)];
        for (const old of all.splice(ROOM)) localStorage.removeItem(old);
        localStorage.setItem(NAMES, JSON.stringify(all)); // first: what is not named is never removed
        localStorage.setItem(key, JSON.stringify(review));
    } catch {
        // then it lasts as long as the page
    }
}

/**
 * Makes room for what cannot be had again by thinking.
 * @returns {boolean} false: none is left
 */
export function dropOldest() {
    try {
        const all = names();
        const oldest = all.pop();
        if (oldest === undefined) return false;
        localStorage.removeItem(oldest);
        localStorage.setItem(NAMES, JSON.stringify(all));
        return true;
    } catch {
        return false;
    }
}
