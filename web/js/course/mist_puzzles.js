// Puzzles in the mist as lessons: where is the hidden stone?
import { allPoints } from '../board/points.js';
import { holeArea, holeCentre, isInside } from '../game/mist_hole.js';
import { parsePoints } from './lesson_position.js';
import { MIST_PUZZLES } from './mist_puzzle_data.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('./lessons.js').Step} Step */

const SIZE = 19;
const LEVELS = [1, 2, 3];

/**
 * Why the stone is not on a point that would have moved the hole to the same place.
 * @param {string} point
 * @param {string[]} own
 * @param {string[]} known stones of the other side
 * @param {string} hole
 */
function exclusion(point, own, known, hole) {
    if (own.includes(point)) return 'own';
    if (known.includes(point)) return 'known';
    return isInside(holeArea(hole), point) ? 'empty' : 'five';
}

/** @param {string[]} points */
function columnsAndRows(points) {
    const unique = (/** @type {string[]} */ words) => [...new Set(words)].join(', ');
    return { columns: unique(points.map((point) => point[0])), rows: unique(points.map((point) => point.slice(1))) };
}

/**
 * Beginners see which points are left; others are told the columns and rows, and the points are a hint.
 * @param {typeof MIST_PUZZLES[number]} puzzle
 * @returns {Step}
 */
export function puzzleStep({ moves, answer, known, level }) {
    const stones = parsePoints(moves);
    const hole = holeCentre(answer);
    const rings = allPoints(SIZE).filter((point) => holeCentre(point) === hole);
    const remembered = parsePoints(known);
    const own = stones.filter((_, i) => i % 2 === stones.length % 2);
    return {
        name: level === 1 ? 'two' : 'four',
        setting: {
            size: SIZE,
            black: stones.filter((_, i) => i % 2 === 0),
            white: stones.filter((_, i) => i % 2 === 1),
            turn: stones.length % 2 === 0 ? 'black' : 'white',
        },
        mist: { hole, last: answer, remembered },
        rings,
        ringsAreHint: level > 1,
        params: level > 1 ? { hole, column: hole[0], row: hole.slice(1), ...columnsAndRows(rings) } : {},
        stages: [{ goal: 'deduce', answers: [answer] }],
        excluded: rings.filter((point) => point !== answer).map((point) => ({ point, why: exclusion(point, own, remembered, hole) })),
    };
}

/** @type {Lesson[]} */
export const MIST_LESSONS = LEVELS.map((level) => ({
    name: `hidden-${level}`, texts: 'hidden', steps: MIST_PUZZLES.filter((puzzle) => puzzle.level === level).map(puzzleStep),
}));
