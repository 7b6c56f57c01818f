// Stones that a player in the mist has seen. Stones never move, so they stay valid for the rest of the game. Kept
// in sessionStorage, so that a reload does not lose them.
import { otherColor } from './game_state.js';
import { stonesInView } from './mist_hole.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @param {string} game
 * @returns {Record<string, Color>}
 */
function load(game) {
    try {
        return JSON.parse(sessionStorage.getItem(`pentad.mist.${game}`) ?? '{}');
    } catch {
        return {};
    }
}

/**
 * @param {string} game
 * @param {string | null} text null removes the entry
 */
function storeText(game, text) {
    try {
        if (text === null) sessionStorage.removeItem(`pentad.mist.${game}`);
        else sessionStorage.setItem(`pentad.mist.${game}`, text);
    } catch {
        // not stored: lasts until the page is closed
    }
}

/** @param {string} game */
export function createMistMemory(game) {
    const seen = load(game);
    const save = () => storeText(game, JSON.stringify(seen));
    return {
        /** @returns {{point: string, color: Color}[]} */
        stones: () => Object.entries(seen).map(([point, color]) => ({ point, color })),
        /** @param {import('../types.js').Snapshot} snapshot */
        observe(snapshot) {
            for (const stone of snapshot.view ? stonesInView(snapshot.view) : []) seen[stone.point] = stone.color;
            if (snapshot.state === 'playing') save();
            else storeText(game, null); // everything is visible now
        },
        /**
         * A try on an occupied point reveals a stone of the other side, because one's own stones are known.
         * @param {string} point
         * @param {Color} own
         */
        addHiddenStone(point, own) {
            seen[point] = otherColor(own);
            save();
        },
    };
}
