// Home page: a game to watch, quick ways to start one, the lobby and who is online.
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
import { createHeroBoard } from '../lobby/hero_board.js';
import { joinableGame, othersOnline } from '../lobby/live_games.js';
import { AppError } from '../app/errors.js';
import { act, followLobby } from '../game/remote_games.js';
import { navigate } from '../app/router.js';
import { connection } from '../net/socket.js';
import { openSetupDialog, selectOf } from '../lobby/setup_form.js';
import { sourceFor } from '../game/game_source.js';
import { announce, showError } from '../ui/toast.js';
import { count, levelName, t } from '../words/i18n.js';

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

/**
 * An empty board: the first stone starts a game.
 * @param {(first: string) => Promise<void>} start
 * @param {AbortSignal} signal
 */
function createStartBoard(start, signal) {
    const board = createBoard();
    const hint = h('p.home-caption', { 'aria-live': 'polite' }, t('home.board.hint'));
    const selected = (/** @type {string | null} */ point) => setText(hint, t(point ? 'home.board.again' : 'home.board.hint'));
    const show = (/** @type {string | null} */ first) =>
        board.show({ ...EMPTY, stones: first ? [{ point: first, color: 'black', number: 1 }] : [], last: first }, prefs.get());
    const pick = (/** @type {string} */ first) => {
        show(first);
        start(first).finally(() => show(null));
    };
    const input = createBoardInput(board, { pick, reject() {}, select: selected, announce }, signal);
    input.set({ size: EMPTY.size, color: 'black', blockedReason: () => null, describe: (point) => t('point.empty', { point }) });
    prefs.subscribe(() => show(null), signal);
    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-label', t('home.board'));
    return { board: board.element, element: h('div.home-demo', {}, board.element, h('div.home-demo-bar', {}, hint)) };
}

/**
 * The board of the hero: a game to watch, or an empty board to start on.
 * @param {(first: string) => Promise<void>} start
 * @param {AbortSignal} signal
 */
function boards(start, signal) {
    const demo = createHeroBoard(signal);
    const own = createStartBoard(start, signal);
    let isOwn = false;
    const toggle = h('button.button.button--small', { type: 'button', onclick: () => swap(!isOwn) }, t('home.board.start'));
    const bar = (/** @type {Element} */ element) => element.querySelector('.home-demo-bar');
    const swap = (/** @type {boolean} */ toOwn) => {
        isOwn = toOwn;
        demo.setActive(!isOwn);
        setText(toggle, t(isOwn ? 'home.board.watch' : 'home.board.start'));
        const [from, to] = isOwn ? [demo, own] : [own, demo];
        bar(to.element)?.append(toggle);
        from.element.replaceWith(to.element);
        if (isOwn) own.board.focus();
        else toggle.focus();
    };
    bar(demo.element)?.append(toggle);
    return { element: h('div.home-board', {}, demo.element), setLive: demo.setLive };
}

