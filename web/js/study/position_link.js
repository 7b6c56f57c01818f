// Position links: /analyse?rules=renju&moves=h8i9, with setup stones if there are any. Defaults are left out. Does not
// use the DOM.
import { isOnBoard, parsePoint, pointName } from '../board/points.js';
import { RULES, SIZE_MAX, SIZE_MIN } from '../game/rules.js';
import { NEW_BOARD, turnAfter } from './tree.js';

/** @typedef {import('./tree.js').Setup} Setup */
/** @typedef {{setup: Setup, moves: string[]}} LinkedPosition */
/** @typedef {{what: 'rules' | 'size' | 'turn' | 'points' | 'occupied' | 'nothing', text: string}} LinkError */

/**
 * Parses 'h8i9', also with spaces and commas.
 * @param {string} text
 * @param {number} size
 * @returns {string[] | null} null if not all are points of the board
 */
export function parsePoints(text, size) {
    const tokens = text.toLowerCase().match(/[a-y][1-9]\d?/g) ?? [];
    if (tokens.join('') !== text.toLowerCase().replace(/[\s,;]/g, '')) return null;
    const points = tokens.map(parsePoint);
    if (!points.every((at) => at !== null && isOnBoard(at.x, at.y, size))) return null;
    return points.map((at) => pointName(/** @type {import('../board/points.js').Point} */ (at).x, /** @type {import('../board/points.js').Point} */ (at).y));
}

/**
 * @param {URLSearchParams} query
 * @returns {LinkedPosition | LinkError | null} null if there is no position
 */
export function parseLink(query) {
    if (!['rules', 'size', 'black', 'white', 'turn', 'moves'].some((name) => query.has(name))) return null;
    const rules = query.get('rules') ?? NEW_BOARD.rules;
    const sizeText = query.get('size') ?? String(NEW_BOARD.size);
    const size = /^\d{1,2}$/.test(sizeText) ? Number(sizeText) : 0;
    const turn = query.get('turn') ?? NEW_BOARD.turn;
    if (!RULES.includes(rules)) return { what: 'rules', text: rules };
    if (size < SIZE_MIN || size > SIZE_MAX) return { what: 'size', text: sizeText };
    if (turn !== 'black' && turn !== 'white') return { what: 'turn', text: turn };
    /** @type {string[][]} */
    const lists = [];
    for (const name of ['black', 'white', 'moves']) {
        const points = parsePoints(query.get(name) ?? '', size);
        if (!points) return { what: 'points', text: query.get(name) ?? '' };
        lists.push(points);
    }
    const all = lists.flat();
    const twice = all.find((point, i) => all.indexOf(point) !== i);
    if (twice) return { what: 'occupied', text: twice };
    const [black, white, moves] = lists;
    return { setup: { rules, size, black, white, turn }, moves };
}

/**
 * Parses a pasted URL: one of ours, of any page and server, or of a program with the moves after '#'.
 * @param {string} text
 * @returns {LinkedPosition | LinkError | null} null if it is not a URL
 */
export function parseAddress(text) {
    const found = /^\s*https?:\/\/[^\s?#]+(?:\?([^\s#]*))?(?:#\/?(\S*))?\s*$/i.exec(text);
    if (!found) return null;
    const [, query = '', moves = ''] = found;
    const isMoveHash = /^([a-y][1-9]\d?)+$/i.test(moves);
    return parseLink(new URLSearchParams(isMoveHash ? { moves } : query)) ?? { what: 'nothing', text: text.trim() };
}

/**
 * @param {Setup} setup
 * @param {readonly string[]} moves
 * @param {string} [page]
 * @returns {string} path and query
 */
export function positionUrl(setup, moves, page = '/analyse') {
    /** @type {[string, string, string][]} name, value, default */
    const fields = [
        ['rules', setup.rules, NEW_BOARD.rules],
        ['size', String(setup.size), String(NEW_BOARD.size)],
        ['black', setup.black.join(''), ''],
        ['white', setup.white.join(''), ''],
        ['turn', setup.turn, NEW_BOARD.turn],
        ['moves', moves.join(''), ''],
    ];
    const query = new URLSearchParams(fields.filter(([, value, usual]) => value !== usual).map(([name, value]) => [name, value]));
    return String(query) ? `${page}?${query}` : page;
}

/**
 * The position as setup stones, without moves.
 * @param {Setup} setup
 * @param {readonly import('../board/board.js').Stone[]} stones
 * @param {number} ply
 * @returns {Setup}
 */
export function asSetup(setup, stones, ply) {
    const of = (/** @type {string} */ color) => stones.filter((stone) => stone.color === color).map((stone) => stone.point);
    return { ...setup, black: of('black'), white: of('white'), turn: turnAfter(setup, ply) };
}
