// Who does one thing at a time: each waits until those before it are done. No document.

/**
 * @returns {(signal?: AbortSignal) => Promise<(() => void) | null>} waits for its turn, which ends when what it
 *     gives is called; null: it was given up meanwhile, and the turn is the next one's already
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
