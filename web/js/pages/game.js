// Game page: play, watch and replay.
import { createBoardInput } from '../board/board_input.js';
import { startGame } from '../lobby/start_game.js';
import { createBoard } from '../board/board.js';
import { gameName, setupLabels } from '../game/game_text.js';
import { h, setText } from '../ui/dom.js';
import { createActions } from '../game_page/actions.js';
import { createConfirmBar, createReplayBar } from '../game_page/bars.js';
import { createChatBox } from '../game_page/chat_box.js';
import { inviteLink } from '../game_page/invite_link.js';
import { createMovesList } from '../game_page/moves_list.js';
import { createMistReview } from '../game_page/mist_review.js';
import { createMoreTab } from '../game_page/more_tab.js';
import { createStatusPanel } from '../game_page/status_panel.js';
import { isOwner, offerStatus, gameStatus } from '../game_page/status_text.js';
import { createSeatStrip } from '../game_page/seat_strip.js';
import { announceChange } from '../game_page/announce.js';
import { createTypedMove } from '../game_page/typed_move.js';
import { placementFor, boardPosition } from '../game_page/game_view.js';
import { applyMove, isMyTurn, otherColor, withPresence } from '../game/game_state.js';
import { icon } from '../ui/icons.js';
import { me, updateTurn } from '../app/session.js';
import { prefs } from '../app/prefs.js';
import { AppError } from '../app/errors.js';
import { navigate, messagePage } from '../app/router.js';
import { isLocalGame, sourceFor } from '../game/game_source.js';
import { createTabs } from '../ui/tabs.js';
import { createPresenceNotice } from '../shared_study/presence_notice.js';
import { announce, showError, toast } from '../ui/toast.js';
import { count, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */

const CHAT = 1; // tab index

/**
 * Events of a game source, and a function that loads the whole game again.
 * @typedef {object} GameEvents
 * @property {(snapshot: Snapshot) => void} game
 * @property {(push: any) => void} moved
 * @property {(push: any) => void} people
 * @property {(line: any) => void} said
 * @property {() => void} again
 */

/**
 * Subscribes to a game. Resolves with the first snapshot; later events go to `events`.
 * @param {import('../game/game_source.js').GameSource} source
 * @param {string} id
 * @param {GameEvents} events
 * @param {AbortSignal} signal
 * @returns {Promise<Snapshot>}
 */
function follow(source, id, events, signal) {
    return new Promise((done, failed) => {
        events.game = done;
        events.again = source.follow(id, {
            game: (s) => events.game(s), moved: (p) => events.moved(p), people: (p) => events.people(p),
            said: (l) => events.said(l), failed,
        }, signal);
    });
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, signal }) {
    /** @type {GameEvents} */
    const events = { game() {}, moved() {}, people() {}, said() {}, again() {} };
    const presenceNotice = createPresenceNotice(params.id, signal); // its push may come before the game
    const source = await sourceFor(params.id);
    try {
        return gamePage(source, await follow(source, params.id, events, signal), events, presenceNotice, signal);
    } catch (error) {
        if (error instanceof AppError && ['not_found', 'bad_value', 'malformed'].includes(error.code))
            return messagePage(t('game.missing.title'), t('game.missing'));
        throw error;
    }
}

/**
 * @param {import('../game/game_source.js').GameSource} source
 * @param {Snapshot} game
 * @param {GameEvents} events
 * @param {Element} presenceNotice participants of the shared study
 * @param {AbortSignal} signal
 */
