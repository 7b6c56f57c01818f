// Engine panel of the analysis board: start and stop, limits, best lines, proofs.
import { fill, h, setText } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../app/errors.js';
import { count, language, t } from '../words/i18n.js';
import { isDecided, lineOfSolution } from './evaluation.js';

/** @typedef {import('./analysis_session.js').AnalysisSession} AnalysisSession */
/** @typedef {import('./analysis_session.js').AnalysisState} AnalysisState */
/** @typedef {import('./analysis_session.js').Line} Line */
/** @typedef {import('./analysis_session.js').Budget} Budget */

/**
 * @typedef {object} LineEvents
 * @property {(points: string[]) => void} play
 * @property {(points: string[]) => void} preview an empty list ends the preview
 */

/**
 * @typedef {LineEvents & {showProof: () => void, usesServer: () => boolean}} PanelEvents `showProof`: shows the proof of the
 *     outcome; `usesServer`: true if the server's engine searches
 */

const OBJECTIVES = /** @type {const} */ (['best', 'balance', 'balance2']);
const LINES_MAX = 5;
const MOVES_SHOWN = 12; // moves shown of a line
const REDRAW_MS = 150; // milliseconds between two redraws

/** @type {Budget[]} */
const BUDGETS = [
    { kind: 'endless', amount: 0 },
    ...[1000, 3000, 10_000, 30_000, 120_000].map((amount) => ({ kind: /** @type {const} */ ('ms'), amount })),
    ...[8, 12, 16, 20].map((amount) => ({ kind: /** @type {const} */ ('depth'), amount })),
    ...[100_000, 1_000_000, 10_000_000].map((amount) => ({ kind: /** @type {const} */ ('nodes'), amount })),
];

/** @param {number} n */
const compactNumber = (n) => new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(n);

/** @param {number} ms */
const seconds = (ms) => t('time.seconds', { n: ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000) });

/** @param {Budget} budget */
function budgetText({ kind, amount }) {
    if (kind === 'endless') return t('study.budget.endless');
    if (kind === 'ms') return t('study.budget.time', { n: amount / 1000 });
    return t(kind === 'depth' ? 'study.budget.depth' : 'study.budget.nodes', { n: kind === 'depth' ? amount : compactNumber(amount) });
}

// ---- One line

/**
 * The value of a line for the side to move, as a short text.
 * @param {Line} line
 */
function valueText(line) {
    if (line.wins_in) return t('study.line.wins', { stones: line.wins_in });
    if (line.loses_in) return t('study.line.loses', { stones: line.loses_in });
    return t('study.line.rate', { percent: Math.round(100 * line.win_rate) });
}

/**
 * The moves of a line: hovering previews the line up to a move, a click plays it. On touch screens the first tap
 * previews and the second plays.
 * @param {LineEvents} on
 */
function createMoves(on) {
    /** @type {string[]} */
    let points = [];
    let shown = 0; // number of moves previewed
    let touch = false;
    const preview = (/** @type {number} */ upTo) => {
        shown = upTo;
        on.preview(points.slice(0, upTo));
    };
    const buttons = Array.from({ length: MOVES_SHOWN }, (_, i) => h('button.line-move', {
        type: 'button', hidden: true,
        onpointerenter: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && preview(i + 1),
        onpointerdown: (/** @type {PointerEvent} */ e) => (touch = e.pointerType === 'touch'),
        onfocus: () => !touch && preview(i + 1),
        onblur: () => preview(0),
        onclick: () => {
            if (touch && shown !== i + 1) preview(i + 1);
            else on.play(points.slice(0, i + 1));
            touch = false;
        },
    }));
    const row = h('span.line-row', { onpointerleave: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && preview(0) }, buttons);
    const sign = h('span.line-cut', { 'aria-hidden': 'true' }, '…'); // the row has more than is in sight
    const element = h('span.line-moves', {}, row, sign);
    const drawSign = () => sign.toggleAttribute('data-shown', row.scrollLeft + row.clientWidth + 1 < row.scrollWidth);
    row.addEventListener('scroll', drawSign, { passive: true });
    new ResizeObserver(drawSign).observe(row);
    return {
        element,
        /** @param {string[]} next */
        update(next) {
            const same = next.join() === points.join();
            points = next;
            if (!same && shown > 0) on.preview(points.slice(0, shown));
            for (const [i, button] of buttons.entries()) {
                button.hidden = i >= points.length;
                setText(button, points[i] ?? '');
            }
            drawSign();
        },
    };
}

