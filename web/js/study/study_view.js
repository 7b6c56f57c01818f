// What the analysis board shows of a study, and where a stone may go: from what is known to what is drawn and
// said.
import { EMPTY } from '../board/board.js';
import { rulesName } from '../game/game_text.js';
import { explain } from '../app/errors.js';
import { fiveAt } from '../proof/fives.js';
import { t } from '../words/i18n.js';
import { nextStone } from './draft.js';
import { movesTo, nodeAt, refusalOf, stonesAt, turnAt } from './tree.js';

const COLORS = /** @type {const} */ (['black', 'white']);

/** @typedef {import('./study.js').State} State */
/** @typedef {import('./position_facts.js').Looked} Looked */
/** @typedef {import('./draft.js').Tool} Tool */

/**
 * @typedef {object} Seen
 * @property {State} state
 * @property {import('./tree.js').Setup | null} draft a position that is being set up, in the place of the study's
 * @property {Looked | null} looked at the position of the study; null: not yet
 */

/** @param {Seen} seen @returns {import('../board/board.js').Position} */
export function positionOf({ state: { tree, at }, draft, looked }) {
    if (draft) {
        const stones = COLORS.flatMap((color) => draft[color].map((point) => ({ point, color, number: null })));
        return { ...EMPTY, size: draft.size, stones };
    }
    return {
        ...EMPTY, size: tree.setup.size, stones: stonesAt(tree, at), last: nodeAt(tree, at).point,
        five: looked?.winning ?? [],
        fouls: Object.fromEntries((looked?.forbidden ?? []).map((point) => [point, t('study.forbidden')])),
    };
}

/**
 * @param {Seen} seen
 * @param {Tool} tool that stones are set up with
 * @param {boolean} marking do clicks mark points instead of placing stones?
 * @returns {import('../board/board_input.js').Aiming}
 */
export function aimingOf(seen, tool, marking) {
    const { state: { tree, at }, draft, looked } = seen;
    const { size, stones: all, fouls } = positionOf(seen);
    const stones = new Map(all.map((stone) => [stone.point, stone]));
    /** @param {string} point */
    function describe(point) {
        const stone = stones.get(point);
        if (stone) return t('point.stone', { point, color: t(`color.${stone.color}`) });
        return fouls[point] ? t('point.foul', { point, why: fouls[point] }) : t('point.empty', { point });
    }
    if (draft) {
        const isWhite = tool === 'white' || (tool === 'turns' && nextStone(draft) === 'white');
        return { size, color: isWhite ? 'white' : 'black', refuses: () => null, describe };
    }
    return {
        size, color: turnAt(tree, at), describe,
        refuses(point) {
            if (marking) return null;
            if (refusalOf(tree, at, point)) return t('error.occupied');
            return looked?.over ? t('study.over') : (fouls[point] ?? null);
        },
    };
}

/** @param {import('./tree.js').Setup} setup */
function bothHaveFive(setup) {
    /** @type {import('../proof/fives.js').Stones} */
    const stones = new Map();
    for (const color of COLORS) for (const point of setup[color]) stones.set(point, color);
    return COLORS.every((color) => setup[color].some((point) => fiveAt(setup, stones, color, point).length > 0));
}

/** @param {Looked} looked */
function resultWords({ winner }) {
    if (winner === 'black' || winner === 'white') return t(`study.over.${winner}`);
    return t('over.draw');
}

/**
 * @param {Seen} seen
 * @param {boolean} missing is there no engine to be asked?
 * @returns {string}
 */
export function statusOf({ state: { tree, at }, draft, looked }, missing) {
    if (draft) return t('study.setup.now');
    if (looked?.error) return missing ? `${t('study.engine.missing')} ${explain(looked.error)}` : explain(looked.error);
    if (looked?.over && bothHaveFive(tree.setup)) return t('study.over.both');
    const { setup: { rules, size }, names: { black, white } } = tree;
    const people = black || white ? [t('game.title', { black: black || '?', white: white || '?' })] : [];
    return [looked?.over ? resultWords(looked) : t(`turn.${turnAt(tree, at)}`), ...people, rulesName(rules), `${size}×${size}`].join(' · ');
}

/**
 * @param {Seen} seen
 * @param {object} wanted
 * @param {import('./analysis_session.js').Thinking} wanted.thinking
 * @param {boolean} wanted.threats
 * @param {string[]} wanted.preview of a line; none: nothing is previewed
 * @returns {import('./board_overlay.js').Notes}
 */
export function notesOf({ state: { tree, at }, draft, looked }, { thinking, threats, preview }) {
    const { finding, barred, wishes: { heat } } = thinking;
    const taken = stonesAt(tree, at).map((stone) => stone.point);
    if (draft) return { heat: null, fives: null, fours: null, marks: {}, next: [], barred: [], preview: null, taken };
    const { marks, children } = nodeAt(tree, at);
    return {
        heat: heat ? finding.analysis : null,
        fives: threats && looked ? looked.fives : null,
        fours: threats && looked ? looked.fours : null,
        marks, barred, taken,
        next: children.map((id) => /** @type {string} */ (nodeAt(tree, id).point)),
        preview: preview.length > 0 ? { points: preview, setup: tree.setup, ply: movesTo(tree, at).length } : null,
    };
}
