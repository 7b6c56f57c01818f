// Local game storage: snapshots of the games in this browser, one localStorage entry each. Where storage is
// forbidden they last until the page is closed.
import { evictOldest } from '../review/review_cache.js';
import { isLocalGame } from './game_source.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

const PREFIX = 'pentad.game.';
const FINISHED_MAX = 200; // finished games; the oldest are removed

/** @type {Map<string, string>} */
const memory = new Map();
/** @type {Set<(game: string) => void>} */
const listeners = new Set();

/** @returns {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & {names(): string[]}} */
function gameStorage() {
    try {
        const storage = localStorage;
        storage.getItem(PREFIX);
        return {
            getItem: (name) => storage.getItem(name),
            setItem: (name, text) => storage.setItem(name, text),
            removeItem: (name) => storage.removeItem(name),
            names: () => Object.keys(storage),
        };
    } catch {
        return {
            getItem: (name) => memory.get(name) ?? null,
            setItem: (name, text) => void memory.set(name, text),
            removeItem: (name) => void memory.delete(name),
            names: () => [...memory.keys()],
        };
    }
}

/** Calls the listeners in this tab. @param {string} game */
export function notifyGameChange(game) {
    for (const listener of [...listeners]) listener(game);
}

/**
 * @param {string} game
 * @returns {Snapshot | null}
 */
export function loadGame(game) {
    try {
        return JSON.parse(gameStorage().getItem(PREFIX + game) ?? 'null');
    } catch {
        return null; // not one of our entries
    }
}

/**
 * Newest first.
 * @returns {Snapshot[]}
 */
export function loadGames() {
    const names = gameStorage().names().filter((name) => name.startsWith(PREFIX) && isLocalGame(name.slice(PREFIX.length)));
    const games = names.map((name) => loadGame(name.slice(PREFIX.length)));
    return games.filter((game) => game !== null).sort((a, b) => b.created - a.created);
}

/** @param {Snapshot} game */
export function saveGame(game) {
    const old = loadGames().filter((one) => one.state !== 'playing' && one.game !== game.game);
    for (const one of old.splice(FINISHED_MAX)) gameStorage().removeItem(PREFIX + one.game);
    putOrEvict(PREFIX + game.game, JSON.stringify(game), old);
    notifyGameChange(game.game);
}

/**
 * @param {string} name
 * @param {string} text
 * @param {Snapshot[]} old games that may be evicted, the oldest last
 */
function putOrEvict(name, text, old) {
    try {
        gameStorage().setItem(name, text);
    } catch (full) {
        const last = evictOldest() ? null : old.pop();
        if (last === undefined) throw full;
        if (last) gameStorage().removeItem(PREFIX + last.game);
        putOrEvict(name, text, old);
    }
}

/** @param {string} game */
export function removeGame(game) {
    gameStorage().removeItem(PREFIX + game);
    notifyGameChange(game);
}

/**
 * Calls the listener whenever a game changes, in this or another tab.
 * @param {(game: string) => void} listener
 * @param {AbortSignal} signal
 */
export function onGameChange(listener, signal) {
    if (signal.aborted) return;
    listeners.add(listener);
    signal.addEventListener('abort', () => listeners.delete(listener), { once: true });
    window.addEventListener('storage', ({ key }) => {
        if (key?.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
    }, { signal });
}
