// API tokens: let programs act for an account.
import { confirmDialog } from '../ui/dialog.js';
import { fill, h } from '../ui/dom.js';
import { createForm } from '../ui/form.js';
import { request } from '../net/http.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../app/errors.js';
import { showError, toast } from '../ui/toast.js';
import { dateText, t } from '../words/i18n.js';

/** @typedef {{token: number, label: string, created: number, used: number}} Token */

/** @param {string} secret */
function secretBox(secret) {
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(secret);
            toast(t('tokens.copied'));
        } catch {
            toast(t('tokens.copy.failed'), 'bad'); // there is no clipboard without TLS
        }
    };
    return h('div.people-secret', { role: 'status' },
        h('p', {}, t('tokens.secret')),
        h('div.row', {}, h('code', {}, secret),
            h('button.button.button--small', { type: 'button', onclick: copy }, icon('copy'), t('tokens.copy'))));
}

/**
 * @param {Token} token
 * @param {() => void} revoke
 */
function tokenRow(token, revoke) {
    const used = token.used > token.created ? t('tokens.used', { date: dateText(token.used) }) : t('tokens.unused');
    return h('li.list-row.people-token', {},
        h('div', {}, h('strong', {}, token.label),
            h('p.small.muted', {}, t('tokens.created', { date: dateText(token.created) }), ' · ', used)),
        h('button.button.button--small', {
            type: 'button', onclick: revoke, 'aria-label': t('tokens.end.label', { label: token.label }),
        }, t('tokens.end')));
}

/** @param {AbortSignal} signal */
export function tokensCard(signal) {
    const list = h('div', { 'aria-live': 'polite' });
    const secret = h('div');

    /** @param {Token} token */
    async function revoke(token) {
        if (!(await confirmDialog(t('tokens.end.title'), t('tokens.end.text', { label: token.label }), t('tokens.end')))) return;
        try {
            show((await request('DELETE', `tokens/${token.token}`)).tokens);
            fill(secret);
        } catch (error) {
            showError(error);
        }
    }

    /** @param {Token[]} tokens */
    function show(tokens) {
        fill(list, tokens.length === 0
            ? h('p.empty', {}, t('tokens.none'))
            : h('ul.people-tokens', {}, tokens.map((token) => tokenRow(token, () => revoke(token)))));
    }

    request('GET', 'tokens', null, signal).then(
        (answer) => show(answer.tokens),
        (error) => signal.aborted || fill(list, h('p.empty', {}, errorText(error))),
    );
    return h('section.card.stack', {}, h('h2', {}, t('tokens.title')),
        h('p', {}, t('tokens.text'), ' ', h('a', { href: '/about' }, t('tokens.more'))),
        secret, list,
        createForm({
            fields: [{ name: 'label', label: t('tokens.label'), hint: t('tokens.label.hint') }],
            submit: t('tokens.make'),
            errorFields: { bad_value: 'label', too_many: 'label' },
            async send(values) {
                const answer = await request('POST', 'tokens', values);
                fill(secret, secretBox(answer.secret));
                show(answer.tokens);
            },
        }));
}
