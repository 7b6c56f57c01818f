// Analysis session: starts and stops the engine and caches its results by position, so that they reappear when the user
// returns to a position. Does not use the DOM.
import { store } from '../util/store.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {Required<import('../engine.js').Position>} Position */
/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */

/**
 * @typedef {object} Line as in `pentad analyze --json`, for the side to move
 * @property {string} move
 * @property {number} win_rate 0 to 1, a draw counts half; an estimate unless one of the next two is set
 * @property {number} [wins_in] moves to the five, proved
 * @property {number} [loses_in]
 * @property {number} depth
 * @property {string[]} line principal variation, with the move first
 */

/** @typedef {{turn: Color, nodes: number, ms: number, lines: Line[]}} Analysis */

/**
 * @typedef {object} Solution for the side to move
 * @property {'win' | 'loss' | 'draw' | 'unknown'} outcome
 * @property {number} stones moves to the five
 * @property {string} line 'h8i9'
 * @property {boolean} no_win_by_threats
 * @property {number} nodes
 * @property {number} ms
 */

/** @typedef {'best' | 'balance' | 'balance2'} Objective the best moves, or one or two stones that balance the position */
/** @typedef {{analysis: Analysis | null, objective: Objective, solution: Solution | null, spent: string}} AnalysisResult `objective`: of the analysis; `spent`: the settings it was completed with */
/** @typedef {{kind: 'endless' | 'ms' | 'depth' | 'nodes', amount: number}} Budget */
/** @typedef {{budget: Budget, objective: Objective, lines: number, heat: boolean}} AnalysisSettings */
// `position`: null if there is nothing to search. `result`: of the request, with excluded moves or balancing.
// `positionResult`: of the plain position, the only one that says who is better: excluding the only defence proves nothing.
/** @typedef {{on: boolean, busy: 'think' | 'solve' | null, position: Position | null, result: AnalysisResult, positionResult: AnalysisResult, barred: readonly string[], settings: AnalysisSettings, error: unknown}} AnalysisState */

/** @type {AnalysisResult} */
const NO_RESULT = { analysis: null, objective: 'best', solution: null, spent: '' };
const HEAT_LINES = 12; // lines searched for the heat map
const CACHE_MAX = 500; // positions
const SETTLE_MS = 60; // milliseconds on a position before its search starts: the user may be stepping through
const SOLVE_MS = 60_000; // if the budget is not a time
const BALANCE2_MS = 20_000; // limit for balancing with two stones if the budget is endless

const BALANCE = { best: 0, balance: 1, balance2: 2 };

/** @param {Line | undefined} line */
const isProved = (line) => line?.wins_in !== undefined || line?.loses_in !== undefined;

/**
 * True if a new analysis should replace the known one: a repeated search starts shallow, and a proved result is only
 * replaced by another proved one.
 * @param {AnalysisResult} known
 * @param {Analysis} analysis
 */
function isBetter(known, analysis) {
    const [before, now] = [known.analysis?.lines ?? [], analysis.lines];
    if (isProved(before[0]) !== isProved(now[0])) return isProved(now[0]);
    return now.length > before.length || (now[0]?.depth ?? 0) >= (before[0]?.depth ?? 0);
}

/** @param {AnalysisSettings} settings */
const linesOf = ({ lines, heat }) => (heat ? Math.max(lines, HEAT_LINES) : lines);

/** @param {AnalysisSettings} settings @returns {{ms?: number, depth?: number, nodes?: number}} */
function limitsOf({ budget: { kind, amount }, objective }) {
    if (kind !== 'endless') return { [kind]: amount };
    return objective === 'balance2' ? { ms: BALANCE2_MS } : {};
}

/**
 * @param {Pick<Engine, 'think' | 'solve'>} engine
 * @param {AnalysisSettings} settings
 */
