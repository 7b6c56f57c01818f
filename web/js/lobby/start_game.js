// Starts a game. Games against a level fall back to this browser if the server is unreachable. The number of ongoing
// games against levels is limited: at the limit the user chooses one to resume or to give up.
import { movesText, playerName, setupLabels } from '../game/game_text.js';
import { dialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { loadOngoingGames, ongoingGames } from '../app/session.js';
import { setPrefs } from '../app/prefs.js';
import { isOffline, AppError } from '../app/errors.js';
import { act, newGame } from '../game/remote_games.js';
import { call, connection } from '../net/socket.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {{end: Summary} | {resume: Summary} | null} Decision */

/** @param {Summary} game */
const level = (game) => game.seats.find((s) => s?.kind === 'level') ?? null;

/**
 * @param {Summary[]} games
 * @returns {Promise<Decision>}
 */
function askWhichGame(games) {
    return new Promise((answer) => {
        /** @type {Decision} */
        let decision = null;
        const choose = (/** @type {Decision} */ what) => () => {
            decision = what;
            box.close();
        };
        const box = dialog(t('full.title'), h('div.stack', {},
            h('p', {}, t('full.text')),
            h('ul', {}, games.map((game) => h('li.list-row', {},
                h('div.list-row-text', {}, h('b', {}, playerName(level(game))),
                    h('span.muted.small', {}, [...setupLabels(game), movesText(game.ply)].join(' · '))),
                h('div.buttons', {},
                    h('button.button.button--small.button--main', { type: 'button', onclick: choose({ resume: game }) }, t('full.resume')),
                    h('button.button.button--small', { type: 'button', onclick: choose({ end: game }) }, t('full.end')))))),
            h('div.buttons', {}, h('button.button', { type: 'button', onclick: choose(null) }, t('dialog.no')))));
        box.addEventListener('close', () => answer(decision));
        box.showModal();
    });
}

/**
 * @param {object} setup
 * @param {string} [notice] shown as a toast
 */
async function startLocalGame(setup, notice) {
    const local = await import('../game/local_games.js').catch(() => {
        throw new AppError('offline', ''); // not cached yet, and cannot be loaded now
    });
    const { game } = await local.newGame(setup);
    if (notice) toast(notice);
    return { game, isNew: true };
}

/**
 * True if the game can be played in this browser, without the server.
 * @param {{opponent: string, [field: string]: unknown}} setup
 */
const canPlayLocally = (setup) => /^(level:-?\d+|perfect)$/.test(setup.opponent) && !setup.mist && !setup.rated;

/**
 * @param {{opponent: string, here?: boolean, [field: string]: unknown}} setup as in docs/integrate/api.md, A new game;
 *     `here`: in this browser
 * @returns {Promise<{game: string, isNew: boolean} | null>} null if the user cancelled
 */
export async function startGame({ here, ...setup }) {
    const chosen = /^level:(-?\d+)$/.exec(setup.opponent);
    if (chosen) setPrefs({ level: Number(chosen[1]) });
    if (here && canPlayLocally(setup)) return startLocalGame(setup);
    if (connection.get() === 'offline' && canPlayLocally(setup)) return startLocalGame(setup, t('local.instead'));
    try {
        return { game: (await newGame(setup)).game, isNew: true };
    } catch (error) {
        if (isOffline(error) && canPlayLocally(setup)) return startLocalGame(setup, t('local.instead'));
        if (!(error instanceof AppError) || error.code !== 'too_many' || !chosen) throw error;
        await loadOngoingGames(call); // waits for the connection
        const games = (ongoingGames.get() ?? []).filter((g) => g.state === 'playing' && level(g));
        if (games.length === 0) throw error;
        const decision = await askWhichGame(games);
        if (!decision) return null;
        if ('resume' in decision) return { game: decision.resume.game, isNew: false };
        await act(decision.end.game, decision.end.ply < 2 ? 'abort' : 'resign');
        return startGame(setup);
    }
}
