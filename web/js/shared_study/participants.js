// Participants of a shared study.
import { fill, h, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { language, t, userName } from '../words/i18n.js';

const NAMES_MAX = 8; // the others are only counted

/**
 * @param {readonly string[]} names
 * @returns {string} 'Ann, Ben and Eve'
 */
export function listNames(names) {
    const shown = names.slice(0, NAMES_MAX).map(userName);
    if (names.length > NAMES_MAX) shown.push(t('together.more', { n: names.length - NAMES_MAX }));
    return new Intl.ListFormat(language(), { type: 'conjunction' }).format(shown);
}

/** @param {(on: boolean) => void} lead */
export function createParticipants(lead) {
    const list = h('ul.shared-study-people', { 'aria-label': t('together.people') });
    const rule = h('p.shared-study-rule.small.muted', { role: 'status' });
    const button = h('button.button.button--small', { type: 'button' });
    let leads = false;
    button.addEventListener('click', () => lead(!leads));
    return {
        element: h('div.shared-study-company', {}, icon('people'), list, button, rule),
        /**
         * @param {import('./replica.js').Participants} participants
         * @param {string} own name
         * @param {boolean} mayLead
         */
        update({ people, leader }, own, mayLead) {
            leads = leader === own;
            fill(list, people.slice(0, NAMES_MAX).map((name) => h('li.shared-study-person', { 'data-leads': name === leader || null }, userName(name))),
                people.length > NAMES_MAX && h('li.shared-study-person', {}, t('together.more', { n: people.length - NAMES_MAX })));
            setText(rule, leads ? t('together.rule.you') : leader ? t('together.rule.leader', { name: leader }) : t('together.rule.all'));
            button.hidden = !mayLead || (leader !== null && !leads);
            setText(button, t(leads ? 'together.share' : 'together.lead'));
        },
    };
}
