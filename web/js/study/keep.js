// The study as it was, kept in this browser: leaving the page loses nothing.
const KEY = 'pentad.study';
const WISHES = 'pentad.study.wishes';
const LIMIT = 1_000_000; // characters; more than browsers keep gladly

/** @param {string} key */
function load(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold something older
    }
}

/** @param {string} key @param {unknown} value */
function save(key, value) {
    try {
        const text = JSON.stringify(value);
        if (text.length <= LIMIT) localStorage.setItem(key, text);
    } catch {
        // then it lasts as long as the page
    }
}

/** @returns {{sgf: string, moves: string[]} | null} the tree, and the moves to the place in it */
export function loadStudy() {
    const kept = load(KEY);
    return typeof kept?.sgf === 'string' && Array.isArray(kept.moves) ? kept : null;
}

/** @param {{sgf: string, moves: string[]}} study */
export const saveStudy = (study) => save(KEY, study);

/** @returns {Record<string, any>} */
export const loadWishes = () => load(WISHES) ?? {};

/** @param {Record<string, any>} wishes */
export const saveWishes = (wishes) => save(WISHES, wishes);
