// Shared study page (/together/ID): several users study a finished game on one board.
import { createBoardInput } from '../board/board_input.js';
import { createBoard, EMPTY } from '../board/board.js';
import { gameName, rulesName } from '../game/game_text.js';
import { h, setText } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { createConfirmBar } from '../game_page/bars.js';
import { createChatBox } from '../game_page/chat_box.js';
import { createTypedMove } from '../game_page/typed_move.js';
import { icon } from '../ui/icons.js';
import { me } from '../app/session.js';
import { prefs } from '../app/prefs.js';
import { AppError } from '../app/errors.js';
import * as remote from '../game/remote_games.js';
import { messagePage } from '../app/router.js';
import { createPositionFacts } from '../study/position_facts.js';
import { download, writeGame } from '../study/files.js';
import { createMovesView, stepTo } from '../study/moves_view.js';
import { positionUrl } from '../study/position_link.js';
import { movesTo, nodeAt, positionAt, illegalReason, ROOT, stonesAt, turnAt } from '../study/tree.js';
import { loadStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { announce, showError, toast } from '../ui/toast.js';
import { openSharedStudy } from '../shared_study/shared_study.js';
import { createParticipants } from '../shared_study/participants.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {Parameters<typeof stepTo>[1]} Step */

const CHAT = 1; // tab index

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, signal }) {
    await Promise.all([loadStyle('study'), loadStyle('shared_study')]);
    /** @type {(line: import('../types.js').ChatLine) => void} */
    let onChat = () => {};
    /** @type {Promise<Snapshot>} */
    const first = new Promise((done, failed) => {
        remote.follow(params.id, { game: done, moved() {}, people() {}, said: (line) => onChat(line), failed }, signal);
    });
    try {
        const game = await first;
        if (game.state !== 'over') return messagePage(t('together.early.title'), t('together.early'));
        return sharedStudyPage(game, (hear) => (onChat = hear), signal);
    } catch (error) {
        if (error instanceof AppError && ['not_found', 'bad_value', 'malformed'].includes(error.code))
            return messagePage(t('game.missing.title'), t('game.missing'));
        throw error;
    }
}

/** @param {Snapshot} game @param {'black' | 'white'} color */
const nameOf = (game, color) => game.seats.find((seat) => seat?.color === color)?.name ?? '';

/**
 * @param {Snapshot} game
 * @param {(hear: (line: import('../types.js').ChatLine) => void) => void} onSaid
 * @param {AbortSignal} signal
 */
