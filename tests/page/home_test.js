// Home page: the board that shows a game, quick ways to start one, the lobby and who is online.
import assert from 'node:assert/strict';
import { playGame } from './player.js';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

const STORED_STONES = 27; // of the stored game
const FIRST_STONES = 9; // where demo games begin

const stones = (visitor) => visitor.page.locator('.home-board .board-stone').count();
const heading = (visitor, name) => visitor.page.getByRole('heading', { name, exact: true });
const onlineList = (visitor) => visitor.page.locator('.home-online');

/** Waits until this many or more stones are on the board. */
const hasStones = (visitor, least) => eventually(async () => (await stones(visitor)) >= least, `${least} stones`);

testAlone('without a game to watch two levels play each other, only while the board is visible and not paused', async (stage) => {
    const ann = await stage.visitor({ size: 'portrait', motion: true });
    const stopped = () => becomesEqual(async () => ann.page.workers().length, 0, 'the number of engines');
    await ann.go('/');
    await ann.reads('Level 5 – Level 6');
    await hasStones(ann, FIRST_STONES + 2);
    assert.equal(ann.page.workers().length, 1);
    assert.equal(await ann.page.locator('[aria-live]:visible, [role=status]:visible, [role=alert]:visible').filter({ hasText: /\S/ }).count(), 0, 'nothing is announced');
    await ann.page.getByRole('img', { name: 'A game being played' }).waitFor();

    await ann.press('Pause');
    await stopped();
    await ann.press('Resume');
    await hasStones(ann, await stones(ann) + 1);

    await ann.page.getByRole('link', { name: 'About Pentad' }).scrollIntoViewIfNeeded();
    await stopped();
    await heading(ann, 'Play Gomoku').scrollIntoViewIfNeeded();
    await hasStones(ann, await stones(ann) + 1);

    const hide = (hidden) => ann.page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    await hide(true);
    await stopped();
    await hide(false);
    await hasStones(ann, await stones(ann) + 1);

    await ann.press('Pause');
    await ann.page.reload();
    await ann.button('Resume').waitFor(); // it is remembered
    await becomesEqual(() => stones(ann), STORED_STONES, 'the stones of the still board');
});

testAlone('with reduced motion the board is still until it is started', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.button('Resume').waitFor();
    await becomesEqual(() => stones(ann), STORED_STONES, 'the stones');
    assert.equal(await ann.page.locator('.home-board .board-five').count(), 5);
    assert.equal(ann.page.workers().length, 0);
    await ann.press('Resume');
    await ann.reads('Level 5 – Level 6');
});

testAlone('without the engine a stored game is shown', async (stage) => {
    stage.expect(/ERR_FAILED/);
    const ann = await stage.visitor({ motion: true });
    await ann.page.route('**/*.wasm', (route) => route.abort());
    await ann.go('/');
    await ann.reads('The engine against itself');
    await hasStones(ann, FIRST_STONES + 1);
});

testAlone('the board shows a live game, and pausing stops following it', async (stage) => {
    const [ann, bob] = [await stage.player('Ann'), await stage.player('Bob')];
    const game = await playGame(ann, bob, ['h8', 'i9', 'h9'], { opponent: 'anyone' });
    const carl = await stage.visitor({ motion: true });
    const sent = (word) => carl.sent.filter((text) => JSON.parse(text).do === word).length;
    const stone = (point) => carl.page.locator(`.home-board [data-point=${point}]`);
    await carl.go('/');
    await carl.page.getByRole('link', { name: 'Ann – Bob', exact: true }).waitFor();
    await stone('h9').waitFor();
    await becomesEqual(() => stones(carl), 3, 'the stones');
    assert.equal((await bob.get(`games/${game}`)).watchers, 0, 'a visitor of the home page is no spectator');
    await bob.play(game, 'i10');
    await stone('i10').waitFor();
    await carl.press('Pause');
    await becomesEqual(async () => sent('leave'), 1, 'leaving');
    await ann.play(game, 'h10');
    assert.equal(await stone('h10').count(), 0);
    await carl.press('Resume');
    await stone('h10').waitFor();
    await bob.play(game, 'a1');
    await ann.play(game, 'h11');
    await bob.play(game, 'a2');
    await ann.play(game, 'h12');
    await becomesEqual(() => carl.page.locator('.home-board .board-five').count(), 5, 'the five');
    await carl.page.getByRole('link', { name: 'Ann – Bob', exact: true }).click();
    await carl.page.waitForURL(`**/game/${game}`);
});

