// Evaluation of a position: one value from search and solver, proved or estimated. Does not use the DOM.
import { parsePoints } from './position_link.js';

/** @typedef {import('./analysis_session.js').AnalysisResult} AnalysisResult */
/** @typedef {import('./analysis_session.js').Line} Line */
/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Evaluation
 * @property {number} black win rate of Black, 0 to 1
 * @property {Color | 'draw' | null} proved null if it is an estimate
 * @property {number} stones moves to the five, if a win is proved
 */

/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'black' ? 'white' : 'black');

/**
 * @param {Color | 'draw'} winner
 * @param {number} stones
 * @returns {Evaluation}
 */
const provedEvaluation = (winner, stones) => ({ black: winner === 'black' ? 1 : winner === 'white' ? 0 : 0.5, proved: winner, stones });

/**
 * @param {Line} line
 * @param {Color} turn
 * @returns {Evaluation}
 */
export function evaluationOfLine(line, turn) {
    if (line.wins_in) return provedEvaluation(turn, line.wins_in);
    if (line.loses_in) return provedEvaluation(other(turn), line.loses_in);
    return { black: turn === 'black' ? line.win_rate : 1 - line.win_rate, proved: null, stones: 0 };
}

/**
 * A proved search result comes first, then the solver's proof, then the estimate.
 * @param {AnalysisResult} finding
 * @param {Color} turn
 * @returns {Evaluation | null}
 */
export function evaluationOf({ analysis, objective, solution }, turn) {
    const best = objective === 'best' ? analysis?.lines[0] : undefined; // a balancing move says nothing about the position
    const searched = best ? evaluationOfLine(best, turn) : null;
    if (searched?.proved) return searched;
    if (solution?.outcome === 'win') return provedEvaluation(turn, solution.stones);
    if (solution?.outcome === 'loss') return provedEvaluation(other(turn), solution.stones);
    if (solution?.outcome === 'draw') return provedEvaluation('draw', 0);
    return searched;
}

/** True if one side is proved to win. @param {AnalysisResult} finding */
export function isDecided(finding) {
    const proved = evaluationOf(finding, 'black')?.proved ?? null; // the side to move does not matter here
    return proved === 'black' || proved === 'white';
}

/**
 * @param {import('./analysis_session.js').Solution} solution
 * @param {number} size
 * @returns {string[]} the moves, if known
 */
export const lineOfSolution = (solution, size) => parsePoints(solution.line, size) ?? [];

/**
 * Colour step of the heat map, by the distance to the best move: 0 best, 4 far behind or lost.
 * @param {Line} line
 * @param {Line} best
 * @returns {0 | 1 | 2 | 3 | 4}
 */
export function heatLevel(line, best) {
    if (line.loses_in) return 4;
    const worth = (/** @type {Line} */ one) => (one.wins_in ? 1 : one.win_rate);
    const gap = worth(best) - worth(line);
    const step = [0.02, 0.06, 0.12, 0.25].findIndex((limit) => gap < limit);
    return /** @type {0 | 1 | 2 | 3 | 4} */ (step < 0 ? 4 : step);
}
