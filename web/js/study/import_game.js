// Import of games: from chosen or dropped files and pasted text. Problems and omissions are shown in a notice.
import { fill, h } from '../ui/dom.js';
import { count, t } from '../words/i18n.js';
import { readGame } from './files.js';
import { plainMoves } from './formats.js';
import { parseAddress } from './position_link.js';
import { readTree, writeTree } from './sgf.js';
import { importErrorText } from './share_panel.js';
import { treeFromMoves } from './study.js';

const LAST_PLY = 10_000; // beyond the end of any game

const LABELS = /[\];\s](LB|AR|LN)\s*\[/; // labels, arrows and lines are not supported

/** True if the user is typing in a field or dialog. @param {Event} event */
export const isTyping = ({ target }) => target instanceof Element && target.closest('input, select, textarea, dialog') !== null;

/**
 * @param {object} options
 * @param {import('./study.js').Study} options.study
 * @param {ReturnType<typeof import('../engine.js').openEngine>} options.engine
 * @param {string} options.said first notice, '' for none
 * @param {() => void} options.loaded called after each import
 * @param {AbortSignal} signal
 */
export function createImporter({ study, engine, said, loaded }, signal) {
    const notice = h('p.study-notice', { role: 'alert', hidden: said === '' }, said);

    /** @param {string} text */
    function showNotice(text) {
        notice.hidden = text === '';
        fill(notice, text);
    }

    let { origin } = study.get();
    study.subscribe((now) => {
        if (now.origin !== origin) showNotice(''); // it was about another study
        ({ origin } = now);
    }, signal);

    /**
     * @param {string} sgf
     * @param {string} notes from the engine
     * @returns {string} what is wrong; '' if nothing is
     */
    function load(sgf, notes) {
        const error = study.apply({ do: 'load', sgf, ply: LAST_PLY });
        if (error) return t(error === 'occupied' ? 'study.refused.twice' : `study.refused.${error}`);
        const left = readTree(sgf)?.left ?? 0;
        const labels = LABELS.test(sgf) ? t('study.labels') : '';
        showNotice([notes.trim(), left > 0 ? count('study.left', left) : '', labels].filter(Boolean).join('\n'));
        loaded();
        return '';
    }

    /**
     * @param {Uint8Array} bytes
     * @param {string} name of the file
     * @returns {Promise<string>} what is wrong; '' if nothing is
     */
    async function importFile(bytes, name) {
        showNotice('');
        try {
            const { sgf, notes } = await readGame(engine, bytes, name, study.get().tree.setup);
            return load(sgf, notes);
        } catch (error) {
            return importErrorText(error);
        }
    }

    /**
     * @param {string} text
     * @returns {Promise<string>} what is wrong; '' if nothing is
     */
    async function importText(text) {
        showNotice('');
        const linked = parseAddress(text);
        if (!linked) return importFile(new TextEncoder().encode(plainMoves(text)), '');
        if ('what' in linked) return t(`study.link.${linked.what}`, { text: linked.text });
        return load(writeTree(treeFromMoves(linked)), '');
    }

    /** @param {DataTransfer | null} data */
    async function importTransfer(data) {
        const file = data?.files[0];
        const text = data?.getData('text/plain').trim();
        if (!file && !text) return;
        const problem = file ? await importFile(new Uint8Array(await file.arrayBuffer()), file.name) : await importText(text ?? '');
        if (problem) showNotice(problem);
    }

    document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        importTransfer(event.dataTransfer);
    }, { signal });
    document.addEventListener('paste', (event) => {
        if (!isTyping(event)) importTransfer(event.clipboardData);
    }, { signal });
    return { element: notice, importFile, importText };
}
