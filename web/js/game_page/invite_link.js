// Invite links with copy and share buttons.
import { serverIsLoopback } from '../app/session.js';
import { h, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { linkNotice } from './status_text.js';

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
export async function copyField(field) {
    field.select();
    try {
        await navigator.clipboard.writeText(field.value);
        toast(t('link.copied'));
    } catch {
        // There is no clipboard without TLS: the text is selected for copying by hand.
        const done = document.execCommand?.('copy');
        toast(t(done ? 'link.copied' : 'link.selected'));
    }
}

/**
 * @param {string} game
 * @param {AbortSignal} signal
 */
export function inviteLink(game, signal) {
    const notice = h('p.small');
    serverIsLoopback.subscribe((is) => {
        setText(notice, is === null ? '' : linkNotice(location.hostname, is));
        notice.hidden = notice.textContent === '';
    }, signal);
    return h('div.stack', {}, linkField(`/game/${game}`, t('link.label'), t('link.text')), notice);
}

/**
 * @param {string} path
 * @param {string} label
 * @param {string} text for the share dialog
 */
export function linkField(path, label, text) {
    const url = `${location.origin}${path}`;
    const field = h('input.input', { value: url, readonly: true, 'aria-label': label });
    field.addEventListener('focus', () => field.select());
    const share = () => navigator.share({ title: 'Pentad', text, url }).catch(() => {});
    return h('div.invite', {}, field,
        h('button.button.button--main', { type: 'button', onclick: () => copyField(field) }, icon('copy'), t('link.copy')),
        'share' in navigator && h('button.button', { type: 'button', onclick: share }, icon('share'), t('link.share')));
}
