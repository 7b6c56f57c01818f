// Scan panel: the win rate graph of the current line, and a button that evaluates all its positions.
import { fill, h, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../app/errors.js';
import { t } from '../words/i18n.js';
import { createWinRateGraph } from './win_rate_graph.js';
import { positionUrl } from './position_link.js';
import { scan, valueOf } from './scan.js';
import { lineThrough, movesTo, positionAt } from './tree.js';

/** @typedef {import('./scan.js').Value} Value */

const CACHE_MAX = 5000; // positions
const REDRAW_DELAY = 300; // milliseconds: the graph need not follow every update

/**
 * @param {object} options
 * @param {import('./study.js').Study} options.study
 * @param {import('./analysis_session.js').AnalysisSession} options.analysisSession
 * @param {import('./scan.js').ScanEngine} options.engine
 * @param {AbortSignal} signal
 */
export function createScanPanel({ study, analysisSession, engine }, signal) {
    /** @type {Map<string, Value>} by position */
    const known = new Map();
    /** @type {AbortController | null} */
    let scanning = null;
    const graph = createWinRateGraph({ onPick: (ply) => study.apply({ do: 'go', to: line()[ply] }) });
    const button = h('button.button.button--small', { type: 'button', onclick: () => (scanning ? scanning.abort() : begin()) });
    const status = h('span.small.muted.number', { role: 'status' }, t('study.scan.hint'));
    const review = h('a.button.button--small', {}, t('review.button'));
    const element = h('div.stack', {}, graph.element, h('div.study-scan', {}, button, review, status));

    const line = () => lineThrough(study.get().tree, study.get().at);
    const keyOf = (/** @type {number} */ id) => JSON.stringify(positionAt(study.get().tree, id));
    const valuesOf = (/** @type {number[]} */ ids) => ids.map((id) => known.get(keyOf(id)) ?? null);

    /** @param {string} key @param {Value} value */
    function remember(key, value) {
        known.set(key, value);
        if (known.size > CACHE_MAX) known.delete(/** @type {string} */ (known.keys().next().value));
    }

    function draw() {
        const ids = line();
        graph.update(valuesOf(ids), ids.indexOf(study.get().at));
        fill(button, icon(scanning ? 'stop' : 'eye'), t(scanning ? 'study.scan.stop' : 'study.scan'));
        button.disabled = ids.length === 1;
        review.hidden = ids.length === 1;
        review.href = positionUrl(study.get().tree.setup, movesTo(study.get().tree, ids[ids.length - 1]), '/review');
    }

    async function begin() {
        const task = (scanning = new AbortController());
        const { tree } = study.get();
        const ids = line();
        const keys = ids.map(keyOf);
        const { rules, size, black, white, turn } = tree.setup;
        const game = { rules, size, black: black.join(''), white: white.join(''), turn, moves: movesTo(tree, ids[ids.length - 1]) };
        analysisSession.stop();
        draw();
        try {
            await scan({
                engine, game, known: valuesOf(ids), signal: task.signal,
                onValue(ply, value) {
                    remember(keys[ply], value);
                    setText(status, t('study.scan.progress', { done: ids.length - ply, count: ids.length }));
                    draw();
                },
            });
            if (!task.signal.aborted) setText(status, '');
        } catch (error) {
            if (!signal.aborted) setText(status, errorText(error));
        }
        scanning = null;
        if (!signal.aborted) draw();
    }

    let timer = 0;
    function drawLater() {
        clearTimeout(timer);
        timer = window.setTimeout(draw, REDRAW_DELAY);
    }

    // A longer search replaces the value of a scan.
    analysisSession.subscribe(({ positionResult: { analysis, objective }, position }) => {
        if (!analysis || !position || objective !== 'best') return;
        const key = JSON.stringify(position);
        const value = valueOf(analysis);
        if (value.depth < (known.get(key)?.depth ?? 0)) return;
        remember(key, value);
        if (!scanning) drawLater();
    }, signal);

    study.subscribe(draw, signal);
    signal.addEventListener('abort', () => scanning?.abort(), { once: true });
    return element;
}
