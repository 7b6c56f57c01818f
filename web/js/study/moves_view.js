// Move tree view of a study with its variations; navigation controls; comment box of the current move.
import { fill, h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { t } from '../words/i18n.js';
import { moveText } from './move_text.js';
import { COMMENT_MAX, isOnMainLine, lineThrough, nodeAt, ROOT, siblings } from './tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./study.js').State} State */

/**
 * The node after a navigation step.
 * @param {State} state
 * @param {'first' | 'previous' | 'next' | 'last' | 'above' | 'below'} where
 * @returns {number}
 */
export function stepTo({ tree, at }, where) {
    const { parent, children } = nodeAt(tree, at);
    const variants = siblings(tree, at);
    const place = variants.indexOf(at);
    switch (where) {
        case 'first': return ROOT;
        case 'previous': return parent ?? ROOT;
        case 'next': return children[0] ?? at;
        case 'last': return lineThrough(tree, at).at(-1) ?? at;
        case 'above': return variants[Math.max(0, place - 1)];
        case 'below': return variants[Math.min(variants.length - 1, place + 1)];
    }
}

/** @param {Study} study @param {AbortSignal} signal */
export function createMovesView(study, signal) {
    const list = h('div.study-moves', { role: 'group', 'aria-label': t('study.moves') });
    const empty = h('p.empty', {}, t('study.moves.none'));
    /** @type {Map<number, HTMLElement>} */
    let buttons = new Map();
    /** @type {import('./tree.js').Tree | null} */
    let drawn = null;

    /** @param {import('./move_text.js').MovePart} part */
    function moveButton({ id, point, number, color }) {
        const button = h('button.study-move', {
            type: 'button', 'data-node': id, onclick: () => study.apply({ do: 'go', to: id }),
        }, h('span.study-move-number', {}, number), h('span.move-dot', { 'data-color': color }), point);
        buttons.set(id, button);
        return button;
    }

    /** @param {import('./move_text.js').Part} part @returns {Element} */
    function draw(part) {
        if (part.kind === 'move') return moveButton(part);
        if (part.kind === 'comment') return h('p.study-move-comment', {}, part.text);
        return h('div.study-variation', { role: 'group', 'aria-label': t('study.variation') }, part.parts.map(draw));
    }

    /** @param {State} state */
    function redraw({ tree, at }) {
        const { parts, whole } = moveText(tree, at);
        const focused = document.activeElement?.closest('[data-node]')?.getAttribute('data-node');
        buttons = new Map();
        fill(list, parts.map(draw));
        drawn = whole ? tree : null;
        if (focused) buttons.get(Number(focused))?.focus({ preventScroll: true });
    }

    // Not scrollIntoView, which would also scroll the page.
    function scroll() {
        const current = list.querySelector('[aria-current]');
        if (!(current instanceof HTMLElement)) return;
        const top = current.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight)
            list.scrollTop = top - list.clientHeight / 2;
    }

    study.subscribe((state) => {
        if (state.tree !== drawn) redraw(state);
        list.hidden = state.tree.nodes.size === 1 && !nodeAt(state.tree, ROOT).comment;
        empty.hidden = !list.hidden;
        list.querySelector('[aria-current]')?.removeAttribute('aria-current');
        buttons.get(state.at)?.setAttribute('aria-current', 'step');
        requestAnimationFrame(scroll);
    }, signal);
    return h('div.study-moves-box', {}, empty, list);
}

/** First, previous, next, last; undo and redo. @param {Study} study @param {AbortSignal} signal */
export function createNavigation(study, signal) {
    /**
     * @param {import('../ui/icons.js').Icon} picture
     * @param {import('../words/i18n.js').Key} label
     * @param {() => void} onclick
     */
    const control = (picture, label, onclick) =>
        h('button.button.button--bare', { type: 'button', 'aria-label': t(label), title: t(label), onclick }, icon(picture));
    /** @param {Parameters<typeof stepTo>[1]} where */
    const step = (where) => () => study.apply({ do: 'go', to: stepTo(study.get(), where) });
    const first = control('first', 'moves.first', step('first'));
    const previous = control('previous', 'moves.previous', step('previous'));
    const next = control('next', 'moves.next', step('next'));
    const last = control('last', 'moves.last', step('last'));
    const undo = control('undo', 'study.undo', study.undo);
    const redo = control('redo', 'study.redo', study.redo);
    study.subscribe(({ tree, at }) => {
        first.disabled = previous.disabled = at === ROOT;
        next.disabled = last.disabled = nodeAt(tree, at).children.length === 0;
        undo.disabled = !study.canUndo();
        redo.disabled = !study.canRedo();
    }, signal);
    return h('div.study-navigation', { role: 'group', 'aria-label': t('moves.controls') }, first, previous, next, last, undo, redo);
}

/** The comment of the current move, with promote and remove. @param {Study} study @param {AbortSignal} signal */
export function createCommentBox(study, signal) {
    const text = h('textarea.input.study-comment', { id: 'study-comment', rows: 2, maxlength: COMMENT_MAX });
    const promote = h('button.button.button--small', {
        type: 'button', onclick: () => study.apply({ do: 'promote', node: study.get().at }),
    }, icon('up'), t('study.promote'));
    const remove = h('button.button.button--small', {
        type: 'button', onclick: () => study.apply({ do: 'remove', node: study.get().at }),
    }, icon('close'), t('study.remove'));
    let shownNode = ROOT;

    const saveComment = () => study.apply({ do: 'comment', node: shownNode, text: text.value });
    text.addEventListener('input', saveComment);
    study.subscribe(({ tree, at }) => {
        if (document.activeElement !== text || shownNode !== at) text.value = nodeAt(tree, at).comment;
        shownNode = at;
        promote.disabled = isOnMainLine(tree, at);
        remove.disabled = at === ROOT;
    }, signal);
    return h('div.field', {}, h('label', { for: 'study-comment' }, t('study.comment')), text,
        h('div.buttons', {}, promote, remove));
}
