// Invitations, and the limit of ongoing games against levels.
import assert from 'node:assert/strict';
import { playGame } from './player.js';
import { becomesEqual, eventually, test } from './tap.js';

test('an invitation is shown on any page, at once and after a reload', async (stage) => {
    const [ann, bob] = [await stage.visitor({ size: 'phone' }), await stage.player('Bob')];
    const person = await stage.player('Ann');
    await ann.context.addCookies([person.cookie]);
    await ann.go('/ratings');
    const card = ann.page.getByRole('status').filter({ hasText: 'Bob challenges you' });
    assert.equal(await card.count(), 0);
    await bob.post('games', { opponent: 'user:Ann', rules: 'renju' });
    await card.waitFor();

    await ann.page.reload();
    await card.waitFor();
    await card.getByRole('link', { name: 'View' }).click();
    await ann.press('Join the game');
    await ann.page.getByText(/^(Your turn|Waiting for Bob)$/).first().waitFor();
    await card.waitFor({ state: 'detached' });
});

test('an invitation can be declined, and the inviter is told', async (stage) => {
    const [ann, bob] = [await stage.visitor({ size: 'phone' }), await stage.visitor()];
    await ann.context.addCookies([(await stage.player('Cora')).cookie]);
    const person = await stage.player('Dirk');
    await bob.context.addCookies([person.cookie]);
    await ann.go('/rules');
    await bob.go('/rules');
    await eventually(() => bob.frames.length > 0 && ann.frames.length > 0, 'both lines are open');
    await person.post('games', { opponent: 'user:Cora' });
    await Promise.all([bob.reads('Cora can’t play right now.'), ann.press('Decline')]);
    await ann.button('Decline').waitFor({ state: 'detached' });

    const { game } = await person.post('games', { opponent: 'user:Cora' });
    await bob.go('/');
    await bob.reads('You challenged Cora');
    await ann.go(`/game/${game}`);
    await bob.go(`/game/${game}`);
    await bob.reads('Waiting for Cora');
    // Bob's toast disappears soon: start waiting before it comes.
    await Promise.all([
        bob.reads('Cora can’t play right now.'), bob.reads('Invitation declined'),
        ann.press('Decline').then(() => ann.reads('Invitation declined')),
    ]);
});

test('invitations do not cover a running game, and a postponed one stays away', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    const [person, bob, carl, dora, emil] = await Promise.all(['Eve', 'Fred', 'Gina', 'Hans', 'Ivy'].map((name) => stage.player(name)));
    await ann.context.addCookies([person.cookie]);
    const game = await playGame(person, bob, ['h8', 'a1'], {});
    await ann.go(`/game/${game}`);
    for (const other of [bob, carl, dora]) await other.post('games', { opponent: 'user:Eve' });
    const badge = ann.button('3 game invitations');
    const cards = ann.page.locator('.invitation-card');
    await badge.waitFor();
    assert.equal(await cards.count(), 0);
    const [board, button] = [await ann.board.boundingBox(), await badge.boundingBox()];
    assert.ok(button.y + button.height <= board.y, 'it is above the board');
    assert.equal(await ann.scrollsSideways(), false);
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');
    await ann.place('h9');

    await badge.click();
    await ann.reads('2 more invitations');
    await badge.click();
    await eventually(async () => (await cards.count()) === 0, 'the number opens and closes them');
    await ann.go('/rules');
    await badge.waitFor();
    assert.equal(await cards.count(), 0, 'put off');
    await emil.post('games', { opponent: 'user:Eve' });
    await ann.reads('Ivy challenges you');
    assert.equal(await cards.count(), 1);
    await ann.button('Later').press('Enter');
    await eventually(() => ann.page.evaluate(() => document.activeElement.matches('h1')), 'the focus is at the heading');
    await ann.page.reload();
    await ann.button('4 game invitations').waitFor();
    assert.equal(await cards.count(), 0, 'still put off');
});

