// The game under review: its moves and the viewer's side. Does not use the DOM.
import { parsePoint } from '../board/points.js';
import { restrictedStones } from '../game/rules.js';
import { splitPoints } from '../proof/proof_walk.js';
import { positionAt } from '../study/scan.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../study/scan.js').Line} Line */

/**
 * @typedef {object} ReviewedGame
 * @property {Line} game
 * @property {number} from number of opening stones, which are not graded
 * @property {Color | null} you the viewer's side
 * @property {boolean} mist
 * @property {string[] | null} five the winning line at the end; null if it is not known
 */

const CHOICES = ['stay', 'swap', 'more'];

/**
 * From a finished game. After the end all moves are known, also in the mist.
 * @param {Snapshot} game
 * @returns {ReviewedGame}
 */
export function reviewedGameOf(game) {
    const moves = game.moves.filter((move) => move !== null && parsePoint(move) !== null);
    const settled = Math.max(...CHOICES.map((choice) => game.moves.lastIndexOf(choice)));
    const placed = game.moves.slice(0, settled + 1).filter((move) => !CHOICES.includes(move ?? '')).length;
    return {
        game: { rules: game.rules, size: game.size, moves: /** @type {string[]} */ (moves) },
        from: Math.max(restrictedStones(game.opening), placed),
        you: game.you === null ? null : game.seats[game.you]?.color ?? null,
        mist: game.mist,
        five: game.five,
    };
}

/**
 * From a position link.
 * @param {import('../study/position_link.js').LinkedPosition} linked
 * @returns {ReviewedGame}
 */
export function reviewedGameFromLink({ setup, moves }) {
    const { rules, size, black, white, turn } = setup;
    const start = black.length + white.length > 0 || turn === 'white' ? { black: black.join(''), white: white.join(''), turn } : {};
    return { game: { rules, size, ...start, moves }, from: 0, you: null, mist: false, five: null };
}

/**
 * The moves until the end of the game or the first forbidden one, by the engine's knowledge of the rules. Fails if
 * the setup itself is illegal.
 * @param {Pick<import('../study/scan.js').ScanEngine, 'look'>} engine
 * @param {Line} game
 * @returns {Promise<{moves: string[], foul: string | null}>} `foul`: the forbidden move
 */
export async function cutToLegal(engine, game) {
    /** @param {number} ply */
    const factsAt = (ply) => engine.look(positionAt(game, ply)).catch((error) => {
        if (error?.code === 'engine_refused') return null;
        throw error;
    });
    let [good, bad] = [0, game.moves.length + 1];
    let isOver = (await engine.look(positionAt(game, 0))).over;
    while (bad - good > 1) {
        const middle = (good + bad) >> 1;
        const facts = await factsAt(middle);
        if (facts) [good, isOver] = [middle, facts.over];
        else bad = middle;
    }
    return { moves: game.moves.slice(0, good), foul: isOver ? null : game.moves[good] ?? null };
}

/**
 * The stones after `ply` moves and a line from there.
 * @param {Line} game
 * @param {number} ply
 * @param {string[]} [line]
 * @returns {import('../board/board.js').Stone[]}
 */
export function stonesAfter(game, ply, line = []) {
    /** @type {import('../board/board.js').Stone[]} */
    const stones = [];
    for (const point of splitPoints(game.black ?? '')) stones.push({ point, color: 'black', number: null });
    for (const point of splitPoints(game.white ?? '')) stones.push({ point, color: 'white', number: null });
    const first = game.turn === 'white' ? 1 : 0;
    game.moves.slice(0, ply).forEach((point, i) =>
        stones.push({ point, color: (i + first) % 2 === 0 ? 'black' : 'white', number: line.length > 0 ? null : i + 1 }));
    line.forEach((point, i) =>
        stones.push({ point, color: (ply + i + first) % 2 === 0 ? 'black' : 'white', number: i + 1 }));
    return stones;
}
