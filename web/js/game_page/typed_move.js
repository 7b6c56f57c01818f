// Text input for moves, for screen reader users and typists. A letter typed anywhere on the page focuses it.
import { h, setText } from '../ui/dom.js';
import { isOnBoard, parsePoint, pointName } from '../board/points.js';
import { t } from '../words/i18n.js';

/**
 * @param {(point: string) => void} play
 * @param {AbortSignal} signal
 */
export function createTypedMove(play, signal) {
    const error = h('p.field-error', { id: 'typed-error', role: 'alert' });
    const input = h('input.input', {
        id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 8,
        'aria-label': t('move.type'), 'aria-describedby': 'typed-error',
    });
    const button = h('button.button.button--small', {}, t('move.go'));
    const element = h('form.typed', { onsubmit: submit }, input, button, error);
    let size = 15;

    /** @param {SubmitEvent} event */
    function submit(event) {
        event.preventDefault();
        if (input.readOnly) return;
        const point = parsePoint(input.value);
        const good = point !== null && isOnBoard(point.x, point.y, size);
        setText(error, good ? '' : t(input.value.trim() ? 'point.bad' : 'point.missing', { text: input.value, point: input.placeholder }));
        input.setAttribute('aria-invalid', String(!good));
        if (!point || !good) return;
        input.value = '';
        input.focus(); // the button is disabled until the reply
        play(pointName(point.x, point.y));
    }

    input.addEventListener('input', () => {
        setText(error, '');
        input.removeAttribute('aria-invalid');
    });
    document.addEventListener('keydown', (event) => {
        if (element.hidden || input.readOnly || event.ctrlKey || event.metaKey || event.altKey || !/^[a-y]$/.test(event.key)) return;
        if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog')) return;
        input.focus();
    }, { signal });

    return {
        element,
        /**
         * The input stays during the game, so that it keeps the focus.
         * @param {boolean} plays true if the viewer plays in an ongoing game
         * @param {boolean} may true if the viewer may move now
         * @param {number} boardSize
         */
        update(plays, may, boardSize) {
            size = boardSize;
            input.placeholder = pointName(size >> 1, size >> 1);
            input.readOnly = !may;
            button.disabled = !may;
            element.hidden = !plays;
        },
    };
}
