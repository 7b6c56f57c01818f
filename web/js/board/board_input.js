// Choosing a point on a board: mouse, finger, keyboard. A finger on a small board taps twice, since
// it covers what it means.
import { isOnBoard, parsePoint, pointName } from './points.js';
import { prefs } from '../app/prefs.js';

const FINGER = 38; // pixels between lines that a finger hits without fail

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Aiming
 * @property {number} size
 * @property {Color | null} color of the stone to be placed; null: nobody may place one here
 * @property {(point: string) => string | null} refuses why not there; null: it may be
 * @property {(point: string) => string} describe what a screen reader says of a point
 */

/**
 * @param {import('./board.js').Board} board
 * @param {object} on
 * @param {(point: string) => void} on.pick
 * @param {(why: string) => void} on.refuse
 * @param {(point: string | null) => void} on.choose a first tap waits for the second
 * @param {(text: string) => void} on.tell for screen readers
 * @param {AbortSignal} signal
 */
export function createAim(board, on, signal) {
    const place = board.element;
    /** @type {Aiming} */
    let aiming = { size: 15, color: null, refuses: () => null, describe: (point) => point };
    /** @type {string | null} */
    let ghost = null;
    /** @type {string | null} */
    let chosen = null;
    /** @type {string | null} */
    let cursor = null;
    let focused = false;

    function draw() {
        const { color } = aiming;
        board.showAim({
            ghost: color && ghost && !aiming.refuses(ghost) ? ghost : null,
            chosen: color && chosen,
            cursor: focused ? cursor : null,
            color: color ?? 'black',
        });
        place.classList.toggle('board-frame--ready', color !== null);
    }

    /** @param {string | null} point */
    function choose(point) {
        if (chosen === point) return;
        chosen = point;
        on.choose(point);
        draw();
    }

    /** @param {string} point */
    function pick(point) {
        const why = aiming.refuses(point);
        if (why) {
            choose(null);
            on.refuse(why);
            return;
        }
        ghost = null;
        choose(null);
        on.pick(point);
    }

    /** @param {string} pointerType */
    function wantsSecondTap(pointerType) {
        const { confirm } = prefs.get();
        if (confirm === 'auto') return pointerType === 'touch' && board.cellWidth() < FINGER;
        return confirm === 'always';
    }

    /** @param {PointerEvent} event */
    function tap(event) {
        const point = board.pointAt(event.clientX, event.clientY);
        if (!aiming.color || !point || event.button !== 0) return;
        cursor = point;
        if (!wantsSecondTap(event.pointerType) || chosen === point) pick(point);
        else if (aiming.refuses(point)) pick(point);
        else choose(point);
    }

    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

    /** @param {KeyboardEvent} event */
    function press(event) {
        if (!aiming.color || event.ctrlKey || event.metaKey || event.altKey) return;
        const at = parsePoint(cursor ?? '') ?? { x: aiming.size >> 1, y: aiming.size >> 1 };
        const step = steps[event.key];
        focused = true; // also after a click, once keys are used
        if (step) {
            const far = event.shiftKey ? 4 : 1;
            const x = at.x + far * step[0];
            const y = at.y + far * step[1];
            if (isOnBoard(x, y, aiming.size)) cursor = pointName(x, y);
            on.tell(aiming.describe(cursor ?? pointName(at.x, at.y)));
            draw();
        } else if (event.key === 'Enter' || event.key === ' ') {
            pick(cursor ?? pointName(at.x, at.y));
        } else if (event.key === 'Escape' && chosen) {
            choose(null);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    // A press that becomes a scroll or a drag is no tap.
    let downAt = { x: 0, y: 0, id: -1 };
    const listen = { signal };
    place.addEventListener('pointerdown', (e) => (downAt = { x: e.clientX, y: e.clientY, id: e.pointerId }), listen);
    place.addEventListener('pointerup', (e) => {
        if (e.pointerId === downAt.id && Math.hypot(e.clientX - downAt.x, e.clientY - downAt.y) < 12) tap(e);
    }, listen);
    place.addEventListener('pointermove', (e) => {
        const point = e.pointerType === 'touch' ? null : board.pointAt(e.clientX, e.clientY);
        if (point === ghost) return;
        ghost = point;
        draw();
    }, listen);
    place.addEventListener('pointerleave', () => {
        ghost = null;
        draw();
    }, listen);
    place.addEventListener('keydown', press, listen);
    place.addEventListener('focus', () => {
        focused = place.matches(':focus-visible');
        cursor ??= pointName(aiming.size >> 1, aiming.size >> 1);
        draw();
    }, listen);
    place.addEventListener('blur', () => {
        focused = false;
        draw();
    }, listen);

    return {
        /** @param {Aiming} next */
        set(next) {
            const moved = next.color !== aiming.color || next.size !== aiming.size;
            aiming = next;
            if (moved || (chosen && next.refuses(chosen))) choose(null);
            draw();
        },
        /** The second tap, by a button. */
        confirm() {
            if (chosen) pick(chosen);
        },
        cancel: () => choose(null),
    };
}

/** @typedef {ReturnType<typeof createAim>} Aim */
