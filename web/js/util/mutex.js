// Async mutex: one task at a time, in order of arrival.

/**
 * @returns {(signal?: AbortSignal) => Promise<(() => void) | null>} waits for the lock and returns the
 *     function that releases it; null if the signal aborted meanwhile (the lock is already released)
 */
export function createMutex() {
    let last = Promise.resolve();
    return async (signal) => {
        const before = last;
        let done = () => {};
        last = new Promise((resolve) => (done = resolve));
        await before;
        if (!signal?.aborted) return done;
        done();
        return null;
    };
}
