// Study storage (localStorage): the current study and the shelf. When another study becomes the current one, here or
// in another tab, the previous one goes to the shelf and can be restored.
const CURRENT_KEY = 'pentad.study';
const SHELF_KEY = 'pentad.study.aside';
const SETTINGS_KEY = 'pentad.study.wishes';
const STUDY_CHARS_MAX = 1_500_000; // of one study; browsers allow about five million characters
const SHELF_CHARS_MAX = 2_200_000; // of the whole shelf
const SHELF_MAX = 20;

/** @typedef {{id: string, sgf: string, moves: string[], when: number}} StoredStudy the tree, and the moves to the current node */
/** @typedef {'saved' | 'shelved' | 'full'} Outcome 'shelved': saved, and the previous study went to the shelf; 'full': no space, nothing changed */

/** @param {string} key */
function load(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold something older
    }
}

/** @param {string} key @param {unknown} value @param {number} [limit] @returns {boolean} false if there is no space */
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

/** Id for a study that is not stored yet. */
export const newStudyId = () => String(Math.random()).slice(2);

export const loadStudy = () => parseStudy(load(CURRENT_KEY));

/** @returns {StoredStudy[]} newest first */
export function shelvedStudies() {
    const stored = load(SHELF_KEY);
    return Array.isArray(stored) ? stored.map(parseStudy).filter((study) => study !== null) : [];
}

/** The current study or one from the shelf. @param {string} id */
export const findStudy = (id) => [loadStudy(), ...shelvedStudies()].find((study) => study?.id === id) ?? null;

/** True if it has a move, a stone or a comment. @param {StoredStudy} study */
const hasContent = ({ sgf }) => /;[BW]\[|A[BW]\[|C\[/.test(sgf);

/** @param {StoredStudy[]} studies @returns {StoredStudy[]} as many as fit, at least the first; the oldest are dropped */
function fitShelf(studies) {
    const size = studies.reduce((all, { sgf, moves }) => all + sgf.length + 5 * moves.length, 0);
    if (studies.length <= 1 || (studies.length <= SHELF_MAX && size <= 0.9 * SHELF_CHARS_MAX)) return studies; // JSON quoting makes it longer
    return fitShelf(studies.slice(0, -1));
}

/**
 * Makes this the current study; a different current one goes to the shelf.
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
