// The "more" tab of a game: settings, link, files, appearance.
import { catalog } from '../catalog.js';
import { setupLabels } from '../game/game_text.js';
import { fill, h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { appearanceForm } from '../ui/appearance_form.js';
import { isLocalGame } from '../game/game_source.js';
import { showError } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { inviteLink } from './invite_link.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

/**
 * Saves a local game as a file.
 * @param {string} game
 * @param {string} format
 */
async function save(game, format) {
    const { fileText } = await import('../game/local_games.js');
    const address = URL.createObjectURL(new Blob([await fileText(game, format)]));
    h('a', { href: address, download: `${game}.${format}` }).click();
    URL.revokeObjectURL(address);
}

/**
 * @param {string} game
 * @param {string} format
 */
function fileLink(game, format) {
    const content = [icon('download'), format.toUpperCase()];
    if (isLocalGame(game))
        return h('button.button.button--small', { type: 'button', onclick: () => save(game, format).catch(showError) }, content);
    return h('a.button.button--small', { href: `/api/games/${game}/${format}`, download: `${game}.${format}` }, content);
}

/** @param {AbortSignal} signal */
export function createMoreTab(signal) {
    const about = h('div.row');
    const link = h('div.field');
    const files = h('div.field');
    const element = h('div.stack.more', {}, about, link, files, h('hr'), appearanceForm(signal));
    let shown = '';

    /** @param {Snapshot} game */
    function drawFiles(game) {
        if (game.mist && game.state === 'playing') return fill(files, h('p.muted.small', {}, t('game.export.mist')));
        return fill(files, h('h2', {}, t('game.export')), h('div.buttons', {}, catalog.formats.map((format) => fileLink(game.game, format))));
    }

    return {
        element,
        /** @param {Snapshot} game */
        update(game) {
            const key = `${game.game} ${game.state}`;
            if (key === shown) return;
            shown = key;
            fill(about, setupLabels(game).map((word) => h('span.tag', {}, word)));
            if (!isLocalGame(game.game)) fill(link, h('h2', {}, t('game.link')), inviteLink(game.game, signal));
            drawFiles(game);
        },
    };
}
