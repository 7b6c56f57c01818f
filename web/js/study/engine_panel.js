// The engine's part of the analysis board: start and stop, what it may spend, its best lines, proofs.
import { fill, h, write } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { explain } from '../app/errors.js';
import { count, language, t } from '../words/i18n.js';
import { isDecided, lineOfSolution, verdictOfLine } from './evaluation.js';

/** @typedef {import('./analysis_session.js').Thinker} Thinker */
/** @typedef {import('./analysis_session.js').Thinking} Thinking */
/** @typedef {import('./analysis_session.js').Line} Line */
/** @typedef {import('./analysis_session.js').Budget} Budget */

/**
 * @typedef {object} LineEvents
 * @property {(points: string[]) => void} play
 * @property {(points: string[]) => void} preview none: no longer
 */

/**
 * @typedef {LineEvents & {why: () => void, isElsewhere: () => boolean}} PanelEvents `why`: the proof of the outcome is wanted,
 *     step by step; `isElsewhere`: it is not this device that would think
 */

const AIMS = /** @type {const} */ (['best', 'balance', 'balance2']);
const LINES_MAX = 5;
const SHOWN = 12; // moves of a line
const DRAW = 150; // milliseconds between two looks at what is new: nobody reads faster

/** @type {Budget[]} */
const BUDGETS = [
    { kind: 'endless', amount: 0 },
    ...[1000, 3000, 10_000, 30_000, 120_000].map((amount) => ({ kind: /** @type {const} */ ('ms'), amount })),
    ...[8, 12, 16, 20].map((amount) => ({ kind: /** @type {const} */ ('depth'), amount })),
    ...[100_000, 1_000_000, 10_000_000].map((amount) => ({ kind: /** @type {const} */ ('nodes'), amount })),
];

/** @param {number} n */
const short = (n) => new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(n);

/** @param {number} ms */
const seconds = (ms) => t('time.seconds', { n: ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000) });

/** @param {Budget} budget */
function budgetWords({ kind, amount }) {
    if (kind === 'endless') return t('study.budget.endless');
    if (kind === 'ms') return t('study.budget.time', { n: amount / 1000 });
    return t(kind === 'depth' ? 'study.budget.depth' : 'study.budget.nodes', { n: kind === 'depth' ? amount : short(amount) });
}

// ---- One line

/**
 * What a line is worth for the side to move, in a few letters, and whether that is certain.
 * @param {Line} line
 */
function worth(line) {
    if (line.wins_in) return t('study.line.wins', { stones: line.wins_in });
    if (line.loses_in) return t('study.line.loses', { stones: line.loses_in });
    return t('study.line.rate', { percent: Math.round(100 * line.win_rate) });
}

/**
 * Moves one behind the other: the mouse previews the line up to one, a click plays up to there. A finger,
 * which does not hover, previews by a first tap and plays by a second.
 * @param {LineEvents} on
 */
