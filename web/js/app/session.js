// Who is here. Everybody is a guest at once.
import { request } from '../net/http.js';
import { callOnce, onPush, openConnection, reconnect, whenOnline } from '../net/socket.js';
import { store } from '../util/store.js';
import { toast } from '../ui/toast.js';
import { pageVersion, serverVersion } from './version.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Me} Me */

/** Null until the server has answered the first time. */
export const me = store(/** @type {Me | null} */ (null));

/** The own games going on, as summaries; null until they are known. */
export const ongoingGames = store(/** @type {import('../types.js').Summary[] | null} */ (null));

const REFRESH_MIN = 2_000;
let loadedAt = -REFRESH_MIN; // when the own games were asked for

// The other windows of this browser have the same cookie, so whoever is here now is there, too.
const otherTabs = new BroadcastChannel('pentad.me');

async function openSession() {
    me.set(await request('POST', 'session'));
}

/** The session may have been ended elsewhere: then there is a new guest, who is told. */
async function renewSession() {
    const before = me.get();
    await openSession();
    if (before?.kind === 'account' && me.get()?.kind === 'guest') toast(t('account.ended'), 'bad');
}

/** Somebody else is here. */
function onUserChange() {
    ongoingGames.set(null);
    reconnect();
}

/** Asks for the own games anew. */
export async function loadOngoingGames(request = callOnce) {
    loadedAt = performance.now();
    ongoingGames.set((await request({ do: 'mine' })).games);
}

/** The same, since whose turn it is changes without a word; not if it was done just now. */
export function refreshOngoingGames() {
    if (performance.now() - loadedAt > REFRESH_MIN) loadOngoingGames().catch(() => {});
}

/**
 * Whoever follows a game knows first whose turn it is.
 * @param {string} game
 * @param {boolean} yourTurn
 */
export function updateTurn(game, yourTurn) {
    const games = ongoingGames.get();
    if (games?.some((g) => g.game === game && g.your_turn !== yourTurn))
        ongoingGames.set(games.map((g) => (g.game === game ? { ...g, your_turn: yourTurn } : g)));
}

/** Begins the session and opens the line. */
export function startSession() {
    const forever = new AbortController().signal;
    onPush('welcome', (push) => {
        me.set(push.me);
        serverVersion.set(push.page ?? pageVersion);
    }, forever);
    whenOnline(() => loadOngoingGames().catch(() => {}), forever);
    onPush('mine', (push) => ongoingGames.set(push.games), forever);
    onPush('declined', (push) => {
        if (location.pathname !== `/game/${push.game}`) toast(t('invitation.declined', { name: push.name }));
    }, forever);
    otherTabs.addEventListener('message', onUserChange); // the line says who it is
    return openSession()
        .catch(() => {}) // the line tries again
        .then(() => openConnection(renewSession));
}

/**
 * Sends something that changes who is here: 'login', 'register', 'password', 'settings', 'logout'.
 * @param {'login' | 'register' | 'password' | 'settings' | 'logout'} what
 * @param {object} [body]
 */
export async function updateAccount(what, body) {
    const answer = await request('POST', what, body);
    if (what === 'logout') await openSession();
    else me.set(answer);
    if (what === 'login' || what === 'logout') onUserChange();
    if (what !== 'settings') otherTabs.postMessage(what);
}
