// What the engine has found out, position by position, and starting and stopping it. Results stay when it
// stops and are there again when one comes back. Knows the engine by its functions only: no document.
import { store } from '../util/store.js';

/** @typedef {import('../types.js').Color} Color */
/** @typedef {Required<import('../engine.js').Position>} Position */
/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */

/**
 * @typedef {object} Line as `pentad analyze --json` has it, of the side to move
 * @property {string} move
 * @property {number} win_rate 0 to 1, draws counted half: an estimate, unless one of the next two is there
 * @property {number} [wins_in] stones to the five, seen to the end
 * @property {number} [loses_in]
 * @property {number} depth
 * @property {string[]} line the move first
 */

/** @typedef {{turn: Color, nodes: number, ms: number, lines: Line[]}} Analysis */

/**
 * @typedef {object} Solution of the side to move
 * @property {'win' | 'loss' | 'draw' | 'unknown'} outcome
 * @property {number} stones to the five
 * @property {string} line 'h8i9'
 * @property {boolean} no_win_by_threats
 * @property {number} nodes
 * @property {number} ms
 */

/** @typedef {'best' | 'balance' | 'balance2'} Aim the best moves, or one or two stones that leave neither side better off */
/** @typedef {{analysis: Analysis | null, aim: Aim, solution: Solution | null, spent: string}} Finding `aim` of the analysis; `spent`: the budget it was made with */
/** @typedef {{kind: 'endless' | 'ms' | 'depth' | 'nodes', amount: number}} Budget */
/** @typedef {{budget: Budget, aim: Aim, lines: number, heat: boolean}} Wishes */
// `position` null: there is nothing to think about. `finding` is of what was asked, barred moves left out, balanced moves; `whole` is
// of the position, and the only one that says anything of it: who bars the one move that holds has proved nothing.
/** @typedef {{on: boolean, busy: 'think' | 'solve' | null, position: Position | null, finding: Finding, whole: Finding, barred: readonly string[], wishes: Wishes, error: unknown}} Thinking */

/** @type {Finding} */
const NOTHING = { analysis: null, aim: 'best', solution: null, spent: '' };
const HEAT_LINES = 12; // moves on the heat map
const KEPT = 500; // positions
const CALM = 60; // milliseconds on one position before it is thought about: one may be passing through
const SOLVE_MS = 60_000; // where the budget says nothing of time
const PAIR_MS = 20_000; // two stones need an end; where the budget has none

const BALANCE = { best: 0, balance: 1, balance2: 2 };

/** @param {Line | undefined} line */
const isCertain = (line) => line?.wins_in !== undefined || line?.loses_in !== undefined;

/**
 * A question asked again begins with little: what was found before stays until that is passed, and what is certain
 * gives way to nothing but what is certain.
 * @param {Finding} known
 * @param {Analysis} analysis
 */
function isMore(known, analysis) {
    const [before, now] = [known.analysis?.lines ?? [], analysis.lines];
    if (isCertain(before[0]) !== isCertain(now[0])) return isCertain(now[0]);
    return now.length > before.length || (now[0]?.depth ?? 0) >= (before[0]?.depth ?? 0);
}

/** @param {Wishes} wishes */
const linesOf = ({ lines, heat }) => (heat ? Math.max(lines, HEAT_LINES) : lines);

/** @param {Wishes} wishes @returns {{ms?: number, depth?: number, nodes?: number}} */
function limitsOf({ budget: { kind, amount }, aim }) {
    if (kind !== 'endless') return { [kind]: amount };
    return aim === 'balance2' ? { ms: PAIR_MS } : {};
}

/**
 * @param {Pick<Engine, 'think' | 'solve'>} engine
 * @param {Wishes} wishes
 */