export function createAnalysisSession(engine, settings) {
    const state = store(/** @type {AnalysisState} */ ({ on: false, busy: null, position: null, result: NO_RESULT, positionResult: NO_RESULT, barred: [], settings, error: null }));
    /** @type {Map<string, AnalysisResult>} */
    const results = new Map();
    let key = ''; // cache key of the position
    /** @type {AbortController | null} */
    let task = null;
    let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

    /** @param {Partial<AnalysisState>} changes */
    const change = (changes) => state.set({ ...state.get(), ...changes });

    /** Cache key of a request: position, objective and excluded moves; for a plain search the position alone. @param {readonly string[]} barred */
    function requestKey(barred) {
        const { objective } = state.get().settings;
        return [key, ...(objective === 'best' ? [] : [objective]), ...[...barred].sort()].join(' ');
    }

    /** @param {readonly string[]} barred */
    const known = (barred) => ({ barred, result: results.get(requestKey(barred)) ?? NO_RESULT, positionResult: results.get(key) ?? NO_RESULT });

    /** @param {string} cacheKey @param {Partial<AnalysisResult>} found */
    function storeResult(cacheKey, found) {
        const result = { ...(results.get(cacheKey) ?? NO_RESULT), ...found };
        results.delete(cacheKey); // reinserted: the map is in LRU order
        results.set(cacheKey, result);
        if (results.size > CACHE_MAX) results.delete(/** @type {string} */ (results.keys().next().value));
        if (cacheKey === key || cacheKey === requestKey(state.get().barred)) change(known(state.get().barred));
    }

    const settingsKey = () => JSON.stringify(state.get().settings);

    function cancel() {
        clearTimeout(timer);
        task?.abort();
        task = null;
        if (state.get().busy) change({ busy: null });
    }

    /**
     * @param {'think' | 'solve'} busy
     * @param {(signal: AbortSignal) => Promise<void>} work
     */
    async function runTask(busy, work) {
        cancel();
        const current = (task = new AbortController());
        change({ busy, error: null });
        try {
            await work(current.signal);
        } catch (error) {
            if (task === current) change({ error, on: false });
        }
        if (task !== current) return;
        task = null;
        change({ busy: null });
    }

    function think() {
        const { position, settings: wanted, barred } = state.get();
        if (!position) return;
        const { objective } = wanted;
        const spent = settingsKey();
        const cacheKey = requestKey(barred);
        runTask('think', async (signal) => {
            const request = { ...position, ...limitsOf(wanted), lines: linesOf(wanted), barred: barred.join(''), balance: BALANCE[objective] };
            const storeIfBetter = (/** @type {Analysis} */ analysis) => {
                if (isBetter(results.get(cacheKey) ?? NO_RESULT, analysis)) storeResult(cacheKey, { analysis, objective, spent: '' });
            };
            const reply = await engine.think(request, ({ analysis }) => storeIfBetter(analysis), signal);
            storeIfBetter(reply.analysis);
            if (!signal.aborted) storeResult(cacheKey, { spent });
        });
    }

    /** Restarts the search after a change, if it is on and not completed. */
    function resume() {
        cancel();
        const { on, result, position } = state.get();
        if (!on || !position || result.spent === settingsKey()) return;
        change({ busy: 'think' });
        timer = setTimeout(think, SETTLE_MS);
    }

    function start() {
        change({ on: true });
        think();
    }

    /** Stops at once; results stay. */
    function stop() {
        cancel();
        change({ on: false });
    }

    return {
        get: state.get,
        subscribe: state.subscribe,
        /** @param {Position | null} next null if the game is over there or the position is illegal */
        setPosition(next) {
            const cacheKey = JSON.stringify(next);
            if (cacheKey === key) return;
            cancel();
            key = cacheKey;
            change({ position: next, ...known([]), error: null });
            resume();
        },
        start,
        stop,
        /** Turns the engine off, also if it waits for another position; on if it is off. */
        toggle: () => (state.get().on || state.get().busy ? stop() : start()),
        /** Proves who wins. */
        solve() {
            const { position, settings: { budget: { kind, amount } } } = state.get();
            if (!position) return;
            const cacheKey = key; // a proof is about the plain position
            runTask('solve', async (signal) => {
                const reply = await engine.solve({ ...position, ms: kind === 'ms' ? amount : SOLVE_MS }, signal);
                const known = results.get(cacheKey)?.solution;
                if (reply.outcome !== 'unknown' || !known || known.outcome === 'unknown') storeResult(cacheKey, { solution: /** @type {any} */ (reply) });
            });
        },
        /** @param {Partial<AnalysisSettings>} changes */
        configure(changes) {
            change({ settings: { ...state.get().settings, ...changes } });
            change(known(state.get().barred));
            resume();
        },
        /** Sets the moves to exclude in this position. @param {string[]} barred */
        exclude(barred) {
            change(known(barred));
            resume();
        },
    };
}

/** @typedef {ReturnType<typeof createAnalysisSession>} AnalysisSession */
