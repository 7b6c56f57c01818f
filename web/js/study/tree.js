// A tree of moves with what is written beside them. Values: every change makes a new tree and leaves the old
// one as it was. No network, no document.
import { isOnBoard, parsePoint, pointName } from '../board/points.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {'circle' | 'cross' | 'square' | 'triangle'} Mark */
/** @typedef {number} NodeId 0 is the root */

/**
 * @typedef {object} Node
 * @property {NodeId} id
 * @property {NodeId | null} parent null: the root
 * @property {string | null} point its move; null: the root
 * @property {readonly NodeId[]} children the first is the main line
 * @property {string} comment
 * @property {Readonly<Record<string, Mark>>} marks by point
 */

/**
 * What the moves begin from.
 * @typedef {object} Setup
 * @property {string} rules
 * @property {number} size
 * @property {readonly string[]} black stones that are there from the start
 * @property {readonly string[]} white
 * @property {Color} turn who moves first
 */

/**
 * @typedef {object} Tree
 * @property {Setup} setup
 * @property {{black: string, white: string}} names of the players; '' where nobody knows
 * @property {ReadonlyMap<NodeId, Node>} nodes
 * @property {NodeId} next that no node has had yet
 */

export const ROOT = 0;
export const NODES_MAX = 20_000; // more than a person looks at, and still read at once
export const COMMENT_MAX = 50_000; // letters: whole articles have been found in files
export const SIZE_MIN = 5; // lines of a board
export const SIZE_MAX = 25;

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

// ---- Asking

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} from the root to there, both included
 */
export function pathTo(tree, id) {
    const path = [];
    for (let at = /** @type {NodeId | null} */ (id); at !== null; at = nodeAt(tree, at).parent) path.push(at);
    return path.reverse();
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} the path to there, and on by the first moves
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
 * @returns {string[]} the moves from the root to there
 */
export function movesTo(tree, id) {
    return pathTo(tree, id).slice(1).map((at) => /** @type {string} */ (nodeAt(tree, at).point));
}

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Setup} setup
 * @param {number} ply
 * @returns {Color} who moves after so many moves
 */
export const turnAfter = (setup, ply) => (ply % 2 === 0 ? setup.turn : other(setup.turn));

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {Color} who moves there
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
 * As the engine is asked.
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
 * @returns {'off_board' | 'occupied' | null} why there can be no stone
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
 * @returns {NodeId | undefined} where that move leads, if it is there already
 */
export function childWithMove(tree, id, point) {
    return nodeAt(tree, id).children.find((child) => nodeAt(tree, child).point === point);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} the moves at the same place, itself among them
 */
export function siblings(tree, id) {
    const { parent } = nodeAt(tree, id);
    return parent === null ? [id] : [...nodeAt(tree, parent).children];
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {boolean} is it on the main line?
 */
export function isOnMainLine(tree, id) {
    return pathTo(tree, id).every((at) => siblings(tree, at)[0] === at);
}

/**
 * @param {Tree} tree
 * @param {NodeId} id
 * @returns {NodeId[]} it and all below it, parents before children
 */
export function subtree(tree, id) {
    const found = [id];
    for (let i = 0; i < found.length; i++) found.push(...nodeAt(tree, found[i]).children);
    return found;
}

// ---- Changing

/**
 * @param {Tree} tree
 * @param {Node[]} nodes in the place of those with the same ids
 * @returns {Tree}
 */
function withNodes(tree, nodes) {
    const changed = new Map(tree.nodes);
    for (const node of nodes) changed.set(node.id, node);
    return { ...tree, nodes: changed };
}

/**
 * The tree with a move more. A move that is there already is not made again.
 * @param {Tree} tree
 * @param {NodeId} parent
 * @param {string} point that refusalOf has nothing against
 * @returns {{tree: Tree, id: NodeId}}
 */
export function addMove(tree, parent, point) {
    const there = childWithMove(tree, parent, point);
    if (there !== undefined) return { tree, id: there };
    const id = tree.next;
    const above = nodeAt(tree, parent);
    const grown = withNodes(tree, [{ ...above, children: [...above.children, id] }, nodeOf(id, parent, point)]);
    return { tree: { ...grown, next: id + 1 }, id };
}

/**
 * The tree without a node and all below it.
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
    for (const gone of subtree(tree, id)) nodes.delete(gone);
    return { ...left, nodes };
}

/**
 * The variation in which the node is comes first at the place where it branches off.
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
 * @param {Mark | null} mark null: none any more
 * @returns {Tree}
 */
export function setMark(tree, id, point, mark) {
    const node = nodeAt(tree, id);
    const marks = { ...node.marks };
    if (mark === null) delete marks[point];
    else marks[point] = mark;
    return withNodes(tree, [{ ...node, marks }]);
}

/** @typedef {'rotate' | 'mirror'} Symmetry a quarter clockwise; left and right */

/**
 * The same tree seen from another side.
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
