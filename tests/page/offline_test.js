// Without the server: games with the engine in the browser, the page from what it kept.
import assert from 'node:assert/strict';
import { eventually, test } from './tap.js';

const AWAY = /WebSocket connection|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/;

test('a game in the browser: openings, taking back, reloading, files', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.press('Options');
    const box = ann.page.getByRole('dialog', { name: 'Play the computer' });
    await box.getByLabel('Level').selectOption('1');
    await box.getByLabel('Game').selectOption('renju');
    await box.getByLabel('Opening').selectOption('swap2');
    await box.getByRole('radio', { name: 'Black' }).check();
    await box.getByLabel('In this browser').check();
    assert.ok(await box.getByLabel('Time').isHidden());
    await box.getByRole('button', { name: 'Play' }).click();
    await ann.page.waitForURL(/\/game\/local-/);
    for (const point of ['h8', 'i9', 'j8']) {
        await ann.board.waitFor();
        await ann.click(point);
        await ann.shows(point);
    }
    // The level answers, whatever that is; in the end it is the visitor's turn.
    const settle = async () => {
        await eventually(async () => (await ann.page.getByText('Your turn').or(ann.page.getByText('Choose')).first().isVisible()), 'it is the turn of the visitor');
        const choice = ann.page.getByRole('button', { name: /^Play (Black|White)/ }).first();
        if (await choice.isVisible()) await choice.click();
        await ann.reads('Your turn');
    };
    await settle();
    const before = await ann.moves();
    await ann.place('a1');
    await eventually(async () => (await ann.moves()).length === before.length + 2, 'the level answers');
    await ann.press('Take back');
    await eventually(async () => (await ann.moves()).length === before.length, 'two moves are taken back');
    await ann.page.reload();
    await ann.reads('Your turn');
    assert.deepEqual(await ann.moves(), before);
    await ann.page.getByRole('tab', { name: 'More' }).click();
    const download = ann.page.waitForEvent('download');
    await ann.press('SGF');
    const chunks = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
    assert.match(Buffer.concat(chunks).toString(), /^\(;.*OPENING\[swap2\].*;B\[hh\]/s);
    await ann.go('/');
    await ann.page.getByRole('link', { name: /with Level 1/ }).click();
    await ann.press('Resign');
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await ann.reads('You lost');
    await ann.go('/games');
    await ann.page.getByRole('region', { name: 'In this browser' }).getByRole('link', { name: /Lost/ }).waitFor();
});
