// Account page: sign in, settings, appearance, language.
import { signInForms } from '../account/sign_in.js';
import { accountSettings, chatSwitch, onlineSwitch } from '../account/account_settings.js';
import { fill, h } from '../ui/dom.js';
import { appearanceForm, languageChoice } from '../ui/appearance_form.js';
import { me } from '../app/session.js';
import { connection } from '../net/socket.js';
import { t } from '../words/i18n.js';

/** @param {import('../app/router.js').Visit} visit */
export function show({ signal }) {
    const heading = h('h1', { tabindex: '-1' }, t('account.title'));
    const content = h('div.stack');
    let shown = '';
    connection.subscribe((state) => {
        if (state === 'offline' && !me.get()) fill(content, h('p.empty', {}, t('error.offline')));
    }, signal);
    me.subscribe((who) => {
        // Redraws only for another user: other changes must not clear a form that is being filled in.
        const identity = who ? `${who.kind} ${who.name}` : '';
        if (identity === shown) return;
        shown = identity;
        const hadFocus = content.contains(document.activeElement);
        if (who) fill(content, who.kind === 'account' ? accountSettings(who, signal) : signInForms(who));
        if (hadFocus) heading.focus(); // the form is gone
    }, signal);
    return {
        title: t('account.title'),
        body: h('div.stack', {}, heading, content,
            h('div.people-pair', {},
                h('section.card', {}, h('h2', {}, t('account.looks')), appearanceForm(signal)),
                h('div.stack', {},
                    h('section.card', {}, languageChoice()),
                    h('section.card', {}, h('h2', {}, t('account.talk')), chatSwitch(signal), onlineSwitch(signal))))),
    };
}
