// What a player in the mist has seen: stones stay where they are, so what was seen once is true for
// the rest of the game. Kept for this tab, so that loading the page again does not forget.
import { hole, otherColor } from './game_state.js';

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
 * @param {string | null} text null: nothing any more
 */
function storeText(game, text) {
    try {
        if (text === null) sessionStorage.removeItem(`pentad.mist.${game}`);
        else sessionStorage.setItem(`pentad.mist.${game}`, text);
    } catch {
        // then it lasts as long as the page
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
            for (const stone of hole(snapshot)?.stones ?? []) seen[stone.point] = stone.color;
            if (snapshot.state === 'playing') save();
            else storeText(game, null); // the mist has lifted
        },
        /**
         * A try on a point that turned out to be occupied: by the other side, the own stones are known.
         * @param {string} point
         * @param {Color} own
         */
        addHiddenStone(point, own) {
            seen[point] = otherColor(own);
            save();
        },
    };
}
