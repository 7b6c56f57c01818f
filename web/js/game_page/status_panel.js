// Status panel: headline, detail and buttons. Redrawn only on change, so that the focus stays.
import { fill, h } from '../ui/dom.js';

/** @typedef {import('./status_text.js').PanelStatus} PanelStatus */

/**
 * @param {Element | null} extra shown between the text and the buttons
 * @param {(action: import('./status_text.js').PanelAction) => Promise<void> | void} run
 */
export function createStatusPanel(extra, run) {
    const element = h('div.panel', { hidden: true, tabindex: '-1' });
    let shown = '';

    /** @param {import('./status_text.js').PanelButton} spec */
    function button(spec) {
        const kind = spec.kind === 'plain' ? '' : `button--${spec.kind}`;
        const buttonElement = h('button', { type: 'button', class: `button ${kind} ${spec.hint ? 'button--tall' : ''}` },
            spec.label, spec.hint && h('span.button-hint', {}, spec.hint));
        let busy = false; // not disabled meanwhile: that would lose the focus
        buttonElement.addEventListener('click', async () => {
            if (busy) return;
            busy = true;
            buttonElement.setAttribute('aria-disabled', 'true');
            await run(spec.action);
            buttonElement.removeAttribute('aria-disabled');
            busy = false;
        });
        return buttonElement;
    }

    return {
        element,
        /** @param {PanelStatus | null} status */
        update(status) {
            const key = JSON.stringify(status);
            if (key === shown) return;
            shown = key;
            element.hidden = status === null;
            if (!status) return;
            element.dataset.tone = status.tone;
            fill(element,
                h('p.panel-headline', {}, status.headline),
                status.detail && h('p.panel-detail', {}, status.detail),
                extra,
                status.buttons.length > 0 && h('div.buttons', {}, status.buttons.map(button)));
        },
    };
}
