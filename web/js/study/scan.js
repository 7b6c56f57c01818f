// Every position of a game looked at by the engine, from the end to the beginning: what is known of a
// position helps with the one before it.

/** @typedef {import('../types.js').Color} Color */

/**
 * A game without answers and names: stones one after the other.
 * @typedef {object} Line
 * @property {string} rules
 * @property {number} size
 * @property {string} [black] stones set up before the moves
 * @property {string} [white]
 * @property {Color} [turn] who moves first after that
 * @property {string[]} moves
 */

/**
 * What a position is worth.
 * @typedef {object} Value
 * @property {number} winrate of Black, 0 to 1, draws counted half
 * @property {Color | 'draw' | null} proved who wins for certain; null: the rate is an estimate
 * @property {number} stones until that end, 0 where it is not seen
 * @property {string | null} best move of the side to move; null: the game is over
 * @property {string[]} line that is expected, the best move first
 * @property {number} depth
 */

/** @typedef {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look' | 'think'>} ScanEngine */

export const MS_PER_POSITION = 100; // milliseconds a position: a game of 60 moves in six seconds
const LINE_MAX = 16; // moves of a line that are kept
const TRIES = 5; // with twice the time each, until something is seen

/**
 * @param {Line} game
 * @param {number} ply how many of the moves are played
 * @returns {import('../engine.js').Position}
 */
export function positionAt({ moves, ...start }, ply) {
    return { ...start, moves: moves.slice(0, ply).join('') };
}

/**
 * @param {Pick<Line, 'turn'>} game
 * @param {number} ply
 * @returns {Color} of who moves after so many moves
 */
export function turnAt(game, ply) {
    return (game.turn === 'white') === (ply % 2 === 0) ? 'white' : 'black';
}

/** @param {string} winner @returns {Value} */
function finalValue(winner) {
    /** @type {Value} */
    const value = { winrate: 0.5, proved: 'draw', stones: 0, best: null, line: [], depth: 0 };
    if (winner === 'black') return { ...value, winrate: 1, proved: winner };
    return winner === 'white' ? { ...value, winrate: 0, proved: winner } : value;
}

/**
 * @param {any} analysis as the engine tells it
 * @returns {Value}
 */
export function valueOf({ turn, lines: [best] }) {
    const other = turn === 'black' ? 'white' : 'black';
    return {
        winrate: turn === 'black' ? best.win_rate : 1 - best.win_rate,
        proved: best.wins_in ? turn : best.loses_in ? other : null,
        stones: best.wins_in ?? best.loses_in ?? 0,
        best: best.move,
        line: best.line.slice(0, LINE_MAX),
        depth: best.depth,
    };
}

/**
 * The move that was played wins for certain, so its side had a certain win: nothing to think about.
 * @param {string} move
 * @param {Value} after
 * @returns {Value}
 */
function valueBeforeWin(move, after) {
    return { ...after, stones: after.stones + 1, best: move, line: [move, ...after.line].slice(0, LINE_MAX), depth: after.depth + 1 };
}

/**
 * The move that was played is the one that a certain end begins with, for whomever: so that is where it leads, though
 * the engine, asked about that position alone, may not have seen it.
 * @param {string} move
 * @param {Value} before
 * @param {Value} after as the engine saw it
 * @returns {Value | null} null: it says nothing new
 */
function impliedValue(move, before, after) {
    if (!before.proved || after.proved || before.line[0] !== move || before.line.length < 2) return null;
    const line = before.line.slice(1);
    return { ...before, stones: before.stones - 1, best: line[0], line, depth: Math.max(after.depth, before.depth - 1) };
}

/**
 * What the engine thinks of one position, be it at its end.
 * @param {ScanEngine} engine
 * @param {import('../engine.js').Position} position
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<Value>}
 */
export async function evaluate(engine, position, ms, signal) {
    const { over, winner } = await engine.look(position);
    return over ? finalValue(winner) : searchPosition(engine, position, ms, signal);
}

/**
 * Did the engine see anything? On a slow device the time may be over before the first move is looked at, most of all
 * while the engine is still waking up.
 * @param {Value} value
 */
const hasResult = ({ depth, proved }) => depth > 0 || proved !== null;

/**
 * The same of one that is known to go on.
 * @param {ScanEngine} engine
 * @param {import('../engine.js').Position} position
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
async function searchPosition(engine, position, ms, signal) {
    let value = valueOf((await engine.think({ ...position, ms }, () => {}, signal)).analysis);
    for (let tries = 1; tries <= TRIES && !hasResult(value) && !signal?.aborted; tries++)
        value = valueOf((await engine.think({ ...position, ms: ms * 2 ** tries }, () => {}, signal)).analysis);
    return value;
}

/**
 * @param {object} work
 * @param {ScanEngine} work.engine
 * @param {Line} work.game
 * @param {number} [work.ms] for a position
 * @param {(ply: number, value: Value) => void} [work.onValue] of each position as soon as it is known
 * @param {AbortSignal} [work.signal] stops it; what is known by then stays
 * @param {(Value | null)[]} [work.known] from an earlier scan; these are not looked at again
 * @returns {Promise<(Value | null)[]>} after 0, 1, ... moves; null: not looked at
 */
export async function scan({ engine, game, ms = MS_PER_POSITION, onValue = () => {}, signal, known = [] }) {
    const values = game.moves.map(() => /** @type {Value | null} */ (null));
    values.push(null);
    let isNetLoaded = false;

    /** The net comes with the first thought, whose time would be over by then. @param {number} ply */
    async function loadNet(ply) {
        if (!isNetLoaded) await engine.think({ ...positionAt(game, ply), nodes: 1 }, () => {}, signal);
        isNetLoaded = true;
    }

    /** @param {number} ply */
    async function evaluatePly(ply) {
        const after = values[ply + 1];
        if (after && after.proved === turnAt(game, ply)) return valueBeforeWin(game.moves[ply], after);
        const position = positionAt(game, ply);
        if (ply === game.moves.length) {
            const { over, winner } = await engine.look(position);
            if (over) return finalValue(winner);
        }
        await loadNet(ply);
        return searchPosition(engine, position, ms, signal);
    }

    for (let ply = game.moves.length; ply >= 0 && !signal?.aborted; ply--) {
        const before = known[ply];
        const isKnown = before && hasResult(before);
        const value = isKnown ? before : await evaluatePly(ply);
        if (signal?.aborted && !isKnown) break; // cut short: worth nothing
        values[ply] = value;
        for (let at = ply; at < game.moves.length; at++) {
            const next = values[at + 1];
            const end = next && impliedValue(game.moves[at], /** @type {Value} */ (values[at]), next);
            if (!end) break;
            values[at + 1] = end;
            onValue(at + 1, end);
        }
        onValue(ply, value);
    }
    return values;
}
