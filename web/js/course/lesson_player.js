// Lesson player: shows a lesson's text, its answer board and the feedback.
import { createAnswerBoard } from '../board/answer_board.js';
import { fill, h, setText } from '../ui/dom.js';
import { sound } from '../ui/sounds.js';
import { t } from '../words/i18n.js';
import { LESSONS } from './lessons.js';
import { saveProgress } from './progress.js';
import { lessonScene } from './lesson_board.js';
import { createLessonSession } from './lesson_session.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('../words/i18n.js').Key} Key */

const PAUSE = 600; // milliseconds before the other side answers

/** Text of the course. @param {string} key @param {Record<string, string>} [params] */
export const courseText = (key, params = {}) => t(/** @type {Key} */ (`course.${key}`), params);

/** @param {Lesson} lesson */
export const lessonName = ({ name }) => courseText(name);

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
const button = (label, onclick, kind = '') => h('button', { type: 'button', class: `button ${kind}`, onclick }, label);

const DOTS_MAX = 12;

/** Why the hidden stone is on no other point. @param {import('./lessons.js').Step} step */
const excludedText = ({ excluded = [] }) => excluded.map(({ point, why }) => t(`course.hidden.${why}`, { point })).join(' ');

/** @param {Lesson} lesson @param {Lesson[]} list that it belongs to */
function nextLink(lesson, list) {
    const next = list[list.indexOf(lesson) + 1];
    return next
        ? h('a.button.button--main', { href: `/learn/${next.name}` }, t('course.do.lesson', { name: lessonName(next) }))
        : h('a.button.button--main', { href: '/puzzles' }, t('course.do.puzzles'));
}

/**
 * @param {Lesson} lesson
 * @param {number} from the first step to show
 * @param {AbortSignal} signal
 * @param {Lesson[]} [list] that it belongs to
 */
export function createLessonPlayer(lesson, from, signal, list = LESSONS) {
    const answerBoard = createAnswerBoard((point) => session.pick(point), signal);
    const count = h('p.lesson-count');
    const text = h('p.lesson-text', { id: 'lesson-text' });
    const headline = h('p.panel-headline');
    const detail = h('p.panel-detail');
    const options = h('div.lesson-options');
    const buttons = h('div.buttons');
    const panel = h('div.panel', {}, h('div', { role: 'status' }, headline, detail), options, buttons);
    const dots = h('div.lesson-dots', { 'aria-hidden': 'true', hidden: lesson.steps.length > DOTS_MAX }, lesson.steps.map(() => h('span')));

    const session = createLessonSession(lesson, from, {
        pause: () => new Promise((done) => window.setTimeout(done, PAUSE)).then(() => sound('stone')),
        done: (steps) => saveProgress(lesson.name, steps),
        change: draw,
    });

    /** @param {string} key of this step */
    const stepText = (key) => courseText(`${lesson.texts ?? lesson.name}.${session.state().step.name}${key}`, session.state().step.params);

    function statusText() {
        const { status, option, task, hints, stage, step } = session.state();
        const reply = option ? stepText(`.${option}.reply`) : '';
        if (status === 'right') return { tone: 'good', headline: t('course.right'), detail: reply || excludedText(step) || stepText('.right') };
        if (status === 'wrong') return { tone: 'bad', headline: t('course.wrong'), detail: reply || courseText(`wrong.${task?.goal}`) };
        if (hints > 0) return { tone: 'yours', headline: t('course.hint'), detail: stepText('.hint') };
        if (stage > 0) return { tone: 'yours', headline: t('course.on'), detail: courseText(`goal.${task?.goal}`) };
        return { tone: 'yours', headline: t(step.options ? 'course.choose' : `turn.${step.setting.turn}`), detail: task ? courseText(`goal.${task.goal}`) : '' };
    }

    function drawOptions() {
        const { step, option } = session.state();
        if (!step.options) return fill(options);
        return fill(options, step.options.map(({ name }) => h('button.button', {
            type: 'button', 'aria-pressed': String(option === name), onclick: () => session.choose(name),
        }, stepText(`.${name}`))));
    }

    function drawButtons() {
        const { status, isLast, step, hints } = session.state();
        if (status === 'right') return fill(buttons, isLast ? nextLink(lesson, list) : button(t('course.do.next'), session.next, 'button--main'));
        if (status === 'wrong') return fill(buttons, button(t('course.do.again'), session.again, 'button--main'));
        return fill(buttons, !step.options && hints < 2 && button(t('course.do.hint'), session.hint, 'button--small'));
    }

    let shown = '';
    function draw() {
        const { at, status, hints, stage, step, option } = session.state();
        const hadFocus = panel.contains(document.activeElement) || answerBoard.hasFocus() || answerBoard.typed.contains(document.activeElement);
        answerBoard.show(lessonScene(session));
        if (status === 'waits') return;
        const key = [at, status, hints, stage, option].join(' ');
        if (key === shown) return;
        const isNew = !shown.startsWith(`${at} `);
        shown = key;
        setText(count, t('course.step', { step: at + 1, steps: lesson.steps.length }));
        setText(text, stepText(''));
        [...dots.children].forEach((dot, i) => (dot.className = i < at || (i === at && status === 'right') ? 'done' : i === at ? 'now' : ''));
        const message = statusText();
        panel.dataset.tone = message.tone;
        setText(headline, message.headline);
        setText(detail, message.detail);
        drawOptions();
        drawButtons();
        if (status === 'right') sound('won');
        if (hadFocus) refocus(isNew || status === 'asks', Boolean(step.options));
    }

    /** Moves the focus for keyboard users. @param {boolean} asks @param {boolean} inWords */
    function refocus(asks, inWords) {
        if (asks && !inWords) return answerBoard.focus();
        const target = asks ? options.querySelector('button') : buttons.querySelector('.button--main');
        return /** @type {HTMLElement | null} */ (target)?.focus({ preventScroll: true });
    }

    draw();
    return {
        head: h('div.lesson-head', {}, h('div.lesson-where', {}, count, dots), text),
        board: answerBoard.board, panel, typed: answerBoard.typed, confirm: answerBoard.confirm,
    };
}
