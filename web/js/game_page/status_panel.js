// Shows a saying: headline, detail, buttons. What did not change is left alone, so that the focus
// stays where it is.
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./status_text.js').Saying} Saying */

/**
 * @param {Element | null} extra stands between the words and the buttons
 * @param {(deed: import('./status_text.js').Deed) => Promise<void> | void} run
 */
export function createPanel(extra, run) {
    const element = h('div.panel', { hidden: true });
    let shown = '';

    /** @param {import('./status_text.js').Answer} answer */
    function button(answer) {
        const kind = answer.kind === 'plain' ? '' : `button--${answer.kind}`;
        const made = h('button', { type: 'button', class: `button ${kind} ${answer.hint ? 'button--tall' : ''}` },
            answer.label, answer.hint && h('span.button-hint', {}, answer.hint));
        made.addEventListener('click', async () => {
            made.disabled = true;
            await run(answer.deed);
            made.disabled = false;
        });
        return made;
    }

    return {
        element,
        /** @param {Saying | null} saying */
        update(saying) {
            const key = JSON.stringify(saying);
            if (key === shown) return;
            shown = key;
            element.hidden = saying === null;
            if (!saying) return;
            element.dataset.tone = saying.tone;
            fill(element,
                h('p.panel-headline', {}, saying.headline),
                saying.detail && h('p.panel-detail', {}, saying.detail),
                extra,
                saying.answers.length > 0 && h('div.buttons', {}, saying.answers.map(button)));
        },
    };
}
