// Evaluation bar: who is better, as a bar and as text. Proved and estimated values look different.
import { h, setText } from '../ui/dom.js';
import { count, t } from '../words/i18n.js';

/** @typedef {import('./evaluation.js').Evaluation} Evaluation */

/** @param {Evaluation} evaluation */
export function evaluationText({ black, proved, stones }) {
    if (proved === 'draw') return t('study.proved.draw');
    if (proved) return count(`study.proved.${proved}`, stones);
    const percent = Math.round(100 * black);
    return t('study.estimated', { black: percent, white: 100 - percent });
}

export function createEvaluationBar() {
    // A styled <progress>: the value is the width of the black part in percent.
    const bar = h('progress.winbar-bar', { max: 100, value: 50, 'aria-hidden': 'true' });
    const text = h('p.winbar-words', {});
    const element = h('div.winbar', { 'data-kind': 'none' }, bar, text);
    return {
        element,
        /** @param {Evaluation | null} evaluation @param {string} fallback text without an evaluation */
        update(evaluation, fallback) {
            element.dataset.kind = evaluation ? (evaluation.proved ? 'proved' : 'estimated') : 'none';
            bar.value = Math.round(100 * (evaluation?.black ?? 0.5));
            setText(text, evaluation ? evaluationText(evaluation) : fallback);
        },
    };
}