function gamePage(source, game, events, presenceNotice, signal) {
    const id = game.game;
    let since = performance.now(); // time of the last update, for the clocks
    /** @type {number | null} */
    let replayPly = null; // null: the current position
    /** @type {string | null} */
    let sending = null; // move not acknowledged yet

    // ---- Components
    const board = createBoard();
    const boardInput = createBoardInput(board, {
        pick: (point) => move(point),
        reject: (reason) => toast(reason, 'bad'),
        select: (point) => confirm.update(point),
        announce: announce,
    }, signal);
    const confirm = createConfirmBar(boardInput.confirm, boardInput.cancel);
    const strips = [createSeatStrip(signal), createSeatStrip(signal)]; // top, bottom
    const invite = h('div', { hidden: true }, inviteLink(id, signal));
    const panel = createStatusPanel(invite, runAction);
    const offer = createStatusPanel(null, runAction);
    const actions = createActions({ act: (what) => runAction({ act: what }), takeback: (plies) => runAction({ takeback: plies }) });
    const typed = createTypedMove((point) => {
        const reason = placement().blockedReason(point);
        if (reason) toast(reason, 'bad');
        else move(point);
    }, signal);
    const moves = createMovesList(showPly);
    const chat = createChatBox(id, signal);
    const more = createMoreTab(signal);
    const tabs = createTabs(t('game.tabs'), [
        { name: t('game.tab.moves'), panel: moves.element },
        { name: t('game.tab.chat'), panel: chat.element },
        { name: t('game.tab.more'), panel: more.element },
    ]);
    const watchers = h('p.watchers', {}, icon('eye'), h('span'));
    const heading = h('h1.game-title', {});
    const replay = createReplayBar(() => showPly(game.ply));
    const mistReview = createMistReview({ redraw: () => drawBoard(), jump: showOnBoard, signal });

    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');

    const body = h('div.game', {},
        heading,
        h('div.game-top', {}, strips[0].element),
        h('div.game-board', {}, board.element, h('p.unseen', { id: 'board-help' }, t('game.board.help'))),
        h('div.game-bottom', {}, strips[1].element),
        h('div.game-panel', {}, replay.element, offer.element, panel.element, mistReview.element, presenceNotice),
        h('div.game-actions', {}, actions.element, typed.element, watchers),
        h('div.game-tabs', {}, tabs.element),
        confirm.element);

    // ---- Drawing
    const shownPly = () => replayPly ?? game.ply;
    const placement = () => placementFor(game, sending !== null || replayPly !== null);

    function drawBoard() {
        mistReview.update(game, shownPly());
        board.show(mistReview.draw(boardPosition(game, shownPly(), sending), shownPly()), prefs.get());
        boardInput.set(placement());
        board.element.setAttribute('aria-label', t('game.board', { size: game.size }));
        moves.update(game.moves, shownPly());
        replay.update(replayPly, game.ply);
        typed.update(game.state === 'playing' && game.you !== null, placement().color !== null, game.size);
    }

    function draw() {
        const focused = document.activeElement;
        const hadFocus = [panel, offer, actions].some(({ element }) => element.contains(focused));
        drawAll();
        if (hadFocus && (document.activeElement !== focused || !focused?.checkVisibility() || focused.matches(':disabled'))) refocus(focused?.textContent);
    }

    /** A button that has done its work may be gone: continues at the one that replaces it, or at the status. @param {string | null | undefined} label */
    function refocus(label) {
        const same = [...body.querySelectorAll('.game-panel button')].find((button) => button.textContent === label && button.checkVisibility());
        (same instanceof HTMLElement ? same : panel.element).focus({ preventScroll: true });
    }

    function drawAll() {
        body.dataset.state = game.state;
        const bottom = /** @type {Seat} */ (game.you ?? 0);
        strips[1].update(game, bottom, since);
        strips[0].update(game, /** @type {Seat} */ (1 - bottom), since);
        panel.update(gameStatus(game, me.get()));
        offer.update(offerStatus(game));
        invite.hidden = game.state !== 'waiting' || !isOwner(game, me.get());
        actions.update(game);
        chat.update(game);
        tabs.show(CHAT, game.chat && game.seats.every((s) => s?.kind !== 'level'));
        more.update(game);
        watchers.hidden = game.watchers === 0 || game.state === 'waiting';
        setText(/** @type {Element} */ (watchers.lastElementChild), count('game.watchers', game.watchers));
        setText(heading, title());
        markTitle();
        drawBoard();
    }

    function title() {
        if (game.state === 'waiting') return setupLabels(game).join(' · ');
        return gameName(game);
    }

    function markTitle() {
        const mark = isMyTurn(game) && document.hidden ? `${t('game.turn_mark')} · ` : '';
        document.title = `${mark}${title()} · Pentad`;
    }

    // ---- Server events
    /** @param {Snapshot} next */
    function receive(next) {
        const before = game;
        game = next;
        since = performance.now();
        updateTurn(id, isMyTurn(game));
        if (game.ply !== before.ply || game.line !== before.line) {
            sending = null;
            if (replayPly !== null && replayPly > game.ply) replayPly = null;
        }
        announceChange(before, game, me.get());
        draw();
        if (before.state === 'waiting' && game.state === 'playing') window.scrollTo(0, 0);
        if (game.next && !before.next && game.you !== null) navigate(`/game/${game.next}`);
    }

    events.game = receive;
    events.moved = (push) => {
        const next = applyMove(game, push);
        if (next) receive(next);
        else events.again();
    };
    events.people = (push) => {
        game = withPresence(game, push);
        draw();
    };
    events.said = (said) => {
        chat.add(said);
        if (said.from !== me.get()?.name) tabs.markUnread(CHAT);
    };

    // ---- User actions
    /** @param {string} what a point or an opening choice */
    async function move(what) {
        const at = { ply: game.ply, line: game.line };
        sending = what;
        drawBoard();
        try {
            await source.play(id, at, what);
        } catch (error) {
            sending = null;
            moveFailed(error);
            drawBoard();
        }
    }

    /** @param {unknown} error */
    function moveFailed(error) {
        const ownColor = game.you === null ? null : game.seats[game.you]?.color;
        if (game.mist && ownColor && error instanceof AppError && error.code === 'occupied') {
            toast(t('mist.bumped', { color: t(`color.${otherColor(ownColor)}`) }));
            return;
        }
        if (error instanceof AppError && error.code === 'stale') events.again();
        showError(error);
    }

    /** @param {import('../game_page/status_text.js').PanelAction} action */
    async function runAction(action) {
        try {
            if ('go' in action) await navigate(action.go);
            else if ('begin' in action) await startNext(action.begin);
            else if ('choice' in action) await move(action.choice);
            else if ('takeback' in action) await source.takeback(id, action.takeback);
            else await source.act(id, action.act);
        } catch (error) {
            showError(error);
        }
    }

    /** @param {{opponent: string}} setup */
    async function startNext(setup) {
        const started = await startGame({ ...setup, here: isLocalGame(id) });
        if (started) await navigate(`/game/${started.game}`);
    }

    /** @param {number} ply */
    function showPly(ply) {
        replayPly = ply >= game.ply ? null : Math.max(0, ply);
        drawBoard();
    }

    /** For buttons far below the board of a phone. @param {number} ply */
    function showOnBoard(ply) {
        showPly(ply);
        board.element.scrollIntoView({ block: 'nearest' });
    }

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, [role=tab]')) return;
        const to = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1, Home: 0, End: game.ply }[event.key];
        if (to === undefined) return;
        showPly(to);
        event.preventDefault();
    }

    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('visibilitychange', markTitle, { signal });
    prefs.subscribe(drawBoard, signal);
    me.subscribe(draw, signal);
    if (game.chat) source.whenOnline(chat.load, signal); // also lines written while offline
    return { title: title(), body, wide: true };
}
