// Settings dialog: appearance, sounds and language.
import { appearanceForm, languageChoice } from './appearance_form.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { t } from '../words/i18n.js';

export function openSettingsDialog() {
    const open = new AbortController();
    const box = dialog(t('settings.title'), h('div.form', {}, languageChoice(), appearanceForm(open.signal),
        h('div.buttons', {}, h('button.button.button--main', { type: 'button', onclick: () => box.close() }, t('settings.done')))));
    box.addEventListener('close', () => open.abort());
    box.showModal();
}
