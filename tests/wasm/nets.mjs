// The published nets, as data/nets/table has them.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../data/nets/', import.meta.url);
const ROWS = readFileSync(new URL('table', FOLDER), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));

/** Names without repetitions. */
export const NETS = [...new Set(ROWS.map(([, , name]) => name))];

export const netFile = (name) => new URL(`${name}.net`, FOLDER).pathname;

/** The name of the net for these rules and this board size. */
export const netFor = (rules, size = 15) => ROWS.find(([wanted, largest]) => wanted === rules && size <= Number(largest))?.[2];
