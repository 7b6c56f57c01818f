// Move tree with comments and marks, as an immutable value: every change returns a new tree. Does not use the network
// or the DOM.
import { isOnBoard, parsePoint, pointName } from '../board/points.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {'circle' | 'cross' | 'square' | 'triangle'} Mark */
/** @typedef {number} NodeId 0 is the root */

/**
 * @typedef {object} Node
 * @property {NodeId} id
 * @property {NodeId | null} parent null for the root
 * @property {string | null} point its move; null for the root
 * @property {readonly NodeId[]} children the first is the main line
 * @property {string} comment
 * @property {Readonly<Record<string, Mark>>} marks by point
 */

/**
 * The start position.
 * @typedef {object} Setup
 * @property {string} rules
 * @property {number} size
 * @property {readonly string[]} black setup stones
 * @property {readonly string[]} white
 * @property {Color} turn who moves first
 */

/**
 * @typedef {object} Tree
 * @property {Setup} setup
 * @property {{black: string, white: string}} names of the players; '' if unknown
 * @property {ReadonlyMap<NodeId, Node>} nodes
 * @property {NodeId} next the next unused id
 */

export const ROOT = 0;
export const NODES_MAX = 20_000; // more than anybody reads, and still fast to load
export const COMMENT_MAX = 50_000; // characters: some files contain whole articles

/** @type {Setup} */
export const NEW_BOARD = { rules: 'freestyle', size: 15, black: [], white: [], turn: 'black' };

/**
 * @param {Setup} [setup]
 * @param {{black: string, white: string}} [names]
 * @returns {Tree}
 */
export function createTree(setup = NEW_BOARD, names = { black: '', white: '' }) {
    return { setup, names, nodes: new Map([[ROOT, nodeOf(ROOT, null, null)]]), next: 1 };
}

/**
 * @param {NodeId} id
 * @param {NodeId | null} parent
 * @param {string | null} point
 * @returns {Node}
 */
const nodeOf = (id, parent, point) => ({ id, parent, point, children: [], comment: '', marks: {} });

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Node}
 */
export function nodeAt(tree, id) {
    const node = tree.nodes.get(id);
    if (!node) throw new Error(`there is no node ${id}`);
    return node;
}

// ---- Queries

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} from the root to the node, both included
 */
export function pathTo(tree, id) {
    const path = [];
    for (let at = /** @type {NodeId | null} */ (id); at !== null; at = nodeAt(tree, at).parent) path.push(at);
    return path.reverse();
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} the path to the node, continued along first children
 */
export function lineThrough(tree, id) {
    const line = pathTo(tree, id);
    for (let at = nodeAt(tree, id); at.children.length > 0; at = nodeAt(tree, at.children[0])) line.push(at.children[0]);
    return line;
}

/** @param {Tree} tree */
export const mainLine = (tree) => lineThrough(tree, ROOT);

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {string[]} the moves from the root to the node
 */
export function movesTo(tree, id) {
    return pathTo(tree, id).slice(1).map((at) => /** @type {string} */ (nodeAt(tree, at).point));
}

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Setup} setup
 * @param {number} ply
 * @returns {Color} the side to move after `ply` moves
 */
export const turnAfter = (setup, ply) => (ply % 2 === 0 ? setup.turn : other(setup.turn));

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Color} the side to move at the node
 */
export const turnAt = (tree, id) => turnAfter(tree.setup, pathTo(tree, id).length - 1);

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {import('../board/board.js').Stone[]}
 */
export function stonesAt(tree, id) {
    const { setup } = tree;
    /** @param {Color} color */
    const setUp = (color) => setup[color].map((point) => ({ point, color, number: null }));
    return [
        ...setUp('black'), ...setUp('white'),
        ...movesTo(tree, id).map((point, i) => ({ point, color: turnAfter(setup, i), number: i + 1 })),
    ];
}

/**
 * The position as the engine takes it.
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Required<import('../engine.js').Position>}
 */
