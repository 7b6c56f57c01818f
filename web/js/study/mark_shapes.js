// Shapes of marks, on the board and in exported pictures. A cell is 10 units wide.

/** @typedef {import('./tree.js').Mark} Mark */
/** @typedef {[tag: 'circle' | 'path' | 'rect', attributes: Record<string, string | number>]} Shape */

/** @type {Record<Mark, (cx: number, cy: number) => Shape>} */
const SHAPES = {
    circle: (cx, cy) => ['circle', { cx, cy, r: 2.6 }],
    cross: (cx, cy) => ['path', { d: `M${cx - 2.1} ${cy - 2.1}l4.2 4.2m0-4.2l-4.2 4.2` }],
    square: (cx, cy) => ['rect', { x: cx - 2.1, y: cy - 2.1, width: 4.2, height: 4.2 }],
    triangle: (cx, cy) => ['path', { d: `M${cx} ${cy - 2.8}l2.5 4.3h-5z` }],
};

/**
 * @param {Mark} mark
 * @param {{cx: number, cy: number}} at
 */
export const shapeOf = (mark, { cx, cy }) => SHAPES[mark](cx, cy);
