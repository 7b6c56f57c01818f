// Proved moves: the opponent that plays them, and the analysis board that shows them.
import assert from 'node:assert/strict';
import { becomesEqual, test } from './tap.js';

/** Starts a game against the perfect player. */
async function playPerfect(visitor, { size, color }) {
    await visitor.go('/');
    await visitor.press('Options');
    const box = visitor.page.getByRole('dialog', { name: 'Play the computer' });
    await box.getByLabel('Board', { exact: true }).selectOption(size);
    await box.getByLabel('Level').selectOption('perfect');
    await box.getByRole('radio', { name: color }).check();
    return box;
}

test('the perfect player says what is proved, and how far', async (stage) => {
    const ann = await stage.visitor();
    const fetched = [];
    ann.page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    const box = await playPerfect(ann, { size: '5', color: 'Black' });
    await box.getByText('Proved: you cannot win.').waitFor();
    await box.getByLabel('Board', { exact: true }).selectOption('15');
    await box.getByText('as far as the proof reaches').waitFor();
    await box.getByLabel('Board', { exact: true }).selectOption('8');
    assert.notEqual(await box.getByLabel('Level').inputValue(), 'perfect', 'nothing is proved on 8x8');
    const lost = box.getByText('Perfect has no proof for this game, so another level is chosen.');
    await lost.waitFor();
    await box.getByLabel('Level').selectOption('3');
    await lost.waitFor({ state: 'detached' });
    await box.getByLabel('Board', { exact: true }).selectOption('5');
    await box.getByLabel('Level').selectOption('perfect');
    await becomesEqual(() => ann.axe(), [], 'the box of a new game');
    await box.getByRole('button', { name: 'Play' }).click();
    await ann.board.waitFor();
    await ann.click('c3');
    await ann.page.getByText('Proved: you cannot win.').waitFor();
    assert.ok(fetched.some((path) => path.endsWith('/engine/strategies/hold5-white.jsonl')), 'fetched on demand');
    assert.ok(!fetched.some((path) => path.includes('/strategies/hold7')), 'only what is needed');
});

test('the analysis board marks the proved move and shows why', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/analyse?rules=freestyle&size=7&moves=d4');
    await ann.page.getByText('Proved: White does not lose with').waitFor();
    assert.equal(await ann.page.locator('.note-proved').count(), 1);
    await ann.press('Show me why');
    const box = ann.page.getByRole('dialog', { name: 'Why White does not lose' });
    await box.getByText(/^White plays/).waitFor();
    await becomesEqual(() => ann.axe(), [], 'the dialog');
    await box.getByRole('textbox').fill('a1');
    await box.getByRole('textbox').press('Enter');
    await box.getByText(/^Black a1, White/).waitFor();
    await box.getByRole('button', { name: 'Previous move' }).click();
    await box.getByText(/^White plays/).waitFor();
    await box.getByRole('button', { name: 'Close', exact: true }).click();
    await ann.go('/analyse?moves=h8h9i9a1');
    await ann.page.getByText('Proved: Black wins with g7.').waitFor();
    await ann.go('/analyse?moves=h8');
    await ann.board.waitFor();
    assert.equal(await ann.page.locator('.note-proved').count(), 0);
});

test('Black under renju on 6x6 plays proved moves, with settled pairs', async (stage) => {
    const ann = await stage.visitor();
    const fetched = [];
    ann.page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    const box = await playPerfect(ann, { size: '6', color: 'White' });
    await box.getByLabel('Game', { exact: true }).selectOption('renju');
    await box.getByText('Proved: you cannot win.').waitFor();
    await box.getByRole('button', { name: 'Play' }).click();
    await ann.page.getByText('Proved: you cannot win. You are White.').waitFor(); // after Black's first move
    await ann.click('f5');
    await ann.page.getByRole('button', { name: '3 b1' }).waitFor(); // the partner of f5
    await ann.page.getByText('Proved: you cannot win.').waitFor();
    assert.ok(fetched.some((path) => path.endsWith('/engine/strategies/renju6-black.jsonl')), 'fetched on demand');

    // Stones of a shared pair do not matter, nor how they came there.
    await ann.go('/analyse?rules=renju&size=6&moves=b2f5b1a1');
    await ann.page.getByText('Proved: Black does not lose with d3.').waitFor();
    assert.equal(await ann.page.locator('.note-proved').count(), 1);
    await ann.press('Show me why');
    const why = ann.page.getByRole('dialog', { name: 'Why Black does not lose' });
    await why.getByText(/^From here on, 7 pairs of points hold; .*outside the pairs/).waitFor();
    await becomesEqual(() => ann.axe(), [], 'the dialog');
    const answers = [['f2', 'b6'], ['f1', null], ['a4', 'a3']]; // in a pair, on an open point, in another pair
    for (const [reply, answer] of answers) {
        await why.getByRole('textbox').fill(reply);
        await why.getByRole('textbox').press('Enter');
        await why.getByText(answer ? `White ${reply}, Black ${answer}` : new RegExp(`^White ${reply}, Black`)).waitFor();
    }
    await why.getByRole('button', { name: 'Close', exact: true }).click();
});
