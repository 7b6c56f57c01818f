// Accessibility: small screens, keyboards, screen readers, slow connections.
import assert from 'node:assert/strict';
import { playGame } from './player.js';
import { focused, focusOn, tabTo } from './keyboard.js';
import { becomesEqual, eventually, test } from './tap.js';

const PAGES = ['/', '/games', '/user/Ann', '/ratings', '/rules', '/account', '/about', '/lab', '/learn', '/learn/mist', '/puzzles/3b47b3395fd6e299', '/nothing'];
const FIRST_VISIT = 150_000; // bytes

/** Games in every state, as seen by Ann. */
async function games(stage) {
    const [ann, bob] = [await stage.player('Ann'), await stage.player('Bob')];
    const waiting = (await ann.post('games', { opponent: 'link', opening: 'swap2', time: '300+5' })).game;
    const invited = (await bob.post('games', { opponent: 'user:Ann' })).game;
    const playing = await playGame(bob, ann, ['h8', 'i9', 'h9'], { rules: 'renju', time: '600+3x30' });
    const choosing = (await bob.post('games', { opponent: 'link', color: 'black', opening: 'swap2' })).game;
    await ann.act(choosing, 'join');
    for (const stone of ['h8', 'i9', 'j8']) await bob.play(choosing, stone);
    const offered = await playGame(bob, ann, ['h8', 'i9']);
    await bob.act(offered, 'draw');
    const misty = await playGame(bob, ann, ['j10'], { mist: true });
    const over = await playGame(ann, bob, ['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12'], { rated: true });
    await bob.act(over, 'rematch');
    return { ann, paths: [waiting, invited, playing, choosing, offered, misty, over].map((id) => `/game/${id}`) };
}

// In dark mode only the colours differ.
for (const [size, dark, rules] of [['phone', false, undefined], ['desktop', true, ['color-contrast']]])
    test(`axe finds no violations on any page, and none scrolls sideways: ${size}, ${dark ? 'dark' : 'light'}`, async (stage) => {
        stage.expect(/status of 404/); // "/nothing"
        const { ann, paths } = await stage.once('games', () => games(stage));
        const visitor = await stage.visitor({ size, dark });
        await visitor.context.addCookies([ann.cookie]);
        for (const path of [...PAGES, ...paths]) {
            await visitor.go(path);
            await becomesEqual(() => visitor.axe(rules), [], path);
            assert.ok(!(await visitor.scrollsSideways()), `${path} scrolls sideways`);
        }
        await visitor.page.getByRole('tab', { name: 'More' }).click();
        await becomesEqual(() => visitor.axe(rules), [], 'the looks of the board');
        await visitor.page.getByRole('radio', { name: 'Contrast' }).check();
        await becomesEqual(() => visitor.axe(rules), [], 'the board of high contrast');
        await visitor.go('/');
        await visitor.press('Create a game');
        await becomesEqual(() => visitor.axe(rules), [], 'the box of a new game');
    });

test('touch needs two taps on a small board', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor({ size: 'phone' });
    const { game } = await bob.post('games', { opponent: 'link', color: 'white' });
    await ann.go(`/game/${game}`);
    await ann.page.getByRole('button', { name: 'Join the game' }).tap();
    await ann.reads('Your turn');
    await ann.tap('h8');
    await ann.button('Place at h8').waitFor();
    await ann.tap('i9'); // selects another point
    await ann.button('Place at i9').waitFor();
    await ann.hasMoves([]);
    await ann.tap('i9');
    await ann.shows('i9');
    await bob.answer(game, 'a1');
    await ann.reads('Your turn');
    await ann.tap('h8');
    await ann.page.getByRole('button', { name: 'Place at h8' }).tap();
    await ann.shows('h8');
});

test('a whole game by the keyboard', async (stage) => {
    const ann = await stage.visitor();
    const { keyboard } = ann.page;

    await ann.go('/');
    await tabTo(ann.page.getByRole('link', { name: 'Skip to content' }));
    await tabTo(ann.page.getByLabel('Computer level'));
    await keyboard.press('ArrowDown');
    assert.equal(await ann.page.getByLabel('Computer level').inputValue(), '1');
    await tabTo(ann.button('Options'));
    await keyboard.press('Enter');
    const box = ann.page.getByRole('dialog', { name: 'Play the computer' });
    await tabTo(box.getByRole('radio', { name: 'Random' }));
    await keyboard.press('ArrowRight');
    await tabTo(box.getByRole('button', { name: 'Play' }));
    await keyboard.press('Enter');

    await ann.reads('Your turn');
    await tabTo(ann.board);
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await ann.shows('i9');
    await ann.reads('Your turn');
    await ann.page.getByRole('textbox', { name: 'Type a move' }).focus();
    await keyboard.press('Enter');
    await ann.reads('Type a point, such as h8.');
    await keyboard.type('a1');
    await keyboard.press('Enter');
    await ann.shows('a1');
    await ann.reads('Your turn');
    assert.ok(await focused(ann.page.getByRole('textbox', { name: 'Type a move' })), 'the focus stays');
    await tabTo(ann.page.getByRole('tab', { name: 'Moves' }));
    await keyboard.press('ArrowRight');
    assert.ok(await focused(ann.page.getByRole('tab', { name: 'More' })));
    await tabTo(ann.button('Resign'));
    await keyboard.press('Enter');
    await tabTo(ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }));
    await keyboard.press('Enter');
    await ann.reads('You lost');
});

