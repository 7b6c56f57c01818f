// Answer board: a board on which the user picks one point by mouse, touch, keyboard or typing. Used by puzzles,
// lessons and reviews.
import { createBoardInput } from './board_input.js';
import { createBoard, EMPTY } from './board.js';
import { h } from '../ui/dom.js';
import { createConfirmBar } from '../game_page/bars.js';
import { createTypedMove } from '../game_page/typed_move.js';
import { prefs } from '../app/prefs.js';
import { announce, toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} BoardScene
 * @property {import('./board.js').Position} position
 * @property {Color | null} color of the stone to place; null: nothing can be placed
 * @property {boolean} [numbers] show move numbers regardless of the user's preference
 * @property {boolean} [ended] no more input is expected
 * @property {Set<string>} [hidden] points in the mist, whose contents are unknown
 */

/**
 * @param {(point: string) => void} pick
 * @param {AbortSignal} signal
 */
export function createAnswerBoard(pick, signal) {
    /** @type {BoardScene} */
    let scene = { position: EMPTY, color: null };
    const board = createBoard();
    const boardInput = createBoardInput(board, {
        pick, reject: (reason) => toast(reason, 'bad'), select: (point) => confirm.update(point), announce,
    }, signal);
    const confirm = createConfirmBar(boardInput.confirm, boardInput.cancel);
    const typedMove = createTypedMove((point) => {
        const reason = placement().blockedReason(point);
        if (reason) toast(reason, 'bad');
        else pick(point);
    }, signal);
    board.element.tabIndex = 0;
    board.element.setAttribute('role', 'application');
    board.element.setAttribute('aria-describedby', 'board-help');

    /** @returns {import('./board_input.js').Placement} */
    function placement() {
        const stones = new Map(scene.position.stones.map((s) => [s.point, s.color]));
        const { fouls, size } = scene.position;
        return {
            size,
            color: scene.color,
            blockedReason: (point) => (stones.has(point) ? t('error.occupied') : scene.color === 'black' && fouls[point] ? fouls[point] : null),
            describe(point) {
                const color = stones.get(point);
                if (color) return t('point.stone', { point, color: t(`color.${color}`) });
                if (fouls[point]) return t('point.foul', { point, why: fouls[point] });
                return t(scene.hidden?.has(point) ? 'point.hidden' : 'point.empty', { point });
            },
        };
    }

    function draw() {
        const { position, color, numbers, ended } = scene;
        const options = prefs.get();
        board.show(position, { ...options, numbers: numbers || options.numbers });
        board.element.setAttribute('aria-label', t('game.board', { size: position.size }));
        boardInput.set(placement());
        typedMove.update(!ended, color !== null, position.size);
    }

    prefs.subscribe(draw, signal);
    return {
        board: h('div.game-board', {}, board.element, h('p.unseen', { id: 'board-help' }, t('game.board.help'))),
        overlay: board.overlay,
        centre: board.centre,
        typed: typedMove.element,
        confirm: confirm.element,
        /** @param {BoardScene} next */
        show(next) {
            scene = next;
            draw();
        },
        focus: () => board.element.focus({ preventScroll: true }),
        hasFocus: () => board.element === document.activeElement,
    };
}

/** @typedef {ReturnType<typeof createAnswerBoard>} AnswerBoard */
