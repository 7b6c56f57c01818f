// Move grades (doubtful, mistake, blunder) from the values of the positions, as by `pentad analyze --game`: with the
// limits of src/study/review.c.
import { catalog } from '../catalog.js';
import { otherColor } from '../game/game_state.js';
import { turnAt } from '../study/scan.js';

/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../study/scan.js').Line} Line */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {'doubtful' | 'mistake' | 'blunder'} Grade */

/**
 * A graded move.
 * @typedef {object} GradedMove
 * @property {number} ply number of the move, from 1; also of the position after it
 * @property {Color} color
 * @property {string} move
 * @property {number} before win rate of its side with the best move, 0 to 1
 * @property {number} after win rate with this move
 * @property {number} lost drop of the win rate
 * @property {Grade | null} grade null if it is not a mistake
 * @property {boolean} missedWin a proved win was given away
 * @property {boolean} allowedWin it gave the other side a proved win
 * @property {boolean} wasLost the position was already lost, proved
 * @property {Value} best value before the move
 * @property {Value} then value after the move
 */

const LIMITS = catalog.grades;
const GRADES = /** @type {Grade[]} */ (Object.keys(LIMITS.lost));
const RATE_LIMITS = Object.values(LIMITS.lost); // drop of the win rate
const IMMEDIATE_STONES = LIMITS.near_win; // moves to the end: a four or an open three was not answered

/** @param {number} rate */
function logOdds(rate) {
    const clamped = Math.min(1 - LIMITS.rate_margin, Math.max(LIMITS.rate_margin, rate));
    return Math.log(clamped / (1 - clamped));
}

/**
 * Severity by the estimated win rates alone, without proofs.
 * @param {number} before win rate with the best move
 * @param {number} after win rate with the move played
 * @returns {number} 0: not a mistake; otherwise 1 + index of the grade
 */
function estimatedSeverity(before, after) {
    const byRate = RATE_LIMITS.filter((least) => before - after >= least - 1e-9).length;
    return Math.max(byRate, logOdds(before) - logOdds(after) >= LIMITS.log_odds ? 1 : 0);
}

/**
 * Grades a move by proofs and estimates. A proved win that was missed or allowed always counts, because near 0 and 1
 * the estimate hardly changes.
 * @param {Color} color of the moving side
 * @param {Value} best
 * @param {Value} then
 * @returns {Pick<GradedMove, 'grade' | 'missedWin' | 'allowedWin' | 'wasLost'>}
 */
export function gradeChange(color, best, then) {
    const other = otherColor(color);
    const wasLost = best.proved === other;
    const missedWin = best.proved === color && then.proved !== color;
    const allowedWin = !wasLost && then.proved === other;
    const allowed = then.stones <= IMMEDIATE_STONES ? 2 : 1;
    const certain = missedWin ? GRADES.length : allowedWin ? allowed : 0;
    const severity = wasLost ? 0 : Math.max(certain, estimatedSeverity(rateFor(best, color), rateFor(then, color)));
    return { grade: GRADES[severity - 1] ?? null, missedWin, allowedWin, wasLost };
}

/**
 * Win rate of a side.
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
    const end = move === best.best ? best : then; // the engine's choice is never a mistake
    const before = rateFor(best, color);
    const after = rateFor(end, color);
    return { ply, color, move, before, after, lost: Math.max(0, before - after), ...gradeChange(color, best, end), best, then };
}

/**
 * Grades all moves whose positions before and after are evaluated.
 * @param {Line} game
 * @param {(Value | null)[]} values
 * @param {number} [from] number of opening stones, which are not graded
 * @returns {(GradedMove | null)[]} by ply; null at 0
 */
export function gradeMoves(game, values, from = 0) {
    return values.map((then, ply) => {
        const best = ply > from ? values[ply - 1] : null;
        return best && then ? gradeMove(game, best, then, ply) : null;
    });
}

export const LOST_RATE = 0.03; // below this win rate a side is practically lost
const ACCURACY_STEEPNESS = 5; // losing 0.1 of the win rate counts 61 percent, a third 19

/**
 * The moves with a grade: what the summary counts, the list shows and the trainer asks for.
 * @param {(GradedMove | null)[]} graded
 * @param {Color} [color] only those of one side
 * @returns {GradedMove[]}
 */
export function weakMoves(graded, color) {
    return graded.filter((m) => m !== null).filter((m) => m.grade !== null && (!color || m.color === color));
}

/**
 * Accuracy and numbers of weak moves of one side.
 * @param {(GradedMove | null)[]} graded
 * @param {Color} color
 */
export function sideSummary(graded, color) {
    const ownMoves = graded.filter((m) => m !== null).filter((m) => m.color === color);
    const counted = ownMoves.filter((m) => m.before > LOST_RATE);
    const sum = counted.reduce((all, m) => all + Math.exp(-ACCURACY_STEEPNESS * m.lost), 0);
    const weak = weakMoves(graded, color);
    const count = (/** @type {Grade} */ grade) => weak.filter((m) => m.grade === grade).length;
    return {
        accuracy: counted.length > 0 ? sum / counted.length : null,
        weak: weak.length,
        doubtful: count('doubtful'),
        mistake: count('mistake'),
        blunder: count('blunder'),
        missedWins: weak.filter((m) => m.missedWin).length,
    };
}