test('the focus stays near a button that has done its work, and offers are announced', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor();
    const { keyboard } = ann.page;
    const { game } = await bob.post('games', { opponent: 'link', color: 'black' });
    await ann.go(`/game/${game}`);
    const near = () => eventually(() => ann.page.evaluate(() => document.activeElement.matches('.panel, .panel *')), 'the focus is at the status');
    await focusOn(ann.button('Join the game'));
    await keyboard.press('Enter');
    await ann.reads(/^Waiting for/);
    await near();
    await bob.answer(game, 'h8');
    await ann.place('a1');
    await bob.act(game, 'draw');
    await ann.page.locator('[aria-live]', { hasText: /offers a draw\.$/ }).first().waitFor({ state: 'attached' });
    await focusOn(ann.button('Decline'));
    await keyboard.press('Enter');
    await ann.button('Decline').waitFor({ state: 'detached' });
    await near();
    await focusOn(ann.button('Resign'));
    await keyboard.press('Enter');
    await tabTo(ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }));
    await keyboard.press('Enter');
    await ann.reads('You lost');
    await near();
    await focusOn(ann.button('Rematch'));
    await keyboard.press('Enter');
    await ann.page.getByText(/You offered a rematch/).first().waitFor();
    await near();
});

test('after registration the focus is at the heading', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/account');
    const form = ann.page.locator('form').filter({ has: ann.button('Sign up') });
    await form.getByLabel('Name').fill('Focused');
    await form.getByLabel('Password').fill('correct horse');
    await ann.page.keyboard.press('Enter');
    await ann.reads('You are logged in as Focused.');
    assert.ok(await focused(ann.page.getByRole('heading', { name: 'Account', level: 1 })));
});

test('hash links do not re-render the page', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/account');
    const name = ann.page.getByLabel('Name').first();
    await name.fill('half a na');
    await ann.page.getByRole('link', { name: 'Skip to content' }).focus();
    await ann.page.keyboard.press('Enter');
    await ann.page.waitForURL(/#main$/);
    await ann.page.evaluate(() => fetch('/api/choices')); // long enough for a page to be re-rendered
    assert.equal(await name.inputValue(), 'half a na');
    await ann.go('/rules');
    await ann.page.getByRole('link', { name: 'Gomoku in the Mist' }).click();
    await eventually(() => ann.page.locator('#mist').evaluate((place) => Math.abs(place.getBoundingClientRect().top) < 100), 'the section is in sight');
    await ann.page.getByRole('link', { name: 'Ratings' }).click();
    await ann.page.getByRole('heading', { name: 'Ratings', level: 1 }).waitFor();
    await ann.page.goBack();
    await ann.page.getByRole('heading', { name: 'How to play', level: 1 }).waitFor();
});

test('a screen reader is told what happens', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor();
    const { game } = await bob.post('games', { opponent: 'link', color: 'white' });
    await ann.go(`/game/${game}`);
    await ann.press('Join the game');
    await ann.reads('Your turn');
    await ann.board.focus();
    await ann.page.keyboard.press('ArrowUp');
    const heard = (text) => ann.page.locator('[aria-live]', { hasText: text }).first().waitFor({ state: 'attached' });
    await heard('h9, empty');
    await ann.place('h8');
    await bob.answer(game, 'i9');
    await heard('White i9. Your turn');
});

test('a first visit downloads little, a second one nothing', async (stage) => {
    const ann = await stage.visitor();
    const loaded = () => ann.page.evaluate(() =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .map(({ name, transferSize }) => ({ name: new URL(name).pathname, transferSize })));
    const whole = async () => {
        await eventually(async () => (await loaded()).some(({ name }) => name.endsWith('/offline.js')), 'what comes last, when the page has nothing to do');
        await ann.page.waitForLoadState('networkidle'); // and its requests
    };
    await ann.go('/');
    await whole();
    const first = await loaded();
    const bytes = first.reduce((sum, entry) => sum + entry.transferSize, 0);
    assert.ok(bytes < FIRST_VISIT, `${bytes} bytes in ${first.length} files`);
    await ann.page.reload();
    await ann.settle();
    await whole();
    const had = new Set(first.map(({ name }) => name));
    const again = (await loaded()).filter(({ name, transferSize }) => name.startsWith('/@') && had.has(name) && transferSize > 0);
    assert.deepEqual(again, []);
});
