// Comment on the current move: the verdict, the better line to play through, and the proof of a win.
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';
import { moveName, GRADE_SIGNS, moveVerdict } from './review_text.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */

/**
 * @typedef {object} CommentState
 * @property {Judged | null} move that led here; null if it was not graded
 * @property {string} value of the position, as text
 * @property {{moves: string[], at: number} | null} line being played through; `at` of its moves are on the board
 * @property {string | null} winBefore the winning move that was missed
 * @property {import('../types.js').Color | null} winNow the side that is proved to win
 */

/**
 * @param {object} on
 * @param {(at: number) => void} on.line shows that many moves of the better line
 * @param {() => void} on.back returns to the game
 * @param {(when: 'before' | 'now') => void} on.showProof
 */
export function createMoveComment(on) {
    const text = h('div.review-words', { 'aria-live': 'polite' });
    const steps = h('div.review-line', { role: 'group', 'aria-label': t('review.line') });
    const buttons = h('div.buttons');
    const element = h('div.panel.review-comment', {}, text, steps, buttons);
    let drawn = '';

    /** @param {string} label @param {() => void} onclick @param {string} name to find it again after a redraw */
    const button = (label, onclick, name) => h('button.button.button--small', { type: 'button', onclick, 'data-name': name }, label);

    /** @param {CommentState} shown */
    function choices({ move, line, winBefore, winNow }) {
        const better = move && move.grade && move.best.line.length > 0;
        return [
            line && button(t('review.line.back'), on.back, 'back'),
            better && !line && button(t('review.line.show'), () => on.line(1), 'show'),
            winBefore && button(t('review.why.before', { best: winBefore }), () => on.showProof('before'), 'before'),
            winNow && !line && button(t('review.why.now', { color: t(`color.${winNow}`) }), () => on.showProof('now'), 'now'),
        ];
    }

    return {
        element,
        /** @param {CommentState} shown */
        update(shown) {
            const key = JSON.stringify(shown);
            if (key === drawn) return;
            drawn = key;
            const { move, value, line } = shown;
            const focus = element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-name') : undefined;
            fill(text, move && h('p.panel-headline', {}, moveName(move), ' ', move.grade &&
                h(`span.review-grade.review-grade--${move.grade}`, {}, `${GRADE_SIGNS[move.grade]} ${t(`grade.${move.grade}`)}`)),
            move && h('p', {}, moveVerdict(move)), !move && h('p.panel-detail', {}, value));
            steps.hidden = !line;
            fill(steps, line && line.moves.map((point, i) => {
                const step = button(point, () => on.line(i + 1), `step${i}`);
                if (i + 1 === line.at) step.setAttribute('aria-current', 'step');
                return step;
            }));
            fill(buttons, choices(shown));
            buttons.hidden = !buttons.hasChildNodes();
            if (focus === undefined) return;
            /** @type {HTMLElement | null} */ (element.querySelector(`[data-name="${focus}"]`) ?? element.querySelector('button'))?.focus();
        },
    };
}
