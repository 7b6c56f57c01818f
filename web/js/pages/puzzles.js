// Puzzles page: one puzzle after the other, near the user's rating.
import { createAnswerBoard } from '../board/answer_board.js';
import { otherColor } from '../game/game_state.js';
import { rulesName } from '../game/game_text.js';
import { h, setText } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { linkField } from '../game_page/invite_link.js';
import { appearanceForm } from '../ui/appearance_form.js';
import { pickPuzzle, dailyPuzzle } from '../puzzles/pick_puzzle.js';
import { createFilterForm } from '../puzzles/filter_form.js';
import { loadPuzzles } from '../puzzles/puzzle_data.js';
import { forbiddenAt, judgeMove } from '../puzzles/move_judge.js';
import { createPuzzlePanel } from '../puzzles/puzzle_panel.js';
import { createProgressPanel } from '../puzzles/progress_panel.js';
import { dayOf, dailyStreak, hintsTaken, REPEAT_AFTER, saveAttempts, saveHints, lastSeen, loadAttempts, puzzleStats, ratingChange } from '../puzzles/attempts.js';
import { puzzleStatus, stakesText, taskText, themeName } from '../puzzles/status_text.js';
import { puzzleScene } from '../puzzles/puzzle_board.js';
import { createAttemptsSync } from '../puzzles/attempts_sync.js';
import { createPuzzleSession } from '../puzzles/puzzle_session.js';
import { prefs, setPrefs } from '../app/prefs.js';
import { messagePage } from '../app/router.js';
import { sound } from '../ui/sounds.js';
import { loadStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { showError } from '../ui/toast.js';
import { createPositionFacts } from '../study/position_facts.js';
import { openProofDialog } from '../proof/proof_dialog.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../puzzles/puzzle_data.js').Puzzle} Puzzle */

const PAUSE = 450; // milliseconds between stones
const JUDGING_DELAY = 200; // milliseconds before "judging" is shown
const seconds = () => Math.floor(Date.now() / 1000);

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, query, signal }) {
    const [puzzles] = await Promise.all([loadPuzzles(), loadStyle('learn'), loadStyle('proof')]); // preloaded, for offline use
    const today = params.id === 'daily' ? dayOf(Date.now()) : null;
    const first = today !== null ? dailyPuzzle(puzzles, today) : puzzles.find((p) => p.id === params.id);
    if (params.id && !first) return messagePage(t('puzzle.missing.title'), t('puzzle.missing'), h('a.button.button--main', { href: '/puzzles' }, t('puzzle.missing.other')));
    return puzzlePage(puzzles, first ?? null, today, query, signal);
}

