// Geometry of the rating graph.

export const GRAPH_WIDTH = 200;
export const GRAPH_HEIGHT = 40;
const MARGIN = 2;
const RANGE_MIN = 100; // small changes look small

/**
 * @param {number[]} history at least two ratings
 * @returns {{points: string, low: number, high: number}} points of an SVG polyline
 */
export function graphPoints(history) {
    const [low, high] = [Math.min(...history), Math.max(...history)];
    const range = Math.max(RANGE_MIN, high - low);
    const top = (low + high + range) / 2;
    const x = (/** @type {number} */ i) => MARGIN + i * (GRAPH_WIDTH - 2 * MARGIN) / (history.length - 1);
    const y = (/** @type {number} */ rating) => MARGIN + (top - rating) * (GRAPH_HEIGHT - 2 * MARGIN) / range;
    return { points: history.map((rating, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(' '), low, high };
}
