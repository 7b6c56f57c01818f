// Share panel: import and export of files, text, pictures and links.
import { h } from '../ui/dom.js';
import { copyField } from '../game_page/invite_link.js';
import { icon } from '../ui/icons.js';
import { errorText } from '../app/errors.js';
import { t } from '../words/i18n.js';
import { download, TooLarge, Unreadable, writeGame } from './files.js';
import { WRITE_FORMATS } from './formats.js';
import { positionUrl } from './position_link.js';
import { movesTo } from './tree.js';

/** @typedef {import('./study.js').Study} Study */

/** @param {unknown} error */
export function importErrorText(error) {
    if (error instanceof TooLarge) return t('study.file.large');
    return error instanceof Unreadable ? t('study.unreadable') : errorText(error);
}

/**
 * @param {object} options
 * @param {Study} options.study
 * @param {ReturnType<typeof import('../engine.js').openEngine>} options.engine
 * @param {(bytes: Uint8Array, name: string) => Promise<string>} options.importFile returns what is wrong, '' if nothing
 * @param {(text: string) => Promise<string>} options.importText like importFile
 * @param {Element} shelf the list of shelved studies
 * @param {AbortSignal} signal
 */
export function createSharePanel({ study, engine, importFile, importText }, shelf, signal) {
    const file = h('input.unseen', { type: 'file', id: 'study-file', accept: '.sgf,.psq,.rec,.pos,.txt,.lib', tabindex: '-1', 'aria-hidden': 'true' });
    const text = h('textarea.input', { id: 'study-text', rows: 3, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'study-text-error' });
    const importError = h('p.field-error', { id: 'study-text-error', role: 'alert' });
    const link = h('input.input', { readonly: true, 'aria-label': t('study.link') });
    const exportError = h('p.field-error', { role: 'alert' });

    /** @param {string} problem */
    function showImportError(problem) {
        importError.textContent = problem;
        text.setAttribute('aria-invalid', String(problem !== ''));
    }

    file.addEventListener('change', async () => {
        const chosen = file.files?.[0];
        file.value = '';
        if (chosen) showImportError(await importFile(new Uint8Array(await chosen.arrayBuffer()), chosen.name));
    });
    const form = h('form.field', {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const problem = text.value.trim() ? await importText(text.value) : t('form.missing');
            showImportError(problem);
            if (!problem) text.value = '';
        },
    }, h('label', { for: 'study-text' }, t('study.paste')), text, importError,
    h('div.buttons', {}, h('button.button', {}, t('study.read')),
        h('button.button', { type: 'button', onclick: () => file.click() }, icon('upload'), t('study.file')), file));

    /** @param {(typeof WRITE_FORMATS)[number]} format */
    const exportButton = (format) => h('button.button.button--small', {
        type: 'button', onclick: async () => {
            exportError.textContent = '';
            try {
                download(await writeGame(engine, study.get(), format));
            } catch (error) {
                exportError.textContent = importErrorText(error);
            }
        },
    }, icon('download'), format === 'lib' ? 'RenLib' : format.toUpperCase());

    link.addEventListener('focus', () => link.select());
    study.subscribe(({ tree, at }) => (link.value = location.origin + positionUrl(tree.setup, movesTo(tree, at))), signal);
    return h('div.stack.study-share', {},
        h('div.field', {}, h('h2', {}, t('study.link')),
            h('div.invite', {}, link,
                h('button.button', { type: 'button', onclick: () => copyField(link) }, icon('copy'), t('study.link.copy')))),
        h('div.field', {}, h('h2', {}, t('game.export')), h('div.buttons', {}, WRITE_FORMATS.map(exportButton)), exportError,
            h('p.muted.small', {}, t('study.export.hint'))),
        h('div.field', {}, h('h2', {}, t('study.import')), form, h('p.muted.small', {}, t('study.import.hint'))), shelf);
}
