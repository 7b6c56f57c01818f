// Addresses of scripts that workers may run. The Content-Security-Policy takes them from here alone, so
// that no text from elsewhere ever becomes one.

/** @typedef {{createScriptURL(address: string): unknown}} Policy */

/** @type {{createPolicy(name: string, rules: {createScriptURL(address: string): string}): Policy} | undefined} */
const trustedTypes = Reflect.get(globalThis, 'trustedTypes'); // not every browser has them

const policy = trustedTypes?.createPolicy('pentad', { createScriptURL: (address) => address });

/** @param {'../worker.js' | '/sw.js'} name beside this module, or of the whole site */
export function trustedScriptUrl(name) {
    const address = new URL(name, import.meta.url).href;
    return /** @type {string} */ (policy?.createScriptURL(address) ?? address);
}
