// Bringing games here and taking them along: files, texts, pictures, links.
import { h } from '../ui/dom.js';
import { copy } from '../game_page/invite_link.js';
import { icon } from '../ui/icons.js';
import { explain } from '../app/errors.js';
import { t } from '../words/i18n.js';
import { download, TooLarge, Unreadable, writeGame } from './files.js';
import { WRITES } from './formats.js';
import { linkTo } from './position_link.js';
import { movesTo } from './tree.js';

/** @typedef {import('./study.js').Study} Study */

/** @param {unknown} error */
export function faultWords(error) {
    if (error instanceof TooLarge) return t('study.file.large');
    return error instanceof Unreadable ? t('study.unreadable') : explain(error);
}

/**
 * @param {object} its
 * @param {Study} its.study
 * @param {ReturnType<typeof import('../engine.js').openEngine>} its.engine
 * @param {(bytes: Uint8Array, name: string) => Promise<string>} its.take reads a file; what is wrong with it, or ''
 * @param {(text: string) => Promise<string>} its.takeText the same
 * @param {Element} aside the studies that gave way
 * @param {AbortSignal} signal
 */
export function createShare({ study, engine, take, takeText }, aside, signal) {
    const file = h('input.unseen', { type: 'file', id: 'study-file', accept: '.sgf,.psq,.rec,.pos,.txt,.lib', tabindex: '-1', 'aria-hidden': 'true' });
    const text = h('textarea.input', { id: 'study-text', rows: 3, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'study-text-error' });
    const fault = h('p.field-error', { id: 'study-text-error', role: 'alert' });
    const link = h('input.input', { readonly: true, 'aria-label': t('study.link') });
    const told = h('p.field-error', { role: 'alert' });

    /** @param {string} wrong */
    function blame(wrong) {
        fault.textContent = wrong;
        text.setAttribute('aria-invalid', String(wrong !== ''));
    }

    file.addEventListener('change', async () => {
        const chosen = file.files?.[0];
        file.value = '';
        if (chosen) blame(await take(new Uint8Array(await chosen.arrayBuffer()), chosen.name));
    });
    const form = h('form.field', {
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const wrong = text.value.trim() ? await takeText(text.value) : t('form.missing');
            blame(wrong);
            if (!wrong) text.value = '';
        },
    }, h('label', { for: 'study-text' }, t('study.paste')), text, fault,
    h('div.buttons', {}, h('button.button', {}, t('study.read')),
        h('button.button', { type: 'button', onclick: () => file.click() }, icon('upload'), t('study.file')), file));

    /** @param {(typeof WRITES)[number]} format */
    const taking = (format) => h('button.button.button--small', {
        type: 'button', onclick: async () => {
            told.textContent = '';
            try {
                download(await writeGame(engine, study.get(), format));
            } catch (error) {
                told.textContent = faultWords(error);
            }
        },
    }, icon('download'), format === 'lib' ? 'RenLib' : format.toUpperCase());

    link.addEventListener('focus', () => link.select());
    study.subscribe(({ tree, at }) => (link.value = location.origin + linkTo(tree.setup, movesTo(tree, at))), signal);
    return h('div.stack.study-share', {},
        h('div.field', {}, h('h2', {}, t('study.link')),
            h('div.invite', {}, link,
                h('button.button', { type: 'button', onclick: () => copy(link) }, icon('copy'), t('study.link.copy')))),
        h('div.field', {}, h('h2', {}, t('game.export')), h('div.buttons', {}, WRITES.map(taking)), told,
            h('p.muted.small', {}, t('study.export.hint'))),
        h('div.field', {}, h('h2', {}, t('study.import')), form, h('p.muted.small', {}, t('study.import.hint'))), aside);
}
