// Going about at a board that is looked at together, as fast as the server takes it: it closes a line that says too
// much. Of the steps that have to wait only the last is taken, and the others cost nothing.
const BURST = 20; // by a key that is held
const STEP_MS = 400; // and then one in so many milliseconds

/**
 * @template T
 * @param {(step: T) => void} take
 * @param {() => number} [now] milliseconds
 */
export function createStepThrottle(take, now = () => performance.now()) {
    let usedUntil = -Infinity; // a step is free when this is past
    /** @type {T} */
    let next;
    /** @type {ReturnType<typeof setTimeout> | null} */
    let timer = null;

    function run() {
        timer = null;
        usedUntil = Math.max(usedUntil, now() - BURST * STEP_MS) + STEP_MS;
        take(next);
    }

    return {
        /** @param {T} step */
        request(step) {
            next = step;
            if (timer !== null) return;
            const wait = usedUntil + STEP_MS - now();
            if (wait <= 0) run();
            else timer = setTimeout(run, wait);
        },
        /** Where one was about to go is of no interest any more. */
        cancel() {
            if (timer !== null) clearTimeout(timer);
            timer = null;
        },
    };
}
