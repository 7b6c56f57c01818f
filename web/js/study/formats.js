// File formats: detection for import, and the list for export. The names are the engine's (docs/integrate/formats.md). Does not
// use the DOM.

/** @typedef {'sgf' | 'psq' | 'rec' | 'pos' | 'picture' | 'renlib'} Readable */

/** @type {Record<string, Readable>} */
const BY_EXTENSION = { sgf: 'sgf', psq: 'psq', rec: 'rec', pos: 'pos', txt: 'picture', lib: 'renlib' };

/** @type {[Readable, RegExp][]} how a file of that format starts */
const BY_CONTENT = [
    ['renlib', /^\xffRenLib/],
    ['sgf', /^\s*\(\s*;/],
    ['psq', /^\s*Piskvorky/i],
    ['pos', /^\s*([a-y][1-9]\d?[\s,]*)+$/i],
];

/** A text diagram has at least five rows. @param {string} text */
function isTextDiagram(text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.length >= 5 && lines.slice(0, 4).every((line) => /[.xo+*_#@-]/i.test(line));
}

/**
 * Normalizes moves as people write them, '1. h8 i9 2. h9' or 'h8-i9-h9', for the engine.
 * @param {string} text
 * @returns {string} unchanged if it is something else
 */
export function plainMoves(text) {
    const moves = text.replace(/(^|\s)\d+\s*[.):]/g, ' ').replace(/[\s,;>–—-]+/g, ' ').trim();
    return /^([a-y][1-9]\d? ?)+$/i.test(moves) ? moves.toLowerCase() : text;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} [name] of the file
 * @returns {Readable | null} null if the format is unknown
 */
export function formatOf(bytes, name = '') {
    const text = String.fromCharCode(...bytes.subarray(0, 2000));
    const found = BY_CONTENT.find(([, pattern]) => pattern.test(text));
    const extension = /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '';
    return found?.[0] ?? BY_EXTENSION[extension] ?? (/[;[\]]/.test(text) ? 'sgf' : isTextDiagram(text) ? 'picture' : null);
}

/** Formats for export, by file extension. Only SGF and RenLib contain the tree. */
export const WRITE_FORMATS = /** @type {const} */ (['sgf', 'lib', 'psq', 'pos', 'svg', 'png']);

/**
 * A file name.
 * @param {{black: string, white: string}} names
 * @param {string} extension
 */
export function fileName({ black, white }, extension) {
    const stem = [black, white].filter(Boolean).join('-').replace(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 60);
    return `${stem || 'pentad'}.${extension}`;
}
