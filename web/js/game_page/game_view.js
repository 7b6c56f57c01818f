// Game view: what the board shows of a snapshot, and where the viewer may play.
import { EMPTY } from '../board/board.js';
import { isMyTurn, nextColor, otherColor, stonesAt, zoneArea } from '../game/game_state.js';
import { holeArea, holeCentre, isInside } from '../game/mist_hole.js';
import { zoneText } from './status_text.js';
import { parsePoint } from '../board/points.js';
import { t, textOr } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../board/board.js').Stone} Stone */
/** @typedef {import('../board/board.js').Position} Position */

/**
 * The stones that this viewer knows: from the moves, and in the mist those seen.
 * @param {Snapshot} game
 * @param {number} ply
 * @returns {Stone[]}
 */
function knownStones(game, ply) {
    const stones = stonesAt(game, ply);
    const own = game.you === null ? null : game.seats[game.you]?.color;
    if (!hasMist(game) || !own || ply !== game.ply) return stones;
    return [...stones, ...game.seen.map((point) => ({ point, color: otherColor(own), number: null }))];
}

/** @param {Snapshot} game */
function foulTexts(game) {
    return Object.fromEntries(Object.entries(game.fouls).map(([point, foul]) => [point, textOr(`foul.${foul}`, foul)]));
}

/** @param {Snapshot} game */
const hasMist = (game) => game.mist && game.state === 'playing';

/**
 * @param {Snapshot} game
 * @param {number} ply
 * @param {string | null} sending
 * @returns {Position}
 */
export function boardPosition(game, ply, sending) {
    const live = ply === game.ply;
    const mistLifted = game.mist && game.state === 'over' && !live; // replaying what the side to move saw and tried
    const stones = knownStones(game, ply);
    const point = live && sending && parsePoint(sending) ? sending : null;
    if (point) stones.push({ point, color: nextColor(game), number: null, kind: 'sending' });
    const last = game.moves.slice(0, ply).reverse().find((m) => m !== null && parsePoint(m)) ?? null;
    return {
        ...EMPTY,
        size: game.size,
        stones,
        last: hasMist(game) && game.moves[ply - 1] === null ? null : last,
        five: live ? game.five : [],
        fouls: live && isMyTurn(game) && !point ? foulTexts(game) : {},
        closed: live && isMyTurn(game) && game.turn?.zone?.allowed === 'outside' ? zoneArea(game.turn.zone) : null,
        mist: hasMist(game) || mistLifted,
        hole: mistLifted ? holeArea(holeCentre(last)) : live ? visibleArea(game) : null,
        rings: mistLifted ? (game.tries ?? []).filter((tried) => tried.ply === ply).map((tried) => tried.move) : [],
    };
}

/** @param {Snapshot} game */
const visibleArea = (game) => (hasMist(game) && game.view ? holeArea(game.view.centre) : null);

/**
 * Where the viewer may play now.
 * @param {Snapshot} game
 * @param {boolean} busy an earlier position is shown, or a move is being sent
 * @returns {import('../board/board_input.js').Placement}
 */
export function placementFor(game, busy) {
    const canPlay = isMyTurn(game) && game.turn?.asks === 'stone' && !busy;
    const stones = new Map(knownStones(game, game.ply).map((s) => [s.point, s]));
    const zone = game.turn?.zone;
    const isClosed = (/** @type {string} */ point) => (zone ? isInside(zoneArea(zone), point) !== (zone.allowed === 'inside') : false);
    const fouls = foulTexts(game);
    const seen = visibleArea(game);
    return {
        size: game.size,
        color: canPlay ? nextColor(game) : null,
        blockedReason(point) {
            if (stones.has(point)) return t('error.occupied');
            if (fouls[point]) return fouls[point];
            return isClosed(point) ? zoneText(game) : null;
        },
        describe(point) {
            const stone = stones.get(point);
            if (stone) return t('point.stone', { point, color: t(`color.${stone.color}`) });
            if (fouls[point]) return t('point.foul', { point, why: fouls[point] });
            if (isClosed(point)) return t('point.closed', { point });
            if (hasMist(game) && !(seen && isInside(seen, point))) return t('point.hidden', { point });
            return t('point.empty', { point });
        },
    };
}
