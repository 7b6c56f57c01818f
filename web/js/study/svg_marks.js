// Adds the user's marks to the SVG that the engine writes. Does not use the DOM.
import { parsePoint } from '../board/points.js';
import { shapeOf } from './mark_shapes.js';

/** @typedef {import('./tree.js').Mark} Mark */

// As in src/record/svg.c.
const CELL = 40;
const EDGE = 52;
const COLOR = '#e5484d';

/**
 * @param {string} text SVG
 * @param {Readonly<Record<string, Mark>>} marks by point
 * @param {number} size
 * @returns {string}
 */
export function withMarks(text, marks, size) {
    const scale = CELL / 10;
    const drawn = Object.entries(marks).map(([point, mark]) => {
        const { x, y } = /** @type {import('../board/points.js').Point} */ (parsePoint(point));
        const [tag, attributes] = shapeOf(mark, { cx: 0, cy: 0 });
        const attributeText = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`).join(' ');
        return `<${tag} transform="translate(${EDGE + x * CELL} ${EDGE + (size - 1 - y) * CELL}) scale(${scale})" ${attributeText}/>`;
    });
    if (drawn.length === 0) return text;
    const group = `<g fill="none" stroke="${COLOR}" stroke-width=".9" stroke-linejoin="round" stroke-linecap="round">\n${drawn.join('\n')}\n</g>\n`;
    return text.replace(/<\/svg>\s*$/, `${group}</svg>\n`);
}
