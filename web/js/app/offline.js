// Keeps the page for when the server is away, by the service worker (../sw.js), and says when another version
// of it has come: docs/offline.md.
import { trustedScriptUrl } from './trusted_types.js';
import { isOutdated, pageVersion, newVersionReady, serverVersion } from './version.js';

/** Somebody pays for every byte: then only what is used is kept, and only where it was installed. */
function savesData() {
    return Reflect.get(navigator, 'connection')?.saveData === true;
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** @param {ServiceWorkerRegistration} registration */
async function checkForUpdate(registration) {
    await registration.update().catch(() => {});
    // One that comes says so itself when it has all. With none to come, or if it fails, there is nothing to wait for.
    const installing = registration.installing;
    if (!installing) newVersionReady.set(true);
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && newVersionReady.set(true));
}

async function register() {
    const registration = await navigator.serviceWorker.register(trustedScriptUrl('/sw.js'), { updateViaCache: 'none' });
    /** @param {ServiceWorker | null} worker */
    const cacheAll = (worker) => savesData() || worker?.postMessage('keep all');
    navigator.serviceWorker.addEventListener('message', ({ data, source }) => {
        if (data.version !== pageVersion) newVersionReady.set(true);
        else cacheAll(/** @type {ServiceWorker} */ (source)); // the one before it knew nothing of this page's version
    });
    serverVersion.subscribe(() => isOutdated() && checkForUpdate(registration));
    const { active } = await navigator.serviceWorker.ready;
    cacheAll(active);
}

/** Called when the first page is there. */
export async function enableOffline() {
    const isPossible = 'serviceWorker' in navigator && (!savesData() || isInstalled());
    if (isPossible) {
        try {
            await register();
            return;
        } catch {
            // Forbidden, or the server is away: the page does without.
        }
    }
    serverVersion.subscribe(() => isOutdated() && newVersionReady.set(true));
}
