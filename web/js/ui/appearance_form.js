// Appearance form: board style, theme, confirmation, coordinates, sounds. And the choice of language.
import { h } from './dom.js';
import { setPrefs, prefs } from '../app/prefs.js';
import { languages, t } from '../words/i18n.js';

/** @typedef {import('../app/prefs.js').Prefs} Prefs */

/**
 * @param {'coordinates' | 'numbers' | 'sounds'} name
 * @param {AbortSignal} signal
 */
function checkbox(name, signal) {
    const input = h('input', { type: 'checkbox' });
    input.addEventListener('change', () => setPrefs({ [name]: input.checked }));
    prefs.subscribe((now) => (input.checked = now[name]), signal);
    return h('label.check', {}, input, t(`looks.${name}`));
}

let groups = 0;

/**
 * @template {'board' | 'theme' | 'confirm'} Name
 * @param {Name} name
 * @param {readonly Prefs[Name][]} values
 * @param {AbortSignal} signal
 */
function radioGroup(name, values, signal) {
    const group = `looks${groups++}`;
    const inputs = values.map((value) => {
        const input = h('input', { type: 'radio', name: group, value });
        input.addEventListener('change', () => setPrefs({ [name]: value }));
        return input;
    });
    prefs.subscribe((now) => {
        for (const input of inputs) input.checked = input.value === now[name];
    }, signal);
    return h('fieldset.field', {}, h('legend', {}, t(`looks.${name}`)),
        h('div.segments', {}, inputs.map((input, i) =>
            h('label', {}, input, h('span', {}, t(/** @type {any} */ (`looks.${name}.${values[i]}`)))))));
}

/** @param {AbortSignal} signal */
export function appearanceForm(signal) {
    return h('div.form', {},
        radioGroup('board', ['wood', 'slate', 'contrast'], signal),
        radioGroup('theme', ['auto', 'light', 'dark'], signal),
        radioGroup('confirm', ['auto', 'always', 'never'], signal),
        h('div', {}, checkbox('coordinates', signal), checkbox('numbers', signal), checkbox('sounds', signal)));
}

export function languageChoice() {
    const id = `language${groups++}`; // the settings dialog may be open on the account page
    const select = h('select.select', { id }, h('option', { value: '' }, t('account.language.auto')),
        Object.entries(languages).map(([tag, { name }]) => h('option', { value: tag, lang: tag }, name)));
    select.value = prefs.get().language;
    select.addEventListener('change', () => {
        setPrefs({ language: select.value });
        location.reload();
    });
    return h('div.field', {}, h('label', { for: id }, t('account.language')), select);
}
