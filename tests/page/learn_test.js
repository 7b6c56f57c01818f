// Puzzles and lessons, by touch and by keyboard only.
import assert from 'node:assert/strict';
import { focused, tabTo } from './keyboard.js';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

const FOUR_THREE = '2dcf84b3e944c22f'; // k12, l12 is forced, k13
const DEFENCE = '3b47b3395fd6e299'; // h8

const clean = async (visitor, what) => {
    await becomesEqual(() => visitor.axe(), [], what);
    assert.ok(!(await visitor.scrollsSideways()), `${what}: scrolls sideways`);
};

testAlone('puzzles: a wrong move is refuted, only the first try counts, and they work offline', async (stage) => {
    stage.expect(/ERR_CONNECTION_(REFUSED|RESET)|WebSocket/);
    const ann = await stage.visitor({ size: 'phone' });
    const tap = async (point) => {
        await ann.tap(point);
        await ann.press(`Place at ${point}`);
    };
    await ann.go('/learn');
    await ann.page.getByRole('link', { name: 'Solve puzzles' }).click();
    await ann.page.getByRole('heading', { name: 'Puzzles', level: 1 }).waitFor();

    await ann.go(`/puzzles/${DEFENCE}`);
    await ann.reads('Find the defense');
    await ann.page.getByText(/^Solved: \+\d+\. With one hint: .* a second hint: −\d+\.$/).waitFor();
    const rated = ann.page.getByRole('checkbox', { name: 'Rated' });
    await rated.uncheck();
    await ann.reads('Practice: your rating does not change.');
    await ann.press('Solution');
    await ann.reads('Here is the solution');
    await ann.reads('0/0');
    await ann.page.reload();
    await ann.reads('Find the defense');
    await ann.settle();
    assert.equal(await rated.isVisible(), false, 'a solution that was seen cannot be rated');
    await ann.go(`/puzzles/${FOUR_THREE}`);
    await ann.reads('Find the win');
    await rated.check();
    await tap('a1');
    await ann.button('Try again').waitFor();
    await ann.reads('0/1');
    await clean(ann, 'a refuted move');
    await ann.press('Try again');

    await stage.server.kill();
    await ann.reads('Connection lost …');
    await tap('k12');
    await ann.reads('Right. Keep going!');
    await tap('k13');
    await ann.reads('Solved');
    await ann.page.locator('.board-five').first().waitFor();
    await ann.reads('0/1'); // not the first try
    await ann.press('Show me why');
    await ann.page.getByRole('dialog').getByText(/k12/).first().waitFor();
    await ann.page.keyboard.press('Escape');
    await clean(ann, 'a solved puzzle');

    await ann.press('Next puzzle');
    await ann.reads('Rating');
    await ann.page.getByRole('tab', { name: 'Choose' }).click();
    await ann.page.getByRole('radio', { name: 'Defense' }).check({ force: true });
    await ann.reads('Find the defense');
    await ann.page.waitForURL(/\/puzzles\/[0-9a-f]{16}\?theme=defence$/);
    await ann.press('Solution');
    await ann.reads('Here is the solution');
    await ann.page.getByRole('tab', { name: 'Progress' }).click();
    await ann.reads('0/2');
});

test('puzzles: a defence, the puzzle of the day, and the rating', async (stage) => {
    const ann = await stage.visitor();
    await ann.go(`/puzzles/${DEFENCE}`);
    await ann.reads('Find the defense');
    const threat = await ann.watchFor('[data-point=l4]');
    await ann.press('Show the threat');
    await threat();
    await ann.page.locator('[data-point=l4]').waitFor({ state: 'detached' });
    await ann.click('h8');
    await ann.reads('Solved');
    await ann.reads('1/1');
    await ann.press('Show me why');
    await ann.page.getByRole('dialog', { name: 'What was threatened' }).waitFor();
    await ann.page.reload();
    await ann.reads('1/1');

    await ann.go('/');
    await ann.page.getByRole('link', { name: 'Solve it' }).click();
    await ann.page.waitForURL('**/puzzles/daily');
    await ann.press('Hint');
    await ann.press('Solution');
    await ann.reads('Here is the solution');
    await ann.reads('1/2');
    await ann.go('/');
    await ann.reads('Done for today.');
    await ann.go('/puzzles/0000000000000000');
    await ann.page.getByRole('heading', { name: 'No such puzzle' }).waitFor();
});

