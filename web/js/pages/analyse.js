// Analysis board page: any position, variations with comments, and the engine.
import { createBoardInput } from '../board/board_input.js';
import { createBoard } from '../board/board.js';
import { rulesName } from '../game/game_text.js';
import { RULES } from '../game/rules.js';
import { h, setText } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { createConfirmBar } from '../game_page/bars.js';
import { createTypedMove } from '../game_page/typed_move.js';
import { icon } from '../ui/icons.js';
import { prefs } from '../app/prefs.js';
import { createShelf } from '../study/shelf.js';
import { createScanPanel } from '../study/scan_panel.js';
import { createEnginePanel } from '../study/engine_panel.js';
import { createImporter, isTyping } from '../study/import_game.js';
import { saveSettings } from '../study/study_storage.js';
import { asSetup } from '../study/position_link.js';
import { createPositionFacts } from '../study/position_facts.js';
import { createProvedPositions } from '../study/proved_positions.js';
import { createMovesView, createCommentBox, createNavigation, stepTo } from '../study/moves_view.js';
import { createBoardOverlay } from '../study/board_overlay.js';
import { autosaveStudy, openStudy, loadAnalysisSettings } from '../study/open_study.js';
import { createPositionEditor } from '../study/position_editor.js';
import { createSharePanel } from '../study/share_panel.js';
import { createAnalysisSession } from '../study/analysis_session.js';
import { movesTo, NEW_BOARD, nodeAt, positionAt, stonesAt, turnAt } from '../study/tree.js';
import { evaluationOf } from '../study/evaluation.js';
import { placementFor, overlayFor, boardPosition, statusText } from '../study/study_view.js';
import { createEngineChoice, createServerToggle } from '../study/engine_choice.js';
import { createEvaluationBar } from '../study/evaluation_bar.js';
import { loadStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { announce, toast } from '../ui/toast.js';
import { openProofDialog } from '../proof/proof_dialog.js';
import { openStrategyDialog } from '../proof/strategy_dialog.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../study/study.js').Study} Study */
/** @typedef {import('../study/tree.js').Mark} Mark */

const MOVES = 0; // tab indexes
const SET_UP = 2;
const MARKS = /** @type {const} */ (['circle', 'cross', 'square', 'triangle']);

/** @param {import('../app/router.js').Visit} visit */
export async function show({ query, signal }) {
    await Promise.all([loadStyle('study'), loadStyle('graph')]);
    return analysisPage(await openStudy(query, signal), signal);
}

/**
 * @param {import('../study/open_study.js').OpenedStudy} opened
 * @param {AbortSignal} signal
 */
