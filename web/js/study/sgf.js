// SGF reader and writer for trees, used for storage and export. Imported files go through the engine first (files.js),
// which knows the dialects and reports errors, so input here is well formed. Unsupported nodes are skipped and
// counted.
import { isOnBoard, parsePoint, pointName } from '../board/points.js';
import { COMMENT_MAX, NEW_BOARD, nodeAt, NODES_MAX, ROOT } from './tree.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Mark} Mark */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {Record<string, string[]>} Properties */

/** @type {Record<string, Mark>} */
const MARKS = { CR: 'circle', MA: 'cross', SQ: 'square', TR: 'triangle' };

// ---- Points: column and row letters from the top left

/** @param {string} point @param {number} size */
function toSgf(point, size) {
    const { x, y } = /** @type {import('../board/points.js').Point} */ (parsePoint(point));
    return String.fromCharCode(97 + x, 97 + size - 1 - y);
}

/** @param {string} text @param {number} size @returns {string | null} */
function fromSgf(text, size) {
    if (!/^[a-y]{2}$/.test(text)) return null;
    const x = text.charCodeAt(0) - 97;
    const y = size - 1 - (text.charCodeAt(1) - 97);
    return isOnBoard(x, y, size) ? pointName(x, y) : null;
}

/**
 * Single points and rectangles: 'cc', 'cc:dd'.
 * @param {string[] | undefined} values
 * @param {number} size
 * @returns {string[]}
 */
function pointsFrom(values, size) {
    const points = [];
    for (const value of values ?? []) {
        const [first, last = first] = value.split(':').map((corner) => parsePoint(fromSgf(corner, size) ?? ''));
        if (!first || !last) continue;
        for (let y = first.y; y >= last.y; y--) for (let x = first.x; x <= last.x; x++) points.push(pointName(x, y));
    }
    return points;
}

// ---- Reading

/** @typedef {{kind: '('} | {kind: ')'} | {kind: ';', properties: Properties}} Token */

const VALUE = /\s*\[((?:[^\]\\]|\\[^])*)\]/y;
const NAME = /\s*([A-Za-z]+)(?=\s*\[)/y;

/** @param {string} raw */
const unescaped = (raw) => raw.replace(/\\\r?\n/g, '').replace(/\\([^])/g, '$1');

/**
 * @param {string} text
 * @returns {Generator<Token>} brackets and nodes in order; everything else is ignored
 */
function* tokens(text) {
    let at = 0;
    /** @param {RegExp} pattern */
    const accept = (pattern) => {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (found) at = pattern.lastIndex;
        return found && found[1];
    };
    while (at < text.length) {
        const sign = text[at++];
        if (sign === '(' || sign === ')') yield { kind: sign };
        if (sign !== ';') continue;
        /** @type {Properties} */
        const properties = {};
        for (let name = accept(NAME); name !== null; name = accept(NAME)) {
            const values = (properties[name.replace(/[a-z]/g, '')] ??= []);
            for (let value = accept(VALUE); value !== null; value = accept(VALUE)) values.push(unescaped(value));
        }
        yield { kind: ';', properties };
    }
}

/** @param {Properties} properties */
function commentFrom({ N: [name = ''] = [], C: [comment = ''] = [] }) {
    return [name, comment].filter(Boolean).join('\n').slice(0, COMMENT_MAX);
}

/** @param {Properties} properties @param {number} size */
function marksFrom(properties, size) {
    /** @type {Record<string, Mark>} */
    const marks = {};
    for (const [name, mark] of Object.entries(MARKS))
        for (const point of pointsFrom(properties[name], size)) marks[point] = mark;
    return marks;
}

/** @param {Properties} properties @returns {{color: Color, value: string} | null} */
function moveFrom({ B, W }) {
    if (B) return { color: 'black', value: B[0] };
    return W ? { color: 'white', value: W[0] } : null;
}

/** @param {Properties} root @returns {import('./tree.js').Setup} */
function setupFrom(root) {
    const size = Number(root.SZ?.[0] ?? NEW_BOARD.size);
    const rules = (root.RU?.[0] ?? NEW_BOARD.rules).split(';')[0].trim().toLowerCase().replaceAll(' ', '-');
    const turn = moveFrom(root)?.color ?? (root.PL?.[0].toLowerCase().startsWith('w') ? 'white' : 'black');
    return { rules, size, black: pointsFrom(root.AB, size), white: pointsFrom(root.AW, size), turn };
}

/** Builds a tree in place; immutable once returned. */
class TreeBuilder {
    /** @type {Map<number, Node & {children: number[]}>} */
    nodes = new Map();
    taken = new Set(); // occupied points on the current path
    /** @type {number[]} */
    path = [ROOT];
    left = 0; // skipped nodes

    /** @param {Properties} root */
    constructor(root) {
        this.setup = setupFrom(root);
        this.names = { black: root.PB?.[0] ?? '', white: root.PW?.[0] ?? '' };
        this.turn = this.setup.turn;
        for (const point of [...this.setup.black, ...this.setup.white]) this.taken.add(point);
        this.add(null, null);
        this.write(root);
        if (moveFrom(root)) this.play(root);
    }

    get top() {
        return /** @type {Node & {children: number[]}} */ (this.nodes.get(this.path[this.path.length - 1]));
    }

    /** @param {number | null} parent @param {string | null} point */
    add(parent, point) {
        const id = this.nodes.size;
        this.nodes.set(id, { id, parent, point, children: [], comment: '', marks: {} });
        return id;
    }

    /** Adds comment and marks to the current node. @param {Properties} properties */
    write(properties) {
        const { top } = this;
        const comment = [top.comment, commentFrom(properties)].filter(Boolean).join('\n');
        this.nodes.set(top.id, { ...top, comment, marks: { ...top.marks, ...marksFrom(properties, this.setup.size) } });
    }

    /** @param {number} ply @returns {Color} */
    turnAfter(ply) {
        return (ply % 2 === 0) === (this.turn === 'black') ? 'black' : 'white';
    }

    /** @param {Properties} properties @returns {boolean} false if the tree cannot hold it */
    play(properties) {
        const move = moveFrom(properties);
        if (!move) {
            if (properties.AB || properties.AW || properties.AE) return false;
            this.write(properties);
            return true;
        }
        if (this.nodes.size === 1) this.turn = move.color; // the first move decides, whatever PL says
        const point = fromSgf(move.value, this.setup.size);
        if (!point || this.taken.has(point) || move.color !== this.turnAfter(this.path.length - 1)) return false;
        if (this.nodes.size >= NODES_MAX) return false;
        const { top } = this;
        let id = top.children.find((child) => this.nodes.get(child)?.point === point);
        if (id === undefined) {
            id = this.add(top.id, point);
            top.children.push(id);
        }
        this.path.push(id);
        this.taken.add(point);
        this.write(properties);
        return true;
    }

    /** @param {number} length of the path */
    backTo(length) {
        while (this.path.length > length) {
            this.taken.delete(this.top.point);
            this.path.pop();
        }
    }

    /** @returns {Tree} */
    get tree() {
        return { setup: { ...this.setup, turn: this.turn }, names: this.names, nodes: this.nodes, next: this.nodes.size };
    }
}

/**
 * Reads the first game of a text.
 * @param {string} text
 * @returns {{tree: Tree, left: number} | null} `left`: number of skipped nodes; null if there is no game
 */
export function readTree(text) {
    /** @type {TreeBuilder | null} */
    let builder = null;
    /** @type {number[]} */
    const pathLengths = []; // path length at each open bracket
    let skipDepth = 0; // > 0 inside a skipped subtree: its open brackets
    for (const token of tokens(text)) {
        if (token.kind === '(') {
            pathLengths.push(builder ? builder.path.length : 1);
            if (skipDepth > 0) skipDepth++;
        } else if (token.kind === ')') {
            const length = pathLengths.pop();
            if (skipDepth > 0) skipDepth--;
            builder?.backTo(length ?? 1);
            if (pathLengths.length === 0 && builder) break;
        } else if (!builder) {
            builder = new TreeBuilder(token.properties);
        } else if (skipDepth > 0 || !builder.play(token.properties)) {
            builder.left++;
            if (skipDepth === 0) skipDepth = 1;
        }
    }
    return builder && { tree: builder.tree, left: builder.left };
}

// ---- Writing

/** @param {string} text */
const escaped = (text) => text.replace(/[\]\\]/g, '\\$&');

