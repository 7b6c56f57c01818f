// Router: maps URLs to pages. A page is a module with a function `show`: see ../../README.md.
import { closeDialogs } from '../ui/dialog.js';
import { fill, h } from '../ui/dom.js';
import { errorText, isOffline, AppError } from './errors.js';
import { connection } from '../net/socket.js';
import { store } from '../util/store.js';
import { isOutdated, mayReload, newVersionReady } from './version.js';
import { t } from '../words/i18n.js';

/**
 * @typedef {object} Visit
 * @property {Record<string, string>} params named parts of the path
 * @property {URLSearchParams} query
 * @property {AbortSignal} signal aborts when the user leaves the page: pass it to every listener, timer and request
 */
/** @typedef {{title: string, body: Element, wide?: boolean}} Page */
/** @typedef {{show: (visit: Visit) => Page | Promise<Page>}} PageModule */
/** @typedef {[pattern: string, load: () => Promise<PageModule>]} Route */

/** The current path. */
export const path = store(location.pathname);

const LOADING_DELAY = 400; // milliseconds before "Loading" is shown
const SCROLL_DELAY = 300; // milliseconds without scrolling before the position is stored

/** @type {{routes: Route[], container: Element} | null} */
let mounted = null;
/** @type {AbortController} */
let currentVisit = new AbortController();
let shownUrl = ''; // without the hash

/**
 * @param {string} pattern '/game/:id'
 * @param {string} address
 * @returns {Record<string, string> | null}
 */
export function match(pattern, address) {
    const wanted = pattern.split('/');
    const parts = address.replace(/\/+$/, '').split('/');
    if (address === '/') parts.push('');
    if (wanted.length !== parts.length) return null;
    /** @type {Record<string, string>} */
    const params = {};
    for (const [i, word] of wanted.entries()) {
        if (word.startsWith(':')) params[word.slice(1)] = decode(parts[i]);
        else if (word !== parts[i]) return null;
    }
    return params;
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** @param {string} address */
function find(address) {
    for (const [pattern, load] of mounted?.routes ?? []) {
        const params = match(pattern, address);
        if (params) return { load, params };
    }
    return null;
}

/**
 * A page with just a message.
 * @param {string} title
 * @param {string} text
 * @param {...import('../ui/dom.js').Child} more buttons
 * @returns {Page}
 */
export function messagePage(title, text, ...more) {
    return {
        title,
        body: h('div.notice', {}, h('h1', {}, title), h('p', {}, text),
            h('div.buttons', {}, more, h('a.button', { href: '/' }, t('nav.home')))),
    };
}

/** @param {AbortSignal} signal */
async function buildPage(signal) {
    const found = find(location.pathname);
    if (!found) return messagePage(t('error.page.title'), t('error.page'));
    // A module that failed to load fails until the page is reloaded. Usually the server has a new version.
    let again = () => location.reload();
    try {
        const module = await found.load();
        again = refresh;
        return await module.show({ params: found.params, query: new URLSearchParams(location.search), signal });
    } catch (error) {
        if (signal.aborted) return messagePage('', '');
        const retry = h('button.button.button--main', { type: 'button', onclick: again }, t('error.again'));
        if (connection.get() === 'offline' || isOffline(error)) return messagePage(t('offline.title'), t('offline.page'), retry);
        if (again !== refresh && mayReload()) {
            location.reload();
            return new Promise(() => {});
        }
        if (!(error instanceof AppError)) console.error(error);
        return messagePage(t('error.title'), errorText(error), retry);
    }
}

/** Stores the scroll position in the history: when the user comes back, the page is not there yet as the browser scrolls. */
function storeScroll() {
    const isShown = shownUrl === location.pathname + location.search && !mounted?.container.hasAttribute('aria-busy');
    if (isShown) history.replaceState({ ...history.state, scroll: window.scrollY }, '');
}

/** @param {'first' | 'link' | 'back' | 'refresh'} how */
async function render(how) {
    if (!mounted) return;
    currentVisit.abort();
    closeDialogs();
    const scroll = how === 'back' || how === 'first' ? history.state?.scroll : undefined;
    const visit = (currentVisit = new AbortController());
    path.set(location.pathname);
    shownUrl = location.pathname + location.search;
    const container = mounted.container;
    container.setAttribute('aria-busy', 'true');
    const wait = window.setTimeout(() => {
        if (!visit.signal.aborted && !container.hasChildNodes()) fill(container, h('p.notice.muted', {}, t('page.loading')));
    }, LOADING_DELAY);
    const page = await buildPage(visit.signal);
    clearTimeout(wait);
    if (visit.signal.aborted) return;
    mounted.container.removeAttribute('aria-busy');
    document.title = page.title === 'Pentad' ? 'Pentad' : `${page.title} · Pentad`;
    document.body.classList.toggle('wide', page.wide === true);
    fill(mounted.container, page.body);
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    if (scroll !== undefined) window.scrollTo(0, scroll);
    else if (how === 'first' || how === 'link') target?.scrollIntoView();
    if (how === 'first') return;
    // Screen readers continue from the heading, as after a full page load.
    const heading = mounted.container.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    if (how === 'link' && !target) window.scrollTo(0, 0);
}

/** Shows the current page again. */
export function refresh() {
    return render('refresh');
}

/**
 * If the server has a new version, navigation does a full load to switch to it.
 * @param {string} address
 */
export async function navigate(address) {
    if ((isOutdated() || newVersionReady.get()) && connection.get() === 'online') {
        location.assign(address);
        return new Promise(() => {});
    }
    storeScroll();
    history.pushState(null, '', address);
    return render('link');
}

/** @param {MouseEvent} event */
function onLinkClick(event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (/^\/(api|docs)(\/|$)/.test(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
}

/**
 * @param {Route[]} routes
 * @param {Element} container the element that holds the page
 */
export function startRouter(routes, container) {
    mounted = { routes, container };
    document.addEventListener('click', onLinkClick);
    let timer = 0;
    window.addEventListener('scroll', () => {
        clearTimeout(timer);
        timer = window.setTimeout(storeScroll, SCROLL_DELAY);
    }, { passive: true });
    // Hash links fire this too and must not re-render.
    window.addEventListener('popstate', () => {
        if (location.pathname + location.search !== shownUrl) render('back');
    });
    return render('first');
}
