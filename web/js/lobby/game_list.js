// Lists of games, finished and ongoing, each a link to the game.
import { gameName, movesText, playerName, setupLabels } from '../game/game_text.js';
import { stonesAt } from '../game/game_state.js';
import { thumbnail } from '../board/diagram.js';
import { h } from '../ui/dom.js';
import { dateText, t, textOr } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */

/**
 * @param {Summary} game
 * @param {string} from the player from whose side results are shown, '' for none
 * @returns {{text: string, kind: '' | 'won' | 'lost'}}
 */
function outcome(game, from) {
    if (game.state !== 'over' || !game.result) return { text: textOr(`list.${game.state}`, game.state), kind: '' };
    const reason = textOr(`list.reason.${game.result.reason}`, game.result.reason);
    const seat = game.seats.findIndex((person) => person?.name.toLowerCase() === from.toLowerCase());
    if (game.result.winner === null) return { text: t('list.drawn', { reason }), kind: '' };
    if (from === '' || seat < 0)
        return { text: t(game.result.winner === 'black' ? 'list.black' : 'list.white', { reason }), kind: '' };
    return game.result.seat === seat
        ? { text: t('list.won', { reason }), kind: 'won' }
        : { text: t('list.lost', { reason }), kind: 'lost' };
}

/** @param {import('../types.js').Person | null} person */
function side(person) {
    const color = person?.color ?? 'none';
    return h('span.game-side', {},
        h(`span.game-stone.game-stone--${color}`, { role: 'img', 'aria-label': color === 'none' ? t('list.nobody') : t(`list.stone.${color}`) }),
        h('span', {}, playerName(person)));
}

/**
 * @param {Summary} game
 * @param {string} from
 */
function row(game, from) {
    const { text, kind } = outcome(game, from);
    const result = h('span.tag', {}, text);
    if (kind) result.classList.add(`tag--${kind}`);
    const picture = thumbnail(game.size, stonesAt({ moves: game.moves ?? [] }, game.ply));
    if (!game.moves && game.ply > 0) picture.classList.add('diagram-thumbnail--unknown'); // a list has the moves of finished games only
    return h('li', {}, h('a.game-row', { href: `/game/${game.game}` },
        picture,
        h('span.game-sides', {}, game.seats.map(side)),
        result,
        h('span.game-words.small.muted', {}, [...setupLabels(game), movesText(game.ply), dateText(game.ended ?? game.created)].join(' · '))),
    game.state === 'over' && game.ply > 0 &&
        h('a.game-review', { href: `/review/${game.game}`, 'aria-label': t('review.list.label', { game: gameName(game) }) }, t('review.list')));
}

/**
 * @param {Summary[]} games
 * @param {string} from the player from whose side results are shown
 */
export const gameRows = (games, from) => games.map((game) => row(game, from));

/** @typedef {{games: Summary[], more: boolean, before: number | null}} Page */

/**
 * A list with a button that loads more.
 * @param {object} setup
 * @param {Page} setup.first
 * @param {string} setup.from
 * @param {(before: number) => Promise<Page>} setup.load loads games created before that time
 * @param {(error: unknown) => void} setup.failed
 * @param {string} setup.none text for an empty list
 */
export function pagedList({ first, from, load, failed, none }) {
    if (first.games.length === 0 && !first.more) return h('p.empty', {}, none);
    const list = h('ul.game-list', {}, gameRows(first.games, from));
    const more = h('button.button', { type: 'button', hidden: !first.more }, t('list.more'));
    let { before } = first;
    more.addEventListener('click', async () => {
        more.disabled = true;
        try {
            let next = await load(before ?? 0);
            // A page can be empty although older games match.
            while (next.games.length === 0 && next.more) next = await load(next.before ?? 0);
            const rows = gameRows(next.games, from);
            list.append(...rows);
            // Keyboard users continue at the first new row.
            rows[0]?.querySelector('a')?.focus();
            before = next.before;
            more.hidden = !next.more;
        } catch (error) {
            failed(error);
        } finally {
            more.disabled = false;
        }
    });
    return h('div.stack', {}, list, more);
}
