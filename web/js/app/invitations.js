// Who asks for a game: a number in the bar, and a card wherever no game is covered by it.
import { asked } from './invitations_state.js';
import { setupWords } from '../game/game_text.js';
import { fill, h, write } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { me, mine } from './session.js';
import { path } from './router.js';
import { ask } from '../net/socket.js';
import { announce, complain } from '../ui/toast.js';
import { count, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */

const KEY = 'pentad.later';
const KEPT = 50;

/** @returns {Set<string>} */
function load() {
    try {
        return new Set(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    } catch {
        return new Set(); // storage may be forbidden
    }
}

/** @param {Set<string>} later */
function save(later) {
    try {
        sessionStorage.setItem(KEY, JSON.stringify([...later].slice(-KEPT)));
    } catch {
        // then it lasts as long as the page
    }
}

/**
 * @param {Summary} game
 * @param {number} more wait behind it
 * @param {() => void} putOff
 */
function cardOf(game, more, putOff) {
    function decline() {
        putOff(); // until the server says that it is gone
        ask({ do: 'decline', game: game.game }).catch(complain);
    }
    return h('div.invitation-card', {},
        h('p', {}, h('b', {}, t('home.mine.asked', { name: game.owner })), h('br'), setupWords(game).join(' · ')),
        h('div.buttons', {},
            h('a.button.button--main.button--small', { href: `/game/${game.game}` }, t('invitation.look')),
            h('button.button.button--small', { type: 'button', onclick: decline }, t('offer.decline')),
            h('button.button.button--small', { type: 'button', onclick: putOff }, t('invitation.later'))),
        more > 0 && h('p.small.muted', {}, count('invitation.more', more)));
}

/** @returns {{badge: HTMLElement, place: HTMLElement}} the number, for the bar, and where the card stands */
export function createInvitations() {
    const number = h('span.badge');
    const badge = h('button.button.button--bare.bar-asked', { type: 'button', hidden: true, 'aria-expanded': 'false' }, icon('people'), number);
    const place = h('div.invitation-place');
    const later = load();
    let opened = false;
    let shown = '';
    /** @type {ReadonlySet<string>} */
    let told = new Set();

    const now = () => asked({ games: mine.get() ?? [], name: me.get()?.name, at: path.get(), later, opened });

    /** @param {Summary[]} games */
    function putOff(games) {
        for (const { game } of games) later.add(game);
        save(later);
        draw();
    }

    function draw() {
        const { asking, card, more } = now();
        opened &&= card !== null;
        badge.hidden = asking.length === 0;
        write(number, String(asking.length));
        badge.setAttribute('aria-label', count('invitation.count', asking.length));
        badge.setAttribute('aria-expanded', String(card !== null));
        if (!card && asking.some(({ game }) => !told.has(game) && !later.has(game)))
            announce(t('home.mine.asked', { name: asking[0].owner })); // a card is heard by itself
        told = new Set(asking.map(({ game }) => game));
        const key = card ? `${card.game} ${more}` : '';
        if (key === shown) return; // what has the focus stays
        shown = key;
        fill(place, card && cardOf(card, more, () => putOff([card])));
    }

    badge.addEventListener('click', () => {
        const { asking, card } = now();
        if (card) return putOff(asking);
        for (const { game } of asking) later.delete(game);
        save(later);
        opened = true;
        return draw();
    });
    path.subscribe(() => {
        opened = false;
        draw();
    });
    mine.subscribe(draw);
    me.subscribe(draw);
    return { badge, place };
}
