// What each move of a game gave away, by what its positions are worth. The words and the limits are those of
// `pentad analyze --game`: src/study/review.c.
import { turnAt } from '../study/scan.js';

/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../study/scan.js').Line} Line */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {'doubtful' | 'mistake' | 'blunder'} Grade */

/**
 * A move that was judged.
 * @typedef {object} Judged
 * @property {number} ply its number, from 1: the position after it
 * @property {Color} color
 * @property {string} move
 * @property {number} before how often its side wins with the best move, 0 to 1
 * @property {number} after and with this one
 * @property {number} lost what it gave away
 * @property {Grade | null} grade null: nothing worth a word
 * @property {boolean} missedWin a certain one
 * @property {boolean} allowedWin a certain one of the other side, which there was not before
 * @property {Value} best what could have been had
 * @property {Value} then what it led to
 */

/** @type {[number, Grade][]} */
const LIMITS = [[0.35, 'blunder'], [0.2, 'mistake'], [0.1, 'doubtful']];

/** @param {number} lost @returns {Grade | null} */
export function gradeOf(lost) {
    const found = LIMITS.find(([least]) => lost >= least - 1e-9);
    return found ? found[1] : null;
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
 * @returns {Judged}
 */
function judgeMove(game, best, then, ply) {
    const color = turnAt(game, ply - 1);
    const other = color === 'black' ? 'white' : 'black';
    const move = game.moves[ply - 1];
    const before = rateFor(best, color);
    const after = move === best.best ? before : rateFor(then, color);
    const lost = Math.max(0, before - after);
    const grade = gradeOf(lost);
    return {
        ply, color, move, before, after, lost, grade, best, then,
        missedWin: grade !== null && best.proved === color,
        allowedWin: grade !== null && then.proved === other,
    };
}

/**
 * The moves whose position is known before and after.
 * @param {Line} game
 * @param {(Value | null)[]} values
 * @param {number} [from] stones of the opening, which are nobody's choice of the best
 * @returns {(Judged | null)[]} by ply; none at 0
 */
export function judge(game, values, from = 0) {
    return values.map((then, ply) => {
        const best = ply > from ? values[ply - 1] : null;
        return best && then ? judgeMove(game, best, then, ply) : null;
    });
}

const DECIDED = 0.03; // who has less than that has nothing to lose any more
const SHARPNESS = 5; // a tenth given away makes a move worth 61 percent, a third 19

/**
 * How one side played.
 * @param {(Judged | null)[]} judged
 * @param {Color} color
 */
export function tally(judged, color) {
    const own = judged.filter((m) => m !== null).filter((m) => m.color === color);
    const counted = own.filter((m) => m.before > DECIDED);
    const sum = counted.reduce((all, m) => all + Math.exp(-SHARPNESS * m.lost), 0);
    const count = (/** @type {Grade} */ grade) => own.filter((m) => m.grade === grade).length;
    return {
        accuracy: counted.length > 0 ? sum / counted.length : null,
        doubtful: count('doubtful'),
        mistake: count('mistake'),
        blunder: count('blunder'),
        missedWins: own.filter((m) => m.missedWin).length,
    };
}
