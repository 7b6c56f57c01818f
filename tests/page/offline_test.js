// Without the server: games with the engine in the browser, the page from what it kept.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TIMEOUT } from './waiting.js';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

const WAITING_CHECKS = 100; // some seconds
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
        const choice = ann.page.getByRole('button', { name: /^Take (Black|White)/ }).first();
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
    await ann.hasMoves(before);
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

/** Whether the worker that is in charge will answer the next visit, too. */
const settled = (visitor) => visitor.page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
    return !installing && !waiting && active?.state === 'activated';
});

const isWaiting = (visitor) => visitor.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

/** Leaves the site until no worker waits for another to end, and comes back. */
async function leaveToWaitingWorker(visitor) {
    const session = await visitor.context.newCDPSession(visitor.page);
    const states = new Map();
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => versions.forEach(({ versionId, status }) => states.set(versionId, status)));
    await session.send('ServiceWorker.enable'); // tells of those that are there
    const address = visitor.page.url();
    await visitor.page.goto('about:blank');
    await eventually(() => ![...states.values()].includes('installed'), 'the new worker takes over when no page is open');
    await session.detach();
    await visitor.go(address);
}

/**
 * Until the page and all that it may need is kept, and by that worker: what comes settles after it has all.
 *
 * Seen in Chromium's own log, with requests sent at the moment of takeover: it stops the old worker, starts it again, and
 * leaves the new one waiting. Probably the old one never counts as idle because DevTools is attached here; that is not
 * proved. Closing the page lets the new one take over.
 */
async function untilCached(visitor) {
    let checks = 0; // at a worker that waits
    const isKept = () => visitor.page.evaluate(async () => {
        const version = /@[0-9a-f]+/.exec(document.querySelector('script[type=module]').src)[0];
        const names = ['js/game/local_games.js', 'js/words/ja.js', 'engine/pentad-simd.wasm', 'engine/freestyle15.net', 'engine/renju15.net', 'data/puzzles.json'];
        const kept = await Promise.all(names.map((name) => caches.match(`/${version}/${name}`)));
        return navigator.serviceWorker.controller !== null && kept.every(Boolean);
    });
    await eventually(async () => {
        checks = await isWaiting(visitor) ? checks + 1 : 0;
        if (checks === WAITING_CHECKS) await leaveToWaitingWorker(visitor);
        return await isKept() && await settled(visitor);
    }, 'everything is kept');
}

/** Until the server's page is shown: one that does not come within a few seconds is replaced by the one that is kept. */
function visitUntil(visitor, heading) {
    return eventually(async () => {
        await visitor.go('/');
        return visitor.page.getByRole('heading', { name: heading }).isVisible();
    }, `the server's page: ${heading}`);
}

