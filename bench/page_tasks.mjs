// The longest tasks on the page's main thread while the engine searches, by the browser's tracing:
// node bench/page_tasks.mjs [SECONDS]. Needs build/pentad, build-web and tests/page/run.sh types once.
import { Server } from '../tests/page/server.js';
import { openBrowser } from '../tests/page/browser.js';
import { Visitor } from '../tests/page/visitor.js';

const SECONDS = Number(process.argv[2] ?? 10);
const LIMIT = 100; // milliseconds

/** Tasks of the pages' main threads, by wall clock and by CPU time, which does not depend on other load. */
function tasksOf({ traceEvents }) {
    const main = new Set(traceEvents.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid} ${e.tid}`));
    return traceEvents.filter((e) => e.ph === 'X' && e.name.endsWith('RunTask') && main.has(`${e.pid} ${e.tid}`))
        .map((e) => ({ clock: e.dur / 1000, processor: (e.tdur ?? 0) / 1000 }));
}

async function traced(browser, page, work) {
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] });
    const begin = Date.now();
    await work();
    const seconds = (Date.now() - begin) / 1000;
    return { seconds, tasks: tasksOf(JSON.parse(await browser.stopTracing())) };
}

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

/** What the engine does while the main thread is traced. */
const WORKS = {
    async 'level 10 thinks about its move'(visitor) {
        await visitor.go('/');
        await visitor.press('Options');
        const box = visitor.page.getByRole('dialog');
        await box.getByLabel('Level').selectOption('10');
        await box.getByRole('radio', { name: 'Black' }).check();
        await box.getByLabel('In this browser').check();
        await box.getByRole('button', { name: 'Play' }).click();
        await visitor.page.waitForURL(/local-/);
        return async () => {
            await visitor.place('h8');
            await wait(SECONDS);
        };
    },
    async 'the analysis board, three lines'(visitor) {
        await visitor.go('/analyse?moves=h8i9i7g9j8');
        await visitor.page.getByLabel('How long it thinks').selectOption({ label: 'until stopped' });
        await visitor.page.getByLabel('How many lines').selectOption({ index: 2 });
        return async () => {
            await visitor.press('Analyse');
            await wait(SECONDS);
        };
    },
};

const server = await new Server().start();
const browser = await openBrowser();
try {
    for (const [name, prepare] of Object.entries(WORKS)) {
        const visitor = await Visitor.enter(browser, server.url);
        const { seconds, tasks } = await traced(browser, visitor.page, await prepare(visitor));
        const say = (by) => {
            const times = tasks.map((task) => task[by]).sort((a, b) => b - a);
            const over = times.filter((ms) => ms > LIMIT).length;
            return `${over} over ${LIMIT} ms, the longest ${times.slice(0, 3).map((ms) => ms.toFixed(0)).join(', ')} ms`;
        };
        console.log(`${name}: ${tasks.length} tasks in ${seconds.toFixed(0)} s; by processor time ${say('processor')}; by the clock ${say('clock')}`);
        await visitor.context.close();
    }
} finally {
    await browser.close();
    await server.discard();
}
