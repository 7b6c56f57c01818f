// List of all mistakes, each with its verdict and a link to the move.
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';
import { weakMoves } from './move_grade.js';
import { moveName, GRADE_SIGNS, moveVerdict } from './review_text.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */

/** @param {(ply: number) => void} jump */
export function createMistakesList(jump) {
    const list = h('ol.review-faults', {});
    const none = h('p.empty', {});
    const element = h('div', {}, none, list);
    let drawn = '';

    /** @param {Judged} m */
    const row = (m) => h('li', {}, h('button.review-fault', { type: 'button', onclick: () => jump(m.ply) },
        h('b', {}, moveName(m)), m.grade && h(`span.move-mark.move-mark--${m.grade}`, { role: 'img', 'aria-label': t(`grade.${m.grade}`) }, GRADE_SIGNS[m.grade]),
        h('span.review-fault-text', {}, moveVerdict(m))));

    return {
        element,
        /** @param {(Judged | null)[]} graded @param {boolean} isAll true if every position was evaluated */
        update(graded, isAll) {
            const bad = weakMoves(graded);
            const key = JSON.stringify([bad, isAll]);
            if (key === drawn) return;
            drawn = key;
            fill(none, t(isAll ? 'review.faults.none' : 'review.faults.sofar'));
            none.hidden = bad.length > 0;
            fill(list, bad.map(row));
        },
    };
}
