// Demo game of the home page: two levels play each other with the local engine, beginning in the middle of a stored
// game. Without the engine (not loaded, data saver) the stored game is played on.
import { parsePoint, pointName } from '../board/points.js';

/** @typedef {{moves: string[], levels: number[] | null, five: string[], isOver: boolean}} DemoState levels: Black, White; null: the stored game */
/** @typedef {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'move' | 'look' | 'close'>} DemoEngine */

const SIZE = 15;
export const OPENING_MOVES = 9; // of the stored game, before the levels go on
export const LEVELS = [5, 6]; // a few thousand nodes per move: a fraction of a second on a phone

/** Two strong levels, from a swap2 opening. */
export const STORED_GAME = {
    moves: 'h8 g9 g12 g7 g10 h7 e10 f7 e7 g6 d10 f10 d9 j7 i7 f11 d8 d7 e12 f8 f9 e11 d12 d11 f12 b11 h12'.split(' '),
    five: 'd12 e12 f12 g12 h12'.split(' '),
};

/**
 * Rotates and mirrors a point.
 * @param {string} point
 * @param {number} symmetry 0 to 7; 0 leaves it as it is
 */
export function turned(point, symmetry) {
    let { x, y } = parsePoint(point) ?? { x: 0, y: 0 };
    if (symmetry & 1) x = SIZE - 1 - x;
    if (symmetry & 2) y = SIZE - 1 - y;
    if (symmetry & 4) [x, y] = [y, x];
    return pointName(x, y);
}

/**
 * @param {(() => Promise<DemoEngine>) | null} loadEngine null: play the stored game
 * @param {() => number} random
 */
export function createDemoGame(loadEngine, random = Math.random) {
    /** @type {DemoEngine | null} */
    let engine = null;
    /** @type {{moves: string[], five: string[]}} */
    let stored = STORED_GAME;
    /** @type {DemoState} */
    let state = storedState(STORED_GAME.moves.length);

    /** @param {number} ply @returns {DemoState} */
    function storedState(ply) {
        const isOver = ply === stored.moves.length;
        return { moves: stored.moves.slice(0, ply), levels: null, five: isOver ? stored.five : [], isOver };
    }

    function newGame() {
        const symmetry = Math.floor(random() * 8);
        const turn = (/** @type {string} */ point) => turned(point, symmetry);
        stored = { moves: STORED_GAME.moves.map(turn), five: STORED_GAME.five.map(turn) };
        state = storedState(OPENING_MOVES);
        if (loadEngine) state.levels = LEVELS;
    }

    /** @param {() => Promise<DemoEngine>} load @param {number[]} levels @param {AbortSignal} signal @returns {Promise<DemoState>} */
    async function playLevelMove(load, levels, signal) {
        if (!engine) {
            const loaded = await load();
            if (signal.aborted || engine) {
                loaded.close();
                signal.throwIfAborted();
            }
            engine ??= loaded;
        }
        const level = levels[state.moves.length % 2];
        const { move } = await engine.move({ moves: state.moves }, `level:${level}`);
        const moves = [...state.moves, move];
        const { over, winning } = await engine.look({ moves: moves.join('') });
        return { moves, levels, five: winning.match(/[a-o]\d+/g) ?? [], isOver: over };
    }

    return {
        get: () => state,
        newGame,
        /** Plays the next move. @param {AbortSignal} signal */
        async playMove(signal) {
            try {
                const next = loadEngine && state.levels ? await playLevelMove(loadEngine, state.levels, signal) : storedState(state.moves.length + 1);
                if (!signal.aborted) state = next;
            } catch {
                if (signal.aborted) return; // close() failed it
                loadEngine = null;
                newGame();
            }
        },
        /** Frees the engine until the next move. */
        close() {
            engine?.close();
            engine = null;
        },
    };
}
