// What is said beside a puzzle, with its buttons. It is heard when it changes, and what has the focus keeps it as
// long as it is there.
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./status_text.js').Saying} Saying */

/**
 * @param {(deed: import('./status_text.js').Deed) => void} run
 * @param {Element} extra stands under the words
 */
export function createPuzzlePanel(run, extra) {
    const headline = h('p.panel-headline');
    const detail = h('p.panel-detail');
    const buttons = h('div.buttons');
    const element = h('div.panel', {}, h('div', { role: 'status' }, headline, detail), extra, buttons);
    let shown = '';
    let held = false;

    /** @param {Saying} saying */
    function drawButtons(saying) {
        const focused = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement) ? document.activeElement : null;
        fill(buttons, saying.buttons.map(({ deed, label, main }) => h('button.button.button--small', {
            type: 'button', 'data-deed': deed, class: `button button--small ${main ? 'button--main' : ''}`, onclick: () => held || run(deed),
        }, label)));
        if (focused) /** @type {HTMLElement | null} */ (buttons.querySelector(`[data-deed="${focused.dataset.deed}"]`) ?? buttons.firstElementChild)?.focus();
    }

    return {
        element,
        /** @param {Saying} saying */
        update(saying) {
            const key = JSON.stringify(saying);
            if (key === shown) return;
            shown = key;
            element.dataset.tone = saying.tone;
            fill(headline, saying.headline);
            fill(detail, saying.detail);
            drawButtons(saying);
        },
        /** Nothing may be pressed for now; the focus stays where it is. @param {boolean} yes */
        hold(yes) {
            held = yes;
            element.toggleAttribute('aria-busy', yes);
            for (const button of buttons.children) button.setAttribute('aria-disabled', String(yes));
        },
        /** The button that matters most now: for who came by the keyboard. */
        focus: () => /** @type {HTMLElement | null} */ (buttons.querySelector('.button--main'))?.focus({ preventScroll: true }),
    };
}
