// Reviews: graph, mistakes, proofs, mistake trainer.
import assert from 'node:assert/strict';
import { TIMEOUT } from './waiting.js';
import { playGame } from './player.js';
import { tabTo } from './keyboard.js';
import { becomesEqual, eventually, test } from './tap.js';

// 18 k10 lets Black win at once by i10; 19 a1 misses that, and then White wins by i10.
const MOVES = 'h8 g8 g9 f10 h9 f9 h7 h6 f8 h10 i7 j7 i9 j10 j9 k9 i8 k10 a1 i10'.split(' ');

async function resignedGame(stage, setup) {
    const [ann, bob] = await stage.once('players', () => Promise.all(['Ann', 'Bob'].map((name) => stage.player(name))));
    const game = await playGame(ann, bob, MOVES, setup);
    await ann.act(game, 'resign');
    return { ann, bob, game };
}

const ready = (visitor) => visitor.button('Analyze deeper').waitFor({ timeout: 3 * TIMEOUT });
const curve = (visitor) => visitor.page.getByRole('slider', { name: 'Black’s chances by move' });
/** True if the trainer asks for a better move than this one. */
async function asks(visitor, move) {
    await visitor.page.getByRole('heading', { name: /^Weak move \d+ of \d+$/ }).waitFor();
    return await visitor.page.getByText(`${move} `).filter({ hasText: 'was played', visible: true }).count() > 0;
}

const nothingWrong = async (visitor, where) => {
    await becomesEqual(() => visitor.axe(), [], where);
    assert.ok(!(await visitor.scrollsSideways()), `${where} scrolls sideways`);
};

test('a finished game is reviewed, and its mistakes are retried', async (stage) => {
    const { ann, game } = await resignedGame(stage);
    const visitor = await stage.visitor();
    await visitor.context.addCookies([ann.cookie]);
    await visitor.go(`/game/${game}`);
    await visitor.press('Review the game');
    await visitor.page.getByRole('heading', { name: 'Review: Ann – Bob', level: 1 }).waitFor();
    await ready(visitor);
    await nothingWrong(visitor, 'the review');

    // The list of mistakes; then the buttons between them, the better line, and the proof.
    await visitor.page.getByRole('tab', { name: 'Weak moves' }).click();
    await visitor.page.getByRole('button', { name: /^18\. White k10 Blunder k10 lets Black win in 3 stones\./ }).click();
    await visitor.press('Next weak move');
    await visitor.reads('i10 would have won in 3 stones; a1 misses it. Now White wins in 3 stones.');
    await becomesEqual(() => curve(visitor).getAttribute('aria-valuetext'), 'Move 19 · White wins in 3, proved · Blunder', 'the curve at move 19');
    await visitor.press('Show the better line');
    await visitor.page.getByRole('group', { name: 'The better line' }).getByRole('button', { name: 'i11' }).click();
    await visitor.page.locator('.board-stone[data-point=i11]').waitFor();
    await visitor.press('Why i10 wins');
    const box = visitor.page.getByRole('dialog', { name: 'Why it wins' });
    await box.getByText('Black plays i10.').waitFor();
    await nothingWrong(visitor, 'why it is won');
    await box.getByRole('button', { name: 'Any other move Black i11, five' }).waitFor();
    await box.getByRole('button', { name: 'i6 Black i11, five' }).click();
    await box.getByText('White i6, Black i11: five in a row.').waitFor();
    await box.getByRole('button', { name: 'Previous move' }).click();
    await box.getByRole('button', { name: 'i11 Black i6, five' }).waitFor();
    await box.getByRole('button', { name: 'Close' }).click();

    // Mistake trainer: the last mistake is the missed win.
    await visitor.page.getByRole('button', { name: /^Retry your / }).click();
    while (!(await asks(visitor, '19. Black a1'))) await visitor.press('Skip');
    await visitor.click('a1');
    await visitor.page.getByText(/^a1 was played in the game/).waitFor();
    await visitor.click('o15');
    await visitor.page.getByText(/^Not o15: White wins by force/).waitFor();
    await visitor.press('Hint');
    await visitor.reads('There is a win in 3 stones.');
    await visitor.click('i10');
    await visitor.reads('i10 is the best move: a forced win.');
    await nothingWrong(visitor, 'a lesson');
    await visitor.press('Summary');
    await visitor.page.getByText(/^You found 1 of /).waitFor();
    await visitor.press('Back to the review');

    // A second visit needs no search.
    const workers = [];
    visitor.page.on('worker', (worker) => workers.push(worker.url()));
    await visitor.page.reload();
    await visitor.settle();
    await visitor.button('Analyze deeper').waitFor();
    assert.deepEqual(workers, []);
    await visitor.go('/games');
    await visitor.page.getByRole('link', { name: 'Review Ann – Bob' }).first().click();
    await visitor.page.getByRole('heading', { name: 'Review: Ann – Bob', level: 1 }).waitFor();
});

