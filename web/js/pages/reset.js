// A new password by a one-time link from the operator: /reset#SECRET.
import { checkPassword } from '../account/sign_in.js';
import { request } from '../net/http.js';
import { AppError } from '../app/errors.js';
import { messagePage, navigate } from '../app/router.js';
import { updateAccount } from '../app/session.js';
import { h } from '../ui/dom.js';
import { createForm } from '../ui/form.js';
import { toast } from '../ui/toast.js';
import { t, textOr } from '../words/i18n.js';

/** @param {import('../app/router.js').Visit} visit */
export async function show({ signal }) {
    const secret = location.hash.slice(1);
    const title = t('reset.title');
    let name = '';
    try {
        ({ name } = await request('POST', 'reset', { secret }, signal));
    } catch (error) {
        if (!(error instanceof AppError) || !['link_expired', 'banned'].includes(error.code)) throw error;
        return messagePage(title, textOr(`error.${error.code}`, error.message));
    }
    return {
        title,
        body: h('div.stack', {}, h('h1', {}, title),
            h('p.people-lead', {}, t('reset.for', { name })),
            h('section.card', {}, createForm({
                fields: [{ name: 'new', label: t('account.password.new'), type: 'password', autocomplete: 'new-password', hint: t('account.change.hint'), check: checkPassword }],
                submit: t('reset.do'),
                errorFields: { bad_value: 'new' },
                async send(values) {
                    await updateAccount('reset', { secret, ...values });
                    toast(t('account.changed'));
                    await navigate('/account');
                },
            }))),
    };
}
