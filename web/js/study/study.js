// Study: a move tree and the current node, changed by commands with undo and redo. Commands are JSON objects and
// deterministic: the same commands in the same order give the same study, so shared studies send them to others.
import { isOnBoard, parsePoint } from '../board/points.js';
import { SIZE_MAX, SIZE_MIN } from '../game/rules.js';
import { store } from '../util/store.js';
import { readTree } from './sgf.js';
import {
    addMove, COMMENT_MAX, createTree, mainLine, nodeAt, NODES_MAX, pathTo, promote, illegalReason, removeNode, ROOT, setComment, setMark,
    transformed,
} from './tree.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').NodeId} NodeId */
/** @typedef {import('./tree.js').Mark} Mark */
/** @typedef {import('./tree.js').Setup} Setup */
/** @typedef {{tree: Tree, at: NodeId, origin: Tree}} State `origin`: the tree the study started with; identifies the study */

/**
 * @typedef {{do: 'set_up', setup: Setup}} SetUp a new board instead of the old tree
 * @typedef {{do: 'load', sgf: string, ply: number}} Load another tree, shown after `ply` moves of its main line
 * @typedef {{do: 'play', at: NodeId, points: string[]}} Play adds a move or a line
 * @typedef {{do: 'rules', rules: string}} ChangeRules keeps the moves
 * @typedef {{do: 'turn', how: import('./tree.js').Symmetry}} Turn rotates or mirrors the whole tree
 * @typedef {{do: 'go', to: NodeId}} Go
 * @typedef {{do: 'remove', node: NodeId}} Remove
 * @typedef {{do: 'promote', node: NodeId}} Promote
 * @typedef {{do: 'comment', node: NodeId, text: string}} Comment
 * @typedef {{do: 'mark', node: NodeId, point: string, mark: Mark | null}} MarkPoint
 * @typedef {SetUp | Load | Play | ChangeRules | Turn | Go | Remove | Promote | Comment | MarkPoint} Command
 */

/** @typedef {'gone' | 'occupied' | 'off_board' | 'too_many' | 'no_game' | 'size'} CommandError why a command failed */

const UNDO_MAX = 200;
const UNDO_NODES = 200_000; // limit for all trees on the undo stack

class CommandFailed extends Error {
    /** @param {CommandError} code */
    constructor(code) {
        super(code);
        this.code = code;
    }
}

/** @param {State} state @param {NodeId} id */
function requireNode(state, id) {
    if (!state.tree.nodes.has(id)) throw new CommandFailed('gone');
}

/** @param {Setup} setup */
function checkSetup(setup) {
    if (!(setup.size >= SIZE_MIN && setup.size <= SIZE_MAX)) throw new CommandFailed('size');
    const points = [...setup.black, ...setup.white];
    for (const point of points) {
        const at = parsePoint(point);
        if (!at || !isOnBoard(at.x, at.y, setup.size)) throw new CommandFailed('off_board');
    }
    if (new Set(points).size !== points.length) throw new CommandFailed('occupied');
}

/** @param {Tree} tree @param {NodeId} [at] @returns {State} */
const initialState = (tree, at = ROOT) => ({ tree, at, origin: tree });

/** @type {{[C in Command as C['do']]: (state: State, command: C) => State}} */
const handlers = {
    set_up(_, { setup }) {
        checkSetup(setup);
        return initialState(createTree(setup));
    },
    load(_, { sgf, ply }) {
        const read = readTree(sgf);
        if (!read) throw new CommandFailed('no_game');
        checkSetup(read.tree.setup);
        const line = mainLine(read.tree);
        return initialState(read.tree, line[Math.min(ply, line.length - 1)]);
    },
    play(state, { at, points }) {
        requireNode(state, at);
        let { tree } = state;
        let id = at;
        for (const point of points) {
            const error = illegalReason(tree, id, point);
            if (error) throw new CommandFailed(error);
            ({ tree, id } = addMove(tree, id, point));
        }
        if (tree.nodes.size > NODES_MAX) throw new CommandFailed('too_many');
        return { ...state, tree, at: id };
    },
    rules(state, { rules }) {
        return { ...state, tree: { ...state.tree, setup: { ...state.tree.setup, rules } } };
    },
    turn(state, { how }) {
        return { ...state, tree: transformed(state.tree, how) };
    },
    go(state, { to }) {
        requireNode(state, to);
        return { ...state, at: to };
    },
    remove(state, { node }) {
        requireNode(state, node);
        const inside = pathTo(state.tree, state.at).includes(node);
        return { ...state, tree: removeNode(state.tree, node), at: inside ? (nodeAt(state.tree, node).parent ?? ROOT) : state.at };
    },
    promote(state, { node }) {
        requireNode(state, node);
        return { ...state, tree: promote(state.tree, node) };
    },
    comment(state, { node, text }) {
        requireNode(state, node);
        return { ...state, tree: setComment(state.tree, node, text.slice(0, COMMENT_MAX)) };
    },
    mark(state, { node, point, mark }) {
        requireNode(state, node);
        return { ...state, tree: setMark(state.tree, node, point, mark) };
    },
};

/**
 * @param {State} state
 * @param {Command} command
 * @returns {State}
 */
function reduce(state, command) {
    return /** @type {(state: State, command: Command) => State} */ (handlers[command.do])(state, command);
}

/**
 * @param {Tree} [tree]
 * @param {NodeId} [at]
 */
export function createStudy(tree = createTree(), at = ROOT) {
    const current = store(initialState(tree, at));
    /** @type {State[]} */
    let undoStack = [];
    /** @type {State[]} */
    let redoStack = [];
    /** @type {NodeId | null} */
    let editedComment = null; // node of the last comment command

    return {
        /** @returns {State} */
        get: current.get,
        subscribe: current.subscribe,
        /**
         * @param {Command} command
         * @returns {CommandError | null} null on success
         */
        apply(command) {
            const before = current.get();
            let after;
            try {
                after = reduce(before, command);
            } catch (error) {
                if (error instanceof CommandFailed) return error.code;
                throw error;
            }
            if (after.tree !== before.tree) {
                const commentNode = command.do === 'comment' ? command.node : null; // typing a comment is one undo step, not one per letter
                if (commentNode === null || commentNode !== editedComment) undoStack = [...undoStack, before].slice(-Math.min(UNDO_MAX, Math.ceil(UNDO_NODES / before.tree.nodes.size)));
                editedComment = commentNode;
                redoStack = [];
            } else if (after.at !== before.at) editedComment = null;
            if (after.tree !== before.tree || after.at !== before.at) current.set(after);
            return null;
        },
        canUndo: () => undoStack.length > 0,
        canRedo: () => redoStack.length > 0,
        /** Restores the tree before the last change. Navigation is not a change. */
        undo() {
            const before = undoStack.pop();
            if (!before) return;
            editedComment = null;
            redoStack.push(current.get());
            current.set(before);
        },
        redo() {
            const after = redoStack.pop();
            if (!after) return;
            undoStack.push(current.get());
            current.set(after);
        },
    };
}

/** @typedef {ReturnType<typeof createStudy>} Study */

/**
 * A tree with one line of moves.
 * @param {{setup: Setup, moves: string[], names?: Tree['names']}} linked
 * @returns {Tree}
 */
export function treeFromMoves({ setup, moves, names }) {
    const study = createStudy(createTree(setup, names));
    study.apply({ do: 'play', at: ROOT, points: moves });
    return study.get().tree;
}