test('a review on a phone: touch on the graph, stop and resume; values stay', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    let letThink = () => {};
    const stopped = new Promise((done) => (letThink = () => done()));
    await ann.context.route('**/*.wasm', (route) => stopped.then(() => route.continue())); // otherwise it might finish first
    await ann.go(`/review?moves=${MOVES.join('')}`);
    await ann.page.getByRole('button', { name: 'Stop' }).tap();
    letThink();
    await ann.button('Continue').waitFor();
    const kept = await ann.page.locator('progress').evaluate((bar) => bar.value);
    assert.ok(kept < MOVES.length + 1, String(kept));
    await ann.page.getByRole('button', { name: 'Continue' }).tap();
    await ready(ann);
    await ann.page.getByRole('button', { name: 'Analyze deeper' }).tap();
    await ann.page.getByRole('button', { name: 'Stop' }).tap();
    await ann.button('Continue').waitFor();
    const box = await curve(ann).boundingBox();
    await ann.page.touchscreen.tap(box.x + 9, box.y + box.height / 2);
    await eventually(async () => /^Start · Black \d+ %/.test(await curve(ann).getAttribute('aria-valuetext')), 'the beginning is shown, with what was known');
    await nothingWrong(ann, 'the review on a phone');
    await ann.page.getByRole('button', { name: /^Retry White’s weak moves/ }).tap();
    await ann.page.getByRole('button', { name: 'Show the move' }).tap();
    await ann.page.getByText(/ was better: /).waitFor();
    await nothingWrong(ann, 'a lesson on a phone');
});

test('a review by the keyboard only, in dark mode, of a game in the mist', async (stage) => {
    const { bob, game } = await resignedGame(stage, { mist: true });
    const visitor = await stage.visitor({ dark: true });
    await visitor.context.addCookies([bob.cookie]);
    await visitor.go(`/review/${game}`);
    await ready(visitor);
    const { keyboard } = visitor.page;
    await tabTo(curve(visitor));
    await keyboard.press('Home');
    await becomesEqual(() => curve(visitor).getAttribute('aria-valuenow'), '0', 'the beginning is shown');
    await keyboard.press('End');
    await keyboard.press('ArrowLeft');
    await visitor.page.getByRole('paragraph').filter({ hasText: /^i10 would have won in 3 stones/ }).waitFor();
    await tabTo(visitor.button('Why i10 wins'));
    await keyboard.press('Enter');
    const box = visitor.page.getByRole('dialog', { name: 'Why it wins' });
    await tabTo(box.getByRole('button', { name: 'i6 Black i11, five' }));
    await keyboard.press('Enter');
    await box.getByText(/five in a row\.$/).waitFor();
    await keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await tabTo(visitor.page.getByRole('button', { name: /^Retry your / }));
    await keyboard.press('Enter');
    while (!(await asks(visitor, '18. White k10'))) {
        await tabTo(visitor.button('Skip'));
        await keyboard.press('Enter');
    }
    await keyboard.type('i10');
    await keyboard.press('Enter');
    await visitor.page.getByText(/^i10 is (the best move|good)/).waitFor();
    await becomesEqual(() => visitor.axe(['color-contrast']), [], 'nothing for axe-core to complain of');
});

