// About page: what Pentad is, what it stores, and how programs play.
import { h } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/** Example requests with this server's URL. */
const example = () => `TOKEN=…
ask() {
    curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"
}
ask '${location.origin}/api/turns?wait=true'
ask '${location.origin}/api/games/ID' -d '{"do":"play","ply":0,"line":0,"move":"h8"}'`;

/** @type {[title: import('../words/i18n.js').Key, text: import('../words/i18n.js').Key[]][]} */
const SECTIONS = [
    ['about.what', ['about.what.text', 'about.levels']],
    ['about.keeps', ['about.keeps.text', 'about.keeps.cookie']],
    ['about.share', ['about.share.text']],
];

function programs() {
    return h('section.card.stack', { id: 'bots' }, h('h2', {}, t('about.programs')),
        h('p', {}, t('about.programs.text')),
        h('ol.about-steps', {},
            h('li', {}, t('about.programs.token'), ' ', h('a', { href: '/account' }, t('about.programs.account'))),
            h('li', {}, t('about.programs.turns')),
            h('li', {}, t('about.programs.move'))),
        h('pre.about-code', { tabindex: 0, 'aria-label': t('about.programs.example') }, h('code', {}, example())),
        h('p', {}, h('a', { href: '/docs/integrate/api.html' }, t('about.programs.api')), ' · ', h('a', { href: '/lab' }, t('lab.title')), ' · ', t('about.programs.more')));
}

export function show() {
    return {
        title: t('about.title'),
        body: h('div.stack', {},
            h('h1', {}, t('about.title')),
            SECTIONS.map(([title, text]) =>
                h('section.card.stack.stack--tight', {}, h('h2', {}, t(title)), text.map((key) => h('p', {}, t(key))))),
            programs()),
    };
}
