// The first page.
import { h } from '../dom.js';

export function show() {
    return { title: 'Pentad', body: h('div', {}, h('h1', {}, 'Pentad')) };
}
