// Waiting for conditions.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Milliseconds for one condition. Generous, because the machine may be busy. */
export const TIMEOUT = 60_000;

/** Waits until the condition returns a truthy value, and returns it. */
export async function eventually(condition, what) {
    const end = performance.now() + TIMEOUT; // independent of the faked date
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(performance.now() < end, `timed out: ${what}`);
        await new Promise((done) => setTimeout(done, 30));
    }
}

/** Waits until `read` returns the expected value; fails like deepEqual. */
export async function becomesEqual(read, expected, what) {
    let found;
    const isThere = async () => isDeepStrictEqual((found = await read()), expected);
    await eventually(isThere, what).catch((error) => {
        if (error instanceof assert.AssertionError) assert.deepEqual(found, expected, what);
        throw error;
    });
}
