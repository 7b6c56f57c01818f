// Mist: nothing hidden is in socket messages, in the page or in the browser's storage.
import assert from 'node:assert/strict';
import { test } from './tap.js';
import { becomesEqual } from './waiting.js';
import { MIST_PUZZLES } from '../../web/js/course/mist_puzzle_data.js';

/** The points of the 7x7 hole that are on the board. */
function hole(centre) {
    const [x, y] = [centre.charCodeAt(0) - 97, Number(centre.slice(1)) - 1];
    const points = new Set();
    for (let dx = -3; dx <= 3; dx++)
        for (let dy = -3; dy <= 3; dy++)
            if (x + dx >= 0 && x + dx < 19 && y + dy >= 0 && y + dy < 19) points.add(String.fromCharCode(97 + x + dx) + (y + dy + 1));
    return points;
}

/** All point names in a value, except the position of the hole. */
function pointsIn(value, key = '') {
    if (typeof value === 'string') return key !== 'centre' && /^[a-s]([1-9]|1\d)$/.test(value) ? [value] : [];
    if (value === null || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([name, inner]) => [...pointsIn(inner, name), ...pointsIn(name)]);
}

// Black's stones are never inside White's hole; the test checks that too.
const BLACK = ['a1', 's19', 'a19', 's1', 'b19'];
const WHITE = ['j10', 'j11', 'j12', 'j13', 'c3'];

test('in the mist a player receives, sees and stores only visible stones', async (stage) => {
    const ann = await stage.player();
    const bob = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'black', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    for (const [i, point] of BLACK.entries()) {
        await ann.answer(game, point);
        await bob.place(WHITE[i]);
    }
    const messages = bob.frames.map((text) => JSON.parse(text));
    const views = messages.flatMap((m) => [m.view, m.game?.view]).filter(Boolean);
    const seen = new Set(views.flatMap((view) => [...hole(view.centre)]));
    const hidden = BLACK.filter((point) => !seen.has(point));
    assert.ok(views.length >= WHITE.length && hidden.length >= 3, `the stones ${hidden} were never to be seen`);

    const told = new Set(messages.flatMap((m) => pointsIn(m)));
    assert.deepEqual(hidden.filter((point) => told.has(point)), [], 'points on the wire');
    const moves = messages.flatMap((m) => [m.moves, m.game?.moves]).filter(Boolean);
    assert.ok(moves.length > 0 && moves.every((list) => list.every((move, ply) => ply % 2 === 1 || move === null)));

    const kept = await bob.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    const drawn = await bob.page.locator('main').innerHTML();
    for (const point of hidden) {
        const word = new RegExp(`\\b${point}\\b`);
        assert.doesNotMatch(kept, word, 'what the browser keeps');
        assert.doesNotMatch(drawn, new RegExp(`data-point="${point}"`), 'what the page draws');
        assert.ok(!(await bob.moves()).includes(point), 'what the list of moves says');
    }

    await ann.act(game, 'resign');
    await bob.reads('You won');
    for (const point of BLACK) await bob.shows(point);
});

test('in the mist every page of a player shows what that player saw, and no other page does', async (stage) => {
    const ann = await stage.player();
    const bob = await stage.visitor();
    const phone = await stage.visitor({ size: 'portrait' });
    const annsPage = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'black', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    await phone.context.addCookies(await bob.context.cookies());
    await annsPage.context.addCookies([ann.cookie]);
    const tab = await bob.open();
    await tab.goto(`/game/${game}`);
    for (const visitor of [phone, annsPage]) await visitor.go(`/game/${game}`);

    const shown = async (pages, points) => {
        const stones = (page) => page.locator('.board-stone').evaluateAll((found) => found.map((stone) => stone.dataset.point).sort());
        for (const [i, page] of pages.entries()) await becomesEqual(() => stones(page), points, `stones on page ${i}`);
    };
    const bobs = [bob.page, tab, phone.page];
    await ann.answer(game, 'a1');
    await bob.reads('Your turn');
    await bob.click('a1');
    await shown(bobs, ['a1']);
    await bob.place('b2');
    await ann.answer(game, 'c3'); // Bob's hole is at b1 now
    await shown(bobs, ['a1', 'b2', 'c3']);
    await bob.place('s19');
    await tab.reload();
    await shown(bobs, ['a1', 'b2', 'c3', 's19']);
    await shown([annsPage.page], ['a1', 'c3']);
    assert.ok(annsPage.frames.every((text) => !/"seen":\[[^\]]/.test(text)), 'Ann has seen nothing');
});

test('a hidden stone that was hit in the mist is remembered', async (stage) => {
    const ann = await stage.player();
    const bob = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'black', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    await ann.answer(game, 'a1');
    await bob.reads('Your turn');
    await bob.click('a1');
    await bob.reads('There is already a Black stone there. Try another point.');
    await bob.place('k10');
    await ann.answer(game, 's19');
    await bob.reads('Your turn');
    await bob.click('a1');
    await bob.reads('There is already a stone there.'); // known now: no request was sent
    assert.ok(bob.frames.every((text) => !text.includes('"tries":[{')), 'not before the end');
    await ann.act(game, 'resign');
    await bob.page.getByRole('main').getByText(/Blocked attempts: Black 0, White 1\./).waitFor();
    assert.equal(await bob.page.locator('.board-ring').count(), 0);
    await bob.page.getByRole('button', { name: /a1$/ }).click();
    await bob.page.locator('.board-ring').waitFor();
    await bob.page.locator('.board-hole').waitFor();
});

