// Engine choice on the analysis board: the local engine, or the server's for slow devices. The server does not support
// excluded moves, balancing, depth limits or many lines: those requests, and all while offline, go to the local engine.
import { h, setText } from '../ui/dom.js';
import { isOffline } from '../app/errors.js';
import { LINES_MAX, openRemoteEngine } from '../net/remote_engine.js';
import { store } from '../util/store.js';
import { t } from '../words/i18n.js';

/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */
/** @typedef {import('../net/remote_engine.js').Progress} Progress */

/** @param {{barred?: string, balance?: number, depth?: number, lines?: number}} question */
const serverSupports = ({ barred, balance, depth, lines = 1 }) => !barred && !balance && depth === undefined && lines <= LINES_MAX;

/** @param {Pick<Engine, 'think' | 'solve'>} localEngine */
export function createEngineChoice(localEngine) {
    const progress = store(/** @type {Progress | 'away' | null} */ (null));
    const remote = openRemoteEngine({ progress: progress.set });
    let usesServer = false;

    /**
     * @template T
     * @param {() => Promise<T>} runOnServer
     * @param {() => Promise<T>} runLocally
     */
    async function tryServer(runOnServer, runLocally) {
        try {
            return await runOnServer();
        } catch (error) {
            if (!isOffline(error)) throw error;
            progress.set('away');
            return runLocally();
        }
    }

    return {
        progress,
        isUsingServer: () => usesServer,
        /** @param {boolean} yes */
        useServer(yes) {
            usesServer = yes;
            progress.set(null);
        },
        /** @type {Engine['think']} */
        think(question, onProgress, signal) {
            if (!usesServer || !serverSupports(question)) return localEngine.think(question, onProgress, signal);
            const { barred: _barred, balance: _balance, ...rest } = question;
            return tryServer(() => remote.think(rest, onProgress, signal), () => localEngine.think(question, onProgress, signal));
        },
        /** @type {Engine['solve']} */
        solve(question, signal) {
            const runLocally = () => localEngine.solve(question, signal);
            return usesServer ? tryServer(() => remote.solve(question, signal), runLocally) : runLocally();
        },
    };
}

/** @param {Progress | 'away' | null} progress */
function progressText(progress) {
    if (!progress) return t('study.server.hint');
    if (progress === 'away') return t('study.server.away');
    if (progress.cached) return t('study.server.cached');
    if (progress.place !== null && progress.state === 'waiting') return t('study.server.place', { n: progress.place });
    const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1);
    return t('study.server.used', { used: seconds(Math.min(progress.ms_used, progress.budget.ms)), budget: seconds(progress.budget.ms) });
}

/**
 * @param {ReturnType<typeof createEngineChoice>} choice
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function createServerToggle(choice, changed, signal) {
    const input = h('input', { type: 'checkbox' });
    const progressLine = h('span.small.muted.number', { hidden: true });
    input.addEventListener('change', () => {
        choice.useServer(input.checked);
        progressLine.hidden = !input.checked;
        changed();
    });
    choice.progress.subscribe((progress) => setText(progressLine, progressText(progress)), signal);
    return h('div.study-server', {}, h('label.check', {}, input, t('study.server')), progressLine);
}
