// Points: 'h8' is column h, row 8 counted from the bottom. x and y count from 0 at the bottom left.

/** @typedef {{x: number, y: number}} Point */

/**
 * @param {string} text
 * @returns {Point | null}
 */
export function parsePoint(text) {
    const found = /^([a-y])([1-9]|1\d|2[0-5])$/.exec(text.trim().toLowerCase());
    return found && { x: found[1].charCodeAt(0) - 97, y: Number(found[2]) - 1 };
}

/** @param {number} x */
export function columnName(x) {
    return String.fromCharCode(97 + x);
}

/**
 * @param {number} x
 * @param {number} y
 */
export function pointName(x, y) {
    return columnName(x) + (y + 1);
}

/** @param {number} size */
export const allPoints = (size) => Array.from({ length: size * size }, (_, i) => pointName(i % size, Math.floor(i / size)));

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function isOnBoard(x, y, size) {
    return x >= 0 && y >= 0 && x < size && y < size;
}

/**
 * The star points of a board.
 * @param {number} size
 * @returns {Point[]}
 */
export function starPoints(size) {
    const edge = size >= 13 ? 3 : 2;
    const middle = (size - 1) / 2;
    const lines = [edge, size - 1 - edge];
    /** @type {Point[]} */
    const stars = size >= 9 ? lines.flatMap((x) => lines.map((y) => ({ x, y }))) : [];
    if (size % 2 === 1) stars.push({ x: middle, y: middle });
    if (size % 2 === 1 && size >= 19) for (const at of lines) stars.push({ x: at, y: middle }, { x: middle, y: at });
    return stars;
}
