// Texts for games and players.
import { parseTime } from './clock.js';
import { h } from '../ui/dom.js';
import { isLocalGame } from './game_source.js';
import { count, t, textOr, userName } from '../words/i18n.js';

/** @typedef {import('../types.js').Setup} Setup */
/** @typedef {import('../types.js').Person} Person */

/** @param {number} ms */
function durationText(ms) {
    return ms % 60_000 === 0 && ms > 0 ? t('time.minutes', { n: ms / 60_000 }) : t('time.seconds', { n: ms / 1000 });
}

/**
 * '300+5' as '5 min + 5 s'
 * @param {string} time
 */
export function timeText(time) {
    const control = parseTime(time);
    if (!control) return time === 'none' ? t('time.none') : time;
    const parts = [];
    if (control.periods > 0)
        parts.push(t('time.byoyomi', { main: durationText(control.main), n: control.periods, period: durationText(control.period) }));
    else if (control.increment > 0) parts.push(`${durationText(control.main)} + ${durationText(control.increment)}`);
    else if (control.main > 0) parts.push(durationText(control.main));
    if (control.move > 0) parts.push(t('time.move', { time: durationText(control.move) }));
    return parts.join(', ');
}

/** @param {string} rules */
export const rulesName = (rules) => textOr(`rules.${rules}`, rules);

/** @param {string} opening */
export const openingName = (opening) => textOr(`opening.${opening}`, opening);

/**
 * Short labels for a game's settings; defaults are left out.
 * @param {Setup} g
 * @returns {string[]}
 */
export function setupLabels(g) {
    return [
        g.mist ? t('game.mist') : rulesName(g.rules),
        `${g.size}×${g.size}`,
        g.opening !== 'none' ? openingName(g.opening) : '',
        timeText(g.time),
        g.rated ? t('game.rated') : '',
        isLocalGame(g.game) ? t('local.here') : '',
    ].filter(Boolean);
}

/** @param {{name: string, bot?: boolean} | null} person */
export function playerName(person) {
    if (!person) return t('seat.free');
    return person.bot ? t('user.bot', { name: person.name }) : userName(person.name);
}

/**
 * A game by its players, Black first.
 * @param {{seats: (Person | null)[]}} game
 */
export function gameName({ seats }) {
    const [black, white] = seats[0]?.color === 'white' || seats[1]?.color === 'black' ? [seats[1], seats[0]] : seats;
    return t('game.title', { black: playerName(black), white: playerName(white) });
}

/**
 * The player's name, linked to the profile.
 * @param {Person} person
 */
export function playerLink(person) {
    if (person.kind === 'guest' || person.name === 'Level perfect') return h('span.person', {}, playerName(person));
    return h('a.person', { href: `/user/${encodeURIComponent(person.name)}` }, playerName(person));
}

/** @param {Person} person */
export function ratingText(person) {
    if (person.kind === 'guest' || person.rating === null) return '';
    return `${person.rating}${person.provisional ? '?' : ''}`;
}

/** @param {number} ply */
export const movesText = (ply) => count('game.moves', ply);
