// Announces changes of a game: screen reader text and sounds.
import { nextColor } from '../game/game_state.js';
import { sound } from '../ui/sounds.js';
import { announce } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { gameStatus, offerStatus } from './status_text.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Me} Me */

/** @param {Snapshot} game */
function lastMove(game) {
    const last = game.moves[game.ply - 1];
    const color = t(`color.${nextColor({ moves: game.moves.slice(0, -1) })}`);
    return last === null ? t('move.said.hidden', { color }) : t('move.said', { color, point: last });
}

/**
 * @param {Snapshot} before
 * @param {Snapshot} game
 * @param {Me | null} viewer
 */
export function announceChange(before, game, viewer) {
    const { headline, detail, tone } = gameStatus(game, viewer);
    const moved = game.ply > before.ply;
    if (game.state !== before.state) {
        announce(`${headline}. ${detail}`);
        if (game.state === 'over') sound(tone === 'good' ? 'won' : 'over');
        if (game.state === 'playing') sound('gameStart');
    } else if (moved) {
        announce(`${lastMove(game)} ${headline}`);
        sound('stone');
    } else {
        const offer = offerStatus(game);
        if (offer?.tone === 'yours' && offer.headline !== offerStatus(before)?.headline) announce(offer.headline);
    }
}
