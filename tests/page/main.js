// The page in a real browser, in TAP: node tests/page/main.js [WORD]. PAGE_WORKERS says how many files run at once (2).
import { beginFile, runCases } from './tap.js';

// What takes longest comes first, so that no worker is left with it at the end.
const FILES = ['offline', 'reach', 'analysis', 'playing', 'people', 'learn', 'review', 'fault', 'asking', 'together', 'mist', 'engine'];

// Otherwise only the browser would end, and the cases go on without it.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

for (const name of FILES) {
    beginFile();
    await import(`./${name}_test.js`);
}
process.exit((await runCases(process.argv[2] ?? '', Number(process.env.PAGE_WORKERS) || 2)) ? 0 : 1);
