// Who is here. Everybody is a guest at once.
import { request } from '../net/http.js';
import { askOnce, hear, openLine, reopenLine, whenOnline } from '../net/socket.js';
import { store } from '../util/store.js';
import { toast } from '../ui/toast.js';
import { own, served } from './version.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Me} Me */

/** Null until the server has answered the first time. */
export const me = store(/** @type {Me | null} */ (null));

/** The own games going on, as summaries; null until they are known. */
export const mine = store(/** @type {import('../types.js').Summary[] | null} */ (null));

const JUST_NOW = 2_000;
let asked = -JUST_NOW; // when the own games were asked for

// The other windows of this browser have the same cookie, so whoever is here now is there, too.
const windows = new BroadcastChannel('pentad.me');

async function begin() {
    me.set(await request('POST', 'session'));
}

/** The session may have been ended elsewhere: then there is a new guest, who is told. */
async function beginAgain() {
    const before = me.get();
    await begin();
    if (before?.kind === 'account' && me.get()?.kind === 'guest') toast(t('account.ended'), 'bad');
}

/** Somebody else is here. */
function meetAnew() {
    mine.set(null);
    reopenLine();
}

/** Asks for the own games anew. */
export async function loadMine(request = askOnce) {
    asked = performance.now();
    mine.set((await request({ do: 'mine' })).games);
}

/** The same, since whose turn it is changes without a word; not if it was done just now. */
export function lookAtMine() {
    if (performance.now() - asked > JUST_NOW) loadMine().catch(() => {});
}

/**
 * Whoever follows a game knows first whose turn it is.
 * @param {string} game
 * @param {boolean} yourTurn
 */
export function noteTurn(game, yourTurn) {
    const games = mine.get();
    if (games?.some((g) => g.game === game && g.your_turn !== yourTurn))
        mine.set(games.map((g) => (g.game === game ? { ...g, your_turn: yourTurn } : g)));
}

/** Begins the session and opens the line. */
export function arrive() {
    const forever = new AbortController().signal;
    hear('welcome', (push) => {
        me.set(push.me);
        served.set(push.page ?? own);
    }, forever);
    whenOnline(() => loadMine().catch(() => {}), forever);
    hear('mine', (push) => mine.set(push.games), forever);
    hear('declined', (push) => {
        if (location.pathname !== `/game/${push.game}`) toast(t('invitation.declined', { name: push.name }));
    }, forever);
    windows.addEventListener('message', meetAnew); // the line says who it is
    return begin()
        .catch(() => {}) // the line tries again
        .then(() => openLine(beginAgain));
}

/**
 * Sends something that changes who is here: 'login', 'register', 'password', 'settings', 'logout'.
 * @param {'login' | 'register' | 'password' | 'settings' | 'logout'} what
 * @param {object} [body]
 */
export async function change(what, body) {
    const answer = await request('POST', what, body);
    if (what === 'logout') await begin();
    else me.set(answer);
    if (what === 'login' || what === 'logout') meetAnew();
    if (what !== 'settings') windows.postMessage(what);
}