test('a local game is reviewed; an ongoing one is not; a bad link shows an error', async (stage) => {
    const { ann, bob, game: over } = await resignedGame(stage);
    const game = await playGame(ann, bob, MOVES.slice(0, 4));
    const visitor = await stage.visitor();
    await visitor.go('/about');
    await visitor.page.evaluate((kept) => localStorage.setItem(`pentad.game.${kept.game}`, JSON.stringify(kept)),
        { ...(await ann.get(`games/${over}`)), game: 'local-abc' });
    await visitor.go('/review/local-abc');
    await visitor.page.getByRole('heading', { name: 'Review: Ann – Bob', level: 1 }).waitFor();
    await visitor.go(`/review/${game}`);
    await visitor.page.getByRole('heading', { name: 'Not over yet' }).waitFor();
    stage.expect(/status of 4/);
    await visitor.go('/review/abcdefgh2345');
    await visitor.page.getByRole('heading', { name: 'No such game' }).waitFor();
    await visitor.go('/review?moves=h8z9');
    await visitor.page.getByRole('heading', { name: 'No game to review' }).waitFor();

    // Moves that the rules do not allow are cut off.
    await visitor.go('/review?rules=renju&moves=h8a1i8a3j9a5j10a7j8a9');
    await visitor.reads('j8 is forbidden for Black: this review covers the 8 moves before it.');
    await visitor.page.waitForURL(/rules=renju&moves=h8a1i8a3j9a5j10a7$/);
    await visitor.go('/review?moves=h8a1i8a2j8a3k8a4l8a5');
    await visitor.page.waitForURL(/moves=h8a1i8a2j8a3k8a4l8$/);
    await visitor.go('/review?black=h8i8j8k8l8&white=a1a2a3a4&turn=white&moves=a5');
    await visitor.page.getByRole('heading', { name: 'No game to review' }).waitFor();
    assert.equal(await visitor.page.getByText('is forbidden').count(), 0, 'the game was over before the first move');
});

test('a search that is refused for another reason than the moves is not repeated forever', async (stage) => {
    const visitor = await stage.visitor();
    await visitor.context.route('**/worker.js', async (route) => {
        const body = (await (await route.fetch()).text())
            .replace('async function handle(work) {', "$&\n    if (work.request.do === 'think') return post(work.id, { ok: false, error: 'refused' }, true);");
        await route.fulfill({ body, contentType: 'text/javascript' });
    });
    await visitor.go('/review?moves=h8i9');
    await visitor.page.getByRole('status').filter({ hasText: 'refused' }).waitFor();
    await visitor.button('Continue').waitFor();
});

test('a proof goes on from where a step was asked, though the visitor has stepped back meanwhile', async (stage) => {
    const visitor = await stage.visitor();
    await visitor.go('/about');
    const trail = await visitor.page.evaluate(async () => {
        const { createProofViewer } = await import(new URL('proof/proof_dialog.js', document.querySelector('script[type=module]').src).href);
        const proof = { rules: 'freestyle', size: 15, black: '', white: '', turn: 'black', outcome: 'win', root: 0, nodes: [{ line: 'a1b1a2b2a3b3a4' }] };
        let answer = Promise.resolve({ winning: '', forbidden: '' });
        const { element } = await createProofViewer({ proof, look: () => answer, signal: new AbortController().signal });
        const [, back, next] = element.querySelectorAll('.moves-controls button');
        const settle = () => new Promise((done) => setTimeout(done));
        next.click();
        await settle();
        let release = () => {};
        const facts = answer;
        answer = new Promise((done) => (release = () => done(facts)));
        next.click();
        await settle();
        back.click();
        release();
        await settle();
        return element.querySelector('.proof-trail').textContent;
    });
    assert.equal(trail, 'a1 b1 a2 b2 a3');
});