testAlone('the lobby says who is online, and Play online joins an open game or creates one', async (stage) => {
    const carl = await stage.visitor();
    await carl.go('/');
    await becomesEqual(() => onlineList(carl).innerText(), 'Nobody else yet. Invite a friend, or play the computer meanwhile.', 'who is online');
    await carl.reads('1 player online · 0 open games');
    await carl.press('Play online');
    await carl.page.getByRole('dialog', { name: 'Create a game' }).getByRole('button', { name: 'Cancel' }).click();

    const [ann, guest] = [await stage.player('Ann'), await stage.player()];
    await ann.post('games', { opponent: 'anyone', rated: true }); // needs an account
    const { game } = await guest.post('games', { opponent: 'anyone' });
    await onlineList(carl).getByRole('link', { name: 'Ann' }).waitFor();
    await onlineList(carl).getByText('1 more').waitFor();
    await carl.reads('3 players online · 2 open games');
    await carl.press('Play online');
    await carl.page.waitForURL(`**/game/${game}`);
    assert.equal((await guest.get(`games/${game}`)).state, 'playing');
});

test('the first stone on the empty board starts a game', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.press('Place a stone');
    const board = ann.page.getByRole('application', { name: 'Board for your first stone' });
    await becomesEqual(() => board.evaluate((element) => element === document.activeElement), true, 'the focus');
    await becomesEqual(() => ann.axe(), [], 'the empty board');
    await ann.press('Watch a game');
    await ann.page.getByRole('img', { name: 'A game being played' }).waitFor();
    await ann.press('Place a stone');
    await ann.page.keyboard.press('ArrowRight');
    await ann.page.keyboard.press('Enter');
    await ann.page.waitForURL('**/game/*');
    await ann.shows('i8');
});

const FIRST_SCREEN = { desktop: ['Open games', 'Online now', 'Games in progress'], portrait: [], landscape: [] };

for (const [size, lists] of Object.entries(FIRST_SCREEN))
    test(`the first screen has everything to start, and nothing in it moves: ${size}`, async (stage) => {
        const ann = await stage.visitor({ size, motion: true });
        await ann.page.addInitScript(() => {
            window.moved = [];
            new PerformanceObserver((list) => {
                for (const { hadRecentInput, sources } of list.getEntries())
                    if (!hadRecentInput) window.moved.push(...sources.map(({ node }) => node).filter((node) => node?.parentElement?.closest('.home')).map((node) => node.className));
            }).observe({ type: 'layout-shift', buffered: true });
        });
        await ann.go('/');
        await ann.reads(/players? online · \d+ open games?/);
        await hasStones(ann, FIRST_STONES);
        const { height } = ann.page.viewportSize();
        const status = ann.page.getByRole('link', { name: /online · / });
        for (const place of [heading(ann, 'Play Gomoku'), ann.button('Play'), ann.button('Invite a friend'), ann.button('Play online'), status,
            ann.button('Pause'), ...lists.map((name) => heading(ann, name))]) {
            const { y, height: own } = await place.boundingBox();
            assert.ok(y >= 0 && y + own <= height, `${place} ends at ${y + own} of ${height}`);
        }
        await becomesEqual(() => ann.axe(), [], 'axe');
        assert.deepEqual(await ann.page.evaluate(() => window.moved), []);
        await status.click();
        await eventually(() => heading(ann, 'Open games').evaluate((element) => element.getBoundingClientRect().top < window.innerHeight), 'the lobby is in sight');
    });
