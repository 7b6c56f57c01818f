// Which version of the page this is, and which the server has: see docs/offline.md.
import { store } from '../util/store.js';

const RELOADED = 'pentad.reloaded';

/** Of this page; '' where it was not loaded from a server. */
export const own = /\/@([0-9a-f]+)\//.exec(import.meta.url)?.[1] ?? '';

/** The server's, as it said last. */
export const served = store(own);

export const isOutdated = () => served.get() !== own;

/** Has another version come whole, so that loading the page anew is a matter of a moment? */
export const ready = store(false);

/** Once for each version: what loading anew does not mend is not tried for ever. */
export function mayReload() {
    try {
        if (sessionStorage.getItem(RELOADED) === own) return false;
        sessionStorage.setItem(RELOADED, own);
        return true;
    } catch {
        return false; // nobody would remember
    }
}
