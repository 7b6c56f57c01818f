// The server's engine, with the interface of the local one (../engine.js): stronger, but shared, with a queue.
// docs/integrate/api.md, Analyses.
import { request } from './http.js';
import { AppError } from '../app/errors.js';
import { onPush, whenOnline } from './socket.js';
import { createMutex } from '../util/mutex.js';

/** @typedef {import('../engine.js').Position} Position */
/** @typedef {import('../wasm.js').Reply} Reply */

/**
 * @typedef {object} Progress
 * @property {'waiting' | 'thinking' | 'done' | 'stopped' | 'failed'} state
 * @property {number | null} place position in the queue
 * @property {number} ms_used
 * @property {{ms: number, nodes: number | null, lines: number, positions: number}} budget
 * @property {boolean} cached the result was in the server's cache
 */

/** @typedef {Progress & {analysis: string | null, seq: number, error: string | null, result: any}} AnalysisUpdate */

export const LINES_MAX = 5;
export const MS_MAX = 20_000;
const FINAL_RESULT_TIMEOUT = 3000; // milliseconds to wait for the result after a stop

/** @param {AnalysisUpdate} update */
const isOver = (update) => update.state !== 'waiting' && update.state !== 'thinking';

/**
 * Follows an analysis until it is done.
 * @param {AnalysisUpdate} started
 * @param {(update: AnalysisUpdate) => void} onUpdate
 * @param {AbortSignal | undefined} signal stops it
 * @returns {Promise<AnalysisUpdate>}
 */
function follow(started, onUpdate, signal) {
    const done = new AbortController();
    const path = `analyses/${started.analysis}`;
    let last = started;
    return new Promise((/** @type {(update: AnalysisUpdate) => void} */ resolve, reject) => {
        let finalTimer = 0;
        /** @param {AnalysisUpdate} update */
        function receive(update) {
            if (update.analysis !== started.analysis || update.seq < last.seq || done.signal.aborted) return;
            last = update;
            onUpdate(update);
            // Stopped before the first result: the final one is on its way.
            if (update.state === 'stopped' && !update.result) finalTimer ||= window.setTimeout(() => resolve(last), FINAL_RESULT_TIMEOUT);
            else if (isOver(update)) resolve(update);
        }
        const poll = () => request('GET', path, null, done.signal).then(receive, (error) => done.signal.aborted || reject(error));
        const stop = () => request('DELETE', path).then(receive, reject);
        onPush('analysis', receive, done.signal);
        onUpdate(started);
        whenOnline(poll, done.signal); // for updates pushed before this, or while offline
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true, signal: done.signal });
    }).finally(() => done.abort());
}

/**
 * @param {object} params
 * @param {(update: AnalysisUpdate) => void} onUpdate
 * @param {AbortSignal} [signal]
 * @returns {Promise<AnalysisUpdate>} the last update
 */
async function analyse(params, onUpdate, signal) {
    /** @type {AnalysisUpdate} */
    const started = await request('POST', 'analyses', params);
    if (!isOver(started)) return follow(started, onUpdate, signal);
    onUpdate(started);
    return started;
}

/**
 * @param {object} [options]
 * @param {(progress: Progress) => void} [options.progress] queue position and time used
 */
export function openRemoteEngine({ progress = () => {} } = {}) {
    const lock = createMutex(); // stepping through a game would exceed the server's limit of open analyses

    /**
     * @param {object} params
     * @param {(update: AnalysisUpdate) => void} onUpdate
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>} the result
     */
    async function analyseInTurn(params, onUpdate, signal) {
        const done = await lock(signal);
        if (!done) throw new AppError('engine_closed', '');
        try {
            const update = await analyse(params, (now) => {
                if (isOver(now)) done(); // a final result may follow
                onUpdate(now);
            }, signal);
            if (update.result) return update.result;
            throw new AppError(update.state === 'failed' ? 'engine_failed' : 'engine_closed', update.error ?? '');
        } finally {
            done();
        }
    }

    return {
        /**
         * The best lines. Without a limit it runs as long as the server allows.
         * @param {Position & {lines?: number, ms?: number, nodes?: number}} question
         * @param {(reply: Reply) => void} onUpdate
         * @param {AbortSignal} [signal]
         * @returns {Promise<Reply>}
         */
        async think({ lines = 1, ms = MS_MAX, ...rest }, onUpdate, signal) {
            const params = { ...rest, lines: Math.min(lines, LINES_MAX), ms: Math.min(ms, MS_MAX) };
            const analysis = await analyseInTurn(params, (update) => {
                progress(update);
                if (update.result) onUpdate({ ok: true, analysis: update.result });
            }, signal);
            return { ok: true, analysis };
        },
        /**
         * Proves who wins.
         * @param {Position & {ms?: number, nodes?: number}} question
         * @param {AbortSignal} [signal]
         * @returns {Promise<Reply>}
         */
        async solve({ ms = MS_MAX, ...rest }, signal) {
            return { ok: true, ...await analyseInTurn({ ...rest, ms: Math.min(ms, MS_MAX), prove: true }, progress, signal) };
        },
    };
}
