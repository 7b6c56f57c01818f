// Layout: what fits on the screen, what stays in its place, what covers what, and colours.
import assert from 'node:assert/strict';
import { playGame } from './player.js';
import { becomesEqual, test, testAlone } from './tap.js';

const PUZZLE = '/puzzles/3b47b3395fd6e299';

/** A game that waits for Ann's move; h8 is taken. */
async function runningGame(stage, setup = {}) {
    const [ann, bob] = [await stage.player(), await stage.player()];
    return { ann, path: `/game/${await playGame(bob, ann, ['h8'], setup)}` };
}

const rectangle = (locator) => locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
});

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Relative luminance of a computed colour (WCAG). */
function luminance(color) {
    const [r, g, b] = color.match(/[\d.]+/g).map((part) => {
        const x = Number(part) / 255;
        return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('a cell of a 15x15 board is at least 24.5 pixels wide on a phone', async (stage) => {
    const { ann, path } = await stage.once('game', () => runningGame(stage));
    const visitor = await stage.visitor({ size: 'portrait' });
    await visitor.context.addCookies([ann.cookie]);
    for (const page of ['/', path, PUZZLE, '/analyse']) {
        await visitor.go(page);
        const { left, right } = await rectangle(visitor.page.locator('.board-edge'));
        assert.ok((right - left) / 14 >= 24.5, `${page}: ${(right - left) / 14}`);
        assert.ok(!(await visitor.scrollsSideways()), `${page} scrolls sideways`);
    }
});

test('the newest line of a chat is in sight when its tab is opened', async (stage) => {
    const { ann, path } = await stage.once('game', () => runningGame(stage));
    const visitor = await stage.visitor({ size: 'phone' });
    await visitor.context.addCookies([ann.cookie]);
    for (let i = 0; i < 9; i++) await ann.act(path.slice('/game/'.length), 'say', { text: `${i} ${'hello '.repeat(30)}` });
    await visitor.go(path);
    const last = visitor.page.locator('.chat-line', { hasText: /8 hello/ });
    await last.waitFor({ state: 'attached' });
    await visitor.page.getByRole('tab', { name: 'Chat' }).click();
    const lines = visitor.page.locator('.chat-lines');
    await becomesEqual(async () => (await rectangle(last)).bottom <= (await rectangle(lines)).bottom + 1, true, 'it is in sight');
});

test('the longest name fits on a phone', async (stage) => {
    const names = ['W'.repeat(20), 'M'.repeat(20)];
    const [ann, bob] = [await stage.player(names[0]), await stage.player(names[1])];
    const game = await playGame(ann, bob, ['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12']);
    const visitor = await stage.visitor({ size: 'phone' });
    for (const path of [`/user/${names[0]}`, `/game/${game}`, `/review/${game}`, `/together/${game}`, '/games']) {
        await visitor.go(path);
        assert.ok(!(await visitor.scrollsSideways()), path);
    }
    await visitor.go(`/review/${game}`);
    const row = visitor.page.getByRole('rowheader', { name: 'Accuracy' });
    const { top, bottom } = await rectangle(row);
    assert.ok(bottom - top < 48, 'the word is not broken');
    stage.expect(/status of 404/);
    await visitor.go(`/user/${'x'.repeat(100)}`);
    assert.ok(!(await visitor.scrollsSideways()));
});

test('a dialog closes by a click outside it, not by one on its padding or a selection that ends outside', async (stage) => {
    const visitor = await stage.visitor();
    const { mouse } = visitor.page;
    await visitor.go('/');
    await visitor.press('Options');
    const box = visitor.page.getByRole('dialog');
    const { left, top } = await rectangle(box);
    await mouse.click(left + 5, top + 5);
    await mouse.move(left + 5, top + 5);
    await mouse.down();
    await mouse.move(left - 20, top + 5);
    await mouse.up();
    assert.equal(await box.count(), 1);
    await mouse.click(left - 20, top + 5);
    await box.waitFor({ state: 'detached' });
});

test('the caption of the game on the home page is not cut on a tablet', async (stage) => {
    const visitor = await stage.visitor();
    await visitor.page.setViewportSize({ width: 820, height: 1180 });
    await visitor.go('/');
    assert.ok(await visitor.page.locator('.home-caption').evaluate((caption) => caption.scrollWidth <= caption.clientWidth));
});

test('the level selector of the home page has room for every level', async (stage) => {
    for (const [size, locale] of [['phone', 'en'], ['phone', 'zh'], ['phone', 'ja'], ['desktop', 'en']]) {
        const visitor = await stage.visitor({ size, locale });
        await visitor.go('/');
        const cut = await visitor.page.locator('#level').evaluate((select) => [...select.options].filter((option) => {
            const copy = select.cloneNode(false);
            copy.style.cssText = 'width: auto; justify-self: start';
            copy.append(option.cloneNode(true));
            select.after(copy);
            const { width } = copy.getBoundingClientRect();
            copy.remove();
            return width > select.getBoundingClientRect().width;
        }).map(({ text }) => text));
        assert.deepEqual(cut, [], `${size} ${locale}`);
    }
});

test('the menu of a phone closes by its button, Escape, and a tap outside it', async (stage) => {
    const visitor = await stage.visitor({ size: 'portrait' });
    await visitor.go('/rules');
    const ratings = visitor.page.getByRole('navigation').getByRole('link', { name: 'Ratings' });
    for (const close of [
        () => visitor.button('Menu').tap(),
        () => visitor.page.keyboard.press('Escape'),
        () => visitor.page.getByRole('banner').getByRole('link', { name: /^Guest/ }).tap(),
        () => ratings.tap(),
    ]) {
        await visitor.button('Menu').tap();
        await ratings.waitFor();
        await close();
        await ratings.waitFor({ state: 'hidden' });
    }
    await visitor.page.waitForURL('**/ratings');
});

test('the whole board is in sight on a phone in landscape', async (stage) => {
    const { ann, path } = await stage.once('timed game', () => runningGame(stage, { time: '300+5' }));
    const visitor = await stage.visitor({ size: 'landscape' });
    await visitor.context.addCookies([ann.cookie]);
    for (const page of [path, PUZZLE, '/learn/mist', '/analyse']) {
        await visitor.go(page);
        const board = await rectangle(visitor.board);
        assert.ok(board.top >= 0 && board.left >= 0 && board.bottom <= 390 && board.right <= 844, `${page}: ${JSON.stringify(board)}`);
        assert.ok(!(await visitor.scrollsSideways()), `${page} scrolls sideways`);
    }
    await visitor.go(path);
    await visitor.reads('Your turn');
    const strips = visitor.page.locator('.seat, .actions');
    assert.equal(await strips.count(), 3);
    for (const strip of await strips.all()) {
        const { top, bottom } = await rectangle(strip);
        assert.ok(top >= 0 && bottom <= 390, `${await strip.innerText()}: ${top} to ${bottom}`);
    }
});

test('on a phone in landscape the bar that confirms a move covers neither the board nor a button of the page', async (stage) => {
    const { ann, path } = await stage.once('timed game', () => runningGame(stage, { time: '300+5' }));
    const visitor = await stage.visitor({ size: 'landscape' });
    await visitor.context.addCookies([ann.cookie]);
    for (const page of [path, PUZZLE]) {
        await visitor.go(page);
        await visitor.tap('a1');
        await visitor.button('Place at a1').waitFor();
        const covered = await visitor.page.evaluate(() => {
            const bar = document.querySelector('.confirm').getBoundingClientRect();
            return [...document.querySelectorAll('main .game-board, main button, main a, main input')].filter((element) => {
                const { top, bottom, left, right, width } = element.getBoundingClientRect();
                return !element.closest('.confirm') && width > 0 && left < bar.right && right > bar.left && top < bar.bottom && bottom > bar.top;
            }).map((element) => element.textContent || element.className);
        });
        assert.deepEqual(covered, [], page);
        await visitor.press('Cancel');
    }
});

for (const size of ['phone', 'portrait', 'landscape'])
    test(`coordinates can be read and are inside the board: ${size}`, async (stage) => {
        const { ann, path } = await stage.once('game', () => runningGame(stage));
        const visitor = await stage.visitor({ size });
        await visitor.context.addCookies([ann.cookie]);
        await visitor.go(path);
        await visitor.shows('h8');
        const board = await rectangle(visitor.page.locator('.board-ground'));
        const edge = await rectangle(visitor.page.locator('.board-edge'));
        const scale = (edge.right - edge.left) / 140;
        for (const name of await visitor.page.locator('.board-names text').all()) {
            const size = scale * parseFloat(await name.evaluate((element) => getComputedStyle(element).fontSize));
            assert.ok(size > 8, `${size} pixels`);
            const { left, right } = await rectangle(name);
            assert.ok(left >= board.left && right <= board.right, `${await name.textContent()}: ${left} to ${right}`);
        }
        const { right } = await rectangle(visitor.page.locator('.board-names text', { hasText: '15' }));
        assert.ok(right <= edge.left - 4.4 * scale, 'two digits are not covered by a stone at the edge');
    });

for (const size of ['phone', 'portrait', 'landscape', 'desktop'])
    testAlone(`a lost connection and a toast neither move nor cover the board and its buttons: ${size}`, async (stage) => {
        stage.expect(/WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)/);
        const { ann, path } = await runningGame(stage);
        const visitor = await stage.visitor({ size });
        await visitor.context.addCookies([ann.cookie]);
        await visitor.go(path);
        await visitor.reads('Your turn');
        await visitor.page.waitForLoadState('networkidle'); // style sheets and pictures may still come
        const before = await rectangle(visitor.board);

        await stage.server.kill();
        await visitor.reads('Connection lost …');
        const after = await rectangle(visitor.board);
        assert.deepEqual(after, before, `the board stays in its place: ${JSON.stringify({ before, after })}`);
        if (size === 'desktop') await visitor.click('h8');
        else await visitor.tap('h8');
        const toast = visitor.page.locator('.toast:visible');
        await toast.waitFor();
        const above = { toast: await rectangle(toast), banner: await rectangle(visitor.page.locator('.banner')) };
        const below = [before];
        for (const button of await visitor.page.locator('main button:visible').all()) below.push(await rectangle(button));
        for (const [name, cover] of Object.entries(above))
            assert.deepEqual(below.filter((one) => meet(cover, one)), [], `the ${name} covers nothing: ${JSON.stringify(cover)}`);
        const tryNow = await rectangle(visitor.button('Try now'));
        assert.ok(!meet(tryNow, await rectangle(visitor.button('Settings'))), 'the top bar has space for all');
    });

test('a toast is two lines at most, inside the top bar, and the longest is not cut', async (stage) => {
    const visitor = await stage.visitor({ size: 'phone' });
    await visitor.go('/');
    const tooHigh = await visitor.page.evaluate(async () => {
        const { default: words } = await import('/js/words/en.js');
        const isToast = (key) => /^(error|refused|study\.refused|offer\.declined|invitation\.declined|account\.(ended|welcome|changed|bye))\.?/.test(key)
            || ['study.full', 'study.aside.done', 'review.cut', 'mist.bumped', 'link.selected', 'tokens.copy.failed', 'point.bad'].includes(key);
        const bar = document.querySelector('.bar').offsetHeight;
        return [...Object.entries(words).filter(([key]) => isToast(key)), ['a long name', 'x '.repeat(400)]].flatMap(([key, text]) => {
            const shown = Object.assign(document.createElement('p'), { className: 'toast', textContent: text });
            document.querySelector('.toasts').replaceChildren(shown);
            if (shown.offsetTop + shown.offsetHeight > bar) return `${key}: below the bar`;
            return shown.scrollHeight > shown.clientHeight ? key : [];
        });
    });
    assert.deepEqual(tooHigh, ['a long name']);
});

test('the top bar is the same on every page and leads to puzzles, settings and languages', async (stage) => {
    const { path } = await stage.once('game', () => runningGame(stage));
    const ann = await stage.visitor();
    const left = [];
    for (const page of ['/', '/games', '/rules', path, PUZZLE, '/analyse']) {
        await ann.go(page);
        left.push((await rectangle(ann.page.locator('.logo'))).left);
    }
    assert.deepEqual(left, left.map(() => left[0]));
    const bar = ann.page.getByRole('banner');
    await bar.getByRole('link', { name: 'Puzzles' }).click();
    await ann.page.getByRole('heading', { name: 'Puzzles', level: 1 }).waitFor();
    await bar.getByRole('button', { name: 'Settings' }).click();
    const box = ann.page.getByRole('dialog', { name: 'Settings' });
    await box.getByRole('radio', { name: 'Dark' }).check();
    await becomesEqual(() => ann.page.locator('html').getAttribute('data-theme'), 'dark', 'the theme');
    await becomesEqual(() => ann.axe(), [], 'the settings');
    await box.getByLabel('Language').selectOption({ label: '日本語' });
    await becomesEqual(() => ann.page.locator('html').getAttribute('lang').catch(() => ''), 'ja', 'the language');
});

test('on a dark page black dots have a bright edge and the board of high contrast does not glare', async (stage) => {
    const { ann, path } = await stage.once('game', () => runningGame(stage));
    const visitor = await stage.visitor({ dark: true });
    await visitor.context.addCookies([ann.cookie]);
    await visitor.go(path);
    await visitor.shows('h8');
    const style = (selector, property) => visitor.page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);
    const [edge, ground] = [await style('.move-dot[data-color="black"]', 'borderTopColor'), await style('.move[aria-current]', 'backgroundColor')];
    const contrast = (luminance(edge) + 0.05) / (luminance(ground) + 0.05);
    assert.ok(contrast >= 3.5, `${edge} on ${ground}: ${contrast}`);
    await visitor.page.getByRole('tab', { name: 'More' }).click();
    await visitor.page.getByRole('radio', { name: 'Contrast' }).check();
    await becomesEqual(() => visitor.page.locator('html').getAttribute('data-board'), 'contrast', 'the board');
    const board = luminance(await style('.board-ground', 'fill'));
    assert.ok(board < 0.5 && board > 0.2, `luminance of the board: ${board}`);
});

test('segmented controls are as high as their rows, and check boxes are all the same size', async (stage) => {
    const ann = await stage.visitor();
    const sizesIn = (place) => place.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => `${width}x${height}`));
    await ann.go(PUZZLE);
    await ann.page.getByRole('tab', { name: 'Choose' }).click();
    assert.deepEqual(await sizesIn(ann.page), ['20x20']);
    for (const group of await ann.page.locator('.segments:visible').all()) {
        const { bottom } = await rectangle(group);
        const last = await rectangle(group.locator('label span').last());
        assert.ok(bottom - last.bottom < 8, `${bottom - last.bottom} pixels below the last row`);
    }
    await ann.go('/');
    await ann.press('Create a game');
    const box = ann.page.getByRole('dialog');
    const sizes = await sizesIn(box);
    assert.deepEqual(sizes, sizes.map(() => '20x20'));
    await box.getByRole('link', { name: 'Sign up' }).click();
    await ann.page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
});
