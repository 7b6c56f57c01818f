// The analysis board with the engine in the browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { focusOn } from './keyboard.js';
import { playGame } from './player.js';
import { becomesEqual, eventually, test } from './tap.js';

const OPEN_THREE = '/analyse?moves=h8a1i8a15j8o1'; // Black wins easily
const EVEN = '/analyse?moves=h8i9i7g9j8';
const RENLIB = 'tests/fuzz/corpus/renlib/example.lib';
const root = new URL('../../', import.meta.url).pathname;

const lines = (visitor) => visitor.page.getByRole('list', { name: 'Best lines' });
const status = (visitor) => visitor.page.locator('.study-status');

/** The moves of a line in the engine panel. */
const movesOf = async (visitor, line) => (await lines(visitor).getByRole('listitem').nth(line).innerText()).match(/[a-y]\d+/g);

/** The file that a button downloads. */
async function downloaded(visitor, name) {
    const [download] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press(name)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Pastes outside of any field. */
const paste = (visitor, text) => visitor.page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
}, text);

/** Starts the engine with a budget per position. */
async function analyse(visitor, budget = 'for 1 s') {
    await visitor.page.getByLabel('Thinking time').selectOption({ label: budget });
    await visitor.press('Analyze');
    await lines(visitor).getByRole('listitem').first().waitFor();
}

/** Waits until the time is up. After a manual stop the last result may still arrive after "Stopped". */
async function analyseToEnd(visitor) {
    await analyse(visitor);
    await visitor.page.getByText(/^Done ·/).waitFor();
    await visitor.press('Turn off');
}

test('analysis: variations, comments, marks, files and links are saved', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await ann.board.waitFor();
    for (const point of ['h8', 'i9', 'h9', 'j10']) await ann.click(point);
    await ann.shows('j10');
    await ann.press('Previous move');
    await ann.press('Previous move');
    await ann.click('g7');
    await ann.page.getByLabel('Comment on this position').fill('a [try]');
    await ann.page.getByLabel('Clicking the board').selectOption('marks with a triangle');
    await ann.click('g7');
    await ann.page.getByLabel('Clicking the board').selectOption('plays a move');
    await ann.page.getByRole('group', { name: 'Variation' }).getByText('g7').waitFor();
    await ann.hasMoves(['h8', 'i9', 'h9', 'g7', 'j10']);
    await ann.press('Move up');
    await ann.hasMoves(['h8', 'i9', 'g7', 'h9', 'j10']);
    await ann.press('Delete from here');
    await ann.hasMoves(['h8', 'i9', 'h9', 'j10']);
    await ann.press('Undo');
    await ann.hasMoves(['h8', 'i9', 'g7', 'h9', 'j10']);

    await ann.page.getByRole('tab', { name: 'Files' }).click();
    const sgf = await downloaded(ann, 'SGF');
    assert.equal(sgf.name, 'pentad.sgf');
    assert.match(sgf.bytes.toString(), /;B\[hh\];W\[ig\]\s*\(;B\[gi\]C\[a \[try\\\]\]TR\[gi\]\)\s*\(;B\[hg\];W\[jf\]\)\)/);
    const library = await downloaded(ann, 'RenLib');
    assert.equal(library.name, 'pentad.lib');
    assert.equal(library.bytes.subarray(20).toString('latin1'), '\0\0\x78\0\x69\0\x87\xc8a [try]\0\x68\0\x5a\x40');
    assert.match((await downloaded(ann, 'PSQ')).bytes.toString(), /^Piskvorky 15x15/);
    assert.equal((await downloaded(ann, 'POS')).bytes.toString().trim(), 'h8i9g7');
    assert.match((await downloaded(ann, 'SVG')).bytes.toString(), /^<svg[^]*<path transform="translate\(292 372\) scale\(4\)"[^]*<\/svg>\s*$/); // the triangle
    assert.deepEqual([...(await downloaded(ann, 'PNG')).bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);

    const link = await ann.page.getByLabel('Link to this position').inputValue();
    assert.match(link, /\/analyse\?moves=h8i9g7$/);
    await ann.go(link);
    await ann.hasMoves(['h8', 'i9', 'g7']);
    await ann.go('/analyse'); // the last study is loaded
    await ann.hasMoves(['h8', 'i9', 'g7', 'h9', 'j10']);
    await becomesEqual(() => ann.page.getByLabel('Comment on this position').inputValue(), 'a [try]', 'the comment');

    // A link with a move added replaces the study, which can be restored.
    await ann.go('/analyse?moves=a1b2');
    await ann.click('c3');
    await ann.reads('Your previous study was saved under Files.');
    await ann.page.getByRole('tab', { name: 'Files' }).click();
    await ann.page.getByRole('button', { name: /^Freestyle · 15×15 · 5 moves · h8 i9 g7 · “a \[try\]” · / }).click();
    await eventually(async () => (await ann.moves()).length === 5, 'the study is back');
    await becomesEqual(() => ann.page.getByLabel('Comment on this position').inputValue(), 'a [try]', 'the comment');

    // So do an empty board and pasted text, at once.
    await ann.page.getByRole('tab', { name: 'Set up' }).click();
    await ann.press('Empty board');
    await ann.page.getByRole('tab', { name: 'Moves' }).click();
    await ann.click('d4');
    await ann.shows('d4');
    await paste(ann, 'a1b2');
    await eventually(async () => (await ann.moves()).length === 2, 'what was pasted');
    await ann.page.reload();
    await ann.page.getByRole('tab', { name: 'Files' }).click();
    await ann.page.getByRole('button', { name: / · 1 move · d4 · / }).waitFor();
    await ann.page.getByRole('button', { name: / · 5 moves · h8 i9 g7 · “a \[try\]” · / }).click();
    await eventually(async () => (await ann.moves()).length === 5, 'the study is back once more');
    await ann.go('/analyse');
    await ann.hasMoves(['h8', 'i9', 'g7', 'h9', 'j10']);

    // Another tab changes it; this one, unchanged, does not overwrite that.
    const here = ann.page;
    ann.page = await ann.open();
    await ann.go('/analyse');
    await ann.click('k11');
    await ann.shows('k11');
    await ann.go('/rules');
    await ann.page.close();
    ann.page = here;
    await ann.go('/rules');
    await ann.go('/analyse');
    await ann.hasMoves(['h8', 'i9', 'g7', 'h9', 'j10', 'k11']);
});

