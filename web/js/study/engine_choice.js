// Who thinks on the analysis board: the engine of this browser, or the server's for who has a slow device. The
// server does not know moves to leave out or to balance, nor depths, nor a dozen lines: those are thought about here,
// and all if it is away.
import { h, write } from '../ui/dom.js';
import { isAway } from '../app/errors.js';
import { LINES_MAX, openRemoteEngine } from '../net/remote_engine.js';
import { store } from '../util/store.js';
import { t } from '../words/i18n.js';

/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */
/** @typedef {import('../net/remote_engine.js').Progress} Progress */

/** @param {{barred?: string, balance?: number, depth?: number, lines?: number}} question */
const isForServer = ({ barred, balance, depth, lines = 1 }) => !barred && !balance && depth === undefined && lines <= LINES_MAX;

/** @param {Pick<Engine, 'think' | 'solve'>} own */
export function chooseEngine(own) {
    const progress = store(/** @type {Progress | 'away' | null} */ (null));
    const remote = openRemoteEngine({ progress: progress.set });
    let atServer = false;

    /**
     * @template T
     * @param {() => Promise<T>} there
     * @param {() => Promise<T>} here
     */
    async function tryServer(there, here) {
        try {
            return await there();
        } catch (error) {
            if (!isAway(error)) throw error;
            progress.set('away');
            return here();
        }
    }

    return {
        progress,
        isAtServer: () => atServer,
        /** @param {boolean} yes */
        askServer(yes) {
            atServer = yes;
            progress.set(null);
        },
        /** @type {Engine['think']} */
        think(question, tell, signal) {
            if (!atServer || !isForServer(question)) return own.think(question, tell, signal);
            const { barred: _barred, balance: _balance, ...rest } = question;
            return tryServer(() => remote.think(rest, tell, signal), () => own.think(question, tell, signal));
        },
        /** @type {Engine['solve']} */
        solve(question, signal) {
            const here = () => own.solve(question, signal);
            return atServer ? tryServer(() => remote.solve(question, signal), here) : here();
        },
    };
}

/** @param {Progress | 'away' | null} told */
function progressWords(told) {
    if (!told) return t('study.server.hint');
    if (told === 'away') return t('study.server.away');
    if (told.cached) return t('study.server.cached');
    if (told.place !== null && told.state === 'waiting') return t('study.server.place', { n: told.place });
    const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1);
    return t('study.server.used', { used: seconds(Math.min(told.ms_used, told.budget.ms)), budget: seconds(told.budget.ms) });
}

/**
 * @param {ReturnType<typeof chooseEngine>} choice
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function createServerWish(choice, changed, signal) {
    const input = h('input', { type: 'checkbox' });
    const words = h('span.small.muted.number', { hidden: true });
    input.addEventListener('change', () => {
        choice.askServer(input.checked);
        words.hidden = !input.checked;
        changed();
    });
    choice.progress.subscribe((told) => write(words, progressWords(told)), signal);
    return h('div.study-server', {}, h('label.check', {}, input, t('study.server')), words);
}
