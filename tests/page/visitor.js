// Somebody with a browser: a context of its own, so a session of its own. What the browser complains
// of is kept: errors, refused policies, failed requests.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { becomesEqual, TIMEOUT } from './waiting.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const SIZES = {
    desktop: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

export class Visitor {
    complaints = [];
    frames = []; // what sockets brought, as text
    sent = []; // what went out through them

    /**
     * @param {import('playwright-core').Browser} browser
     * @param {string} url of the server
     * @param {{size?: keyof typeof SIZES, dark?: boolean, locale?: string, offline?: boolean}} options with
     *     `offline` the page keeps itself for when the server is away
     */
    static async enter(browser, url, { size = 'desktop', dark = false, locale = 'en-GB', offline = false } = {}) {
        const visitor = new Visitor();
        visitor.context = await browser.newContext({
            ...SIZES[size], locale, baseURL: url, serviceWorkers: offline ? 'allow' : 'block', colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce',
        });
        visitor.context.setDefaultTimeout(TIMEOUT);
        visitor.page = await visitor.open();
        return visitor;
    }

    /** Another window of the same visitor. */
    async open() {
        const page = await this.context.newPage();
        page.on('console', (message) => {
            const isOwn = !message.text().includes('blocked by Playwright'); // as `offline` says
            if (isOwn && ['error', 'warning'].includes(message.type())) this.complaints.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => this.complaints.push(`error: ${error.stack || error}`));
        page.on('websocket', (socket) => {
            socket.on('framereceived', ({ payload }) => this.frames.push(String(payload)));
            socket.on('framesent', ({ payload }) => this.sent.push(String(payload)));
        });
        return page;
    }

    // ---- What people do, by the words they see

    button(name) {
        return this.page.getByRole('button', { name, exact: true });
    }

    async press(name) {
        await this.button(name).click();
    }

    /** Until these words stand on the page, and nothing else with them. */
    async reads(text) {
        await this.page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    }

    get board() {
        return this.page.getByRole('application', { name: /^Board, / });
    }

    /** The middle of a point on the board. */
    async position(point) {
        const size = Number(/\d+/.exec(await this.board.getAttribute('aria-label'))[0]);
        const { width } = await this.board.boundingBox();
        const cell = width / (size + 1); // with coordinates there is a cell's width around the lines
        const [column, row] = [point.charCodeAt(0) - 96, Number(point.slice(1))];
        return { x: column * cell, y: (size + 1 - row) * cell };
    }

    /** Plays by the mouse, when it is the visitor's turn. */
    async place(point) {
        await this.reads('Your turn');
        await this.click(point);
        await this.shows(point);
    }

    /** Once the board stands still and nothing covers it. */
    async click(point) {
        await this.board.click({ position: await this.position(point) });
    }

    async tap(point) {
        await this.board.tap({ position: await this.position(point) });
    }

    /** From now on: a promise for what is there for a moment only, and may be gone when one looks. */
    async watchFor(selector) {
        const watch = await this.page.evaluateHandle((wanted) => ({
            seen: new Promise((done) => {
                new MutationObserver(() => document.querySelector(wanted) && done(true)).observe(document.body, { subtree: true, childList: true, attributes: true });
            }),
        }), selector);
        return () => watch.evaluate(({ seen }) => seen);
    }

    /** Until the list of moves has this one. */
    async shows(move) {
        await this.moveList.getByRole('button', { name: new RegExp(` ${move}$`) }).first().waitFor();
    }

    get moveList() {
        return this.page.getByRole('tabpanel', { name: 'Moves' });
    }

    /** The moves that are shown, in their order; what is hidden is left out. */
    async moves() {
        return (await this.moveList.innerText()).match(/[a-y]\d+|stays|swaps|\+2/g) ?? [];
    }

    /** Until these are the moves that are shown, all of them. */
    async hasMoves(moves) {
        await becomesEqual(() => this.moves(), moves, 'the list of moves');
    }

    async go(path) {
        await this.page.goto(path);
        await this.settle();
    }

    /** Until the page that was asked for is there. */
    async settle() {
        await this.page.locator('main:not([aria-busy]) h1').first().waitFor();
    }

    /** What the browser complained of, but for what is meant to happen. */
    unexpected(expected) {
        return this.complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    }

    /** What the page's service workers are doing, and what is kept: for whoever has to find out why. */
    workers() {
        const late = new Promise((done) => setTimeout(done, 10_000, 'service workers: no answer'));
        return Promise.race([late, this.page.evaluate(async () => {
            const { installing, waiting, active } = await navigator.serviceWorker?.getRegistration() ?? {};
            const states = Object.entries({ installing, waiting, active }).map(([name, worker]) => `${name} ${worker?.state}`);
            return `service workers: ${states.join(', ')}; caches: ${await caches.keys()}; controlled: ${Boolean(navigator.serviceWorker?.controller)}`;
        })]);
    }

    /**
     * Violations that axe-core finds, a line each.
     * @param {string[]} [rules] otherwise all
     */
    async axe(rules) {
        await this.page.evaluate(AXE + '; 0');
        // However short it is, a transition shows where it began until the next frame: a page just there is pale.
        await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
        const found = await this.page.evaluate((how) => window.axe.run(document, how), options);
        return found.violations.flatMap((rule) =>
            rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`));
    }

    /** Is anything wider than the window? */
    scrollsSideways() {
        return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    }
}
