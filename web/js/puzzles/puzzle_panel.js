// What is said beside a puzzle, with its buttons. It is heard when it changes, and what has the focus keeps it as
// long as it is there.
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./status_text.js').PanelStatus} Saying */

/**
 * @param {(deed: import('./status_text.js').PuzzleAction) => void} run
 * @param {Element} extra stands under the words
 */
export function createPuzzlePanel(run, extra) {
    const headline = h('p.panel-headline');
    const detail = h('p.panel-detail');
    const buttons = h('div.buttons');
    const element = h('div.panel', {}, h('div', { role: 'status' }, headline, detail), extra, buttons);
    let shown = '';
    let busy = false;

    /** @param {Saying} status */
    function drawButtons(status) {
        const focused = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement) ? document.activeElement : null;
        fill(buttons, status.buttons.map(({ action, label, main }) => h('button.button.button--small', {
            type: 'button', 'data-action': action, class: `button button--small ${main ? 'button--main' : ''}`, onclick: () => busy || run(action),
        }, label)));
        if (focused) /** @type {HTMLElement | null} */ (buttons.querySelector(`[data-action="${focused.dataset.action}"]`) ?? buttons.firstElementChild)?.focus();
    }

    return {
        element,
        /** @param {Saying} status */
        update(status) {
            const key = JSON.stringify(status);
            if (key === shown) return;
            shown = key;
            element.dataset.tone = status.tone;
            fill(headline, status.headline);
            fill(detail, status.detail);
            drawButtons(status);
        },
        /** Nothing may be pressed for now; the focus stays where it is. @param {boolean} yes */
        setBusy(yes) {
            busy = yes;
            element.toggleAttribute('aria-busy', yes);
            for (const button of buttons.children) button.setAttribute('aria-disabled', String(yes));
        },
        /** The button that matters most now: for who came by the keyboard. */
        focus: () => /** @type {HTMLElement | null} */ (buttons.querySelector('.button--main'))?.focus({ preventScroll: true }),
    };
}
