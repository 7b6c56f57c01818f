// Turns a puzzle session into a board scene.
import { EMPTY } from '../board/board.js';
import { t } from '../words/i18n.js';
import { fiveAt } from '../proof/fives.js';

/** @typedef {import('./puzzle_session.js').PuzzleSession} PuzzleSession */

/**
 * The five made by the last stone.
 * @param {import('./puzzle_data.js').Puzzle} puzzle
 * @param {import('./puzzle_session.js').Placed[]} stones
 */
function lastFive(puzzle, stones) {
    const last = stones[stones.length - 1];
    return fiveAt(puzzle, new Map(stones.slice(0, -1).map((s) => [s.point, s.color])), last.color, last.point);
}

/**
 * @param {PuzzleSession} trial
 * @param {string[]} forbidden points of the side to move
 * @returns {import('../board/answer_board.js').BoardScene}
 */
export function puzzleScene({ puzzle, ownColor, state }, forbidden) {
    const { stage, hints, stones, since } = state();
    const isYours = stage === 'yours';
    return {
        position: {
            ...EMPTY,
            size: puzzle.size,
            stones: stones.map((s, i) => ({ ...s, number: i >= since ? i - since + 1 : null })),
            last: stones[stones.length - 1].point,
            five: stage === 'waits' || stage === 'judged' ? [] : lastFive(puzzle, stones),
            fouls: isYours ? Object.fromEntries(forbidden.map((point) => [point, t('puzzle.foul')])) : {},
            rings: isYours && hints > 1 && stones.length === since ? [puzzle.solution] : [],
        },
        color: isYours ? ownColor : null,
        ended: stage === 'solved' || stage === 'shown',
        numbers: stones.length > since,
    };
}
