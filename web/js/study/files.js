// Reading and writing game files, done by the engine.
import { fileName, formatOf } from './formats.js';
import { withMarks } from './svg_marks.js';
import { writeTree } from './sgf.js';
import { lineThrough, nodeAt, positionAt } from './tree.js';

/** @typedef {import('./study.js').State} State */
/** @typedef {ReturnType<typeof import('../engine.js').openEngine>} Engine */
/** @typedef {(typeof import('./formats.js').WRITE_FORMATS)[number]} Writable */

const FILE_MAX = 8 << 20; // bytes: larger libraries would exceed the memory of a phone
const PNG_SIZE = 1200; // pixels

export class TooLarge extends Error {}
export class Unreadable extends Error {}

/**
 * @param {Engine} engine
 * @param {Uint8Array} bytes
 * @param {string} name of the file; '' for pasted text
 * @param {{rules: string, size: number}} here defaults for what the file does not specify
 * @returns {Promise<{sgf: string, notes: string}>}
 */
export async function readGame(engine, bytes, name, { rules, size }) {
    if (bytes.length > FILE_MAX) throw new TooLarge();
    const format = formatOf(bytes, name);
    if (!format) throw new Unreadable();
    const { sgf, notes } = await engine.read(bytes, format, format === 'pos' ? { rules, size } : format === 'sgf' ? {} : { rules });
    return { sgf, notes };
}

/**
 * Rasterizes an SVG.
 * @param {string} text SVG
 * @returns {Promise<Blob>}
 */
async function toPng(text) {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = PNG_SIZE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, PNG_SIZE, PNG_SIZE);
    return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}

const TYPES = { sgf: 'application/x-go-sgf', lib: 'application/octet-stream', psq: 'text/plain', pos: 'text/plain', svg: 'image/svg+xml', png: 'image/png' };

/** @param {string} hex two digits per byte */
function bytesOf(hex) {
    return Uint8Array.from({ length: hex.length / 2 }, (_, i) => parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/**
 * SGF and RenLib contain the whole tree, PSQ the current line, the others the position; pictures also the marks.
 * @param {Engine} engine
 * @param {State} state
 * @param {Writable} format
 * @returns {Promise<File>}
 */
export async function writeGame(engine, { tree, at }, format) {
    const name = fileName(tree.names, format);
    const options = { type: TYPES[format] };
    if (format === 'sgf') return new File([writeTree(tree)], name, options);
    if (format === 'lib') return new File([bytesOf((await engine.writeTree(writeTree(tree), 'renlib')).hex)], name, options);
    const end = format === 'psq' ? /** @type {number} */ (lineThrough(tree, at).at(-1)) : at;
    const names = { black_name: tree.names.black, white_name: tree.names.white };
    const isPicture = format === 'svg' || format === 'png';
    const written = await engine.write({ ...positionAt(tree, end), ...names }, isPicture ? 'svg' : format);
    const text = isPicture ? withMarks(written.text, nodeAt(tree, end).marks, tree.setup.size) : written.text;
    return new File([format === 'png' ? await toPng(text) : text], name, options);
}

/** Downloads a file. @param {File} file */
export function download(file) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the download may still be running
}
