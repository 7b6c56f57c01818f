// Account settings: password, chat, API tokens, logout.
import { h } from '../ui/dom.js';
import { createForm } from '../ui/form.js';
import { updateAccount, me } from '../app/session.js';
import { showError, toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { checkPassword } from './sign_in.js';
import { tokensCard } from './api_tokens.js';

/**
 * A switch for a setting that the server keeps.
 * @param {'chat' | 'online'} name
 * @param {string} label
 * @param {string} hint
 * @param {AbortSignal} signal
 */
function settingSwitch(name, label, hint, signal) {
    const input = h('input', { type: 'checkbox' });
    const show = () => (input.checked = me.get()?.[name] ?? true);
    me.subscribe(show, signal);
    input.addEventListener('change', () => {
        updateAccount('settings', { [name]: input.checked }).catch((error) => {
            show();
            showError(error);
        });
    });
    return h('div', {}, h('label.check', {}, input, label), h('p.field-hint', {}, hint));
}

/**
 * Also for guests.
 * @param {AbortSignal} signal
 */
export const chatSwitch = (signal) => settingSwitch('chat', t('account.chat'), t('account.chat.hint'), signal);

/**
 * For accounts: guests are never named.
 * @param {AbortSignal} signal
 */
export function onlineSwitch(signal) {
    const element = settingSwitch('online', t('account.online'), t('account.online.hint'), signal);
    me.subscribe((who) => (element.hidden = who?.kind !== 'account'), signal);
    return element;
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
