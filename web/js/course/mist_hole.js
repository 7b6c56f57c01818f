// Position of the hole (visible area) in the mist: the game's rule, as in src/core/mist.c.
import { parsePoint, pointName } from '../board/points.js';

export const MIST_SIZE = 19;
const HOLE_RADIUS = 3;

/**
 * The centre of the hole after a stone.
 * @param {string} stone
 */
export function holeCentreAfter(stone) {
    const at = parsePoint(stone) ?? { x: 0, y: 0 };
    const [column, row] = [at.x + 1, at.y + 1];
    return pointName((5 * column * column + 3 * column + 4) % MIST_SIZE, (4 * row * row + 2 * row - 4) % MIST_SIZE);
}

/**
 * The visible points, clipped to the board.
 * @param {string} middle
 * @returns {import('../board/board.js').Area}
 */
export function holeArea(middle) {
    const { x, y } = parsePoint(middle) ?? { x: 0, y: 0 };
    const cut = (/** @type {number} */ n) => Math.min(Math.max(n, 0), MIST_SIZE - 1);
    return { left: cut(x - HOLE_RADIUS), right: cut(x + HOLE_RADIUS), bottom: cut(y - HOLE_RADIUS), top: cut(y + HOLE_RADIUS) };
}

/**
 * @param {import('../board/board.js').Area} area
 * @param {string} point
 */
export function isInside(area, point) {
    const at = parsePoint(point);
    return at !== null && at.x >= area.left && at.x <= area.right && at.y >= area.bottom && at.y <= area.top;
}
