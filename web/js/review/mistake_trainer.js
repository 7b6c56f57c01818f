// Mistake trainer: the user retries each mistake until a better move is found or revealed.
import { fill, h } from '../ui/dom.js';
import { otherColor } from '../game/game_state.js';
import { hasFouls } from '../game/rules.js';
import { evaluate, positionAt } from '../study/scan.js';
import { showError } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { splitPoints } from '../proof/proof_walk.js';
import { hintOf, isAccepted, answerVerdict } from './mistake_lesson.js';
import { moveName, percent, stonesText, GRADE_SIGNS } from './review_text.js';

/** @typedef {import('./move_grade.js').GradedMove} Judged */
/** @typedef {import('./mistake_lesson.js').Verdict} Verdict */
/** @typedef {'found' | 'shown' | 'skipped'} Outcome */

/**
 * @typedef {object} TrainerScene what is on the board
 * @property {number} ply
 * @property {string[]} line moves played from there
 * @property {string[]} rings
 * @property {string[]} fouls
 * @property {import('../types.js').Color | null} color of the stone to place
 */

const EVALUATE_MS = 1200; // milliseconds to evaluate an answer

/**
 * @param {object} options
 * @param {ReturnType<typeof import('../engine.js').openEngine>} options.engine
 * @param {import('../study/scan.js').Line} options.game
 * @param {(scene: TrainerScene) => void} options.show
 * @param {(ply: number) => void} options.showProof shows the proof of the position after that many moves
 * @param {() => void} options.leave
 * @param {AbortSignal} options.signal
 */
