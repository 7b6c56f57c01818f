// All moves that gave something away, a sentence each, and the way to them.
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';
import { moveName, SIGNS, verdict } from './review_text.js';

/** @typedef {import('./move_grade.js').Judged} Judged */

/** @param {(ply: number) => void} jump */
export function createFaults(jump) {
    const list = h('ol.review-faults', {});
    const none = h('p.empty', {});
    const element = h('div', {}, none, list);
    let drawn = '';

    /** @param {Judged} m */
    const row = (m) => h('li', {}, h('button.review-fault', { type: 'button', onclick: () => jump(m.ply) },
        h('b', {}, moveName(m)), m.grade && h(`span.move-mark.move-mark--${m.grade}`, { role: 'img', 'aria-label': t(`grade.${m.grade}`) }, SIGNS[m.grade]),
        h('span.review-fault-text', {}, verdict(m))));

    return {
        element,
        /** @param {(Judged | null)[]} judged @param {boolean} isAll every position was looked at */
        update(judged, isAll) {
            const bad = judged.filter((m) => m !== null).filter((m) => m.grade !== null);
            const key = JSON.stringify([bad, isAll]);
            if (key === drawn) return;
            drawn = key;
            fill(none, t(isAll ? 'review.faults.none' : 'review.faults.sofar'));
            none.hidden = bad.length > 0;
            fill(list, bad.map(row));
        },
    };
}
