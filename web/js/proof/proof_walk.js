// Walks through a proof tree (docs/proofs.md): the proof gives the winner's moves, the loser may play anything. Does
// not use the DOM.
import { otherColor } from '../game/game_state.js';
import { pointName } from '../board/points.js';
import { fiveAt, fivePoints } from './fives.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} ProofNode
 * @property {string} [line] fours and their forced replies
 * @property {string} [move] the winner's; missing if the loser moves first
 * @property {Record<string, number>} [replies] next node by reply
 * @property {number} [threat] next node for all other replies
 */

/**
 * @typedef {object} Proof
 * @property {string} rules
 * @property {number} size
 * @property {string} black
 * @property {string} white
 * @property {Color} turn
 * @property {'win' | 'loss' | 'draw'} outcome for the side to move
 * @property {number} [root]
 * @property {ProofNode[]} nodes
 */

/**
 * A position in a proof: the loser is to move, or the game is over.
 * @typedef {object} ProofPosition
 * @property {string[]} moves from the root of the proof
 * @property {number} node
 * @property {number} played number of moves of the node's line on the board
 * @property {string[]} five of the winner, once made
 */

/**
 * A reply of the loser and the winner's answer.
 * @typedef {object} Defence
 * @property {string | null} point null for any other point
 * @property {string} answer the winner's next move
 * @property {boolean} five true if the answer makes five
 * @property {number} stones maximum number of moves to the end, including this reply
 */

/** @param {string} text */
export const splitPoints = (text) => text.match(/[a-y]\d+/g) ?? [];

/** @param {Proof} proof */
export function createProofWalk(proof) {
    if (proof.outcome === 'draw' || proof.root === undefined) throw new Error('a draw has no winner');
    const { nodes, root } = proof;
    const second = otherColor(proof.turn);
    const winner = proof.outcome === 'win' ? proof.turn : second;
    const loser = otherColor(winner);

    /** @param {string[]} moves */
    function stonesAfter(moves) {
        /** @type {import('./fives.js').Stones} */
        const stones = new Map();
        for (const point of splitPoints(proof.black)) stones.set(point, 'black');
        for (const point of splitPoints(proof.white)) stones.set(point, 'white');
        moves.forEach((point, i) => stones.set(point, i % 2 === 0 ? proof.turn : second));
        return stones;
    }

    // ---- Length

    /** @type {Map<number, number>} */
    const lengths = new Map();
    /** @param {number | undefined} node @returns {number} moves to the end, including the winner's move at this node */
    function lengthOf(node) {
        if (node === undefined) return 1; // the five itself
        const known = lengths.get(node);
        if (known !== undefined) return known;
        const { line, move, replies = {}, threat } = nodes[node];
        const ownMove = move === undefined ? 0 : 1;
        const after = [...Object.values(replies), threat].map((next) => 1 + lengthOf(next));
        const length = line === undefined ? ownMove + Math.max(...after) : splitPoints(line).length;
        lengths.set(node, length);
        return length;
    }

    // ---- The winner's moves

    /** @param {number} node @returns {string | undefined} the winner's first move at the node */
    function moveOf(node) {
        const { line, move } = nodes[node];
        return line === undefined ? move : splitPoints(line)[0];
    }

    /**
     * @param {string[]} moves
     * @param {string} point the winner's move
     * @param {{node: number, played: number}} then
     * @returns {ProofPosition}
     */
    function after(moves, point, { node, played }) {
        const five = fiveAt(proof, stonesAfter(moves), winner, point);
        return { moves: [...moves, point], node, played, five };
    }

    /** @param {string[]} moves @param {number} node @returns {ProofPosition} */
    function enter(moves, node) {
        const point = moveOf(node);
        if (point === undefined) return { moves, node, played: 0, five: [] };
        return after(moves, point, { node, played: 1 });
    }

    // ---- The loser's moves

    /** @param {ProofPosition} place position @returns the forced reply in the node's line and the winner's next move */
    function nextInLine({ node, played }) {
        const points = splitPoints(nodes[node].line ?? '');
        return played + 1 < points.length ? { answer: points[played], then: points[played + 1] } : null;
    }

    /**
     * @param {ProofPosition} position
     * @param {string} reply
     * @returns {ProofPosition}
     */
    function play(position, reply) {
        const moves = [...position.moves, reply];
        const fives = fivePoints(proof, stonesAfter(moves), winner);
        if (fives.length > 0) return after(moves, fives[0], position);
        const next = nextInLine(position);
        if (next?.answer === reply) return after(moves, next.then, { node: position.node, played: position.played + 2 });
        const { replies = {}, threat } = nodes[position.node];
        const node = replies[reply] ?? threat;
        if (node === undefined) throw new Error(`the proof has no answer to ${reply}`);
        return enter(moves, node);
    }

    /** @param {ProofPosition} position @returns {Defence[]} */
    function listedDefences(position) {
        const { line = '', replies = {} } = nodes[position.node];
        const next = nextInLine(position);
        if (next) return [{ point: next.answer, answer: next.then, five: false, stones: splitPoints(line).length - position.played }];
        return Object.entries(replies).map(([point, node]) =>
            ({ point, answer: moveOf(node) ?? '', five: false, stones: 1 + lengthOf(node) }));
    }

    /**
     * The replies with their own answers, longest first, then the answer to all others.
     * @param {ProofPosition} position
     * @returns {Defence[]}
     */
    function defences(position) {
        if (position.five.length > 0) return [];
        const fives = fivePoints(proof, stonesAfter(position.moves), winner);
        const named = new Map(listedDefences(position).map((one) => [one.point, one]));
        for (const point of new Set([...fives, ...named.keys()])) {
            const [left] = fivePoints(proof, stonesAfter([...position.moves, point ?? '']), winner);
            if (left) named.set(point, { point, answer: left, five: true, stones: 2 });
        }
        const all = [...named.values()].sort((a, b) => b.stones - a.stones);
        const { threat } = nodes[position.node];
        if (fives.length > 0) all.push({ point: null, answer: fives[0], five: true, stones: 2 });
        else if (threat !== undefined) all.push({ point: null, answer: moveOf(threat) ?? '', five: false, stones: 1 + lengthOf(threat) });
        return all;
    }

    /**
     * An example for all other replies: a point that is in none of the answers.
     * @param {ProofPosition} position
     * @returns {string | null}
     */
    function anyOtherReply(position) {
        const all = defences(position);
        const taken = new Set([...stonesAfter(position.moves).keys(), ...all.flatMap(({ point, answer }) => [point, answer])]);
        for (let y = 0; y < proof.size; y++)
            for (let x = 0; x < proof.size; x++) if (!taken.has(pointName(x, y))) return pointName(x, y);
        return null;
    }

    /**
     * The reply that lasts longest.
     * @param {ProofPosition} position
     * @returns {string | null} null if the game is over
     */
    function longestDefence(position) {
        const all = defences(position);
        if (all.length === 0) return null;
        const best = all.reduce((found, one) => (one.stones > found.stones ? one : found));
        return best.point ?? anyOtherReply(position);
    }

    return { winner, loser, start: () => enter([], root), play, defences, longestDefence, anyOtherReply, stonesAfter };
}

/** @typedef {ReturnType<typeof createProofWalk>} ProofWalk */
