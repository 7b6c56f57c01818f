// All moves that gave something away, a sentence each, and the way to them.
import { fill, h } from '../dom.js';
import { t } from '../words.js';
import { moveName, SIGNS, verdict } from './saying.js';

/** @typedef {import('./grade.js').Judged} Judged */

/** @param {(ply: number) => void} jump */
export function createFaults(jump) {
    const list = h('ol.review-faults', {});
    const none = h('p.empty', {}, t('review.faults.none'));
    const element = h('div', {}, none, list);
    let drawn = '';

    /** @param {Judged} m */
    const row = (m) => h('li', {}, h('button.review-fault', { type: 'button', onclick: () => jump(m.ply) },
        h('b', {}, moveName(m)), m.grade && h(`span.move-mark.move-mark--${m.grade}`, { role: 'img', 'aria-label': t(`grade.${m.grade}`) }, SIGNS[m.grade]),
        h('span.review-fault-text', {}, verdict(m))));

    return {
        element,
        /** @param {(Judged | null)[]} judged */
        update(judged) {
            const bad = judged.filter((m) => m !== null).filter((m) => m.grade !== null);
            const key = JSON.stringify(bad);
            if (key === drawn) return;
            drawn = key;
            none.hidden = bad.length > 0;
            fill(list, bad.map(row));
        },
    };
}
