// Screenshots of pages: node tests/page/shots.js FOLDER [PATH...]; ":game" in a path is a finished game. LOCALE=ja for
// another language.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from './browser.js';
import { Player, playGame } from './player.js';
import { Server } from './server.js';
import { Visitor } from './visitor.js';

const PATHS = ['/', '/games', '/games?player=Ann&result=won', '/user/Ann', '/user/Level%203', '/user/nobody', '/ratings', '/rules',
    '/account', '/about', '/game/:game', '/game/nothing', '/nothing'];
const FIVE = ['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12'];

const [folder = 'shots', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await new Server().start();
const browser = await openBrowser();

async function pictures(visitor, game, kind) {
    for (const path of wanted.length ? wanted : PATHS) {
        await visitor.go(path.replace(':game', game));
        const name = `${path.replace(/\W+/g, '_')}-${kind}.png`;
        await visitor.page.screenshot({ path: join(folder, name), fullPage: true });
        for (const text of await visitor.axe()) console.log(`${name}: ${text}`);
        if (await visitor.scrollsSideways()) console.log(`${name}: scrolls sideways`);
    }
    for (const text of visitor.unexpected([/status of 404/])) console.log(`${kind}: ${text}`);
}

try {
    const ann = await Player.enter(server.url, 'Ann');
    const bob = await Player.enter(server.url, 'Bob');
    const guest = await Player.enter(server.url);
    const game = await playGame(ann, bob, FIVE, { rated: true, rules: 'standard', time: '300+5' });
    await playGame(bob, ann, FIVE.slice(0, 4), { rules: 'renju' });
    await playGame(guest, ann, FIVE, { size: 19 });
    await ann.act(await playGame(ann, bob, ['j10', 'a1'], { mist: true }), 'resign');
    await ann.post('games', { opponent: 'anyone', rules: 'caro', opening: 'swap2' });
    await ann.post('tokens', { label: 'my bot' });
    for (const size of ['phone', 'desktop'])
        for (const dark of [false, true]) {
            const visitor = await Visitor.enter(browser, server.url, { size, dark, locale: process.env.LOCALE });
            await visitor.context.addCookies([ann.cookie]);
            await pictures(visitor, game, `${size}${dark ? '-dark' : ''}`);
            await visitor.context.close();
        }
} finally {
    await browser.close();
    await server.discard();
}
