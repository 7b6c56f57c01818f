// Ratings page: leaderboard of each pool.
import { h } from '../ui/dom.js';
import { request } from '../net/http.js';
import { icon } from '../ui/icons.js';
import { catalog } from '../catalog.js';
import { playerName } from '../game/game_text.js';
import { t, textOr } from '../words/i18n.js';

/** @typedef {{name: string, bot: boolean, kind: import('../types.js').Kind, rating: number, deviation: number, games: number}} Ranked */

/**
 * @param {Ranked} player
 * @param {number} i
 */
function row(player, i) {
    return h('tr', {},
        h('td.number', {}, String(i + 1)),
        h('th', { scope: 'row' },
            h('a.ratings-name', { href: `/user/${encodeURIComponent(player.name)}` }, (player.kind === 'level' || player.bot) && icon('computer'), playerName(player))),
        h('td.number', {}, String(player.rating), h('span.muted.small', {}, ` ± ${2 * player.deviation}`)),
        h('td.number.ratings-games', {}, String(player.games)));
}

/** @param {Ranked[]} players */
function table(players) {
    return h('table.table.ratings-table', {},
        h('thead', {}, h('tr', {},
            h('th.number', { scope: 'col' }, t('ratings.place')), h('th', { scope: 'col' }, t('ratings.name')),
            h('th.number', { scope: 'col' }, t('ratings.rating')), h('th.number.ratings-games', { scope: 'col' }, t('ratings.games')))),
        h('tbody', {}, players.map(row)));
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ query, signal }) {
    const { pools } = catalog;
    const wanted = query.get('pool') ?? '';
    const pool = pools.includes(wanted) ? wanted : pools[0];
    /** @type {Ranked[]} */
    const players = (await request('GET', `ratings?pool=${pool}`, null, signal)).ratings;
    return {
        title: t('ratings.title'),
        body: h('div.stack', {},
            h('div.row', {}, h('h1', {}, t('ratings.title')),
                h('nav.people-links', { 'aria-label': t('ratings.pools') }, pools.map((name) =>
                    h('a', { href: `/ratings?pool=${name}`, 'aria-current': String(name === pool) }, textOr(`pool.${name}`, name))))),
            players.length > 0 ? h('div.card.ratings-card', {}, table(players)) : h('p.empty', {}, t('ratings.none')),
            h('p.small.muted', {}, t('ratings.about'))),
    };
}
