// Test runner with TAP output. The cases of a file share a server and run one after the other; files run in parallel. A
// case also fails if the browser reports an error that the case did not expect.
import assert from 'node:assert/strict';
import { openBrowser } from './browser.js';
import { TIMEOUT } from './waiting.js';
import { Player } from './player.js';
import { Server } from './server.js';
import { Visitor } from './visitor.js';

export { becomesEqual, eventually } from './waiting.js';

const CASE_TIMEOUT = 5 * TIMEOUT;

const files = []; // each an array of cases

/** Starts a new file: the following tests belong to it. */
export function beginFile() {
    files.push([]);
}

/**
 * A case that shares its server with the others of its file: account names must differ, and lists may contain games of
 * other cases.
 * @param {string} name states what must be true
 * @param {(stage: Stage) => Promise<void>} run
 */
export function test(name, run) {
    files.at(-1).push({ name, run, isAlone: false });
}

/**
 * A case with its own server, which it may stop, restart and reconfigure.
 * @param {string} name states what must be true
 * @param {(stage: Stage & {server: Server}) => Promise<void>} run
 * @param {{copiesPages?: boolean}} [options] with `copiesPages` the server serves a copy of the page, which the
 *     case may change: `stage.server.pages`
 */
export function testAlone(name, run, { copiesPages = false } = {}) {
    files.at(-1).push({ name, run, isAlone: true, copiesPages });
}

class Stage {
    #browser;
    #expected = [];
    #shared;
    visitors = [];

    /**
     * @param {import('playwright-core').Browser} browser
     * @param {Server | {url: string}} server
     * @param {Map<string, Promise<unknown>>} shared results of `once` on this server
     */
    constructor(browser, server, shared) {
        this.#browser = browser;
        this.#shared = shared;
        this.server = server;
    }

    /** @param {Parameters<typeof Visitor.enter>[2]} [options] */
    async visitor(options) {
        const visitor = await Visitor.enter(this.#browser, this.server.url, options);
        this.visitors.push(visitor);
        return visitor;
    }

    /** A player without a browser; with a name, an account. */
    player(name) {
        return Player.enter(this.server.url, name);
    }

    /** Fixture shared by several cases of a file, created by the first that needs it. */
    once(name, make) {
        if (!this.#shared.has(name)) this.#shared.set(name, make());
        return this.#shared.get(name);
    }

    /** @param {RegExp} pattern of expected browser errors */
    expect(pattern) {
        this.#expected.push(pattern);
    }

    assertNoComplaints() {
        assert.deepEqual(this.visitors.flatMap((visitor) => visitor.unexpected(this.#expected)), []);
    }

    /** What every visitor sees, for debugging a failure. */
    async describe() {
        const seen = this.visitors.map(async (visitor, i) => [
            `visitor ${i + 1} at ${visitor.page.url()}`,
            await visitor.page.locator('dialog, main').last().ariaSnapshot({ timeout: 10_000 }).catch(String),
            await visitor.workers().catch(String), ...visitor.complaints,
        ]);
        return (await Promise.all(seen)).flat().join('\n');
    }

    async clear() {
        await Promise.all(this.visitors.map((visitor) => visitor.context.close()));
    }
}

/** Rejects after a timeout. */
function withTimeout(promise) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error('did not end in time')), CASE_TIMEOUT);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs a case; returns the failure text, '' if it passed. */
async function runCase(stage, run) {
    try {
        await withTimeout(run(stage));
        stage.assertNoComplaints();
        return '';
    } catch (error) {
        return `${error.stack ?? error}\n${await stage.describe()}`;
    } finally {
        await stage.clear();
    }
}

async function runCaseAlone(browser, { run, copiesPages }) {
    const server = new Server();
    try {
        if (copiesPages) server.copyPages();
        await server.start();
        return await runCase(new Stage(browser, server, new Map()), run);
    } finally {
        await server.discard();
    }
}

/** Runs the cases of a file in order. */
async function runFile(browser, cases, report) {
    const server = new Server();
    const shared = new Map();
    try {
        if (cases.some(({ isAlone }) => !isAlone)) await server.start();
        for (const one of cases) {
            const begin = Date.now();
            const problem = one.isAlone
                ? await runCaseAlone(browser, one)
                : await runCase(new Stage(browser, { url: server.url }, shared), one.run); // only the URL: cases must not stop the shared server
            report(one.name, problem, Date.now() - begin);
        }
    } finally {
        await server.discard();
    }
}

/**
 * Runs the cases whose name contains the word.
 * @param {string} word
 * @param {number} workers number of files in parallel
 */
export async function runCases(word, workers) {
    const wanted = files.map((cases) => cases.filter(({ name }) => name.includes(word))).filter((cases) => cases.length > 0);
    const browser = await openBrowser();
    let done = 0;
    let failed = 0;
    const report = (name, problem, ms) => {
        console.log(`${problem ? 'not ok' : 'ok'} ${++done} - ${name} # ${ms} ms`);
        if (problem) console.log(problem.replace(/^/gm, '# '));
        failed += Number(problem !== '');
    };
    console.log(`1..${wanted.flat().length}`);
    const work = async () => {
        for (let cases = wanted.shift(); cases; cases = wanted.shift()) await runFile(browser, cases, report);
    };
    await Promise.all(Array.from({ length: workers }, work));
    await browser.close();
    return failed === 0;
}
