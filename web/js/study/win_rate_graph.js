// Win rate graph: Black's win rate over the moves, also a slider. Proved values reach the edge and are marked by a band
// below.
import { fill, h, setAttributes, svg, setText } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/** @typedef {import('./scan.js').Value} Value */
/** @typedef {import('../review/move_grade.js').Grade} Grade */

const HEIGHT = 112;
const BAND = 7; // height of the band that marks proved values
const EDGE = 8; // margin left and right
const PLOT = HEIGHT - BAND - 2;
const PAGE_STEP = 10; // moves per PageUp or PageDown

/** @param {number} rate */
const percent = (rate) => Math.round(100 * rate);

/**
 * A value as text.
 * @param {Value | null | undefined} value
 */
export function valueText(value) {
    if (!value) return t('graph.unknown');
    if (value.proved === 'draw') return t('graph.proved.draw');
    if (value.proved) {
        const color = t(`color.${value.proved}`);
        return value.stones > 0 ? t('graph.proved', { color, n: value.stones }) : t('graph.won', { color });
    }
    return t('graph.estimate', { percent: percent(value.winrate) });
}

/**
 * Ranges of evaluated positions, as [first, last].
 * @param {(Value | null)[]} values
 */
function knownRuns(values) {
    /** @type {[number, number][]} */
    const runs = [];
    values.forEach((value, ply) => {
        const last = runs[runs.length - 1];
        if (!value) return;
        if (last && last[1] === ply - 1) last[1] = ply;
        else runs.push([ply, ply]);
    });
    return runs;
}

/**
 * @param {object} on
 * @param {(ply: number) => void} on.onPick called with the number of moves to show
 */
export function createWinRateGraph({ onPick }) {
    const picture = svg('svg.graph-picture', { 'aria-hidden': 'true', height: HEIGHT });
    const slider = h('div.graph-slider', { role: 'slider', tabindex: 0, 'aria-label': t('graph.label') }, picture);
    const caption = h('span.graph-caption.number', {});
    const element = h('div.graph', {}, slider,
        h('div.graph-legend.small', {}, caption, h('span.graph-key', {}, h('i.graph-swatch'), t('graph.key.proved'))));

    /** @type {(Value | null)[]} */
    let values = [null];
    /** @type {(Grade | null | undefined)[]} */
    let marks = [];
    let ply = 0;
    let width = 320;

    const last = () => values.length - 1;
    const step = () => (width - 2 * EDGE) / Math.max(1, last());
    const atX = (/** @type {number} */ at) => EDGE + at * step();
    const atY = (/** @type {number} */ rate) => 1 + (1 - rate) * (PLOT - 2);
    const place = (/** @type {number} */ at) => `${atX(at).toFixed(1)} ${atY(values[at]?.winrate ?? 0.5).toFixed(1)}`;

    /** @param {[number, number]} run */
    function drawRun([first, end]) {
        const points = [];
        for (let at = first; at <= end; at++) points.push(place(at));
        const left = atX(first) - (first === end ? 2 : 0);
        const right = atX(end) + (first === end ? 2 : 0);
        return [
            svg('rect.graph-white', { x: left, y: 0, width: right - left, height: PLOT }),
            svg('path.graph-black', { d: `M${left} ${PLOT}L${points.join('L')}L${right} ${PLOT}Z` }),
            svg('path.graph-curve', { d: `M${points.join('L')}` }),
        ];
    }

    function drawBand() {
        return values.map((value, at) => value?.proved && svg('rect', {
            class: 'graph-band', x: Math.max(0, atX(at) - step() / 2), y: PLOT + 2, height: BAND,
            width: Math.min(width, atX(at) + step() / 2) - Math.max(0, atX(at) - step() / 2),
        }));
    }

    function drawMarks() {
        return marks.map((grade, at) => grade && values[at] && svg('circle', {
            class: `graph-mark graph-mark--${grade}`, cx: atX(at), cy: Math.min(PLOT - 5, Math.max(5, atY(values[at]?.winrate ?? 0))), r: 4.5,
        }));
    }

    function draw() {
        setAttributes(picture, { viewBox: `0 0 ${width} ${HEIGHT}`, width });
        fill(picture,
            svg('rect.graph-ground', { x: 0, y: 0, width, height: PLOT, rx: 4 }),
            knownRuns(values).map(drawRun),
            svg('path.graph-middle', { d: `M0 ${PLOT / 2}H${width}` }),
            drawBand(),
            svg('path.graph-now', { d: `M${atX(ply)} 0V${HEIGHT}` }),
            drawMarks(),
            values[ply] && svg('circle.graph-here', { cx: atX(ply), cy: atY(values[ply]?.winrate ?? 0.5), r: 5 }));
    }

    function describe() {
        const where = ply === 0 ? t('graph.start') : t('graph.move', { n: ply });
        return `${where} · ${valueText(values[ply])}`;
    }

    function describeAll() {
        const grade = marks[ply];
        return grade ? `${describe()} · ${t(`grade.${grade}`)}` : describe();
    }

    /** @param {number} to */
    function pick(to) {
        const wanted = Math.max(0, Math.min(last(), to));
        if (wanted !== ply) onPick(wanted);
    }

    /** @param {PointerEvent} event */
    function point(event) {
        const bounds = picture.getBoundingClientRect();
        pick(Math.round(((event.clientX - bounds.left) * (width / bounds.width) - EDGE) / step()));
    }

    slider.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        slider.setPointerCapture(event.pointerId);
        point(event);
    });
    slider.addEventListener('pointermove', (event) => {
        if (slider.hasPointerCapture(event.pointerId)) point(event);
    });
    slider.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const to = {
            ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1,
            PageDown: ply - PAGE_STEP, PageUp: ply + PAGE_STEP, Home: 0, End: last(),
        }[event.key];
        if (to === undefined) return;
        pick(to);
        event.preventDefault();
        event.stopPropagation();
    });
    new ResizeObserver(([{ contentRect }]) => {
        if (contentRect.width < 1 || contentRect.width === width) return;
        width = contentRect.width;
        draw();
    }).observe(slider);

    return {
        element,
        /**
         * @param {(Value | null)[]} next values after 0, 1, ... moves; null if not known yet
         * @param {number} at the current position
         * @param {(Grade | null | undefined)[]} [grades] of the moves, by ply
         */
        update(next, at, grades = []) {
            values = next;
            marks = grades;
            ply = at;
            setAttributes(slider, { 'aria-valuemin': 0, 'aria-valuemax': last(), 'aria-valuenow': ply, 'aria-valuetext': describeAll() });
            setText(caption, describe());
            draw();
        },
    };
}
