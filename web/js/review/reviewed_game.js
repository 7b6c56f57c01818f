// The game under review: its moves and the viewer's side. Does not use the DOM.
import { parsePoint } from '../board/points.js';
import { positionAt, turnAt } from '../study/scan.js';
import { fiveAt } from '../proof/fives.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../study/scan.js').Line} Line */

/**
 * @typedef {object} ReviewedGame
 * @property {Line} game
 * @property {number} from number of opening stones, which are not graded
 * @property {Color | null} you the viewer's side
 */

const CHOICES = ['stay', 'swap', 'more'];
const FORCED_STONES = { pro: 3, 'long-pro': 3 }; // stones whose place the opening prescribes

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
        from: FORCED_STONES[/** @type {'pro'} */ (game.opening)] ?? placed,
        you: game.you === null ? null : game.seats[game.you]?.color ?? null,
    };
}

/**
 * Cuts the moves after the first five.
 * @param {Line} game
 * @returns {Line}
 */
function cutAtFive(game) {
    const stones = new Map(stonesAfter(game, 0).map(({ point, color }) => [point, color]));
    const end = game.moves.findIndex((point, i) => {
        const color = turnAt(game, i);
        const isFive = fiveAt(game, stones, color, point).length > 0;
        stones.set(point, color);
        return isFive;
    });
    return end < 0 ? game : { ...game, moves: game.moves.slice(0, end + 1) };
}

/**
 * From a position link.
 * @param {import('../study/position_link.js').LinkedPosition} linked
 * @returns {ReviewedGame}
 */
export function reviewedGameFromLink({ setup, moves }) {
    const { rules, size, black, white, turn } = setup;
    const start = black.length + white.length > 0 || turn === 'white' ? { black: black.join(''), white: white.join(''), turn } : {};
    return { game: cutAtFive({ rules, size, ...start, moves }), from: 0, you: null };
}

/**
 * Cuts the moves before the first forbidden one, which only the engine can find. Rules without forbidden moves skip this.
 * @param {Pick<import('../study/scan.js').ScanEngine, 'look'>} engine
 * @param {Line} game
 * @returns {Promise<Line>}
 */
export async function cutAtForbidden(engine, game) {
    /** @param {number} ply */
    const canBePlayed = (ply) => engine.look(positionAt(game, ply)).then(() => true, (error) => {
        if (error?.code === 'engine_refused') return false;
        throw error;
    });
    if (game.rules !== 'renju' || await canBePlayed(game.moves.length)) return game;
    let [good, bad] = [0, game.moves.length];
    while (bad - good > 1) {
        const middle = (good + bad) >> 1;
        if (await canBePlayed(middle)) good = middle;
        else bad = middle;
    }
    return { ...game, moves: game.moves.slice(0, good) };
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
    const points = (/** @type {string} */ text) => text.match(/[a-y]\d+/g) ?? [];
    for (const point of points(game.black ?? '')) stones.push({ point, color: 'black', number: null });
    for (const point of points(game.white ?? '')) stones.push({ point, color: 'white', number: null });
    const first = game.turn === 'white' ? 1 : 0;
    game.moves.slice(0, ply).forEach((point, i) =>
        stones.push({ point, color: (i + first) % 2 === 0 ? 'black' : 'white', number: line.length > 0 ? null : i + 1 }));
    line.forEach((point, i) =>
        stones.push({ point, color: (ply + i + first) % 2 === 0 ? 'black' : 'white', number: i + 1 }));
    return stones;
}
