// Shelf: replaced studies, each with a button that restores it.
import { rulesName } from '../game/game_text.js';
import { h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { count, dateText, t } from '../words/i18n.js';
import { readTree } from './sgf.js';
import { mainLine, movesTo, ROOT } from './tree.js';

/** @typedef {import('./study_storage.js').StoredStudy} StoredStudy */

const COMMENT_CHARS = 30; // characters shown of the first comment
const MOVES_SHOWN = 5; // moves shown

/** @param {StoredStudy} stored @returns {string} '' if it cannot be read */
function studyLabel({ sgf, when }) {
    const tree = readTree(sgf)?.tree;
    if (!tree) return '';
    const { names: { black, white }, setup: { rules, size, black: first, white: second }, nodes } = tree;
    const stones = first.length + second.length;
    const line = movesTo(tree, mainLine(tree).at(-1) ?? ROOT);
    const comment = [...nodes.values()].find((node) => node.comment)?.comment ?? '';
    return [
        [black, white].filter(Boolean).join(' – '), rulesName(rules), `${size}×${size}`,
        stones > 0 ? count('study.aside.stones', stones) : '', count('game.moves', nodes.size - 1),
        [...line.slice(0, MOVES_SHOWN), ...(line.length > MOVES_SHOWN ? ['…'] : [])].join(' '),
        comment.length > COMMENT_CHARS ? `“${comment.slice(0, COMMENT_CHARS)}…”` : comment && `“${comment}”`, when > 0 ? dateText(when) : '',
    ].filter(Boolean).join(' · ');
}

/**
 * @param {import('../util/store.js').Store<StoredStudy[]>} studies
 * @param {(id: string) => void} back
 * @param {AbortSignal} signal
 */
export function createShelf(studies, back, signal) {
    const list = h('ul.study-shelf');
    const element = h('div.field', { hidden: true }, h('h2', {}, t('study.aside')), h('p.muted.small', {}, t('study.aside.hint')), list);
    studies.subscribe((all) => {
        const readable = all.map((stored) => ({ id: stored.id, words: studyLabel(stored) })).filter(({ words }) => words !== '');
        element.hidden = readable.length === 0;
        list.replaceChildren(...readable.map(({ id, words }) =>
            h('li', {}, h('button.button.button--small', { type: 'button', onclick: () => back(id) }, icon('again'), words))));
    }, signal);
    return element;
}
