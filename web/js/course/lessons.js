// The lessons as data: positions, goals and correct answers. tests/wasm/course_test.mjs checks every answer with the rules
// and the solver. The texts have keys 'course.LESSON.STEP'.
import { positionFromMoves, positionFromPicture, parsePoints } from './lesson_position.js';

/** @typedef {import('./lesson_position.js').LessonPosition} Setting */

/**
 * What a correct move achieves.
 * five: makes five; stop: the other side cannot make five next; four: threatens five; open-four: a four that no single stone
 * stops; three: threatens an open four; four-three: a four, and after the reply a three; win: a four that wins, proved;
 * hold: the other side has no win by threats; bump: hits a hidden stone; deduce: a hidden stone found from the hole; quiet: the
 * hole that the other side gets shows no stone
 * @typedef {'five' | 'stop' | 'four' | 'open-four' | 'three' | 'four-three' | 'win' | 'hold' | 'bump' | 'deduce' | 'quiet'} Goal
 */

/**
 * @typedef {object} Stage one move to find
 * @property {Goal} goal
 * @property {string[]} answers all correct moves
 * @property {string} [reply] the other side's move after a correct one
 * @property {string} [punished] the other side's winning move after a wrong one
 */

/**
 * @typedef {object} Mist
 * @property {string} hole its centre
 * @property {string} last the stone that moved it there
 * @property {string[]} remembered stones of the other side that were seen before
 * @property {string} [asked] the centre of an earlier hole, if the stone to deduce moved that one
 */

/**
 * @typedef {object} Option an answer to choose: 'course.LESSON.STEP.NAME', with the feedback '….NAME.reply'
 * @property {string} name
 * @property {boolean} right
 */

/** @typedef {{rules: string, wins: boolean}} RowClaim whether the last stone wins under these rules */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {Setting} setting
 * @property {Stage[]} [stages] moves to find
 * @property {Option[]} [options] answers to choose from instead
 * @property {{last: string, rows: RowClaim[]}} [claim] the fact behind the options, checked by the test: about a stone,
 * @property {'black' | 'white' | 'even'} [better] or about who is better off
 * @property {string[]} [rings] points to highlight
 * @property {Mist} [mist]
 * @property {boolean} [ringsAreHint] the points are highlighted only by a hint
 * @property {Record<string, string>} [params] of the text
 * @property {{point: string, why: 'own' | 'known' | 'empty' | 'five'}[]} [excluded] explains the right answer, instead of a text of its own
 */

/** @typedef {{name: string, steps: Step[], texts?: string}} Lesson `texts`: the keys of its texts, if not by its name */

/**
 * @param {Goal} goal
 * @param {string} answers
 * @param {{reply?: string, punished?: string}} [more]
 * @returns {Stage}
 */
const find = (goal, answers, more = {}) => ({ goal, answers: parsePoints(answers), ...more });

