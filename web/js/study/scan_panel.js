// How the line that is looked at went: the graph, and looking at every position of it.
import { fill, h, write } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { explain } from '../app/errors.js';
import { t } from '../words/i18n.js';
import { createGraph } from './win_rate_graph.js';
import { linkTo } from './position_link.js';
import { scan, valueOf } from './scan.js';
import { lineThrough, movesTo, positionAt } from './tree.js';

/** @typedef {import('./scan.js').Value} Value */

const KEPT = 5000; // positions
const CALM = 300; // milliseconds: the curve need not follow every word of the engine

/**
 * @param {object} its
 * @param {import('./study.js').Study} its.study
 * @param {import('./analysis_session.js').Thinker} its.thinker
 * @param {import('./scan.js').Thinker} its.engine
 * @param {AbortSignal} signal
 */
export function createCourse({ study, thinker, engine }, signal) {
    /** @type {Map<string, Value>} by position */
    const known = new Map();
    /** @type {AbortController | null} */
    let scanning = null;
    const graph = createGraph({ onPick: (ply) => study.apply({ do: 'go', to: line()[ply] }) });
    const button = h('button.button.button--small', { type: 'button', onclick: () => (scanning ? scanning.abort() : begin()) });
    const told = h('span.small.muted.number', { role: 'status' }, t('study.scan.hint'));
    const review = h('a.button.button--small', {}, t('review.button'));
    const element = h('div.stack', {}, graph.element, h('div.study-scan', {}, button, review, told));

    const line = () => lineThrough(study.get().tree, study.get().at);
    const keyOf = (/** @type {number} */ id) => JSON.stringify(positionAt(study.get().tree, id));
    const valuesOf = (/** @type {number[]} */ ids) => ids.map((id) => known.get(keyOf(id)) ?? null);

    /** @param {string} key @param {Value} value */
    function note(key, value) {
        known.set(key, value);
        if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
    }

    function draw() {
        const ids = line();
        graph.update(valuesOf(ids), ids.indexOf(study.get().at));
        fill(button, icon(scanning ? 'stop' : 'eye'), t(scanning ? 'study.scan.stop' : 'study.scan'));
        button.disabled = ids.length === 1;
        review.hidden = ids.length === 1;
        review.href = linkTo(study.get().tree.setup, movesTo(study.get().tree, ids[ids.length - 1]), '/review');
    }

    async function begin() {
        const own = (scanning = new AbortController());
        const { tree } = study.get();
        const ids = line();
        const keys = ids.map(keyOf);
        const { rules, size, black, white, turn } = tree.setup;
        const game = { rules, size, black: black.join(''), white: white.join(''), turn, moves: movesTo(tree, ids[ids.length - 1]) };
        thinker.stop();
        draw();
        try {
            await scan({
                engine, game, known: valuesOf(ids), signal: own.signal,
                tell(ply, value) {
                    note(keys[ply], value);
                    write(told, t('study.scan.progress', { done: ids.length - ply, count: ids.length }));
                    draw();
                },
            });
            if (!own.signal.aborted) write(told, '');
        } catch (error) {
            if (!signal.aborted) write(told, explain(error));
        }
        scanning = null;
        if (!signal.aborted) draw();
    }

    let timer = 0;
    function later() {
        clearTimeout(timer);
        timer = window.setTimeout(draw, CALM);
    }

    // What is thought about a position for long is worth more than a glance.
    thinker.subscribe(({ whole: { analysis, aim }, position }) => {
        if (!analysis || !position || aim !== 'best') return;
        const key = JSON.stringify(position);
        const value = valueOf(analysis);
        if (value.depth < (known.get(key)?.depth ?? 0)) return;
        note(key, value);
        if (!scanning) later();
    }, signal);

    study.subscribe(draw, signal);
    signal.addEventListener('abort', () => scanning?.abort(), { once: true });
    return element;
}
