// Buttons for actions other than moves: take back, draw, abort, resign.
import { confirmDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
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

    const takeback = button('undo', 'action.takeback', () => game && run.takeback(game.takeback_plies));
    const draw = button('half', 'action.draw', () => run.act('draw'));
    const abort = button('close', 'action.abort', async () => {
        if (game?.ply === 0 || (await confirmDialog(t('abort.title'), t('abort.text'), t('action.abort')))) run.act('abort');
    });
    const resign = button('flag', 'action.resign', async () => {
        if (await confirmDialog(t('resign.title'), t('resign.text'), t('action.resign'))) run.act('resign');
    });
    const element = h('div.actions', { role: 'group', 'aria-label': t('action.label') }, takeback, draw, abort, resign);

    return {
        element,
        /** @param {Snapshot} next */
        update(next) {
            game = next;
            const { actions, offers } = game;
            const mayAbort = actions.includes('abort'); // too early for the other buttons
            element.hidden = game.state !== 'playing' || game.you === null;
            takeback.hidden = game.rated || game.mist;
            takeback.disabled = !actions.includes('takeback') || offers.takeback !== null;
            draw.hidden = game.seats[1 - (game.you ?? 0)]?.kind === 'level';
            draw.disabled = !actions.includes('draw') || offers.draw !== null || mayAbort;
            abort.hidden = !mayAbort;
            resign.hidden = mayAbort || !actions.includes('resign');
        },
    };
}
