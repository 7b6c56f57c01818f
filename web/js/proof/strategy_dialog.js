// Strategy dialog: walks through a proved strategy (docs/integrate/certificates.md). Its side plays the proved move, the
// user tries any reply. Where the strategy ends, pairs hold, or the solver shows the win.
import { createAnswerBoard } from '../board/answer_board.js';
import { EMPTY } from '../board/board.js';
import { dialog } from '../ui/dialog.js';
import { fill, h, setText, svg } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../app/errors.js';
import { loadStyle } from '../ui/style.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { otherColor } from '../game/game_state.js';
import { createProofViewer } from './proof_dialog.js';
import { splitPoints } from './proof_walk.js';

/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */
/** @typedef {import('../engine.js').Position} Position */
/** @typedef {import('../types.js').Color} Color */

/**
 * After a move of the strategy: the other side is to move. `settled`: the strategy goes on outside of the pairs.
 * @typedef {{moves: string[], pairs: string[], settled: boolean, over: boolean}} Place
 */

/** The pairs, two points each, without the one that has the point. @param {string[]} pairs @param {string | undefined} point */
const withoutPoint = (pairs, point) => pairs.filter((_, i) => pairs[i] !== point && pairs[i ^ 1] !== point);

const SOLVE_MS = 20_000; // limit in milliseconds for a win that the strategy leaves to the solver

/**
 * @param {object} what
 * @param {Engine} what.engine
 * @param {Position} what.position its side to move has a strategy
 * @param {Color} what.side to move
 * @param {'win' | 'hold'} what.claim
 * @param {(viewer: HTMLElement) => void} what.showProof a win is shown by the proof viewer
 * @param {AbortSignal} what.signal
 */
