// Offline mode: local games, and the page from the service worker's cache.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETS } from '../wasm/nets.mjs';
import { TIMEOUT } from './waiting.js';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

const WAITING_CHECKS = 100; // a few seconds
const AWAY = /WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)|ERR_INTERNET_DISCONNECTED/;

test('a local game: openings, takebacks, reload, files', async (stage) => {
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
    // The level makes its choice; in the end it is the visitor's turn.
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
    // Games stored by older versions of the page had no actions.
    await ann.page.evaluate(() => {
        const name = Object.keys(localStorage).find((key) => key.startsWith('pentad.game.local-'));
        const { actions, takeback_plies, ...old } = JSON.parse(localStorage.getItem(name));
        localStorage.setItem(name, JSON.stringify(old));
    });
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

/** The functions of the page for local games. @param {import('./visitor.js').Visitor} visitor */
const localGames = (visitor) => visitor.page.evaluateHandle(() =>
    import(new URL('game/local_games.js', document.querySelector('script[type=module]').src).href));

test('a level goes on thinking if an action could not be saved', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/about');
    const { code, moves } = await (await localGames(ann)).evaluate(async ({ newGame, follow, act }) => {
        const { game } = await newGame({ opponent: 'level:8', color: 'white' });
        const leave = new AbortController();
        const { setItem } = Storage.prototype;
        let code = '';
        const moves = await new Promise((done, failed) => {
            follow(game, { failed, game: (now) => now.moves.length > 0 && done(now.moves) }, leave.signal);
            Storage.prototype.setItem = () => { throw new Error('full'); };
            act(game, 'resign').catch((error) => (code = error.code)).finally(() => (Storage.prototype.setItem = setItem));
        });
        leave.abort();
        return { code, moves };
    });
    assert.deepEqual([code, moves.length], ['storage_full', 1]);
});

test('a second click on "rematch" makes no second game', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/about');
    const { games, next } = await (await localGames(ann)).evaluate(async ({ newGame, act, load }) => {
        const { game } = await newGame({ opponent: 'level:1', color: 'black' });
        await act(game, 'resign');
        await Promise.all([act(game, 'rematch'), act(game, 'rematch')]);
        await act(game, 'rematch');
        const { next } = await load(game);
        return { next, games: Object.keys(localStorage).filter((key) => key.startsWith('pentad.game.') && !key.endsWith(game)) };
    });
    assert.deepEqual(games, [`pentad.game.${next}`]);
});

test('a finished game of an older version is shown without the engine', async (stage) => {
    stage.expect(/ERR_FAILED/);
    const ann = await stage.visitor();
    await ann.go('/about');
    const game = await (await localGames(ann)).evaluate(async ({ newGame, play, act, load }) => {
        const { game } = await newGame({ opponent: 'level:1', color: 'black' });
        await play(game, { ply: 0, line: 0 }, 'h8');
        await act(game, 'resign');
        const { actions, takeback_plies, ...old } = await load(game);
        localStorage.setItem(`pentad.game.${game}`, JSON.stringify(old));
        return game;
    });
    await ann.context.route('**/*.wasm', (route) => route.abort());
    await ann.go(`/game/${game}`);
    await ann.reads('You lost');
    await ann.hasMoves(['h8']);
    assert.equal(await ann.button('Rematch').count(), 0);
});

test('bringing an old game up to date does not overwrite a newer snapshot', async (stage) => {
    const ann = await stage.visitor();
    await ann.go('/about');
    const seqs = await (await localGames(ann)).evaluate(async ({ newGame, follow, load }) => {
        const { actions, takeback_plies, ...old } = await newGame({ opponent: 'level:1', color: 'black' });
        const store = (game) => localStorage.setItem(`pentad.game.${game.game}`, JSON.stringify(game));
        store(old);
        const leave = new AbortController();
        follow(old.game, { game() {}, failed() {} }, leave.signal);
        store({ ...old, actions, takeback_plies, seq: old.seq + 1 });
        await newGame({ opponent: 'level:1' }); // the engine answers in order
        leave.abort();
        return [old.seq + 1, (await load(old.game)).seq];
    });
    assert.equal(seqs[1], seqs[0]);
});

/** True if the active worker will also handle the next visit. */
const settled = (visitor) => visitor.page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
    return !installing && !waiting && active?.state === 'activated';
});

const isWaiting = (visitor) => visitor.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

/** Leaves the site until no worker is waiting, and comes back. */
async function leaveToWaitingWorker(visitor) {
    const session = await visitor.context.newCDPSession(visitor.page);
    const states = new Map();
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => versions.forEach(({ versionId, status }) => states.set(versionId, status)));
    await session.send('ServiceWorker.enable'); // reports the existing workers
    const address = visitor.page.url();
    await visitor.page.goto('about:blank');
    await eventually(() => ![...states.values()].includes('installed'), 'the new worker takes over when no page is open');
    await session.detach();
    await visitor.go(address);
}

/**
 * Waits until the page and all files it may need are cached by the active worker.
 *
 * Seen in Chromium's log when requests are sent during the takeover: it stops the old worker, restarts it, and leaves the
 * new one waiting. Probably the old one never counts as idle because DevTools is attached; that is not proved. Closing
 * the page lets the new one take over.
 */
