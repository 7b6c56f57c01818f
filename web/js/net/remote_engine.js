// The server's engine, with the functions of the one in this browser (engine.js): stronger, and shared with
// everybody else who asks, in a queue. docs/server.md, Analyses.
import { request } from './http.js';
import { Refusal } from '../app/errors.js';
import { hear, whenOnline } from './socket.js';
import { createTurns } from '../util/mutex.js';

/** @typedef {import('../engine.js').Position} Position */
/** @typedef {import('../wasm.js').Reply} Reply */

/**
 * @typedef {object} Progress
 * @property {'waiting' | 'thinking' | 'done' | 'stopped' | 'failed'} state
 * @property {number | null} place in the queue
 * @property {number} ms_used
 * @property {{ms: number, nodes: number | null, lines: number, positions: number}} budget
 * @property {boolean} cached somebody asked this before
 */

/** @typedef {Progress & {analysis: string | null, seq: number, error: string | null, result: any}} Told */

export const LINES_MAX = 5;
export const MS_MAX = 20_000;
const LAST_WORD = 3000; // how long a word may take that comes after a stop

/** @param {Told} told */
const isOver = (told) => told.state !== 'waiting' && told.state !== 'thinking';

/**
 * Follows an analysis until it is over or nothing more comes.
 * @param {Told} begun
 * @param {(told: Told) => void} tell
 * @param {AbortSignal | undefined} signal stops it
 * @returns {Promise<Told>}
 */
function follow(begun, tell, signal) {
    const done = new AbortController();
    const path = `analyses/${begun.analysis}`;
    let last = begun;
    return new Promise((/** @type {(told: Told) => void} */ resolve, reject) => {
        let patience = 0;
        /** @param {Told} told */
        function take(told) {
            if (told.analysis !== begun.analysis || told.seq < last.seq || done.signal.aborted) return;
            last = told;
            tell(told);
            // Stopped before anything was known: the engine's last word is on its way.
            if (told.state === 'stopped' && !told.result) patience ||= window.setTimeout(() => resolve(last), LAST_WORD);
            else if (isOver(told)) resolve(told);
        }
        const look = () => request('GET', path, null, done.signal).then(take, (why) => done.signal.aborted || reject(why));
        const stop = () => request('DELETE', path).then(take, reject);
        hear('analysis', take, done.signal);
        tell(begun);
        whenOnline(look, done.signal); // for what was pushed before this, or while the line was broken
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true, signal: done.signal });
    }).finally(() => done.abort());
}

/**
 * @param {object} question
 * @param {(told: Told) => void} tell
 * @param {AbortSignal} [signal]
 * @returns {Promise<Told>} the last that was told
 */
async function ask(question, tell, signal) {
    /** @type {Told} */
    const begun = await request('POST', 'analyses', question);
    if (!isOver(begun)) return follow(begun, tell, signal);
    tell(begun);
    return begun;
}

/**
 * @param {object} [options]
 * @param {(progress: Progress) => void} [options.progress] how it stands in the queue, what it has used
 */
export function openRemoteEngine({ progress = () => {} } = {}) {
    const turn = createTurns(); // who steps through a game would have more questions open than the server takes

    /**
     * @param {object} question
     * @param {(told: Told) => void} tell
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>} the result
     */
    async function askInTurn(question, tell, signal) {
        const done = await turn(signal);
        if (!done) throw new Refusal('engine_closed', '');
        try {
            const told = await ask(question, (now) => {
                if (isOver(now)) done(); // a last word may follow
                tell(now);
            }, signal);
            if (told.result) return told.result;
            throw new Refusal(told.state === 'failed' ? 'engine_failed' : 'engine_closed', told.error ?? '');
        } finally {
            done();
        }
    }

    return {
        /**
         * The best lines. Without a limit: as long as the server allows.
         * @param {Position & {lines?: number, ms?: number, nodes?: number}} question
         * @param {(reply: Reply) => void} tell
         * @param {AbortSignal} [signal]
         * @returns {Promise<Reply>}
         */
        async think({ lines = 1, ms = MS_MAX, ...rest }, tell, signal) {
            const question = { ...rest, lines: Math.min(lines, LINES_MAX), ms: Math.min(ms, MS_MAX) };
            const analysis = await askInTurn(question, (told) => {
                progress(told);
                if (told.result) tell({ ok: true, analysis: told.result });
            }, signal);
            return { ok: true, analysis };
        },
        /**
         * Who wins, proved.
         * @param {Position & {ms?: number, nodes?: number}} question
         * @param {AbortSignal} [signal]
         * @returns {Promise<Reply>}
         */
        async solve({ ms = MS_MAX, ...rest }, signal) {
            return { ok: true, ...await askInTurn({ ...rest, ms: Math.min(ms, MS_MAX), prove: true }, progress, signal) };
        },
    };
}
