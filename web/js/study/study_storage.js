// Studies kept in this browser: leaving the page loses nothing, nor does another study that takes the place of the
// last one, here or in another tab. That one is put aside, and can be had back.
const CURRENT_KEY = 'pentad.study';
const SHELF_KEY = 'pentad.study.aside';
const SETTINGS_KEY = 'pentad.study.wishes';
const STUDY_CHARS_MAX = 1_500_000; // characters of one study; browsers keep five millions
const SHELF_CHARS_MAX = 2_200_000; // of all that are put aside
const SHELF_MAX = 20;

/** @typedef {{id: string, sgf: string, moves: string[], when: number}} StoredStudy the tree, and the moves to the place in it */
/** @typedef {'saved' | 'shelved' | 'full'} Outcome kept; kept, and another one was put aside; there is no room, all is as it was */

/** @param {string} key */
function load(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold something older
    }
}

/** @param {string} key @param {unknown} value @param {number} [limit] @returns {boolean} false: it lasts as long as the page */
function save(key, value, limit = STUDY_CHARS_MAX) {
    try {
        const text = JSON.stringify(value);
        if (text.length > limit) return false;
        localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

/** @param {any} stored @returns {StoredStudy | null} */
function parseStudy(stored) {
    if (typeof stored?.sgf !== 'string' || !Array.isArray(stored.moves)) return null;
    return { id: String(stored.id ?? ''), sgf: stored.sgf, moves: stored.moves, when: Number(stored.when ?? 0) };
}

/** Of a study that nobody has kept yet. */
export const newStudyId = () => String(Math.random()).slice(2);

export const loadStudy = () => parseStudy(load(CURRENT_KEY));

/** @returns {StoredStudy[]} the last one first */
export function shelvedStudies() {
    const stored = load(SHELF_KEY);
    return Array.isArray(stored) ? stored.map(parseStudy).filter((study) => study !== null) : [];
}

/** The last one, or one that was put aside. @param {string} id */
export const findStudy = (id) => [loadStudy(), ...shelvedStudies()].find((study) => study?.id === id) ?? null;

/** Is there anything in it: a move, a stone, a comment? @param {StoredStudy} study */
const hasContent = ({ sgf }) => /;[BW]\[|A[BW]\[|C\[/.test(sgf);

/** @param {StoredStudy[]} studies @returns {StoredStudy[]} as many as there is room for, the first in any case; the oldest go */
function fitShelf(studies) {
    const size = studies.reduce((all, { sgf, moves }) => all + sgf.length + 5 * moves.length, 0);
    if (studies.length <= 1 || (studies.length <= SHELF_MAX && size <= 0.9 * SHELF_CHARS_MAX)) return studies; // what is written is longer, by its quotes
    return fitShelf(studies.slice(0, -1));
}

/**
 * It is the last one from now on. What was that before is put aside, if it is another one.
 * @param {StoredStudy} study
 * @returns {Outcome}
 */
export function saveStudy(study) {
    const before = loadStudy();
    if (!before || before.id === study.id) return save(CURRENT_KEY, study) ? 'saved' : 'full';
    const shelf = shelvedStudies();
    const others = shelf.filter(({ id }) => id !== before.id && id !== study.id);
    const isShelved = hasContent(before);
    if (!save(SHELF_KEY, fitShelf(isShelved ? [before, ...others] : others), SHELF_CHARS_MAX)) return 'full';
    if (save(CURRENT_KEY, study)) return isShelved ? 'shelved' : 'saved';
    save(SHELF_KEY, shelf, SHELF_CHARS_MAX);
    return 'full';
}

/** @returns {Record<string, any>} */
export const loadSettings = () => load(SETTINGS_KEY) ?? {};

/** @param {Record<string, any>} settings */
export const saveSettings = (settings) => save(SETTINGS_KEY, settings);
