// Session: the current user and the user's ongoing games. Every new visitor is a guest.
import { request } from '../net/http.js';
import { callOnce, onPush, openConnection, pauseConnection, reconnect, whenOnline } from '../net/socket.js';
import { store } from '../util/store.js';
import { toast } from '../ui/toast.js';
import { pageVersion, serverVersion } from './version.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Me} Me */

/** The current user; null until the server has answered. */
export const me = store(/** @type {Me | null} */ (null));

/** True if only this machine can reach the server; null until the server has answered. */
export const serverIsLoopback = store(/** @type {boolean | null} */ (null));

/** When the operator restarts the server, in milliseconds since 1970; null: not announced. */
export const announcedRestart = store(/** @type {number | null} */ (null));

/** The user's ongoing games; null until they are loaded. */
export const ongoingGames = store(/** @type {import('../types.js').Summary[] | null} */ (null));

const REFRESH_MIN = 2_000;
let loadedAt = -REFRESH_MIN; // when the ongoing games were last requested

// Other tabs share the cookie, so a login or logout here changes the user there too.
const otherTabs = new BroadcastChannel('pentad.me');

async function openSession() {
    me.set(await request('POST', 'session'));
}

/** Opens the session again. If it was ended elsewhere the user is now a guest, and is told so. */
async function renewSession() {
    const before = me.get();
    await openSession();
    if (before?.kind === 'account' && me.get()?.kind === 'guest') toast(t('account.ended'), 'bad');
}

/** The user has changed: reconnects with the new session. */
function onUserChange() {
    ongoingGames.set(null);
    reconnect();
}

/** Loads the ongoing games. */
export async function loadOngoingGames(request = callOnce) {
    loadedAt = performance.now();
    ongoingGames.set((await request({ do: 'mine' })).games);
}

/** Loads them again unless that was done just now: the server does not push every change of turn. */
export function refreshOngoingGames() {
    if (performance.now() - loadedAt > REFRESH_MIN) loadOngoingGames().catch(() => {});
}

/**
 * A game that is being watched knows of a change of turn first.
 * @param {string} game
 * @param {boolean} yourTurn
 */
export function updateTurn(game, yourTurn) {
    const games = ongoingGames.get();
    if (games?.some((g) => g.game === game && g.your_turn !== yourTurn))
        ongoingGames.set(games.map((g) => (g.game === game ? { ...g, your_turn: yourTurn } : g)));
}

/** Opens the session and the WebSocket. */
export function startSession() {
    const forever = new AbortController().signal;
    onPush('welcome', (push) => {
        me.set(push.me);
        serverVersion.set(push.page ?? pageVersion);
        serverIsLoopback.set(push.loopback);
        announcedRestart.set(push.restart ?? null);
    }, forever);
    onPush('restart', (push) => announcedRestart.set(push.at), forever);
    whenOnline(() => loadOngoingGames().catch(() => {}), forever);
    onPush('mine', (push) => ongoingGames.set(push.games), forever);
    onPush('declined', (push) => {
        if (push.what !== 'invitation') toast(t(push.what === 'draw' ? 'offer.declined.draw' : 'offer.declined.takeback', { name: push.name }));
        else if (location.pathname !== `/game/${push.game}`) toast(t('invitation.declined', { name: push.name }));
    }, forever);
    otherTabs.addEventListener('message', onUserChange); // the new connection says who it is
    return openSession()
        .catch(() => {}) // the socket tries again
        .then(() => openConnection(renewSession));
}

async function logOut() {
    pauseConnection();
    try {
        await request('POST', 'logout');
        await openSession();
    } finally {
        onUserChange();
    }
}

/**
 * Sends an account action and updates `me`.
 * @param {'login' | 'register' | 'password' | 'settings' | 'reset' | 'logout'} what
 * @param {object} [body]
 */
export async function updateAccount(what, body) {
    if (what === 'logout') await logOut();
    else me.set(await request('POST', what, body));
    if (what === 'login' || what === 'reset') onUserChange();
    if (what !== 'settings') otherTabs.postMessage(what);
}
