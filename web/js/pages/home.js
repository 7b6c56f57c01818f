// Home page: start a game against the computer, a friend or anybody in the lobby.
import { createBoardInput } from '../board/board_input.js';
import { startGame } from '../lobby/start_game.js';
import { createBoard, EMPTY } from '../board/board.js';
import { gameName, movesText, playerName, ratingText, setupLabels } from '../game/game_text.js';
import { fill, h, setText } from '../ui/dom.js';
import { isMyTurn } from '../game/game_state.js';
import { LEVELS } from '../game/rules.js';
import { icon } from '../ui/icons.js';
import { loadGames, onGameChange } from '../game/local_game_storage.js';
import { refreshOngoingGames, me, ongoingGames } from '../app/session.js';
import { setPrefs, prefs } from '../app/prefs.js';
import { courseCard, dailyPuzzleCard } from '../lobby/home_cards.js';
import { AppError } from '../app/errors.js';
import { act, followLobby } from '../game/remote_games.js';
import { navigate } from '../app/router.js';
import { connection } from '../net/socket.js';
import { openSetupDialog, segmentedControl } from '../lobby/setup_form.js';
import { sourceFor } from '../game/game_source.js';
import { announce, showError } from '../ui/toast.js';
import { levelName, t, textOr } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */

const REFRESH_MS = 10_000; // refresh interval of the ongoing games

// ---- Against the computer

/**
 * @param {number} level
 * @param {string | null} first stone, if one was placed on the board
 */
async function startAgainstLevel(level, first) {
    const started = await startGame({ opponent: `level:${level}`, color: first ? 'black' : 'random' });
    if (started?.isNew && first) await (await sourceFor(started.game)).play(started.game, { ply: 0, line: 0 }, first);
    if (started) await navigate(`/game/${started.game}`);
    return started !== null;
}

/** @param {AbortSignal} signal */
function hero(signal) {
    const level = segmentedControl(t('home.level'), LEVELS, (n) => textOr(`level.short.${n}`, String(n)), prefs.get().level);
    const levelText = h('p.muted', { 'aria-live': 'polite' });
    const button = h('button.button.button--main.button--large', { type: 'button', onclick: () => start(null) }, t('home.play'));
    const board = createBoard();
    const hint = h('p.muted.small', { 'aria-live': 'polite' }, t('home.board.hint'));
    const choosing = (/** @type {string | null} */ point) => setText(hint, t(point ? 'home.board.again' : 'home.board.hint'));
    const aim = createBoardInput(board, { pick: start, reject() {}, select: choosing, announce }, signal);
    let busy = false;

    /** @param {string | null} first */
    async function start(first) {
        if (busy) return;
        busy = true;
        button.disabled = true;
        if (first) board.show({ ...EMPTY, stones: [{ point: first, color: 'black', number: 1 }], last: first }, prefs.get());
        const started = await startAgainstLevel(Number(level.value()), first).catch(showError);
        if (!started) board.show(EMPTY, prefs.get());
        busy = false;
        button.disabled = false;
    }

    function choose() {
        const chosen = Number(level.value());
        setPrefs({ level: chosen });
        setText(levelText, `${levelName(chosen)} · ${t(/** @type {any} */ (`level.${chosen}`))}`);
    }
    level.element.addEventListener('change', choose);
    choose();
    prefs.subscribe((now) => board.show(EMPTY, now), signal);
    aim.set({ size: EMPTY.size, color: 'black', blockedReason: () => null, describe: (point) => t('point.empty', { point }) });
    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-label', t('home.board'));
    return h('section.home-hero', {},
        h('div.home-pitch', {},
            h('h1.home-title', {}, t('home.title')),
            h('p.home-lead', {}, t('home.lead')),
            h('div.home-level', {}, level.element, levelText),
            h('div.buttons', {}, button,
                h('button.button.button--large', { type: 'button', onclick: () => openSetupDialog('level') }, t('home.options'))),
            hint),
        h('div.home-board', {}, board.element));
}

// ---- Lists

/**
 * @param {string} title
 * @param {import('../ui/dom.js').Child} head
 * @param {string} none
 */
function listCard(title, head, none) {
    const list = h('ul.home-list');
    const state = h('p.empty', {}, t('home.loading'));
    return {
        element: h('section.card', {}, h('div.card-head', {}, h('h2', {}, title), head), state, list),
        /** @param {HTMLLIElement[]} items */
        show(items) {
            fill(list, items);
            state.hidden = items.length > 0;
            setText(state, none);
        },
        /** @param {string} reason shown instead of the list */
        fail(reason) {
            fill(list);
            state.hidden = false;
            setText(state, reason);
        },
    };
}

/**
 * Redraws a list and keeps the focus on the same game.
 * @param {{show: (items: HTMLLIElement[]) => void, element: Element}} card
 * @param {HTMLLIElement[]} items
 */
function redraw(card, items) {
    const focusedGame = card.element.contains(document.activeElement) ? document.activeElement?.closest('li')?.dataset.game : undefined;
    card.show(items);
    const same = items.find((item) => focusedGame !== undefined && item.dataset.game === focusedGame);
    if (same) /** @type {HTMLElement | null} */ (same.querySelector('a, button'))?.focus();
}

/**
 * @param {Summary} game
 * @param {string} title
 * @param {import('../ui/dom.js').Child} action
 */
function row(game, title, action) {
    return h('li.list-row', { 'data-game': game.game },
        h('div.list-row-text', {}, h('b', {}, title), h('span.muted.small', {}, setupLabels(game).join(' · '))), action);
}

