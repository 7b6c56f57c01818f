// The analysis board: any position, variations with comments, and the engine of this browser.
import { createAim } from '../board/board_input.js';
import { createBoard } from '../board/board.js';
import { rulesName } from '../game/game_text.js';
import { h, write } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { createConfirmBar } from '../game_page/bars.js';
import { createTyped } from '../game_page/typed_move.js';
import { icon } from '../ui/icons.js';
import { prefs } from '../app/prefs.js';
import { createAside } from '../study/shelf.js';
import { createCourse } from '../study/scan_panel.js';
import { createEnginePanel } from '../study/engine_panel.js';
import { createIntake, isWriting } from '../study/import_game.js';
import { saveWishes } from '../study/study_storage.js';
import { asSetup, RULES } from '../study/position_link.js';
import { createLooker } from '../study/position_facts.js';
import { createMovesView, createRemarks, createWay, stepTo } from '../study/moves_view.js';
import { createNotes } from '../study/board_overlay.js';
import { keepStudy, openStudy, wishesOf } from '../study/open_study.js';
import { createSetUp } from '../study/position_editor.js';
import { createShare } from '../study/share_panel.js';
import { createThinking } from '../study/analysis_session.js';
import { movesTo, NEW_BOARD, nodeAt, positionAt, stonesAt, turnAt } from '../study/tree.js';
import { verdictOf } from '../study/evaluation.js';
import { aimingOf, notesOf, positionOf, statusOf } from '../study/study_view.js';
import { chooseEngine, createServerWish } from '../study/engine_choice.js';
import { createWinBar } from '../study/evaluation_bar.js';
import { needStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { announce, toast } from '../ui/toast.js';
import { openWhy } from '../proof/proof_dialog.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../study/tree.js').Mark} Mark */

const MOVES = 0; // their places among the tabs
const SET_UP = 2;
const MARKS = /** @type {const} */ (['circle', 'cross', 'square', 'triangle']);

/** @param {import('../app/router.js').Visit} visit */
export async function show({ query, signal }) {
    await Promise.all([needStyle('study'), needStyle('graph')]);
    return analysisPage(await openStudy(query, signal), signal);
}

/**
 * @param {import('../study/open_study.js').Opened} opened
 * @param {AbortSignal} signal
 */