/** @param {string} name @param {readonly string[]} values */
const property = (name, values) => (values.length === 0 ? '' : name + values.map((value) => `[${value}]`).join(''));

/** @param {Node} node @param {number} size */
function nodeProperties(node, size) {
    const marks = Object.entries(MARKS).map(([name, mark]) =>
        property(name, Object.keys(node.marks).filter((point) => node.marks[point] === mark).map((point) => toSgf(point, size))));
    return property('C', node.comment ? [escaped(node.comment)] : []) + marks.join('');
}

/** @param {Tree} tree */
function header({ setup, names }) {
    const stones = (/** @type {readonly string[]} */ points) => points.map((point) => toSgf(point, setup.size));
    const isPlain = setup.turn === 'black' && setup.black.length + setup.white.length === 0;
    return `FF[4]GM[4]CA[UTF-8]AP[Pentad]SZ[${setup.size}]RU[${setup.rules}]` +
        property('AB', stones(setup.black)) + property('AW', stones(setup.white)) +
        (isPlain ? '' : `PL[${setup.turn === 'black' ? 'B' : 'W'}]`) +
        property('PB', names.black ? [escaped(names.black)] : []) + property('PW', names.white ? [escaped(names.white)] : []);
}

/**
 * @param {Tree} tree
 * @returns {string}
 */
export function writeTree(tree) {
    const { size, turn } = tree.setup;
    const root = nodeAt(tree, ROOT);
    const parts = [`(;${header(tree)}${nodeProperties(root, size)}`];
    /** @type {(string | {node: Node, ply: number})[]} stack of what is still to be written */
    const todo = [')'];
    /** @param {Node} node @param {number} ply */
    const push = (node, ply) => {
        const branches = node.children.map((id) => ({ node: nodeAt(tree, id), ply: ply + 1 }));
        if (branches.length === 1) todo.push(branches[0]);
        else for (const branch of branches.reverse()) todo.push(')', branch, '(');
    };
    push(root, 0);
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
        if (typeof next === 'string') {
            parts.push(next === '(' ? '\n(' : next);
            continue;
        }
        const { node, ply } = next;
        const color = (ply % 2 === 1) === (turn === 'black') ? 'B' : 'W';
        parts.push(`;${color}[${toSgf(/** @type {string} */ (node.point), size)}]${nodeProperties(node, size)}`);
        push(node, ply);
    }
    return `${parts.join('')}\n`;
}
