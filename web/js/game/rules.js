// The rules by name: lists for forms, forbidden points, openings. All from the tables of the C program (catalog.js);
// what depends on the stones is asked of the engine (`look`).
import { catalog } from '../catalog.js';

export const RULES = catalog.rules.map(({ name }) => name);
export const OPENINGS = catalog.openings.map(({ name }) => name);
export const LEVELS = catalog.levels.map(({ level }) => level);
/**
 * The sides that have a proved strategy (data/strategies/table).
 * @param {string} rules
 * @param {number} size
 * @returns {{side: string, whole: boolean}[]} `whole`: from the empty board
 */
export const provedSides = (rules, size) => catalog.strategies.filter((row) => row.rules === rules && row.size === size);

export const [SIZE_MIN, SIZE_MAX] = catalog.sizes;
export const SIZES = Array.from({ length: SIZE_MAX - SIZE_MIN + 1 }, (_, i) => SIZE_MIN + i);

/**
 * True if some points may be forbidden for that colour.
 * @param {string} rules
 * @param {import('../types.js').Color} color
 */
export function hasFouls(rules, color) {
    return catalog.rules.some(({ name, fouls }) => name === rules && fouls.includes(color));
}

/** @param {string} opening */
function openingRow(opening) {
    return catalog.openings.find(({ name }) => name === opening) ?? catalog.openings[0];
}

/**
 * The steps of an opening until the colours are settled.
 * @param {string} opening
 * @returns {{seat: number, stones: number, choices: string[]}[]} each either places stones or makes a choice
 */
export const openingSteps = (opening) => openingRow(opening).steps;

/** The number of first stones that an opening tells where to be. @param {string} opening */
export const restrictedStones = (opening) => openingRow(opening).restricted;