/**
 * @param {LineEvents} on
 * @param {(point: string) => void} bar
 */
function createLine(on, bar) {
    const value = h('span.line-value');
    const depth = h('span.line-depth');
    const moves = createMoves(on);
    const excludeButton = h('button.button.button--bare.line-bar', { type: 'button' }, icon('close'));
    const element = h('li.line', { hidden: true }, value, depth, moves.element, excludeButton);
    let firstMove = '';
    excludeButton.addEventListener('click', () => bar(firstMove));
    return {
        element,
        /** @param {Line | undefined} line */
        update(line) {
            element.hidden = !line;
            if (!line) return moves.update([]);
            firstMove = line.move;
            element.dataset.kind = line.wins_in ? 'wins' : line.loses_in ? 'loses' : 'estimated';
            setText(value, valueText(line));
            setText(depth, t('study.line.depth', { depth: line.depth }));
            moves.update(line.line.slice(0, Math.min(MOVES_SHOWN, line.wins_in ?? line.loses_in ?? MOVES_SHOWN)));
            excludeButton.setAttribute('aria-label', t('study.bar', { point: firstMove }));
            excludeButton.title = t('study.bar', { point: firstMove });
            return undefined;
        },
    };
}

// ---- The panel

/**
 * @param {AnalysisSession} session
 * @param {PanelEvents} on
 * @param {Element} displayOptions checkboxes for the board overlay
 * @param {AbortSignal} signal
 */
