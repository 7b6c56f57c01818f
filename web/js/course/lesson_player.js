// A lesson: words, a board to answer on, and what is said to the answer.
import { createDesk } from '../board/answer_board.js';
import { fill, h, write } from '../ui/dom.js';
import { sound } from '../ui/sounds.js';
import { t } from '../words/i18n.js';
import { LESSONS } from './lessons.js';
import { keepProgress } from './progress.js';
import { sceneOf } from './lesson_board.js';
import { createWalk } from './lesson_session.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {import('../words/i18n.js').Key} Key */

const PAUSE = 600; // milliseconds before the other side answers

/** A text of the course. @param {string} key */
export const words = (key) => t(/** @type {Key} */ (`course.${key}`));

/** @param {Lesson} lesson */
export const lessonName = ({ name }) => words(name);

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} [kind]
 */
const button = (label, onclick, kind = '') => h('button', { type: 'button', class: `button ${kind}`, onclick }, label);

/** @param {Lesson} lesson */
function whatNext(lesson) {
    const next = LESSONS[LESSONS.indexOf(lesson) + 1];
    return next
        ? h('a.button.button--main', { href: `/learn/${next.name}` }, t('course.do.lesson', { name: lessonName(next) }))
        : h('a.button.button--main', { href: '/puzzles' }, t('course.do.puzzles'));
}

/**
 * @param {Lesson} lesson
 * @param {number} from the step to begin with
 * @param {AbortSignal} signal
 */
export function createPlayer(lesson, from, signal) {
    const desk = createDesk((point) => walk.pick(point), signal);
    const count = h('p.lesson-count');
    const text = h('p.lesson-text', { id: 'lesson-text' });
    const headline = h('p.panel-headline');
    const detail = h('p.panel-detail');
    const options = h('div.lesson-options');
    const buttons = h('div.buttons');
    const panel = h('div.panel', {}, h('div', { role: 'status' }, headline, detail), options, buttons);
    const dots = h('div.lesson-dots', { 'aria-hidden': 'true' }, lesson.steps.map(() => h('span')));

    const walk = createWalk(lesson, from, {
        pause: () => new Promise((done) => window.setTimeout(done, PAUSE)).then(() => sound('stone')),
        done: (steps) => keepProgress(lesson.name, steps),
        change: draw,
    });

    /** @param {string} key of this step */
    const own = (key) => words(`${lesson.name}.${walk.now().step.name}${key}`);

    function said() {
        const { status, option, asked, hints, stage, step } = walk.now();
        const reply = option ? own(`.${option}.reply`) : '';
        if (status === 'right') return { tone: 'good', headline: t('course.right'), detail: reply || own('.right') };
        if (status === 'wrong') return { tone: 'bad', headline: t('course.wrong'), detail: reply || words(`wrong.${asked?.goal}`) };
        if (hints > 0) return { tone: 'yours', headline: t('course.hint'), detail: own('.hint') };
        if (stage > 0) return { tone: 'yours', headline: t('course.on'), detail: words(`goal.${asked?.goal}`) };
        return { tone: 'yours', headline: t(step.options ? 'course.choose' : `turn.${step.setting.turn}`), detail: asked ? words(`goal.${asked.goal}`) : '' };
    }

    function drawOptions() {
        const { step, option } = walk.now();
        if (!step.options) return fill(options);
        return fill(options, step.options.map(({ name }) => h('button.button', {
            type: 'button', 'aria-pressed': String(option === name), onclick: () => walk.choose(name),
        }, own(`.${name}`))));
    }

    function drawButtons() {
        const { status, isLast, step, hints } = walk.now();
        if (status === 'right') return fill(buttons, isLast ? whatNext(lesson) : button(t('course.do.next'), walk.next, 'button--main'));
        if (status === 'wrong') return fill(buttons, button(t('course.do.again'), walk.again, 'button--main'));
        return fill(buttons, !step.options && hints < 2 && button(t('course.do.hint'), walk.hint, 'button--small'));
    }

    let shown = '';
    function draw() {
        const { at, status, hints, stage, step, option } = walk.now();
        const held = panel.contains(document.activeElement) || desk.hasFocus() || desk.typed.contains(document.activeElement);
        desk.show(sceneOf(walk));
        if (status === 'waits') return;
        const key = [at, status, hints, stage, option].join(' ');
        if (key === shown) return;
        const isNew = !shown.startsWith(`${at} `);
        shown = key;
        write(count, t('course.step', { step: at + 1, steps: lesson.steps.length }));
        write(text, own(''));
        [...dots.children].forEach((dot, i) => (dot.className = i < at || (i === at && status === 'right') ? 'done' : i === at ? 'now' : ''));
        const saying = said();
        panel.dataset.tone = saying.tone;
        write(headline, saying.headline);
        write(detail, saying.detail);
        drawOptions();
        drawButtons();
        if (status === 'right') sound('won');
        if (held) refocus(isNew || status === 'asks', Boolean(step.options));
    }

    /** Where somebody with a keyboard goes on. @param {boolean} asks @param {boolean} inWords */
    function refocus(asks, inWords) {
        if (asks && !inWords) return desk.focus();
        const target = asks ? options.querySelector('button') : buttons.querySelector('.button--main');
        return /** @type {HTMLElement | null} */ (target)?.focus({ preventScroll: true });
    }

    draw();
    return {
        head: h('div.lesson-head', {}, h('div.lesson-where', {}, count, dots), text),
        board: desk.board, panel, typed: desk.typed, confirm: desk.confirm,
    };
}
