// Local games: play against the levels with the engine in this browser, with the functions of remote_games.js. A
// game is stored as the snapshot that the page shows; every change stores a new one.
import { openEngine } from '../engine.js';
import { loadGame, onGameChange, saveGame } from './local_game_storage.js';
import { me } from '../app/session.js';
import { AppError } from '../app/errors.js';
import { newLocalId } from './game_source.js';
import { showError } from '../ui/toast.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').SeatedPlayer} Sitter */

const ENGINE_IDLE_MS = 30_000; // milliseconds before an unused engine is closed to free its memory
const RETRY_MS = 5_000; // milliseconds before a failed move is tried again

const FORMATS = ['sgf', 'psq', 'rec', 'pos', 'svg'];
const RULES = ['freestyle', 'standard', 'renju', 'caro', 'caro-overline'];
const OPENINGS = ['none', 'swap', 'swap2', 'pro', 'long-pro'];
const LEVELS = 10;

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
 * The game with other moves; the engine computes the rest of the state.
 * @param {Snapshot} game
 * @param {string[]} moves
 * @returns {Promise<Snapshot>}
 */
async function withMoves(game, moves) {
    const { colors, turn, fouls, five, result } = await withEngine((e) => e.game({ ...positionOf(game), moves }));
    return {
        ...game, moves, turn, fouls, five, result,
        ply: moves.length,
        seq: game.seq + 1,
        state: result ? 'over' : 'playing',
        ended: result ? Date.now() : null,
        seats: game.seats.map((player, i) => player && { ...player, color: colors[i] }),
    };
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
 * @param {Snapshot} game
 * @param {Partial<Snapshot>} changes
 */
function updateGame(game, changes) {
    const next = { ...game, ...changes, seq: game.seq + 1 };
    save(next);
    return next;
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

/** @param {string} id */
function findPlaying(id) {
    const game = find(id);
    if (game.state !== 'playing' || game.you === null || !game.turn) throw new AppError('not_playing', '');
    return { ...game, you: game.you, turn: game.turn };
}

// ---- The level's moves

/** @type {Map<string, AbortController>} */
const moveTasks = new Map();

/** @param {string} id */
function cancelMove(id) {
    moveTasks.get(id)?.abort();
    moveTasks.delete(id);
}

/**
 * Plays the level's move if it is its turn. Another tab may do the same: the first move counts.
 * @param {string} id
 */
async function playLevelMove(id) {
    const game = loadGame(id);
    if (!game || game.state !== 'playing' || game.turn?.seat === game.you || moveTasks.has(id)) return;
    const task = new AbortController();
    moveTasks.set(id, task);
    try {
        const level = game.seats.find((s) => s?.kind === 'level')?.level;
        const { move } = await withEngine((e) => e.move(positionOf(game), `level:${level}`, task.signal));
        const next = await withMoves(game, [.../** @type {string[]} */ (game.moves), move]);
        if (!task.signal.aborted && loadGame(id)?.seq === game.seq) save(next);
    } finally {
        if (moveTasks.get(id) === task) moveTasks.delete(id);
    }
    if (!task.signal.aborted) await playLevelMove(id); // openings may require several stones
}

// ---- The functions of remote_games.js

/** @param {string} name */
const option = (name) => ({ name, summary: '' });

/** @returns {Promise<import('../types.js').Choices>} */
export async function loadChoices() {
    return {
        rules: RULES.map(option), openings: OPENINGS.map(option),
        levels: Array.from({ length: LEVELS }, (_, i) => ({ ...option(`Level ${i + 1}`), level: i + 1 })),
        colors: ['random', 'black', 'white'], sizes: [5, 25], formats: FORMATS, pools: [],
    };
}

/** @type {Omit<Sitter, 'name' | 'kind' | 'level'>} */
const SEAT_DEFAULTS = { rating: null, provisional: true, color: 'black', here: true, clock: null };

/**
 * @param {any} setup as in docs/server.md, A new game; without time, mist and rating
 * @returns {Promise<Snapshot>}
 */
export async function newGame({ opponent, color = 'random', rules = 'freestyle', size = 15, opening = 'none' }) {
    const level = Number(/^level:(\d+)$/.exec(opponent)?.[1]);
    if (!(level >= 1 && level <= LEVELS)) throw new AppError('bad_value', 'local games are against levels only');
    const you = /** @type {Seat} */ (color === 'random' ? Math.floor(2 * Math.random()) : Number(color === 'white'));
    const name = me.get()?.name ?? t('local.you');
    /** @type {Sitter[]} */
    const seats = [
        { ...SEAT_DEFAULTS, name, kind: 'guest', level: 0 },
        { ...SEAT_DEFAULTS, name: `Level ${level}`, kind: 'level', level },
    ];
    const now = Date.now();
    const game = await withMoves({
        game: newLocalId(), seq: 0, state: 'playing', rules, size, opening, time: 'none', mist: false, rated: false,
        chat: false, opponent, owner: name, created: now, started: now, ended: null, you,
        seats: you === 0 ? seats : seats.reverse(), ply: 0, line: 0, moves: [], turn: null, fouls: {}, five: [],
        view: null, offers: { draw: null, takeback: null, plies: 0, rematch: [false, false] }, result: null,
        next: null, declined: false, watchers: 0,
    }, []);
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
    const watch = () => {
        const game = loadGame(id);
        if (signal.aborted) return;
        if (game) listener.game(game);
        else listener.failed(new AppError('not_found', ''));
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
    const game = findPlaying(id);
    if (at.ply !== game.ply || at.line !== game.line) throw new AppError('stale', '');
    if (game.turn.seat !== game.you) throw new AppError('not_your_turn', '');
    if (game.moves.includes(move)) throw new AppError('occupied', '');
    const next = await withMoves(game, [.../** @type {string[]} */ (game.moves), move]).catch((error) => {
        const isIllegal = error instanceof AppError && error.code === 'engine_refused';
        throw isIllegal ? new AppError('illegal_move', error.text.replace(/^move \d+: /, '')) : error;
    });
    if (find(id).seq !== game.seq) throw new AppError('stale', '');
    save(next);
    return next;
}

/** @type {Record<string, (game: ReturnType<typeof findPlaying>) => unknown>} */
const ACTIONS = {
    resign(game) {
        const seat = /** @type {Seat} */ (1 - game.you);
        const winner = game.seats[seat]?.color ?? null;
        cancelMove(game.game);
        return updateGame(game, {
            state: 'over', turn: null, fouls: {}, ended: Date.now(), result: { winner, seat, reason: 'resign', text: '' },
        });
    },
    abort(game) {
        if (game.ply >= 2) throw new AppError('not_now', 'the game has begun');
        cancelMove(game.game);
        return updateGame(game, { state: 'aborted', turn: null, fouls: {}, ended: Date.now() });
    },
};

/** @param {string} id */
async function rematch(id) {
    const game = find(id);
    if (game.state !== 'over') throw new AppError('not_now', 'the game is not over');
    const { opponent, rules, size, opening } = game;
    const next = game.next ?? (await newGame({ opponent, rules, size, opening, color: game.you === 0 ? 'white' : 'black' })).game;
    return updateGame(game, { next });
}

/** @type {import('./game_source.js').GameSource['act']} */
export async function act(id, what) {
    if (what === 'rematch') return rematch(id);
    if (!ACTIONS[what]) throw new AppError('not_now', 'not available in a game against a level');
    return ACTIONS[what](findPlaying(id));
}

/** @type {import('./game_source.js').GameSource['takeback']} */
export async function takeback(id, plies) {
    const game = findPlaying(id);
    if (plies < 1 || plies > game.ply) throw new AppError('not_now', 'there is nothing to take back');
    cancelMove(id);
    const next = await withMoves(game, /** @type {string[]} */ (game.moves.slice(0, -plies)));
    save({ ...next, line: game.line + 1 });
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
