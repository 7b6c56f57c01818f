// Pictures of pages, to be looked at: node tests/page/shots.js FOLDER [PATH...]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from './server.js';
import { openBrowser, Visitor } from './visitor.js';

const [folder = 'shots', ...paths] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const server = await new Server().start();
const browser = await openBrowser();
try {
    for (const size of ['phone', 'desktop'])
        for (const dark of [false, true]) {
            const visitor = await Visitor.enter(browser, server.url, { size, dark });
            for (const path of paths.length ? paths : ['/']) {
                await visitor.go(path);
                const name = `${path.replace(/\W+/g, '_')}-${size}${dark ? '-dark' : ''}.png`;
                await visitor.page.screenshot({ path: join(folder, name), fullPage: true });
                for (const text of await visitor.axe()) console.log(`${name}: ${text}`);
                if (await visitor.scrollsSideways()) console.log(`${name}: scrolls sideways`);
            }
            visitor.unexpected([]).forEach((text) => console.log(`${size}: ${text}`));
            await visitor.context.close();
        }
} finally {
    await browser.close();
    await server.discard();
}