test('analysis: an imported game is in sight on a phone', async (stage) => {
    const ann = await stage.visitor({ size: 'portrait' });
    await ann.go('/analyse');
    await ann.page.getByRole('tab', { name: 'Files' }).click();
    await ann.page.getByLabel('Game as text').fill('h8i9h9');
    await ann.button('Import').scrollIntoViewIfNeeded();
    await ann.press('Import');
    await ann.reads('White to move · Freestyle · 15×15');
    await eventually(async () => (await ann.board.boundingBox()).y >= 0, 'the board is in sight');
});

test('analysis: valid and invalid files', async (stage) => {
    stage.expect(/status of 404/); // a missing game
    const ann = await stage.visitor();
    await ann.go('/analyse');
    await ann.page.getByRole('tab', { name: 'Files' }).click();
    const text = ann.page.getByLabel('Game as text');
    const fault = ann.page.locator('#study-text-error');
    for (const [content, wrong] of [
        ['(;GM[4]SZ[15];B[hh];W[hh])', /move 2/i],
        ['(;GM[4]SZ[15];B[hh', /Line 1, column 17: .* ']' missing/],
        ['(;GM[6])', /GM\[6\] is another game/],
        ['h8i9h8', /^Line 1, column 5: the point is occupied/],
        ['(;GM[4]SZ[3];B[aa])', /^Board sizes are 5 to 25\.$/],
        ['hello', /^Couldn’t read that. Supported: SGF/],
        ['https://x.example/?moves=h8h8', /^The link has two stones on h8\.$/],
    ]) {
        await text.fill(content);
        await ann.press('Import');
        await eventually(async () => wrong.test(await fault.innerText()), `${wrong} for ${content}`);
    }
    await text.fill('(;GM[4]SZ[19]RU[renju]PB[Ann]PW[Bob];B[jj];W[ki](;B[aa])(;B[bb];W[jj]))');
    await ann.press('Import');
    await ann.reads('1 move was skipped because it does not fit the game.');
    await ann.reads('White to move · Ann – Bob · Renju · 19×19');
    await text.fill('(;GM[4]SZ[19]RU[renju];B[jj]LB[aa:x](;W[ki];B[aa])(;W[jj]))');
    await ann.press('Import');
    await ann.page.getByText('Labels and arrows in the file were ignored.').waitFor();
    await text.fill('hello');
    await ann.press('Import');
    await eventually(async () => /^Couldn’t read that/.test(await fault.innerText()), 'what is wrong now');
    await ann.page.getByText('1 move was left out').waitFor({ state: 'hidden' });

    const [chooser] = await Promise.all([ann.page.waitForEvent('filechooser'), ann.press('Open a file')]);
    await chooser.setFiles(root + RENLIB);
    await ann.page.getByRole('tab', { name: 'Moves' }).click();
    await eventually(async () => (await ann.moves()).length > 1 && (await ann.board.getAttribute('aria-label')) === 'Board, 15 by 15', 'the library');
    await paste(ann, 'https://elsewhere.example/#/h8i9h9');
    await ann.hasMoves(['h8', 'i9', 'h9']);

    await ann.go('/analyse?black=h8i8j8k8l8&white=a1b1c1d1e1');
    await ann.reads('Both sides have five in a row, which is impossible: the game ends with the first five.');
    await ann.go('/analyse?game=nothing');
    await ann.page.getByRole('alert').getByText('There is no game at this address. The link may be incomplete.').waitFor();
});