function analysisPage({ study, fault, stored: from }, signal) {
    // Two engines: one for rules and files, one for searching, so that neither waits for the other.
    const rulesEngine = openEngine();
    const engine = openEngine();
    signal.addEventListener('abort', () => [rulesEngine, engine].forEach((one) => one.close()), { once: true });

    const settings = loadAnalysisSettings();
    const positionFacts = createPositionFacts(rulesEngine, draw);
    const provedPositions = createProvedPositions(rulesEngine, draw);
    const engineChoice = createEngineChoice(engine);
    const session = createAnalysisSession(engineChoice, settings.engine);
    let showsThreats = settings.threats;
    /** @type {string[]} */
    let preview = [];

    // ---- Components
    const board = createBoard();
    const overlay = createBoardOverlay(board);
    const boardInput = createBoardInput(board, {
        pick, reject: (reason) => toast(reason, 'bad'), select: (point) => confirm.update(point), announce,
    }, signal);
    const confirm = createConfirmBar(boardInput.confirm, boardInput.cancel);
    const evaluationBar = createEvaluationBar();
    const status = h('p.study-status', { role: 'status' });
    const provedText = h('span', { role: 'status' });
    const provedLine = h('p.study-proved', { hidden: true }, provedText, ' ',
        h('button.button.button--small', { type: 'button', onclick: showStrategy }, icon('eye'), t('why.show')));
    const importer = createImporter({
        study: { ...study, apply: replace }, engine: rulesEngine, said: fault,
        loaded: () => board.element.scrollIntoView({ block: 'nearest' }), // on a phone it is far above the form
    }, signal);
    const panel = createEnginePanel(session, { play, preview: showPreview, showProof, usesServer: engineChoice.isUsingServer }, overlayOptions(), signal);
    const typed = createTypedMove((point) => pick(point), signal);
    const editor = createPositionEditor({
        begin: () => {
            const { tree, at } = study.get();
            return asSetup(tree.setup, stonesAt(tree, at), movesTo(tree, at).length);
        },
        finish: (setup) => reportError(study.apply({ do: 'set_up', setup })),
    }, signal);
    const rules = h('select.select', { id: 'study-rules' }, RULES.map((name) => h('option', { value: name }, rulesName(name))));
    rules.addEventListener('change', () => study.apply({ do: 'rules', rules: rules.value }));
    const tool = h('select.select', { id: 'study-tool' }, h('option', { value: '' }, t('study.tool.play')),
        MARKS.map((mark) => h('option', { value: mark }, t(`study.mark.${mark}`))));
    tool.addEventListener('change', () => draw());

    const saver = autosaveStudy(study, from, signal);

    const tabs = createTabs(t('study.tabs'), [
        {
            name: t('game.tab.moves'),
            panel: h('div.stack', {}, createMovesView(study, signal), createCommentBox(study, signal),
                h('div.field', {}, h('label', { for: 'study-tool' }, t('study.tool.click')), tool)),
        },
        { name: t('study.graph'), panel: createScanPanel({ study, analysisSession: session, engine }, signal) },
        {
            name: t('study.tab.setup'),
            panel: h('div.stack', {},
                h('div.field.study-calm', {}, h('label', { for: 'study-rules' }, t('setup.kind')), rules),
                editor.element,
                h('div.buttons.study-calm', {},
                    h('button.button', { type: 'button', onclick: () => study.apply({ do: 'turn', how: 'rotate' }) }, icon('again'), t('study.rotate')),
                    h('button.button', { type: 'button', onclick: () => study.apply({ do: 'turn', how: 'mirror' }) }, t('study.mirror')),
                    h('button.button', { type: 'button', onclick: clear }, t('study.new')))),
        },
        { name: t('study.tab.share'), panel: createSharePanel({ study, engine: rulesEngine, ...importer }, createShelf(saver.shelf, restoreStudy, signal), signal) },
    ]);

    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');
    // A click does not move the focus, so that the arrow keys still step through the moves.
    board.element.addEventListener('mousedown', (event) => event.preventDefault(), { signal });

    const title = h('h1.unseen', { tabindex: '-1' }, t('study.title'));
    const body = h('div.study', {},
        title,
        h('div.study-board', {}, evaluationBar.element, board.element, h('p.unseen', { id: 'board-help' }, t('study.board.help'))),
        h('div.study-side', {}, importer.element, status, provedLine, h('div.study-head', {}, createNavigation(study, signal), typed.element),
            panel.element, h('div.study-tabs', {}, tabs.element)),
        confirm.element);

    /** Display options: heat map, threats, server engine. */
    function overlayOptions() {
        /** @param {string} label @param {boolean} checked @param {(yes: boolean) => void} change */
        const check = (label, checked, change) => {
            const input = h('input', { type: 'checkbox', checked });
            input.addEventListener('change', () => change(input.checked));
            return h('label.check', {}, input, label);
        };
        return h('div.study-options', {},
            check(t('study.heat'), settings.engine.heat, (heat) => session.configure({ heat })),
            check(t('study.threats'), showsThreats, (yes) => {
                showsThreats = yes;
                storeSettings();
                drawOverlay();
            }),
            createServerToggle(engineChoice, () => {
                if (session.get().on) session.start();
                draw();
            }, signal));
    }

    let savedSettings = settings.engine;
    function storeSettings() {
        savedSettings = session.get().settings;
        saveSettings({ engine: savedSettings, threats: showsThreats });
    }

    // ---- Drawing
    /** @returns {import('../study/study_view.js').StudyViewInput} */
    function viewInput() {
        const state = study.get();
        return { state, draft: editor.draft.get(), facts: positionFacts.at(positionAt(state.tree, state.at)) };
    }

    /** What a published strategy proves for the side to move. */
    function provedHere() {
        const { state: { tree, at }, draft, facts } = viewInput();
        return draft || !facts || facts.over || facts.error ? null : provedPositions.at(positionAt(tree, at));
    }

    const placement = () => placementFor(viewInput(), editor.tool(), tool.value !== '');

    function drawOverlay() {
        const now = viewInput();
        const { tree, at } = now.state;
        overlay.show(overlayFor(now, { analysis: session.get(), threats: showsThreats, preview, proved: provedHere()?.move ?? null }));
        evaluationBar.update(now.draft ? null : evaluationOf(session.get().positionResult, turnAt(tree, at)), t('study.no_verdict'));
    }

    function draw() {
        const now = viewInput();
        const { state: { tree, at }, draft, facts } = now;
        const playable = draft === null && facts !== null && !facts.over && !facts.error;
        session.setPosition(playable ? positionAt(tree, at) : null);
        const shown = boardPosition(now);
        board.show(shown, prefs.get());
        board.element.setAttribute('aria-label', t('game.board', { size: shown.size }));
        boardInput.set(placement());
        typed.update(true, true, shown.size);
        if (facts || draft) panel.update(tree.setup.size, playable); // unchanged until the facts are known
        rules.value = tree.setup.rules;
        body.dataset.mode = draft ? 'draft' : 'play';
        setText(status, statusText(now, positionFacts.isEngineMissing()));
        const proved = provedHere();
        provedLine.hidden = proved === null;
        setText(provedText, proved ? t(`strategy.${proved.claim}.${proved.move ? 'move' : 'any'}`, { side: t(`color.${proved.turn}`), point: proved.move ?? '' }) : '');
        drawOverlay();
    }

    // ---- User actions
    /** @param {import('../study/study.js').CommandError | null} refusal */
    function reportError(refusal) {
        if (refusal) toast(t(refusal === 'occupied' ? 'error.occupied' : `study.refused.${refusal}`), 'bad');
        return refusal === null;
    }

    /** @param {string} point */
    function pick(point) {
        const { tree, at } = study.get();
        if (editor.draft.get()) return editor.click(point);
        if (tool.value) {
            const mark = /** @type {Mark} */ (tool.value);
            return study.apply({ do: 'mark', node: at, point, mark: nodeAt(tree, at).marks[point] === mark ? null : mark });
        }
        const reason = placement().blockedReason(point);
        if (reason) return toast(reason, 'bad');
        announce(t('move.said', { color: t(`color.${turnAt(tree, at)}`), point }));
        return play([point]);
    }

    /** @param {string[]} points */
    function play(points) {
        preview = [];
        reportError(study.apply({ do: 'play', at: study.get().at, points }));
    }

    /** @param {string[]} points */
    function showPreview(points) {
        preview = points;
        drawOverlay();
    }

    function showProof() {
        const { tree, at } = study.get();
        session.stop();
        openProofDialog({ engine, position: positionAt(tree, at), signal });
    }

    function showStrategy() {
        const { tree, at } = study.get();
        const proved = provedHere();
        session.stop();
        if (proved) openStrategyDialog({ engine, position: positionAt(tree, at), side: proved.turn, claim: proved.claim, signal });
    }

    /** @type {typeof study.apply} */
    function replace(command) {
        editor.finishOrCancel();
        return study.apply(command);
    }

    /** @param {string} id of a shelved study */
    function restoreStudy(id) {
        editor.finishOrCancel();
        saver.bringBack(id);
        tabs.choose(MOVES);
        title.focus(); // the button is removed; as on a new page
    }

    function clear() {
        const { rules: now, size } = study.get().tree.setup;
        editor.cancel();
        study.apply({ do: 'set_up', setup: { ...NEW_BOARD, rules: now, size } });
    }

    /** @type {Record<string, Parameters<typeof stepTo>[1]>} */
    const steps = { ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'above', ArrowDown: 'below', Home: 'first', End: 'last' };

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        if (editor.draft.get() || isTyping(event)) return;
        if (event.target instanceof Element && event.target.closest('[role=tab], [role=slider]')) return;
        const key = event.key.toLowerCase();
        if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
            if (key === 'y' || event.shiftKey) study.redo();
            else study.undo();
        } else if (event.ctrlKey || event.metaKey || event.altKey) return;
        else if (steps[event.key]) study.apply({ do: 'go', to: stepTo(study.get(), steps[event.key]) });
        else if (event.key === 'Delete') study.apply({ do: 'remove', node: study.get().at });
        else if (event.key === 'Escape') session.stop();
        else if (event.key === ' ' && event.target === document.body) session.toggle();
        else return;
        event.preventDefault();
    }

    document.addEventListener('keydown', onKey, { signal });
    study.subscribe(draw, signal);
    editor.draft.subscribe((draft) => {
        if (draft) tabs.choose(SET_UP);
        draw();
    }, signal);
    session.subscribe(drawOverlay, signal);
    session.subscribe(({ settings: wanted }) => wanted !== savedSettings && storeSettings(), signal);
    prefs.subscribe(draw, signal);
    return { title: t('study.title'), body, wide: true };
}
