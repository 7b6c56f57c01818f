// Puzzle panel: status text (a live region) and buttons. Keeps the focus across redraws.
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./status_text.js').PanelStatus} PanelStatus */

/**
 * @param {(action: import('./status_text.js').PuzzleAction) => void} run
 * @param {Element} extra shown below the text
 */
export function createPuzzlePanel(run, extra) {
    const headline = h('p.panel-headline');
    const detail = h('p.panel-detail');
    const buttons = h('div.buttons');
    const element = h('div.panel', {}, h('div', { role: 'status' }, headline, detail), extra, buttons);
    let shown = '';
    let busy = false;

    /** @param {PanelStatus} status */
    function drawButtons(status) {
        const focused = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement) ? document.activeElement : null;
        fill(buttons, status.buttons.map(({ action, label, main }) => h('button.button.button--small', {
            type: 'button', 'data-action': action, class: `button button--small ${main ? 'button--main' : ''}`, 
            // A second hint costs rating: a double click is one.
            onclick: (/** @type {MouseEvent} */ { detail }) => busy || detail > 1 || run(action),
        }, label)));
        if (focused) /** @type {HTMLElement | null} */ (buttons.querySelector(`[data-action="${focused.dataset.action}"]`) ?? buttons.firstElementChild)?.focus();
    }

    return {
        element,
        /** @param {PanelStatus} status */
        update(status) {
            const key = JSON.stringify(status);
            if (key === shown) return;
            shown = key;
            element.dataset.tone = status.tone;
            fill(headline, status.headline);
            fill(detail, status.detail);
            drawButtons(status);
        },
        /** Disables the buttons without moving the focus. @param {boolean} yes */
        setBusy(yes) {
            busy = yes;
            element.toggleAttribute('aria-busy', yes);
            for (const button of buttons.children) button.setAttribute('aria-disabled', String(yes));
        },
        /** Focuses the main button, for keyboard users. */
        focus: () => /** @type {HTMLElement | null} */ (buttons.querySelector('.button--main'))?.focus({ preventScroll: true }),
    };
}
