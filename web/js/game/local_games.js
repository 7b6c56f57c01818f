// Local games: play against the levels with the engine in this browser, with the functions of remote_games.js. A
// game is stored as its snapshot (docs/integrate/api.md); the engine module makes the next one from it and an action.
import { openEngine } from '../engine.js';
import { loadGame, notifyGameChange, onGameChange, saveGame } from './local_game_storage.js';
import { me } from '../app/session.js';
import { AppError } from '../app/errors.js';
import { newLocalId } from './game_source.js';
import { LEVELS } from './rules.js';
import { showError } from '../ui/toast.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */

const ENGINE_IDLE_MS = 30_000; // milliseconds before an unused engine is closed to free its memory
const RETRY_MS = 5_000; // milliseconds before a failed move is tried again

const PERFECT = 'perfect'; // the opponent that plays proved moves
const PERFECT_LEVEL = Math.max(...LEVELS) + 1; // in its seat: not a level that can be chosen
const PERFECT_MS = 1500; // its time where nothing is proved

// ---- The engine

/** @type {ReturnType<typeof openEngine> | null} */
let engine = null;
let users = 0;
let idle = 0;

/**
 * @template T
 * @param {(engine: ReturnType<typeof openEngine>) => Promise<T>} work
 */
async function withEngine(work) {
    clearTimeout(idle);
    engine ??= openEngine();
    users++;
    try {
        return await work(engine);
    } finally {
        if (--users === 0) idle = window.setTimeout(closeEngine, ENGINE_IDLE_MS);
    }
}

function closeEngine() {
    engine?.close();
    engine = null;
}

// ---- Game state

/** @param {Snapshot} game */
const positionOf = ({ rules, size, opening, moves }) => ({ rules, size, opening, moves: /** @type {string[]} */ (moves) });

/**
 * The snapshot after an action, or the current one. Fails like the server if the action is not possible.
 * @param {object} game a snapshot, or the settings of a new game
 * @param {{act?: import('../types.js').Action, seat?: number, ply?: number, line?: number, move?: string, plies?: number}} [action]
 * @returns {Promise<Snapshot>}
 */
async function snapshotAfter(game, action) {
    const reply = await withEngine((e) => e.game(game, { ...action, now: Date.now() }));
    return reply.game;
}

/** @param {Snapshot} game */
function save(game) {
    try {
        saveGame(game);
    } catch {
        throw new AppError('storage_full', '');
    }
}

/**
 * @param {string} id
 * @returns {Snapshot}
 */
function find(id) {
    const game = loadGame(id);
    if (!game) throw new AppError('not_found', '');
    return game;
}

/** False if it has changed since it was loaded, perhaps in another tab. @param {Snapshot} game */
const isCurrent = (game) => loadGame(game.game)?.seq === game.seq;

/**
 * @param {string} id
 * @param {Parameters<typeof snapshotAfter>[1]} [action] none: only brings the snapshot up to date
 */
async function apply(id, action) {
    const game = find(id);
    const next = await snapshotAfter(game, action);
    if (!isCurrent(game)) throw new AppError('stale', '');
    save(next);
    return next;
}

// ---- The level's moves

/** @type {Map<string, AbortController>} */
const moveTasks = new Map();

/**
 * Like `apply`, but stops the level's search first: the engine does one thing at a time.
 * @param {string} id
 * @param {Parameters<typeof snapshotAfter>[1]} action
 */
async function interrupt(id, action) {
    moveTasks.get(id)?.abort();
    moveTasks.delete(id);
    try {
        return await apply(id, action);
    } catch (error) {
        notifyGameChange(id); // those who follow the game restart the search
        throw error;
    }
}

/**
 * Plays the level's move if it is its turn. Another tab may do the same: the first move counts.
 * @param {string} id
 */
async function playLevelMove(id) {
    const game = loadGame(id);
    if (!game?.turn || game.turn.seat === game.you || moveTasks.has(id)) return;
    const task = new AbortController();
    moveTasks.set(id, task);
    try {
        const { ply, line, turn: { seat } } = game;
        const isPerfect = game.opponent === PERFECT;
        const player = isPerfect ? `perfect:${PERFECT_MS}` : `level:${game.seats[seat]?.level}`;
        const { move, proved = null } = await withEngine((e) => e.move(positionOf(game), player, task.signal));
        const next = await snapshotAfter(game, { act: 'play', seat, ply, line, move });
        if (!task.signal.aborted && isCurrent(game)) save(isPerfect ? { ...next, proved } : next);
    } finally {
        if (moveTasks.get(id) === task) moveTasks.delete(id);
    }
    if (!task.signal.aborted) await playLevelMove(id); // openings may require several stones
}