function analysisPage({ study, fault, kept: from }, signal) {
    // One reads, looks and writes, the other thinks: so neither waits for the other.
    const clerk = openEngine();
    const engine = openEngine();
    signal.addEventListener('abort', () => [clerk, engine].forEach((one) => one.close()), { once: true });

    const wishes = wishesOf();
    const looker = createLooker(clerk, draw);
    const choice = chooseEngine(engine);
    const thinker = createThinking(choice, wishes.engine);
    let showsThreats = wishes.threats;
    /** @type {string[]} */
    let preview = [];

    // ---- Its parts
    const board = createBoard();
    const notes = createNotes(board);
    const aim = createAim(board, {
        pick, refuse: (why) => toast(why, 'bad'), choose: (point) => confirm.update(point), tell: announce,
    }, signal);
    const confirm = createConfirmBar(aim.confirm, aim.cancel);
    const winBar = createWinBar();
    const status = h('p.study-status', { role: 'status' });
    const intake = createIntake({ study: { ...study, apply: replace }, engine: clerk, said: fault }, signal);
    const panel = createEnginePanel(thinker, { play, preview: showPreview, why: showWhy, isElsewhere: choice.isAtServer }, looks(), signal);
    const typed = createTyped((point) => pick(point), signal);
    const setUp = createSetUp({
        begin: () => {
            const { tree, at } = study.get();
            return asSetup(tree.setup, stonesAt(tree, at), movesTo(tree, at).length);
        },
        finish: (setup) => obey(study.apply({ do: 'set_up', setup })),
    }, signal);
    const rules = h('select.select', { id: 'study-rules' }, RULES.map((name) => h('option', { value: name }, rulesName(name))));
    rules.addEventListener('change', () => study.apply({ do: 'rules', rules: rules.value }));
    const tool = h('select.select', { id: 'study-tool' }, h('option', { value: '' }, t('study.tool.play')),
        MARKS.map((mark) => h('option', { value: mark }, t(`study.mark.${mark}`))));
    tool.addEventListener('change', () => draw());

    const keeper = keepStudy(study, from, signal);

    const tabs = createTabs(t('study.tabs'), [
        {
            name: t('game.tab.moves'),
            panel: h('div.stack', {}, createMovesView(study, signal), createRemarks(study, signal),
                h('div.field', {}, h('label', { for: 'study-tool' }, t('study.tool.click')), tool)),
        },
        { name: t('study.graph'), panel: createCourse({ study, thinker, engine }, signal) },
        {
            name: t('study.tab.setup'),
            panel: h('div.stack', {},
                h('div.field.study-calm', {}, h('label', { for: 'study-rules' }, t('setup.kind')), rules),
                setUp.element,
                h('div.buttons.study-calm', {},
                    h('button.button', { type: 'button', onclick: () => study.apply({ do: 'turn', how: 'rotate' }) }, icon('again'), t('study.rotate')),
                    h('button.button', { type: 'button', onclick: () => study.apply({ do: 'turn', how: 'mirror' }) }, t('study.mirror')),
                    h('button.button', { type: 'button', onclick: clear }, t('study.new')))),
        },
        { name: t('study.tab.share'), panel: createShare({ study, engine: clerk, ...intake }, createAside(keeper.aside, bringBack, signal), signal) },
    ]);

    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');
    // A click leaves the focus where it is, so that the arrow keys go on leading through the moves.
    board.element.addEventListener('mousedown', (event) => event.preventDefault(), { signal });

    const title = h('h1.unseen', { tabindex: '-1' }, t('study.title'));
    const body = h('div.study', {},
        title,
        h('div.study-board', {}, winBar.element, board.element, h('p.unseen', { id: 'board-help' }, t('study.board.help'))),
        h('div.study-side', {}, intake.element, status, h('div.study-head', {}, createWay(study, signal), typed.element),
            panel.element, h('div.study-tabs', {}, tabs.element)),
        confirm.element);

    /** What is shown on the board besides the stones. */
    function looks() {
        /** @param {string} label @param {boolean} checked @param {(yes: boolean) => void} change */
        const check = (label, checked, change) => {
            const input = h('input', { type: 'checkbox', checked });
            input.addEventListener('change', () => change(input.checked));
            return h('label.check', {}, input, label);
        };
        return h('div.study-looks', {},
            check(t('study.heat'), wishes.engine.heat, (heat) => thinker.wish({ heat })),
            check(t('study.threats'), showsThreats, (yes) => {
                showsThreats = yes;
                keepWishes();
                drawNotes();
            }),
            createServerWish(choice, () => {
                if (thinker.get().on) thinker.start();
                draw();
            }, signal));
    }

    let kept = wishes.engine;
    function keepWishes() {
        kept = thinker.get().wishes;
        saveWishes({ engine: kept, threats: showsThreats });
    }

    // ---- Drawing
    /** @returns {import('../study/study_view.js').Seen} */
    function seen() {
        const state = study.get();
        return { state, draft: setUp.draft.get(), looked: looker.at(positionAt(state.tree, state.at)) };
    }

    const aiming = () => aimingOf(seen(), setUp.tool(), tool.value !== '');

    function drawNotes() {
        const now = seen();
        const { tree, at } = now.state;
        notes.show(notesOf(now, { thinking: thinker.get(), threats: showsThreats, preview }));
        winBar.update(now.draft ? null : verdictOf(thinker.get().whole, turnAt(tree, at)), t('study.no_verdict'));
    }

    function draw() {
        const now = seen();
        const { state: { tree, at }, draft, looked } = now;
        const playable = draft === null && looked !== null && !looked.over && !looked.error;
        thinker.look(playable ? positionAt(tree, at) : null);
        const shown = positionOf(now);
        board.show(shown, prefs.get());
        board.element.setAttribute('aria-label', t('game.board', { size: shown.size }));
        aim.set(aiming());
        typed.update(true, true, shown.size);
        if (looked || draft) panel.update(tree.setup.size, playable); // until it is known, as it was
        rules.value = tree.setup.rules;
        body.dataset.mode = draft ? 'draft' : 'play';
        write(status, statusOf(now, looker.isMissing()));
        drawNotes();
    }

    // ---- What the viewer does
    /** @param {import('../study/study.js').Refusal | null} refusal */
    function obey(refusal) {
        if (refusal) toast(t(refusal === 'occupied' ? 'error.occupied' : `study.refused.${refusal}`), 'bad');
        return refusal === null;
    }

    /** @param {string} point */
    function pick(point) {
        const { tree, at } = study.get();
        if (setUp.draft.get()) return setUp.touch(point);
        if (tool.value) {
            const mark = /** @type {Mark} */ (tool.value);
            return study.apply({ do: 'mark', node: at, point, mark: nodeAt(tree, at).marks[point] === mark ? null : mark });
        }
        const why = aiming().refuses(point);
        if (why) return toast(why, 'bad');
        announce(t('move.said', { color: t(`color.${turnAt(tree, at)}`), point }));
        return play([point]);
    }

    /** @param {string[]} points */
    function play(points) {
        preview = [];
        obey(study.apply({ do: 'play', at: study.get().at, points }));
    }

    /** @param {string[]} points */
    function showPreview(points) {
        preview = points;
        drawNotes();
    }

    function showWhy() {
        const { tree, at } = study.get();
        thinker.stop();
        openWhy({ engine, position: positionAt(tree, at), signal });
    }

    /** @type {typeof study.apply} */
    function replace(command) {
        setUp.settle();
        return study.apply(command);
    }

    /** @param {string} id of a study that was put aside */
    function bringBack(id) {
        setUp.settle();
        keeper.bringBack(id);
        tabs.choose(MOVES);
        title.focus(); // the button goes; as on a page that is new
    }

    function clear() {
        const { rules: now, size } = study.get().tree.setup;
        setUp.cancel();
        study.apply({ do: 'set_up', setup: { ...NEW_BOARD, rules: now, size } });
    }

    /** @type {Record<string, Parameters<typeof stepTo>[1]>} */
    const steps = { ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'above', ArrowDown: 'below', Home: 'first', End: 'last' };

    /** @param {KeyboardEvent} event */
    function press(event) {
        if (setUp.draft.get() || isWriting(event)) return;
        if (event.target instanceof Element && event.target.closest('[role=tab], [role=slider]')) return;
        const key = event.key.toLowerCase();
        if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
            if (key === 'y' || event.shiftKey) study.redo();
            else study.undo();
        } else if (event.ctrlKey || event.metaKey || event.altKey) return;
        else if (steps[event.key]) study.apply({ do: 'go', to: stepTo(study.get(), steps[event.key]) });
        else if (event.key === 'Delete') study.apply({ do: 'remove', node: study.get().at });
        else if (event.key === 'Escape') thinker.stop();
        else if (event.key === ' ' && event.target === document.body) {
            if (thinker.get().on) thinker.stop();
            else thinker.start();
        }
        else return;
        event.preventDefault();
    }

    document.addEventListener('keydown', press, { signal });
    study.subscribe(draw, signal);
    setUp.draft.subscribe((draft) => {
        if (draft) tabs.choose(SET_UP);
        draw();
    }, signal);
    thinker.subscribe(drawNotes, signal);
    thinker.subscribe(({ wishes: wanted }) => wanted !== kept && keepWishes(), signal);
    prefs.subscribe(draw, signal);
    return { title: t('study.title'), body, wide: true };
}
