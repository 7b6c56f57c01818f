// Player strip next to the board: stone, name, rating, presence, clock.
import { createClock } from '../game/clock.js';
import { playerLink, playerName, ratingText } from '../game/game_text.js';
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @param {AbortSignal} signal
 */
export function createSeatStrip(signal) {
    const stone = h('span.stone-dot', { 'aria-hidden': 'true' });
    const nameBox = h('div.seat-who');
    const clock = createClock(signal);
    const element = h('section.seat', {}, stone, nameBox, clock.element);
    let shown = '';

    /**
     * @param {import('../types.js').SeatedPlayer | null} player
     * @param {boolean} isYou
     */
    function drawPerson(player, isYou) {
        const rating = player ? ratingText(player) : '';
        fill(nameBox,
            h('div.seat-name', {},
                player ? playerLink(player) : h('span.muted', {}, t('seat.free'))),
            player && h('div.seat-presence.small', {},
                h('span.presence', { 'data-here': String(player.here) }),
                t(isYou ? 'seat.you' : player.kind === 'level' ? 'seat.computer' : player.here ? 'seat.here' : 'seat.away'),
                rating && h('span.number', {}, ` · ${rating}`),
                h('span.unseen', {}, ', ', t(`color.${player.color}`))));
    }

    return {
        element,
        /**
         * @param {Snapshot} game
         * @param {Seat} seat
         * @param {number} since
         */
        update(game, seat, since) {
            const player = game.seats[seat];
            const key = JSON.stringify([player?.name, player?.rating, player?.here, player?.color, game.you === seat]);
            if (key !== shown) {
                shown = key;
                drawPerson(player, game.you === seat);
                element.setAttribute('aria-label', playerName(player));
                stone.dataset.color = player?.color ?? 'none';
            }
            element.classList.toggle('seat--turn', game.turn?.seat === seat);
            element.classList.toggle('seat--won', game.result?.seat === seat);
            clock.update(player?.clock ?? null, game.time, since);
            clock.element.setAttribute('aria-label', t('seat.clock', { name: playerName(player) }));
        },
    };
}
