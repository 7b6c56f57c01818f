// Board overlay of the analysis board: best moves, threats, marks, a previewed line, and next moves in the tree.
import { fill, svg } from '../ui/dom.js';
import { shapeOf } from './mark_shapes.js';
import { turnAfter } from './tree.js';
import { heatLevel } from './evaluation.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('./tree.js').Mark} Mark */
/** @typedef {{fives: string, fours: string}} Threats */

/**
 * @typedef {object} Overlay
 * @property {readonly import('./analysis_session.js').Line[]} best the best moves, or with the heat map all that were searched
 * @property {{black: string[], white: string[]} | null} fives points where a side makes five
 * @property {{black: string[], white: string[]} | null} fours points that make a four which no single stone stops
 * @property {Readonly<Record<string, Mark>>} marks
 * @property {string[]} next moves in the tree
 * @property {readonly string[]} barred
 * @property {{points: string[], setup: import('./tree.js').Setup, ply: number} | null} preview a line from this position
 * @property {string | null} proved the proved move
 * @property {string[]} taken occupied points
 */

/** @param {import('./analysis_session.js').Line} line */
function heatText(line) {
    if (line.wins_in) return `W${line.wins_in}`;
    return line.loses_in ? `L${line.loses_in}` : String(Math.round(100 * line.win_rate));
}

/** @param {import('../board/board.js').Board} board */
export function createBoardOverlay(board) {
    /** @param {Overlay['best']} lines @param {Set<string>} taken */
    function bestMoves(lines, taken) {
        return lines.filter((line) => line.move && !taken.has(line.move)).map((line, i) => {
            const { cx, cy } = board.centre(line.move);
            const text = heatText(line);
            const long = text.length > 2 ? 'note-heat--long' : '';
            const certain = line.wins_in || line.loses_in ? 'note-heat--certain' : '';
            return svg('g', { class: `note-heat note-heat--${heatLevel(line, lines[0])} ${certain} ${long} ${i === 0 ? 'note-heat--best' : ''}` },
                svg('circle', { cx, cy, r: 4.3 }), svg('text', { x: cx, y: cy, dy: '0.36em' }, text));
        });
    }

    /** A small badge at a corner of the point; Black's is on the left. @param {Color} color @param {string} sign */
    const threat = (color, sign) => (/** @type {string} */ point) => {
        const { cx, cy } = board.centre(point);
        const x = cx + (color === 'black' ? -3 : 3);
        const y = cy - 3;
        return svg('g', { class: `note-threat note-threat--${color} note-threat--${sign}` },
            svg('circle', { cx: x, cy: y, r: 2 }), svg('text', { x, y: y + 1 }, sign));
    };

    /** @param {Overlay} notes */
    function threats({ fives, fours }) {
        return /** @type {const} */ (['black', 'white']).map((color) => {
            const five = fives?.[color] ?? [];
            // Who can make five needs no four; after an open four every point would be marked.
            return five.length > 0 ? five.map(threat(color, '5')) : (fours?.[color] ?? []).map(threat(color, '4'));
        });
    }

    /** @param {NonNullable<Overlay['preview']>} line */
    function preview({ points, setup, ply }) {
        return points.map((point, i) => {
            const { cx, cy } = board.centre(point);
            const color = turnAfter(setup, ply + i);
            return svg('g', { class: `note-stone note-stone--${color}` },
                svg('circle', { cx, cy, r: 4.5 }), svg('text', { x: cx, y: cy + 1.4 }, i + 1));
        });
    }

    return {
        /** @param {Overlay} overlay */
        show(overlay) {
            const covered = new Set([...overlay.taken, ...(overlay.preview?.points ?? [])]);
            fill(board.overlay,
                bestMoves(overlay.best, covered),
                overlay.next.filter((point) => !covered.has(point))
                    .map((point) => svg('circle.note-next', { ...board.centre(point), r: 4.6 })),
                overlay.barred.map((point) => {
                    const { cx, cy } = board.centre(point);
                    return svg('path.note-barred', { d: `M${cx - 2.6} ${cy + 2.6}l5.2-5.2` });
                }),
                overlay.proved && !covered.has(overlay.proved) && svg('circle.note-proved', { ...board.centre(overlay.proved), r: 4.6 }),
                threats(overlay),
                overlay.preview && preview(overlay.preview),
                Object.entries(overlay.marks).map(([point, mark]) =>
                    svg('g', { class: 'note-mark' }, svg(...shapeOf(mark, board.centre(point))))));
        },
    };
}
