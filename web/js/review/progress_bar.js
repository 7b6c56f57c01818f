// Progress of a review, with buttons to stop, resume and search deeper.
import { h, setText } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/**
 * @param {object} on
 * @param {() => void} on.stop
 * @param {() => void} on.resume
 * @param {() => void} on.deeper
 */
export function createScanProgress(on) {
    const bar = h('progress', { max: 1, value: 0, 'aria-label': t('review.progress.label') });
    const text = h('span.number.small', {});
    const button = h('button.button.button--small', { type: 'button', onclick: () => act() });
    const element = h('div.review-progress', {}, h('div.review-progress-text', {}, text, bar), button);
    let act = on.stop;

    return {
        element,
        /**
         * @param {'working' | 'stopped' | 'done'} state
         * @param {number} known number of evaluated positions
         * @param {number} all
         * @param {number} ms per position
         */
        update(state, known, all, ms) {
            const [word, next] = {
                working: /** @type {const} */ ([t('review.stop'), on.stop]),
                stopped: /** @type {const} */ ([t('review.resume'), on.resume]),
                done: /** @type {const} */ ([t('review.deeper'), on.deeper]),
            }[state];
            const seconds = ms / 1000;
            setText(text, state === 'done' ? t('review.done', { all, seconds }) : t('review.progress', { known, all, seconds }));
            bar.max = all;
            bar.value = known;
            bar.hidden = state === 'done';
            setText(button, word);
            act = next;
        },
    };
}
