// Invitations to a game: a badge in the top bar, and a card on pages where it does not cover a game.
import { invitationsState } from './invitations_state.js';
import { setupLabels } from '../game/game_text.js';
import { fill, h, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { me, ongoingGames } from './session.js';
import { path } from './router.js';
import { call } from '../net/socket.js';
import { announce, showError } from '../ui/toast.js';
import { count, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */

const KEY = 'pentad.later';
const STORED_MAX = 50;

/** @returns {Set<string>} */
function load() {
    try {
        return new Set(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    } catch {
        return new Set(); // storage may be forbidden
    }
}

/** @param {Set<string>} postponed */
function save(postponed) {
    try {
        sessionStorage.setItem(KEY, JSON.stringify([...postponed].slice(-STORED_MAX)));
    } catch {
        // not stored: lasts until the page is closed
    }
}

/**
 * @param {Summary} game
 * @param {number} more invitations waiting after it
 * @param {() => void} postpone
 */
function invitationCard(game, more, postpone) {
    function decline() {
        postpone(); // until the server removes it
        call({ do: 'decline', game: game.game }).catch(showError);
    }
    return h('div.invitation-card', {},
        h('p', {}, h('b', {}, t('home.mine.asked', { name: game.owner })), h('br'), setupLabels(game).join(' · ')),
        h('div.buttons', {},
            h('a.button.button--main.button--small', { href: `/game/${game.game}` }, t('invitation.look')),
            h('button.button.button--small', { type: 'button', onclick: decline }, t('offer.decline')),
            h('button.button.button--small', { type: 'button', onclick: postpone }, t('invitation.later'))),
        more > 0 && h('p.small.muted', {}, count('invitation.more', more)));
}

/** @returns {{badge: HTMLElement, cardHost: HTMLElement}} the badge for the top bar, and the element that holds the card */
export function createInvitations() {
    const number = h('span.badge');
    const badge = h('button.button.button--bare.bar-invitations', { type: 'button', hidden: true, 'aria-expanded': 'false' }, icon('people'), number);
    const cardHost = h('div.invitation-place');
    const postponed = load();
    let opened = false;
    let shown = '';
    /** @type {ReadonlySet<string>} */
    let announced = new Set();

    const state = () => invitationsState({ games: ongoingGames.get() ?? [], name: me.get()?.name, path: path.get(), postponed, opened });

    /** @param {Summary[]} games */
    function postpone(games) {
        for (const { game } of games) postponed.add(game);
        save(postponed);
        draw();
    }

    function draw() {
        const { invitations, card, more } = state();
        opened &&= card !== null;
        badge.hidden = invitations.length === 0;
        setText(number, String(invitations.length));
        badge.setAttribute('aria-label', count('invitation.count', invitations.length));
        badge.setAttribute('aria-expanded', String(card !== null));
        if (!card && invitations.some(({ game }) => !announced.has(game) && !postponed.has(game)))
            announce(t('home.mine.asked', { name: invitations[0].owner })); // the card is a live region itself
        announced = new Set(invitations.map(({ game }) => game));
        const key = card ? `${card.game} ${more}` : '';
        if (key === shown) return; // keep the focus
        shown = key;
        const hadFocus = cardHost.contains(document.activeElement);
        fill(cardHost, card && invitationCard(card, more, () => postpone([card])));
        if (hadFocus) refocus();
    }

    // The next invitation, or the heading, as on a new page.
    function refocus() {
        const next = /** @type {HTMLElement | null} */ (cardHost.querySelector('a') ?? document.querySelector('main h1'));
        if (next?.matches('h1')) next.tabIndex = -1;
        next?.focus({ preventScroll: true });
    }

    badge.addEventListener('click', () => {
        const { invitations, card } = state();
        if (card) return postpone(invitations);
        for (const { game } of invitations) postponed.delete(game);
        save(postponed);
        opened = true;
        return draw();
    });
    path.subscribe(() => {
        opened = false;
        draw();
    });
    ongoingGames.subscribe(draw);
    me.subscribe(draw);
    return { badge, cardHost };
}