test('the computer plays in the mist', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.press('Into the mist');
    const box = ann.page.getByRole('dialog', { name: 'Play the computer' });
    await box.getByRole('radio', { name: 'Black' }).check();
    await box.getByRole('button', { name: 'Play' }).click();
    await ann.place('j10');
    await ann.place('a1'); // far from where it plays: a hidden stone on the point would be hit
    await ann.reads('Your turn');
});

test('after a game in the mist the page shows what each side knew and could have known', async (stage) => {
    const ann = await stage.player();
    const bob = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'white', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    // Black's r11 and r17 leave h17 as the only point for White's first stone.
    for (const [black, white] of [['r11', 'h17'], ['r17', 'c4'], ['j10', 's19']]) {
        await bob.place(black);
        await ann.answer(game, white);
    }
    await bob.reads('Your turn');
    const review = bob.page.getByRole('group', { name: 'What each side knew' });
    assert.equal(await review.count(), 0, 'not during the game');
    await ann.act(game, 'resign');
    await review.getByRole('radio', { name: 'Black' }).check();
    await bob.page.getByText(/^Before move 7, Black had seen 1 of 3 White stones\./).waitFor(); // its turn when White resigned
    await bob.page.getByRole('button', { name: 'h17, move 5' }).click();
    await bob.page.getByText(/^Before move 5, Black had seen 0 of 2 White stones\./).waitFor();
    await bob.reads('Could have been deduced (ringed): h17. The holes leave no other point.');
    assert.equal(await bob.page.locator('.board-ring').count(), 1);
    assert.equal(await bob.page.locator('.board-stone--unknown').count(), 1, 'c4 is faded');
    assert.ok((await bob.page.locator('.board-guess').count()) > 1, 'where c4 could be');
    await review.getByRole('radio', { name: 'Everything' }).check();
    assert.equal(await bob.page.locator('.board-stone--unknown').count(), 0);
});

test('what a side knew has no rings of the five, and the review of the moves says that it sees everything', async (stage) => {
    const ann = await stage.player();
    const bob = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'white', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    for (const [i, point] of ['a1', 'b1', 'c1', 'd1'].entries()) {
        await bob.place(point);
        await ann.answer(game, WHITE[i]);
    }
    await bob.place('e1');
    await bob.reads('You won');
    const fives = bob.page.locator('.board-five');
    assert.equal(await fives.count(), 5);
    const review = bob.page.getByRole('group', { name: 'What each side knew' });
    await review.getByRole('radio', { name: 'White' }).check();
    await bob.page.getByText(/^Before move 8, White had seen /).waitFor();
    assert.equal(await fives.count(), 0, 'rings are stones that could have been deduced');
    await review.getByRole('radio', { name: 'Everything' }).check();
    await becomesEqual(() => fives.count(), 5, 'all is shown again');
    await bob.press('Review the game');
    await bob.reads('This review sees the whole board. The players saw only what the mist showed them.');
});

test('what each side knew says that the engine is missing, and tries again', async (stage) => {
    stage.expect(/ERR_FAILED/);
    const ann = await stage.player();
    const bob = await stage.visitor();
    const { game } = await ann.post('games', { opponent: 'link', color: 'white', mist: true });
    await bob.go(`/game/${game}`);
    await bob.press('Join the game');
    await bob.place('a1');
    await ann.act(game, 'resign');
    await bob.reads('You won');
    await bob.context.route('**/*.wasm', (route) => route.abort());
    const review = bob.page.getByRole('group', { name: 'What each side knew' });
    await review.getByRole('radio', { name: 'Black' }).check();
    await bob.page.locator('.mist-review').getByText('There is no connection to the server.').waitFor();
    await bob.context.unroute('**/*.wasm');
    await review.getByRole('radio', { name: 'Everything' }).check();
    await review.getByRole('radio', { name: 'Black' }).check();
    await bob.page.getByText(/^Before move 1, Black had seen 0 of 0 White stones\./).waitFor();
});

test('a puzzle in the mist: a wrong point, a hint, the right point and why', async (stage) => {
    const ann = await stage.visitor();
    const { answer } = MIST_PUZZLES.find(({ level }) => level === 2);
    await ann.go('/learn');
    await ann.page.getByRole('link', { name: /Hidden stones: four points/ }).click();
    await ann.reads('Step 1 of 60');
    const rings = ann.page.locator('.board-ring');
    assert.equal(await rings.count(), 0);
    await ann.click('s1');
    await ann.page.getByText(/^It cannot be there\./).waitFor();
    await ann.press('Try again');
    await ann.press('Hint');
    assert.equal(await rings.count(), 4);
    await ann.click(answer);
    await ann.page.getByText(/ (has your own stone|is in the hole, and empty)\./).waitFor();
    await ann.page.locator(`.board-stone[data-point="${answer}"]`).waitFor();
    await ann.press('Continue');
    await ann.reads('Step 2 of 60');
});
