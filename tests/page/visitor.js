// A user with a browser context, so with a separate session. Records browser errors: exceptions, policy violations,
// failed requests.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { becomesEqual, TIMEOUT } from './waiting.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const SIZES = {
    desktop: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    portrait: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    landscape: { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true },
};

export class Visitor {
    complaints = [];
    frames = []; // received WebSocket messages, as text
    sent = []; // sent WebSocket messages

    /**
     * @param {import('playwright-core').Browser} browser
     * @param {string} url of the server
     * @param {{size?: keyof typeof SIZES, dark?: boolean, locale?: string, offline?: boolean, motion?: boolean}} options with
     *     `offline` the service worker is allowed, with `motion` animations
     */
    static async enter(browser, url, { size = 'desktop', dark = false, locale = 'en-GB', offline = false, motion = false } = {}) {
        const visitor = new Visitor();
        visitor.context = await browser.newContext({
            ...SIZES[size], locale, baseURL: url, serviceWorkers: offline ? 'allow' : 'block', colorScheme: dark ? 'dark' : 'light', reducedMotion: motion ? 'no-preference' : 'reduce',
        });
        visitor.context.setDefaultTimeout(TIMEOUT);
        visitor.page = await visitor.open();
        return visitor;
    }

    /** Another tab of the same visitor. */
    async open() {
        const page = await this.context.newPage();
        page.on('console', (message) => {
            const isOwn = !message.text().includes('blocked by Playwright'); // service workers are blocked unless `offline`
            if (isOwn && ['error', 'warning'].includes(message.type())) this.complaints.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => this.complaints.push(`error: ${error.stack || error}`));
        page.on('websocket', (socket) => {
            socket.on('framereceived', ({ payload }) => this.frames.push(String(payload)));
            socket.on('framesent', ({ payload }) => this.sent.push(String(payload)));
        });
        return page;
    }

    // ---- User actions, by visible text

    button(name) {
        return this.page.getByRole('button', { name, exact: true });
    }

    async press(name) {
        await this.button(name).click();
    }

    /** Waits for an element with exactly this text. */
    async reads(text) {
        await this.page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    }

    get board() {
        return this.page.getByRole('application', { name: /^Board, / });
    }

    /** Pixel position of a point on the board. */
    async position(point) {
        const size = Number(/\d+/.exec(await this.board.getAttribute('aria-label'))[0]);
        const { width } = await this.board.boundingBox();
        const cell = width / (size + 0.7); // with coordinates the margin is 0.85 of a cell
        const [column, row] = [point.charCodeAt(0) - 97, Number(point.slice(1))];
        return { x: (column + 0.85) * cell, y: (size - row + 0.85) * cell };
    }

    /** Plays with the mouse when it is the visitor's turn. */
    async place(point) {
        await this.reads('Your turn');
        await this.click(point);
        await this.shows(point);
    }

    /** Clicks a point once the board is stable and not covered. */
    async click(point) {
        await this.board.click({ position: await this.position(point) });
    }

    async tap(point) {
        await this.board.tap({ position: await this.position(point) });
    }

    /** Starts watching for an element that appears only briefly; returns a function that waits for it. */
    async watchFor(selector) {
        const watch = await this.page.evaluateHandle((wanted) => ({
            seen: new Promise((done) => {
                new MutationObserver(() => document.querySelector(wanted) && done(true)).observe(document.body, { subtree: true, childList: true, attributes: true });
            }),
        }), selector);
        return () => watch.evaluate(({ seen }) => seen);
    }

    /** Waits until the move list contains this move. */
    async shows(move) {
        await this.moveList.getByRole('button', { name: new RegExp(` ${move}$`) }).first().waitFor();
    }

    get moveList() {
        return this.page.getByRole('tabpanel', { name: 'Moves' });
    }

    /** The visible moves, in order. */
    async moves() {
        return (await this.moveList.innerText()).match(/[a-y]\d+|stays|swaps|\+2/g) ?? [];
    }

    /** Waits until exactly these moves are shown. */
    async hasMoves(moves) {
        await becomesEqual(() => this.moves(), moves, 'the list of moves');
    }

    async go(path) {
        await this.page.goto(path);
        await this.settle();
    }

    /** Waits until the page is loaded. */
    async settle() {
        await this.page.locator('main:not([aria-busy]) h1').first().waitFor();
    }

    /** Browser errors except expected ones. */
    unexpected(expected) {
        return this.complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    }

    /** State of the service workers and caches, for debugging. */
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
     * @param {string[]} [rules] default: all
     */
    async axe(rules) {
        await this.page.evaluate(AXE + '; 0');
        // A new page is pale until its transitions have run, even very short ones.
        await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
        const found = await this.page.evaluate((how) => window.axe.run(document, how), options);
        return found.violations.flatMap((rule) =>
            rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`));
    }

    /** True if the page scrolls horizontally. */
    scrollsSideways() {
        return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    }
}
