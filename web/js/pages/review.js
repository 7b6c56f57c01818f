// Review page: evaluations of a game, its mistakes, and the mistake trainer.
import { EMPTY } from '../board/board.js';
import { createAnswerBoard } from '../board/answer_board.js';
import { gameName, playerName } from '../game/game_text.js';
import { fill, h } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { createMovesList } from '../game_page/moves_list.js';
import { AppError } from '../app/errors.js';
import { createMoveComment } from '../review/move_comment.js';
import { createMistakesList } from '../review/mistakes_list.js';
import { gradeMoves, weakMoves } from '../review/move_grade.js';
import { saveReview, loadReview } from '../review/review_cache.js';
import { createMistakeTrainer } from '../review/mistake_trainer.js';
import { createScanProgress } from '../review/progress_bar.js';
import { GRADE_SIGNS } from '../review/review_text.js';
import { reviewedGameFromLink, stonesAfter, reviewedGameOf, cutToLegal } from '../review/reviewed_game.js';
import { createSummaryTable } from '../review/summary_table.js';
import { messagePage, refresh } from '../app/router.js';
import { sourceFor } from '../game/game_source.js';
import { createWinRateGraph, valueText } from '../study/win_rate_graph.js';
import { createPositionFacts } from '../study/position_facts.js';
import { parseLink, positionUrl } from '../study/position_link.js';
import { positionAt, MS_PER_POSITION, scan } from '../study/scan.js';
import { loadStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { announce, showError, toast } from '../ui/toast.js';
import { count, t } from '../words/i18n.js';
import { openProofDialog } from '../proof/proof_dialog.js';
import { splitPoints } from '../proof/proof_walk.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../study/scan.js').Value} Value */
/** @typedef {ReturnType<typeof openEngine>} Engine */

const DEEPER = 8; // factor for the time per position
const COLORS = /** @type {Color[]} */ (['black', 'white']);

/**
 * @typedef {object} ReviewTarget
 * @property {import('../review/reviewed_game.js').ReviewedGame} subject
 * @property {string} title
 * @property {Record<Color, string>} names
 * @property {string | null} address of the game's page
 */

/** @param {Snapshot} game @returns {ReviewTarget} */
function targetOfGame(game) {
    const name = (/** @type {Color} */ color) => playerName(game.seats.find((seat) => seat?.color === color) ?? null);
    return {
        subject: reviewedGameOf(game), title: gameName(game), address: `/game/${game.game}`,
        names: { black: name('black'), white: name('white') },
    };
}

/** @param {string} id @param {AbortSignal} signal */
async function reviewOfGame(id, signal) {
    try {
        const game = await (await sourceFor(id)).load(id, signal);
        const link = h('a.button.button--main', { href: `/game/${id}` }, t('review.game'));
        if (game.state !== 'over') return messagePage(t('review.notyet.title'), t('review.notyet'), link);
        return targetOfGame(game);
    } catch (error) {
        if (error instanceof AppError && ['not_found', 'bad_value', 'malformed'].includes(error.code))
            return messagePage(t('game.missing.title'), t('game.missing'));
        throw error;
    }
}

/** @param {URLSearchParams} query */
function reviewOfLink(query) {
    const linked = parseLink(query);
    if (!linked || 'what' in linked || linked.moves.length === 0)
        return messagePage(t('review.nothing.title'), t('review.nothing', { example: '/review?rules=renju&moves=h8i9h9' }));
    return { subject: reviewedGameFromLink(linked), title: t('review.untitled'), names: { black: '', white: '' }, address: null };
}

/**
 * A link with moves that the rules do not allow becomes one without them.
 * @param {Engine} engine
 * @param {import('../study/scan.js').Line} game
 * @param {AppError} refusal thrown again if all moves are allowed
 */
async function cutLink(engine, game, refusal) {
    const { moves, foul } = await cutToLegal(engine, game);
    if (moves.length === game.moves.length) throw refusal;
    const { rules, size, black = '', white = '', turn = 'black' } = game;
    if (foul && moves.length > 0) toast(t('review.cut', { point: foul, n: moves.length }));
    history.replaceState(null, '', positionUrl({ rules, size, black: splitPoints(black), white: splitPoints(white), turn }, moves, '/review'));
    await refresh();
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, query, signal }) {
    await Promise.all([loadStyle('graph'), loadStyle('review')]);
    const engine = openEngine();
    signal.addEventListener('abort', () => engine.close(), { once: true });
    const target = params.id ? await reviewOfGame(params.id, signal) : reviewOfLink(query);
    return 'body' in target ? target : reviewPage(target, engine, signal);
}