/** The versions in the addresses of what a page has loaded since it began. */
const versions = (visitor) => visitor.page.evaluate(() =>
    [...new Set(performance.getEntriesByType('resource').map(({ name }) => /\/@([0-9a-f]+)\//.exec(name)?.[1]).filter(Boolean))]);

testAlone('after a first visit everything works with the server stopped', async (stage) => {
    stage.expect(AWAY);
    const ann = await stage.visitor({ offline: true });
    await ann.go('/');
    await untilCached(ann);
    await stage.server.kill();
    await ann.go('/');
    await ann.reads('You are offline.');
    const served = ['Invite a friend', 'Into the mist', 'Offer a game'];
    for (const name of served) assert.ok(await ann.button(name).isDisabled(), name);
    await ann.reads('This needs the server, which cannot be reached just now.');
    await ann.page.getByRole('radio', { name: '1', exact: true }).check();
    await ann.press('Play');
    await ann.page.waitForURL(/\/game\/local-/);
    await ann.place('a1');
    await eventually(async () => (await ann.moves()).length >= 2, 'the level answers');
    await ann.reads('Your turn');
    const moves = await ann.moves();
    await ann.page.reload();
    await ann.reads('Your turn');
    await ann.hasMoves(moves);
    for (const path of ['/ratings', '/game/abc']) {
        await ann.go(path);
        await ann.page.getByRole('heading', { name: 'This page needs the server' }).waitFor();
    }
    await becomesEqual(() => ann.axe(), [], 'nothing for axe-core to complain of');
    await ann.go('/rules');
    await ann.page.getByRole('heading', { name: 'How to play' }).waitFor();
    await ann.go('/games');
    await ann.page.getByRole('region', { name: 'In this browser' }).getByRole('link', { name: /Level 1/ }).waitFor();
    await ann.go('/puzzles');
    await ann.board.waitFor();
    await ann.go('/learn');
    await ann.page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'needs the server' }).waitFor();
    await ann.go('/analyse?rules=standard&moves=h8i9h9');
    await ann.press('Analyse');
    await ann.page.getByRole('list', { name: 'Best lines' }).getByRole('listitem').first().waitFor();
    await stage.server.start();
    await ann.go('/');
    await ann.reads('Nobody waits for an opponent just now.');
    for (const name of served) assert.ok(await ann.button(name).isEnabled(), name);
    await ann.page.getByRole('link', { name: /with Level 1/ }).waitFor();
});

testAlone('another version comes whole, and no page has files of two', async (stage) => {
    const { pages } = stage.server;
    const ann = await stage.visitor({ offline: true });
    await ann.go('/');
    await untilCached(ann);
    const [before] = await versions(ann);
    const words = join(pages, 'js/words/en.js');
    writeFileSync(words, readFileSync(words, 'utf8').replace("'Five in a row.'", "'Six in a row.'"));
    stage.expect(AWAY);
    await stage.server.kill();
    await stage.server.start();
    // An open page goes on as it is, with what it has not used yet, and offers the new one.
    await ann.page.getByText('A new version is ready.').waitFor({ timeout: 3 * TIMEOUT }); // the line, then all the files
    const old = await ann.page.evaluate(() => import(new URL('pages/about.js', document.querySelector('script[type=module]').src).href).then(({ show }) => typeof show));
    assert.equal(old, 'function');
    assert.deepEqual(await versions(ann), [before]);
    await ann.press('Reload');
    await ann.page.getByRole('heading', { name: 'Six in a row.' }).waitFor();
    await untilCached(ann);
    const [after, ...others] = await versions(ann);
    assert.deepEqual(others, []);
    assert.notEqual(after, before);
    // Nothing of the old one is seen again, the server being there or not.
    await stage.server.kill();
    await ann.go('/');
    await ann.page.getByRole('heading', { name: 'Six in a row.' }).waitFor();
    assert.deepEqual(await versions(ann), [after]);
}, { copiesPages: true });

testAlone('where there is no room: nothing is half new, the old version stays, and the new one comes when it can', async (stage) => {
    stage.expect(/WebSocket connection|ERR_CONNECTION_REFUSED|Failed to update a ServiceWorker/);
    const { pages } = stage.server;
    const ann = await stage.visitor({ offline: true });
    const session = await ann.context.newCDPSession(ann.page);
    const origin = stage.server.url;
    const caches = () => ann.page.evaluate(async () => (await globalThis.caches.keys()).filter((name) => name.startsWith('pentad-')).length);
    const heading = (text) => ann.page.getByRole('heading', { name: text }).waitFor();
    await ann.go('/');
    await untilCached(ann);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await ann.page.evaluate(async () => {
        const [cache] = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)));
        for (const request of await cache.keys()) if (request.url.includes('/engine/')) await cache.delete(request);
    });
    await ann.go('/analyse?moves=h8i9h9'); // what cannot be kept comes all the same
    await ann.press('Analyse');
    await ann.page.getByRole('list', { name: 'Best lines' }).getByRole('listitem').first().waitFor();

    const words = join(pages, 'js/words/en.js');
    writeFileSync(words, readFileSync(words, 'utf8').replace("'Five in a row.'", "'Six in a row.'"));
    await stage.server.kill();
    await session.send('Network.clearBrowserCache'); // the old version is not to get its engine back from there
    await stage.server.start();
    await visitUntil(ann, 'Six in a row.');
    await ann.page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {}));
    // The page tries, too, at its own time: so the two are asked together.
    await eventually(async () => await settled(ann) && await caches() === 1, 'it was tried, and left nothing');
    await stage.server.kill();
    await ann.go('/');
    await heading('Five in a row.');
    assert.equal((await versions(ann)).length, 1);

    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await stage.server.start();
    await visitUntil(ann, 'Six in a row.');
    await untilCached(ann);
    await stage.server.kill();
    await ann.go('/');
    await heading('Six in a row.');
}, { copiesPages: true });

testAlone('without a service worker an old page changes as a whole, too', async (stage) => {
    stage.expect(/status of 404|dynamically imported module/);
    const { pages } = stage.server;
    const ann = await stage.visitor();
    await ann.go('/');
    const [before] = await versions(ann);
    const words = join(pages, 'js/words/en.js');
    writeFileSync(words, readFileSync(words, 'utf8').replace("'How to play'", "'How it is played'"));
    stage.server.reload();
    await eventually(async () => (await fetch(`${stage.server.url}/@${before}/js/main.js`)).status === 404, 'the server has the new one');
    await ann.page.getByRole('link', { name: 'Rules' }).click();
    await ann.page.getByRole('heading', { name: 'How it is played' }).waitFor();
    assert.equal((await versions(ann)).includes(before), false);
}, { copiesPages: true });

test('the page can be installed', async (stage) => {
    const ann = await stage.visitor({ offline: true });
    await ann.go('/');
    await untilCached(ann);
    const session = await ann.context.newCDPSession(ann.page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
    const { errors, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    for (const { src, sizes, type } of JSON.parse(data).icons) {
        const size = await ann.page.evaluate(async (address) => {
            const { width, height } = await createImageBitmap(await (await fetch(address)).blob()).catch(() => ({ width: 0, height: 0 }));
            return `${width}x${height}`;
        }, src);
        if (type === 'image/png') assert.equal(size, sizes, src);
    }
});
