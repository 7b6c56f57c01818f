// Time a visitor waits for the evaluation curve and the heat map of a 60-move game in a browser: from opening the
// address to the last position. Needs build/pentad, build-web and Chromium: node bench/review_bench.mjs [ROUNDS]
import { Server } from '../tests/page/server.js';
import { openBrowser } from '../tests/page/browser.js';
import { Visitor } from '../tests/page/visitor.js';

const MOVES = 'b2n14n2d2l4k5k4j4l6j5l5l7j3m6k8l3j7i5h5i6i4g6h6h7i8k6j8l8g8h8k7i9j10j9k9i7g9k2g10g11h10i10i11f8h12g13h11h13f9i12d7e8e10d9f7k10j11k13e6d5';
const ROUNDS = Number(process.argv[2] ?? 3);
const HEAT = { lines: 20, ms: 1000 };

const server = await new Server().start();
const browser = await openBrowser();

/** Collects the long tasks of the page, 50 ms or more, in `tasks`. */
function collectLongTasks() {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => Math.round(one.duration)))).observe({ type: 'longtask', buffered: true });
}

/** Computes the moves of the heat map in another worker of the same page. */
async function heatMap(question) {
    const address = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/js/engine.js')).name;
    const { openEngine } = await import(address);
    const engine = openEngine();
    const begin = performance.now();
    const { analysis } = await engine.think(question, () => {});
    engine.close();
    return { ms: Math.round(performance.now() - begin), points: analysis.lines.length, depth: analysis.lines[0].depth };
}

try {
    for (let round = 1; round <= ROUNDS; round++) {
        const visitor = await Visitor.enter(browser, server.url);
        await visitor.page.addInitScript(collectLongTasks);
        const begin = Date.now();
        await visitor.page.goto(`/review?moves=${MOVES}`);
        await visitor.page.locator('progress').waitFor();
        const shown = Date.now() - begin;
        await visitor.button('Look deeper').waitFor({ timeout: 100_000 });
        const curve = Date.now() - begin;
        const { values } = await visitor.page.evaluate(() => JSON.parse(Object.entries({ ...localStorage }).find(([key]) => key.startsWith('pentad.review '))[1]));
        const depths = values.map(({ depth }) => depth).sort((a, b) => a - b);
        const tasks = await visitor.page.evaluate(() => window.tasks);
        const heat = await visitor.page.evaluate(heatMap, { moves: MOVES, ...HEAT });
        console.log(`round ${round}: page ${shown} ms, curve of ${values.length} positions ${curve} ms (median depth ${depths[depths.length >> 1]}), ` +
            `heat map of ${heat.points} points ${heat.ms} ms (depth ${heat.depth}), together ${curve + heat.ms} ms; ` +
            `longest task of the page ${Math.max(0, ...tasks)} ms, ${tasks.filter((ms) => ms > 100).length} over 100 ms`);
        await visitor.context.close();
    }
} finally {
    await browser.close();
    await server.discard();
}
