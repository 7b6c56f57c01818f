// Positions of lessons: from a picture in letters, or from the moves of a game.
import { pointName } from '../board/points.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Setting
 * @property {number} size
 * @property {string[]} black
 * @property {string[]} white
 * @property {Color} turn
 */

/** @param {string} text 'h8 i9' or 'h8i9' */
export function points(text) {
    return text.match(/[a-y]\d+/g) ?? [];
}

/**
 * X is black, O white; the first row is the one at the top.
 * @param {Color} turn
 * @param {string[]} rows
 * @returns {Setting}
 */
export function picture(turn, rows) {
    const size = rows.length;
    const where = (/** @type {string} */ sign) => rows.flatMap((row, i) =>
        [...row].flatMap((found, x) => (found === sign ? [pointName(x, size - 1 - i)] : [])));
    return { size, black: where('X'), white: where('O'), turn };
}

/**
 * @param {string} moves of a game on 15x15
 * @returns {Setting}
 */
export function game(moves) {
    const all = points(moves);
    return {
        size: 15, black: all.filter((_, i) => i % 2 === 0), white: all.filter((_, i) => i % 2 === 1), turn: all.length % 2 === 0 ? 'black' : 'white',
    };
}

/**
 * @param {Setting} setting
 * @param {string[]} moves by turns
 * @returns {Setting}
 */
export function after(setting, moves) {
    return moves.reduce((/** @type {Setting} */ now, point) => ({
        ...now, [now.turn]: [...now[now.turn], point], turn: now.turn === 'black' ? 'white' : 'black',
    }), setting);
}
