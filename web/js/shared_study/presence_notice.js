// Notice on a game's page: who is in its shared study now, with a link.
import { h, setText } from '../ui/dom.js';
import { onPush } from '../net/socket.js';
import { t } from '../words/i18n.js';
import { listNames } from './participants.js';

/**
 * @param {string} game
 * @param {AbortSignal} signal
 */
export function createPresenceNotice(game, signal) {
    const text = h('span', {});
    const element = h('p.shared-study-here', { hidden: true, role: 'status' }, text, ' ',
        h('a', { href: `/together/${game}` }, t('together.join')));
    onPush('gathered', (push) => {
        if (push.game !== game) return;
        element.hidden = push.people.length === 0;
        if (push.people.length > 0) setText(text, t('together.here', { names: listNames(push.people) }));
    }, signal);
    return element;
}
