// Toasts: short messages, and announcements for screen readers.
import { h, setText } from './dom.js';
import { errorText } from '../app/errors.js';

const DURATION = 5000;

const toasts = h('div.toasts', { role: 'status' });
const announcer = h('div.unseen', { 'aria-live': 'polite', 'aria-atomic': 'true' });

/** Must be in the document from the start: live regions added later are not read. */
export function liveRegions() {
    return [toasts, announcer];
}

/**
 * @param {string} text
 * @param {'plain' | 'bad'} [kind]
 */
export function toast(text, kind = 'plain') {
    const element = h(`p.toast`, {}, text);
    element.classList.toggle('toast--bad', kind === 'bad');
    for (const same of toasts.children) if (same.textContent === text) same.remove();
    toasts.append(element);
    window.setTimeout(() => element.remove(), DURATION + 30 * text.length);
}

/** @param {unknown} error */
export function showError(error) {
    toast(errorText(error), 'bad');
}

/**
 * For screen readers only.
 * @param {string} text
 */
export function announce(text) {
    setText(announcer, text);
}
