// Board input: picks a point by mouse, touch or keyboard. On a small board touch needs a second tap to
// confirm, because the finger hides the point.
import { isOnBoard, parsePoint, pointName } from './points.js';
import { prefs } from '../app/prefs.js';

const TOUCH_CELL_MIN = 38; // pixels between lines; with less, touch asks for confirmation

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Placement
 * @property {number} size
 * @property {Color | null} color of the stone to place; null: nothing can be placed now
 * @property {(point: string) => string | null} blockedReason why a point is not allowed; null if it is
 * @property {(point: string) => string} describe a point for screen readers
 */

/**
 * @param {import('./board.js').Board} board
 * @param {object} on
 * @param {(point: string) => void} on.pick
 * @param {(reason: string) => void} on.reject
 * @param {(point: string | null) => void} on.select a first tap waits for confirmation
 * @param {(text: string) => void} on.announce for screen readers
 * @param {AbortSignal} signal
 */
export function createBoardInput(board, on, signal) {
    const frame = board.element;
    /** @type {Placement} */
    let placement = { size: 15, color: null, blockedReason: () => null, describe: (point) => point };
    /** @type {string | null} */
    let ghost = null;
    /** @type {string | null} */
    let selected = null;
    /** @type {string | null} */
    let cursor = null;
    let focused = false;

    function draw() {
        const { color } = placement;
        board.showInput({
            ghost: color && ghost && !placement.blockedReason(ghost) ? ghost : null,
            selected: color && selected,
            cursor: focused ? cursor : null,
            color: color ?? 'black',
        });
        frame.classList.toggle('board-frame--ready', color !== null);
    }

    /** @param {string | null} point */
    function select(point) {
        if (selected === point) return;
        selected = point;
        on.select(point);
        draw();
    }

    /** @param {string} point */
    function pick(point) {
        const reason = placement.blockedReason(point);
        if (reason) {
            select(null);
            on.reject(reason);
            return;
        }
        ghost = null;
        select(null);
        on.pick(point);
    }

    /** @param {string} pointerType */
    function needsConfirmation(pointerType) {
        const { confirm } = prefs.get();
        if (confirm === 'auto') return pointerType === 'touch' && board.cellWidth() < TOUCH_CELL_MIN;
        return confirm === 'always';
    }

    /** @param {PointerEvent} event */
    function onTap(event) {
        const point = board.pointAt(event.clientX, event.clientY);
        if (!placement.color || !point || event.button !== 0) return;
        cursor = point;
        if (!needsConfirmation(event.pointerType) || selected === point) pick(point);
        else if (placement.blockedReason(point)) pick(point);
        else select(point);
    }

    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

    /** @param {KeyboardEvent} event */
    function onKey(event) {
        if (!placement.color || event.ctrlKey || event.metaKey || event.altKey) return;
        const at = parsePoint(cursor ?? '') ?? { x: placement.size >> 1, y: placement.size >> 1 };
        const step = steps[event.key];
        focused = true; // also after a click, as soon as a key is used
        if (step) {
            const far = event.shiftKey ? 4 : 1;
            const x = at.x + far * step[0];
            const y = at.y + far * step[1];
            if (isOnBoard(x, y, placement.size)) cursor = pointName(x, y);
            on.announce(placement.describe(cursor ?? pointName(at.x, at.y)));
            draw();
        } else if (event.key === 'Enter' || event.key === ' ') {
            pick(cursor ?? pointName(at.x, at.y));
        } else if (event.key === 'Escape' && selected) {
            select(null);
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    // A press that turns into a scroll or a drag is not a tap.
    let downAt = { x: 0, y: 0, id: -1 };
    const listen = { signal };
    frame.addEventListener('pointerdown', (e) => (downAt = { x: e.clientX, y: e.clientY, id: e.pointerId }), listen);
    frame.addEventListener('pointerup', (e) => {
        if (e.pointerId === downAt.id && Math.hypot(e.clientX - downAt.x, e.clientY - downAt.y) < 12) onTap(e);
    }, listen);
    frame.addEventListener('pointermove', (e) => {
        const point = e.pointerType === 'touch' ? null : board.pointAt(e.clientX, e.clientY);
        if (point === ghost) return;
        ghost = point;
        draw();
    }, listen);
    frame.addEventListener('pointerleave', () => {
        ghost = null;
        draw();
    }, listen);
    frame.addEventListener('keydown', onKey, listen);
    frame.addEventListener('focus', () => {
        focused = frame.matches(':focus-visible');
        cursor ??= pointName(placement.size >> 1, placement.size >> 1);
        draw();
    }, listen);
    frame.addEventListener('blur', () => {
        focused = false;
        draw();
    }, listen);

    return {
        /** @param {Placement} next */
        set(next) {
            const changed = next.color !== placement.color || next.size !== placement.size;
            placement = next;
            if (changed || (selected && next.blockedReason(selected))) select(null);
            draw();
        },
        /** Confirms the selected point, like a second tap. */
        confirm() {
            if (selected) pick(selected);
        },
        cancel: () => select(null),
    };
}

/** @typedef {ReturnType<typeof createBoardInput>} BoardInput */
