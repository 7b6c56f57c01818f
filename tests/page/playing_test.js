// Whole games, from the first click to the last stone.
import assert from 'node:assert/strict';
import { eventually, test, testAlone } from './tap.js';

// Every other point from the edge: makes no line and blocks none, so the game is lost soon.
const HARMLESS_MOVES = Array.from({ length: 64 }, (_, i) => `${'acegikmo'[i % 8]}${2 * Math.floor(i / 8) + 1}`);

/** One visitor invites, another joins by the link; the inviter has the first seat. */
async function invite(stage, { game = '', opening = '', size = 'desktop' } = {}) {
    const [ann, bob] = [await stage.visitor(), await stage.visitor({ size })];
    await ann.go('/');
    await ann.press('Invite a friend');
    const box = ann.page.getByRole('dialog', { name: 'Invite a friend' });
    if (game) await box.getByLabel('Game', { exact: true }).selectOption(game);
    if (opening) await box.getByLabel('Opening').selectOption(opening);
    await box.getByRole('radio', { name: 'Black' }).check();
    await box.getByRole('button', { name: 'Create link' }).click();
    const link = await ann.page.getByRole('textbox', { name: 'Link to the game' }).first().inputValue();
    const notice = ann.page.getByText(/^This server only listens on this computer: others cannot open the link\./);
    await notice.first().waitFor();
    await ann.page.getByRole('tab', { name: 'More' }).click();
    await notice.nth(1).waitFor(); // at both links
    await ann.page.getByRole('tab', { name: 'Moves' }).click();
    await bob.go(link);
    await bob.press('Join the game');
    return { ann, bob, link };
}

testAlone('two people play a whole game; one returns in another tab, the server is killed', async (stage) => {
    stage.expect(/WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)/);
    const { ann, bob, link } = await invite(stage);
    await ann.place('h8');
    await bob.place('a1');
    await ann.place('h9');
    await bob.place('a2');

    await ann.page.close();
    await bob.reads(/^away/);
    ann.page = await ann.open();
    await ann.go(link);
    await ann.hasMoves(['h8', 'a1', 'h9', 'a2']);
    await bob.reads(/^here/);

    await stage.server.kill();
    await ann.reads('Connection lost …');
    await bob.reads('Connection lost …');
    await ann.click('h10'); // sent when the server is back
    await stage.server.start();
    await bob.shows('h10');
    await bob.place('a3');
    await ann.place('h11');
    await bob.place('a4');
    await ann.reads('Your turn');
    await ann.click('h12');

    await ann.reads('You won');
    await bob.reads('You lost');
    for (const visitor of [ann, bob])
        await visitor.hasMoves(['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12']);

    await bob.press('Rematch');
    await ann.press('Accept the rematch');
    await ann.page.waitForURL((url) => url.href !== link && url.pathname.startsWith('/game/'));
    await bob.place('h8'); // colours are swapped
    await ann.place('h9');
});

test('a game against the computer to the end', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.page.getByLabel('Computer level').selectOption('1');
    await ann.press('Play');
    await ann.board.waitFor();
    const ended = ann.page.getByText(/^(You won|You lost|Draw)$/);
    const turn = ann.page.getByText('Your turn', { exact: true });
    for (const point of HARMLESS_MOVES) {
        await ended.or(turn).first().waitFor();
        if (await ended.isVisible()) break;
        if (!(await ann.moves()).includes(point)) await ann.place(point);
    }
    await ann.button('Rematch').waitFor();
});

test('takeback and resignation', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.press('Play');
    await ann.board.waitFor();
    await ann.reads('Your turn');
    const before = (await ann.moves()).length;
    await ann.place('a1');
    await ann.reads('Your turn');
    await ann.press('Take back');
    await eventually(async () => (await ann.moves()).length === before, 'the move is taken back');
    await ann.place('b1');
    await ann.press('Resign');
    await ann.page.getByRole('dialog', { name: 'Resign this game?' }).getByRole('button', { name: 'Resign' }).click();
    await ann.reads('You lost');
    await ann.reads('You resigned.');
});

test('swap2, step by step', async (stage) => {
    const { ann, bob } = await invite(stage, { opening: 'swap2' });
    await ann.reads('Place the opening stones: 3 left, Black next');
    await ann.click('h8');
    await ann.reads('Place the opening stones: 2 left, White next');
    await ann.click('i9');
    await ann.reads('Place the opening stones: 1 left, Black next');
    await ann.click('j8');
    await bob.reads('Choose your color');
    await ann.reads('They will take the side they prefer, or place two more stones and leave the choice to the other side.');
    for (const name of [/^Take White/, /^Take Black/, /^Two more stones/])
        assert.equal(await bob.page.getByRole('button', { name }).count(), 1, String(name));
    await bob.page.getByRole('button', { name: /^Two more stones/ }).click();
    await bob.reads('Place two more stones: 2 left, White next');
    await bob.click('g7');
    await bob.reads('Place two more stones: 1 left, Black next');
    await bob.click('k12');
    await ann.reads('Choose your color');
    await bob.reads('They will take the side they prefer.');
    await ann.page.getByRole('button', { name: /^Take White/ }).click();
    await ann.place('h7');
    await bob.place('h6');
    await ann.hasMoves(['h8', 'i9', 'j8', '+2', 'g7', 'k12', 'swaps', 'h7', 'h6']);
});

test('a draw is offered, declined and agreed', async (stage) => {
    const { ann, bob } = await invite(stage);
    await ann.place('h8');
    await bob.place('i9');
    await ann.press('Offer draw');
    await bob.press('Decline');
    const told = ann.page.getByRole('status').filter({ hasText: /declined the draw\.$/ });
    await told.waitFor();
    await ann.button('Withdraw').waitFor({ state: 'detached' });
    await ann.press('Take back');
    await bob.press('Decline');
    await ann.page.getByRole('status').filter({ hasText: /declined the takeback\.$/ }).waitFor();
    await bob.press('Offer draw');
    await ann.press('Accept');
    await ann.reads('Draw');
    await bob.reads('Draw');
});

test('renju marks forbidden points and says why', async (stage) => {
    const { ann, bob } = await invite(stage, { game: 'renju' });
    for (const [black, white] of [['h8', 'a1'], ['h9', 'a3'], ['i10', 'a5'], ['j10', 'a7']]) {
        await ann.place(black);
        await bob.place(white);
    }
    await ann.reads('Your turn');
    await ann.click('h10');
    await ann.reads('Black may not make two open threes at once.');
    await ann.place('k12');
});

test('others watch and replay the game', async (stage) => {
    const [ann, bob] = [await stage.player(), await stage.player()];
    const { game } = await ann.post('games', { opponent: 'anyone', color: 'black' });
    const carl = await stage.visitor();
    await carl.go('/');
    await bob.act(game, 'join');
    await ann.play(game, 'h8');
    await carl.page.getByRole('link', { name: `Watch ${ann.me.name}` }).click();
    await carl.shows('h8');
    await bob.play(game, 'i9');
    await carl.shows('i9');
    await carl.press('Previous move');
    await carl.reads('After move 1 of 2');
    await ann.play(game, 'm10');
    await carl.reads('After move 1 of 3'); // the replayed position stays
    await carl.press('Back to the game');
    const margin = await carl.moveList.locator('[aria-current]').evaluate((move) => {
        const written = document.createRange();
        written.selectNodeContents(move);
        return move.getBoundingClientRect().right - written.getBoundingClientRect().right;
    });
    assert.ok(margin >= 4, `three letters have room, ${margin} pixels`);
    await ann.act(game, 'resign');
    await carl.reads(`${bob.me.name} wins`);
});
