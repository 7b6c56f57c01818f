// Forms whose errors stand at their fields.
import { h, write } from './dom.js';
import { explain, Refusal } from '../app/errors.js';
import { t } from '../words/i18n.js';

/**
 * @typedef {object} FieldSetup
 * @property {string} name
 * @property {string} label
 * @property {'text' | 'password'} [type]
 * @property {string} [autocomplete]
 * @property {string} [hint] what is asked for, before anything is wrong
 * @property {(value: string) => string} [check] what is wrong with a value, '' if nothing
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

    /** @param {string} text '' if all is well */
    function complain(text) {
        write(error, text);
        error.hidden = text === '';
        input.setAttribute('aria-invalid', String(text !== ''));
    }

    input.addEventListener('input', () => complain(''));
    return {
        name,
        input,
        complain,
        /** @returns {boolean} is the value fine? */
        examine() {
            const wrong = input.value === '' ? t('form.missing') : check?.(input.value) ?? '';
            complain(wrong);
            return wrong === '';
        },
        element: h('div.field', {}, h('label', { for: id }, label), input,
            hint && h('p.field-hint', { id: `${id}-hint` }, hint), error),
    };
}

/**
 * @param {object} setup
 * @param {FieldSetup[]} setup.fields
 * @param {string} setup.submit the word on the button
 * @param {(values: Record<string, string>) => Promise<unknown>} setup.send
 * @param {Record<string, string | ((text: string) => string)>} [setup.blame] the field that a refusal is about, by its code
 * @param {import('./dom.js').Child} [setup.more] beside the button
 * @returns {HTMLFormElement}
 */
export function createForm({ fields, submit, send, blame = {}, more }) {
    const prefix = `form${forms++}`;
    const parts = fields.map((setup) => field(prefix, setup));
    const trouble = h('p.field-error', { role: 'alert', hidden: true });
    const button = h('button.button.button--main', { type: 'submit' }, submit);
    const form = h('form.form', { novalidate: true, method: 'post' },
        parts.map((part) => part.element), trouble, h('div.buttons', {}, button, more));

    /** @param {string} text */
    function complain(text) {
        write(trouble, text);
        trouble.hidden = text === '';
    }

    /** @param {unknown} error */
    function refuse(error) {
        const { code, text } = error instanceof Refusal ? error : { code: '', text: '' };
        const about = blame[code];
        const name = typeof about === 'function' ? about(text) : about;
        const guilty = parts.find((part) => part.name === name);
        if (!guilty) return complain(explain(error));
        guilty.complain(explain(error));
        guilty.input.focus();
    }

    let busy = false;
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (busy) return;
        complain('');
        const wrong = parts.filter((part) => !part.examine());
        if (wrong.length > 0) return wrong[0].input.focus();
        busy = true;
        button.setAttribute('aria-disabled', 'true');
        try {
            await send(Object.fromEntries(parts.map((part) => [part.name, part.input.value])));
            form.reset();
        } catch (error) {
            refuse(error);
        } finally {
            busy = false;
            button.removeAttribute('aria-disabled');
        }
    });
    return form;
}
