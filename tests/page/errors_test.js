// Errors: bad links, lost connections, hostile input.
import assert from 'node:assert/strict';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

test('a bad link shows an error and a link home', async (stage) => {
    stage.expect(/status of 404/);
    const ann = await stage.visitor();
    for (const [path, says] of [
        ['/game/aaaaaaaaaaaa', 'No such game'], ['/game/x', 'No such game'], ['/user/nobody', 'No such player'],
        ['/nothing', 'No such page'], ['/game', 'No such page'], ['/%zz', 'No such page'], ['/user/%3Cb%3E', 'No such player'],
    ]) {
        await ann.go(path);
        await ann.page.getByRole('heading', { name: says, level: 1 }).waitFor();
        await ann.page.getByRole('main').getByRole('link', { name: 'Home' }).click();
        await ann.page.getByRole('heading', { name: 'Play Gomoku' }).waitFor();
    }
});

testAlone('the page reports a lost connection and reconnects', async (stage) => {
    stage.expect(/WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)/);
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.reads('No open games right now. Create one and anyone can join.');
    await stage.server.kill();
    await ann.reads('Connection lost …');
    await ann.press('Play');
    // The game lists report it too. Wait for the toast before the server is back: it shows that the button's request has
    // failed, otherwise a local game would start.
    await ann.page.locator('.toast', { hasText: 'There is no connection to the server.' }).waitFor();
    await stage.server.start();
    await ann.button('Try now').click({ timeout: 2000 }).catch(() => {}); // it may have reconnected already
    await ann.page.getByText('Connection lost …').waitFor({ state: 'detached' });
    await ann.press('Play');
    await ann.board.waitFor();
});

test('going back closes a dialog, and none stays open over another page', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    await ann.go('/rules');
    await ann.page.getByRole('link', { name: 'Pentad', exact: true }).click();
    await ann.press('Options');
    await ann.page.getByRole('dialog').waitFor();
    await ann.page.goBack();
    await ann.page.getByRole('heading', { name: 'How to play', level: 1 }).waitFor();
    assert.equal(await ann.page.getByRole('dialog').count(), 0);
});

test('going back and reloading keep the scroll position', async (stage) => {
    const ann = await stage.visitor({ size: 'portrait' });
    await ann.go('/rules');
    const position = () => ann.page.evaluate(() => window.scrollY);
    await ann.page.evaluate(() => window.scrollTo(0, 1500));
    await eventually(() => ann.page.evaluate(() => history.state?.scroll === 1500), 'it is stored');
    await ann.page.getByRole('link', { name: 'About Pentad' }).evaluate((link) => link.click()); // without scrolling to it
    await ann.page.getByRole('heading', { name: 'About Pentad', level: 1 }).waitFor();
    assert.equal(await position(), 0);
    await ann.page.goBack();
    await ann.page.getByRole('heading', { name: 'How to play', level: 1 }).waitFor();
    assert.equal(await position(), 1500);
    await ann.page.reload();
    await ann.settle();
    await becomesEqual(position, 1500, 'the scroll position');
});

test('when the network goes away, the page checks the connection at once, and the account page says why it is empty', async (stage) => {
    stage.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection/);
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.reads(/players? online/);
    assert.ok(!ann.sent.some((text) => text.includes('"ping"')));
    await ann.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await eventually(() => ann.sent.some((text) => text.includes('"ping"')), 'a ping');
    await ann.page.route('**/api/**', (route) => route.abort());
    await ann.page.routeWebSocket('**/api/socket', (socket) => socket.close());
    await ann.go('/account');
    await ann.reads('There is no connection to the server.');
});

test('a module that failed to load is loaded again on retry', async (stage) => {
    stage.expect(/SyntaxError/);
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.page.route('**/js/pages/ratings.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'cut sho' }));
    await ann.page.getByRole('link', { name: 'Ratings' }).click();
    await ann.button('Try again').waitFor();
    await ann.page.unroute('**/js/pages/ratings.js');
    await ann.press('Try again');
    await ann.page.getByRole('heading', { name: 'Ratings', level: 1 }).waitFor();
});

test('user input is text, never markup', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor();
    const hostile = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '{{7*7}}', 'javascript:alert(1)'];
    const dialogs = [];
    ann.page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        dialog.dismiss();
    });
    const { game } = await bob.post('games', { opponent: 'link', color: 'black' });
    await ann.go(`/game/${game}`);
    await ann.press('Join the game');
    await ann.reads(/^Waiting for/); // the layout is stable
    await ann.page.getByRole('tab', { name: 'Chat' }).click();
    for (const text of hostile) {
        await bob.act(game, 'say', { text });
        await ann.page.getByRole('listitem').filter({ hasText: text }).waitFor();
    }
    await ann.page.getByRole('textbox', { name: 'Say something' }).fill('<b>hello</b>');
    await ann.press('Send');
    await ann.page.getByRole('listitem').filter({ hasText: '<b>hello</b>' }).waitFor();
    assert.equal(await ann.page.locator('main img, main script, main li b b').count(), 0);
    assert.deepEqual(dialogs, []);
});

testAlone('chat sent while offline is shown after reconnecting', async (stage) => {
    stage.expect(/WebSocket connection|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET)/);
    const bob = await stage.player();
    const ann = await stage.visitor();
    const { game } = await bob.post('games', { opponent: 'link', color: 'black' });
    await ann.go(`/game/${game}`);
    await ann.press('Join the game');
    await ann.reads(/^Waiting for/); // the layout is stable
    await ann.page.getByRole('tab', { name: 'Chat' }).click();
    await ann.context.setOffline(true);
    await stage.server.kill();
    await stage.server.start();
    await bob.act(game, 'say', { text: 'are you there?' });
    await ann.context.setOffline(false);
    await ann.page.getByRole('listitem').filter({ hasText: 'are you there?' }).waitFor();
});

test('no chat is shown when it is switched off', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor();
    const { game } = await bob.post('games', { opponent: 'link', color: 'black' });
    await ann.go(`/game/${game}`);
    await ann.press('Join the game');
    await ann.reads(/^Waiting for/); // the layout is stable
    await ann.page.getByRole('tab', { name: 'Chat' }).click();
    await ann.press('Turn chat off');
    await ann.reads('Chat is off. You won’t receive messages.');
    await bob.act(game, 'say', { text: 'are you there?' });
    await bob.play(game, 'h8');
    await ann.page.getByRole('tab', { name: 'Moves' }).click();
    await ann.shows('h8'); // pushed after the chat line, if there had been one
    assert.ok(!ann.frames.some((text) => text.includes('are you there?')));
});
