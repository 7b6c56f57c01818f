// Version of this page and of the server's page: see docs/develop/offline.md.
import { store } from '../util/store.js';

const RELOADED_KEY = 'pentad.reloaded';

/** '' if the page was not loaded from a server. */
export const pageVersion = /\/@([0-9a-f]+)\//.exec(import.meta.url)?.[1] ?? '';

/** As the server reported it last. */
export const serverVersion = store(pageVersion);

export const isOutdated = () => serverVersion.get() !== pageVersion;

/** True when a new version is fully cached, so that reloading is fast. */
export const newVersionReady = store(false);

/** True once per version, to avoid a reload loop. */
export function mayReload() {
    try {
        if (sessionStorage.getItem(RELOADED_KEY) === pageVersion) return false;
        sessionStorage.setItem(RELOADED_KEY, pageVersion);
        return true;
    } catch {
        return false; // could not be remembered
    }
}
