// A player beside the board: stone, name, rating, presence, clock.
import { createClock } from '../game/clock.js';
import { personLink, personName, ratingText } from '../game/game_text.js';
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @param {AbortSignal} signal
 */
export function createSeatStrip(signal) {
    const stone = h('span.stone-dot', { 'aria-hidden': 'true' });
    const who = h('div.seat-who');
    const clock = createClock(signal);
    const element = h('section.seat', {}, stone, who, clock.element);
    let shown = '';

    /**
     * @param {import('../types.js').Sitter | null} sitter
     * @param {boolean} isYou
     */
    function drawPerson(sitter, isYou) {
        const rating = sitter ? ratingText(sitter) : '';
        fill(who,
            h('div.seat-name', {},
                sitter ? personLink(sitter) : h('span.muted', {}, t('seat.free'))),
            sitter && h('div.seat-presence.small', {},
                h('span.presence', { 'data-here': String(sitter.here) }),
                t(isYou ? 'seat.you' : sitter.kind === 'level' ? 'seat.computer' : sitter.here ? 'seat.here' : 'seat.away'),
                rating && h('span.number', {}, ` · ${rating}`),
                h('span.unseen', {}, ', ', t(`color.${sitter.color}`))));
    }

    return {
        element,
        /**
         * @param {Snapshot} game
         * @param {Seat} seat
         * @param {number} since
         */
        update(game, seat, since) {
            const sitter = game.seats[seat];
            const key = JSON.stringify([sitter?.name, sitter?.rating, sitter?.here, sitter?.color, game.you === seat]);
            if (key !== shown) {
                shown = key;
                drawPerson(sitter, game.you === seat);
                element.setAttribute('aria-label', personName(sitter));
                stone.dataset.color = sitter?.color ?? 'none';
            }
            element.classList.toggle('seat--turn', game.turn?.seat === seat);
            element.classList.toggle('seat--won', game.result?.seat === seat);
            clock.update(sitter?.clock ?? null, game.time, since);
            clock.element.setAttribute('aria-label', t('seat.clock', { name: personName(sitter) }));
        },
    };
}
