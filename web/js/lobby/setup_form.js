// Setup dialog for a new game.
import { startGame } from './start_game.js';
import { dialog } from '../ui/dialog.js';
import { h, setText } from '../ui/dom.js';
import { me } from '../app/session.js';
import { errorText } from '../app/errors.js';
import { prefs } from '../app/prefs.js';
import { navigate } from '../app/router.js';
import { connection } from '../net/socket.js';
import { levelName, t, textOr } from '../words/i18n.js';
import { openingName, rulesName, timeText } from '../game/game_text.js';
import { LEVELS, OPENINGS, provedSides, RULES, SIZES } from '../game/rules.js';

/** @typedef {'level' | 'link' | 'anyone' | 'user'} Kind */

const TIMES = ['none', '60+1', '180+2', '300+5', '600+10', '1800+20', '600+3x30', '30/move'];
const COLORS = /** @type {const} */ (['random', 'black', 'white']);

/** @type {Record<Kind, import('../words/i18n.js').Key>} */
const START_LABELS = { level: 'setup.start', link: 'setup.create', anyone: 'setup.offer', user: 'setup.ask' };

let forms = 0;

/**
 * @param {string} label
 * @param {HTMLSelectElement} select
 * @param {Element | false} [hint]
 */
function field(label, select, hint = false) {
    select.id = `setup${forms++}`;
    return h('div.field', {}, h('label', { for: select.id }, label), select, hint);
}

/**
 * @param {readonly (string | number)[]} values
 * @param {(value: any) => string} name
 * @param {string | number} chosen
 */
export function selectOf(values, name, chosen) {
    const select = h('select.select', {}, values.map((value) => h('option', { value }, name(value))));
    select.value = String(chosen);
    return select;
}

/**
 * A segmented control: radio buttons side by side.
 * @param {string} label
 * @param {readonly (string | number)[]} values
 * @param {(value: any) => string} name
 * @param {string | number} chosen
 */
export function segmentedControl(label, values, name, chosen) {
    const group = `setup${forms++}`;
    const inputs = values.map((value) => h('input', { type: 'radio', name: group, value, checked: value === chosen }));
    const element = h('fieldset.field', {}, h('legend', {}, label),
        h('div.segments', {}, inputs.map((input, i) => h('label', {}, input, h('span', {}, name(values[i]))))));
    return { element, value: () => inputs.find((input) => input.checked)?.value ?? String(values[0]) };
}

/**
 * Opens the dialog, which starts the game or creates an invitation.
 * @param {Kind} kind
 * @param {{rules?: string, opening?: string, level?: number, name?: string}} [defaults] preselected values; `name`: the user to invite
 */
