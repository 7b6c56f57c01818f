// Learning from mistakes: which moves are asked for again, and what an answer is worth. No document.
import { rateFor, gradeChange } from './move_grade.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */
/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Verdict
 * @property {'best' | 'good' | 'played' | 'worse'} kind the first two are accepted
 * @property {number} rate of the side that moves, 0 to 1
 * @property {boolean} wins for certain
 * @property {boolean} loses for certain
 */

/**
 * The moves to do better. What was only doubtful is left out where there is worse, but for a win that was missed.
 * @param {(Judged | null)[]} graded
 * @param {Color} color
 * @returns {Judged[]}
 */
export function lessonsOf(graded, color) {
    const own = graded.filter((m) => m !== null).filter((m) => m.color === color && m.grade !== null);
    const bad = own.filter((m) => m.grade !== 'doubtful' || m.missedWin);
    return bad.length > 0 ? bad : own;
}

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
 * What helps without telling: first what there is to find, then where about.
 * @param {Judged} lesson
 * @returns {{kind: 'win' | 'defence' | 'better', stones: number, column: string}}
 */
export function hintOf({ best, color, allowedWin }) {
    const kind = best.proved === color ? 'win' : allowedWin ? 'defence' : 'better';
    return { kind, stones: best.stones, column: best.best?.[0] ?? '' };
}
