// What stands around every page: the bar on top, and the word when the line is broken.
import { setupWords } from './describe.js';
import { h, set, svg, write } from './dom.js';
import { icon } from './icons.js';
import { me, mine } from './me.js';
import { path } from './router.js';
import { ask, hurry, line } from './socket.js';
import { complain } from './toast.js';
import { ready } from './version.js';
import { count, t } from './words.js';

const LINE_PATIENCE = 1500; // a blink of the line is nobody's business

function logo() {
    const stones = [0, 1, 2, 3, 4].map((i) => svg('circle', { cx: 4 + 6 * i, cy: 28 - 6 * i, r: 3.4 }));
    return svg('svg.logo', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, ...stones);
}

/** @type {[path: string, key: import('./words.js').Key][]} */
const links = [
    ['/', 'nav.play'],
    ['/learn', 'nav.learn'],
    ['/analyse', 'nav.analyse'],
    ['/games', 'nav.games'],
    ['/ratings', 'nav.ratings'],
    ['/rules', 'nav.rules'],
];

/** @param {string} place @param {string} now somewhere in that part? */
const isAt = (place, now) => now === place || (place !== '/' && now.startsWith(`${place}/`));

function bar() {
    const person = h('a.bar-person', { href: '/account' });
    const turns = h('a.badge', { href: '/', hidden: true });
    const nav = h('nav.bar-links', { id: 'nav', 'aria-label': t('nav.label') },
        links.map(([path, key]) => h('a', { href: path }, t(key))));
    const toggle = h('button.button.button--bare.bar-menu',
        { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'nav', 'aria-label': t('nav.menu') }, icon('menu'));
    const open = (/** @type {boolean} */ yes) => {
        toggle.setAttribute('aria-expanded', String(yes));
        nav.classList.toggle('open', yes);
    };
    toggle.addEventListener('click', () => open(toggle.getAttribute('aria-expanded') !== 'true'));
    nav.addEventListener('click', () => open(false));
    nav.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        open(false);
        toggle.focus();
    });
    const drawPerson = () => {
        const who = me.get();
        const nobody = line.get() === 'offline' ? t('local.you') : '…';
        person.replaceChildren(icon('person'), h('span', {}, who?.name ?? nobody));
        person.classList.toggle('bar-person--guest', who?.kind === 'guest');
    };
    me.subscribe(drawPerson);
    line.subscribe(drawPerson);
    const drawTurns = () => {
        const waiting = (mine.get() ?? []).filter((g) => g.your_turn && path.get() !== `/game/${g.game}`).length;
        turns.hidden = waiting === 0;
        write(turns, String(waiting));
        turns.setAttribute('aria-label', count('nav.turns', waiting));
    };
    mine.subscribe(drawTurns);
    path.subscribe((now) => {
        drawTurns();
        for (const link of nav.children) set(link, { 'aria-current': isAt(link.getAttribute('href') ?? '', now) && 'page' });
    });
    return h('header.bar', {},
        h('a.brand', { href: '/' }, logo(), h('span', {}, 'Pentad')),
        nav, turns, person, toggle);
}

function lineBanner() {
    const banner = h('div.banner', { role: 'status' });
    let timer = 0;
    let wasOnline = false;
    const content = () => [
        h('span', {}, t(wasOnline ? 'line.lost' : 'offline.state')), ' ',
        h('button.button.button--small', { type: 'button', onclick: hurry }, t('line.now')),
    ];
    line.subscribe((state) => {
        clearTimeout(timer);
        wasOnline ||= state === 'online';
        if (state === 'online') banner.replaceChildren();
        else if (!banner.hasChildNodes())
            timer = window.setTimeout(() => banner.replaceChildren(...content()), LINE_PATIENCE);
    });
    return banner;
}

// What is said wherever the visitor is, once: somebody asks for a game, another version is there.
function invitations() {
    const box = h('div.invitation', { role: 'status' });
    /** @type {Set<string>} */
    const told = new Set();
    mine.subscribe((games) => {
        const name = me.get()?.name;
        const asking = (games ?? []).filter((g) => g.state === 'waiting' && g.owner !== name);
        for (const shown of box.querySelectorAll('[data-game]'))
            if (!asking.some((g) => shown.getAttribute('data-game') === g.game)) shown.remove();
        for (const game of asking.filter((g) => !told.has(g.game))) {
            told.add(game.game);
            if (path.get() !== `/game/${game.game}`) box.append(invitation(game)); // there it is said already
        }
    });
    path.subscribe((now) => box.querySelector(`[data-game="${CSS.escape(now.slice(6))}"]`)?.remove());
    ready.subscribe((is) => is && box.append(versionOffer()));
    return box;
}

// A page changes its version only as a whole, so the visitor says when.
function versionOffer() {
    const element = h('div.invitation-card', {},
        h('p', {}, h('b', {}, t('version.ready'))),
        h('div.buttons', {},
            h('button.button.button--main.button--small', { type: 'button', onclick: () => location.reload() }, t('version.load')),
            h('button.button.button--small', { type: 'button', onclick: () => element.remove() }, t('invitation.later'))));
    return element;
}

/** @param {import('./types.js').Summary} game */
function invitation(game) {
    const element = h('div.invitation-card', { 'data-game': game.game },
        h('p', {}, h('b', {}, t('home.mine.asked', { name: game.owner })), h('br'), setupWords(game).join(' · ')),
        h('div.buttons', {},
            h('a.button.button--main.button--small', { href: `/game/${game.game}` }, t('invitation.look')),
            h('button.button.button--small', { type: 'button', onclick: decline }, t('offer.decline')),
            h('button.button.button--small', { type: 'button', onclick: () => element.remove() }, t('invitation.later'))));
    function decline() {
        element.remove();
        ask({ do: 'decline', game: game.game }).catch(complain);
    }
    return element;
}

/**
 * @param {HTMLElement} main
 * @returns {Element[]}
 */
export function frame(main) {
    const foot = h('footer.foot', {}, h('a', { href: '/about' }, t('nav.about')));
    return [h('a.skip', { href: '#main' }, t('nav.skip')), bar(), lineBanner(), invitations(), main, foot];
}
