// Puzzles: one after the other, near the strength of who solves them.
import { createDesk } from '../board/answer_board.js';
import { rulesName } from '../game/game_text.js';
import { h, write } from '../ui/dom.js';
import { openEngine } from '../engine.js';
import { linkField } from '../game_page/invite_link.js';
import { looksForm } from '../ui/appearance_form.js';
import { choose, daily } from '../puzzles/pick_puzzle.js';
import { createChoosing } from '../puzzles/filter_form.js';
import { loadPuzzles } from '../puzzles/puzzle_data.js';
import { forbiddenAt, judge } from '../puzzles/move_judge.js';
import { createPuzzlePanel } from '../puzzles/puzzle_panel.js';
import { createProgress } from '../puzzles/progress_panel.js';
import { dayOf, daysInRow, FORGOTTEN, keepAttempts, lastSeen, loadAttempts, standing } from '../puzzles/attempts.js';
import { sayingOf, taskWords, themeName } from '../puzzles/status_text.js';
import { sceneOf } from '../puzzles/puzzle_board.js';
import { createSync } from '../puzzles/attempts_sync.js';
import { createTrial } from '../puzzles/puzzle_session.js';
import { messagePage } from '../app/router.js';
import { sound } from '../ui/sounds.js';
import { needStyle } from '../ui/style.js';
import { createTabs } from '../ui/tabs.js';
import { complain } from '../ui/toast.js';
import { openWhy } from '../proof/proof_dialog.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../puzzles/puzzle_data.js').Puzzle} Puzzle */

const PAUSE = 450; // milliseconds between two stones
const NOTICED = 200; // and until a judgement is waited for in words
const seconds = () => Math.floor(Date.now() / 1000);

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, query, signal }) {
    const [puzzles] = await Promise.all([loadPuzzles(), needStyle('learn'), needStyle('proof')]); // all that is needed without the server, too
    const today = params.id === 'daily' ? dayOf(Date.now()) : null;
    const first = today !== null ? daily(puzzles, today) : puzzles.find((p) => p.id === params.id);
    if (params.id && !first) return messagePage(t('puzzle.missing.title'), t('puzzle.missing'), h('a.button.button--main', { href: '/puzzles' }, t('puzzle.missing.other')));
    return puzzlePage(puzzles, first ?? null, today, query, signal);
}

