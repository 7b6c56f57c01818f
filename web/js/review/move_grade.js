// What each move of a game gave away, by what its positions are worth. The words and the limits are those of
// `pentad analyze --game`: src/study/review.c.
import { otherColor } from '../game/game_state.js';
import { turnAt } from '../study/scan.js';

/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../study/scan.js').Line} Line */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {'doubtful' | 'mistake' | 'blunder'} Grade */

/**
 * A move that was judged.
 * @typedef {object} GradedMove
 * @property {number} ply its number, from 1: the position after it
 * @property {Color} color
 * @property {string} move
 * @property {number} before how often its side wins with the best move, 0 to 1
 * @property {number} after and with this one
 * @property {number} lost what it gave away
 * @property {Grade | null} grade null: nothing worth a word
 * @property {boolean} missedWin a certain one was given away
 * @property {boolean} allowedWin a certain one of the other side, which there was not before
 * @property {boolean} wasLost for certain, whatever was played
 * @property {Value} best what could have been had
 * @property {Value} then what it led to
 */

const GRADES = /** @type {Grade[]} */ (['doubtful', 'mistake', 'blunder']);
const RATE_LIMITS = [0.1, 0.2, 0.35]; // of the win rate
const LOG_ODDS_LIMIT = 2; // where the rate has little room: 7 to 1 becomes 1 to 1, or 99 percent 93
const RATE_EDGE = 0.01; // what is closer to 0 or 1 is all the same
export const IMMEDIATE_STONES = 3; // stones: a four or an open three was left standing

/** @param {number} rate */
function logOdds(rate) {
    const held = Math.min(1 - RATE_EDGE, Math.max(RATE_EDGE, rate));
    return Math.log(held / (1 - held));
}

/**
 * By what estimates say; of what is certain they know nothing.
 * @param {number} before how often a side wins with the best move
 * @param {number} after and with another
 * @returns {number} 0: nothing worth a word; otherwise a place among the grades, from 1
 */
function estimatedSeverity(before, after) {
    const byRate = RATE_LIMITS.filter((least) => before - after >= least - 1e-9).length;
    return Math.max(byRate, logOdds(before) - logOdds(after) >= LOG_ODDS_LIMIT ? 1 : 0);
}

/**
 * What a move does to what is certain, and how bad it is. A certain win that was given away and one that was allowed are
 * told however little the estimate changes: close to 0 and 1 it hardly can.
 * @param {Color} color of who moved
 * @param {Value} best
 * @param {Value} then
 * @returns {Pick<GradedMove, 'grade' | 'missedWin' | 'allowedWin' | 'wasLost'>}
 */
export function gradeChange(color, best, then) {
    const other = otherColor(color);
    const wasLost = best.proved === other;
    const missedWin = best.proved === color && then.proved !== color;
    const allowedWin = !wasLost && then.proved === other;
    const certain = allowedWin && then.stones <= IMMEDIATE_STONES ? 2 : missedWin || allowedWin ? 1 : 0;
    const severity = wasLost ? 0 : Math.max(certain, estimatedSeverity(rateFor(best, color), rateFor(then, color)));
    return { grade: GRADES[severity - 1] ?? null, missedWin, allowedWin, wasLost };
}

/**
 * How often a side wins.
 * @param {Value} value
 * @param {Color} color
 */
export const rateFor = ({ winrate }, color) => (color === 'black' ? winrate : 1 - winrate);

/**
 * @param {Line} game
 * @param {Value} best
 * @param {Value} then
 * @param {number} ply
 * @returns {GradedMove}
 */
function gradeMove(game, best, then, ply) {
    const color = turnAt(game, ply - 1);
    const move = game.moves[ply - 1];
    const end = move === best.best ? best : then; // the engine's choice gives nothing away
    const before = rateFor(best, color);
    const after = rateFor(end, color);
    return { ply, color, move, before, after, lost: Math.max(0, before - after), ...gradeChange(color, best, end), best, then };
}

/**
 * The moves whose position is known before and after.
 * @param {Line} game
 * @param {(Value | null)[]} values
 * @param {number} [from] stones of the opening, which are nobody's choice of the best
 * @returns {(GradedMove | null)[]} by ply; none at 0
 */
export function gradeMoves(game, values, from = 0) {
    return values.map((then, ply) => {
        const best = ply > from ? values[ply - 1] : null;
        return best && then ? gradeMove(game, best, then, ply) : null;
    });
}

export const LOST_RATE = 0.03; // who has less than that has nothing to lose any more
const ACCURACY_STEEPNESS = 5; // a tenth given away makes a move worth 61 percent, a third 19

/**
 * How one side played.
 * @param {(GradedMove | null)[]} graded
 * @param {Color} color
 */
export function sideSummary(graded, color) {
    const own = graded.filter((m) => m !== null).filter((m) => m.color === color);
    const counted = own.filter((m) => m.before > LOST_RATE);
    const sum = counted.reduce((all, m) => all + Math.exp(-ACCURACY_STEEPNESS * m.lost), 0);
    const count = (/** @type {Grade} */ grade) => own.filter((m) => m.grade === grade).length;
    return {
        accuracy: counted.length > 0 ? sum / counted.length : null,
        doubtful: count('doubtful'),
        mistake: count('mistake'),
        blunder: count('blunder'),
        missedWins: own.filter((m) => m.missedWin).length,
    };
}