/** @param {AbortSignal} signal */
function hero(signal) {
    const level = selectOf(LEVELS, (n) => `${levelName(n)} · ${t(/** @type {any} */ (`level.${n}`))}`, prefs.get().level);
    level.id = 'level';
    level.addEventListener('change', () => setPrefs({ level: Number(level.value) }));
    const play = h('button.button.button--main.button--large', { type: 'button', onclick: () => start(null) }, t('home.play'));
    const friend = h('button.button.button--large', { type: 'button', onclick: () => openSetupDialog('link') }, icon('people'), t('home.friend'));
    const anyone = h('button.button.button--large', { type: 'button', onclick: findOpponent }, icon('search'), t('home.anyone'));
    for (const button of [friend, anyone]) needsServer(button, null, signal);
    const status = h('a.home-status', { href: '#lobby' }, t('home.loading'));
    const watch = boards(start, signal);
    /** @type {Summary[]} */
    let open = [];
    let busy = false;

    /** @param {string | null} first */
    async function start(first) {
        if (busy) return;
        busy = true; // not disabled: that would lose the focus
        play.setAttribute('aria-disabled', 'true');
        await startAgainstLevel(Number(level.value), first).catch(showError);
        busy = false;
        play.removeAttribute('aria-disabled');
    }

    function findOpponent() {
        const game = joinableGame(open, me.get());
        if (game) joinGame(game);
        else openSetupDialog('anyone');
    }

    const element = h('section.home-hero', {},
        h('div.home-pitch', {},
            h('h1.home-title', {}, t('home.title')),
            h('p.home-lead', {}, t('home.lead')),
            h('div.home-level', {},
                h('label.small.muted', { for: 'level' }, t('home.level')),
                level, play,
                h('button.button.button--large', { type: 'button', onclick: () => openSetupDialog('level') }, t('home.options'))),
            h('div.home-quick', {}, friend, anyone),
            status),
        watch.element);
    return {
        element,
        /** @param {string} text @param {boolean} [offline] */
        setStatus(text, offline = false) {
            setText(status, text);
            status.classList.toggle('home-status--offline', offline);
        },
        /** @param {Summary[]} games */
        setOpen(games) {
            open = games;
        },
        setLive: watch.setLive,
    };
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
async function joinGame({ game }) {
    try {
        await act(game, 'join');
    } catch (error) {
        // The game page explains that an account is needed.
        if (!(error instanceof AppError) || error.code !== 'guests_not') return showError(error);
    }
    return navigate(`/game/${game}`);
}

/** @param {Summary} game */
function openRow(game) {
    const owner = game.seats.find((s) => s?.name === game.owner) ?? null;
    const name = owner ? playerName(owner) : game.owner;
    const rating = owner ? ratingText(owner) : '';
    const isOwn = game.owner === me.get()?.name;
    return row(game, [name, rating].filter(Boolean).join(' '),
        isOwn
            ? h('a.button.button--small', { href: `/game/${game.game}` }, t('home.lobby.yours'))
            : h('button.button.button--small.button--main', { type: 'button', onclick: () => joinGame(game), 'aria-label': t('home.lobby.join.label', { name }) }, t('home.lobby.join')));
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

/**
 * Who else is online.
 * @param {import('../types.js').Lobby['online']} online
 */
function onlineText(online) {
    const { others, bots, more } = othersOnline(online, me.get()?.name ?? null);
    if (others.length === 0 && more === 0) return [t('home.online.nobody')];
    return [
        ...others.map((name) => h('a.tag.home-name', { href: `/user/${encodeURIComponent(name)}` }, bots.has(name) ? t('user.bot', { name }) : name)),
        more > 0 && h('span.tag', {}, count(others.length > 0 ? 'home.online.more' : 'home.online.others', more)),
    ];
}

/** @param {AbortSignal} signal */
function lobby(signal) {
    const offer = h('button.button.button--small', { type: 'button', onclick: () => openSetupDialog('anyone') }, t('home.lobby.offer'));
    needsServer(offer, null, signal);
    const top = hero(signal);
    const open = listCard(t('home.lobby'), offer, t('home.lobby.none'));
    const live = listCard(t('home.live'), null, t('home.live.none'));
    const online = h('div.home-online', {}, t('home.loading'));
    open.element.id = 'lobby';
    open.element.append(h('h3', {}, t('home.online')), online);
    /** @type {Summary[] | null} */
    let games = null;
    // One's own games are in their own list.
    const redrawLive = () => {
        if (!games) return;
        const others = games.filter(({ game }) => !ongoingGames.get()?.some((own) => own.game === game));
        top.setLive(others);
        redraw(live, others.map(liveRow));
    };
    connection.subscribe((state) => {
        if (state !== 'offline') return;
        for (const card of [open, live]) card.fail(t('error.offline'));
        fill(online, t('home.online.offline'));
        top.setStatus(t('home.online.offline'), true);
        top.setLive([]);
    }, signal);
    followLobby((lists) => {
        redraw(open, lists.open.map(openRow));
        fill(online, onlineText(lists.online));
        top.setOpen(lists.open);
        top.setStatus(`${count('home.online.count', lists.online.count)} · ${count('home.lobby.count', lists.open.length)}`);
        games = lists.live;
        redrawLive();
    }, signal);
    ongoingGames.subscribe(redrawLive, signal);
    top.element.append(h('div.home-side', {}, open.element, live.element));
    return top.element;
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

/** @param {AbortSignal} signal */
function mistCard(signal) {
    const detail = h('p.muted', {}, t('home.mist.detail'));
    const button = h('button.button', { type: 'button', onclick: () => openSetupDialog('level', { rules: 'mist' }) }, t('home.mist.button'));
    needsServer(button, detail, signal);
    return h('section.card.home-card', {}, icon('mist'), h('div', {}, h('h2', {}, t('home.mist')), detail), button);
}

/** @param {import('../app/router.js').Visit} visit */
export function show({ signal }) {
    return {
        title: 'Pentad',
        body: h('div.home', {}, lobby(signal), myGames(signal),
            h('div.home-cards', {}, mistCard(signal), dailyPuzzleCard(), courseCard())),
    };
}
