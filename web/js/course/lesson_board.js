// Turns a step of a lesson into a board scene.
import { EMPTY } from '../board/board.js';
import { allPoints } from '../board/points.js';
import { holeArea, isInside } from '../game/mist_hole.js';

/** @typedef {import('./lesson_session.js').LessonSession} LessonSession */
/** @typedef {import('../board/board.js').Stone} Stone */

/** @param {import('./lessons.js').Step} step */
function seenStones({ setting, mist }) {
    const stones = /** @type {const} */ (['black', 'white']).flatMap((color) => setting[color].map((point) => ({ point, color, number: null })));
    if (!mist) return stones;
    const hole = holeArea(mist.hole);
    return stones.filter(({ point, color }) => color === setting.turn || mist.remembered.includes(point) || isInside(hole, point));
}

/**
 * @param {LessonSession} session
 * @returns {import('../board/answer_board.js').BoardScene}
 */
export function lessonScene(session) {
    const { step, stones, status, task, hints, ownColor } = session.state();
    const { setting, mist } = step;
    const rings = step.ringsAreHint && hints === 0 && status === 'asks' ? [] : (step.rings ?? []);
    /** @type {Stone[]} */
    const placed = stones.map((s) => ({ ...s, number: null }));
    const hole = mist ? holeArea(mist.hole) : null;
    const shownRings = status === 'asks' && hints > 1 ? (task?.answers ?? []) : stones.length === 0 ? rings : [];
    return {
        position: {
            ...EMPTY, size: setting.size, stones: [...seenStones(step), ...placed],
            last: stones.at(-1)?.point ?? null, rings: shownRings, mist: mist !== undefined, hole,
        },
        color: status === 'asks' && task ? ownColor : null,
        ended: !task,
        hidden: hole ? new Set(allPoints(setting.size).filter((p) => !isInside(hole, p))) : undefined,
    };
}
