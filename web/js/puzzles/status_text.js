// Status text and buttons for a puzzle session. Does not use the DOM.
import { t } from '../words/i18n.js';
import { turnAfter, startMoves } from './move_judge.js';
import { scoreAfter } from './puzzle_session.js';

/** @typedef {import('./puzzle_data.js').Puzzle} Puzzle */
/** @typedef {import('./puzzle_session.js').PuzzleSession} Trial */
/** @typedef {import('../words/i18n.js').Key} Key */
/** @typedef {'again' | 'hint' | 'reveal' | 'threat' | 'next' | 'why'} PuzzleAction */

/**
 * @typedef {object} PanelStatus
 * @property {'plain' | 'yours' | 'good' | 'bad'} tone as in the status panel of a game
 * @property {string} headline
 * @property {string} detail
 * @property {{action: PuzzleAction, label: string, main: boolean}[]} buttons
 */

/** The most specific theme. @param {Puzzle} puzzle */
export function mainTheme({ themes }) {
    return ['defence', 'double-four', 'four-three', 'foul', 'four', 'vcf', 'vct'].find((theme) => themes.includes(theme)) ?? 'vct';
}

/** @param {string} theme */
export const themeName = (theme) => t(/** @type {Key} */ (`theme.${theme}`));

/** @param {Puzzle} puzzle */
export const explanationText = (puzzle) => t(/** @type {Key} */ (`theme.${mainTheme(puzzle)}.why`));

/** @param {import('../types.js').Color} color */
const otherColor = (color) => (color === 'black' ? 'white' : 'black');

/** @param {PuzzleAction} action @param {boolean} main */
const button = (action, main = false) => ({ action, label: t(`puzzle.do.${action}`), main });

/** @param {Puzzle} puzzle */
export function taskText(puzzle) {
    return t(`puzzle.task.${puzzle.kind}`, { color: t(`color.${turnAfter(startMoves(puzzle))}`) });
}

/**
 * What the try may cost, said before it does.
 * @param {number} hints given so far
 * @param {(score: number) => string} change of the rating by the score
 */
export function stakesText(hints, change) {
    const [solved, failed] = [change(scoreAfter(hints)), change(0)];
    if (hints > 1) return t('puzzle.stakes.none', { failed });
    return t(hints > 0 ? 'puzzle.stakes.hint' : 'puzzle.stakes', { solved, failed, hint: change(scoreAfter(1)) });
}

/**
 * @param {Trial} session
 * @returns {PanelStatus}
 */
export function puzzleStatus(session) {
    const { puzzle, ownColor } = session;
    const { stage, placing, hints, loses, refutedBy, unclear, lastMove, started } = session.state();
    const [mine, theirs] = [t(`color.${ownColor}`), t(`color.${otherColor(ownColor)}`)];
    const defends = puzzle.kind === 'defence';
    const offered = [button('hint'), ...(defends ? [button('threat')] : []), button('reveal')];
    if (stage === 'judged') return { tone: 'plain', headline: t('puzzle.judged'), detail: t('puzzle.judged.detail', { point: lastMove }), buttons: offered };
    if (stage === 'yours' && placing) return { tone: 'good', headline: t('puzzle.right'), detail: t('puzzle.right.detail', { color: theirs }), buttons: offered };
    if (stage === 'threat') return { tone: 'plain', headline: t('puzzle.threat.now'), detail: t('puzzle.threat.now.detail', { color: theirs }), buttons: offered };
    if (unclear && stage === 'yours') return { tone: 'plain', headline: t('puzzle.open'), detail: t('puzzle.open.detail', { point: lastMove }), buttons: offered };
    if (stage === 'wrong')
        return {
            tone: 'bad', headline: t(loses ? 'puzzle.wrong.loses' : 'puzzle.wrong', { color: theirs }),
            detail: loses ? t('puzzle.wrong.loses.detail', { color: theirs }) : t('puzzle.wrong.detail', { color: theirs, point: refutedBy }),
            buttons: [button('again', true), ...(loses ? [button('why')] : []), button('reveal')],
        };
    if (stage === 'solved' || stage === 'shown')
        return {
            tone: stage === 'solved' ? 'good' : 'plain', headline: t(`puzzle.${stage}`), detail: explanationText(puzzle),
            buttons: [button('next', true), button('why'), ...(defends ? [button('threat')] : [])],
        };
    if (hints > 0)
        return {
            tone: 'yours', headline: started ? t('puzzle.on') : t('puzzle.hint'),
            detail: t(/** @type {Key} */ (`theme.${mainTheme(puzzle)}.hint`)), buttons: offered.slice(Number(hints > 1)),
        };
    if (started) return { tone: 'yours', headline: t('puzzle.on'), detail: t('puzzle.on.detail', { color: theirs }), buttons: offered };
    return {
        tone: 'yours', headline: t(`puzzle.${puzzle.kind}`), detail: t(`puzzle.${puzzle.kind}.detail`, { mine, theirs }), buttons: offered,
    };
}
