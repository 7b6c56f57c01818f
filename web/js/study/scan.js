// Scan: evaluates every position of a game, from the last to the first, so that the transposition table already holds
// what follows.

/** @typedef {import('../types.js').Color} Color */

/**
 * A game as a plain list of stones.
 * @typedef {object} Line
 * @property {string} rules
 * @property {number} size
 * @property {string} [black] setup stones
 * @property {string} [white]
 * @property {Color} [turn] who moves first
 * @property {string[]} moves
 */

/**
 * The value of a position.
 * @typedef {object} Value
 * @property {number} winrate of Black, 0 to 1; a draw counts half
 * @property {Color | 'draw' | null} proved the proved outcome; null if the rate is an estimate
 * @property {number} stones moves to that end, 0 if unknown
 * @property {string | null} best move of the side to move; null if the game is over
 * @property {string[]} line principal variation, the best move first
 * @property {number} depth
 */

/** @typedef {Pick<ReturnType<typeof import('../engine.js').openEngine>, 'look' | 'think'>} ScanEngine */

export const MS_PER_POSITION = 100; // a game of 60 moves takes six seconds
const LINE_MAX = 16; // moves stored of a line
const TRIES = 5; // each with twice the time, until there is a result

/**
 * @param {Line} game
 * @param {number} ply number of moves played
 * @returns {import('../engine.js').Position}
 */
export function positionAt({ moves, ...start }, ply) {
    return { ...start, moves: moves.slice(0, ply).join('') };
}

/**
 * @param {Pick<Line, 'turn'>} game
 * @param {number} ply
 * @returns {Color} the side to move after `ply` moves
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
 * @param {any} analysis of the engine
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
 * The played move is proved to win, so the position before it is won too: no search needed.
 * @param {string} move
 * @param {Value} after
 * @returns {Value}
 */
function valueBeforeWin(move, after) {
    return { ...after, stones: after.stones + 1, best: move, line: [move, ...after.line].slice(0, LINE_MAX), depth: after.depth + 1 };
}

/**
 * If the played move starts the proved line of the position before, the position after it is proved too, even if
 * the engine did not find that by searching it alone.
 * @param {string} move
 * @param {Value} before
 * @param {Value} after the engine's value
 * @returns {Value | null} null if nothing follows
 */
function impliedValue(move, before, after) {
    if (!before.proved || after.proved || before.line[0] !== move || before.line.length < 2) return null;
    const line = before.line.slice(1);
    return { ...before, stones: before.stones - 1, best: line[0], line, depth: Math.max(after.depth, before.depth - 1) };
}

/**
 * Evaluates one position, which may be final.
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
 * True if the search has a result. On a slow device the time may run out before the first iteration, especially while
 * the engine is starting.
 * @param {Value} value
 */
const hasResult = ({ depth, proved }) => depth > 0 || proved !== null;

/**
 * Searches a position that is not final.
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
 * @param {number} [work.ms] per position
 * @param {(ply: number, value: Value) => void} [work.onValue] called for each position as soon as it is known
 * @param {AbortSignal} [work.signal] stops the scan; values known by then stay
 * @param {(Value | null)[]} [work.known] values from an earlier scan, which are reused
 * @returns {Promise<(Value | null)[]>} after 0, 1, ... moves; null if not evaluated
 */
export async function scan({ engine, game, ms = MS_PER_POSITION, onValue = () => {}, signal, known = [] }) {
    const values = game.moves.map(() => /** @type {Value | null} */ (null));
    values.push(null);
    let isNetLoaded = false;

    /** Loads the net before the first timed search. @param {number} ply */
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
        if (signal?.aborted && !isKnown) break; // an interrupted search is not reliable
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
