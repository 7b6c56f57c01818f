// Keeps the page for when the server is away, by the service worker (../sw.js), and says when another version
// of it has come: docs/offline.md.
import { scriptAddress } from './trusted_types.js';
import { isOutdated, own, ready, served } from './version.js';

/** Somebody pays for every byte: then only what is used is kept, and only where it was installed. */
function isSparing() {
    return Reflect.get(navigator, 'connection')?.saveData === true;
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** @param {ServiceWorkerRegistration} registration */
async function look(registration) {
    await registration.update().catch(() => {});
    // One that comes says so itself when it has all. With none to come, or if it fails, there is nothing to wait for.
    const coming = registration.installing;
    if (!coming) ready.set(true);
    coming?.addEventListener('statechange', () => coming.state === 'redundant' && ready.set(true));
}

async function register() {
    const registration = await navigator.serviceWorker.register(scriptAddress('/sw.js'), { updateViaCache: 'none' });
    /** @param {ServiceWorker | null} worker */
    const keepAll = (worker) => isSparing() || worker?.postMessage('keep all');
    navigator.serviceWorker.addEventListener('message', ({ data, source }) => {
        if (data.version !== own) ready.set(true);
        else keepAll(/** @type {ServiceWorker} */ (source)); // the one before it knew nothing of this page's version
    });
    served.subscribe(() => isOutdated() && look(registration));
    const { active } = await navigator.serviceWorker.ready;
    keepAll(active);
}

/** Called when the first page is there. */
export async function keepPage() {
    const isPossible = 'serviceWorker' in navigator && (!isSparing() || isInstalled());
    if (isPossible) {
        try {
            await register();
            return;
        } catch {
            // Forbidden, or the server is away: the page does without.
        }
    }
    served.subscribe(() => isOutdated() && ready.set(true));
}
