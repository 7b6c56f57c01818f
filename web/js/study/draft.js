// A position that is being set up: what clicks make of it. No document.

/** @typedef {import('./tree.js').Setup} Setup */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {'black' | 'white' | 'turns' | 'erase'} Tool 'turns': black and white by turns */

const COLORS = /** @type {const} */ (['black', 'white']);

/**
 * @param {Setup} draft
 * @returns {Color} of the stone that comes next if they come by turns
 */
export function nextStone(draft) {
    return draft.black.length > draft.white.length ? 'white' : 'black';
}

/**
 * The draft after a click on a point: a stone there is taken away by its own tool or replaced by another.
 * @param {Setup} draft
 * @param {string} point
 * @param {Tool} tool
 * @returns {Setup}
 */
export function afterClick(draft, point, tool) {
    const there = COLORS.find((color) => draft[color].includes(point));
    const without = { ...draft, black: draft.black.filter((p) => p !== point), white: draft.white.filter((p) => p !== point) };
    if (tool === 'erase' || there === tool || (tool === 'turns' && there)) return without;
    const color = tool === 'turns' ? nextStone(draft) : tool;
    return { ...without, [color]: [...without[color], point] };
}

/**
 * The draft on another board: what has no place there is gone.
 * @param {Setup} draft
 * @param {number} size
 * @returns {Setup}
 */
export function resized(draft, size) {
    const fits = (/** @type {string} */ point) => point.charCodeAt(0) - 97 < size && Number(point.slice(1)) <= size;
    return { ...draft, size, black: draft.black.filter(fits), white: draft.white.filter(fits) };
}
