// Learn page: list of lessons and link to the puzzles; with a name, that lesson.
import { LESSONS } from '../course/lessons.js';
import { createLessonPlayer, lessonName, courseText } from '../course/lesson_player.js';
import { loadProgress } from '../course/progress.js';
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { dailyPuzzleCard } from '../lobby/home_cards.js';
import { messagePage } from '../app/router.js';
import { loadStyle } from '../ui/style.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../course/lessons.js').Lesson} Lesson */

/** @param {Lesson} lesson @param {number} i @param {number} done completed steps */
function lessonCard(lesson, i, done) {
    const all = lesson.steps.length;
    const state = done >= all ? t('course.done') : done > 0 ? t('course.part', { done, all }) : t('course.new', { all });
    return h('li', {},
        h('a.lesson-card', { href: `/learn/${lesson.name}`, class: `lesson-card ${done >= all ? 'lesson-card--done' : ''}` },
            h('span.lesson-number', { 'aria-hidden': 'true' }, done >= all ? icon('check') : i + 1),
            h('span.lesson-card-text', {}, h('b', {}, lessonName(lesson)), h('span.muted.small', {}, courseText(`${lesson.name}.about`))),
            h('span.muted.small.lesson-state', {}, state)));
}

/** Loaded only here: the puzzles are data. */
const mistLessons = async () => (await import('../course/mist_puzzles.js')).MIST_LESSONS;

/** @param {Lesson[]} hidden the puzzles in the mist */
function overview(hidden) {
    const progress = loadProgress();
    return {
        title: t('learn.title'),
        body: h('div.stack.learn', {},
            h('div.page-head', {}, h('h1', {}, t('learn.title')), h('p.muted', {}, t('learn.lead'))),
            h('div.home-cards', {}, dailyPuzzleCard(),
                h('section.card.home-card', {}, icon('again'),
                    h('div', {}, h('h2', {}, t('puzzle.title')), h('p.muted', {}, t('learn.puzzles'))),
                    h('a.button', { href: '/puzzles' }, t('learn.puzzles.do')))),
            h('section.stack', { 'aria-labelledby': 'course' }, h('h2', { id: 'course' }, t('course.title')),
                h('ol.lesson-list', {}, LESSONS.map((lesson, i) => lessonCard(lesson, i, progress[lesson.name] ?? 0)))),
            h('section.stack', { 'aria-labelledby': 'hidden' }, h('h2', { id: 'hidden' }, t('course.hidden')), h('p.muted', {}, t('course.hidden.about')),
                h('ol.lesson-list', {}, hidden.map((lesson, i) => lessonCard(lesson, i, progress[lesson.name] ?? 0))))),
    };
}

/** @param {Lesson} lesson @param {Lesson[]} list that it belongs to @param {AbortSignal} signal */
function lessonPage(lesson, list, signal) {
    const done = loadProgress()[lesson.name] ?? 0;
    const player = createLessonPlayer(lesson, done < lesson.steps.length ? done : 0, signal, list);
    const nav = h('nav.lesson-nav', { 'aria-label': t('course.title') },
        list.map((other) => h('a', { href: `/learn/${other.name}`, 'aria-current': other === lesson && 'page' }, lessonName(other))));
    return {
        title: lessonName(lesson),
        body: h('div.game.lesson', {},
            h('div.game-top', {}, h('h1.lesson-title', {}, lessonName(lesson)), player.head),
            player.board,
            h('div.game-panel', {}, player.panel),
            h('div.game-actions', {}, player.typed),
            h('div.game-tabs', {}, nav),
            player.confirm),
        wide: true,
    };
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ params, signal }) {
    await loadStyle('learn');
    if (!params.lesson) return overview(await mistLessons());
    const list = LESSONS.some(({ name }) => name === params.lesson) ? LESSONS : await mistLessons();
    const lesson = list.find(({ name }) => name === params.lesson);
    return lesson
        ? lessonPage(lesson, list, signal)
        : messagePage(t('course.missing.title'), t('course.missing'), h('a.button.button--main', { href: '/learn' }, t('learn.title')));
}
