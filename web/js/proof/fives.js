// Finds winning fives by each rule set, without the engine. The rules table is that of src/core/rules.c.
import { isOnBoard, parsePoint, pointName } from '../board/points.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {Map<string, Color>} Stones by point */

/** @typedef {{overlineWins: boolean, blockedFiveWins: boolean}} SideRules */

const FREE = { overlineWins: true, blockedFiveWins: true };
const EXACT = { overlineWins: false, blockedFiveWins: true };
const CARO = { overlineWins: false, blockedFiveWins: false };
const CARO_OVERLINE = { overlineWins: true, blockedFiveWins: false };

/** @type {Record<string, Record<Color, SideRules>>} */
const RULES = {
    freestyle: { black: FREE, white: FREE },
    standard: { black: EXACT, white: EXACT },
    renju: { black: EXACT, white: FREE },
    caro: { black: CARO, white: CARO },
    'caro-overline': { black: CARO_OVERLINE, white: CARO_OVERLINE },
};

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** @typedef {{rules: string, size: number}} Board */

/**
 * The five that a stone on `point` would make.
 * @param {Board} board
 * @param {Stones} stones
 * @param {Color} color
 * @param {string} point an empty point
 * @returns {string[]} empty if none
 */
export function fiveAt({ rules, size }, stones, color, point) {
    const side = RULES[rules][color];
    const { x, y } = parsePoint(point) ?? { x: 0, y: 0 };
    const at = (/** @type {number} */ px, /** @type {number} */ py) => (isOnBoard(px, py, size) ? stones.get(pointName(px, py)) : undefined);
    for (const [dx, dy] of DIRECTIONS) {
        let first = 0;
        let last = 0;
        while (at(x + (first - 1) * dx, y + (first - 1) * dy) === color) first--;
        while (at(x + (last + 1) * dx, y + (last + 1) * dy) === color) last++;
        const length = last - first + 1;
        const ends = [at(x + (first - 1) * dx, y + (first - 1) * dy), at(x + (last + 1) * dx, y + (last + 1) * dy)];
        const blocked = ends.every((end) => end !== undefined); // by the other side; the edge does not block
        if (length < 5 || (length > 5 && !side.overlineWins) || (length === 5 && blocked && !side.blockedFiveWins)) continue;
        return Array.from({ length }, (_, i) => pointName(x + (first + i) * dx, y + (first + i) * dy));
    }
    return [];
}

/**
 * All points where a stone of that colour makes five, from the bottom left.
 * @param {Board} board
 * @param {Stones} stones
 * @param {Color} color
 */
export function fivePoints(board, stones, color) {
    const found = [];
    for (let y = 0; y < board.size; y++)
        for (let x = 0; x < board.size; x++) {
            const point = pointName(x, y);
            if (!stones.has(point) && fiveAt(board, stones, color, point).length > 0) found.push(point);
        }
    return found;
}
