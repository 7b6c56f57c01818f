// Cases and how they are run: each with a server and visitors of its own, reported in TAP. A case also
// fails if a browser complained of something that the case did not announce.
import assert from 'node:assert/strict';
import { Player } from './player.js';
import { Server } from './server.js';
import { openBrowser, PATIENCE, Visitor } from './visitor.js';

const CASE_PATIENCE = 5 * PATIENCE;

const cases = [];

/**
 * @param {string} name what must be true
 * @param {(stage: Stage) => Promise<void>} run
 */
export function test(name, run) {
    cases.push({ name, run });
}

class Stage {
    #browser;
    #expected = [];
    visitors = [];
    server = new Server();

    constructor(browser) {
        this.#browser = browser;
    }

    /** @param {Parameters<typeof Visitor.enter>[2]} [options] */
    async visitor(options) {
        const visitor = await Visitor.enter(this.#browser, this.server.url, options);
        this.visitors.push(visitor);
        return visitor;
    }

    /** Somebody without a browser; with a name an account. */
    player(name) {
        return Player.enter(this.server.url, name);
    }

    /** @param {RegExp} pattern of what browsers will complain of, rightly */
    expect(pattern) {
        this.#expected.push(pattern);
    }

    assertNoComplaints() {
        assert.deepEqual(this.visitors.flatMap((visitor) => visitor.unexpected(this.#expected)), []);
    }

    /** What everybody sees, for who has to find out why. */
    async describe() {
        const seen = this.visitors.map(async ({ page, complaints }, i) =>
            [`visitor ${i + 1} at ${page.url()}`, await page.locator('dialog, main').last().ariaSnapshot({ timeout: 10_000 }).catch(String), ...complaints]);
        return (await Promise.all(seen)).flat().join('\n');
    }

    async clear() {
        await Promise.all(this.visitors.map((visitor) => visitor.context.close()));
        await this.server.discard();
    }
}

/** Fails after a while, whatever becomes of the promise. */
function inTime(promise) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error('did not end in time')), CASE_PATIENCE);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function play(browser, { run }) {
    const stage = new Stage(browser);
    try {
        await stage.server.start();
        await inTime(run(stage));
        stage.assertNoComplaints();
        return '';
    } catch (error) {
        return `${error.stack ?? error}\n${await stage.describe()}`;
    } finally {
        await stage.clear();
    }
}

/** Runs the cases whose name holds the word. */
export async function runCases(word) {
    const wanted = cases.filter(({ name }) => name.includes(word));
    const browser = await openBrowser();
    let failed = 0;
    console.log(`1..${wanted.length}`);
    for (const [i, one] of wanted.entries()) {
        const begin = Date.now();
        const trouble = await play(browser, one);
        console.log(`${trouble ? 'not ok' : 'ok'} ${i + 1} - ${one.name} # ${Date.now() - begin} ms`);
        if (trouble) console.log(trouble.replace(/^/gm, '# '));
        failed += Number(trouble !== '');
    }
    await browser.close();
    return failed === 0;
}

/** Until a condition holds: the value it gives, once that is true. */
export async function eventually(condition, what) {
    const end = performance.now() + PATIENCE; // whatever becomes of the date
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(performance.now() < end, `it does not come about: ${what}`);
        await new Promise((done) => setTimeout(done, 30));
    }
}
