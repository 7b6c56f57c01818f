// Home cards that link to the puzzle of the day and the course. They do not load the puzzles.
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { count, t } from '../words/i18n.js';
import { dayOf, dailyStreak, loadAttempts } from '../puzzles/attempts.js';

export function dailyPuzzleCard() {
    const { count: days, doneToday } = dailyStreak(loadAttempts(), dayOf(Date.now()));
    const more = doneToday ? t('puzzle.daily.done') : t('puzzle.daily.detail');
    return h('section.card.home-card', {}, icon(doneToday ? 'check' : 'bulb'),
        h('div', {}, h('h2', {}, t('puzzle.daily')), h('p.muted', {}, days > 1 ? `${more} ${count('puzzle.daily.days', days)}` : more)),
        h('a.button', { href: doneToday ? '/puzzles' : '/puzzles/daily' }, t(doneToday ? 'puzzle.daily.more' : 'puzzle.daily.do')));
}

export function courseCard() {
    return h('section.card.home-card', {}, icon('course'),
        h('div', {}, h('h2', {}, t('learn.course')), h('p.muted', {}, t('learn.course.detail'))),
        h('a.button', { href: '/learn' }, t('learn.course.do')));
}
