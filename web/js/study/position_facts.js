// What a position shows by the rules: whose turn, who won, where threats and fouls are. Asked of the engine
// once for every position.
import { Refusal } from '../app/errors.js';
import { pointsOf } from './position_link.js';

/** @typedef {Required<import('../engine.js').Position>} Position */

/**
 * @typedef {object} Looked
 * @property {boolean} over
 * @property {string} winner
 * @property {string[]} winning
 * @property {string[]} forbidden
 * @property {{black: string[], white: string[]}} fives
 * @property {{black: string[], white: string[]}} fours
 * @property {unknown} error why the position cannot be, or that nobody could be asked; null: all is well
 */

const KEPT = 2000;
const RETRY = 5000; // milliseconds until somebody who was away is asked again

/** @type {Looked} */
const BLANK = { over: false, winner: '', winning: [], forbidden: [], fives: { black: [], white: [] }, fours: { black: [], white: [] }, error: null };

/**
 * @param {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look'>} engine
 * @param {() => void} news something is known that was not
 */
export function createLooker(engine, news) {
    /** @type {Map<string, Looked | null>} null: asked and not answered yet */
    const known = new Map();
    let missing = false;

    /** @param {Position} position @param {any} reply @returns {Looked} */
    function read({ size }, { over, winner, winning, forbidden, black, white }) {
        const points = (/** @type {string | undefined} */ text) => pointsOf(text ?? '', size) ?? [];
        return {
            over, winner, winning: points(winning), forbidden: points(forbidden), error: null,
            fives: { black: points(black?.fives), white: points(white?.fives) },
            fours: { black: points(black?.fours), white: points(white?.fours) },
        };
    }

    /** @param {Position} position @param {string} key */
    async function ask(position, key) {
        known.set(key, null);
        if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
        try {
            known.set(key, read(position, await engine.look(position)));
            missing = false;
        } catch (error) {
            if (error instanceof Refusal && error.code === 'engine_closed') return;
            missing = !(error instanceof Refusal && error.code === 'engine_refused');
            known.set(key, { ...BLANK, error });
            if (missing) setTimeout(() => forget(key), RETRY);
        }
        news();
    }

    /** Nobody could be asked: whoever still looks there asks again. @param {string} key */
    function forget(key) {
        known.delete(key);
        news();
    }

    return {
        /** @param {Position} position @returns {Looked | null} null: not known yet, but will be */
        at(position) {
            const key = JSON.stringify(position);
            if (!known.has(key)) ask(position, key);
            return known.get(key) ?? null;
        },
        /** Is there no engine at all? */
        isMissing: () => missing,
    };
}
