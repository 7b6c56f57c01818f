// Phrases that were replaced by plainer ones must not return: in the texts of the page, in C, Python, documents and help.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLACES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench', 'docs', 'examples', 'include', 'packaging', 'python', 'src', 'web/README.md', 'web/index.html', 'web/js'];
const TEXT_FILE = /\.(c|h|md|js|py|pyi|html|sh|service|conf)$/;
const TRANSLATIONS = /words\/(zh|ja|traditional)\.js$/;
const COURSES = /^src\/protocol\/(classroom_dialogue|mist_session|sequences_game)\.c$/; // their texts are given

/** @type {[phrase: string, better: string][]} letter case does not matter, line breaks are blanks */
const PHRASES = [
    // The page.
    ['asks you to a game', '{name} challenges you'],
    ['take the game with you', 'Export'],
    ['bring a game', 'Import a game'],
    ['look at it together', 'Analyze together'],
    ['simply begins', 'Black moves first'],
    ['has the better of it', 'has an advantage'],
    ['six or more are nothing', 'six or more doesn’t count'],
    ['stands in the lobby', 'is listed in the lobby'],
    ['put it in the lobby', 'Create game'],
    ['offer a game', 'Create a game'],
    ['do not fit together', 'Wrong name or password'],
    ['as the browser says', 'Browser default'],
    ['as the device', 'System'],
    ['this is nothing that can be read', 'Couldn’t read that'],
    ['is being found out', 'Checking ...'],
    ['tries on taken points', 'Blocked attempts'],
    ['result of the player', 'Result'],
    ['in plain view', 'Without mist'],
    ['no game fits', 'No games found'],
    ['which rules hold', 'The rules are shown ...'],
    ['there is no such thing here', 'Not found'],
    ['something is missing here', 'Required'],
    ['the engine is not here', 'The engine could not be loaded'],
    ['to begin is worth a lot', 'Moving first is a big advantage'],
    ['who runs out of time', 'Whoever runs out of time'],
    ['end the token', 'Revoke'],
    ['tokens end', 'tokens are revoked'],
    ['from mistake to mistake', 'Mistakes'],
    ['that was all', 'Done'],
    ['nobody is waiting for an opponent', 'No open games right now'],
    ['a board to begin on', 'Board for your first stone'],
    ['level of the computer', 'Computer level'],
    ['nobody by that name', 'No such player'],
    ['was never asked for an opinion', 'never had a choice'],
    ['a stone of the other side', 'the other side’s stone'],
    // The program.
    ['(otherwise', '(default: N)'],
    ['go on with', 'continue'],
    ['goes on with', 'continues'],
    ['make it again', 'redo'],
    ['unfinished games that wait', 'unfinished games'],
    ['those that wait', 'the unfinished ones'],
    ['is one word too many', 'unexpected argument'],
    ['lists what there is', 'lists the options'],
    ['something is missing:', 'missing argument'],
    ['are not played here', 'are not supported'],
    ['does not tell the format', 'cannot tell the format from the file name'],
    ['does not say the rules', 'does not specify the rules'],
    ['is no word of', 'unknown keyword'],
    ['there is a file of that name', 'A file with that name exists'],
    ['how often black wins', 'Black’s win rate'],
    ['with their chances', 'with their win rates'],
    ['among the first that anybody would try', 'too easy to guess'],
    ['a mouse click does it too', 'or click with the mouse'],
    ['whether it computes what it should', 'verify its results'],
    ['be an engine for', 'run as an engine for'],
    ['says whom it speaks for', 'trust the client address from a reverse proxy'],
    ['so many times as much', 'multiplies the limits'],
    // Documents.
    ['complete and in c:', 'written in C'],
    ['with many faces', 'one program'],
    ['what each face is for', 'Commands'],
    ['that were run while this page was written', 'For example'],
    ['nothing is lost', 'games are saved after every move'],
    ['holds both ends', 'blocks both ends'],
    ['an edge does not hold', 'the edge does not block'],
    ['for who runs', 'for operators'],
    ['for who ', 'for those who'],
    ['to who ', 'to those who'],
    ['of who is', 'of those who are'],
    ['how sure the result is', 'confidence intervals'],
    ['who says nothing agrees', 'never triggers adjudication'],
    ['in 95 of 100 cases', 'confidence interval'],
    ['does not survive changing the order', 'vanishes when you swap the order'],
    ['slip of the pen', 'typo'],
    ['what an attacker finds', 'Security'],
    ['as good as its connection', 'needs a connection'],
    ['leave signals to who', 'signals blocked'],
    ['such that wait for work', 'thread pool'],
    ['which lifts when the game is over', 'until the game is over'],
    ['lies over boards', 'needs a 19x19 board'],
    ['value to come near', 'target value'],
    ['no place for the', 'X is NULL'],
    ['time that is used up', 'a loss on time'],
    ['turn, and the computer’s', 'turn, which the computer plays'],
    ['turn, and the computer\'s', 'turn, which the computer plays'],
    ['needs some time', 'must be more than 0'],
    ['does not fit the character set', 'is not valid in the character set'],
    ['where not to play', 'points to avoid'],
    ['is no win in', 'does not win in'],
    ['on purpose in four places', 'four things differ'],
    ['the page speaks', 'is available in'],
    ['documents as web pages', 'documentation'],
    [' anew', 'again'],
    ['likewise', 'also'],
];

/** The phrases in a text. @param {string} text */
function phrasesIn(text) {
    // Strings of C that go over several lines, and line breaks of documents.
    const joined = text.replace(/"\s*\n\s*"/g, '').replace(/\s*\n[\s/*>|]*/g, ' ').toLowerCase();
    return PHRASES.filter(([phrase]) => joined.includes(phrase)).map(([phrase, better]) => `"${phrase}": rather "${better}"`);
}

/** @param {string} place @returns {string[]} */
function filesIn(place) {
    if (TEXT_FILE.test(place)) return TRANSLATIONS.test(place) || COURSES.test(place) ? [] : [place];
    if (/\.[a-z]+$/.test(place)) return [];
    return readdirSync(join(ROOT, place), { withFileTypes: true })
        .filter((entry) => !entry.isSymbolicLink() && (entry.isDirectory() || TEXT_FILE.test(entry.name)) && entry.name !== 'node_modules')
        .flatMap(({ name }) => filesIn(`${place}/${name}`));
}

test('the check of phrases finds each of them, also across lines', () => {
    for (const [phrase] of PHRASES) assert.ok(phrasesIn(`It says: ${phrase.toUpperCase()} .`).length > 0, phrase);
    assert.equal(phrasesIn('"resume goes "\n        "on with it"').length, 1);
    assert.equal(phrasesIn('// a game that\n// goes on\n// with it').length, 1);
    assert.deepEqual(phrasesIn('resume continues it'), []);
});

test('no phrase that was replaced by a plainer one has returned', () => {
    const files = PLACES.flatMap(filesIn);
    for (const known of ['docs/use/terminal.md', 'src/app/main.c', 'web/js/words/en.js', 'web/js/pages/home.js']) assert.ok(files.includes(known), known);
    const found = files.flatMap((file) => phrasesIn(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`));
    assert.deepEqual(found, []);
});
