// Rules page: the goal, the rule sets, the openings, the mist, and how to use the board.
import { diagram } from '../board/diagram.js';
import { RULES } from '../game/rules.js';
import { h } from '../ui/dom.js';
import { openSetupDialog } from '../lobby/setup_form.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../words/i18n.js').Key} Key */
/** @typedef {{rows: string[], says: Key}} Picture */
/** @typedef {{id: string, title: Key, text: Key[], pictures: Picture[]}} Section */

/** @type {Section[]} Rule sets that need more than their name and hint. */
const RULE_SECTIONS = [
    {
        id: 'freestyle', title: 'howto.freestyle', text: ['howto.freestyle.text'],
        pictures: [{ says: 'howto.freestyle.six', rows: ['.........', '..O.O....', '.xxxxxx..', '..OOO....', '.........'] }],
    },
    {
        id: 'standard', title: 'howto.standard', text: ['howto.standard.text'],
        pictures: [{ says: 'howto.standard.six', rows: ['.........', '..O.O....', '.XXXXXX..', '..OOO....', '.........'] }],
    },
    {
        id: 'renju', title: 'howto.renju', text: ['howto.renju.text', 'howto.renju.white', 'howto.renju.five'],
        pictures: [
            { says: 'howto.renju.threes', rows: ['.........', '....X....', '....X....', '..XX!....', '.........', '.........'] },
            { says: 'howto.renju.fours', rows: ['....O....', '....X....', '....X....', '....X....', '.XXX!....', '.........'] },
            { says: 'howto.renju.overline', rows: ['.........', '.........', '.XXX!XX..', '.........', '.........', '.........'] },
        ],
    },
    {
        id: 'caro', title: 'howto.caro', text: ['howto.caro.text'],
        pictures: [
            { says: 'howto.caro.held', rows: ['.........', '.OXXXXXO.', '.........'] },
            { says: 'howto.caro.free', rows: ['.........', '.Oxxxxx..', '.........'] },
        ],
    },
];

/** @param {string} rules @returns {Section} */
function rulesSection(rules) {
    const words = { title: /** @type {Key} */ (`rules.${rules}`), text: [/** @type {Key} */ (`rules.${rules}.hint`)] };
    return RULE_SECTIONS.find(({ id }) => id === rules) ?? { id: rules, ...words, pictures: [] };
}

/** @type {Section[]} */
const SECTIONS = [
    {
        id: 'goal', title: 'howto.goal', text: ['howto.goal.text', 'howto.goal.turns'],
        pictures: [
            { says: 'howto.goal.row', rows: ['.........', '..O..O...', '..xxxxx..', '...OOO...', '.........'] },
            { says: 'howto.goal.slope', rows: ['.x.......', '..x.O....', '..Ox.O...', '...Ox....', '.....x...'] },
        ],
    },
    ...RULES.map(rulesSection),
    {
        id: 'openings', title: 'howto.openings', text: ['howto.openings.text', 'howto.openings.swap', 'howto.openings.swap2'],
        pictures: [
            { says: 'howto.openings.three', rows: ['.........', '...1.....', '....2....', '.....3...', '.........'] },
            { says: 'howto.openings.more', rows: ['.........', '...1.5...', '....2....', '..4..3...', '.........'] },
        ],
    },
    {
        id: 'pro', title: 'howto.pro', text: ['howto.pro.text'],
        pictures: [
            { says: 'howto.pro.zone', rows: ['.........', '.........', '..#####..', '..#####..', '..##1##..', '..#####..', '..#####..', '..2....3.', '.........'] },
            { says: 'howto.pro.long', rows: ['.........', '.#######.', '.#######.', '.#######.', '.###1###.', '.#######.', '.###2###.', '.#######.', '3........'] },
        ],
    },
    {
        id: 'mist', title: 'howto.mist', text: ['howto.mist.text', 'howto.mist.hole', 'howto.mist.occupied'],
        pictures: [{
            says: 'howto.mist.picture',
            rows: ['~~~~~~~~~~~', '~~~~~~~~~~~', '~~.......~~', '~~..O....~~', '~~...X...~~', '~~..X.O..~~', '~~.......~~', '~~.......~~', '~~.......~~', '~~~~~~~~~~~', '~~~~~~~~~~~'],
        }],
    },
    { id: 'clocks', title: 'howto.clocks', text: ['howto.clocks.text', 'howto.clocks.away'], pictures: [] },
    { id: 'board', title: 'howto.board', text: ['howto.board.points', 'howto.board.keys', 'howto.board.touch'], pictures: [] },
];

/** @type {Record<string, string>} sections of openings, and the opening to try */
const OPENING_OF = { openings: 'swap2', pro: 'pro' };

/** @param {Section} section */
function sectionCard({ id, title, text, pictures }) {
    const game = RULES.includes(id) || id === 'mist' ? { rules: id } : OPENING_OF[id] && { opening: OPENING_OF[id] };
    return h('section.card.howto', { id, 'aria-labelledby': `${id}-title` },
        h('div.stack.stack--tight', {}, h('h2', { id: `${id}-title` }, t(title)), text.map((key) => h('p', {}, t(key))),
            game && h('div', {}, h('button.button.button--small', { type: 'button', onclick: () => openSetupDialog('level', game), 'aria-label': `${t('howto.try')}: ${t(title)}` }, t('howto.try')))),
        pictures.length > 0 && h('div.howto-pictures', {}, pictures.map(({ rows, says }) => diagram(rows, t(says)))));
}

export function show() {
    return {
        title: t('howto.title'),
        body: h('div.stack', {},
            h('h1', {}, t('howto.title')),
            h('nav.people-links', { 'aria-label': t('howto.contents') },
                SECTIONS.map(({ id, title }) => h('a', { href: `#${id}` }, t(title)))),
            SECTIONS.map(sectionCard)),
    };
}