/**
 * @param {Puzzle[]} puzzles
 * @param {Puzzle | null} first
 * @param {number | null} today if the first is the puzzle of this day
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
function puzzlePage(puzzles, first, today, query, signal) {
    const engine = openEngine();
    signal.addEventListener('abort', engine.close, { once: true });
    let attempts = loadAttempts();

    // ---- Its parts
    const desk = createDesk((point) => trial.play(point), signal);
    const gain = h('p.puzzle-gain', { hidden: true });
    const panel = createPuzzlePanel(run, gain);
    const progress = createProgress();
    const choosing = createChoosing(query, () => next());
    const task = h('p.puzzle-task-text');
    const dot = h('span.move-dot');
    const tags = h('div.row.puzzle-tags');
    const share = h('div.field');
    const heading = h('h1.game-title', {}, t('puzzle.title'));
    const tabs = createTabs(t('puzzle.tabs'), [
        { name: t('puzzle.tab.progress'), panel: progress.element },
        { name: t('puzzle.tab.choose'), panel: choosing.element },
        { name: t('game.tab.more'), panel: h('div.stack.more', {}, share, h('hr'), looksForm(signal)) },
    ]);
    const body = h('div.game.puzzle', {},
        heading,
        h('div.game-top.puzzle-task', {}, dot, task, tags),
        desk.board,
        h('div.game-panel', {}, panel.element),
        h('div.game-actions', {}, desk.typed),
        h('div.game-tabs', {}, tabs.element),
        desk.confirm);

    // ---- One puzzle
    const pause = () => new Promise((done) => window.setTimeout(done, PAUSE)).then(() => sound('stone'));

    /** @param {Puzzle} puzzle */
    function begin(puzzle) {
        gain.hidden = true;
        share.replaceChildren(h('h2', {}, t('puzzle.link')), linkField(`/puzzles/${puzzle.id}`, t('puzzle.link'), taskWords(puzzle)));
        return createTrial(puzzle, {
            judge: (played, point) => judge(engine, puzzle, played, point),
            pause, decide: (score) => decide(puzzle, score), change: draw, fail: complain,
        });
    }

    /**
     * @param {Puzzle} puzzle
     * @param {number} score
     */
    function decide(puzzle, score) {
        const at = seconds();
        attempts = loadAttempts(); // another tab may know more
        const day = puzzle === first && today !== null && !daysInRow(attempts, today).doneToday ? today : undefined;
        const isRecent = at - (lastSeen(attempts).get(puzzle.id) ?? -FORGOTTEN) < FORGOTTEN;
        if (isRecent && day === undefined) return; // once more, for practice
        const before = standing(attempts).rating.rating;
        const attempt = { at, id: puzzle.id, score, rating: puzzle.rating, themes: puzzle.themes, day };
        attempts = keepAttempts([...attempts, attempt]);
        sync.tell(attempt);
        const after = standing(attempts).rating.rating;
        const change = Math.round(after) - Math.round(before);
        gain.hidden = false;
        write(gain, t('puzzle.gain', { rating: Math.round(after), change: `${change < 0 ? '−' : '+'}${Math.abs(change)}` }));
        progress.update(attempts);
    }

    // Points that the rules forbid, for the position they were asked for.
    let fouls = { of: '', points: /** @type {string[]} */ ([]) };
    async function askFouls() {
        const { moves } = trial.now();
        const of = moves.join('');
        if (of === fouls.of) return;
        fouls = { of, points: [] };
        const points = await forbiddenAt(engine, trial.puzzle, moves);
        if (of !== fouls.of || points.length === 0) return;
        fouls = { of, points };
        draw();
    }

    let before = '';
    let patience = 0;
    function draw() {
        const { stage } = trial.now();
        const wasHeld = desk.hasFocus() || desk.typed.contains(document.activeElement);
        if (stage === 'yours') askFouls().catch(() => {}); // the judge says so, too
        desk.show(sceneOf(trial, fouls.points));
        dot.dataset.color = trial.own;
        write(task, taskWords(trial.puzzle));
        const over = stage === 'solved' || stage === 'shown';
        tags.replaceChildren(...(trial.puzzle.rules === 'freestyle' ? [] : [h('span.tag', {}, rulesName(trial.puzzle.rules))]),
            h('span.tag', {}, t('puzzle.rated', { rating: trial.puzzle.rating })),
            ...(over ? trial.puzzle.themes.map((theme) => h('span.tag.tag--accent', {}, themeName(theme))) : []));
        clearTimeout(patience);
        if (stage === 'judged') patience = window.setTimeout(sayJudged, NOTICED);
        if (stage === 'judged' || stage === 'waits') return panel.hold(true);
        panel.update(sayingOf(trial));
        panel.hold(false);
        if (stage === before) return;
        before = stage;
        if (stage === 'solved') sound('won');
        if (wasHeld && stage !== 'yours') panel.focus();
        return undefined;
    }

    /** It takes a moment that one notices. */
    function sayJudged() {
        panel.update(sayingOf(trial));
        panel.hold(true);
    }

    /** @param {import('../puzzles/status_text.js').Deed} deed */
    function run(deed) {
        if (deed === 'why') openWhy({ engine, position: trial.claim(), signal, title: trial.isThreat() ? t('puzzle.threat') : undefined }).catch(complain);
        else if (deed === 'next') next();
        else trial[deed]();
        if (deed === 'next' || deed === 'again') desk.focus();
    }

    // ---- One after the other
    const chooseOne = () => choose(puzzles, { rating: standing(attempts).rating.rating, ...choosing.wish() }, lastSeen(attempts), seconds());

    function next() {
        const chosen = chooseOne();
        if (!chosen) return;
        trial.drop();
        before = '';
        trial = begin(chosen);
        nameIt();
        draw();
    }

    /** Coming back, or loading the page anew, leads to the same puzzle. */
    function nameIt() {
        if (!signal.aborted) history.replaceState(null, '', choosing.address(trial.puzzle.id));
    }

    let trial = begin(first ?? /** @type {Puzzle} */ (chooseOne()));
    if (!first) nameIt();
    const sync = createSync(puzzles, (now) => {
        attempts = now;
        progress.update(now);
    }, signal);
    progress.update(attempts); // also where nobody tells who is here
    draw();
    return { title: t('puzzle.title'), body, wide: true };
}
