// Shared studies: two browsers at one board, one of which loses its connection. Also the server's engine.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { playGame } from './player.js';
import { becomesEqual, eventually, test } from './tap.js';

const now = (visitor) => visitor.moveList.locator('[aria-current=step]').innerText();

/** Waits until both show that move as the current one. */
async function untilBothShow(ann, ben, point) {
    for (const visitor of [ann, ben]) await eventually(async () => (await now(visitor)).endsWith(point));
}

/** Records the WebSockets of a page, so that the test can close them. */
async function trackSockets({ page }) {
    await page.addInitScript(() => {
        const lines = (window.lines = []);
        window.WebSocket = class extends WebSocket {
            constructor(address) {
                super(address);
                lines.push(this);
            }
        };
    });
}

const breakLine = ({ page }) => page.evaluate(() => window.lines.at(-1).close());

test('together: both see the same, also after a lost connection', async (stage) => {
    const [black, white] = [await stage.player('Ann'), await stage.player('Ben')];
    const id = await playGame(black, white, ['h8', 'i9', 'j8', 'i8', 'h9']);
    await white.act(id, 'resign');
    const [ann, eve] = [await stage.visitor(), await stage.visitor({ size: 'phone' })];
    await ann.context.addCookies([black.cookie]);
    await trackSockets(eve);
    await eve.go(`/game/${id}`);
    await ann.go(`/game/${id}`);
    await ann.press('Analyze together');
    await ann.shows('h9');
    await eve.reads('Being analyzed together right now by Ann.');
    await eve.page.reload(); // also after joining later

    await eve.page.getByRole('link', { name: 'Join' }).click();
    await untilBothShow(ann, eve, 'h9');
    const people = ann.page.getByRole('list', { name: 'Participants' }).getByRole('listitem');
    await eventually(async () => (await people.count()) === 2);

    await eve.press('Previous move');
    await untilBothShow(ann, eve, 'i8');
    await ann.click('g8');
    await untilBothShow(ann, eve, 'g8');
    await eve.page.getByRole('group', { name: 'Variation' }).getByText('g8').waitFor();

    await ann.press('Take the lead');
    await eve.reads('Ann leads.');
    await eventually(() => eve.button('Previous move').isDisabled(), 'Eve cannot move the stones');
    await ann.page.keyboard.press('ArrowLeft');
    await untilBothShow(ann, eve, 'i8');
    await ann.press('Let everyone move');
    await eve.reads('Everyone can move; all see the same board.');

    await breakLine(eve);
    await ann.click('k8');
    await untilBothShow(ann, eve, 'k8');
    await eventually(async () => (await eve.moves()).join() === (await ann.moves()).join(), 'both have the same moves');

    const [download] = await Promise.all([eve.page.waitForEvent('download'), eve.press('SGF')]);
    assert.match(readFileSync(await download.path(), 'utf8'), /;B\[gh\][^]*;B\[kh\]/, 'all variations are taken along');
    await ann.press('Delete from here');
    await untilBothShow(ann, eve, 'i8');
    await eventually(async () => (await eve.moves()).join() === (await ann.moves()).join(), 'both have the same moves');
    for (const visitor of [ann, eve]) {
        await becomesEqual(() => visitor.axe(), [], 'nothing for axe-core to complain of');
        assert.equal(await visitor.scrollsSideways(), false);
    }
});

test('together: only for existing finished games', async (stage) => {
    const [black, white] = [await stage.player(), await stage.player()];
    const ann = await stage.visitor();
    await ann.go(`/together/${await playGame(black, white, ['h8', 'i9'])}`);
    await ann.reads('A game can be analyzed together once it is over.');
    await ann.go('/together/aaaaaaaaaaaa');
    await ann.reads('No such game');
});

test('the analysis board uses the server’s engine, which caches the result', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/analyse?moves=h8i9i7g9j8');
    await ann.page.getByLabel('Use the server’s engine').check();
    await ann.page.getByLabel('Thinking time').selectOption({ label: 'for 1 s' });
    const lines = ann.page.getByRole('list', { name: 'Best lines' }).getByRole('listitem');
    await ann.press('Analyze');
    await lines.first().waitFor();
    await eventually(() => ann.frames.some((text) => text.includes('"is":"analysis"') && text.includes('"state":"done"')));
    await ann.page.reload();
    await ann.settle();
    await ann.page.getByLabel('Use the server’s engine').check();
    await ann.press('Analyze');
    await ann.reads('cached');
    await lines.first().waitFor();
});
