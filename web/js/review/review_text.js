// Texts for graded moves: what a move lost and what was better.
import { otherColor } from '../game/game_state.js';
import { count, t } from '../words/i18n.js';
import { LOST_RATE } from './move_grade.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */

/** @param {number} rate */
export const percent = (rate) => Math.round(100 * rate);

/** @param {number} n until the win */
export const stonesText = (n) => count('review.stones', n);

/** The annotation signs of the grades. */
export const GRADE_SIGNS = { doubtful: '?!', mistake: '?', blunder: '??' };

/** @param {Judged} m */
export function moveName({ ply, color, move }) {
    return t('review.move', { n: ply, color: t(`color.${color}`), move });
}

/** @param {Judged} m */
function outcomeText({ color, then, after }) {
    const other = t(`color.${otherColor(color)}`);
    if (then.proved === otherColor(color) && then.stones > 0) return t('review.left.lost', { color: other, stones: stonesText(then.stones) });
    return t('review.left', { color: t(`color.${color}`), percent: percent(after) });
}

/** @param {Judged} m of a lost position @returns {string} */
function lostMoveText({ color, move, best, then }) {
    const other = t(`color.${otherColor(color)}`);
    if (move === best.best) return t('review.lost.best', { other, stones: stonesText(best.stones) });
    const isSooner = then.proved === otherColor(color) && then.stones + 1 < best.stones;
    if (isSooner) return t('review.lost.sooner', { other, stones: stonesText(then.stones), best: best.best ?? '', longer: best.stones });
    return t('review.lost', { other, stones: stonesText(best.stones) });
}

/** @param {Judged} m without a grade @returns {string} */
function soundMoveText(m) {
    if (m.wasLost) return lostMoveText(m);
    if (m.best.proved === m.color && m.then.stones > 0) return t('review.wins', { stones: stonesText(m.then.stones) }); // not necessarily the fastest win
    if (m.move === m.best.best) return t('review.best');
    return t(m.before < LOST_RATE ? 'review.poor' : 'review.fine', { best: m.best.best ?? '', color: t(`color.${m.color}`) });
}

/** @param {Judged} m @returns {string} one or two sentences */
export function moveVerdict(m) {
    const color = t(`color.${m.color}`);
    const best = m.best.best ?? '';
    if (m.missedWin) return `${t('review.missed', { best, move: m.move, stones: stonesText(m.best.stones) })} ${outcomeText(m)}`;
    if (m.allowedWin) {
        const other = t(`color.${otherColor(m.color)}`);
        const key = m.before < LOST_RATE ? 'review.allowed.poor' : 'review.allowed';
        return t(key, { move: m.move, other, stones: stonesText(m.then.stones), best, color, percent: percent(m.before) });
    }
    if (m.grade)
        return t('review.gave', { move: m.move, lost: percent(m.lost), before: percent(m.before), after: percent(m.after), best });
    return soundMoveText(m);
}
