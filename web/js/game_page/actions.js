// Buttons for actions other than moves: take back, draw, abort, resign.
import { confirmDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { takebackPlies } from '../game/game_state.js';
import { icon } from '../ui/icons.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

/**
 * @param {object} run
 * @param {(what: 'draw' | 'resign' | 'abort') => void} run.act
 * @param {(plies: number) => void} run.takeback
 */
export function createActions(run) {
    /** @type {Snapshot | null} */
    let game = null;

    /**
     * @param {import('../ui/icons.js').Icon} picture
     * @param {import('../words/i18n.js').Key} label
     * @param {() => void} onclick
     */
    const button = (picture, label, onclick) =>
        h('button.button.button--bare.action', { type: 'button', onclick }, icon(picture), h('span', {}, t(label)));

    const takeback = button('undo', 'action.takeback', () => game && run.takeback(takebackPlies(game)));
    const draw = button('half', 'action.draw', () => run.act('draw'));
    const abort = button('close', 'action.abort', () => run.act('abort'));
    const resign = button('flag', 'action.resign', async () => {
        if (await confirmDialog(t('resign.title'), t('resign.text'), t('action.resign'))) run.act('resign');
    });
    const element = h('div.actions', { role: 'group', 'aria-label': t('action.label') }, takeback, draw, abort, resign);

    return {
        element,
        /** @param {Snapshot} next */
        update(next) {
            game = next;
            const seated = game.state === 'playing' && game.you !== null;
            const other = seated ? game.seats[1 - (game.you ?? 0)] : null;
            element.hidden = !seated;
            takeback.hidden = game.rated || game.mist;
            takeback.disabled = takebackPlies(game) === 0 || game.offers.takeback !== null;
            draw.hidden = other?.kind === 'level';
            draw.disabled = game.offers.draw !== null || game.ply < 2;
            abort.hidden = game.ply >= 2;
            resign.hidden = game.ply < 2;
        },
    };
}
