// Walking through the proof of a win: docs/proofs.md. The winner's moves are the proof's, the loser may play
// whatever there is. Knows neither board nor document.
import { otherColor } from '../game/game_state.js';
import { pointName } from '../board/points.js';
import { fiveAt, fivePoints } from './fives.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} ProofNode
 * @property {string} [line] fours and their only answers
 * @property {string} [move] missing where the other side is to move first
 * @property {Record<string, number>} [replies] the node that follows each
 * @property {number} [threat] the node that meets all other replies
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
 * Where one is in a proof. The loser is to move, or it is over.
 * @typedef {object} ProofPosition
 * @property {string[]} moves from the beginning of the proof
 * @property {number} node
 * @property {number} played how many points of the node's line are on the board
 * @property {string[]} five the winner's, once it is there
 */

/**
 * A reply of the loser and how it is met.
 * @typedef {object} Defence
 * @property {string | null} point null: any other
 * @property {string} answer the winner's next move; where it may be one of two, the first
 * @property {boolean} five is that the end?
 * @property {number} stones until the end at most, this reply counted
 */

/** @param {string} text */
export const splitPoints = (text) => text.match(/[a-y]\d+/g) ?? [];

/** @param {Proof} proof */
export function createProofWalk(proof) {
    if (proof.outcome === 'draw' || proof.root === undefined) throw new Error('a draw has no winner to follow');
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

    // ---- How long it takes

    /** @type {Map<number, number>} */
    const lengths = new Map();
    /** @param {number | undefined} node @returns {number} stones until the end, the winner's move of this node first */
    function lengthOf(node) {
        if (node === undefined) return 1; // a five that is left
        const known = lengths.get(node);
        if (known !== undefined) return known;
        const { line, move, replies = {}, threat } = nodes[node];
        const own = move === undefined ? 0 : 1;
        const after = [...Object.values(replies), threat].map((next) => 1 + lengthOf(next));
        const length = line === undefined ? own + Math.max(...after) : splitPoints(line).length;
        lengths.set(node, length);
        return length;
    }

    // ---- The winner's moves

    /** @param {number} node @returns {string | undefined} the winner's first move there */
    function moveOf(node) {
        const { line, move } = nodes[node];
        return line === undefined ? move : splitPoints(line)[0];
    }

    /**
     * @param {string[]} moves
     * @param {string} point of the winner
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

    // ---- The loser's

    /** @param {ProofPosition} place the answer that goes on in its line of fours, and what follows it */
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
        if (node === undefined) throw new Error(`the proof says nothing of ${reply}`);
        return enter(moves, node);
    }

    /** @param {ProofPosition} position what the proof says of single replies @returns {Defence[]} */
    function listedDefences(position) {
        const { line = '', replies = {} } = nodes[position.node];
        const next = nextInLine(position);
        if (next) return [{ point: next.answer, answer: next.then, five: false, stones: splitPoints(line).length - position.played }];
        return Object.entries(replies).map(([point, node]) =>
            ({ point, answer: moveOf(node) ?? '', five: false, stones: 1 + lengthOf(node) }));
    }

    /**
     * The replies that have to be met one by one, the longest first, and then what meets all others.
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
     * A reply that stands for all that are not named: one that is no part of any answer.
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
     * A reply for who only wants to see how it goes: the one that holds longest.
     * @param {ProofPosition} position
     * @returns {string | null} null: it is over
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
