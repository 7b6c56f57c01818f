// Registers the service worker (../../sw.js), which caches the page for offline use, and detects new versions:
// docs/develop/offline.md.
import { trustedScriptUrl } from './trusted_types.js';
import { isOutdated, pageVersion, newVersionReady, serverVersion } from './version.js';

/** With data saver on, only files that are used are cached, and only in an installed app. */
export function savesData() {
    return Reflect.get(navigator, 'connection')?.saveData === true;
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** @param {ServiceWorkerRegistration} registration */
async function checkForUpdate(registration) {
    await registration.update().catch(() => {});
    // A new worker reports itself when it is complete. If none is installing, or it fails, do not wait.
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
        else cacheAll(/** @type {ServiceWorker} */ (source)); // the previous worker did not know this version
    });
    serverVersion.subscribe(() => isOutdated() && checkForUpdate(registration));
    const { active } = await navigator.serviceWorker.ready;
    cacheAll(active);
}

/** Called after the first page is shown. */
export async function enableOffline() {
    const isPossible = 'serviceWorker' in navigator && (!savesData() || isInstalled());
    if (isPossible) {
        try {
            await register();
            return;
        } catch {
            // Forbidden, or the server is unreachable: continue without a service worker.
        }
    }
    serverVersion.subscribe(() => isOutdated() && newVersionReady.set(true));
}
