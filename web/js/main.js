// Entry point: the route table, the app shell, the session and the first page.
import { h } from './ui/dom.js';
import { appShell } from './app/shell.js';
import { startSession } from './app/session.js';
import { startRouter } from './app/router.js';
import { liveRegions } from './ui/toast.js';
import { loadTexts } from './words/i18n.js';

/** @type {import('./app/router.js').Route[]} */
const routes = [
    ['/', () => import('./pages/home.js')],
    ['/game/:id', () => import('./pages/game.js')],
    ['/review', () => import('./pages/review.js')],
    ['/review/:id', () => import('./pages/review.js')],
    ['/games', () => import('./pages/games.js')],
    ['/analyse', () => import('./pages/analyse.js')],
    ['/together/:id', () => import('./pages/shared_study.js')],
    ['/user/:name', () => import('./pages/user.js')],
    ['/ratings', () => import('./pages/ratings.js')],
    ['/rules', () => import('./pages/rules.js')],
    ['/account', () => import('./pages/account.js')],
    ['/reset', () => import('./pages/reset.js')],
    ['/learn', () => import('./pages/learn.js')],
    ['/learn/:lesson', () => import('./pages/learn.js')],
    ['/puzzles', () => import('./pages/puzzles.js')],
    ['/puzzles/:id', () => import('./pages/puzzles.js')],
    ['/lab', () => import('./pages/lab.js')],
    ['/about', () => import('./pages/about.js')],
];

/** Delays work until the page is usable. @param {() => void} work */
const whenIdle = (work) => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));

await loadTexts();
const main = h('main.page', { id: 'main' });
document.body.replaceChildren(...appShell(main), ...liveRegions());
startSession();
await startRouter(routes, main);
whenIdle(() => import('./app/offline.js').then(({ enableOffline }) => enableOffline()).catch(() => {})); // then there is no offline mode
