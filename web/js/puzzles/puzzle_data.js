// Puzzle data (docs/integrate/puzzles.md): one JSON object per line, fetched once.

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} rules
 * @property {number} size
 * @property {string} moves of the game before the puzzle
 * @property {'attack' | 'defence'} kind
 * @property {string} solution
 * @property {string[]} themes
 * @property {number} stones moves until the five
 * @property {string} line the solution; for a defence, the threat
 * @property {number} rating
 */

/** @type {Promise<Puzzle[]> | null} */
let loading = null;

/** @param {string} text */
export function parsePuzzles(text) {
    return text.split('\n').filter(Boolean).map((line) => /** @type {Puzzle} */ (JSON.parse(line)));
}

async function load() {
    const response = await fetch(new URL('../../data/puzzles.json', import.meta.url));
    if (!response.ok) throw new Error(`the puzzles failed to load: ${response.status}`);
    return parsePuzzles(await response.text());
}

export function loadPuzzles() {
    loading ??= load().catch((error) => {
        loading = null;
        throw error;
    });
    return loading;
}