/**
 * @param {ReviewTarget} wanted
 * @param {Engine} engine
 * @param {AbortSignal} signal
 */
function reviewPage({ subject: reviewed, title, names, address }, engine, signal) {
    const { game, from, you } = reviewed;
    const cached = loadReview(game);
    let ms = cached?.ms ?? MS_PER_POSITION;
    /** @type {(Value | null)[]} */
    let values = cached?.values ?? [...game.moves.map(() => null), null];
    let pass = values; // values of the current pass; a deeper pass starts empty while `values` keeps the old ones
    let graded = gradeMoves(game, values, from);
    let ply = game.moves.length;
    /** @type {{moves: string[], at: number} | null} */
    let line = null; // a better line, from the position before the current move
    let learning = false;
    /** @type {AbortController | null} */
    let scanTask = null;

    const facts = createPositionFacts(engine, () => learning || drawBoard());

    // ---- Components
    const answerBoard = createAnswerBoard((point) => trainer.pick(point), signal);
    const graph = createWinRateGraph({ onPick: jump });
    const progress = createScanProgress({ stop: () => scanTask?.abort(), resume: runScan, deeper });
    const summary = createSummaryTable(names);
    const comment = createMoveComment({ line: playLine, back: () => playLine(0), showProof });
    const moves = createMovesList(jump);
    const mistakes = createMistakesList(jump);
    const tabs = createTabs(t('game.tabs'), [
        { name: t('game.tab.moves'), panel: moves.element }, { name: t('review.tab.faults'), panel: mistakes.element },
    ]);
    const learnButtons = h('div.buttons.review-lessons');
    const trainer = createMistakeTrainer({
        engine, game, signal, leave: stopLearning, showProof: (at) => showProofAt(at),
        show: (scene) => {
            const stones = stonesAfter(game, scene.ply, scene.line);
            const fouls = Object.fromEntries(scene.fouls.map((point) => [point, t('why.foul')]));
            answerBoard.show({
                position: { ...EMPTY, size: game.size, stones, last: stones.at(-1)?.point ?? null, rings: scene.rings, fouls },
                color: scene.color, numbers: scene.line.length > 0,
            });
        },
    });
    const mistakeNav = h('div.buttons.review-between', { role: 'group', 'aria-label': t('review.faults') });
    const reviewSide = h('div.review-side', {},
        moves.controls, reviewed.mist && h('p.muted.small', {}, t('review.mist')), progress.element, graph.element, mistakeNav, comment.element, learnButtons, summary.element, tabs.element);
    const trainerSide = h('div.review-side', { hidden: true }, trainer.element, answerBoard.typed);
    const body = h('div.review', {},
        h('div.review-head', {}, h('h1', {}, t('review.title', { game: title })), address && h('a', { href: address }, t('review.game'))),
        h('div.review-board', {}, answerBoard.board), reviewSide, trainerSide, answerBoard.confirm);

    // ---- Drawing

    /** @param {string[]} all moves */
    function fiveAfter(all) {
        return facts.at(positionAt({ ...game, moves: all }, all.length))?.winning ?? [];
    }

    function drawBoard() {
        const base = line ? ply - 1 : ply;
        const stones = stonesAfter(game, base, line?.moves.slice(0, line.at));
        const isEnd = line ? line.at === line.moves.length : ply === game.moves.length;
        const known = line ? null : reviewed.five;
        const five = isEnd ? known ?? fiveAfter([...game.moves.slice(0, base), ...(line?.moves ?? [])]) : [];
        answerBoard.show({
            position: { ...EMPTY, size: game.size, stones, last: stones.at(-1)?.point ?? null, five, rings: line ? [game.moves[ply - 1]] : [] },
            color: null, numbers: line !== null, ended: true,
        });
    }

    function drawComment() {
        const value = values[ply];
        const move = graded[ply];
        comment.update({
            move, value: valueText(value), line,
            winBefore: move?.missedWin ? move.best.best : null,
            winNow: value?.best && value.proved !== 'draw' ? value.proved : null,
        });
    }

    /** Draws what depends on the values, not on the current move. */
    function drawValues() {
        if (learning) return;
        const marks = graded.map((m) => m?.grade ? { sign: GRADE_SIGNS[m.grade], kind: m.grade, label: t(`grade.${m.grade}`) } : null);
        graph.update(values, ply, graded.map((m) => m?.grade));
        moves.mark(marks);
        mistakes.update(graded, values.every(Boolean));
        summary.update(graded);
        progress.update(scanTask ? 'working' : pass.every(Boolean) ? 'done' : 'stopped', pass.filter(Boolean).length, pass.length, ms);
        drawComment();
        drawMistakeNav();
        drawLearn();
    }

    function draw() {
        moves.update(game.moves, ply);
        drawValues();
        drawBoard();
    }

    let drawing = 0; // many values may arrive within one frame
    function drawSoon() {
        cancelAnimationFrame(drawing);
        drawing = requestAnimationFrame(drawValues);
    }

    let offered = '';
    function drawLearn() {
        const offers = COLORS.map((color) => ({ color, lessons: weakMoves(graded, color) })).filter((one) => one.lessons.length > 0)
            .sort((a, b) => Number(b.color === you) - Number(a.color === you));
        const key = offers.map((one) => `${one.color}${one.lessons.length}`).join();
        if (scanTask || key === offered) return; // more may follow during the scan
        offered = key;
        fill(learnButtons, offers.map(({ color, lessons: all }, i) => h('button', {
            type: 'button', class: `button ${i === 0 ? 'button--main' : ''}`, onclick: () => beginLearning(color),
        }, color === you ? count('mend.yours', all.length) : t('mend.theirs', { color: t(`color.${color}`), n: all.length }))));
    }

    /** Buttons to the previous and next mistake. */
    function drawMistakeNav() {
        const bad = weakMoves(graded).map((m) => m.ply);
        const before = bad.filter((at) => at < ply).at(-1);
        const after = bad.find((at) => at > ply);
        if (!mistakeNav.hasChildNodes())
            fill(mistakeNav, ['previous', 'next'].map((which) => h('button.button.button--small', { type: 'button' }, t(`review.fault.${/** @type {'next'} */ (which)}`))));
        mistakeNav.hidden = bad.length === 0;
        for (const [i, to] of [before, after].entries()) {
            const button = /** @type {HTMLButtonElement} */ (mistakeNav.children[i]);
            button.disabled = to === undefined;
            button.onclick = () => to !== undefined && jump(to);
        }
    }

    // ---- Engine

    /** @param {unknown} error */
    async function scanFailed(error) {
        if (address || !(error instanceof AppError && error.code === 'engine_refused')) throw error;
        await cutLink(engine, game, error);
    }

    async function runScan() {
        scanTask?.abort();
        const task = (scanTask = new AbortController());
        signal.addEventListener('abort', () => task.abort(), { once: true });
        drawValues();
        try {
            await scan({
                engine, game, ms, signal: task.signal, known: pass,
                onValue(at, value) {
                    if (pass[at] === value) return;
                    [values, pass] = [values, pass].map((all) => all.map((old, i) => (i === at ? value : old)));
                    graded = gradeMoves(game, values, from);
                    drawSoon();
                },
            });
        } catch (error) {
            if (!task.signal.aborted) await scanFailed(error).catch((reason) => signal.aborted || showError(reason));
        }
        if (scanTask !== task) return;
        scanTask = null;
        saveReview(game, { ms: pass.every(Boolean) || !values.every(Boolean) ? ms : ms / DEEPER, values });
        if (signal.aborted) return;
        if (pass.every(Boolean)) announce(t('review.ready'));
        drawValues();
    }

    function deeper() {
        ms *= DEEPER;
        pass = values.map(() => null);
        runScan();
    }

    // ---- User actions

    /** @param {number} to */
    function jump(to) {
        ply = Math.max(0, Math.min(game.moves.length, to));
        line = null;
        draw();
    }

    /** @param {number} at number of moves of the better line; 0 returns to the game */
    function playLine(at) {
        const best = values[ply - 1];
        line = at > 0 && best ? { moves: best.line, at: Math.min(at, best.line.length) } : null;
        drawComment();
        drawBoard();
    }

    /** @param {number} at */
    function showProofAt(at) {
        openProofDialog({ engine, position: positionAt(game, at), signal }).catch(showError);
    }

    /** @param {'before' | 'now'} when */
    function showProof(when) {
        showProofAt(when === 'before' ? ply - 1 : ply);
    }

    /** @param {Color} color */
    function beginLearning(color) {
        learning = true;
        reviewSide.hidden = true;
        trainerSide.hidden = false;
        trainer.begin(weakMoves(graded, color));
    }

    function stopLearning() {
        learning = false;
        reviewSide.hidden = false;
        trainerSide.hidden = true;
        draw();
        learnButtons.querySelector('button')?.focus();
    }

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        if (learning || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, [role=slider], [role=tab]')) return;
        const to = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
        if (to === undefined) return;
        if (line && Number.isFinite(to)) playLine(Math.max(1, line.at + to));
        else jump(ply + to);
        event.preventDefault();
    }

    document.addEventListener('keydown', onKey, { signal });
    draw();
    if (!values.every(Boolean)) runScan();
    return { title: t('review.title', { game: title }), body, wide: true };
}
