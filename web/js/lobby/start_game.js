// Begins a game. Without the server one with a level is played here. Only so many games against levels may go on at once: who has them all is asked which
// one to go on with, or to give up for the new one.
import { movesText, personName, setupWords } from '../game/game_text.js';
import { dialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { loadMine, mine } from '../app/session.js';
import { prefer } from '../app/prefs.js';
import { isAway, Refusal } from '../app/errors.js';
import { act, newGame } from '../game/remote_games.js';
import { ask, line } from '../net/socket.js';
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
function decide(games) {
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
                h('div.list-row-text', {}, h('b', {}, personName(level(game))),
                    h('span.muted.small', {}, [...setupWords(game), movesText(game.ply)].join(' · '))),
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
 * @param {string} [remark] what to say about it
 */
async function beginHere(setup, remark) {
    const local = await import('../game/local_games.js').catch(() => {
        throw new Refusal('offline', ''); // it was never needed before, and cannot come now
    });
    const { game } = await local.newGame(setup);
    if (remark) toast(remark);
    return { game, isNew: true };
}

/**
 * What this browser can do by itself.
 * @param {{opponent: string, [field: string]: unknown}} setup
 */
const mayBeHere = (setup) => /^level:\d+$/.test(setup.opponent) && !setup.mist && !setup.rated;

/**
 * @param {{opponent: string, here?: boolean, [field: string]: unknown}} setup as docs/server.md, A new game; or
 *     without the server
 * @returns {Promise<{game: string, isNew: boolean} | null>} null: the visitor thought better of it
 */
export async function beginGame({ here, ...setup }) {
    const chosen = /^level:(\d+)$/.exec(setup.opponent);
    if (chosen) prefer({ level: Number(chosen[1]) });
    if (here && mayBeHere(setup)) return beginHere(setup);
    if (line.get() === 'offline' && mayBeHere(setup)) return beginHere(setup, t('local.instead'));
    try {
        return { game: (await newGame(setup)).game, isNew: true };
    } catch (error) {
        if (isAway(error) && mayBeHere(setup)) return beginHere(setup, t('local.instead'));
        if (!(error instanceof Refusal) || error.code !== 'too_many' || !chosen) throw error;
        await loadMine(ask); // the socket may still be opening: wait for it
        const games = (mine.get() ?? []).filter((g) => g.state === 'playing' && level(g));
        if (games.length === 0) throw error;
        const decision = await decide(games);
        if (!decision) return null;
        if ('resume' in decision) return { game: decision.resume.game, isNew: false };
        await act(decision.end.game, decision.end.ply < 2 ? 'abort' : 'resign');
        return beginGame(setup);
    }
}
