// The rest about a game: what it is, its link, its files, looks.
import { setupWords } from '../describe.js';
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { looksForm } from '../looks.js';
import { loadChoices } from '../remote.js';
import { t } from '../words.js';
import { inviteLink } from './invite.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */

/** @param {AbortSignal} signal */
export function createMore(signal) {
    const about = h('div.row');
    const link = h('div.field');
    const files = h('div.field');
    const element = h('div.stack.more', {}, about, link, files, h('hr'), looksForm(signal));
    let shown = '';

    /** @param {Snapshot} game */
    async function drawFiles(game) {
        if (game.mist && game.state === 'playing') return fill(files, h('p.muted.small', {}, t('game.export.mist')));
        const { formats } = await loadChoices();
        return fill(files, h('h2', {}, t('game.export')), h('div.buttons', {}, formats.map((format) =>
            h('a.button.button--small', { href: `/api/games/${game.game}/${format}`, download: `${game.game}.${format}` },
                icon('download'), format.toUpperCase()))));
    }

    return {
        element,
        /** @param {Snapshot} game */
        update(game) {
            const key = `${game.game} ${game.state}`;
            if (key === shown) return;
            shown = key;
            fill(about, setupWords(game).map((word) => h('span.tag', {}, word)));
            fill(link, h('h2', {}, t('game.link')), inviteLink(game.game));
            drawFiles(game).catch(() => {});
        },
    };
}
