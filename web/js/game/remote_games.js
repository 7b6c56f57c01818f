// Games on the server, over HTTP and the WebSocket. local_games.js has the same functions for games in this browser.
import { request } from '../net/http.js';
import { AppError } from '../app/errors.js';
import { call, callOnce, onPush, connection, whenOnline } from '../net/socket.js';

export { whenOnline };

const CONNECT_TIMEOUT = 6000; // milliseconds to wait for a connection before opening a game fails

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').ChatLine} ChatLine */

/**
 * @typedef {object} GameListener
 * @property {(snapshot: Snapshot) => void} game the whole game
 * @property {(push: any) => void} moved one move
 * @property {(push: {here: boolean[], watchers: number}) => void} people
 * @property {(line: ChatLine) => void} said
 * @property {(error: unknown) => void} failed the game does not exist, or the server is unreachable
 */

/** @returns {string} idempotency key: a request sent twice takes effect once */
export function newIdempotencyKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {object} setup as docs/integrate/api.md, A new game
 * @returns {Promise<Snapshot>}
 */
export function newGame(setup) {
    return request('POST', 'games', { key: newIdempotencyKey(), ...setup });
}

/**
 * @param {string} game
 * @param {AbortSignal} [signal]
 * @returns {Promise<Snapshot>}
 */
export function load(game, signal) {
    return request('GET', `games/${encodeURIComponent(game)}`, null, signal);
}

/**
 * Subscribes to a game until the signal aborts.
 * @param {string} game
 * @param {GameListener} listener
 * @param {AbortSignal} signal
 * @param {{preview?: boolean}} options preview: the moves only, without being counted as a spectator
 * @returns {() => void} loads the whole game again
 */
export function follow(game, listener, signal, { preview = false } = {}) {
    const connectTimer = window.setTimeout(() => connection.get() !== 'online' && listener.failed(new AppError('offline', '')), CONNECT_TIMEOUT);
    const watch = () => {
        call({ do: 'watch', game, preview }).then((answer) => {
            clearTimeout(connectTimer);
            if (!signal.aborted) listener.game(answer.game);
        }, (error) => signal.aborted || listener.failed(error));
    };
    for (const kind of /** @type {const} */ (['game', 'moved', 'people', 'said']))
        onPush(kind, (push) => push.game === game && listener[kind](push), signal);
    whenOnline(watch, signal);
    signal.addEventListener('abort', () => {
        clearTimeout(connectTimer);
        callOnce({ do: 'leave', game }).catch(() => {});
    }, { once: true });
    return watch;
}

/**
 * @param {string} game
 * @param {{ply: number, line: number}} at
 * @param {string} move a point, or stay, swap, more
 */
export function play(game, at, move) {
    return call({ do: 'play', game, ply: at.ply, line: at.line, move });
}

/**
 * @param {string} game
 * @param {'join' | 'resign' | 'draw' | 'decline' | 'abort' | 'rematch' | 'claim_win' | 'claim_draw'} what
 */
export function act(game, what) {
    return call({ do: what, game });
}

/**
 * Not idempotent: sent at most once.
 * @param {string} game
 * @param {number} plies
 */
export function takeback(game, plies) {
    return callOnce({ do: 'takeback', game, plies });
}

/**
 * @param {string} game
 * @param {string} text
 */
export function say(game, text) {
    return call({ do: 'say', game, text, key: newIdempotencyKey() });
}

/**
 * @param {string} game
 * @param {AbortSignal} signal
 * @returns {Promise<ChatLine[]>}
 */
export async function loadChat(game, signal) {
    return (await request('GET', `games/${game}/chat`, null, signal)).lines;
}

/**
 * Subscribes to the lobby.
 * @param {(lobby: import('../types.js').Lobby) => void} listener
 * @param {AbortSignal} signal
 */
export function followLobby(listener, signal) {
    onPush('lobby', listener, signal);
    whenOnline(() => {
        call({ do: 'lobby', on: true }).then((answer) => signal.aborted || listener(answer), () => {});
    }, signal);
    signal.addEventListener('abort', () => callOnce({ do: 'lobby', on: false }).catch(() => {}), { once: true });
}