test('puzzles: a hint is not forgotten by a reload, nor when the puzzle comes back', async (stage) => {
    const ann = await stage.visitor();
    await ann.go(`/puzzles/${FOUR_THREE}`);
    await ann.button('Hint').dblclick(); // is one
    const stakes = ann.page.locator('.puzzle-stakes');
    assert.match(await stakes.textContent(), /Solved with this hint/);
    const said = await stakes.textContent();
    await ann.page.reload();
    await becomesEqual(() => stakes.textContent(), said, 'what the try may cost, after a reload');
    await ann.go(`/puzzles/${DEFENCE}`);
    await ann.reads('Find the defense');
    await ann.go(`/puzzles/${FOUR_THREE}`);
    await becomesEqual(() => stakes.textContent(), said, 'what the try may cost');
    assert.equal(await ann.page.getByRole('checkbox', { name: 'Rated' }).isDisabled(), true);
    await ann.press('Solution');
    await ann.reads('Here is the solution');
    await ann.page.reload();
    await ann.reads('Find the win');
});

test('puzzles: attempts are synced to another device', async (stage) => {
    const solver = await stage.player('Solver');
    const here = await stage.visitor();
    await here.go(`/puzzles/${DEFENCE}`);
    await here.reads('Find the defense');
    await here.click('h8'); // as a guest
    await here.reads('Solved');
    await here.context.addCookies([solver.cookie]);
    await here.page.reload();
    await here.reads('1/1');
    await eventually(async () => (await solver.get('puzzles')).attempts.length === 1, 'the server knows');
    const there = await stage.visitor({ size: 'phone' });
    await there.context.addCookies([solver.cookie]);
    await there.go('/puzzles');
    await there.reads('1/1');
});

test('a lesson by the keyboard only, on a phone', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    const { keyboard } = ann.page;

    await ann.go('/learn');
    await tabTo(ann.page.getByRole('link', { name: /Four-three/ }));
    await keyboard.press('Enter');
    await ann.reads('Step 1 of 2');
    await tabTo(ann.board);
    await keyboard.press('Enter'); // e5, which is occupied
    await ann.reads('There is already a stone there.');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await ann.reads('Not quite');
    await eventually(() => focused(ann.button('Try again')), 'the focus is on what to do next');
    await clean(ann, 'a wrong answer');
    await keyboard.press('Enter');
    await eventually(() => focused(ann.board), 'the focus is back on the board');
    await keyboard.type('f5');
    await keyboard.press('Enter');
    await ann.reads('Good. Keep going!');
    await keyboard.type('f4');
    await keyboard.press('Enter');
    await ann.reads('Right');
    await clean(ann, 'a right answer');
    await eventually(() => focused(ann.button('Continue')), 'the focus is on what to do next');
    await keyboard.press('Enter');
    await ann.reads('Step 2 of 2');
    await tabTo(ann.button('Hint'));
    await keyboard.press('Enter');
    await ann.reads('Hint');
    await keyboard.type('f6');
    await keyboard.press('Enter');
    await ann.reads('Good. Keep going!');
    await keyboard.type('e6');
    await keyboard.press('Enter');
    await ann.reads('Right');
    await eventually(() => focused(ann.page.getByRole('main').getByText(/^Next: /)), 'the focus is on what to do next');
    await keyboard.press('Enter'); // to the next lesson
    await ann.page.getByRole('heading', { name: 'Winning by fours' }).waitFor();
    await ann.go('/learn');
    await ann.page.getByRole('link', { name: /Four-three.*Done/ }).waitFor();

    await ann.go('/learn/swap2');
    await ann.press('Take White');
    await ann.reads('Not quite');
    await ann.press('Take Black');
    await ann.reads('Right');
    await ann.go('/learn/nothing');
    await ann.page.getByRole('heading', { name: 'No such lesson' }).waitFor();
});
