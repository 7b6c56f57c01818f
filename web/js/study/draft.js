// Position editor, logic: how clicks change the draft. Does not use the DOM.

/** @typedef {import('./tree.js').Setup} Setup */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {'black' | 'white' | 'turns' | 'erase'} Tool 'turns': alternating colours */

const COLORS = /** @type {const} */ (['black', 'white']);

/**
 * @param {Setup} draft
 * @returns {Color} colour of the next stone with alternating colours
 */
export function nextStone(draft) {
    return draft.black.length > draft.white.length ? 'white' : 'black';
}

/**
 * The draft after a click on a point. A stone is removed by the tool of its own colour, replaced by the other.
 * @param {Setup} draft
 * @param {string} point
 * @param {Tool} tool
 * @returns {Setup}
 */
export function afterClick(draft, point, tool) {
    const existing = COLORS.find((color) => draft[color].includes(point));
    const without = { ...draft, black: draft.black.filter((p) => p !== point), white: draft.white.filter((p) => p !== point) };
    if (tool === 'erase' || existing === tool || (tool === 'turns' && existing)) return without;
    const color = tool === 'turns' ? nextStone(draft) : tool;
    return { ...without, [color]: [...without[color], point] };
}

/**
 * The draft on another board size; stones outside are removed.
 * @param {Setup} draft
 * @param {number} size
 * @returns {Setup}
 */
export function resized(draft, size) {
    const fits = (/** @type {string} */ point) => point.charCodeAt(0) - 97 < size && Number(point.slice(1)) <= size;
    return { ...draft, size, black: draft.black.filter(fits), white: draft.white.filter(fits) };
}
