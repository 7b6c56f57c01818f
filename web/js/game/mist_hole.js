// The hole (visible area) in the mist. Where it jumps is a table of the C program (catalog.js).
import { catalog } from '../catalog.js';
import { parsePoint } from '../board/points.js';

/** @typedef {import('../board/board.js').Area} Area */

const { size: MIST_SIZE, reach: REACH, first: FIRST, after } = catalog.mist;
const AFTER = after.match(/[a-z]\d+/g) ?? []; // by the point of the stone, row by row from the bottom

/**
 * The centre of the hole after a stone.
 * @param {string | null} stone null: before the first one
 */
export function holeCentre(stone) {
    const at = stone === null ? null : parsePoint(stone);
    return at ? AFTER[at.y * MIST_SIZE + at.x] : FIRST;
}

/**
 * The visible points, clipped to the board.
 * @param {string} centre
 * @returns {Area}
 */
export function holeArea(centre) {
    const { x, y } = parsePoint(centre) ?? { x: 0, y: 0 };
    const clip = (/** @type {number} */ n) => Math.min(Math.max(n, 0), MIST_SIZE - 1);
    return { left: clip(x - REACH), right: clip(x + REACH), bottom: clip(y - REACH), top: clip(y + REACH) };
}

/**
 * @param {Area} area
 * @param {string} point
 */
export function isInside(area, point) {
    const at = parsePoint(point);
    return at !== null && at.x >= area.left && at.x <= area.right && at.y >= area.bottom && at.y <= area.top;
}