/** @type {Lesson[]} */
export const LESSONS = [
    {
        name: 'rules',
        steps: [
            {
                name: 'row',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '...O.....',
                    '....O.O..',
                    '..XXXX...',
                    '....O....',
                    '.........',
                    '.........',
                    '.........',
                ]),
                stages: [find('five', 'b5 g5')],
            },
            {
                name: 'slope',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '...O.....',
                    '.....X...',
                    '..O.X.O..',
                    '....O....',
                    '..X......',
                    '.X.......',
                    '.........',
                ]),
                stages: [find('five', 'd4')],
            },
            {
                name: 'stop',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '.........',
                    '....X.O..',
                    '...X.O...',
                    '....OX...',
                    '...O.....',
                    '..X......',
                    '.........',
                ]),
                stages: [find('stop', 'h7', { punished: 'h7' })],
            },
            {
                name: 'six',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '..O.O....',
                    '...O.....',
                    '.XXX.XX..',
                    '..O.O....',
                    '.........',
                    '.........',
                    '.........',
                ]),
                options: [{ name: 'wins', right: true }, { name: 'nothing', right: false }],
                claim: { last: 'e5', rows: [{ rules: 'freestyle', wins: true }, { rules: 'standard', wins: false }] },
                rings: ['e5'],
            },
        ],
    },
    {
        name: 'fours',
        steps: [
            {
                name: 'make',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '....O....',
                    '.........',
                    '.OXXX....',
                    '.........',
                    '.....O...',
                    '.........',
                    '.........',
                ]),
                stages: [find('four', 'f5 g5')],
            },
            {
                name: 'gap',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '.........',
                    '....XX...',
                    '......X..',
                    '...OO.OO.',
                    '...X.....',
                    '.........',
                    '.........',
                ]),
                stages: [find('stop', 'f4', { punished: 'f4' })],
            },
            {
                name: 'open',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '......O..',
                    '....O....',
                    '...XXX...',
                    '.........',
                    '...O.....',
                    '.........',
                    '.........',
                ]),
                stages: [find('open-four', 'c5 g5')],
            },
        ],
    },
    {
        name: 'three',
        steps: [
            {
                name: 'make',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '...O.....',
                    '.........',
                    '....XX...',
                    '.........',
                    '......O..',
                    '.........',
                    '.........',
                ]),
                stages: [find('three', 'c5 d5 g5 h5')],
            },
            {
                name: 'which',
                setting: positionFromPicture('black', [
                    '.........',
                    '......X..',
                    '..XOOO...',
                    '.........',
                    '.....X...',
                    '...X.....',
                    '..OOO....',
                    '.....X...',
                    '..X......',
                ]),
                stages: [find('hold', 'b3 f3')],
            },
            {
                name: 'edge',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '......X..',
                    '.........',
                    '.OOO.....',
                    '.........',
                    '...X.....',
                    '....X....',
                    '.........',
                ]),
                stages: [find('hold', 'a5 e5 f5')],
            },
        ],
    },
    {
        name: 'four-three',
        steps: [
            {
                name: 'first',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '...O.X...',
                    '.....X.O.',
                    '.OXXX....',
                    '.........',
                    '....O....',
                    '..O......',
                    '.........',
                ]),
                stages: [find('four-three', 'f5', { reply: 'g5' }), find('open-four', 'f4 f8')],
            },
            {
                name: 'second',
                setting: positionFromPicture('black', [
                    '.........',
                    '.........',
                    '...O.....',
                    '......XX.',
                    '..O.X....',
                    '...X.O...',
                    '..X...O..',
                    '.O.......',
                    '.........',
                ]),
                stages: [find('four-three', 'f6', { reply: 'g7' }), find('open-four', 'e6')],
            },
        ],
    },
    {
        name: 'vcf',
        steps: [
            {
                name: 'double',
                setting: positionFromPicture('black', [
                    '.....O...',
                    '.....X...',
                    '...O.X...',
                    '.....X.O.',
                    '.OXXX....',
                    '.........',
                    '....O....',
                    '..O......',
                    '.........',
                ]),
                stages: [find('open-four', 'f5')],
            },
            {
                name: 'chain',
                setting: positionFromMoves('g9h11f6h12j10g11i9f10i13f11i11i10j12h10'),
                stages: [find('win', 'h8', { reply: 'g7' }), find('win', 'k11', { reply: 'l12' }), find('open-four', 'h14 l10')],
            },
            {
                name: 'alone',
                setting: positionFromMoves('f7i4g6h7g2e8f6f9e6h6g8h9d5c4h8g7d7f8c6d6'),
                stages: [find('win', 'f3', { reply: 'e4' }), find('win', 'f5', { reply: 'f4' }), find('open-four', 'c8 g4')],
            },
        ],
    },
    {
        name: 'defence',
        steps: [
            { name: 'crossing', setting: positionFromMoves('i6g8f10k5i3j6h5i7'), stages: [find('hold', 'h8')] },
            { name: 'early', setting: positionFromMoves('h7h9e7g10d9g8f7'), stages: [find('hold', 'g7')] },
            { name: 'alone', setting: positionFromMoves('h9h7e9g6d7i7f9g9e8'), stages: [find('hold', 'g10')] },
        ],
    },
    {
        name: 'swap2',
        steps: [
            {
                name: 'strong', setting: positionFromMoves('h8o1i9'), better: 'black',
                options: [{ name: 'black', right: true }, { name: 'white', right: false }, { name: 'more', right: false }],
            },
            {
                name: 'weak', setting: positionFromMoves('a1h8o15'), better: 'white',
                options: [{ name: 'black', right: false }, { name: 'white', right: true }, { name: 'more', right: false }],
            },
            {
                name: 'even', setting: positionFromMoves('h8h6j3'), better: 'even',
                options: [{ name: 'black', right: true }, { name: 'white', right: true }, { name: 'more', right: true }],
            },
        ],
    },
    {
        name: 'mist',
        steps: [
            {
                name: 'hole',
                setting: { size: 19, black: ['d7', 'g8', 'f7', 'h9'], white: ['e8', 'f9', 'g10', 'h11'], turn: 'black' },
                mist: { hole: 'g9', last: 'h11', remembered: [] },
                stages: [find('stop', 'i12', { punished: 'i12' })],
            },
            {
                name: 'bump',
                setting: { size: 19, black: ['l12', 'm12', 'n12', 'g8'], white: ['k12', 'h17', 'm14', 'f9'], turn: 'black' },
                mist: { hole: 'g9', last: 'h17', remembered: ['m14'] },
                stages: [find('bump', 'k12'), find('four', 'o12 p12')],
                rings: ['k12'],
            },
            {
                name: 'tell',
                setting: { size: 19, black: ['j10', 'k9'], white: ['k10', 'c4'], turn: 'black' },
                mist: { hole: 'b12', last: 'c4', remembered: ['k10'] },
                rings: ['c4', 'c5', 'd4', 'd5'],
                options: [{ name: 'single', right: false }, { name: 'four', right: true }, { name: 'any', right: false }],
            },
            {
                name: 'deduce',
                setting: { size: 19, black: ['g14', 'r11', 'f16', 'h8'], white: ['r17', 'h17', 'h15', 'i16'], turn: 'black' },
                mist: { hole: 'g9', last: 'h17', remembered: ['r17', 'h15', 'i16'] },
                stages: [find('deduce', 'h17')],
                rings: ['h11', 'h17', 'r11', 'r17'],
            },
            {
                name: 'won',
                setting: { size: 19, black: ['g8', 'r11', 'h12', 'f9', 'k10'], white: ['h13', 'h14', 'h15', 'h16', 'r17'], turn: 'black' },
                mist: { hole: 'g9', last: 'r17', remembered: ['h13', 'h14', 'h15', 'h16'] },
                stages: [find('deduce', 'r17')],
                rings: ['h11', 'h17', 'r11', 'r17'],
            },
            {
                name: 'later',
                setting: { size: 19, black: ['d5', 'j10', 'k9'], white: ['k10', 'c5', 'n6'], turn: 'black' },
                mist: { hole: 'a1', last: 'n6', remembered: ['k10'], asked: 'b12' },
                stages: [find('deduce', 'c5')],
                rings: ['c4', 'c5', 'd4', 'd5'],
            },
            {
                name: 'quiet',
                setting: { size: 19, black: ['i11', 'j11', 'k11'], white: ['o4', 'q15', 'e5'], turn: 'black' },
                mist: { hole: 'l12', last: 'e5', remembered: [] },
                stages: [find('quiet', 'l11')],
                rings: ['h11', 'l11'],
            },
        ],
    },
];