export function createThinking(engine, wishes) {
    const state = store(/** @type {Thinking} */ ({ on: false, busy: null, position: null, finding: NOTHING, whole: NOTHING, barred: [], wishes, error: null }));
    /** @type {Map<string, Finding>} */
    const findings = new Map();
    let key = ''; // of the position
    /** @type {AbortController | null} */
    let task = null;
    let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

    /** @param {Partial<Thinking>} changes */
    const change = (changes) => state.set({ ...state.get(), ...changes });

    /** By its moves left out and its aim; of the best moves without more it is the position. @param {readonly string[]} barred */
    function questionOf(barred) {
        const { aim } = state.get().wishes;
        return [key, ...(aim === 'best' ? [] : [aim]), ...[...barred].sort()].join(' ');
    }

    /** @param {readonly string[]} barred */
    const known = (barred) => ({ barred, finding: findings.get(questionOf(barred)) ?? NOTHING, whole: findings.get(key) ?? NOTHING });

    /** @param {string} about @param {Partial<Finding>} found */
    function note(about, found) {
        const finding = { ...(findings.get(about) ?? NOTHING), ...found };
        findings.delete(about); // the newest is the last to be forgotten
        findings.set(about, finding);
        if (findings.size > KEPT) findings.delete(/** @type {string} */ (findings.keys().next().value));
        if (about === key || about === questionOf(state.get().barred)) change(known(state.get().barred));
    }

    const budgetName = () => JSON.stringify(state.get().wishes);

    function halt() {
        clearTimeout(timer);
        task?.abort();
        task = null;
        if (state.get().busy) change({ busy: null });
    }

    /**
     * @param {'think' | 'solve'} busy
     * @param {(signal: AbortSignal) => Promise<void>} work
     */
    async function begin(busy, work) {
        halt();
        const own = (task = new AbortController());
        change({ busy, error: null });
        try {
            await work(own.signal);
        } catch (error) {
            if (task === own) change({ error, on: false });
        }
        if (task !== own) return;
        task = null;
        change({ busy: null });
    }

    function think() {
        const { position: asked, wishes: wanted, barred } = state.get();
        if (!asked) return;
        const { aim } = wanted;
        const spent = budgetName();
        const about = questionOf(barred);
        begin('think', async (signal) => {
            const question = { ...asked, ...limitsOf(wanted), lines: linesOf(wanted), barred: barred.join(''), balance: BALANCE[aim] };
            const noteMore = (/** @type {Analysis} */ analysis) => {
                if (isMore(findings.get(about) ?? NOTHING, analysis)) note(about, { analysis, aim, spent: '' });
            };
            const reply = await engine.think(question, ({ analysis }) => noteMore(analysis), signal);
            noteMore(reply.analysis);
            if (!signal.aborted) note(about, { spent });
        });
    }

    /** Whatever changed: thinks on, if that is wanted and not done yet. */
    function goOn() {
        halt();
        const { on, finding, position } = state.get();
        if (on && position && finding.spent !== budgetName()) timer = setTimeout(think, CALM);
    }

    return {
        get: state.get,
        subscribe: state.subscribe,
        /** @param {Position | null} next null: the game is over there, or cannot be */
        look(next) {
            const about = JSON.stringify(next);
            if (about === key) return;
            halt();
            key = about;
            change({ position: next, ...known([]), error: null });
            goOn();
        },
        start() {
            change({ on: true });
            think();
        },
        /** At once; what it knows by then stays. */
        stop() {
            halt();
            change({ on: false });
        },
        /** Who wins, proved. */
        solve() {
            const { position: asked, wishes: { budget: { kind, amount } } } = state.get();
            if (!asked) return;
            const about = key; // a proof is of the position, whatever is barred
            begin('solve', async (signal) => {
                const reply = await engine.solve({ ...asked, ms: kind === 'ms' ? amount : SOLVE_MS }, signal);
                const known = findings.get(about)?.solution;
                if (reply.outcome !== 'unknown' || !known || known.outcome === 'unknown') note(about, { solution: /** @type {any} */ (reply) });
            });
        },
        /** @param {Partial<Wishes>} changes */
        wish(changes) {
            change({ wishes: { ...state.get().wishes, ...changes } });
            change(known(state.get().barred));
            goOn();
        },
        /** Moves that are not to be thought of, here. @param {string[]} barred */
        bar(barred) {
            change(known(barred));
            goOn();
        },
    };
}

/** @typedef {ReturnType<typeof createThinking>} Thinker */
