// Sign in: registration and login for guests.
import { confirmDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { createForm } from '../ui/form.js';
import { updateAccount, me, ongoingGames } from '../app/session.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';

const NAME = /^[\w\-\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2,20}$/;
const PASSWORD_MIN = 8;

/** @param {string} name */
const checkName = (name) => (NAME.test(name) ? '' : t('account.name.wrong'));

/** @param {string} password */
export const checkPassword = (password) =>
    [...password].length >= PASSWORD_MIN ? '' : t('account.password.short');

/** A guest who logs in leaves the guest's ongoing games: asks for confirmation. */
function confirmLeavingGames() {
    if (!ongoingGames.get()?.some((game) => game.state === 'playing')) return true;
    const name = me.get()?.name ?? '';
    return confirmDialog(t('account.leave.title', { name }), t('account.leave.text', { name }), t('account.login.do'));
}

/** @param {'register' | 'login'} what */
const submitTo = (what) => async (/** @type {Record<string, string>} */ values) => {
    if (what === 'login' && !(await confirmLeavingGames())) return;
    await updateAccount(what, values);
    toast(t('account.welcome', { name: values.name }));
};

function registerForm() {
    return h('section.card', {}, h('h2', {}, t('account.register')),
        createForm({
            fields: [
                { name: 'name', label: t('account.name'), autocomplete: 'username', hint: t('account.name.hint'), check: checkName },
                { name: 'password', label: t('account.password'), type: 'password', autocomplete: 'new-password', hint: t('account.password.hint'), check: checkPassword },
            ],
            submit: t('account.register.do'),
            send: submitTo('register'),
            errorFields: { name_taken: 'name', bad_value: (reason) => (reason.startsWith('password') ? 'password' : 'name') },
        }));
}

function loginForm() {
    return h('section.card', {}, h('h2', {}, t('account.login')),
        createForm({
            fields: [
                { name: 'name', label: t('account.name'), autocomplete: 'username' },
                { name: 'password', label: t('account.password'), type: 'password', autocomplete: 'current-password' },
            ],
            submit: t('account.login.do'),
            send: submitTo('login'),
            errorFields: { wrong_password: 'password' },
        }));
}

/** @param {import('../types.js').Me} who */
export function signInForms(who) {
    return [
        h('p.people-lead', {}, t('account.guest', { name: who.name })),
        h('div.people-pair', {}, registerForm(), loginForm()),
    ];
}
