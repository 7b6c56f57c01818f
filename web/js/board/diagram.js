// Diagrams of a part of a board, from text: X and O are stones, x and o highlighted stones, ! a point that is
// forbidden to Black, + a highlighted point, # a point that is off limits, ~ mist, a digit a stone with its
// move number (odd black, even white).
import { parsePoint } from './points.js';
import { h, svg } from '../ui/dom.js';

const CELL = 10;
const STONE = 4.4;

/** @typedef {{color: 'black' | 'white', strong: boolean, text: string}} Piece */

/**
 * @param {string} sign
 * @returns {Piece | null}
 */
function piece(sign) {
    if (/[Xx]/.test(sign)) return { color: 'black', strong: sign === 'x', text: '' };
    if (/[Oo]/.test(sign)) return { color: 'white', strong: sign === 'o', text: '' };
    if (/[1-9]/.test(sign)) return { color: Number(sign) % 2 ? 'black' : 'white', strong: false, text: sign };
    return null;
}

/**
 * @param {number} cx
 * @param {number} cy
 * @param {Piece} stone
 */
function drawStone(cx, cy, { color, strong, text }) {
    return [
        svg(`circle.diagram-stone.diagram-stone--${color}`, { cx, cy, r: STONE }),
        strong && svg(`circle.diagram-strong`, { cx, cy, r: 1.5 }),
        text && svg(`text.diagram-number.diagram-number--${color}`, { x: cx, y: cy + 1.7 }, text),
    ];
}

/** @type {Record<string, (cx: number, cy: number) => SVGElement>} */
const marks = {
    '!': (cx, cy) => svg('path.diagram-foul', { d: `M${cx - 2.6} ${cy - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2` }),
    '+': (cx, cy) => svg('circle.diagram-point', { cx, cy, r: 2 }),
    '#': (cx, cy) => svg('rect.diagram-closed', { x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL }),
    '~': (cx, cy) => svg('rect.diagram-mist', { x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL }),
};

/**
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 * @returns {import('../ui/dom.js').Child}
 */
function drawPoint(sign, x, y) {
    const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
    const stone = piece(sign);
    return stone ? drawStone(cx, cy, stone) : marks[sign]?.(cx, cy);
}

/**
 * @param {string[]} rows
 * @param {string} caption also the accessible name
 */
export function diagram(rows, caption) {
    return h('figure.diagram', {}, drawing(rows, { role: 'img', 'aria-label': caption }), h('figcaption', { 'aria-hidden': 'true' }, caption));
}

/**
 * @param {number} size
 * @param {import('../game/game_state.js').Stone[]} stones
 * @returns {string[]}
 */
export function boardRows(size, stones) {
    const rows = Array.from({ length: size }, () => Array(size).fill('.'));
    for (const { point, color } of stones) {
        const at = parsePoint(point);
        if (at && at.x < size && at.y < size) rows[size - 1 - at.y][at.x] = color === 'black' ? 'X' : 'O';
    }
    return rows.map((row) => row.join(''));
}

/**
 * A whole board in a small size, as decoration.
 * @param {number} size
 * @param {import('../game/game_state.js').Stone[]} stones
 */
export const thumbnail = (size, stones) => drawing(boardRows(size, stones), { 'aria-hidden': 'true', class: 'diagram-thumbnail' });

/**
 * @param {string[]} rows
 * @param {Record<string, string>} attributes
 */
function drawing(rows, attributes) {
    const [width, height] = [rows[0].length * CELL, rows.length * CELL];
    const lines = [
        ...rows.map((_, y) => `M0 ${(y + 0.5) * CELL}h${width}`),
        ...[...rows[0]].map((_, x) => `M${(x + 0.5) * CELL} 0v${height}`),
    ];
    return svg('svg', { viewBox: `0 0 ${width} ${height}`, ...attributes },
        svg('rect.diagram-ground', { width, height }),
        svg('path.diagram-lines', { d: lines.join('') }),
        rows.map((row, y) => [...row].map((sign, x) => drawPoint(sign, x, y))));
}
