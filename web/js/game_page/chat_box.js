// Chat between the players. It can be switched off for all games.
import { fill, h } from '../ui/dom.js';
import { updateAccount, me } from '../app/session.js';
import { loadChat, say } from '../game/remote_games.js';
import { showError } from '../ui/toast.js';
import { t, userName } from '../words/i18n.js';

/** @typedef {import('../types.js').ChatLine} ChatLine */

/**
 * @param {string} game
 * @param {AbortSignal} signal
 */
export function createChatBox(game, signal) {
    const lines = h('ol.chat-lines', { 'aria-live': 'polite', 'aria-label': t('chat.title'), tabindex: '0' });
    const empty = h('p.empty', {}, t('chat.none'));
    const input = h('input.input', {
        name: 'text', maxlength: 200, autocomplete: 'off', enterkeyhint: 'send',
        'aria-label': t('chat.input'), placeholder: t('chat.input'),
    });
    const form = h('form.chat-form', { onsubmit: send }, input, h('button.button', {}, t('chat.send')));
    const toggleButton = h('button.button.button--bare.button--small', { type: 'button', onclick: toggle });
    const offNotice = h('p.empty', {}, t('chat.off'));
    const element = h('div.chat', {}, offNotice, empty, lines, form, toggleButton);
    let maySpeak = false;

    /** Inserts a line by its number, because older lines may arrive later. @param {ChatLine} line */
    function add(line) {
        const numberOf = (/** @type {Element} */ item) => Number(item.getAttribute('data-n'));
        const before = [...lines.children].reverse().find((item) => numberOf(item) <= line.n);
        if (before && numberOf(before) === line.n) return;
        const item = h('li.chat-line', { 'data-n': line.n }, h('b', {}, h('bdi', {}, userName(line.from ?? '?'))), ' ', h('bdi', {}, line.text));
        if (before) before.after(item);
        else lines.prepend(item);
        lines.scrollTop = lines.scrollHeight;
        draw();
    }

    async function load() {
        try {
            for (const line of await loadChat(game, signal)) add(line);
        } catch (error) {
            if (!signal.aborted) showError(error);
        }
    }

    /** @param {SubmitEvent} event */
    async function send(event) {
        event.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        input.value = '';
        try {
            await say(game, text);
        } catch (error) {
            input.value = text;
            showError(error);
        }
    }

    async function toggle() {
        try {
            await updateAccount('settings', { chat: !me.get()?.chat });
            if (me.get()?.chat) await load();
        } catch (error) {
            showError(error);
        }
    }

    function draw() {
        const on = me.get()?.chat !== false;
        offNotice.hidden = on;
        lines.hidden = !on || !lines.hasChildNodes();
        empty.hidden = !on || lines.hasChildNodes();
        form.hidden = !on || !maySpeak;
        fill(toggleButton, t(on ? 'chat.switch_off' : 'chat.switch_on'));
    }

    // The newest line is in sight when the tab is opened, and when a phone's keyboard leaves less room.
    const resized = new ResizeObserver(() => (lines.scrollTop = lines.scrollHeight));
    resized.observe(lines);
    signal.addEventListener('abort', () => resized.disconnect(), { once: true });
    me.subscribe(draw, signal);
    return {
        element,
        add,
        load,
        /** @param {import('../types.js').Snapshot} snapshot */
        update(snapshot) {
            maySpeak = snapshot.you !== null;
            draw();
        },
    };
}