async function createStrategyViewer({ engine, position, side, claim, showProof, signal }) {
    const other = otherColor(side);
    const { size = 15, black = '', white = '', moves: before = '' } = position;
    const begun = splitPoints(before);
    const names = { side: t(`color.${side}`), other: t(`color.${other}`) };
    /** @param {string[]} moves */
    const after = (moves) => ({ ...position, moves: moves.join('') });

    const board = createAnswerBoard(choose, signal);
    const said = h('p.proof-said', { 'aria-live': 'polite' });
    const hint = h('p.muted.small', {});
    const trail = h('p.proof-trail.small.muted.number', {});
    const back = h('button.button.button--bare', {
        type: 'button', 'aria-label': t('moves.previous'), title: t('moves.previous'), onclick: () => { path.pop(); draw(); },
    }, icon('previous'));
    const element = h('div.proof', {},
        h('div.proof-board', {}, board.board),
        h('div.proof-side', {}, said, h('div.moves-controls', { role: 'group', 'aria-label': t('moves.controls') }, back), hint, trail, board.typed),
        board.confirm);

    /** @param {string[]} moves the side is to move @returns {Promise<Place | null>} null: shown by the proof viewer, or nothing is left */
    async function answer(moves) {
        const found = await engine.proved(after(moves));
        if (found.claim) {
            // If every move holds, it does not matter which: a point of a pair, or any empty one.
            const move = found.move ?? splitPoints(found.pairs ?? '')[0] ?? freePoint(moves);
            const next = move ? [...moves, move] : moves;
            const { over } = await engine.look(after(next));
            return { moves: next, pairs: withoutPoint(splitPoints(found.pairs ?? ''), move), settled: found.settled ?? false, over };
        }
        const { outcome } = await engine.solve({ ...after(moves), ms: SOLVE_MS }, signal);
        if (outcome !== 'win') throw new Error(t('why.unknown', { n: SOLVE_MS / 1000 }));
        const { proof } = await engine.proof();
        showProof((await createProofViewer({ proof, look: engine.look, signal })).element);
        return null;
    }

    /** @param {string[]} moves */
    function freePoint(moves) {
        const taken = new Set([...splitPoints(black), ...splitPoints(white), ...moves]);
        for (let i = 0; i < size * size; i++) {
            const point = String.fromCharCode(97 + (i % size)) + (1 + Math.floor(i / size));
            if (!taken.has(point)) return point;
        }
        return undefined;
    }

    const first = await answer(begun);
    const path = first ? [first] : [];
    let busy = false;

    /** @param {string} point */
    async function choose(point) {
        if (busy) return;
        busy = true;
        try {
            const moves = [...path[path.length - 1].moves, point];
            const { over } = await engine.look(after(moves));
            const next = over ? { moves, pairs: [], settled: false, over } : await answer(moves);
            if (next) path.push(next);
        } catch (error) {
            if (!signal.aborted) toast(errorText(error), 'bad');
        }
        busy = false;
        if (!signal.aborted) draw();
    }

    function draw() {
        const place = path[path.length - 1];
        if (!place) return;
        const first = /** @type {Color} */ (position.turn ?? 'black');
        const numbers = new Map(place.moves.map((point, i) => [point, i + 1 - begun.length]));
        const stones = [
            ...splitPoints(black).map((point) => ({ point, color: /** @type {Color} */ ('black'), number: null })),
            ...splitPoints(white).map((point) => ({ point, color: /** @type {Color} */ ('white'), number: null })),
            ...place.moves.map((point, i) => ({ point, color: i % 2 === 0 ? first : otherColor(first), number: /** @type {number | null} */ ((numbers.get(point) ?? 0) > 0 ? numbers.get(point) : null) })),
        ];
        board.show({ position: { ...EMPTY, size, stones, last: place.moves.at(-1) ?? null }, color: place.over ? null : other, numbers: true, ended: place.over });
        fill(board.overlay, place.pairs.map((point, i) => {
            const { cx, cy } = board.centre(point);
            return svg('g.proof-pair', {}, svg('circle', { cx, cy, r: 3.2 }), svg('text', { x: cx, y: cy, dy: '0.36em' }, String.fromCharCode(65 + (i >> 1))));
        }));
        const last = place.moves.at(-1) ?? '';
        const reply = path.length > 1 ? place.moves.at(-2) : undefined;
        setText(said, reply ? t('why.answered', { loser: names.other, reply, winner: names.side, point: last }) : t('why.plays', { color: names.side, point: last }));
        setText(hint, place.over ? t('strategy.over') : place.pairs.length > 0 ? t(place.settled ? 'strategy.settled' : 'strategy.pairs', { side: names.side, other: names.other, n: place.pairs.length / 2 })
            : t(claim === 'win' ? 'strategy.win' : 'strategy.hold', { side: names.side, other: names.other }));
        setText(trail, place.moves.join(' '));
        back.disabled = path.length <= 1;
    }

    draw();
    return { element };
}

/**
 * @param {object} what
 * @param {Engine} what.engine
 * @param {Position} what.position
 * @param {Color} what.side to move
 * @param {'win' | 'hold'} what.claim
 * @param {AbortSignal} what.signal of the page
 */
export async function openStrategyDialog({ engine, position, side, claim, signal }) {
    await loadStyle('proof');
    const leave = new AbortController();
    const place = h('div', {}, h('p.muted', { role: 'status' }, t('why.searching')));
    const box = dialog(t(claim === 'win' ? 'why.title' : 'strategy.title', { side: t(`color.${side}`) }), [place, h('div.buttons', {},
        h('button.button', { type: 'button', onclick: () => box.close() }, t('why.close')))]);
    box.classList.add('proof-box');
    box.addEventListener('close', () => leave.abort());
    signal.addEventListener('abort', () => leave.abort(), { once: true });
    box.showModal();
    try {
        let isProof = false; // the proof viewer is shown instead
        const viewer = await createStrategyViewer({
            engine, position, side, claim, signal: leave.signal,
            showProof(element) {
                isProof = true;
                fill(place, element);
            },
        });
        if (!isProof && !leave.signal.aborted) fill(place, viewer.element);
    } catch (error) {
        if (!leave.signal.aborted) fill(place, h('p', {}, errorText(error)));
    }
}