async function untilCached(visitor) {
    let checks = 0; // of a waiting worker
    const isKept = () => visitor.page.evaluate(async (nets) => {
        const version = /@[0-9a-f]+/.exec(document.querySelector('script[type=module]').src)[0];
        const names = ['js/game/local_games.js', 'js/words/ja.js', 'engine/pentad-simd.wasm', 'data/puzzles.json',
            ...nets.map((net) => `engine/nets/${net}.net`)];
        const kept = await Promise.all(names.map((name) => caches.match(`/${version}/${name}`)));
        return navigator.serviceWorker.controller !== null && kept.every(Boolean);
    }, NETS);
    await eventually(async () => {
        checks = await isWaiting(visitor) ? checks + 1 : 0;
        if (checks === WAITING_CHECKS) await leaveToWaitingWorker(visitor);
        return await isKept() && await settled(visitor);
    }, 'everything is kept');
}

/** Visits until the server's page is shown: a slow response is replaced by the cached page. */
function visitUntil(visitor, heading) {
    return eventually(async () => {
        await visitor.go('/');
        return visitor.page.getByRole('heading', { name: heading }).isVisible();
    }, `the server's page: ${heading}`);
}

/** The versions in the URLs of all resources that a page has loaded. */
const versions = (visitor) => visitor.page.evaluate(() =>
    [...new Set(performance.getEntriesByType('resource').map(({ name }) => /\/@([0-9a-f]+)\//.exec(name)?.[1]).filter(Boolean))]);

testAlone('after a first visit everything works offline', async (stage) => {
    stage.expect(AWAY);
    const ann = await stage.visitor({ offline: true });
    await ann.go('/');
    await untilCached(ann);
    const cached = await ann.page.evaluate(async () =>
        (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => new URL(url).pathname));
    assert.ok(cached.some((path) => path.endsWith('/js/main.js')));
    assert.deepEqual(cached.filter((path) => path.includes('/docs/')), [], 'the documentation is not downloaded unasked');
    await stage.server.kill();
    await ann.go('/');
    await ann.reads('You are offline.');
    const served = ['Invite a friend', 'Play online', 'Into the mist', 'Create a game'];
    for (const name of served) assert.ok(await ann.button(name).isDisabled(), name);
    await ann.reads('The server can’t be reached right now.');
    await ann.page.getByLabel('Computer level').selectOption('1');
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
    await ann.press('Analyze');
    await ann.page.getByRole('list', { name: 'Best lines' }).getByRole('listitem').first().waitFor();
    await stage.server.start();
    await ann.go('/');
    await ann.reads('No open games right now. Create one and anyone can join.');
    for (const name of served) assert.ok(await ann.button(name).isEnabled(), name);
    await ann.page.getByRole('link', { name: /with Level 1/ }).waitFor();
});

testAlone('a new version is cached completely, and no page mixes two versions', async (stage) => {
    const { pages } = stage.server;
    const ann = await stage.visitor({ offline: true });
    await ann.go('/');
    await untilCached(ann);
    const [before] = await versions(ann);
    const words = join(pages, 'js/words/en.js');
    writeFileSync(words, readFileSync(words, 'utf8').replace("'Play Gomoku'", "'Six in a row.'"));
    stage.expect(AWAY);
    await stage.server.kill();
    await stage.server.start();
    // An open page keeps its version, also for modules not loaded yet, and offers the new one.
    await ann.page.getByText('A new version is ready.').waitFor({ timeout: 3 * TIMEOUT }); // the connection, then all files
    const old = await ann.page.evaluate(() => import(new URL('pages/about.js', document.querySelector('script[type=module]').src).href).then(({ show }) => typeof show));
    assert.equal(old, 'function');
    assert.deepEqual(await versions(ann), [before]);
    await ann.press('Reload');
    await ann.page.getByRole('heading', { name: 'Six in a row.' }).waitFor();
    await untilCached(ann);
    const [after, ...others] = await versions(ann);
    assert.deepEqual(others, []);
    assert.notEqual(after, before);
    // The old version is never seen again, online or offline.
    await stage.server.kill();
    await ann.go('/');
    await ann.page.getByRole('heading', { name: 'Six in a row.' }).waitFor();
    assert.deepEqual(await versions(ann), [after]);
}, { copiesPages: true });

testAlone('with full storage the old version stays whole, and the new one is cached later', async (stage) => {
    stage.expect(/WebSocket connection|ERR_CONNECTION_(REFUSED|RESET)|Failed to update a ServiceWorker/);
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
    await ann.go('/analyse?moves=h8i9h9'); // files that cannot be cached are still loaded
    await ann.press('Analyze');
    await ann.page.getByRole('list', { name: 'Best lines' }).getByRole('listitem').first().waitFor();

    const words = join(pages, 'js/words/en.js');
    writeFileSync(words, readFileSync(words, 'utf8').replace("'Play Gomoku'", "'Six in a row.'"));
    await stage.server.kill();
    await session.send('Network.clearBrowserCache'); // so that the old version does not get its engine from there
    await stage.server.start();
    await visitUntil(ann, 'Six in a row.');
    await ann.page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {}));
    // The page also tries on its own: check both together.
    await eventually(async () => await settled(ann) && await caches() === 1, 'it was tried, and left nothing');
    await stage.server.kill();
    await ann.go('/');
    await heading('Play Gomoku');
    assert.equal((await versions(ann)).length, 1);

    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await stage.server.start();
    await visitUntil(ann, 'Six in a row.');
    await untilCached(ann);
    await stage.server.kill();
    await ann.go('/');
    await heading('Six in a row.');
}, { copiesPages: true });

testAlone('without a service worker an old page also updates as a whole', async (stage) => {
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
