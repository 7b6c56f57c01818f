// Account settings: password, chat, API tokens, logout.
import { h } from '../ui/dom.js';
import { createForm } from '../ui/form.js';
import { updateAccount, me } from '../app/session.js';
import { showError, toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { checkPassword } from './sign_in.js';
import { tokensCard } from './api_tokens.js';

/**
 * Also for guests.
 * @param {AbortSignal} signal
 */
export function chatSwitch(signal) {
    const input = h('input', { type: 'checkbox' });
    me.subscribe((who) => (input.checked = who?.chat ?? true), signal);
    input.addEventListener('change', () => {
        updateAccount('settings', { chat: input.checked }).catch((error) => {
            input.checked = me.get()?.chat ?? true;
            showError(error);
        });
    });
    return h('div', {}, h('label.check', {}, input, t('account.chat')), h('p.field-hint', {}, t('account.chat.hint')));
}

function passwordCard() {
    return h('section.card', {}, h('h2', {}, t('account.change')),
        createForm({
            fields: [
                { name: 'old', label: t('account.password.old'), type: 'password', autocomplete: 'current-password' },
                { name: 'new', label: t('account.password.new'), type: 'password', autocomplete: 'new-password', hint: t('account.change.hint'), check: checkPassword },
            ],
            submit: t('account.change.do'),
            errorFields: { wrong_password: 'old', bad_value: 'new' },
            async send(values) {
                await updateAccount('password', values);
                toast(t('account.changed'));
            },
        }));
}

/**
 * @param {import('../types.js').Me} who
 * @param {AbortSignal} signal
 */
export function accountSettings(who, signal) {
    const logOut = () => updateAccount('logout').then(() => toast(t('account.bye')), showError);
    return [
        h('div.row', {},
            h('p.people-lead', {}, t('account.signed', { name: who.name })),
            h('a.button', { href: `/user/${encodeURIComponent(who.name)}` }, t('account.profile')),
            h('button.button', { type: 'button', onclick: logOut }, t('account.logout'))),
        h('div.people-pair', {}, passwordCard(), tokensCard(signal)),
    ];
}