export function positionAt(tree, id) {
    const { rules, size, black, white, turn } = tree.setup;
    return { rules, size, black: black.join(''), white: white.join(''), turn, moves: movesTo(tree, id).join('') };
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @param {string} point
 * @returns {'off_board' | 'occupied' | null} why the move is illegal; null if it is legal
 */
export function illegalReason(tree, id, point) {
    const at = parsePoint(point);
    if (!at || !isOnBoard(at.x, at.y, tree.setup.size)) return 'off_board';
    return stonesAt(tree, id).some((stone) => stone.point === point) ? 'occupied' : null;
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @param {string} point
 * @returns {NodeId | undefined} the child with that move, if any
 */
export function childWithMove(tree, id, point) {
    return nodeAt(tree, id).children.find((child) => nodeAt(tree, child).point === point);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} the node and its alternatives
 */
export function siblings(tree, id) {
    const { parent } = nodeAt(tree, id);
    return parent === null ? [id] : [...nodeAt(tree, parent).children];
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {boolean} true if it is on the main line
 */
export function isOnMainLine(tree, id) {
    return pathTo(tree, id).every((at) => siblings(tree, at)[0] === at);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} the node and all its descendants, parents first
 */
export function subtree(tree, id) {
    const found = [id];
    for (let i = 0; i < found.length; i++) found.push(...nodeAt(tree, found[i]).children);
    return found;
}

// ---- Changing

/**
 * @param {Tree} tree
 * @param {Node[]} nodes replace those with the same ids
 * @returns {Tree}
 */
function withNodes(tree, nodes) {
    const changed = new Map(tree.nodes);
    for (const node of nodes) changed.set(node.id, node);
    return { ...tree, nodes: changed };
}

/**
 * Adds a move. An existing child with that move is returned instead.
 * @param {Tree} tree
 * @param {NodeId} parent
 * @param {string} point a legal move
 * @returns {{tree: Tree, id: NodeId}}
 */
export function addMove(tree, parent, point) {
    const existing = childWithMove(tree, parent, point);
    if (existing !== undefined) return { tree, id: existing };
    const id = tree.next;
    const above = nodeAt(tree, parent);
    const grown = withNodes(tree, [{ ...above, children: [...above.children, id] }, nodeOf(id, parent, point)]);
    return { tree: { ...grown, next: id + 1 }, id };
}

/**
 * Removes a node and its descendants.
 * @param {Tree} tree
 * @param {NodeId} id not the root
 * @returns {Tree}
 */
export function removeNode(tree, id) {
    const { parent } = nodeAt(tree, id);
    if (parent === null) return tree;
    const above = nodeAt(tree, parent);
    const left = withNodes(tree, [{ ...above, children: above.children.filter((child) => child !== id) }]);
    const nodes = new Map(left.nodes);
    for (const removed of subtree(tree, id)) nodes.delete(removed);
    return { ...left, nodes };
}

/**
 * Makes the node's variation the first child at the place where it branches off.
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Tree}
 */
export function promote(tree, id) {
    const branch = pathTo(tree, id).reverse().find((at) => siblings(tree, at)[0] !== at);
    const parent = branch === undefined ? null : nodeAt(tree, branch).parent;
    if (branch === undefined || parent === null) return tree;
    const above = nodeAt(tree, parent);
    return withNodes(tree, [{ ...above, children: [branch, ...above.children.filter((child) => child !== branch)] }]);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @param {string} comment
 * @returns {Tree}
 */
export function setComment(tree, id, comment) {
    const node = nodeAt(tree, id);
    return node.comment === comment ? tree : withNodes(tree, [{ ...node, comment }]);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @param {string} point
 * @param {Mark | null} mark null removes it
 * @returns {Tree}
 */
export function setMark(tree, id, point, mark) {
    const node = nodeAt(tree, id);
    const marks = { ...node.marks };
    if (mark === null) delete marks[point];
    else marks[point] = mark;
    return withNodes(tree, [{ ...node, marks }]);
}

/** @typedef {'rotate' | 'mirror'} Symmetry a quarter turn clockwise; swaps left and right */

/**
 * Rotates or mirrors the whole tree.
 * @param {Tree} tree
 * @param {Symmetry} how
 * @returns {Tree}
 */
export function transformed(tree, how) {
    const last = tree.setup.size - 1;
    /** @param {string} point */
    const move = (point) => {
        const { x, y } = /** @type {import('../board/points.js').Point} */ (parsePoint(point));
        return how === 'rotate' ? pointName(y, last - x) : pointName(last - x, y);
    };
    /** @param {Node} node @returns {[NodeId, Node]} */
    const turn = (node) => [node.id, {
        ...node,
        point: node.point && move(node.point),
        marks: Object.fromEntries(Object.entries(node.marks).map(([point, mark]) => [move(point), mark])),
    }];
    const { black, white } = tree.setup;
    return {
        ...tree,
        setup: { ...tree.setup, black: black.map(move), white: white.map(move) },
        nodes: new Map([...tree.nodes.values()].map(turn)),
    };
}
