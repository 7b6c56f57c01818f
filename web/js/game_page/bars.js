// Two bars: one confirms a selected point, one shows that an earlier position is on the board.
import { h, setText } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/**
 * @param {() => void} yes
 * @param {() => void} no
 */
export function createConfirmBar(yes, no) {
    const place = h('button.button.button--main', { type: 'button', onclick: yes });
    const element = h('div.confirm', { hidden: true }, place,
        h('button.button', { type: 'button', onclick: no }, t('move.cancel')));
    return {
        element,
        /** @param {string | null} point selected by a first tap */
        update(point) {
            element.hidden = point === null;
            if (point) setText(place, t('move.confirm', { point }));
        },
    };
}

/** @param {() => void} back shows the current position */
export function createReplayBar(back) {
    const text = h('span.number');
    const element = h('div.replay', { hidden: true }, text,
        h('button.button.button--small', { type: 'button', onclick: back }, t('game.live')));
    return {
        element,
        /**
         * @param {number | null} ply shown; null for the current position
         * @param {number} count
         */
        update(ply, count) {
            element.hidden = ply === null;
            if (ply !== null) setText(text, t('game.replay', { ply, count }));
        },
    };
}
