// Somebody with a browser: a context of its own, so a session of its own. What the browser complains
// of is kept: errors, refused policies, failed requests.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const SIZES = {
    desktop: { viewport: { width: 1280, height: 800 } },
    phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

export function openBrowser() {
    const own = process.env.CHROMIUM;
    const args = process.getuid() === 0 ? ['--no-sandbox'] : [];
    return chromium.launch({ executablePath: own ?? firstThere(PLACES), args });
}

function firstThere(paths) {
    const found = paths.find((path) => {
        try {
            return readFileSync(path).length > 0;
        } catch {
            return false;
        }
    });
    if (!found) throw new Error(`no Chromium: none of ${paths.join(', ')}; CHROMIUM=PATH says where it is`);
    return found;
}

export class Visitor {
    complaints = [];
    frames = []; // what sockets brought, as text

    /**
     * @param {import('playwright-core').Browser} browser
     * @param {string} url of the server
     * @param {{size?: keyof typeof SIZES, dark?: boolean, locale?: string}} options
     */
    static async enter(browser, url, { size = 'desktop', dark = false, locale = 'en-GB' } = {}) {
        const visitor = new Visitor();
        visitor.context = await browser.newContext({
            ...SIZES[size], locale, baseURL: url, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce',
        });
        visitor.context.setDefaultTimeout(20_000);
        visitor.page = await visitor.open();
        return visitor;
    }

    /** Another window of the same visitor. */
    async open() {
        const page = await this.context.newPage();
        page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) this.complaints.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => this.complaints.push(`error: ${error.stack ?? error}`));
        page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.frames.push(String(payload))));
        return page;
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

    /** Violations that axe-core finds, a line each. */
    async axe() {
        await this.page.evaluate(AXE + '; 0');
        const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        return found.violations.flatMap((rule) =>
            rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`));
    }

    /** Is anything wider than the window? */
    scrollsSideways() {
        return this.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    }
}
