// From a step of a lesson to what the board draws.
import { EMPTY } from '../board/board.js';
import { pointName } from '../board/points.js';
import { holeArea, isIn } from './mist_hole.js';

/** @typedef {import('./lesson_session.js').Walk} Walk */
/** @typedef {import('../board/board.js').Stone} Stone */

/** @param {number} size */
const allPoints = (size) => Array.from({ length: size * size }, (_, i) => pointName(i % size, Math.floor(i / size)));

/** @param {import('./lessons.js').Step} step */
function seenStones({ setting, mist }) {
    const stones = /** @type {const} */ (['black', 'white']).flatMap((color) => setting[color].map((point) => ({ point, color, number: null })));
    if (!mist) return stones;
    const hole = holeArea(mist.hole);
    return stones.filter(({ point, color }) => color === setting.turn || mist.remembered.includes(point) || isIn(hole, point));
}

/**
 * @param {Walk} walk
 * @returns {import('../board/answer_board.js').Scene}
 */
export function sceneOf(walk) {
    const { step, stones, status, asked, hints, own } = walk.now();
    const { setting, mist, rings = [] } = step;
    /** @type {Stone[]} */
    const laid = stones.map((s) => ({ ...s, number: null }));
    const hole = mist ? holeArea(mist.hole) : null;
    const told = status === 'asks' && hints > 1 ? (asked?.answers ?? []) : stones.length === 0 ? rings : [];
    return {
        position: {
            ...EMPTY, size: setting.size, stones: [...seenStones(step), ...laid],
            last: stones.at(-1)?.point ?? null, rings: told, mist: mist !== undefined, hole,
        },
        color: status === 'asks' && asked ? own : null,
        ended: !asked,
        hidden: hole ? new Set(allPoints(setting.size).filter((p) => !isIn(hole, p))) : undefined,
    };
}
