// Forms with error messages at their fields.
import { h, setText } from './dom.js';
import { errorText, AppError } from '../app/errors.js';
import { t } from '../words/i18n.js';

/**
 * @typedef {object} FieldSetup
 * @property {string} name
 * @property {string} label
 * @property {'text' | 'password'} [type]
 * @property {string} [autocomplete]
 * @property {string} [hint] help text
 * @property {(value: string) => string} [check] returns what is wrong with a value, '' if valid
 * @property {string} [value]
 */

let forms = 0;

/**
 * @param {string} prefix makes ids unique
 * @param {FieldSetup} setup
 */
function field(prefix, { name, label, type = 'text', autocomplete = 'off', hint = '', check, value = '' }) {
    const id = `${prefix}-${name}`;
    const plain = type === 'text' ? { autocapitalize: 'none', spellcheck: 'false' } : {};
    const input = h('input.input', { id, name, type, autocomplete, value, ...plain });
    const error = h('p.field-error', { id: `${id}-error`, hidden: true });
    const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
    input.setAttribute('aria-describedby', described);

    /** @param {string} text '' clears it */
    function showError(text) {
        setText(error, text);
        error.hidden = text === '';
        input.setAttribute('aria-invalid', String(text !== ''));
    }

    input.addEventListener('input', () => showError(''));
    return {
        name,
        input,
        showError: showError,
        /** @returns {boolean} true if the value is valid */
        validate() {
            const invalid = input.value === '' ? t('form.missing') : check?.(input.value) ?? '';
            showError(invalid);
            return invalid === '';
        },
        element: h('div.field', {}, h('label', { for: id }, label), input,
            hint && h('p.field-hint', { id: `${id}-hint` }, hint), error),
    };
}

/**
 * @param {object} setup
 * @param {FieldSetup[]} setup.fields
 * @param {string} setup.submit label of the button
 * @param {(values: Record<string, string>) => Promise<unknown>} setup.send
 * @param {Record<string, string | ((reason: string) => string)>} [setup.errorFields] the field that shows an error, by error code
 * @param {import('./dom.js').Child} [setup.more] next to the button
 * @returns {HTMLFormElement}
 */
export function createForm({ fields, submit, send, errorFields = {}, more }) {
    const prefix = `form${forms++}`;
    const parts = fields.map((setup) => field(prefix, setup));
    const formError = h('p.field-error', { role: 'alert', hidden: true });
    const button = h('button.button.button--main', { type: 'submit' }, submit);
    const form = h('form.form', { novalidate: true, method: 'post' },
        parts.map((part) => part.element), formError, h('div.buttons', {}, button, more));

    /** @param {string} text */
    function showError(text) {
        setText(formError, text);
        formError.hidden = text === '';
    }

    /** @param {unknown} error */
    function showFailure(error) {
        const { code, reason } = error instanceof AppError ? error : { code: '', reason: '' };
        const target = errorFields[code];
        const name = typeof target === 'function' ? target(reason) : target;
        const field = parts.find((part) => part.name === name);
        if (!field) return showError(errorText(error));
        field.showError(errorText(error));
        field.input.focus();
    }

    let busy = false;
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (busy) return;
        showError('');
        const invalid = parts.filter((part) => !part.validate());
        if (invalid.length > 0) return invalid[0].input.focus();
        busy = true;
        button.setAttribute('aria-disabled', 'true');
        try {
            await send(Object.fromEntries(parts.map((part) => [part.name, part.input.value])));
            form.reset();
        } catch (error) {
            showFailure(error);
        } finally {
            busy = false;
            button.removeAttribute('aria-disabled');
        }
    });
    return form;
}
