// User page: ratings, results, games.
import { GRAPH_HEIGHT, GRAPH_WIDTH, graphPoints } from '../account/rating_graph.js';
import { h, svg } from '../ui/dom.js';
import { pagedList } from '../lobby/game_list.js';
import { request } from '../net/http.js';
import { me } from '../app/session.js';
import { AppError } from '../app/errors.js';
import { messagePage } from '../app/router.js';
import { openSetupDialog } from '../lobby/setup_form.js';
import { showError } from '../ui/toast.js';
import { dayText, t, textOr, userName } from '../words/i18n.js';

const PROVISIONAL_ABOVE = 110; // a rating with a larger deviation is provisional

/**
 * @typedef {object} User
 * @property {string} name
 * @property {import('../types.js').Kind} kind
 * @property {boolean} bot
 * @property {Record<string, import('../types.js').Rating>} rating
 * @property {Record<string, number[]>} history ratings after the last rated games
 * @property {number} won
 * @property {number} lost
 * @property {number} drawn
 * @property {number} created
 */

/**
 * @param {string} pool
 * @param {User} user
 */
function ratingRow(pool, user) {
    const { rating, deviation, games } = user.rating[pool];
    const history = user.history[pool] ?? [];
    return h('tr', {},
        h('th', { scope: 'row' }, textOr(`pool.${pool}`, pool)),
        h('td.number', {}, h('strong', {}, String(rating)),
            h('span.small.muted', {}, ` ± ${2 * deviation}${deviation > PROVISIONAL_ABOVE ? ` · ${t('user.provisional')}` : ''}`)),
        h('td.number', {}, String(games)),
        h('td.user-graph', {}, history.length > 1 && ratingGraph(history)));
}

/** The rating after each of the last games. @param {number[]} history */
function ratingGraph(history) {
    const { points, low, high } = graphPoints(history);
    const label = t('user.history', { games: history.length, low, high });
    return svg('svg', { viewBox: `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
        svg('title', {}, label), svg('polyline', { points }));
}

/** @param {User} user */
function ratings(user) {
    const played = Object.keys(user.rating).filter((pool) => user.rating[pool].games > 0);
    if (played.length === 0) return h('p.empty', {}, t('user.unrated'));
    return h('table.table.user-ratings', {},
        h('thead', {}, h('tr', {},
            h('th', { scope: 'col' }, t('user.pool')), h('th.number', { scope: 'col' }, t('ratings.rating')),
            h('th.number', { scope: 'col' }, t('ratings.games')), h('th', { scope: 'col' }, t('user.development')))),
        h('tbody', {}, played.map((pool) => ratingRow(pool, user))));
}

/** @param {User} user */
function results(user) {
    const rows = /** @type {const} */ (['won', 'lost', 'drawn']);
    return h('dl.user-results', {}, rows.map((name) =>
        h('div', {}, h('dt', {}, t(`user.${name}`)), h('dd.number', {}, String(user[name])))));
}

/**
 * @param {User} user
 * @param {AbortSignal} signal
 */
function challenge(user, signal) {
    const level = Number(/^Level (-?\d+)$/.exec(user.name)?.[1]);
    const open = () => (user.kind === 'level' ? openSetupDialog('level', { level }) : openSetupDialog('user', { name: user.name }));
    const button = h('button.button.button--main', { type: 'button', onclick: open }, t('user.challenge'));
    me.subscribe((who) => (button.hidden = who?.name === user.name || user.kind === 'guest'), signal);
    return button;
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, signal }) {
    /** @type {User} */
    let user;
    try {
        user = await request('GET', `users/${encodeURIComponent(params.name)}`, null, signal);
    } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
        return messagePage(t('user.nobody'), t('user.nobody.text', { name: params.name }));
    }
    const load = (/** @type {number | null} */ before) =>
        request('GET', `games?moves=true&player=${encodeURIComponent(user.name)}${before ? `&before=${before}` : ''}`, null, signal);
    const list = pagedList({ first: await load(null), from: user.name, load, failed: showError, none: t('user.none') });
    return {
        title: userName(user.name),
        body: h('div.stack', {},
            h('div.row', {}, h('h1', {}, userName(user.name)), h('span.tag', {}, t(user.bot ? 'user.kind.bot' : `user.kind.${user.kind}`)), challenge(user, signal)),
            user.kind !== 'level' && h('p.muted', {}, t('user.since', { date: dayText(user.created) })),
            h('section.card', {}, h('h2', {}, t('user.ratings')), ratings(user)),
            h('section.card', {}, h('h2', {}, t('user.results')), results(user)),
            h('section.stack', {}, h('h2', {}, t('user.games')), list)),
    };
}
