// Progress panel: puzzle rating, streak, solved puzzles and a rating graph.
import { fill, h, svg } from '../ui/dom.js';
import { t } from '../words/i18n.js';
import { THEMES } from './pick_puzzle.js';
import { puzzleStats } from './attempts.js';
import { themeName } from './status_text.js';

const [WIDTH, HEIGHT, EDGE] = [240, 72, 4];
const GRAPH_ATTEMPTS = 60; // attempts in the graph
const PROVISIONAL_ABOVE = 110; // a rating with a larger deviation is provisional

/** @param {import('./attempts.js').PuzzleStats} now */
export function ratingText({ rating: { rating, deviation } }) {
    return `${Math.round(rating)}${deviation > PROVISIONAL_ABOVE ? '?' : ''}`;
}

/** @param {number[]} history */
function graph(history) {
    const shown = history.slice(-GRAPH_ATTEMPTS);
    if (shown.length < 2) return null;
    const [low, high] = [Math.min(...shown), Math.max(...shown)];
    const x = (/** @type {number} */ i) => EDGE + (i * (WIDTH - 2 * EDGE)) / (shown.length - 1);
    const y = (/** @type {number} */ r) => HEIGHT - EDGE - ((r - low) * (HEIGHT - 2 * EDGE)) / Math.max(high - low, 1);
    const label = t('puzzle.graph', { count: shown.length, from: Math.round(shown[0]), to: Math.round(shown[shown.length - 1]), low: Math.round(low), high: Math.round(high) });
    return svg('svg.puzzle-graph', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label },
        svg('polyline', { points: shown.map((r, i) => `${x(i).toFixed(1)},${y(r).toFixed(1)}`).join(' ') }),
        svg('circle', { cx: x(shown.length - 1), cy: y(shown[shown.length - 1]), r: 3.5 }));
}

/** @param {string} name @param {string | number} value */
const figure = (name, value) => h('div.puzzle-figure', {}, h('dt', {}, name), h('dd', {}, value));

export function createProgressPanel() {
    const element = h('div.stack.puzzle-progress');
    return {
        element,
        /** @param {import('./attempts.js').Attempt[]} attempts */
        update(attempts) {
            const now = puzzleStats(attempts);
            const known = THEMES.filter((theme) => now.themes[theme]);
            fill(element,
                h('dl.puzzle-figures', {},
                    figure(t('puzzle.rating'), ratingText(now)), figure(t('puzzle.streak'), now.streak),
                    figure(t('puzzle.best'), now.best), figure(t('puzzle.solved.count'), `${now.solved}/${now.tried}`)),
                graph(now.history),
                known.length > 0 && h('table.table.puzzle-themes', {},
                    h('caption.unseen', {}, t('puzzle.by_theme')),
                    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('puzzle.theme')), h('th', { scope: 'col' }, t('puzzle.solved.count')))),
                    h('tbody', {}, known.map((theme) => h('tr', {},
                        h('th', { scope: 'row' }, themeName(theme)), h('td.number', {}, `${now.themes[theme].solved}/${now.themes[theme].tried}`))))),
                now.tried === 0 && h('p.muted.small', {}, t('puzzle.none_tried')));
        },
    };
}
