// Summary table: accuracy and mistakes of both sides.
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';
import { sideSummary } from './move_grade.js';
import { percent } from './review_text.js';

/** @typedef {import('../types.js').Color} Color */

const COLORS = /** @type {Color[]} */ (['black', 'white']);
const COUNTS = /** @type {const} */ (['weak', 'doubtful', 'mistake', 'blunder', 'missedWins']);

/** @param {Record<Color, string>} names of the players, '' if unknown */
export function createSummaryTable(names) {
    const rows = h('tbody');
    const head = h('tr', {}, h('td'), COLORS.map((color) => h('th', { scope: 'col' },
        h('span.move-dot', { 'data-color': color, role: 'img', 'aria-label': t(`color.${color}`) }), ' ', names[color] || t(`color.${color}`))));
    const element = h('table.review-table', {}, h('caption.unseen', {}, t('review.summary')), h('thead', {}, head), rows);

    return {
        element,
        /** @param {(import('./move_grade.js').GradedMove | null)[]} graded */
        update(graded) {
            const sides = COLORS.map((color) => sideSummary(graded, color));
            const accuracy = sides.map((side) => h('td.number', {}, side.accuracy === null ? '–' : `${percent(side.accuracy)} %`));
            fill(rows,
                h('tr', { title: t('review.accuracy.hint') }, h('th', { scope: 'row' }, t('review.accuracy')), accuracy),
                COUNTS.map((what) => h('tr', {}, h('th', { scope: 'row' }, t(`review.count.${what}`)),
                    sides.map((side) => h('td.number', {}, side[what])))));
        },
    };
}
