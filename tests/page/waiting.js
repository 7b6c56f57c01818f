// Waiting for what will be, instead of looking too early.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Milliseconds for one thing to happen: a machine may be busy, and nothing takes nearly as long where all is well. */
export const TIMEOUT = 60_000;

/** Until a condition holds: the value it gives, once that is true. */
export async function eventually(condition, what) {
    const end = performance.now() + TIMEOUT; // whatever becomes of the date
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(performance.now() < end, `it does not come about: ${what}`);
        await new Promise((done) => setTimeout(done, 30));
    }
}

/** Until what is read is what it should be. What is wrong is said as by deepEqual. */
export async function becomesEqual(read, expected, what) {
    let found;
    const isThere = async () => isDeepStrictEqual((found = await read()), expected);
    await eventually(isThere, what).catch((error) => {
        if (error instanceof assert.AssertionError) assert.deepEqual(found, expected, what);
        throw error;
    });
}
