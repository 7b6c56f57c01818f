// What a player in the mist has seen: stones stay where they are, so what was seen once is true for
// the rest of the game. Kept for this tab, so that loading the page again does not forget.
import { hole, otherColor } from './game_state.js';

/** @typedef {import('./types.js').Color} Color */

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

/** @param {string} game */
export function createMemory(game) {
    const seen = load(game);
    const save = () => {
        try {
            sessionStorage.setItem(`pentad.mist.${game}`, JSON.stringify(seen));
        } catch {
            // then it lasts as long as the page
        }
    };
    return {
        /** @returns {{point: string, color: Color}[]} */
        stones: () => Object.entries(seen).map(([point, color]) => ({ point, color })),
        /** @param {import('./types.js').Snapshot} snapshot */
        look(snapshot) {
            for (const stone of hole(snapshot)?.stones ?? []) seen[stone.point] = stone.color;
            save();
        },
        /**
         * A try on a point that turned out to be occupied: by the other side, the own stones are known.
         * @param {string} point
         * @param {Color} own
         */
        bump(point, own) {
            seen[point] = otherColor(own);
            save();
        },
    };
}
