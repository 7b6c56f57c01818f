// What the published strategies prove about positions (docs/use/solved.md). Asked of the engine once per position, and only
// where there is a strategy for the rules and the size, so that no file is fetched in vain.
import { provedSides } from '../game/rules.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {{turn: Color, claim: 'win' | 'hold', move: string | null}} Proved `move`: null if every move holds */

const CACHE_MAX = 500;

/**
 * @param {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'proved'>} engine
 * @param {() => void} onChange called when something new is known
 */
export function createProvedPositions(engine, onChange) {
    /** @type {Map<string, Proved | null>} */
    const known = new Map();

    /** @param {import('../engine.js').Position} position @param {string} key */
    async function request(position, key) {
        known.set(key, null);
        if (known.size > CACHE_MAX) known.delete(/** @type {string} */ (known.keys().next().value));
        try {
            const { turn, claim, move = null } = await engine.proved(position);
            if (!claim) return;
            known.set(key, { turn, claim, move });
            onChange();
        } catch {
            // Nothing is claimed: the position is illegal, or the strategy could not be loaded.
        }
    }

    return {
        /** @param {Required<import('../engine.js').Position>} position @returns {Proved | null} null while loading, too */
        at(position) {
            if (provedSides(position.rules, position.size).length === 0) return null;
            const key = JSON.stringify(position);
            if (!known.has(key)) request(position, key);
            return known.get(key) ?? null;
        },
    };
}
