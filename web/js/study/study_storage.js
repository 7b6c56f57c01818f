// Studies kept in this browser: leaving the page loses nothing, nor does another study that takes the place of the
// last one, here or in another tab. That one is put aside, and can be had back.
const KEY = 'pentad.study';
const ASIDE = 'pentad.study.aside';
const WISHES = 'pentad.study.wishes';
const LIMIT = 1_500_000; // characters of one study; browsers keep five millions
const ASIDE_LIMIT = 2_200_000; // of all that are put aside
const ASIDE_MAX = 20;

/** @typedef {{id: string, sgf: string, moves: string[], when: number}} Kept the tree, and the moves to the place in it */
/** @typedef {'kept' | 'aside' | 'full'} Outcome kept; kept, and another one was put aside; there is no room, all is as it was */

/** @param {string} key */
function load(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold something older
    }
}

/** @param {string} key @param {unknown} value @param {number} [limit] @returns {boolean} false: it lasts as long as the page */
function save(key, value, limit = LIMIT) {
    try {
        const text = JSON.stringify(value);
        if (text.length > limit) return false;
        localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

/** @param {any} kept @returns {Kept | null} */
function studyOf(kept) {
    if (typeof kept?.sgf !== 'string' || !Array.isArray(kept.moves)) return null;
    return { id: String(kept.id ?? ''), sgf: kept.sgf, moves: kept.moves, when: Number(kept.when ?? 0) };
}

/** Of a study that nobody has kept yet. */
export const newStudyId = () => String(Math.random()).slice(2);

export const loadStudy = () => studyOf(load(KEY));

/** @returns {Kept[]} the last one first */
export function asideStudies() {
    const kept = load(ASIDE);
    return Array.isArray(kept) ? kept.map(studyOf).filter((study) => study !== null) : [];
}

/** The last one, or one that was put aside. @param {string} id */
export const findStudy = (id) => [loadStudy(), ...asideStudies()].find((study) => study?.id === id) ?? null;

/** Is there anything in it: a move, a stone, a comment? @param {Kept} study */
const isWorthKeeping = ({ sgf }) => /;[BW]\[|A[BW]\[|C\[/.test(sgf);

/** @param {Kept[]} studies @returns {Kept[]} as many as there is room for, the first in any case; the oldest go */
function thatFit(studies) {
    const size = studies.reduce((all, { sgf, moves }) => all + sgf.length + 5 * moves.length, 0);
    if (studies.length <= 1 || (studies.length <= ASIDE_MAX && size <= 0.9 * ASIDE_LIMIT)) return studies; // what is written is longer, by its quotes
    return thatFit(studies.slice(0, -1));
}

/**
 * It is the last one from now on. What was that before is put aside, if it is another one.
 * @param {Kept} study
 * @returns {Outcome}
 */
export function saveStudy(study) {
    const before = loadStudy();
    if (!before || before.id === study.id) return save(KEY, study) ? 'kept' : 'full';
    const aside = asideStudies();
    const others = aside.filter(({ id }) => id !== before.id && id !== study.id);
    const givesWay = isWorthKeeping(before);
    if (!save(ASIDE, thatFit(givesWay ? [before, ...others] : others), ASIDE_LIMIT)) return 'full';
    if (save(KEY, study)) return givesWay ? 'aside' : 'kept';
    save(ASIDE, aside, ASIDE_LIMIT);
    return 'full';
}

/** @returns {Record<string, any>} */
export const loadWishes = () => load(WISHES) ?? {};

/** @param {Record<string, any>} wishes */
export const saveWishes = (wishes) => save(WISHES, wishes);
