// What stands around every page: the bar on top, and the word when the line is broken.
import { h, set, svg, write } from './dom.js';
import { icon } from './icons.js';
import { me, mine } from './me.js';
import { path } from './router.js';
import { hurry, line } from './socket.js';
import { count, t } from './words.js';

const LINE_PATIENCE = 1500; // a blink of the line is nobody's business

function logo() {
    const stones = [0, 1, 2, 3, 4].map((i) => svg('circle', { cx: 4 + 6 * i, cy: 28 - 6 * i, r: 3.4 }));
    return svg('svg.logo', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, ...stones);
}

/** @type {[path: string, key: import('./words.js').Key][]} */
const links = [
    ['/', 'nav.play'],
    ['/games', 'nav.games'],
    ['/ratings', 'nav.ratings'],
    ['/rules', 'nav.rules'],
];

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
    me.subscribe((who) => {
        person.replaceChildren(icon('person'), h('span', {}, who?.name ?? '…'));
        person.classList.toggle('bar-person--guest', who?.kind === 'guest');
    });
    const drawTurns = () => {
        const waiting = (mine.get() ?? []).filter((g) => g.your_turn && path.get() !== `/game/${g.game}`).length;
        turns.hidden = waiting === 0;
        write(turns, String(waiting));
        turns.setAttribute('aria-label', count('nav.turns', waiting));
    };
    mine.subscribe(drawTurns);
    path.subscribe((now) => {
        drawTurns();
        for (const link of nav.children) set(link, { 'aria-current': link.getAttribute('href') === now && 'page' });
    });
    return h('header.bar', {},
        h('a.brand', { href: '/' }, logo(), h('span', {}, 'Pentad')),
        nav, turns, person, toggle);
}

function lineBanner() {
    const banner = h('div.banner', { role: 'status' });
    let timer = 0;
    const content = () => [
        h('span', {}, t('line.lost')), ' ',
        h('button.button.button--small', { type: 'button', onclick: hurry }, t('line.now')),
    ];
    line.subscribe((state) => {
        clearTimeout(timer);
        if (state === 'online') banner.replaceChildren();
        else if (!banner.hasChildNodes())
            timer = window.setTimeout(() => banner.replaceChildren(...content()), LINE_PATIENCE);
    });
    return banner;
}

/**
 * @param {HTMLElement} main
 * @returns {Element[]}
 */
export function frame(main) {
    const foot = h('footer.foot', {}, h('a', { href: '/about' }, t('nav.about')));
    return [h('a.skip', { href: '#main' }, t('nav.skip')), bar(), lineBanner(), main, foot];
}
