// Study view: what the analysis board shows of a study, and where a stone may be placed.
import { EMPTY } from '../board/board.js';
import { rulesName } from '../game/game_text.js';
import { errorText } from '../app/errors.js';
import { t } from '../words/i18n.js';
import { nextStone } from './draft.js';
import { movesTo, nodeAt, illegalReason, stonesAt, turnAt } from './tree.js';

const COLORS = /** @type {const} */ (['black', 'white']);

/** @typedef {import('./study.js').State} State */
/** @typedef {import('./position_facts.js').PositionFacts} PositionFacts */
/** @typedef {import('./draft.js').Tool} Tool */

/**
 * @typedef {object} StudyViewInput
 * @property {State} state
 * @property {import('./tree.js').Setup | null} draft of the position editor, shown instead of the study
 * @property {PositionFacts | null} facts about the current position; null while loading
 */

/** @param {StudyViewInput} input @returns {import('../board/board.js').Position} */
export function boardPosition({ state: { tree, at }, draft, facts }) {
    if (draft) {
        const stones = COLORS.flatMap((color) => draft[color].map((point) => ({ point, color, number: null })));
        return { ...EMPTY, size: draft.size, stones };
    }
    return {
        ...EMPTY, size: tree.setup.size, stones: stonesAt(tree, at), last: nodeAt(tree, at).point,
        five: facts?.winning ?? [],
        fouls: Object.fromEntries((facts?.forbidden ?? []).map((point) => [point, t('study.forbidden')])),
    };
}

/**
 * @param {StudyViewInput} input
 * @param {Tool} tool of the position editor
 * @param {boolean} marking true if clicks mark points instead of placing stones
 * @returns {import('../board/board_input.js').Placement}
 */
export function placementFor(input, tool, marking) {
    const { state: { tree, at }, draft, facts } = input;
    const { size, stones: all, fouls } = boardPosition(input);
    const stones = new Map(all.map((stone) => [stone.point, stone]));
    /** @param {string} point */
    function describe(point) {
        const stone = stones.get(point);
        if (stone) return t('point.stone', { point, color: t(`color.${stone.color}`) });
        return fouls[point] ? t('point.foul', { point, why: fouls[point] }) : t('point.empty', { point });
    }
    if (draft) {
        const isWhite = tool === 'white' || (tool === 'turns' && nextStone(draft) === 'white');
        return { size, color: isWhite ? 'white' : 'black', blockedReason: () => null, describe };
    }
    return {
        size, color: turnAt(tree, at), describe,
        blockedReason(point) {
            if (marking) return null;
            if (illegalReason(tree, at, point)) return t('error.occupied');
            return facts?.over ? t('study.over') : (fouls[point] ?? null);
        },
    };
}

/** @param {PositionFacts} looked */
function resultText({ winner }) {
    if (winner === 'black' || winner === 'white') return t(`study.over.${winner}`);
    return t('over.draw');
}

/**
 * @param {StudyViewInput} input
 * @param {boolean} missing true if the engine is unavailable
 * @returns {string}
 */
export function statusText({ state: { tree, at }, draft, facts }, missing) {
    if (draft) return t('study.setup.now');
    if (facts?.error) return missing ? `${t('study.engine.missing')} ${errorText(facts.error)}` : errorText(facts.error);
    if (facts?.bothWin) return t('study.over.both');
    const { setup: { rules, size }, names: { black, white } } = tree;
    const people = black || white ? [t('game.title', { black: black || '?', white: white || '?' })] : [];
    return [facts?.over ? resultText(facts) : t(`turn.${turnAt(tree, at)}`), ...people, rulesName(rules), `${size}×${size}`].join(' · ');
}

/**
 * @param {StudyViewInput} input
 * @param {object} wanted
 * @param {import('./analysis_session.js').AnalysisState} wanted.analysis
 * @param {boolean} wanted.threats
 * @param {string[]} wanted.preview moves of a previewed line; may be empty
 * @param {string | null} [wanted.proved] the proved move
 * @returns {import('./board_overlay.js').Overlay}
 */
export function overlayFor({ state: { tree, at }, draft, facts }, { analysis, threats, preview, proved = null }) {
    const { result, barred, settings: { heat, lines } } = analysis;
    const taken = stonesAt(tree, at).map((stone) => stone.point);
    if (draft) return { best: [], fives: null, fours: null, marks: {}, next: [], barred: [], preview: null, proved: null, taken };
    const { marks, children } = nodeAt(tree, at);
    return {
        best: result.analysis?.lines.slice(0, heat ? undefined : lines) ?? [],
        fives: threats && facts ? facts.fives : null,
        fours: threats && facts ? facts.fours : null,
        marks, barred, proved, taken,
        next: children.map((id) => /** @type {string} */ (nodeAt(tree, id).point)),
        preview: preview.length > 0 ? { points: preview, setup: tree.setup, ply: movesTo(tree, at).length } : null,
    };
}
