// Which version of the page this is, and which the server has: see docs/offline.md.
import { store } from '../util/store.js';

const RELOADED_KEY = 'pentad.reloaded';

/** Of this page; '' where it was not loaded from a server. */
export const pageVersion = /\/@([0-9a-f]+)\//.exec(import.meta.url)?.[1] ?? '';

/** The server's, as it said last. */
export const serverVersion = store(pageVersion);

export const isOutdated = () => serverVersion.get() !== pageVersion;

/** Has another version come whole, so that loading the page anew is a matter of a moment? */
export const newVersionReady = store(false);

/** Once for each version: what loading anew does not mend is not tried for ever. */
export function mayReload() {
    try {
        if (sessionStorage.getItem(RELOADED_KEY) === pageVersion) return false;
        sessionStorage.setItem(RELOADED_KEY, pageVersion);
        return true;
    } catch {
        return false; // nobody would remember
    }
}
