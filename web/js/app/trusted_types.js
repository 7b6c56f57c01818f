// Trusted Types: the only place that makes script URLs for workers. The Content-Security-Policy rejects all others.

/** @typedef {{createScriptURL(address: string): unknown}} Policy */

/** @type {{createPolicy(name: string, rules: {createScriptURL(address: string): string}): Policy} | undefined} */
const trustedTypes = Reflect.get(globalThis, 'trustedTypes'); // not every browser has them

const policy = trustedTypes?.createPolicy('pentad', { createScriptURL: (address) => address });

/** @param {'../worker.js' | '/sw.js'} name relative to this module, or absolute */
export function trustedScriptUrl(name) {
    const address = new URL(name, import.meta.url).href;
    return /** @type {string} */ (policy?.createScriptURL(address) ?? address);
}
