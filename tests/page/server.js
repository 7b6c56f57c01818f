// Starts `pentad serve` with its own data folder, which survives restarts.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = process.env.PENTAD ?? join(ROOT, 'build/pentad');

const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL'))); // however the tests exit

export class Server {
    #process = null;
    #port = 0; // any free port; the same after a restart

    /** Folder of the page. */
    pages = join(ROOT, 'web');

    constructor() {
        this.data = mkdtempSync(join(tmpdir(), 'pentad-page-'));
    }

    /** Call before start(): serves a copy of the page, which a test can change. */
    copyPages() {
        this.pages = join(this.data, 'web');
        cpSync(join(ROOT, 'web'), this.pages, { recursive: true, dereference: true });
    }

    /** Makes the server reload the page's files. */
    reload() {
        this.#process.kill('SIGHUP');
    }

    get url() {
        return `http://127.0.0.1:${this.#port}`;
    }

    async start() {
        const log = openSync(join(this.data, 'log'), 'a');
        // All browsers share one address, and the limits are per address: --rate-limit-factor.
        const words = ['serve', '--port', this.#port, '--data', this.data, '--pages', this.pages, '--rate-limit-factor', 20];
        this.#process = spawn(PROGRAM, words.map(String), { stdio: ['ignore', 'pipe', log] });
        const child = this.#process;
        children.add(child);
        child.once('exit', () => children.delete(child));
        const ended = new Promise((_, fail) =>
            child.once('exit', () => fail(new Error(`the server does not start\n${this.log()}`))));
        ended.catch(() => {});
        const lines = createInterface({ input: child.stdout });
        const [line] = await Promise.race([new Promise((done) => lines.once('line', (...found) => done(found))), ended]);
        this.#port = Number(/http\S*:(\d+)/.exec(line)[1]);
        return this;
    }

    /** Runs `pentad admin`; returns what it answers. */
    admin(...words) {
        return JSON.parse(execFileSync(PROGRAM, ['admin', ...words, '--data', this.data, '--json'], { encoding: 'utf8' }));
    }

    log() {
        return readFileSync(join(this.data, 'log'), 'utf8');
    }

    /** Like a power failure: kill -9. */
    async kill() {
        const ended = new Promise((done) => this.#process.once('exit', done));
        this.#process.kill('SIGKILL');
        await ended;
    }

    async discard() {
        if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
        rmSync(this.data, { recursive: true, force: true });
    }
}
