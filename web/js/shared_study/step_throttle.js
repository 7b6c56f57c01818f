// Throttle for navigation steps in a shared study (token bucket), because the server closes connections that send too
// much. Of the steps that must wait only the last is sent.
const BURST = 20; // bucket size: steps at full speed, as by a held key
const STEP_MS = 400; // then one step per interval

/**
 * @template T
 * @param {(step: T) => void} take
 * @param {() => number} [now] milliseconds
 */
export function createStepThrottle(take, now = () => performance.now()) {
    let usedUntil = -Infinity; // time up to which tokens are used
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
        /** Drops the waiting step. */
        cancel() {
            if (timer !== null) clearTimeout(timer);
            timer = null;
        },
    };
}
