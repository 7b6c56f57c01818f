// Browser tests of the page, in TAP: node tests/page/main.js [WORD]. PAGE_WORKERS: files run in parallel, default: 2.
import { beginFile, runCases } from './tap.js';

// The slowest files come first, so that no worker is left with one at the end.
const FILES = ['offline', 'accessibility', 'analysis', 'playing', 'home', 'people', 'learn', 'review', 'layout', 'errors', 'invitations', 'shared_study', 'mist', 'docs', 'engine', 'proved'];

// Otherwise only the browser would exit, and the cases would continue without it.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

for (const name of FILES) {
    beginFile();
    await import(`./${name}_test.js`);
}
process.exit((await runCases(process.argv[2] ?? '', Number(process.env.PAGE_WORKERS) || 2)) ? 0 : 1);
