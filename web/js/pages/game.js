// A game.
import { h } from '../dom.js';

/** @param {import('../router.js').Visit} visit */
export function show({ params }) {
    return { title: 'Game', body: h('div', {}, h('h1', {}, params.id)) };
}
