// A game: to play, to watch, to look at again.
import { createAim } from '../board/board_input.js';
import { beginGame } from '../lobby/start_game.js';
import { createBoard } from '../board/board.js';
import { gameName, setupWords } from '../game/game_text.js';
import { h, write } from '../ui/dom.js';
import { createActions } from '../game_page/actions.js';
import { createConfirmBar, createReplayBar } from '../game_page/bars.js';
import { createChatBox } from '../game_page/chat_box.js';
import { inviteLink } from '../game_page/invite_link.js';
import { createMovesList } from '../game_page/moves_list.js';
import { createMore } from '../game_page/more_tab.js';
import { createPanel } from '../game_page/status_panel.js';
import { isOwner, offerOf, sayingOf } from '../game_page/status_text.js';
import { createSeatStrip } from '../game_page/seat_strip.js';
import { tell } from '../game_page/announce.js';
import { createTyped } from '../game_page/typed_move.js';
import { aimingOf, positionOf } from '../game_page/game_view.js';
import { advance, isMyTurn, otherColor, withPeople } from '../game/game_state.js';
import { icon } from '../ui/icons.js';
import { me, noteTurn } from '../app/session.js';
import { createMemory } from '../game/mist_memory.js';
import { prefs } from '../app/prefs.js';
import { Refusal } from '../app/errors.js';
import { go, messagePage } from '../app/router.js';
import { isLocal, sourceOf } from '../game/game_source.js';
import { createTabs } from '../ui/tabs.js';
import { createTogetherHere } from '../shared_study/presence_notice.js';
import { announce, complain, toast } from '../ui/toast.js';
import { count, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Seat} Seat */

const CHAT = 1; // its place among the tabs

/**
 * What comes from who answers, and how to ask for all of it again.
 * @typedef {object} Following
 * @property {(snapshot: Snapshot) => void} game
 * @property {(push: any) => void} moved
 * @property {(push: any) => void} people
 * @property {(line: any) => void} said
 * @property {() => void} again
 */

/**
 * The first word about a game, or a refusal. What follows goes to `events`, whoever has filled them.
 * @param {import('../game/game_source.js').Source} source
 * @param {string} id
 * @param {Following} events
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
    /** @type {Following} */
    const events = { game() {}, moved() {}, people() {}, said() {}, again() {} };
    const together = createTogetherHere(params.id, signal); // it may be told of before the game is
    const source = await sourceOf(params.id);
    try {
        return gamePage(source, await follow(source, params.id, events, signal), events, together, signal);
    } catch (error) {
        if (error instanceof Refusal && ['not_found', 'bad_value', 'malformed'].includes(error.code))
            return messagePage(t('game.missing.title'), t('game.missing'));
        throw error;
    }
}

/**
 * @param {import('../game/game_source.js').Source} source
 * @param {Snapshot} game
 * @param {Following} events
 * @param {Element} together who looks at it together
 * @param {AbortSignal} signal
 */
