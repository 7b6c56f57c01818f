// The service worker: keeps the page for when the server is away. Each version of the page has a cache of its
// own, filled whole before it is used, and every address in it has the version in it: so nothing is ever stale,
// and no page gets files of two versions. docs/offline.md says more.

const LIST = "/@/files.json"; // the server writes the version in; double quotes, which it looks for
const ROOT = LIST.slice(0, LIST.lastIndexOf('/') + 1);
const VERSION = ROOT.slice(2, -1);
const PREFIX = 'pentad-';
const CACHE = PREFIX + VERSION;

const LARGE = /^(engine|data)\//; // what comes behind the rest
const RARE = /^engine\/pentad-scalar/; // kept only where it is used
const AT_ONCE = 6;
const PATIENCE = 4000; // for a server that is there and does not answer

/** The cache of another version that is here: the last one. */
async function previousVersion() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    return names.length === 0 ? null : names[names.length - 1].slice(PREFIX.length);
}

/** @param {string | null} version @returns {Promise<Record<string, string>>} hashes of its files, by name */
async function filesOf(version) {
    const list = version !== null && await caches.match(`/@${version}/files.json`);
    return list ? list.json() : {};
}

/** Files of this version: what has not changed since the last one need not come again. */
class Keeper {
    static async open() {
        const cache = await caches.open(CACHE);
        if (!(await cache.match(LIST))) await cache.add(LIST);
        const old = await previousVersion();
        const keeper = new Keeper();
        return Object.assign(keeper, { cache, old, files: await filesOf(VERSION), oldFiles: await filesOf(old) });
    }

    async keep(name) {
        if (await this.cache.match(ROOT + name)) return;
        const same = this.oldFiles[name] === this.files[name] && await caches.match(`/@${this.old}/${name}`);
        // A new answer, because the old one has its address with it: what a module imports would be looked for there.
        if (same) await this.cache.put(ROOT + name, new Response(same.body, { headers: same.headers }));
        else await this.cache.add(ROOT + name);
    }

    async keepAll(names) {
        const left = [...names];
        const next = async () => {
            for (let name = left.shift(); name; name = left.shift()) await this.keep(name);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, next));
    }

    small() {
        return Object.keys(this.files).filter((name) => !LARGE.test(name));
    }

    large() {
        return Object.keys(this.files).filter((name) => LARGE.test(name) && !RARE.test(name));
    }

    /** Who had the engine before has it afterwards. */
    async hadLarge() {
        const had = await Promise.all(Object.keys(this.oldFiles).map(async (name) =>
            LARGE.test(name) && name in this.files && await caches.match(`/@${this.old}/${name}`) ? name : null));
        return had.filter((name) => name !== null);
    }
}

/** All of it or nothing: a part would take the room of what works, and be taken for a version. */
async function install() {
    try {
        const keeper = await Keeper.open();
        await keeper.keepAll([...keeper.small(), ...await keeper.hadLarge()]);
    } catch (error) {
        await caches.delete(CACHE);
        throw error; // the next visit tries again
    }
    await self.skipWaiting();
}

/** A page of the version before this one may be open, and go on: its cache stays. Older ones go. */
async function activate() {
    const old = await previousVersion();
    for (const name of await caches.keys())
        if (name.startsWith(PREFIX) && name !== CACHE && name !== PREFIX + old) await caches.delete(name);
    await self.clients.claim();
    for (const client of await self.clients.matchAll()) client.postMessage({ version: VERSION });
}

/** What is large, once: several pages may ask, and one of them twice. */
let keeping = null;
function keepLarge() {
    keeping ??= Keeper.open().then((keeper) => keeper.keepAll(keeper.large()))
        .catch(() => {}) // another time
        .finally(() => { keeping = null; });
    return keeping;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
    if (event.data === 'keep all') event.waitUntil(keepLarge());
});

// ---- Answers

function inTime(promise) {
    return Promise.race([promise, new Promise((_, fail) => setTimeout(fail, PATIENCE, new Error('no answer')))]);
}

/** A page is asked of the server as long as it answers: so it is the newest. */
async function page(request) {
    const answer = fetch(request);
    try {
        const response = await inTime(answer);
        if (response.status < 500) return response;
    } catch {
        // away
    }
    return await caches.match(`${ROOT}index.html`) ?? answer;
}

/** A file with a version never changes. Where there is no room to keep it, it has come all the same. */
async function file(event) {
    const { url } = event.request;
    const kept = await caches.match(url, { ignoreVary: true });
    if (kept) return kept;
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
    if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
    if (request.mode === 'navigate') event.respondWith(page(request));
    else if (pathname.startsWith('/@')) event.respondWith(file(event));
});