function sharedStudyPage(game, onSaid, signal) {
    const id = game.game;
    const names = { black: nameOf(game, 'black'), white: nameOf(game, 'white') };
    const rulesEngine = openEngine(); // for rules and files
    signal.addEventListener('abort', () => rulesEngine.close(), { once: true });
    const positionFacts = createPositionFacts(rulesEngine, draw);
    const study = openSharedStudy(id, names, showError, signal);

    // ---- Components
    const board = createBoard();
    const boardInput = createBoardInput(board, {
        pick, reject: (reason) => toast(reason, 'bad'), select: (point) => confirm.update(point), announce,
    }, signal);
    const confirm = createConfirmBar(boardInput.confirm, boardInput.cancel);
    const status = h('p.study-status', { role: 'status' });
    const people = createParticipants(study.lead);
    const typed = createTypedMove((point) => {
        const reason = placement().blockedReason(point);
        if (reason) toast(reason, 'bad');
        else pick(point);
    }, signal);
    const navigation = createNavigation();
    const remove = h('button.button.button--small', {
        type: 'button', onclick: () => study.apply({ do: 'remove', node: study.get().at }),
    }, icon('close'), t('study.remove'));
    const analyse = h('a.button.button--small', {}, icon('share'), t('together.alone'));
    const exportButton = h('button.button.button--small', {
        type: 'button', onclick: () => writeGame(rulesEngine, study.get(), 'sgf').then(download, showError),
    }, icon('download'), 'SGF');
    const chat = createChatBox(id, signal);
    const tabs = createTabs(t('together.tabs'), [
        { name: t('game.tab.moves'), panel: h('div.stack', {}, createMovesView(/** @type {any} */ (study), signal), h('div.buttons', {}, remove, analyse, exportButton)) },
        { name: t('game.tab.chat'), panel: chat.element },
    ]);
    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');
    board.element.addEventListener('mousedown', (event) => event.preventDefault(), { signal });

    const body = h('div.study.shared-study', {},
        h('div.shared-study-top', {}, h('h1.shared-study-title', {}, gameName(game)), h('a', { href: `/game/${id}` }, t('together.back'))),
        h('div.study-board', {}, board.element, h('p.unseen', { id: 'board-help' }, t('study.board.help'))),
        h('div.study-side', {}, status, people.element, h('div.study-head', {}, navigation.element, typed.element),
            h('div.study-tabs', {}, tabs.element)),
        confirm.element);

    function createNavigation() {
        /** @param {import('../ui/icons.js').Icon} picture @param {import('../words/i18n.js').Key} label @param {Step} where */
        const control = (picture, label, where) => h('button.button.button--bare', {
            type: 'button', 'aria-label': t(label), title: t(label), onclick: () => step(where),
        }, icon(picture));
        const back = [control('first', 'moves.first', 'first'), control('previous', 'moves.previous', 'previous')];
        const on = [control('next', 'moves.next', 'next'), control('last', 'moves.last', 'last')];
        return {
            element: h('div.study-navigation', { role: 'group', 'aria-label': t('moves.controls') }, back, on),
            /** @param {boolean} may */
            update(may) {
                const { tree, at } = study.get();
                for (const button of back) button.disabled = !may || at === ROOT;
                for (const button of on) button.disabled = !may || nodeAt(tree, at).children.length === 0;
            },
        };
    }

    // ---- Drawing
    /** True if the viewer may make moves and navigate. */
    function mayMove() {
        const { people: there, leader } = study.participants.get();
        return there.length > 0 && (leader === null || leader === me.get()?.name);
    }

    /** @returns {import('../board/board_input.js').Placement} */
    function placement() {
        const { tree, at } = study.get();
        const facts = positionFacts.at(positionAt(tree, at));
        const stones = new Map(stonesAt(tree, at).map((stone) => [stone.point, stone]));
        return {
            size: tree.setup.size, color: mayMove() && !facts?.over ? turnAt(tree, at) : null,
            describe(point) {
                const stone = stones.get(point);
                return stone ? t('point.stone', { point, color: t(`color.${stone.color}`) }) : t('point.empty', { point });
            },
            blockedReason(point) {
                if (!mayMove()) return t('together.rule.leader', { name: study.participants.get().leader ?? '' });
                if (illegalReason(tree, at, point)) return t('error.occupied');
                if (facts?.over) return t('study.over');
                return facts?.forbidden.includes(point) ? t('study.forbidden') : null;
            },
        };
    }

    function statusText() {
        const { tree, at } = study.get();
        const facts = positionFacts.at(positionAt(tree, at));
        const turn = facts?.over
            ? t(facts.winner === 'black' ? 'study.over.black' : facts.winner === 'white' ? 'study.over.white' : 'over.draw')
            : t(`turn.${turnAt(tree, at)}`);
        const where = study.isGameMove(at) ? t('together.in_game', { n: movesTo(tree, at).length }) : t('study.variation');
        const by = study.by() && study.by() !== me.get()?.name ? t('together.by', { name: study.by() }) : '';
        return [turn, where, by, rulesName(tree.setup.rules)].filter(Boolean).join(' · ');
    }

    function draw() {
        const { tree, at } = study.get();
        const facts = positionFacts.at(positionAt(tree, at));
        board.show({
            ...EMPTY, size: tree.setup.size, stones: stonesAt(tree, at), last: nodeAt(tree, at).point,
            five: facts?.winning ?? [],
            fouls: Object.fromEntries((facts?.forbidden ?? []).map((point) => [point, t('study.forbidden')])),
        }, prefs.get());
        board.element.setAttribute('aria-label', t('game.board', { size: tree.setup.size }));
        boardInput.set(placement());
        typed.update(true, placement().color !== null, tree.setup.size);
        navigation.update(mayMove());
        remove.disabled = !mayMove() || study.isGameMove(at);
        analyse.setAttribute('href', positionUrl(tree.setup, movesTo(tree, at)));
        setText(status, statusText());
        people.update(study.participants.get(), me.get()?.name ?? '', game.you !== null);
    }

    // ---- User actions
    /** @param {string} point */
    function pick(point) {
        study.apply({ do: 'play', at: study.get().at, points: [point] });
    }

    /** @param {Step} where */
    function step(where) {
        const from = study.pendingState();
        const to = stepTo(from, where);
        if (mayMove() && to !== from.at) study.apply({ do: 'go', to });
    }

    /** @type {Record<string, Step>} */
    const steps = { ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'above', ArrowDown: 'below', Home: 'first', End: 'last' };

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !steps[event.key]) return;
        if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, [role=tab], .chat-lines')) return;
        step(steps[event.key]);
        event.preventDefault();
    }

    document.addEventListener('keydown', onKey, { signal });
    onSaid((line) => {
        chat.add(line);
        if (line.from !== me.get()?.name) tabs.markUnread(CHAT);
    });
    study.subscribe(draw, signal);
    study.participants.subscribe(draw, signal);
    prefs.subscribe(draw, signal);
    me.subscribe(draw, signal);
    chat.update(game);
    tabs.show(CHAT, game.chat);
    if (game.chat) remote.whenOnline(chat.load, signal);
    return { title: t('together.title', { game: gameName(game) }), body, wide: true };
}
