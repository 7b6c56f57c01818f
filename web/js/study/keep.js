// Studies kept in this browser: leaving the page loses nothing, nor does another study that takes the place of the
// last one, here or in another tab. That one is put aside, and can be had back.
const KEY = 'pentad.study';
const ASIDE = 'pentad.study.aside';
const WISHES = 'pentad.study.wishes';
const LIMIT = 1_000_000; // characters; more than browsers keep gladly
const ASIDE_MAX = 8;

/** @typedef {{id: string, sgf: string, moves: string[]}} Kept the tree, and the moves to the place in it */

/** @param {string} key */
function load(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold something older
    }
}

/** @param {string} key @param {unknown} value @returns {boolean} false: it lasts as long as the page */
function save(key, value) {
    try {
        const text = JSON.stringify(value);
        if (text.length > LIMIT) return false;
        localStorage.setItem(key, text);
        return true;
    } catch {
        return false;
    }
}

/** @param {any} kept @returns {Kept | null} */
function studyOf(kept) {
    if (typeof kept?.sgf !== 'string' || !Array.isArray(kept.moves)) return null;
    return { id: String(kept.id ?? ''), sgf: kept.sgf, moves: kept.moves };
}

/** Of a study that nobody has kept yet. */
export const newStudyId = () => String(Math.random()).slice(2);

export const loadStudy = () => studyOf(load(KEY));

/** @returns {Kept[]} the last one first */
export function asideStudies() {
    const kept = load(ASIDE);
    return Array.isArray(kept) ? kept.map(studyOf).filter((study) => study !== null) : [];
}

/** Is there anything in it: a move, a stone, a comment? @param {Kept} study */
const isWorthKeeping = ({ sgf }) => /;[BW]\[|A[BW]\[|C\[/.test(sgf);

/** @param {Kept[]} studies as many of them as there is room for */
function saveAside(studies) {
    let room = LIMIT / 2; // what is written is longer, by its quotes
    save(ASIDE, studies.slice(0, ASIDE_MAX).filter(({ sgf, moves }) => (room -= sgf.length + 5 * moves.length) > 0));
}

/**
 * @param {Kept} study
 * @returns {boolean} another one was put aside for it
 */
export function saveStudy(study) {
    const before = loadStudy();
    if (!save(KEY, study) || !before || before.id === study.id) return false;
    const others = asideStudies().filter(({ id }) => id !== before.id && id !== study.id);
    saveAside(isWorthKeeping(before) ? [before, ...others] : others);
    return isWorthKeeping(before);
}

/** One that was put aside changes places with the one that is there. @param {string} id */
export function takeBack(id) {
    const wanted = asideStudies().find((study) => study.id === id);
    if (wanted) saveStudy(wanted);
}

/** @returns {Record<string, any>} */
export const loadWishes = () => load(WISHES) ?? {};

/** @param {Record<string, any>} wishes */
export const saveWishes = (wishes) => save(WISHES, wishes);
