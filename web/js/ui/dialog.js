// Modal dialogs.
import { h } from './dom.js';
import { t } from '../words/i18n.js';

let dialogCount = 0;

/**
 * @param {string} title
 * @param {import('./dom.js').Child} content
 * @returns {HTMLDialogElement} with a heading; removed from the document when closed
 */
export function dialog(title, content) {
    const id = `dialog${dialogCount++}`;
    const box = h('dialog.dialog', { 'aria-labelledby': id }, h('h2', { id }, title), content);
    box.addEventListener('close', () => box.remove());
    // A click on the backdrop closes it: neither one on the padding, nor a selection of text dragged out of the box.
    const isOutside = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        return target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom);
    };
    let pressedOutside = false;
    box.addEventListener('pointerdown', (event) => (pressedOutside = isOutside(event)));
    box.addEventListener('click', (event) => {
        if (pressedOutside && isOutside(event)) box.close();
    });
    document.body.append(box);
    return box;
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} yes label of the confirm button
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, text, yes) {
    return new Promise((answer) => {
        const box = dialog(title, h('form', { method: 'dialog' },
            h('p', {}, text),
            h('div.buttons', {},
                h('button.button', { value: 'no' }, t('dialog.no')),
                h('button.button.button--bad', { value: 'yes' }, yes))));
        box.addEventListener('close', () => answer(box.returnValue === 'yes'));
        box.showModal();
    });
}

/** Called on navigation: on a phone "back" closes a dialog, and none may stay open over another page. */
export function closeDialogs() {
    for (const box of document.querySelectorAll('dialog')) box.close();
}
