// Who is at the board.
import { fill, h, write } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { language, t } from '../words/i18n.js';

const NAMED = 8; // the others are counted

/**
 * @param {readonly string[]} names
 * @returns {string} 'Ann, Ben and Eve'
 */
export function listNames(names) {
    const shown = names.slice(0, NAMED);
    if (names.length > NAMED) shown.push(t('together.more', { n: names.length - NAMED }));
    return new Intl.ListFormat(language(), { type: 'conjunction' }).format(shown);
}

/** @param {(on: boolean) => void} lead */
export function createPeople(lead) {
    const list = h('ul.together-people', { 'aria-label': t('together.people') });
    const rule = h('p.together-rule.small.muted', { role: 'status' });
    const button = h('button.button.button--small', { type: 'button' });
    let leads = false;
    button.addEventListener('click', () => lead(!leads));
    return {
        element: h('div.together-company', {}, icon('people'), list, button, rule),
        /**
         * @param {import('./replica.js').Company} company
         * @param {string} own name
         * @param {boolean} mayLead
         */
        update({ people, leader }, own, mayLead) {
            leads = leader === own;
            fill(list, people.slice(0, NAMED).map((name) => h('li.together-person', { 'data-leads': name === leader || null }, name)),
                people.length > NAMED && h('li.together-person', {}, t('together.more', { n: people.length - NAMED })));
            write(rule, leads ? t('together.rule.you') : leader ? t('together.rule.leader', { name: leader }) : t('together.rule.all'));
            button.hidden = !mayLead || (leader !== null && !leads);
            write(button, t(leads ? 'together.share' : 'together.lead'));
        },
    };
}