/** @param {Summary} game */
function openRow(game) {
    const owner = game.seats.find((s) => s?.name === game.owner) ?? null;
    const name = owner ? playerName(owner) : game.owner;
    const rating = owner ? ratingText(owner) : '';
    const isOwn = game.owner === me.get()?.name;
    const join = async () => {
        try {
            await act(game.game, 'join');
        } catch (error) {
            // The game page explains that an account is needed.
            if (!(error instanceof AppError) || error.code !== 'guests_not') return showError(error);
        }
        return navigate(`/game/${game.game}`);
    };
    return row(game, [name, rating].filter(Boolean).join(' '),
        isOwn
            ? h('a.button.button--small', { href: `/game/${game.game}` }, t('home.lobby.yours'))
            : h('button.button.button--small.button--main', { type: 'button', onclick: join, 'aria-label': t('home.lobby.join.label', { name }) }, t('home.lobby.join')));
}

/** @param {Summary} game */
function liveRow(game) {
    return row(game, gameName(game), h('a.button.button--small', {
        href: `/game/${game.game}`, 'aria-label': t('home.live.watch.label', { names: gameName(game) }),
    }, icon('eye'), t('home.live.watch')));
}

/**
 * Disables a button while offline, and explains why.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement | null} levelText description next to it
 * @param {AbortSignal} signal
 */
function needsServer(button, levelText, signal) {
    const usual = levelText?.textContent ?? '';
    connection.subscribe((state) => {
        button.disabled = state === 'offline';
        button.title = state === 'offline' ? t('home.needs_server') : '';
        if (levelText) setText(levelText, state === 'offline' ? t('home.needs_server') : usual);
    }, signal);
}

/** @param {AbortSignal} signal */
function lobby(signal) {
    const offer = h('button.button.button--small', { type: 'button', onclick: () => openSetupDialog('anyone') }, t('home.lobby.offer'));
    needsServer(offer, null, signal);
    const open = listCard(t('home.lobby'), offer, t('home.lobby.none'));
    const live = listCard(t('home.live'), null, t('home.live.none'));
    /** @type {Summary[] | null} */
    let games = null;
    // One's own games are in their own list.
    const redrawLive = () => games &&
        redraw(live, games.filter(({ game }) => !ongoingGames.get()?.some((own) => own.game === game)).map(liveRow));
    connection.subscribe((state) => {
        if (state === 'offline') for (const card of [open, live]) card.fail(t('error.offline'));
    }, signal);
    followLobby((lists) => {
        redraw(open, lists.open.map(openRow));
        games = lists.live;
        redrawLive();
    }, signal);
    ongoingGames.subscribe(redrawLive, signal);
    return [open.element, live.element];
}

// ---- Ongoing games

/** @param {Summary} game */
function mineRow(game) {
    const name = me.get()?.name;
    const other = game.seats.find((s) => s?.kind === 'level') ?? game.seats.find((s) => s && s.name !== name) ?? null;
    const isAsked = game.state === 'waiting' && game.owner !== name;
    const title = isAsked ? t('home.mine.asked', { name: game.owner })
        : other ? t('home.mine.with', { name: playerName(other) })
        : game.opponent.startsWith('user:') ? t('home.mine.invited', { name: game.opponent.slice('user:'.length) })
        : t(game.opponent === 'link' ? 'home.mine.link' : 'home.mine.open');
    const state = game.state === 'waiting' ? t('home.mine.waiting') : t(game.your_turn ? 'home.mine.turn' : 'home.mine.theirs');
    return h('li', { 'data-game': game.game },
        h('a.home-mine', { href: `/game/${game.game}`, class: `home-mine ${game.your_turn || isAsked ? 'home-mine--turn' : ''}` },
            h('b', {}, title),
            h('span.small', {}, setupLabels(game).join(' · ')),
            h('span.small', {}, game.state === 'playing' ? `${state} · ${movesText(game.ply)}` : state)));
}

/** @returns {Summary[]} */
const localGames = () => loadGames().map((game) => ({ ...game, your_turn: isMyTurn(game) }));

/** @param {AbortSignal} signal */
function myGames(signal) {
    const list = h('ul.home-mine-list');
    const element = h('section', { hidden: true, 'aria-labelledby': 'mine' }, h('h2', { id: 'mine' }, t('home.mine')), list);
    const draw = () => {
        const going = [...(ongoingGames.get() ?? []), ...localGames()].filter((g) => g.state === 'playing' || g.state === 'waiting');
        element.hidden = going.length === 0;
        fill(list, going.map(mineRow));
    };
    ongoingGames.subscribe(draw, signal);
    onGameChange(draw, signal);
    const timer = window.setInterval(() => document.hidden || !ongoingGames.get()?.length || refreshOngoingGames(), REFRESH_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    if (ongoingGames.get()) refreshOngoingGames(); // otherwise they are being loaded
    return element;
}

// ---- Invitations

/**
 * @param {import('../ui/icons.js').Icon} picture
 * @param {'friend' | 'mist'} what
 * @param {() => void} onclick
 * @param {AbortSignal} signal
 */
function actionCard(picture, what, onclick, signal) {
    const detail = h('p.muted', {}, t(`home.${what}.detail`));
    const button = h('button.button', { type: 'button', onclick }, t(`home.${what}.button`));
    needsServer(button, detail, signal);
    return h('section.card.home-card', {}, icon(picture), h('div', {}, h('h2', {}, t(`home.${what}`)), detail), button);
}

/** @param {import('../app/router.js').Visit} visit */
export function show({ signal }) {
    return {
        title: 'Pentad',
        body: h('div.home', {}, hero(signal), myGames(signal),
            h('div.home-cards', {},
                actionCard('people', 'friend', () => openSetupDialog('link'), signal),
                actionCard('mist', 'mist', () => openSetupDialog('level', { rules: 'mist' }), signal), dailyPuzzleCard(), courseCard()),
            h('div.home-lists', {}, lobby(signal))),
    };
}
