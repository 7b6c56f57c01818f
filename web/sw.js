// Service worker: caches the page for offline use. Each version of the page has its own cache, filled completely before
// it is used, and every URL contains the version. So nothing is stale, and no page mixes files of two versions. See
// docs/develop/offline.md.

const LIST = "/@/files.json"; // the server inserts the version; it looks for the double quotes
const ROOT = LIST.slice(0, LIST.lastIndexOf('/') + 1);
const VERSION = ROOT.slice(2, -1);
const PREFIX = 'pentad-';
const CACHE = PREFIX + VERSION;

const LARGE = /^(engine|data)\//; // cached after the rest
const RARE = /^engine\/pentad-scalar/; // cached only if used
const ONLINE = /^docs\//; // the documents: never cached
const PARALLEL_FETCHES = 6;
const RESPONSE_TIMEOUT = 4000; // for a server that accepts connections but does not answer

/** The newest other version that is cached. */
async function previousVersion() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    return names.length === 0 ? null : names[names.length - 1].slice(PREFIX.length);
}

/** @param {string | null} version @returns {Promise<Record<string, string>>} hashes of its files, by name */
async function filesOf(version) {
    const list = version !== null && await caches.match(`/@${version}/files.json`);
    return list ? list.json() : {};
}

/** Fills the cache of this version. Files unchanged since the previous version are copied, not downloaded. */
class VersionCache {
    static async open() {
        const cache = await caches.open(CACHE);
        if (!(await cache.match(LIST))) await cache.add(LIST);
        const old = await previousVersion();
        const version = new VersionCache();
        return Object.assign(version, { cache, old, files: await filesOf(VERSION), oldFiles: await filesOf(old) });
    }

    async store(name) {
        if (await this.cache.match(ROOT + name)) return;
        const same = this.oldFiles[name] === this.files[name] && await caches.match(`/@${this.old}/${name}`);
        // A new Response: the old one carries its URL, and a module's imports would be resolved against that.
        if (same) await this.cache.put(ROOT + name, new Response(same.body, { headers: same.headers }));
        else await this.cache.add(ROOT + name);
    }

    async storeAll(names) {
        const left = [...names];
        const next = async () => {
            for (let name = left.shift(); name; name = left.shift()) await this.store(name);
        };
        await Promise.all(Array.from({ length: PARALLEL_FETCHES }, next));
    }

    small() {
        return Object.keys(this.files).filter((name) => !LARGE.test(name) && !ONLINE.test(name));
    }

    large() {
        return Object.keys(this.files).filter((name) => LARGE.test(name) && !RARE.test(name));
    }

    /** The large files that the previous version had. */
    async previousLarge() {
        const found = await Promise.all(Object.keys(this.oldFiles).map(async (name) =>
            LARGE.test(name) && name in this.files && await caches.match(`/@${this.old}/${name}`) ? name : null));
        return found.filter((name) => name !== null);
    }
}

/** All or nothing: a partial cache would take space and look like a version. */
async function install() {
    try {
        const version = await VersionCache.open();
        await version.storeAll([...version.small(), ...await version.previousLarge()]);
    } catch (error) {
        await caches.delete(CACHE);
        throw error; // the next visit tries again
    }
    await self.skipWaiting();
}

/** Keeps the cache of the previous version, whose pages may still be open, and deletes older ones. */
async function activate() {
    const old = await previousVersion();
    for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== CACHE && name !== PREFIX + old) await caches.delete(name);
    await self.clients.claim();
    for (const client of await self.clients.matchAll()) client.postMessage({ version: VERSION });
}

/** Caches the large files; requests from several pages share one run. */
let storing = null;
function storeLarge() {
    storing ??= VersionCache.open().then((version) => version.storeAll(version.large()))
        .catch(() => {}) // tried again on the next visit
        .finally(() => { storing = null; });
    return storing;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
    if (event.data === 'keep all') event.waitUntil(storeLarge());
});

// ---- Responses

function withTimeout(promise) {
    return Promise.race([promise, new Promise((_, fail) => setTimeout(fail, RESPONSE_TIMEOUT, new Error('no answer')))]);
}

/** Network first: pages come from the server as long as it answers. */
async function respondWithPage(request) {
    const answer = fetch(request);
    try {
        const response = await withTimeout(answer);
        if (response.status < 500) return response;
    } catch {
        // offline
    }
    return await caches.match(`${ROOT}index.html`) ?? answer;
}

/** Cache first: a versioned file never changes. If it cannot be stored it is still returned. */
async function respondWithFile(event) {
    const { url } = event.request;
    const cached = await caches.match(url, { ignoreVary: true });
    if (cached) return cached;
    const response = await fetch(event.request);
    if (response.ok && new URL(url).pathname.startsWith(ROOT)) {
        const copy = response.clone();
        event.waitUntil(caches.open(CACHE).then((cache) => cache.put(url, copy)).catch(() => {}));
    }
    return response;
}

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin || /^\/(api|docs)(\/|$)/.test(pathname)) return;
    if (request.mode === 'navigate') event.respondWith(respondWithPage(request));
    else if (pathname.startsWith('/@')) event.respondWith(respondWithFile(event));
});