function createMoves(on) {
    /** @type {string[]} */
    let points = [];
    let shown = 0; // up to which move it is previewed
    let touch = false;
    const preview = (/** @type {number} */ upTo) => {
        shown = upTo;
        on.preview(points.slice(0, upTo));
    };
    const buttons = Array.from({ length: SHOWN }, (_, i) => h('button.line-move', {
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
    const element = h('span.line-moves', { onpointerleave: (/** @type {PointerEvent} */ e) => e.pointerType !== 'touch' && preview(0) }, buttons);
    return {
        element,
        /** @param {string[]} next */
        update(next) {
            const same = next.join() === points.join();
            points = next;
            if (!same && shown > 0) on.preview(points.slice(0, shown));
            for (const [i, button] of buttons.entries()) {
                button.hidden = i >= points.length;
                write(button, points[i] ?? '');
            }
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
    const not = h('button.button.button--bare.line-bar', { type: 'button' }, icon('close'));
    const element = h('li.line', { hidden: true }, value, depth, moves.element, not);
    let first = '';
    not.addEventListener('click', () => bar(first));
    return {
        element,
        /** @param {Line | undefined} line @param {import('../types.js').Color} turn */
        update(line, turn) {
            element.hidden = !line;
            if (!line) return moves.update([]);
            first = line.move;
            element.dataset.kind = verdictOfLine(line, turn).proved ? 'proved' : 'estimated';
            write(value, worth(line));
            write(depth, t('study.line.depth', { depth: line.depth }));
            moves.update(line.line.slice(0, Math.min(SHOWN, line.wins_in ?? line.loses_in ?? SHOWN)));
            not.setAttribute('aria-label', t('study.bar', { point: first }));
            not.title = t('study.bar', { point: first });
            return undefined;
        },
    };
}

// ---- The panel

/**
 * @param {Thinker} thinker
 * @param {PanelEvents} on
 * @param {Element} looks what is to be seen on the board
 * @param {AbortSignal} signal
 */
export function createEnginePanel(thinker, on, looks, signal) {
    const start = h('button.button.button--main.study-start', { type: 'button' });
    const solve = h('button.button', { type: 'button', onclick: () => thinker.solve() }, t('study.solve'));
    const told = h('p.study-told.small.muted.number', {});
    const lines = Array.from({ length: LINES_MAX }, () => createLine(on, (point) => thinker.bar([...thinker.get().barred, point])));
    const list = h('ol.study-lines', { 'aria-label': t('study.lines') }, lines.map((line) => line.element));
    const proof = h('div.study-proof', { hidden: true });
    const proofWords = h('p', { role: 'status' });
    const proofMoves = createMoves(on);
    proof.append(proofWords, proofMoves.element);
    const why = h('button.button.button--small', { type: 'button', onclick: () => on.why() }, icon('eye'), t('why.show'));
    const barred = h('div.study-barred.buttons', { hidden: true });
    const trouble = h('p.study-trouble', { role: 'alert', hidden: true });
    let size = 15;
    let may = false; // is there anything to think about?

    const budget = h('select.select', { 'aria-label': t('study.budget') }, BUDGETS.map((one, i) => h('option', { value: i }, budgetWords(one))));
    const many = h('select.select', { 'aria-label': t('study.lines.count') },
        Array.from({ length: LINES_MAX }, (_, i) => h('option', { value: i + 1 }, count('study.lines', i + 1))));
    const aim = h('select.select', { 'aria-label': t('study.aim') }, AIMS.map((name) => h('option', { value: name }, t(`study.aim.${name}`))));
    aim.addEventListener('change', () => thinker.wish({ aim: /** @type {import('./analysis_session.js').Aim} */ (aim.value) }));
    budget.addEventListener('change', () => thinker.wish({ budget: BUDGETS[Number(budget.value)] }));
    many.addEventListener('change', () => thinker.wish({ lines: Number(many.value) }));
    start.addEventListener('click', () => (thinker.get().on || thinker.get().busy ? thinker.stop() : thinker.start()));

    const element = h('section.study-engine', { 'aria-label': t('study.engine') },
        h('div.study-engine-row', {}, start, solve),
        told, trouble, list, proof, h('div', {}, why), barred,
        h('div.study-engine-row', {}, budget, many, aim, looks));

    /** @param {Thinking} now */
    function toldWords({ busy, on: wanted, finding: { analysis } }) {
        if (busy === 'solve') return t('study.solving');
        if (!analysis) return busy ? t('study.waking') : wanted && !may ? t('study.nothing') : t(on.isElsewhere() ? 'study.idle.server' : 'study.idle');
        const speed = analysis.ms > 0 ? t('study.speed', { n: short((1000 * analysis.nodes) / analysis.ms) }) : '';
        return [t(busy ? 'study.thinks' : wanted ? 'study.done' : 'study.stopped'), seconds(analysis.ms),
            t('study.nodes', { n: short(analysis.nodes) }), speed].filter(Boolean).join(' · ');
    }

    /** @param {Thinking} now */
    function drawProof({ whole: { solution } }) {
        proof.hidden = solution === null;
        if (!solution) return proofMoves.update([]);
        const { outcome, stones, ms } = solution;
        proof.dataset.kind = outcome === 'unknown' ? 'open' : 'proved';
        const words = outcome === 'win' || outcome === 'loss' ? count(`study.solved.${outcome}`, stones)
            : outcome === 'draw' ? t('study.solved.draw')
            : t(solution.no_win_by_threats ? 'study.solved.no_threats' : 'study.solved.unknown', { time: seconds(ms) });
        write(proofWords, words);
        proofMoves.update(lineOfSolution(solution, size).slice(0, SHOWN));
        return undefined;
    }

    /** @param {readonly string[]} points */
    function drawBarred(points) {
        if (barred.dataset.points === points.join(' ')) return;
        barred.dataset.points = points.join(' ');
        barred.hidden = points.length === 0;
        fill(barred, points.map((point) => h('button.button.button--small', {
            type: 'button', onclick: () => thinker.bar(thinker.get().barred.filter((one) => one !== point)),
        }, icon('undo'), t('study.unbar', { point }))));
    }

    /** @param {Thinking} now */
    function draw(now) {
        const { busy, on: wanted, finding, whole, wishes, error } = now;
        const runs = wanted || busy !== null;
        if (start.dataset.runs !== String(runs)) {
            start.dataset.runs = String(runs);
            fill(start, icon(runs ? 'stop' : 'play'), t(runs ? 'study.stop' : 'study.start'));
        }
        start.disabled = !may && !runs;
        solve.disabled = !may || busy === 'solve';
        budget.value = String(BUDGETS.findIndex((one) => one.kind === wishes.budget.kind && one.amount === wishes.budget.amount));
        many.value = String(wishes.lines);
        aim.value = wishes.aim;
        write(told, toldWords(now));
        trouble.hidden = error === null;
        write(trouble, error ? `${t('study.engine.trouble')} ${explain(error)}` : '');
        lines.forEach((line, i) => line.update(i < wishes.lines ? finding.analysis?.lines[i] : undefined, finding.analysis?.turn ?? 'black'));
        list.hidden = !finding.analysis && !wanted; // its room stays while it thinks
        list.dataset.lines = String(wishes.lines);
        element.dataset.busy = busy ?? '';
        why.hidden = !may || !isDecided(whole);
        drawProof(now);
        drawBarred(now.barred);
    }

    let last = 0;
    let later = 0;
    thinker.subscribe((now) => {
        clearTimeout(later);
        const wait = now.busy ? DRAW - (performance.now() - last) : 0;
        const look = () => {
            last = performance.now();
            draw(thinker.get());
        };
        if (wait <= 0) look();
        else later = window.setTimeout(look, wait);
    }, signal);

    return {
        element,
        /** @param {number} boardSize @param {boolean} something is there to think about? */
        update(boardSize, something) {
            size = boardSize;
            may = something;
            draw(thinker.get());
        },
    };
}
