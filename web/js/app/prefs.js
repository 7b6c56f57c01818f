// User preferences, stored in localStorage. Theme and board style become attributes of <html> for the style sheets.
import { store } from '../util/store.js';

/**
 * @typedef {object} Prefs
 * @property {string} language '': the browser's
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'wood' | 'slate' | 'contrast'} board
 * @property {boolean} coordinates
 * @property {boolean} numbers
 * @property {boolean} sounds
 * @property {'auto' | 'always' | 'never'} confirm when a second tap is needed
 * @property {number} level chosen last
 * @property {boolean} demo whether the board of the home page moves
 * @property {boolean} ratedPuzzles whether puzzles count for the puzzle rating
 */

/** @type {Prefs} */
const DEFAULTS = {
    language: '', theme: 'auto', board: 'wood', coordinates: true, numbers: false, sounds: true,
    confirm: 'auto', level: -1, demo: true, ratedPuzzles: true,
};
const KEY = 'pentad.prefs';

/** @returns {Prefs} */
function load() {
    try {
        return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
    } catch {
        return { ...DEFAULTS }; // storage may be forbidden
    }
}

export const prefs = store(load());

/** @param {Partial<Prefs>} changes */
export function setPrefs(changes) {
    prefs.set({ ...prefs.get(), ...changes });
    try {
        localStorage.setItem(KEY, JSON.stringify(prefs.get()));
    } catch {
        // not stored: lasts until the page is closed
    }
}

prefs.subscribe(({ theme, board }) => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.board = board;
});
