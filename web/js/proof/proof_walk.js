// Walks through a proof tree (docs/integrate/proofs.md): the proof gives the winner's moves, the loser may play anything. Asks
// the engine for fives and forbidden points. Does not use the DOM.
import { otherColor } from '../game/game_state.js';
import { pointName } from '../board/points.js';

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
 * @property {string[]} forbidden points of the loser
 * @property {Defence[]} defences the replies with their own answers, longest first, then the answer to all others
 */

/**
 * A reply of the loser and the winner's answer.
 * @typedef {object} Defence
 * @property {string | null} point null for any other point
 * @property {string} answer the winner's next move
 * @property {boolean} five true if the answer makes five
 * @property {number} stones maximum number of moves to the end, including this reply
 */

/** @param {string} text @returns {string[]} */
export const splitPoints = (text) => text.match(/[a-y]\d+/g) ?? [];

/**
 * @param {Proof} proof
 * @param {(position: import('../engine.js').Position) => Promise<any>} look of an engine
 */
export function createProofWalk(proof, look) {
    if (proof.outcome === 'draw' || proof.root === undefined) throw new Error('a draw has no winner');
    const { nodes, root } = proof;
    const second = otherColor(proof.turn);
    const winner = proof.outcome === 'win' ? proof.turn : second;
    const loser = otherColor(winner);

    /** @param {string[]} moves */
    function stonesAfter(moves) {
        /** @type {Map<string, Color>} */
        const stones = new Map();
        for (const point of splitPoints(proof.black)) stones.set(point, 'black');
        for (const point of splitPoints(proof.white)) stones.set(point, 'white');
        moves.forEach((point, i) => stones.set(point, i % 2 === 0 ? proof.turn : second));
        return stones;
    }

    /** @param {string[]} moves @returns the winner's five and the points where it makes one; the forbidden points */
    async function factsAfter(moves) {
        const { rules, size, black, white, turn } = proof;
        const facts = await look({ rules, size, black, white, turn, moves: moves.join('') });
        return { five: splitPoints(facts.winning), fives: splitPoints(facts[winner]?.fives ?? ''), forbidden: splitPoints(facts.forbidden) };
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
     * @param {string[]} moves the last one is the winner's
     * @param {{node: number, played: number}} place
     * @returns {Promise<ProofPosition>}
     */
    async function arrive(moves, { node, played }) {
        const { five, fives, forbidden } = await factsAfter(moves);
        const defences = five.length > 0 ? [] : await defencesAt(moves, { node, played, fives, forbidden });
        return { moves, node, played, five, forbidden, defences };
    }

    /** @param {string[]} moves @param {number} node */
    function enter(moves, node) {
        const point = moveOf(node);
        return point === undefined ? arrive(moves, { node, played: 0 }) : arrive([...moves, point], { node, played: 1 });
    }

    // ---- The loser's moves

    /** @param {{node: number, played: number}} place @returns the forced reply in the node's line and the winner's next move */
    function nextInLine({ node, played }) {
        const points = splitPoints(nodes[node].line ?? '');
        return played + 1 < points.length ? { answer: points[played], then: points[played + 1] } : null;
    }

    /**
     * @param {ProofPosition} position
     * @param {string} reply
     * @returns {Promise<ProofPosition>}
     */
    async function play(position, reply) {
        const moves = [...position.moves, reply];
        const { fives } = await factsAfter(moves);
        if (fives.length > 0) return arrive([...moves, fives[0]], position);
        const next = nextInLine(position);
        if (next?.answer === reply) return arrive([...moves, next.then], { node: position.node, played: position.played + 2 });
        const { replies = {}, threat } = nodes[position.node];
        const node = replies[reply] ?? threat;
        if (node === undefined) throw new Error(`the proof has no answer to ${reply}`);
        return enter(moves, node);
    }

    /** @param {{node: number, played: number}} position @returns {Defence[]} */
    function listedDefences(position) {
        const { line = '', replies = {} } = nodes[position.node];
        const next = nextInLine(position);
        if (next) return [{ point: next.answer, answer: next.then, five: false, stones: splitPoints(line).length - position.played }];
        return Object.entries(replies).map(([point, node]) =>
            ({ point, answer: moveOf(node) ?? '', five: false, stones: 1 + lengthOf(node) }));
    }

    /**
     * @param {string[]} moves
     * @param {{node: number, played: number, fives: string[], forbidden: string[]}} place
     */
    async function defencesAt(moves, { node, played, fives, forbidden }) {
        const named = new Map(listedDefences({ node, played }).map((one) => [one.point ?? '', one]));
        for (const point of forbidden) named.delete(point);
        await Promise.all([...fives, ...named.keys()].filter((point) => !forbidden.includes(point)).map(async (point) => {
            const [left] = (await factsAfter([...moves, point])).fives;
            if (left) named.set(point, { point, answer: left, five: true, stones: 2 });
        }));
        const all = [...named.values()].sort((a, b) => b.stones - a.stones);
        const { threat } = nodes[node];
        if (fives.length > 0) all.push({ point: null, answer: fives[0], five: true, stones: 2 });
        else if (threat !== undefined) all.push({ point: null, answer: moveOf(threat) ?? '', five: false, stones: 1 + lengthOf(threat) });
        return all;
    }

    /**
     * An example for all other replies: a point that is in none of the answers.
     * @param {ProofPosition} position
     * @returns {string | null}
     */
    function anyOtherReply({ moves, forbidden, defences }) {
        const taken = new Set([...stonesAfter(moves).keys(), ...forbidden, ...defences.flatMap(({ point, answer }) => [point, answer])]);
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
        if (position.defences.length === 0) return null;
        const best = position.defences.reduce((found, one) => (one.stones > found.stones ? one : found));
        return best.point ?? anyOtherReply(position);
    }

    return { winner, loser, start: () => enter([], root), play, longestDefence, anyOtherReply, stonesAfter };
}

/** @typedef {ReturnType<typeof createProofWalk>} ProofWalk */
