// Turns a puzzle session into a board scene.
import { EMPTY } from '../board/board.js';
import { t } from '../words/i18n.js';

/** @typedef {import('./puzzle_session.js').PuzzleSession} PuzzleSession */

/**
 * @param {PuzzleSession} trial
 * @param {string[]} forbidden points of the side to move
 * @param {string[]} five the winning line
 * @returns {import('../board/answer_board.js').BoardScene}
 */
export function puzzleScene({ puzzle, ownColor, state }, forbidden, five) {
    const { stage, placing, hints, stones, since } = state();
    const isYours = stage === 'yours' && !placing;
    return {
        position: {
            ...EMPTY,
            size: puzzle.size,
            stones: stones.map((s, i) => ({ ...s, number: i >= since ? i - since + 1 : null })),
            last: stones[stones.length - 1].point,
            five,
            fouls: isYours ? Object.fromEntries(forbidden.map((point) => [point, t('puzzle.foul')])) : {},
            rings: isYours && hints > 1 && stones.length === since ? [puzzle.solution] : [],
        },
        color: isYours ? ownColor : null,
        ended: stage === 'solved' || stage === 'shown',
        numbers: stones.length > since,
    };
}
