// Lesson positions, from a text picture or from the moves of a game.
import { pointName } from '../board/points.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} LessonPosition
 * @property {number} size
 * @property {string[]} black
 * @property {string[]} white
 * @property {Color} turn
 */

/** @param {string} text 'h8 i9' or 'h8i9' */
export function parsePoints(text) {
    return text.match(/[a-y]\d+/g) ?? [];
}

/**
 * X is black, O white; the first row is the one at the top.
 * @param {Color} turn
 * @param {string[]} rows
 * @returns {LessonPosition}
 */
export function positionFromPicture(turn, rows) {
    const size = rows.length;
    const where = (/** @type {string} */ sign) => rows.flatMap((row, i) =>
        [...row].flatMap((found, x) => (found === sign ? [pointName(x, size - 1 - i)] : [])));
    return { size, black: where('X'), white: where('O'), turn };
}

/**
 * @param {string} moves of a game on 15x15
 * @returns {LessonPosition}
 */
export function positionFromMoves(moves) {
    const all = parsePoints(moves);
    return {
        size: 15, black: all.filter((_, i) => i % 2 === 0), white: all.filter((_, i) => i % 2 === 1), turn: all.length % 2 === 0 ? 'black' : 'white',
    };
}

/**
 * @param {LessonPosition} setting
 * @param {string[]} moves of alternating colours
 * @returns {LessonPosition}
 */
export function afterMoves(setting, moves) {
    return moves.reduce((/** @type {LessonPosition} */ now, point) => ({
        ...now, [now.turn]: [...now[now.turn], point], turn: now.turn === 'black' ? 'white' : 'black',
    }), setting);
}
