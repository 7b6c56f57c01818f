// Proof dialog: shows why a position is won, step by step: the winner's move, every defence, and the answer to each.
import { createBoardInput } from '../board/board_input.js';
import { createBoard, EMPTY } from '../board/board.js';
import { dialog } from '../ui/dialog.js';
import { fill, h, setText } from '../ui/dom.js';
import { createConfirmBar } from '../game_page/bars.js';
import { icon } from '../ui/icons.js';
import { prefs } from '../app/prefs.js';
import { errorText } from '../app/errors.js';
import { loadStyle } from '../ui/style.js';
import { announce, toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { createProofWalk } from './proof_walk.js';

/** @typedef {import('./proof_walk.js').Proof} Proof */
/** @typedef {import('./proof_walk.js').ProofPosition} Place */
/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */

const PROOF_MS = 20_000; // time limit of the solver in milliseconds

/**
 * The proof viewer: a board with explanations; needs css/proof.css.
 * @param {object} what
 * @param {Proof} what.proof of a win: docs/integrate/proofs.md
 * @param {Engine['look']} what.look
 * @param {AbortSignal} what.signal
 */
export async function createProofViewer({ proof, look, signal }) {
    const walk = createProofWalk(proof, look);
    const colors = { winner: t(`color.${walk.winner}`), loser: t(`color.${walk.loser}`) };
    let path = [await walk.start()];
    let at = 0; // index in `path`
    let lastAction = Promise.resolve(); // the engine takes a moment: actions wait for each other

    const board = createBoard();
    const boardInput = createBoardInput(board, {
        pick: choose, reject: (reason) => toast(reason, 'bad'), select: (point) => confirm.update(point), announce,
    }, signal);
    const confirm = createConfirmBar(boardInput.confirm, boardInput.cancel);
    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-label', t('game.board', { size: proof.size }));

    const sentenceLine = h('p.proof-said', { 'aria-live': 'polite' });
    const hint = h('p.muted.small', {});
    const list = h('ul.proof-defences', { 'aria-label': t('why.defences', { color: colors.loser }) });
    const trail = h('p.proof-trail.small.muted.number', {});

    /**
     * @param {import('../ui/icons.js').Icon} picture
     * @param {import('../words/i18n.js').Key} label
     * @param {() => void} onclick
     */
    const control = (picture, label, onclick) => h('button.button.button--bare', {
        type: 'button', 'aria-label': t(label), title: t(label), onclick,
    }, icon(picture));
    const first = control('first', 'moves.first', () => jump(0));
    const back = control('previous', 'moves.previous', () => jump(at - 1));
    const next = control('next', 'why.next', forward);
    const element = h('div.proof', {},
        h('div.proof-board', {}, board.element),
        h('div.proof-side', {}, sentenceLine,
            h('div.moves-controls', { role: 'group', 'aria-label': t('moves.controls') }, first, back, next),
            hint, list, trail),
        confirm.element);

    const place = () => path[at];
    const foulTexts = () => Object.fromEntries(place().forbidden.map((point) => [point, t('why.foul')]));

    // ---- Actions

    /** @param {number} to */
    function jump(to) {
        at = Math.max(0, Math.min(path.length - 1, to));
        draw();
    }

    /** @param {(place: Place) => string | null} pick the loser's reply */
    function playNext(pick) {
        lastAction = lastAction.then(async () => {
            const visited = path.slice(0, at + 1); // `at` may change while the engine answers
            const reply = pick(place());
            if (reply === null || place().five.length > 0) return;
            path = [...visited, await walk.play(place(), reply)];
            jump(visited.length);
        }).catch((error) => {
            if (!signal.aborted) toast(errorText(error), 'bad');
        });
    }

    /** @param {string} reply */
    function choose(reply) {
        playNext(() => reply);
    }

    /** Next step of the visited path, or the longest defence. */
    function forward() {
        if (at + 1 < path.length) jump(at + 1);
        else playNext(walk.longestDefence);
    }

    // ---- Drawing

    /** @returns {import('../board/board.js').Position} */
    function position() {
        const { moves, five } = place();
        const numbers = new Map(moves.map((point, i) => [point, i + 1]));
        const stones = [...walk.stonesAfter(moves)].map(([point, color]) => ({ point, color, number: numbers.get(point) ?? null }));
        const rings = place().defences.flatMap(({ point }) => point ?? []);
        return { ...EMPTY, size: proof.size, stones, last: moves.at(-1) ?? null, five, fouls: foulTexts(), rings };
    }

    function sentence() {
        const { moves, five } = place();
        const last = moves.at(-1);
        const reply = at > 0 ? moves.at(-2) : undefined;
        if (!last) return t('why.begin', { color: colors.loser });
        if (five.length > 0) return t('why.five', { reply: reply ?? '', loser: colors.loser, winner: colors.winner, point: last });
        if (!reply) return t('why.plays', { color: colors.winner, point: last });
        return t('why.answered', { reply, loser: colors.loser, winner: colors.winner, point: last });
    }

    /** @param {import('./proof_walk.js').Defence} defence */
    function row({ point, answer, five }) {
        const then = t(five ? 'why.then.five' : 'why.then', { color: colors.winner, point: answer });
        return h(point ? 'li' : 'li.proof-rest', {}, h('button.proof-defence', {
            type: 'button', onclick: () => playNext(point ? () => point : walk.anyOtherReply),
        }, h('b', {}, point ?? t('why.other')), h('span', {}, then)));
    }

    function draw() {
        const all = place().defences;
        const hadFocus = list.contains(document.activeElement);
        board.show(position(), { ...prefs.get(), numbers: true });
        boardInput.set({
            size: proof.size,
            color: place().five.length > 0 ? null : walk.loser,
            blockedReason: (point) => (walk.stonesAfter(place().moves).has(point) ? t('error.occupied') : foulTexts()[point] ?? null),
            describe(point) {
                const color = walk.stonesAfter(place().moves).get(point);
                return color ? t('point.stone', { point, color: t(`color.${color}`) }) : t('point.empty', { point });
            },
        });
        setText(sentenceLine, sentence());
        setText(hint, t(all.length > 0 ? 'why.choose' : 'why.end'));
        fill(list, all.map(row));
        setText(trail, place().moves.join(' '));
        first.disabled = back.disabled = at === 0;
        next.disabled = place().five.length > 0;
        if (hadFocus) (list.querySelector('button') ?? back).focus();
    }

    element.addEventListener('keydown', (event) => {
        if (event.target === board.element || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'ArrowLeft') jump(at - 1);
        else if (event.key === 'ArrowRight') forward();
        else return;
        event.preventDefault();
        event.stopPropagation();
    }, { signal });
    prefs.subscribe(draw, signal);
    return { element };
}

/**
 * Solves the position and shows the proof in a dialog, or says that there is none.
 * @param {object} what
 * @param {Engine} what.engine
 * @param {import('../engine.js').Position} what.position
 * @param {AbortSignal} what.signal of the page
 * @param {string} [what.title]
 */
export async function openProofDialog({ engine, position, signal, title = t('why.title') }) {
    await loadStyle('proof');
    const leave = new AbortController();
    const place = h('div', {}, h('p.muted', { role: 'status' }, t('why.searching')));
    const box = dialog(title, [place, h('div.buttons', {},
        h('button.button', { type: 'button', onclick: () => box.close() }, t('why.close')))]);
    box.classList.add('proof-box');
    box.addEventListener('close', () => leave.abort());
    signal.addEventListener('abort', () => leave.abort(), { once: true });
    box.showModal();
    try {
        const { outcome } = await engine.solve({ ...position, ms: PROOF_MS }, leave.signal);
        if (leave.signal.aborted) return;
        if (outcome !== 'win' && outcome !== 'loss') {
            fill(place, h('p', {}, t(outcome === 'draw' ? 'why.draw' : 'why.unknown', { n: PROOF_MS / 1000 })));
            return;
        }
        const { proof } = await engine.proof();
        if (leave.signal.aborted) return;
        const viewer = await createProofViewer({ proof, look: engine.look, signal: leave.signal });
        fill(place, viewer.element);
    } catch (error) {
        if (!leave.signal.aborted) fill(place, h('p', {}, errorText(error)));
    }
}
