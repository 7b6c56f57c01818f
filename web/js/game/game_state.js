// Game state as this viewer sees it: applies server pushes and derives what is on the board. Does not use the
// network or the DOM.
import { parsePoint, pointName } from '../board/points.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../board/board.js').Stone} Stone */

const MIST_SIZE = 19;
const HOLE_RADIUS = 3; // points from the centre of the visible area to its edge

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
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {import('../board/board.js').Area} clipped to the board
 */
function holeAround(x, y, size) {
    const inside = (/** @type {number} */ at) => Math.max(0, Math.min(size - 1, at));
    return { left: inside(x - HOLE_RADIUS), right: inside(x + HOLE_RADIUS), bottom: inside(y - HOLE_RADIUS), top: inside(y + HOLE_RADIUS) };
}

/**
 * The area of the hole and the stones in it.
 * @param {Snapshot} game
 * @returns {{area: import('../board/board.js').Area, stones: {point: string, color: Color}[]} | null}
 */
export function hole(game) {
    const centre = game.view && parsePoint(game.view.centre);
    if (!game.view || !centre) return null;
    /** @type {{point: string, color: Color}[]} */
    const stones = [];
    for (const [i, cell] of [...game.view.cells].entries()) {
        const x = centre.x - HOLE_RADIUS + (i % (2 * HOLE_RADIUS + 1));
        const y = centre.y + HOLE_RADIUS - Math.floor(i / (2 * HOLE_RADIUS + 1));
        if (cell === '#' || cell === 'o') stones.push({ point: pointName(x, y), color: cell === '#' ? 'black' : 'white' });
    }
    return { area: holeAround(centre.x, centre.y, game.size), stones };
}

/**
 * The hole of the side to move after `ply` moves, in the mist.
 * @param {Pick<Snapshot, 'moves'>} game with all moves known
 * @param {number} ply
 * @returns {import('../board/board.js').Area}
 */
export function holeAt(game, ply) {
    const last = ply > 0 ? parsePoint(game.moves[ply - 1] ?? '') : null;
    const column = last && last.x + 1;
    const row = last && last.y + 1;
    const x = column ? (5 * column * column + 3 * column + 4) % MIST_SIZE : 9;
    const y = row ? (4 * row * row + 2 * row - 4) % MIST_SIZE : 9;
    return holeAround(x, y, MIST_SIZE);
}

/**
 * The area that the opening forbids for the next stone: around the centre for the third stone.
 * @param {Snapshot} game
 * @returns {import('../board/board.js').Area | null}
 */
export function restrictedArea(game) {
    const reach = { pro: 2, 'long-pro': 3 }[game.opening];
    if (reach === undefined || game.ply !== 2 || reach + 1 > game.size >> 1) return null;
    const middle = game.size >> 1;
    return { left: middle - reach, right: middle + reach, bottom: middle - reach, top: middle + reach };
}

/**
 * The only point that the opening allows for the next stone, if there is just one.
 * @param {Snapshot} game
 * @returns {string | null}
 */
export function onlyPoint(game) {
    const isCentral = game.opening === 'pro' || game.opening === 'long-pro';
    return isCentral && game.ply === 0 ? pointName(game.size >> 1, game.size >> 1) : null;
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function otherColor(color) {
    return color === 'black' ? 'white' : 'black';
}
