// A fake clock for code that uses setTimeout. node:test has one too, but Node 18, 20 and 22 differ in how it is
// called, and Debian 12 has Node 18.

/**
 * Replaces setTimeout and clearTimeout until the test is over.
 * @param {import('node:test').TestContext} context of the test
 */
export function useFakeClock(context) {
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
    const waiting = new Map(); // due time and callback by timer
    let now = 0;
    let timers = 0;

    globalThis.setTimeout = (run, delay = 0, ...args) => {
        waiting.set(++timers, { due: now + Math.max(1, delay), run: () => run(...args) });
        return timers;
    };
    globalThis.clearTimeout = (timer) => waiting.delete(timer);
    context.after(() => Object.assign(globalThis, real));

    return {
        /** Advances the clock by `ms` and runs the timers that are due, in order, including new ones. */
        tick(ms) {
            const end = now + ms;
            for (;;) {
                const [next] = [...waiting].filter(([, { due }]) => due <= end).sort(([a, one], [b, other]) => one.due - other.due || a - b);
                if (!next) break;
                const [timer, { due, run }] = next;
                waiting.delete(timer);
                now = due;
                run();
            }
            now = end;
        },
    };
}