export function openSetupDialog(kind, defaults = {}) {
    const level = selectOf(LEVELS, (n) => `${levelName(n)} · ${t(/** @type {any} */ (`level.${n}`))}`, defaults.level ?? prefs.get().level);
    const perfect = h('option', { value: 'perfect' }, `${levelName('perfect')} · ${t('level.perfect')}`);
    level.append(perfect);
    const levelHint = h('p.field-hint', { 'aria-live': 'polite' });
    const rules = selectOf([...RULES, 'mist'], (name) => (name === 'mist' ? t('home.mist') : rulesName(name)), defaults.rules ?? 'freestyle');
    const size = selectOf(SIZES, (n) => `${n}×${n}`, 15);
    const opening = selectOf(OPENINGS, openingName, defaults.opening ?? 'none');
    const time = selectOf(TIMES, timeText, kind === 'anyone' ? '300+5' : 'none');
    const color = segmentedControl(t('setup.color'), COLORS, (c) => t(/** @type {any} */ (`color.${c}`)), 'random');
    const rulesHint = h('p.field-hint');
    const openingHint = h('p.field-hint');
    const mayRate = me.get()?.kind === 'account';
    const rated = h('input', { type: 'checkbox', disabled: !mayRate });
    const chat = h('input', { type: 'checkbox', checked: true });
    const localCheckbox = h('input', { type: 'checkbox', checked: connection.get() === 'offline' });
    const error = h('p.field-error', { role: 'alert' });
    const start = h('button.button.button--main', {}, t(START_LABELS[kind]));
    const sizeField = field(t('setup.size'), size);
    const timeField = field(t('setup.time'), time);
    const register = !mayRate && [' ', h('a', { href: '/account' }, t('account.register'))];
    const ratedField = h('label.check', {}, rated, h('span', {}, t('setup.rated'), h('span.field-hint', {}, t('setup.rated.hint'), register)));
    const localField = h('label.check', {}, localCheckbox, h('span', {}, t('setup.here'), h('span.field-hint', {}, t('setup.here.hint'))));
    const openingField = field(t('setup.opening'), opening, openingHint);

    let perfectIsLost = false; // it was chosen, but nothing is proved for the game chosen later

    /** Which colours the player that plays proved moves may get, and whether it is proved for all of them. */
    function drawPerfect() {
        const sides = rules.value === 'mist' || opening.value !== 'none' ? [] : provedSides(rules.value, Number(size.value));
        const chosen = color.value();
        const its = chosen === 'random' ? ['black', 'white'] : [chosen === 'black' ? 'white' : 'black'];
        const isWhole = its.every((one) => sides.some(({ side, whole }) => whole && side === one));
        perfect.disabled = sides.length === 0;
        if (perfect.disabled && perfect.selected) {
            level.value = String(prefs.get().level);
            perfectIsLost = true;
        }
        perfectIsLost &&= perfect.disabled;
        setText(levelHint, perfect.selected ? t(isWhole ? 'perfect.whole' : 'perfect.part') : perfectIsLost ? t('perfect.none') : '');
    }

    function draw() {
        const mist = rules.value === 'mist';
        drawPerfect();
        const isLocal = kind === 'level' && !mist && (localCheckbox.checked || perfect.selected);
        sizeField.hidden = openingField.hidden = mist;
        timeField.hidden = ratedField.hidden = isLocal;
        localField.hidden = kind !== 'level' || mist || perfect.selected;
        setText(rulesHint, mist ? t('setup.mist.hint') : textOr(`rules.${rules.value}.hint`, ''));
        setText(openingHint, textOr(`opening.${opening.value}.hint`, ''));
    }
    level.addEventListener('change', () => (perfectIsLost = false));
    for (const input of [level, size, color.element]) input.addEventListener('change', draw);
    rules.addEventListener('change', draw);
    opening.addEventListener('change', draw);
    localCheckbox.addEventListener('change', draw);
    draw();

    function setup() {
        const mist = rules.value === 'mist';
        const board = mist ? { mist } : { rules: rules.value, size: Number(size.value), opening: opening.value };
        const isPerfect = kind === 'level' && perfect.selected;
        const opponent = isPerfect ? 'perfect' : kind === 'level' ? `level:${level.value}` : kind === 'user' ? `user:${defaults.name}` : kind;
        const common = { opponent, color: color.value(), ...board };
        if (isPerfect || (!localField.hidden && localCheckbox.checked)) return { ...common, here: true };
        return { ...common, time: time.value, rated: rated.checked, chat: chat.checked };
    }

    let busy = false;

    /** @param {SubmitEvent} event */
    async function submit(event) {
        event.preventDefault();
        if (busy) return;
        busy = true; // not disabled: that would lose the focus
        start.setAttribute('aria-disabled', 'true');
        try {
            const started = await startGame(setup());
            if (started) {
                box.close();
                await navigate(`/game/${started.game}`);
            }
        } catch (failure) {
            setText(error, errorText(failure));
        }
        busy = false;
        start.removeAttribute('aria-disabled');
    }

    const box = dialog(t(`setup.${kind}`, { name: defaults.name ?? '' }), h('form.form', { onsubmit: submit },
        kind === 'level' && field(t('setup.opponent'), level, levelHint),
        field(t('setup.kind'), rules, rulesHint),
        h('div.form-pair', {}, sizeField, timeField),
        openingField,
        color.element,
        h('div', {},
            localField,
            ratedField,
            kind !== 'level' && h('label.check', {}, chat, t('setup.chat'))),
        error,
        h('div.buttons', {}, h('button.button', { type: 'button', onclick: () => box.close() }, t('dialog.no')), start)));
    box.showModal();
}