test('analysis: a lost line is red and on one row, a cut line has a sign, and an idle engine is no Stop button', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/analyse?moves=h8a1i8a15j8o1k8'); // White is lost
    await analyse(ann, 'to depth 8');
    await ann.page.getByText(/^Done ·/).waitFor();
    await ann.button('Turn off').waitFor();
    const style = (where, name) => where.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
    const value = lines(ann).getByText('loses in 2').first();
    const red = await ann.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bad').trim());
    const asHex = `#${(await style(value, 'color')).match(/\d+/g).map((n) => Number(n).toString(16).padStart(2, '0')).join('')}`;
    assert.equal(asHex, red, 'the color of a lost line');
    assert.equal(await value.evaluate((element) => [...new Set([...element.childNodes].flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => box.top);
    }))].length), 1, 'it is on one row');
    await ann.go(EVEN);
    await ann.page.setViewportSize({ width: 390, height: 844 });
    await analyse(ann, 'to depth 12');
    await ann.page.getByText(/^Done ·/).waitFor();
    await lines(ann).locator('.line-cut[data-shown]').first().waitFor();
});

test('analysis: the engine searches, stops and proves; its results stay and can be played', async (stage) => {
    const ann = await stage.visitor();
    await ann.go(EVEN);
    await analyse(ann, 'until stopped');
    await ann.page.getByText(/^Thinking/).waitFor();
    await ann.press('Stop');
    await ann.page.getByText(/^Stopped/).waitFor();
    await ann.page.getByText(/^Estimated: Black \d+ %, White \d+ %$/).waitFor();
    await analyseToEnd(ann);
    const offered = await movesOf(ann, 0);
    await becomesEqual(() => ann.page.locator('.note-heat').count(), 3, 'the best moves on the board');
    await ann.page.getByLabel('Heat map').check();

    // Hovering shows the line, a click plays it.
    const second = lines(ann).getByRole('listitem').first().getByRole('button').nth(1);
    await second.hover();
    await becomesEqual(() => ann.page.locator('.note-stone text').allTextContents(), ['1', '2'], 'the line on the board');
    await second.click();
    await eventually(async () => (await ann.moves()).slice(5).join(' ') === offered.slice(0, 2).join(' '), 'both moves are played');
    await ann.press('Previous move');
    await ann.press('Previous move');
    await becomesEqual(() => movesOf(ann, 0), offered, 'the result is still there');

    // Excludes the best move.
    await ann.press(`Exclude ${offered[0]}`);
    await analyse(ann);
    await eventually(async () => (await movesOf(ann, 0))?.[0] !== offered[0], 'another move');
    await ann.press(`Allow ${offered[0]} again`);
    await ann.page.getByText(/^Done ·/).waitFor();
    await ann.press('Turn off');

    await ann.go(OPEN_THREE);
    await ann.press('Prove');
    await ann.page.getByText(/^Proved: the side to move wins in \d+ stones\.$/).waitFor();
    await ann.page.getByText(/^Proved: Black wins in \d+ stones$/).waitFor();
    await ann.press('Show me why');
    const why = ann.page.getByRole('dialog');
    await why.getByRole('application').waitFor();
    await ann.page.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });
    await becomesEqual(() => ann.page.locator('.note-threat--black.note-threat--4').count(), 2, 'both ends make an open four');
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');

    await ann.page.getByRole('tab', { name: 'Graph' }).click();
    await ann.press('Analyze every move');
    const graph = ann.page.getByRole('slider');
    await ann.button('Analyze every move').waitFor();
    await graph.press('Home');
    await ann.reads('Black to move · Freestyle · 15×15');
    await eventually(async () => /^0$/.test(await graph.getAttribute('aria-valuenow')), 'the beginning');
    await becomesEqual(() => ann.page.getByRole('link', { name: 'Review the game' }).getAttribute('href'), '/review?moves=h8a1i8a15j8o1', 'the link to the review');
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');
});

