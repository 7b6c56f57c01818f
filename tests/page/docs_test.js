// The documents below /docs: search, navigation, accessibility, without scripts.
import assert from 'node:assert/strict';
import { becomesEqual, eventually, test } from './tap.js';

const PAGES = ['index', 'use/rules', 'use/courses', 'integrate/api', 'integrate/python', 'develop/architecture', 'tests/strength/results'];

const status = (visitor) => visitor.page.getByRole('search').getByRole('status');
const results = (visitor) => visitor.page.getByRole('search').getByRole('link');

test('the footer leads to the documents, and search finds a word', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/about');
    await ann.page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await ann.page.waitForURL('**/docs/index.html');
    await ann.page.keyboard.press('/');
    await ann.page.keyboard.type('swap2 ope');
    await ann.page.getByRole('search').getByRole('link', { name: /Openings/ }).first().waitFor();
    assert.match(await status(ann).innerText(), /results?$/);
    await ann.page.keyboard.press('ArrowDown');
    await ann.page.keyboard.press('Enter');
    await ann.page.waitForURL(/\/docs\/.+\.html#/);
    assert.match((await ann.page.locator(':target').innerText()).toLowerCase(), /open|swap/);
    await ann.page.getByRole('searchbox').fill('zyzzyva(');
    await becomesEqual(() => status(ann).innerText(), 'Nothing found for “zyzzyva(”.');
    assert.equal(await results(ann).count(), 0);
    await ann.page.keyboard.press('Escape');
    assert.ok(await status(ann).isHidden());
    await ann.page.getByRole('link', { name: 'Play', exact: true }).click();
    await ann.page.waitForURL(/:\d+\/$/);
    await ann.settle();
});

test('an address of the documents can carry a search', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/docs/index.html?q=renju');
    await eventually(async () => (await results(ann).count()) > 3, 'there are results');
    assert.match(await results(ann).first().getAttribute('href'), /use\/rules\.html/, 'the rules come before pages for developers');
});

test('an excerpt has whole words only', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/docs/index.html?q=swap2');
    await results(ann).first().locator('mark').waitFor();
    const excerpt = await results(ann).first().locator('span').innerText();
    const rules = await ann.page.evaluate(async () => (await fetch('/docs/use/rules.html')).text());
    const words = new Set(rules.replace(/<[^>]*>/g, ' ').split(/\s+/));
    assert.match(excerpt, /^… .* …$/);
    assert.deepEqual(excerpt.slice(2, -2).split(/\s+/).filter((word) => !words.has(word)), []);
});

test('code of the documents can be copied', async (stage) => {
    const ann = await stage.visitor();
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await ann.go('/docs/use/getting-started.html');
    const code = await ann.page.locator('pre').first().innerText();
    await ann.page.getByRole('button', { name: 'Copy' }).first().click();
    await ann.button('Copied').waitFor();
    assert.equal((await ann.page.evaluate(() => navigator.clipboard.readText())).trim(), code.trim());
});

for (const [size, dark] of [['phone', false], ['desktop', true]])
    test(`axe finds no violations in the documents, no page scrolls sideways, pictures load: ${size}`, async (stage) => {
        const visitor = await stage.visitor({ size, dark });
        for (const name of PAGES) {
            await visitor.go(`/docs/${name}.html`);
            await becomesEqual(() => visitor.axe(), [], name);
            assert.ok(!(await visitor.scrollsSideways()), `${name} scrolls sideways`);
            const broken = () => visitor.page.evaluate(async () => {
                const pictures = [...document.images];
                for (const picture of pictures) picture.loading = 'eager';
                await Promise.allSettled(pictures.map((picture) => picture.decode()));
                return pictures.filter((picture) => !picture.naturalWidth).map((picture) => picture.src);
            });
            await becomesEqual(broken, [], name);
        }
        await visitor.page.getByRole('searchbox').fill('rules');
        await results(visitor).first().waitFor();
        await becomesEqual(() => visitor.axe(), [], 'results of a search');
        assert.ok(!(await visitor.scrollsSideways()), 'results scroll sideways');
        assert.ok((await results(visitor).first().boundingBox()).x >= 0, 'results begin on the screen');
    });

test('the documents need no scripts', async (stage) => {
    const visitor = await stage.visitor();
    const context = await visitor.context.browser().newContext({ javaScriptEnabled: false, baseURL: stage.server.url });
    const page = await context.newPage();
    await page.goto('/docs/');
    assert.ok(await page.getByRole('search').isHidden());
    await page.getByText('Search needs JavaScript.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.close();
});
