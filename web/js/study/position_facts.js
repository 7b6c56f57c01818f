// Position facts by the rules: winner, threats, forbidden points. Requested from the engine once per position and
// cached.
import { AppError } from '../app/errors.js';
import { parsePoints } from './position_link.js';
import { NEW_BOARD } from './tree.js';

/** @typedef {import('../engine.js').Position} Position */

/**
 * @typedef {object} PositionFacts
 * @property {boolean} over
 * @property {string} winner
 * @property {boolean} bothWin both sides have five: stones that were set up
 * @property {string[]} winning
 * @property {string[]} forbidden
 * @property {{black: string[], white: string[]}} fives
 * @property {{black: string[], white: string[]}} fours
 * @property {unknown} error the position is illegal, or the engine is unavailable; null if neither
 */

const CACHE_MAX = 2000;
const RETRY = 5000; // milliseconds before a failed request is tried again

/** @type {PositionFacts} */
const NO_FACTS = { over: false, winner: '', bothWin: false, winning: [], forbidden: [], fives: { black: [], white: [] }, fours: { black: [], white: [] }, error: null };

/**
 * @param {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look'>} engine
 * @param {() => void} onChange called when new facts arrive
 */
export function createPositionFacts(engine, onChange) {
    /** @type {Map<string, PositionFacts | null>} null: request pending */
    const known = new Map();
    let engineMissing = false;

    /** @param {Position} position @param {any} reply @returns {PositionFacts} */
    function read({ size = NEW_BOARD.size }, { over, winner, both_win: bothWin, winning, forbidden, black, white }) {
        const points = (/** @type {string | undefined} */ text) => parsePoints(text ?? '', size) ?? [];
        return {
            over, winner, bothWin, winning: points(winning), forbidden: points(forbidden), error: null,
            fives: { black: points(black?.fives), white: points(white?.fives) },
            fours: { black: points(black?.fours), white: points(white?.fours) },
        };
    }

    /** @param {Position} position @param {string} key */
    async function request(position, key) {
        known.set(key, null);
        if (known.size > CACHE_MAX) known.delete(/** @type {string} */ (known.keys().next().value));
        try {
            known.set(key, read(position, await engine.look(position)));
            engineMissing = false;
        } catch (error) {
            if (error instanceof AppError && error.code === 'engine_closed') return;
            engineMissing = !(error instanceof AppError && error.code === 'engine_refused');
            known.set(key, { ...NO_FACTS, error });
            if (engineMissing) setTimeout(() => retryLater(key), RETRY);
        }
        onChange();
    }

    /** Drops a failed entry, so that it is requested again. @param {string} key */
    function retryLater(key) {
        known.delete(key);
        onChange();
    }

    return {
        /** @param {Position} position @returns {PositionFacts | null} null while loading */
        at(position) {
            const key = JSON.stringify(position);
            if (!known.has(key)) request(position, key);
            return known.get(key) ?? null;
        },
        /** True if the engine is unavailable. */
        isEngineMissing: () => engineMissing,
    };
}