// ---- The functions of remote_games.js

/**
 * The first snapshot of a new game, not saved yet.
 * @param {any} setup as in docs/integrate/api.md, A new game; without time, mist and rating
 * @returns {Promise<Snapshot>}
 */
async function createGame({ opponent, color = 'random', rules = 'freestyle', size = 15, opening = 'none' }) {
    const isPerfect = opponent === PERFECT;
    const level = isPerfect ? PERFECT_LEVEL : Number(/^level:(-?\d+)$/.exec(opponent)?.[1]);
    if (!isPerfect && !LEVELS.includes(level)) throw new AppError('bad_value', 'local games are against levels only');
    const you = /** @type {Seat} */ (color === 'random' ? Math.floor(2 * Math.random()) : Number(color === 'white'));
    const name = me.get()?.name ?? t('local.you');
    const seats = [{ name, kind: 'guest' }, { name: `Level ${isPerfect ? PERFECT : level}`, kind: 'level', level }].map((player) => ({ ...player, provisional: true, here: true }));
    const now = Date.now();
    return snapshotAfter({
        game: newLocalId(), rules, size, opening, opponent, owner: name, created: now, started: now, you,
        seats: you === 0 ? seats : seats.reverse(),
    });
}

/** @param {any} setup */
export async function newGame(setup) {
    const game = await createGame(setup);
    save(game);
    return game;
}

/** @param {string} id */
export async function load(id) {
    return find(id);
}

/** @type {import('./game_source.js').GameSource['follow']} */
export function follow(id, listener, signal) {
    let failures = 0;
    const think = () => playLevelMove(id).catch((error) => {
        if (signal.aborted) return;
        if (failures++ === 0) showError(error);
        window.setTimeout(() => signal.aborted || think(), RETRY_MS);
    });
    // A game that was stored before snapshots had actions is brought up to date. Without the engine it can only be seen.
    const watch = () => {
        const game = loadGame(id);
        if (signal.aborted) return;
        if (!game) listener.failed(new AppError('not_found', ''));
        else if (game.actions) listener.game(game);
        else apply(id).catch(() => signal.aborted || !isCurrent(game) || listener.game({ ...game, actions: [], takeback_plies: 0 }));
    };
    onGameChange((changed) => {
        if (changed !== id) return;
        watch();
        think();
    }, signal);
    watch();
    think();
    return watch;
}

/** @type {import('./game_source.js').GameSource['play']} */
export async function play(id, at, move) {
    return apply(id, { act: 'play', ...at, move });
}

/** @param {string} id */
async function rematch(id) {
    const game = find(id);
    if (game.next) return;
    const after = await snapshotAfter(game, { act: 'rematch' });
    const { opponent, rules, size, opening, you } = game;
    const next = await createGame({ opponent, rules, size, opening, color: you === 0 ? 'white' : 'black' });
    if (!isCurrent(game)) return; // a second click, or one in another tab
    save(next);
    save({ ...after, next: next.game });
}

/** @type {import('./game_source.js').GameSource['act']} */
export async function act(id, what) {
    if (what === 'rematch') return rematch(id);
    if (!find(id).actions.includes(what)) throw new AppError('not_now', 'not possible now');
    return interrupt(id, { act: what });
}

/** @type {import('./game_source.js').GameSource['takeback']} */
export async function takeback(id, plies) {
    if (find(id).takeback_plies !== plies) throw new AppError('not_now', 'there is nothing to take back');
    return interrupt(id, { act: 'takeback', plies });
}

/** @type {import('./game_source.js').GameSource['say']} */
export async function say() {
    throw new AppError('not_now', 'local games have no chat');
}

/** @type {import('./game_source.js').GameSource['loadChat']} */
export async function loadChat() {
    return [];
}

/**
 * @param {string} id
 * @param {string} format
 * @returns {Promise<string>} the game as a file
 */
export async function fileText(id, format) {
    const game = find(id);
    const [black, white] = /** @type {const} */ (['black', 'white']).map((color) => game.seats.find((s) => s?.color === color)?.name);
    const { winner, reason } = game.result ?? {};
    const result = reason === 'resign' ? `${winner === 'black' ? 'B' : 'W'}+R` : undefined; // other results follow from the moves
    const { text } = await withEngine((e) => e.write({ ...positionOf(game), black_name: black, white_name: white, result }, format));
    return text;
}

/** @type {import('./game_source.js').GameSource['whenOnline']} */
export function whenOnline(listener, signal) {
    if (!signal.aborted) listener();
}
