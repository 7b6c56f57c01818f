// Games that come from outside: a file that is chosen or dropped onto the page, a text that is pasted. What is
// wrong with them, or was left out of them, is said where everybody sees it.
import { fill, h } from '../dom.js';
import { count, t } from '../words.js';
import { readGame } from './files.js';
import { readTree } from './sgf.js';
import { faultWords } from './share.js';

const END = 10_000; // more moves than any game has

/** Do keys go into a field or a box? @param {Event} event */
export const isWriting = ({ target }) => target instanceof Element && target.closest('input, select, textarea, dialog') !== null;

/**
 * @param {object} its
 * @param {import('./study.js').Study} its.study
 * @param {ReturnType<typeof import('../engine.js').openEngine>} its.engine
 * @param {string} its.said to begin with; '': nothing
 * @param {AbortSignal} signal
 */
export function createIntake({ study, engine, said }, signal) {
    const notice = h('p.study-notice', { role: 'alert', hidden: said === '' }, said);

    /** @param {string} text */
    function tell(text) {
        notice.hidden = text === '';
        fill(notice, text);
    }

    /**
     * @param {Uint8Array} bytes
     * @param {string} name of the file; '' if it is none
     * @returns {Promise<string>} what is wrong; '' if nothing is
     */
    async function take(bytes, name) {
        try {
            const { sgf, notes } = await readGame(engine, bytes, name, study.get().tree.setup);
            const refusal = study.apply({ do: 'load', sgf, ply: END });
            if (refusal) return t('study.refused.no_game');
            const left = readTree(sgf)?.left ?? 0;
            tell([notes.trim(), left > 0 ? count('study.left', left) : ''].filter(Boolean).join('\n'));
            return '';
        } catch (error) {
            return faultWords(error);
        }
    }

    /** @param {DataTransfer | null} data */
    async function receive(data) {
        const file = data?.files[0];
        const text = data?.getData('text/plain').trim();
        if (!file && !text) return;
        const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
        const wrong = await take(bytes, file?.name ?? '');
        if (wrong) tell(wrong);
    }

    document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
    document.addEventListener('drop', (event) => {
        event.preventDefault();
        receive(event.dataTransfer);
    }, { signal });
    document.addEventListener('paste', (event) => {
        if (!isWriting(event)) receive(event.clipboardData);
    }, { signal });
    return { element: notice, take };
}
