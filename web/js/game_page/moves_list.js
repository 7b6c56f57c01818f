// Move list: each move is a button that shows the position after it; with navigation controls.
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { parsePoint } from '../board/points.js';
import { t, textOr } from '../words/i18n.js';

/** @typedef {{sign: string, label: string, kind: string}} Mark shown after a move */

/**
 * @param {(ply: number) => void} jump shows the position after that many moves
 */
export function createMovesList(jump) {
    const list = h('ol.moves', {});
    const empty = h('p.empty', {}, t('moves.none'));
    let ply = 0;
    let count = 0;

    /**
     * @param {import('../ui/icons.js').Icon} picture
     * @param {import('../words/i18n.js').Key} label
     * @param {() => number} to
     */
    const control = (picture, label, to) => h('button.button.button--bare', {
        type: 'button', 'aria-label': t(label), title: t(label), onclick: () => jump(to()),
    }, icon(picture));
    const first = control('first', 'moves.first', () => 0);
    const previous = control('previous', 'moves.previous', () => ply - 1);
    const next = control('next', 'moves.next', () => ply + 1);
    const last = control('last', 'moves.last', () => count);
    const controls = h('div.moves-controls', { role: 'group', 'aria-label': t('moves.controls') }, first, previous, next, last);
    const element = h('div.moves-box', {}, empty, list, controls);

    /**
     * @param {string | null} move
     * @param {number} index
     * @param {number} stone number of the stone; 0 for an opening choice
     */
    function item(move, index, stone) {
        const text = move === null ? '?' : stone ? move : textOr(`choice.short.${move}`, move);
        const dot = stone > 0 && h('span.move-dot', { 'data-color': stone % 2 === 1 ? 'black' : 'white' });
        return h('li', {},
            h('button.move', { type: 'button', onclick: () => jump(index + 1) },
                h('span.move-number', {}, stone ? stone : ''), dot, text));
    }

    /** @type {(string | null)[]} */
    let shown = [];
    /** @param {(string | null)[]} moves */
    function drawMoves(moves) {
        let same = 0;
        while (same < shown.length && same < moves.length && shown[same] === moves[same]) same++;
        while (list.children.length > same) list.lastElementChild?.remove();
        let stone = moves.slice(0, same).filter((m) => m === null || parsePoint(m)).length;
        for (let i = same; i < moves.length; i++) {
            const isStone = moves[i] === null || parsePoint(moves[i] ?? '') !== null;
            list.append(item(moves[i], i, isStone ? ++stone : 0));
        }
        shown = [...moves];
    }

    /** @type {(Mark | null | undefined)[]} */
    let marked = [];
    /** @param {(Mark | null | undefined)[]} marks by ply */
    function drawMarks(marks) {
        for (const [i, child] of [...list.children].entries()) {
            const mark = marks[i + 1];
            if (mark?.sign === marked[i + 1]?.sign) continue;
            child.querySelector('.move-mark')?.remove();
            if (mark) child.firstElementChild?.append(
                h(`span.move-mark.move-mark--${mark.kind}`, { title: mark.label, role: 'img', 'aria-label': mark.label }, mark.sign));
        }
        marked = marks;
    }

    // Not scrollIntoView, which would also scroll the page.
    function scroll() {
        const current = list.children[ply - 1];
        if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }

    return {
        element,
        controls, // below the list by default; a page may move them
        /**
         * @param {(string | null)[]} moves
         * @param {number} at the ply on the board
         */
        update(moves, at) {
            drawMoves(moves);
            ply = at;
            count = moves.length;
            empty.hidden = count > 0;
            first.disabled = previous.disabled = ply === 0;
            next.disabled = last.disabled = ply === count;
            for (const [i, child] of [...list.children].entries()) {
                const button = child.firstElementChild;
                if (i + 1 === ply) button?.setAttribute('aria-current', 'step');
                else button?.removeAttribute('aria-current');
            }
            requestAnimationFrame(scroll); // the list may not be in the document yet
        },
        mark: drawMarks,
    };
}