function gamePage(source, game, events, together, signal) {
    const id = game.game;
    const memory = createMemory(id);
    let since = performance.now(); // when the server told of the clocks
    /** @type {number | null} */
    let looking = null; // at which ply; null: at the game as it is
    /** @type {string | null} */
    let sending = null; // a move not acknowledged yet

    // ---- Its parts
    const board = createBoard();
    const aim = createAim(board, {
        pick: (point) => move(point),
        refuse: (why) => toast(why, 'bad'),
        choose: (point) => confirm.update(point),
        tell: announce,
    }, signal);
    const confirm = createConfirmBar(aim.confirm, aim.cancel);
    const strips = [createSeatStrip(signal), createSeatStrip(signal)]; // top, bottom
    const invite = h('div', { hidden: true }, inviteLink(id));
    const panel = createPanel(invite, run);
    const offer = createPanel(null, run);
    const actions = createActions({ act: (what) => run({ act: what }), takeback: (plies) => run({ takeback: plies }) });
    const typed = createTyped((point) => {
        const why = aiming().refuses(point);
        if (why) toast(why, 'bad');
        else move(point);
    }, signal);
    const moves = createMovesList(lookAt);
    const chat = createChatBox(id, signal);
    const more = createMore(signal);
    const tabs = createTabs(t('game.tabs'), [
        { name: t('game.tab.moves'), panel: moves.element },
        { name: t('game.tab.chat'), panel: chat.element },
        { name: t('game.tab.more'), panel: more.element },
    ]);
    const watchers = h('p.watchers', {}, icon('eye'), h('span'));
    const heading = h('h1.game-title', {});
    const replay = createReplayBar(() => lookAt(game.ply));

    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');

    const body = h('div.game', {},
        heading,
        h('div.game-top', {}, strips[0].element),
        h('div.game-board', {}, board.element, h('p.unseen', { id: 'board-help' }, t('game.board.help'))),
        h('div.game-bottom', {}, strips[1].element),
        h('div.game-panel', {}, replay.element, offer.element, panel.element, together),
        h('div.game-actions', {}, actions.element, typed.element, watchers),
        h('div.game-tabs', {}, tabs.element),
        confirm.element);

    // ---- Drawing
    const shownPly = () => looking ?? game.ply;
    const aiming = () => aimingOf(game, memory, sending !== null || looking !== null);

    function drawBoard() {
        board.show(positionOf(game, memory, shownPly(), sending), prefs.get());
        aim.set(aiming());
        board.element.setAttribute('aria-label', t('game.board', { size: game.size }));
        moves.update(game.moves, shownPly());
        replay.update(looking, game.ply);
        typed.update(game.state === 'playing' && game.you !== null, aiming().color !== null, game.size);
    }

    function draw() {
        body.dataset.state = game.state;
        const bottom = /** @type {Seat} */ (game.you ?? 0);
        strips[1].update(game, bottom, since);
        strips[0].update(game, /** @type {Seat} */ (1 - bottom), since);
        panel.update(sayingOf(game, me.get()));
        offer.update(offerOf(game));
        invite.hidden = game.state !== 'waiting' || !isOwner(game, me.get());
        actions.update(game);
        chat.update(game);
        tabs.show(CHAT, game.chat && game.seats.every((s) => s?.kind !== 'level'));
        more.update(game);
        watchers.hidden = game.watchers === 0 || game.state === 'waiting';
        write(/** @type {Element} */ (watchers.lastElementChild), count('game.watchers', game.watchers));
        write(heading, title());
        markTitle();
        drawBoard();
    }

    function title() {
        if (game.state === 'waiting') return setupWords(game).join(' · ');
        return gameName(game);
    }

    function markTitle() {
        const mark = isMyTurn(game) && document.hidden ? `${t('game.turn_mark')} · ` : '';
        document.title = `${mark}${title()} · Pentad`;
    }

    // ---- What the server says
    /** @param {Snapshot} next */
    function take(next) {
        const before = game;
        game = next;
        since = performance.now();
        if (game.mist) memory.look(game);
        noteTurn(id, isMyTurn(game));
        if (game.ply !== before.ply || game.line !== before.line) {
            sending = null;
            if (looking !== null && looking > game.ply) looking = null;
        }
        tell(before, game, me.get());
        draw();
        if (before.state === 'waiting' && game.state === 'playing') window.scrollTo(0, 0);
        if (game.next && !before.next && game.you !== null) go(`/game/${game.next}`);
    }

    events.game = take;
    events.moved = (push) => {
        const next = advance(game, push);
        if (next) take(next);
        else events.again();
    };
    events.people = (push) => {
        game = withPeople(game, push);
        draw();
    };
    events.said = (said) => {
        chat.add(said);
        if (said.from !== me.get()?.name) tabs.news(CHAT);
    };

    // ---- What the viewer does
    /** @param {string} what a point, or an answer of the opening */
    async function move(what) {
        const at = { ply: game.ply, line: game.line };
        sending = what;
        drawBoard();
        try {
            await source.play(id, at, what);
        } catch (error) {
            sending = null;
            refused(what, error);
            drawBoard();
        }
    }

    /**
     * @param {string} what
     * @param {unknown} error
     */
    function refused(what, error) {
        const own = game.you === null ? null : game.seats[game.you]?.color;
        if (game.mist && own && error instanceof Refusal && error.code === 'occupied') {
            memory.bump(what, own);
            toast(t('mist.bumped', { color: t(`color.${otherColor(own)}`) }));
            return;
        }
        if (error instanceof Refusal && error.code === 'stale') events.again();
        complain(error);
    }

    /** @param {import('../game_page/status_text.js').Deed} deed */
    async function run(deed) {
        try {
            if ('go' in deed) await go(deed.go);
            else if ('begin' in deed) await begin(deed.begin);
            else if ('choice' in deed) await move(deed.choice);
            else if ('takeback' in deed) await source.takeback(id, deed.takeback);
            else await source.act(id, deed.act);
        } catch (error) {
            complain(error);
        }
    }

    /** @param {{opponent: string}} setup */
    async function begin(setup) {
        const begun = await beginGame({ ...setup, here: isLocal(id) });
        if (begun) await go(`/game/${begun.game}`);
    }

    /** @param {number} ply */
    function lookAt(ply) {
        looking = ply >= game.ply ? null : Math.max(0, ply);
        drawBoard();
    }

    /** @param {KeyboardEvent} event */
    function press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, [role=tab]')) return;
        const to = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1, Home: 0, End: game.ply }[event.key];
        if (to === undefined) return;
        lookAt(to);
        event.preventDefault();
    }

    document.addEventListener('keydown', press, { signal });
    document.addEventListener('visibilitychange', markTitle, { signal });
    prefs.subscribe(drawBoard, signal);
    me.subscribe(draw, signal);
    if (game.mist) memory.look(game);
    if (game.chat) source.whenOnline(chat.load, signal); // also what was said while the line was broken
    return { title: title(), body, wide: true };
}
