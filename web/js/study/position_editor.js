// Position editor: any stones and the side to move. It edits a draft, which becomes a new study when finished.
import { h } from '../ui/dom.js';
import { rulesName } from '../game/game_text.js';
import { RULES, SIZES } from '../game/rules.js';
import { icon } from '../ui/icons.js';
import { segmentedControl } from '../lobby/setup_form.js';
import { store } from '../util/store.js';
import { t } from '../words/i18n.js';
import { resized, afterClick } from './draft.js';

/** @typedef {import('./tree.js').Setup} Setup */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('./draft.js').Tool} Tool */

const TOOLS = /** @type {const} */ (['turns', 'black', 'white', 'erase']);
const COLORS = /** @type {const} */ (['black', 'white']);

/**
 * @param {object} on
 * @param {() => Setup} on.begin returns the position to start from
 * @param {(setup: Setup) => void} on.finish
 * @param {AbortSignal} signal
 */
export function createPositionEditor(on, signal) {
    const draft = store(/** @type {Setup | null} */ (null));
    const tool = segmentedControl(t('study.tool'), TOOLS, (name) => t(/** @type {any} */ (`study.tool.${name}`)), 'turns');
    const turn = segmentedControl(t('study.turn'), COLORS, (name) => t(/** @type {any} */ (`color.${name}`)), 'black');
    const rules = h('select.select', { id: 'setup-rules' }, RULES.map((name) => h('option', { value: name }, rulesName(name))));
    const size = h('select.select', { id: 'setup-size' }, SIZES.map((n) => h('option', { value: n }, `${n}×${n}`)));
    const radios = [...turn.element.querySelectorAll('input')];

    /** @param {(now: Setup) => Setup} how */
    function change(how) {
        const now = draft.get();
        if (now) draft.set(how(now));
    }
    rules.addEventListener('change', () => change((now) => ({ ...now, rules: rules.value })));
    size.addEventListener('change', () => change((now) => resized(now, Number(size.value))));
    turn.element.addEventListener('change', () => change((now) => ({ ...now, turn: /** @type {Color} */ (turn.value()) })));

    let initial = draft.get();
    function finish() {
        const now = draft.get();
        draft.set(null);
        if (now) on.finish(now);
    }

    const begin = h('button.button', { type: 'button', onclick: () => draft.set(initial = on.begin()) }, icon('gear'), t('study.setup.begin'));
    const done = h('button.button.button--main', { type: 'button', onclick: finish }, t('study.setup.finish'));
    const closedPart = h('div.stack', {}, h('p.muted.small', {}, t('study.setup.text')), h('div.buttons', {}, begin));
    const editingPart = h('div.form', {}, tool.element,
        h('p.muted.small', {}, t('study.tool.hint')),
        turn.element,
        h('div.form-pair', {},
            h('div.field', {}, h('label', { for: 'setup-rules' }, t('setup.kind')), rules),
            h('div.field', {}, h('label', { for: 'setup-size' }, t('setup.size')), size)),
        h('div.buttons', {}, done,
            h('button.button', { type: 'button', onclick: () => change((now) => ({ ...now, black: [], white: [] })) }, t('study.clear')),
            h('button.button', { type: 'button', onclick: () => draft.set(null) }, t('dialog.no'))));
    const element = h('div', {}, closedPart, editingPart);

    draft.subscribe((now) => {
        const had = element.contains(document.activeElement);
        const opened = now !== null && editingPart.hidden;
        const closed = now === null && closedPart.hidden;
        closedPart.hidden = now !== null;
        editingPart.hidden = now === null;
        if (now) {
            rules.value = now.rules;
            size.value = String(now.size);
            for (const radio of radios) radio.checked = radio.value === now.turn;
        }
        if (had && opened) tool.element.querySelector('input')?.focus();
        if (had && closed) begin.focus();
    }, signal);

    return {
        element,
        draft,
        tool: () => /** @type {Tool} */ (tool.value()),
        /** @param {string} point */
        click: (point) => change((now) => afterClick(now, point, /** @type {Tool} */ (tool.value()))),
        cancel: () => draft.set(null),
        /** Called before another study replaces this one: a changed draft becomes a study, so that it is not lost. */
        finishOrCancel: () => (draft.get() === initial ? draft.set(null) : finish()),
    };
}
