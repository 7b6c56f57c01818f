// Game state as this viewer sees it: applies server pushes and derives what is on the board. Does not use the
// network or the DOM.
import { parsePoint } from '../board/points.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../board/board.js').Stone} Stone */

/**
 * The game after a 'moved' push. Old pushes are ignored; null if one was missed (load the game again).
 * @param {Snapshot} game
 * @param {any} push
 * @returns {Snapshot | null}
 */
export function applyMove(game, push) {
    if (push.seq <= game.seq) return game;
    if (push.seq !== game.seq + 1 || push.ply !== game.ply + 1) return null;
    return {
        ...game,
        seq: push.seq,
        ply: push.ply,
        moves: [...game.moves, push.move],
        seats: game.seats.map((player, i) => player && { ...player, ...push.seats[i] }),
        turn: push.turn,
        fouls: push.fouls,
        view: push.view ?? null,
        seen: push.seen,
        offers: push.offers,
        actions: push.actions,
        takeback_plies: push.takeback_plies,
    };
}

/**
 * The game after a 'people' push (presence).
 * @param {Snapshot} game
 * @param {{here: boolean[], watchers: number}} push
 * @returns {Snapshot}
 */
export function withPresence(game, push) {
    return {
        ...game,
        seats: game.seats.map((player, i) => player && { ...player, here: push.here[i] }),
        watchers: push.watchers,
    };
}

/** @param {string | null} move */
const isStone = (move) => move === null || parsePoint(move) !== null;

/**
 * The stones after `ply` moves. In the mist, stones unknown to this viewer are left out.
 * @param {Pick<Snapshot, 'moves'>} game
 * @param {number} ply
 * @returns {Stone[]}
 */
export function stonesAt(game, ply) {
    /** @type {Stone[]} */
    const stones = [];
    let number = 0;
    for (const move of game.moves.slice(0, ply)) {
        if (!isStone(move)) continue;
        if (move) stones.push({ point: move, color: number % 2 === 0 ? 'black' : 'white', number: number + 1 });
        number++;
    }
    return stones;
}

/**
 * @param {Pick<Snapshot, 'moves'>} game
 * @returns {Color} colour of the next stone
 */
export function nextColor(game) {
    return game.moves.filter(isStone).length % 2 === 0 ? 'black' : 'white';
}

/**
 * @param {Snapshot} game
 * @returns {boolean}
 */
export function isMyTurn(game) {
    return game.state === 'playing' && game.you !== null && game.turn?.seat === game.you;
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function otherColor(color) {
    return color === 'black' ? 'white' : 'black';
}

/**
 * The square of a zone.
 * @param {import('../types.js').Zone} zone
 * @returns {import('../board/board.js').Area}
 */
export function zoneArea({ low, high }) {
    const [from, to] = [low, high].map((point) => parsePoint(point) ?? { x: 0, y: 0 });
    return { left: from.x, right: to.x, bottom: from.y, top: to.y };
}
