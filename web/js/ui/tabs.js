// Tabs (ARIA tab pattern).
import { h } from './dom.js';

let groups = 0;

/**
 * @param {string} label
 * @param {{name: string, panel: HTMLElement}[]} tabs
 */
export function createTabs(label, tabs) {
    const group = `tabs${groups++}`;
    const buttons = tabs.map(({ name }, i) => h('button.tab', {
        type: 'button', role: 'tab', id: `${group}-${i}`, 'aria-controls': `${group}-panel-${i}`,
    }, name));
    tabs.forEach(({ panel }, i) => {
        panel.id = `${group}-panel-${i}`;
        panel.setAttribute('role', 'tabpanel');
        panel.setAttribute('aria-labelledby', `${group}-${i}`);
        panel.tabIndex = 0;
    });
    let chosen = 0;

    /** @param {number} which */
    function choose(which) {
        chosen = which;
        buttons.forEach((button, i) => {
            button.setAttribute('aria-selected', String(i === which));
            button.tabIndex = i === which ? 0 : -1;
            tabs[i].panel.hidden = i !== which;
        });
        buttons[which].classList.remove('tab--news');
    }

    const shown = () => buttons.map((b, i) => (b.hidden ? -1 : i)).filter((i) => i >= 0);
    buttons.forEach((button, i) => {
        button.addEventListener('click', () => choose(i));
        button.addEventListener('keydown', (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!step) return;
            const all = shown();
            const next = all[(all.indexOf(i) + step + all.length) % all.length];
            choose(next);
            buttons[next].focus();
            event.stopPropagation();
            event.preventDefault();
        });
    });
    choose(0);
    return {
        element: h('div.tabs', {},
            h('div.tab-list', { role: 'tablist', 'aria-label': label }, buttons), tabs.map((tab) => tab.panel)),
        choose,
        isChosen: (/** @type {number} */ which) => chosen === which,
        /**
         * @param {number} which
         * @param {boolean} visible
         */
        show(which, visible) {
            buttons[which].hidden = !visible;
            if (!visible && chosen === which) choose(0);
        },
        /** Marks a tab that is not selected with a dot. @param {number} which */
        markUnread(which) {
            if (chosen !== which) buttons[which].classList.add('tab--news');
        },
    };
}