/**
 * @param {Puzzle[]} puzzles
 * @param {Puzzle | null} first
 * @param {number | null} today set if `first` is the puzzle of the day
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
function puzzlePage(puzzles, first, today, query, signal) {
    const engine = openEngine();
    signal.addEventListener('abort', engine.close, { once: true });
    let attempts = loadAttempts();

    // ---- Components
    const answerBoard = createAnswerBoard((point) => session.play(point), signal);
    const gain = h('p.puzzle-gain', { hidden: true });
    const rated = h('input', { type: 'checkbox', onchange: rateTries });
    const stakes = h('p.small.muted', {});
    const ratedRow = h('div.puzzle-stakes', {}, h('label.check', {}, rated, t('setup.rated')), stakes);
    const panel = createPuzzlePanel(run, h('div', {}, gain, ratedRow));
    const progress = createProgressPanel();
    const filterForm = createFilterForm(query, () => next());
    const task = h('p.puzzle-task-text');
    const dot = h('span.move-dot');
    const tags = h('div.row.puzzle-tags');
    const share = h('div.field');
    const heading = h('h1.game-title', {}, t('puzzle.title'));
    const tabs = createTabs(t('puzzle.tabs'), [
        { name: t('puzzle.tab.progress'), panel: progress.element },
        { name: t('puzzle.tab.choose'), panel: filterForm.element },
        { name: t('game.tab.more'), panel: h('div.stack.more', {}, share, h('hr'), appearanceForm(signal)) },
    ]);
    const body = h('div.game.puzzle', {},
        heading,
        h('div.game-top.puzzle-task', {}, dot, task, tags),
        answerBoard.board,
        h('div.game-panel', {}, panel.element),
        h('div.game-actions', {}, answerBoard.typed),
        h('div.game-tabs', {}, tabs.element),
        answerBoard.confirm);

    // ---- One puzzle
    const pause = () => new Promise((done) => window.setTimeout(done, PAUSE)).then(() => sound('stone'));

    /** @param {Puzzle} puzzle */
    function begin(puzzle) {
        gain.hidden = true;
        share.replaceChildren(h('h2', {}, t('puzzle.link')), linkField(`/puzzles/${puzzle.id}`, t('puzzle.link'), taskText(puzzle)));
        return createPuzzleSession(puzzle, {
            judge: (played, point) => judgeMove(engine, puzzle, played, point),
            hints: hintsTaken(puzzle.id), saveHints: (hints) => saveHints(puzzle.id, hints),
            pause, decide: (score) => recordAttempt(puzzle, score), change: draw, fail: showError,
        });
    }

    /** The day if this is its puzzle and still open. @param {Puzzle} puzzle */
    const dayToFill = (puzzle) => (puzzle === first && today !== null && !dailyStreak(attempts, today).doneToday ? today : undefined);

    /** False if the puzzle was tried recently: a repeated try does not count. @param {Puzzle} puzzle */
    const isNew = (puzzle) => seconds() - (lastSeen(attempts).get(puzzle.id) ?? -REPEAT_AFTER) >= REPEAT_AFTER || dayToFill(puzzle) !== undefined;

    /** @param {number} change */
    const signed = (change) => `${change < 0 ? '−' : '+'}${Math.abs(change)}`;

    /**
     * @param {Puzzle} puzzle
     * @param {number} score
     */
    function recordAttempt(puzzle, score) {
        saveHints(puzzle.id, 0);
        attempts = loadAttempts(); // another tab may have added some
        if (!isNew(puzzle)) return;
        const unrated = !prefs.get().ratedPuzzles;
        const change = signed(ratingChange(attempts, { rating: puzzle.rating, score }));
        const attempt = { at: seconds(), id: puzzle.id, score, rating: puzzle.rating, themes: puzzle.themes, day: dayToFill(puzzle), unrated };
        attempts = saveAttempts([...attempts, attempt]);
        if (unrated) return;
        sync.upload(attempt);
        gain.hidden = false;
        setText(gain, t('puzzle.gain', { rating: Math.round(puzzleStats(attempts).rating.rating), change }));
        progress.update(attempts);
    }

    function rateTries() {
        setPrefs({ ratedPuzzles: rated.checked });
        drawStakes();
    }

    /** What the first try may cost, said before. It can be made unrated until something is given away. */
    function drawStakes() {
        const { puzzle } = session;
        const { decided, hints, started, stage } = session.state();
        ratedRow.hidden = decided || !isNew(puzzle);
        rated.disabled = hints > 0 || started || stage !== 'yours';
        rated.checked = prefs.get().ratedPuzzles;
        setText(stakes, rated.checked ? stakesText(hints, (score) => signed(ratingChange(attempts, { rating: puzzle.rating, score }))) : t('puzzle.unrated'));
    }

    // Forbidden points, and the position they belong to.
    let fouls = { of: '', points: /** @type {string[]} */ ([]) };
    async function loadForbidden() {
        const { moves } = session.state();
        const of = moves.join('');
        if (of === fouls.of) return;
        fouls = { of, points: [] };
        const points = await forbiddenAt(engine, session.puzzle, moves);
        if (of !== fouls.of || points.length === 0) return;
        fouls = { of, points };
        draw();
    }

    const facts = createPositionFacts(engine, () => session.state().stage !== 'yours' && draw()); // a late answer does not disturb the next move
    /** The five on the board once a try has ended. */
    function lastFive() {
        const { stage, placing, stones } = session.state();
        if (placing || (stage !== 'wrong' && stage !== 'solved' && stage !== 'shown')) return [];
        const of = (/** @type {string} */ color) => stones.filter((stone) => stone.color === color).map((stone) => stone.point).join('');
        const { rules, size } = session.puzzle;
        const turn = otherColor(stones[stones.length - 1].color);
        return facts.at({ rules, size, black: of('black'), white: of('white'), turn, moves: '' })?.winning ?? [];
    }

    let before = '';
    let judgingTimer = 0;
    function draw() {
        const { stage, placing } = session.state();
        const hadFocus = answerBoard.hasFocus() || answerBoard.typed.contains(document.activeElement);
        if (stage === 'yours' && !placing) loadForbidden().catch(() => {}); // the judge checks them too
        answerBoard.show(puzzleScene(session, fouls.points, lastFive()));
        dot.dataset.color = session.ownColor;
        setText(task, taskText(session.puzzle));
        const over = stage === 'solved' || stage === 'shown';
        tags.replaceChildren(...(session.puzzle.rules === 'freestyle' ? [] : [h('span.tag', {}, rulesName(session.puzzle.rules))]),
            h('span.tag', {}, t('puzzle.rated', { rating: session.puzzle.rating })),
            ...(over ? session.puzzle.themes.map((theme) => h('span.tag.tag--accent', {}, themeName(theme))) : []));
        clearTimeout(judgingTimer);
        if (stage === 'judged') judgingTimer = window.setTimeout(showJudging, JUDGING_DELAY);
        drawStakes();
        if (stage === 'judged') return panel.setBusy(true);
        panel.update(puzzleStatus(session));
        panel.setBusy(stage === 'threat' || (stage === 'yours' && placing));
        if (placing || stage === before) return;
        before = stage;
        if (stage === 'solved') sound('won');
        if (hadFocus && stage !== 'yours') panel.focus();
        return undefined;
    }

    /** Judging takes a noticeable time. */
    function showJudging() {
        panel.update(puzzleStatus(session));
        panel.setBusy(true);
    }

    /** @param {import('../puzzles/status_text.js').PuzzleAction} action */
    function run(action) {
        if (action === 'why') openProofDialog({ engine, position: session.proofPosition(), signal, title: session.isThreat() ? t('puzzle.threat') : undefined }).catch(showError);
        else if (action === 'next') next();
        else session[action]();
        if (action === 'next' || action === 'again') answerBoard.focus();
    }

    // ---- One after the other
    const pickNext = () => pickPuzzle(puzzles, { rating: puzzleStats(attempts).rating.rating, ...filterForm.filter() }, lastSeen(attempts), seconds());

    function next() {
        const chosen = pickNext();
        if (!chosen) return;
        session.cancel();
        before = '';
        session = begin(chosen);
        updateUrl();
        draw();
    }

    /** Puts the puzzle into the URL, so that back and reload show it again. */
    function updateUrl() {
        if (!signal.aborted) history.replaceState(null, '', filterForm.puzzleUrl(session.puzzle.id));
    }

    let session = begin(first ?? /** @type {Puzzle} */ (pickNext()));
    if (!first) updateUrl();
    const sync = createAttemptsSync(puzzles, (now) => {
        attempts = now;
        progress.update(now);
    }, signal);
    progress.update(attempts); // also if the user is never known (offline)
    draw();
    return { title: t('puzzle.title'), body, wide: true };
}
