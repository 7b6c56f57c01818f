// App shell: the top bar with the state of the connection, cards for invitations and updates, and the footer.
import { isGamePage } from './invitations_state.js';
import { h, setAttributes, svg, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { createInvitations } from './invitations.js';
import { announcedRestart, me, ongoingGames } from './session.js';
import { path } from './router.js';
import { reconnectNow, connection } from '../net/socket.js';
import { newVersionReady } from './version.js';
import { showError, toast } from '../ui/toast.js';
import { count, language, languages, t, timeText, userName } from '../words/i18n.js';

const BANNER_DELAY = 1500; // milliseconds: short interruptions are not shown

function logo() {
    const stones = [0, 1, 2, 3, 4].map((i) => svg('circle', { cx: 4 + 6 * i, cy: 28 - 6 * i, r: 3.4 }));
    return svg('svg.logo', { viewBox: '0 0 32 32', 'aria-hidden': 'true' }, ...stones);
}

/** @type {[path: string, key: import('../words/i18n.js').Key][]} */
const links = [
    ['/', 'nav.play'],
    ['/learn', 'nav.learn'],
    ['/puzzles', 'puzzle.title'],
    ['/analyse', 'nav.analyse'],
    ['/games', 'nav.games'],
    ['/ratings', 'nav.ratings'],
    ['/rules', 'nav.rules'],
];

/** @param {string} place @param {string} now */
const isAt = (place, now) => now === place || (place !== '/' && now.startsWith(`${place}/`));

const openSettings = () => import('../ui/settings.js').then(({ openSettingsDialog }) => openSettingsDialog(), showError);

/** @param {Element} invitationsBadge number of open invitations */
function topBar(invitationsBadge) {
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
    // A tap anywhere else closes the menu, also on a link outside it.
    document.addEventListener('click', ({ target }) => {
        if (!(target instanceof Node && toggle.contains(target))) open(false);
    });
    document.addEventListener('keydown', ({ key }) => {
        if (key !== 'Escape' || toggle.getAttribute('aria-expanded') !== 'true') return;
        open(false);
        toggle.focus();
    });
    const settings = h('button.button.button--bare.bar-settings',
        { type: 'button', 'aria-label': t('settings.title'), title: t('settings.title'), onclick: openSettings }, icon('gear'));
    const drawPerson = () => {
        const user = me.get();
        const nobody = connection.get() === 'offline' ? t('local.you') : '…';
        person.replaceChildren(icon('person'), h('span', {}, user ? userName(user.name) : nobody));
        person.classList.toggle('bar-person--guest', user?.kind === 'guest');
    };
    me.subscribe(drawPerson);
    connection.subscribe(drawPerson);
    const drawTurns = () => {
        const waiting = (ongoingGames.get() ?? []).filter((g) => g.your_turn && path.get() !== `/game/${g.game}`).length;
        turns.hidden = waiting === 0;
        setText(turns, String(waiting));
        turns.setAttribute('aria-label', count('nav.turns', waiting));
    };
    ongoingGames.subscribe(drawTurns);
    path.subscribe((now) => {
        drawTurns();
        for (const link of nav.children) setAttributes(link, { 'aria-current': isAt(link.getAttribute('href') ?? '', now) && 'page' });
    });
    return h('header.bar', {},
        h('a.brand', { href: '/' }, logo(), h('span', {}, 'Pentad')),
        nav, turns, invitationsBadge, connectionBanner(), person, settings, toggle);
}

// In the top bar, so that it neither moves nor covers the page.
function connectionBanner() {
    const banner = h('div.banner', { role: 'status' });
    let timer = 0;
    let wasOnline = false;
    const content = () => [
        h('span', {}, t(wasOnline ? 'line.lost' : 'offline.state')), ' ',
        h('button.button.button--small', { type: 'button', onclick: reconnectNow }, t('line.now')),
    ];
    connection.subscribe((state) => {
        clearTimeout(timer);
        wasOnline ||= state === 'online';
        if (state === 'online') banner.replaceChildren();
        else if (!banner.hasChildNodes())
            timer = window.setTimeout(() => banner.replaceChildren(...content()), BANNER_DELAY);
    });
    return banner;
}

// A new version needs a reload, so the user decides when. Hidden on game pages.
function updateCard() {
    const element = h('div.invitation-card', {},
        h('p', {}, h('b', {}, t('version.ready'))),
        h('div.buttons', {},
            h('button.button.button--main.button--small', { type: 'button', onclick: () => location.reload() }, t('version.load')),
            h('button.button.button--small', { type: 'button', onclick: () => element.remove() }, t('invitation.later'))));
    path.subscribe((now) => (element.hidden = isGamePage(now)));
    return element;
}

// Hidden on game pages, where it could cover the board: there, a toast says it once.
function restartCard() {
    const host = h('div.invitation-place');
    announcedRestart.subscribe((at) => {
        if (at === null) return host.replaceChildren();
        const text = t('restart.text', { time: timeText(at) });
        host.replaceChildren(h('div.invitation-card', {},
            h('p', {}, h('b', {}, t('restart.title')), h('br'), text),
            h('div.buttons', {}, h('button.button.button--small', { type: 'button', onclick: () => host.replaceChildren() }, t('restart.ok')))));
        if (isGamePage(path.get())) toast(text);
    });
    path.subscribe((now) => (host.hidden = isGamePage(now)));
    return host;
}

/**
 * @param {HTMLElement} main
 * @returns {Element[]}
 */
export function appShell(main) {
    const foot = h('footer.foot', {},
        h('a', { href: '/about' }, t('nav.about')),
        h('a', { href: '/docs' }, t('nav.docs')),
        h('a', { href: '/about#bots' }, t('nav.bots')),
        h('button.foot-language', { type: 'button', onclick: openSettings, 'aria-label': `${t('account.language')}: ${languages[language()].name}` }, languages[language()].name));
    const invitations = createInvitations();
    const cards = h('div.invitation', { role: 'status' }, invitations.cardHost);
    cards.append(restartCard());
    newVersionReady.subscribe((is) => is && cards.append(updateCard()));
    return [h('a.skip', { href: '#main' }, t('nav.skip')), topBar(invitations.badge), cards, main, foot];
}