test('analysis: set up on a phone, in renju, by taps', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    await ann.go('/analyse');
    const tap = async (point) => {
        await ann.tap(point);
        await ann.tap(point); // the second tap places it
    };
    await ann.page.getByRole('tab', { name: 'Set up' }).tap();
    await ann.page.getByRole('button', { name: 'Set up a position' }).tap();
    await ann.page.getByLabel('Game').filter({ visible: true }).selectOption('renju');
    await ann.page.getByRole('group', { name: 'What a click does' }).getByRole('radio', { name: 'Black' }).tap();
    for (const point of ['h8', 'h9', 'i10', 'j10']) await tap(point);
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');
    await ann.page.getByRole('button', { name: 'Use this position' }).tap();
    await ann.reads('Black to move · Renju · 15×15');
    await ann.page.locator('.board-foul').waitFor({ state: 'attached' });
    await tap('h10');
    await ann.reads('Black may not play there.');
    await tap('h7');
    await ann.reads('White to move · Renju · 15×15');

    await ann.page.getByLabel('Thinking time').selectOption({ label: 'for 1 s' });
    await ann.page.getByRole('button', { name: 'Analyze', exact: true }).tap();
    await ann.page.getByText(/^Done ·/).waitFor();
    const first = lines(ann).getByRole('listitem').first().getByRole('button').first();
    await first.waitFor();
    await ann.page.getByRole('button', { name: 'Turn off' }).tap();
    const point = await first.innerText();
    await first.tap(); // previews
    await ann.page.locator('.note-stone').first().waitFor();
    await first.tap(); // plays
    await ann.page.getByRole('tab', { name: 'Moves' }).tap();
    await eventually(async () => (await ann.moves()).join(' ') === `h7 ${point}`, 'the move is played');
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');
    assert.ok(!(await ann.scrollsSideways()));

    // Opening the moves tab keeps the draft, and a replacement shelves it.
    await ann.page.getByRole('tab', { name: 'Set up' }).tap();
    await ann.page.getByRole('button', { name: 'Set up a position' }).tap();
    await tap('c3');
    await ann.page.getByRole('tab', { name: 'Moves' }).tap();
    await ann.moveList.getByRole('button', { name: /h7$/ }).first().tap();
    await ann.page.getByRole('tab', { name: 'Set up' }).tap();
    await tap('d3');
    await paste(ann, 'a1b2');
    await ann.reads('Black to move · Renju · 15×15');
    await ann.page.getByRole('button', { name: 'Undo' }).tap();
    await eventually(() => ann.page.evaluate(() => /A[BW]\[[^;]*(cm|dm)/.test(localStorage.getItem('pentad.study') ?? '')), 'the position that was being set up is there');
});

test('analysis: by the keyboard only', async (stage) => {
    const ann = await stage.visitor();
    const { keyboard } = ann.page;
    await ann.go('/analyse');
    await ann.board.focus();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await keyboard.type('i9');
    await keyboard.press('Enter');
    await keyboard.type('h8');
    await keyboard.press('Enter');
    await ann.hasMoves(['h9', 'i9', 'h8']);
    await focusOn(ann.button('Analyze')); // leave the field
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    await keyboard.type('j10');
    await keyboard.press('Enter');
    await focusOn(ann.button('Analyze'));
    await ann.hasMoves(['h9', 'i9', 'j10', 'h8']);
    await keyboard.press('ArrowUp'); // the alternative move
    await keyboard.press('End');
    await eventually(async () => /Black h8|White to move/.test(await status(ann).innerText()), 'the end of the main line');
    await keyboard.press('Delete');
    await ann.hasMoves(['h9', 'i9', 'j10']);
    await keyboard.press('Control+z');
    await ann.hasMoves(['h9', 'i9', 'j10', 'h8']);
    await focusOn(ann.button('Analyze'));
    await keyboard.press('Enter');
    await ann.page.getByText(/^(Thinking|Done)/).waitFor();
    await keyboard.press('Escape');
    await ann.page.getByText(/^Stopped/).waitFor();
});

test('analysis: opened from a finished game; without the engine the board still works', async (stage) => {
    stage.expect(/ERR_FAILED|Failed to load resource/);
    const [black, white] = [await stage.player('Ann'), await stage.player('Bob')];
    const game = await playGame(black, white, ['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12']);
    const carl = await stage.visitor();
    await carl.go(`/game/${game}`);
    await carl.press('Analyze');
    await carl.reads('Black has won · Ann – Bob · Freestyle · 15×15');
    await becomesEqual(() => carl.page.locator('.board-five').count(), 5, 'the five is marked');

    const dora = await stage.visitor();
    await dora.context.route('**/*.wasm', (route) => route.abort());
    await dora.go('/analyse');
    await dora.click('h8');
    await dora.shows('h8');
    await eventually(async () => /^The board works without the engine/.test(await status(dora).innerText()), 'it says what is missing');
});
