// Mistake trainer, logic: how to judge an answer. Does not use the DOM.
import { rateFor, gradeChange } from './move_grade.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */
/** @typedef {import('../study/scan.js').Value} Value */

/**
 * @typedef {object} Verdict
 * @property {'best' | 'good' | 'played' | 'worse'} kind the first two are accepted
 * @property {number} rate win rate of the moving side, 0 to 1
 * @property {boolean} wins proved to win
 * @property {boolean} loses proved to lose
 */

/** @param {Verdict} verdict */
export const isAccepted = ({ kind }) => kind === 'best' || kind === 'good';

/**
 * @param {Judged} lesson
 * @param {string} point the answer
 * @param {Value} value of the position after it
 * @returns {Verdict}
 */
export function answerVerdict(lesson, point, value) {
    const { color, before, best, move, then } = lesson;
    if (point === best.best) return { kind: 'best', rate: before, wins: best.proved === color, loses: false };
    const end = point === move ? then : value;
    const { grade, allowedWin } = gradeChange(color, best, end);
    const kind = point === move ? 'played' : grade === null ? 'good' : 'worse';
    return { kind, rate: rateFor(end, color), wins: end.proved === color, loses: allowedWin };
}

/**
 * Hints: first what to find, then the column.
 * @param {Judged} lesson
 * @returns {{kind: 'win' | 'defence' | 'better', stones: number, column: string}}
 */
export function hintOf({ best, color, allowedWin }) {
    const kind = best.proved === color ? 'win' : allowedWin ? 'defence' : 'better';
    return { kind, stones: best.stones, column: best.best?.[0] ?? '' };
}