export function createMistakeTrainer({ engine, game, show, showProof, leave, signal }) {
    const head = h('h2', { tabindex: '-1' });
    const task = h('p', {});
    const feedbackLine = h('p.review-feedback', { 'aria-live': 'polite' });
    const list = h('ol.review-outcomes', {});
    const buttons = h('div.buttons');
    const element = h('div.panel.review-learn', {}, head, task, feedbackLine, list, buttons);

    /** @type {Judged[]} */
    let lessons = [];
    /** @type {Outcome[]} */
    let outcomes = [];
    /** @type {string[]} */
    let fouls = [];
    let hints = 0;
    /** @type {Outcome} */
    let outcome = 'skipped'; // of the current lesson
    /** @type {'asking' | 'judging' | 'solved'} */
    let state = 'asking';

    const lesson = () => lessons[outcomes.length];

    /** @param {string} label @param {() => void} onclick @param {string} [kind] */
    const button = (label, onclick, kind = '') => h('button', { type: 'button', onclick, class: `button ${kind}` }, label);

    // ---- Drawing

    /** @param {string[]} [line] */
    function drawBoard(line = []) {
        const { ply, move, color } = lesson();
        show({ ply: ply - 1, line, rings: line.length > 0 ? [] : [move], fouls, color: state === 'asking' ? color : null });
    }

    function drawButtons() {
        const { best, color, ply } = lesson();
        const last = outcomes.length + 1 === lessons.length;
        if (state === 'solved')
            fill(buttons, button(t(last ? 'mend.summary' : 'mend.next'), next, 'button--main'),
                best.proved === color && button(t('why.show'), () => showProof(ply - 1)), button(t('mend.leave'), leave));
        else
            fill(buttons, button(t('mend.hint'), hint), button(t('mend.show'), reveal),
                button(t('mend.skip'), skip), button(t('mend.leave'), leave));
        for (const one of buttons.querySelectorAll('button')) one.disabled = state === 'judging';
    }

    /** @param {string} text @param {'' | 'good' | 'bad'} [tone] */
    function showFeedback(text, tone = '') {
        feedbackLine.dataset.tone = tone;
        fill(feedbackLine, text);
    }

    // ---- A lesson

    function showLesson() {
        const m = lesson();
        state = 'asking';
        hints = 0;
        fouls = [];
        list.hidden = true;
        feedbackLine.hidden = false;
        fill(head, t('mend.title', { n: outcomes.length + 1, all: lessons.length }));
        fill(task, t('mend.task', { move: `${moveName(m)} ${m.grade ? GRADE_SIGNS[m.grade] : ''}`, color: t(`color.${m.color}`) }));
        showFeedback('');
        drawBoard();
        drawButtons();
        loadForbidden(m);
    }

    /** @param {Judged} m */
    async function loadForbidden(m) {
        if (!hasFouls(game.rules, m.color)) return;
        const { forbidden } = await engine.look(positionAt(game, m.ply - 1));
        if (m !== lesson() || signal.aborted) return;
        fouls = splitPoints(forbidden);
        if (state === 'asking') drawBoard();
    }

    /** @param {Verdict} verdict @param {string} point */
    function feedbackText({ kind, rate, wins, loses }, point) {
        if (kind === 'worse' && loses) return t('mend.loses', { point, color: t(`color.${otherColor(lesson().color)}`) });
        const worth = wins ? t('mend.wins') : t('mend.rate', { percent: percent(rate) });
        return t(`mend.${kind}`, { point, worth, played: percent(lesson().after), best: percent(lesson().before) });
    }

    /** @param {string} point */
    async function pick(point) {
        const m = lesson();
        if (!m || state !== 'asking') return;
        state = 'judging';
        showFeedback(t('mend.judging', { point }));
        drawBoard([point]);
        drawButtons();
        try {
            const tried = { ...game, moves: [...game.moves.slice(0, m.ply - 1), point] };
            const known = point === m.move ? m.then : point === m.best.best ? m.best : null;
            const verdict = answerVerdict(m, point, known ?? await evaluate(engine, positionAt(tried, m.ply), EVALUATE_MS, signal));
            if (signal.aborted || m !== lesson()) return;
            state = isAccepted(verdict) ? 'solved' : 'asking';
            showFeedback(feedbackText(verdict, point), state === 'solved' ? 'good' : 'bad');
            drawBoard(state === 'solved' ? [point] : []);
            if (state === 'solved') outcome = 'found';
        } catch (error) {
            state = 'asking';
            showError(error);
            drawBoard();
        }
        drawButtons();
        if (state === 'solved') focusFirst();
    }

    function focusFirst() {
        if (document.activeElement === document.body || buttons.contains(document.activeElement)) buttons.querySelector('button')?.focus();
    }

    function hint() {
        const { kind, stones, column } = hintOf(lesson());
        hints++;
        showFeedback(hints === 1 ? t(`mend.hint.${kind}`, { stones: stonesText(stones) }) : t('mend.hint.column', { column }));
    }

    function reveal() {
        const { best, color } = lesson();
        state = 'solved';
        outcome = 'shown';
        showFeedback(t('mend.shown', { point: best.best ?? '', worth: best.proved === color ? t('mend.wins') : t('mend.rate', { percent: percent(lesson().before) }) }));
        drawBoard(best.line);
        drawButtons();
        buttons.querySelector('button')?.focus();
    }

    function skip() {
        outcome = 'skipped';
        next();
    }

    function next() {
        outcomes = [...outcomes, outcome];
        outcome = 'skipped';
        if (lesson()) showLesson();
        else showSummary();
        head.focus({ preventScroll: true });
    }

    // ---- The end

    function showSummary() {
        const found = outcomes.filter((one) => one === 'found').length;
        fill(head, t('mend.done'));
        fill(task, t('mend.score', { found, all: lessons.length }));
        feedbackLine.hidden = true;
        list.hidden = false;
        fill(list, lessons.map((m, i) => h('li', {},
            h('span', {}, moveName(m)), h('span.tag', {}, t(`mend.outcome.${outcomes[i]}`)), h('span.muted', {}, t('mend.better', { best: m.best.best ?? '' })))));
        fill(buttons, button(t('mend.leave'), leave, 'button--main'), button(t('mend.again'), () => begin(lessons)));
        const last = lessons[lessons.length - 1];
        show({ ply: last.ply - 1, line: [], rings: [], fouls: [], color: null });
    }

    /** @param {Judged[]} wanted */
    function begin(wanted) {
        lessons = wanted;
        outcomes = [];
        outcome = 'skipped';
        showLesson();
        head.focus({ preventScroll: true });
    }

    return { element, begin, pick };
}
