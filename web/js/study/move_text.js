// Move text: the tree in reading order. Each move, its comment, its alternatives, then the next move. Does not use the
// DOM.
import { lineThrough, nodeAt, ROOT, siblings, turnAfter } from './tree.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').NodeId} NodeId */

/**
 * @typedef {{kind: 'move', id: NodeId, point: string, number: number, color: import('../types.js').Color}} MovePart
 * @typedef {{kind: 'comment', id: NodeId, text: string}} CommentPart
 * @typedef {{kind: 'variation', parts: Part[]}} VariationPart a variation
 * @typedef {MovePart | CommentPart | VariationPart} Part
 */

const WHOLE_TREE_MAX = 400; // nodes: a larger tree is shown only around the current line

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @param {number} ply
 * @returns {Part[]}
 */
function partsOf(tree, id, ply) {
    const { point, comment } = nodeAt(tree, id);
    /** @type {Part[]} */
    const parts = point ? [{ kind: 'move', id, point, number: ply, color: turnAfter(tree.setup, ply - 1) }] : [];
    if (comment) parts.push({ kind: 'comment', id, text: comment });
    return parts;
}

/**
 * @param {Tree} tree
 * @param {NodeId} start
 * @param {number} ply of `start`
 * @returns {Part[]}
 */
function wholeLine(tree, start, ply) {
    const parts = partsOf(tree, start, ply);
    for (let [at, n] = [start, ply + 1]; nodeAt(tree, at).children.length > 0; n++) {
        const [first, ...others] = nodeAt(tree, at).children;
        parts.push(...partsOf(tree, first, n));
        for (const child of others) parts.push({ kind: 'variation', parts: wholeLine(tree, child, n) });
        at = first;
    }
    return parts;
}

/**
 * The current line, with only the first move of each alternative.
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Part[]}
 */
function lineWithSiblings(tree, id) {
    /** @param {NodeId} at @param {number} ply @returns {Part[]} */
    const step = (at, ply) => [
        ...partsOf(tree, at, ply),
        ...siblings(tree, at).filter((sibling) => sibling !== at)
            .map((sibling) => /** @type {Part} */ ({ kind: 'variation', parts: partsOf(tree, sibling, ply).slice(0, 1) })),
    ];
    return lineThrough(tree, id).flatMap(step);
}

/**
 * @param {Tree} tree
 * @param {NodeId} at the current node
 * @returns {{parts: Part[], whole: boolean}} if not `whole`, the result depends on `at`
 */
export function moveText(tree, at) {
    const whole = tree.nodes.size <= WHOLE_TREE_MAX;
    return { parts: whole ? wholeLine(tree, ROOT, 0) : lineWithSiblings(tree, at), whole };
}