export function createEnginePanel(session, on, displayOptions, signal) {
    const start = h('button.button.button--main.study-start', { type: 'button' });
    const solve = h('button.button', { type: 'button', onclick: () => session.solve() }, t('study.solve'));
    const statusLine = h('p.study-engine-status.small.muted.number', {});
    const lines = Array.from({ length: LINES_MAX }, () => createLine(on, (point) => session.exclude([...session.get().barred, point])));
    const list = h('ol.study-lines', { 'aria-label': t('study.lines') }, lines.map((line) => line.element));
    const proof = h('div.study-proof', { hidden: true });
    const proofText = h('p', { role: 'status' });
    const proofMoves = createMoves(on);
    proof.append(proofText, proofMoves.element);
    const proofButton = h('button.button.button--small', { type: 'button', onclick: () => on.showProof() }, icon('eye'), t('why.show'));
    const barred = h('div.study-barred.buttons', { hidden: true });
    const errorLine = h('p.study-engine-error', { role: 'alert', hidden: true });
    let size = 15;
    let canThink = false; // is there a position to search?

    const budget = h('select.select', { 'aria-label': t('study.budget') }, BUDGETS.map((one, i) => h('option', { value: i }, budgetText(one))));
    const lineCount = h('select.select', { 'aria-label': t('study.lines.count') },
        Array.from({ length: LINES_MAX }, (_, i) => h('option', { value: i + 1 }, count('study.lines', i + 1))));
    const objective = h('select.select', { 'aria-label': t('study.objective') }, OBJECTIVES.map((name) => h('option', { value: name }, t(`study.objective.${name}`))));
    objective.addEventListener('change', () => session.configure({ objective: /** @type {import('./analysis_session.js').Objective} */ (objective.value) }));
    budget.addEventListener('change', () => session.configure({ budget: BUDGETS[Number(budget.value)] }));
    lineCount.addEventListener('change', () => session.configure({ lines: Number(lineCount.value) }));
    start.addEventListener('click', session.toggle);

    const element = h('section.study-engine', { 'aria-label': t('study.engine') },
        h('div.study-engine-row', {}, start, solve),
        statusLine, errorLine, list, proof, h('div', {}, proofButton), barred,
        h('div.study-engine-row', {}, budget, lineCount, objective, displayOptions));

    /** @param {AnalysisState} now */
    function statusText({ busy, on: wanted, result: { analysis } }) {
        if (busy === 'solve') return t('study.solving');
        if (!analysis) return busy ? t('study.waking') : wanted && !canThink ? t('study.nothing') : t(on.usesServer() ? 'study.idle.server' : 'study.idle');
        const speed = analysis.ms > 0 ? t('study.speed', { n: compactNumber((1000 * analysis.nodes) / analysis.ms) }) : '';
        return [t(busy ? 'study.thinks' : wanted ? 'study.done' : 'study.stopped'), seconds(analysis.ms),
            t('study.nodes', { n: compactNumber(analysis.nodes) }), speed].filter(Boolean).join(' · ');
    }

    /** @param {AnalysisState} now */
    function drawProof({ positionResult: { solution } }) {
        proof.hidden = solution === null;
        if (!solution) return proofMoves.update([]);
        const { outcome, stones, ms } = solution;
        proof.dataset.kind = outcome === 'unknown' ? 'open' : 'proved';
        const proofSummary = outcome === 'win' || outcome === 'loss' ? count(`study.solved.${outcome}`, stones)
            : outcome === 'draw' ? t('study.solved.draw')
            : t(solution.no_win_by_threats ? 'study.solved.no_threats' : 'study.solved.unknown', { time: seconds(ms) });
        setText(proofText, proofSummary);
        proofMoves.update(lineOfSolution(solution, size).slice(0, MOVES_SHOWN));
        return undefined;
    }

    /** @param {readonly string[]} points */
    function drawBarred(points) {
        if (barred.dataset.points === points.join(' ')) return;
        barred.dataset.points = points.join(' ');
        barred.hidden = points.length === 0;
        fill(barred, points.map((point) => h('button.button.button--small', {
            type: 'button', onclick: () => session.exclude(session.get().barred.filter((one) => one !== point)),
        }, icon('undo'), t('study.unbar', { point }))));
    }

    /** @param {AnalysisState} now */
    function draw(now) {
        const { busy, on: wanted, result, positionResult, settings, error } = now;
        const state = busy !== null ? 'stop' : wanted ? 'off' : 'start'; // off: done here, and waits for another position
        if (start.dataset.state !== state) {
            start.dataset.state = state;
            fill(start, icon(state === 'start' ? 'play' : 'stop'), t(`study.${state}`));
        }
        start.disabled = !canThink && state === 'start';
        solve.disabled = !canThink || busy === 'solve';
        budget.value = String(BUDGETS.findIndex((one) => one.kind === settings.budget.kind && one.amount === settings.budget.amount));
        lineCount.value = String(settings.lines);
        objective.value = settings.objective;
        setText(statusLine, statusText(now));
        errorLine.hidden = error === null;
        setText(errorLine, error ? `${t('study.engine.trouble')} ${errorText(error)}` : '');
        lines.forEach((line, i) => line.update(i < settings.lines ? result.analysis?.lines[i] : undefined));
        list.hidden = !result.analysis && !wanted; // keeps its space while searching
        list.dataset.lines = String(settings.lines);
        element.dataset.busy = busy ?? '';
        proofButton.hidden = !canThink || !isDecided(positionResult);
        drawProof(now);
        drawBarred(now.barred);
    }

    let last = 0;
    let later = 0;
    session.subscribe((now) => {
        clearTimeout(later);
        const wait = now.busy ? REDRAW_MS - (performance.now() - last) : 0;
        const drawNow = () => {
            last = performance.now();
            draw(session.get());
        };
        if (wait <= 0) drawNow();
        else later = window.setTimeout(drawNow, wait);
    }, signal);

    return {
        element,
        /** @param {number} boardSize @param {boolean} something true if there is a position to search */
        update(boardSize, something) {
            size = boardSize;
            canThink = something;
            draw(session.get());
        },
    };
}
