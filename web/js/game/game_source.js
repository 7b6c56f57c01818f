// Game source: the server (remote_games.js) or this browser (local_games.js) for a game id. Both have the same
// functions, so that pages need not distinguish them.

/** @typedef {typeof import('./remote_games.js')} Remote */
/** @typedef {Pick<Remote, 'newGame' | 'load' | 'follow' | 'play' | 'act' | 'takeback' | 'say' | 'loadChat' | 'whenOnline'>} GameSource */

const LOCAL_PREFIX = 'local-'; // prefix of the ids of games that exist only in this browser

/** @param {string} game */
export const isLocalGame = (game) => game.startsWith(LOCAL_PREFIX);

/** @returns {string} */
export function newLocalId() {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    return LOCAL_PREFIX + Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} game
 * @returns {Promise<GameSource>}
 */
export function sourceFor(game) {
    return isLocalGame(game) ? import('./local_games.js') : import('./remote_games.js');
}
