// Games page: all games or search results. The query is in the URL, so it can be shared.
import { rulesName } from '../game/game_text.js';
import { fill, h } from '../ui/dom.js';
import { gameRows, pagedList } from '../lobby/game_list.js';
import { request } from '../net/http.js';
import { loadGames, onGameChange } from '../game/local_game_storage.js';
import { me } from '../app/session.js';
import { errorText, isOffline } from '../app/errors.js';
import { RULES } from '../game/rules.js';
import { navigate } from '../app/router.js';
import { showError } from '../ui/toast.js';
import { t } from '../words/i18n.js';

const FILTERS = /** @type {const} */ (['player', 'opponent', 'rules', 'result', 'state', 'mist']);

/**
 * Keeps only the query parameters that the server knows.
 * @param {URLSearchParams} query
 */
function knownFilters(query) {
    const filters = new URLSearchParams();
    for (const name of FILTERS) {
        const value = query.get(name)?.trim();
        if (value) filters.set(name, value);
    }
    if (!filters.has('player')) filters.delete('result');
    return filters;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 */
function textField(name, label, value) {
    return h('div.field', {}, h('label', { for: `search-${name}` }, label),
        h('input.input', { id: `search-${name}`, name, value, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', maxlength: 40 }));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 */
function selectField(name, label, options, value) {
    return h('div.field', {}, h('label', { for: `search-${name}` }, label),
        h('select.select', { id: `search-${name}`, name },
            options.map(([key, text]) => h('option', { value: key, selected: key === value }, text))));
}

/** @param {URLSearchParams} query */
function searchForm(query) {
    const value = (/** @type {string} */ name) => query.get(name) ?? '';
    const form = h('form.games-search', { role: 'search', 'aria-label': t('games.search') },
        textField('player', t('games.player'), value('player')),
        textField('opponent', t('games.opponent'), value('opponent')),
        selectField('rules', t('games.rules'), [['', t('games.any')], ...RULES.map((name) => /** @type {[string, string]} */ ([name, rulesName(name)]))], value('rules')),
        selectField('result', t('games.result'), [
            ['', t('games.any')], ['won', t('games.result.won')], ['lost', t('games.result.lost')], ['drawn', t('games.result.drawn')],
        ], value('result')),
        selectField('mist', t('games.mist'), [['', t('games.any')], ['true', t('games.mist.only')], ['false', t('games.mist.without')]], value('mist')),
        selectField('state', t('games.state'), [['', t('games.any')], ['playing', t('list.playing')], ['over', t('games.over')]], value('state')),
        h('button.button.button--main', { type: 'submit' }, t('games.search')));
    form.addEventListener('submit', (event) => {
        event.preventDefault();
        const wanted = new URLSearchParams(/** @type {any} */ (new FormData(form)));
        const text = knownFilters(wanted).toString();
        navigate(text ? `/games?${text}` : '/games');
    });
    return form;
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
function ownerLinks(query, signal) {
    const ownLink = h('a', {}, t('games.mine'));
    const all = h('a', { href: '/games' }, t('games.all'));
    me.subscribe((who) => {
        const name = who?.name ?? '';
        ownLink.href = `/games?player=${encodeURIComponent(name)}`;
        ownLink.setAttribute('aria-current', String(name !== '' && query.get('player') === name));
        all.setAttribute('aria-current', String(query.toString() === ''));
    }, signal);
    return h('nav.people-links', { 'aria-label': t('games.whose') }, all, ownLink);
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
async function searchResults(query, signal) {
    const load = (/** @type {number | null} */ before) =>
        request('GET', `games?moves=true&${query}${before ? `&before=${before}` : ''}`, null, signal);
    try {
        return pagedList({
            first: await load(null), from: query.get('player') ?? '', load, failed: showError,
            none: query.toString() === '' ? t('games.none') : t('games.none.found'),
        });
    } catch (error) {
        if (signal.aborted || isOffline(error)) throw error;
        return h('p.empty', {}, errorText(error));
    }
}

/** The local games of this browser. @param {AbortSignal} signal */
function localGames(signal) {
    const list = h('ul.game-list');
    const element = h('section.stack', { 'aria-labelledby': 'kept' }, h('h2', { id: 'kept' }, t('local.games')),
        h('p.muted.small', {}, t('local.games.hint')), list);
    const draw = () => {
        const games = loadGames();
        element.hidden = games.length === 0;
        fill(list, games.map((game) => gameRows([game], game.owner)));
    };
    onGameChange(draw, signal);
    draw();
    return element;
}

/**
 * Search form and results from the server.
 * @param {URLSearchParams} wanted
 * @param {AbortSignal} signal
 */
async function serverGames(wanted, signal) {
    return [
        h('details.card.games-filter', { open: wanted.toString() !== '' },
            h('summary', {}, t('games.filter')), searchForm(wanted)),
        await searchResults(wanted, signal),
    ];
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ query, signal }) {
    const wanted = knownFilters(query);
    const isOwn = wanted.size === 0 || wanted.get('player') === me.get()?.name;
    const localSection = isOwn ? localGames(signal) : null;
    const rest = await serverGames(wanted, signal).catch((error) => {
        if (!isOffline(error) || !localSection) throw error;
        return [h('p.empty', {}, t('offline.games'))];
    });
    return {
        title: t('games.title'),
        body: h('div.stack', {}, h('div.row', {}, h('h1', {}, t('games.title')), ownerLinks(wanted, signal)), localSection, rest),
    };
}