test('a game for another user or for accounts only says so', async (stage) => {
    const [ann, bob, carl] = [await stage.player('Jan'), await stage.player('Kim'), await stage.visitor()];
    const { game: meant } = await ann.post('games', { opponent: 'user:Kim' });
    await carl.go(`/game/${meant}`);
    await carl.reads('Jan is waiting for Kim');
    assert.equal(await carl.button('Join the game').count(), 0);

    const { game: rated } = await bob.post('games', { opponent: 'anyone', rated: true });
    await carl.go(`/game/${rated}`);
    await carl.press('Sign up or log in');
    await carl.page.waitForURL('**/account');
});

test('after a loss to a level the weaker one is offered, on the same board', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    const request = { opponent: 'level:2', color: 'black', rules: 'standard', size: 11, time: '300+5' };
    const { game } = await (await ann.page.request.post('/api/games', { data: request, headers: { Origin: stage.server.url } })).json();
    await ann.go(`/game/${game}`);
    await ann.place('f6');
    await ann.press('Resign');
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await ann.reads('You resigned.');
    await ann.press('Try Level 1');
    await ann.page.waitForURL((url) => !url.pathname.endsWith(game));
    await ann.page.getByRole('heading', { name: /Level 1/ }).waitFor();
    const next = await (await ann.page.request.get(`/api/games/${ann.page.url().split('/').pop()}`)).json();
    for (const field of ['rules', 'size', 'time', 'opening', 'mist']) assert.equal(next[field], { ...request, opening: 'none', mist: false }[field], field);
});

test('at the limit of games against levels one is resumed or given up', async (stage) => {
    stage.expect(/429/);
    const ann = await stage.visitor({ size: 'phone' });
    const levels = async () => (await ann.page.request.get('/api/session')).json().then(({ games }) => games);
    await ann.go('/');
    for (let i = 0; i < 2; i++) {
        await ann.press('Play');
        await ann.page.waitForURL('**/game/*');
        await ann.settle();
        await ann.page.getByRole('link', { name: 'Pentad' }).click();
        await ann.page.getByRole('heading', { name: 'Play Gomoku' }).waitFor();
    }
    const two = await levels();
    assert.equal(two.length, 2);

    await ann.press('Play');
    const box = ann.page.getByRole('dialog', { name: 'Two games in progress' });
    await box.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await levels(), two);

    await ann.press('Play');
    await box.getByRole('button', { name: 'Resign' }).first().click();
    await ann.page.waitForURL('**/game/*');
    const now = await levels();
    assert.equal(now.length, 2);
    assert.equal(now.filter((id) => two.includes(id)).length, 1);

    // The socket of a new page may still be connecting when the game is rejected.
    let open;
    const refused = new Promise((done) => {
        open = done;
    });
    await ann.page.routeWebSocket('**/api/socket', async (socket) => {
        await refused;
        socket.connectToServer();
    });
    await ann.go('/');
    const answer = ann.page.waitForResponse((response) => response.status() === 429);
    await ann.press('Play');
    await answer;
    open();
    await box.getByRole('button', { name: 'Continue' }).first().click();
    await ann.page.waitForURL('**/game/*');
    assert.deepEqual(await levels(), now);
});

test('a game with a stone on the board is aborted only after a question', async (stage) => {
    const [person, other] = [await stage.player(), await stage.player()];
    const ann = await stage.visitor();
    await ann.context.addCookies([person.cookie]);
    await ann.go(`/game/${await playGame(other, person, ['h8'])}`);
    const box = ann.page.getByRole('dialog', { name: 'Abort this game?' });
    await ann.press('Abort');
    await box.getByRole('button', { name: 'Cancel' }).click();
    await ann.reads('Your turn');
    await ann.press('Abort');
    await box.getByRole('button', { name: 'Abort' }).click();
    await ann.reads('Game aborted');
});
