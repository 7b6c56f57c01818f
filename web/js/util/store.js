// Store: an observable value.

/**
 * @template T
 * @typedef {object} Store
 * @property {() => T} get
 * @property {(value: T) => void} set
 * @property {(listener: (value: T) => void, signal?: AbortSignal) => void} subscribe
 *     the listener is called immediately and after every change, until the signal aborts
 */

/**
 * @template T
 * @param {T} value
 * @returns {Store<T>}
 */
export function store(value) {
    /** @type {Set<(value: T) => void>} */
    const listeners = new Set();
    return {
        get: () => value,
        set(next) {
            if (Object.is(next, value)) return;
            value = next;
            for (const listener of [...listeners]) listener(value);
        },
        subscribe(listener, signal) {
            if (signal?.aborted) return;
            listeners.add(listener);
            signal?.addEventListener('abort', () => listeners.delete(listener), { once: true });
            listener(value);
        },
    };
}
