// Begins a game. Only so many games against levels may go on at once: who has them all is asked which
// one to go on with, or to give up for the new one.
import { movesText, personName, setupWords } from './describe.js';
import { dialog } from './dialog.js';
import { h } from './dom.js';
import { loadMine, mine } from './me.js';
import { prefer } from './prefs.js';
import { Refusal } from './refusal.js';
import { act, newGame } from './remote.js';
import { t } from './words.js';

/** @typedef {import('./types.js').Summary} Summary */
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
 * @param {{opponent: string, [field: string]: unknown}} setup as docs/server.md, A new game
 * @returns {Promise<{game: string, isNew: boolean} | null>} null: the visitor thought better of it
 */
export async function beginGame(setup) {
    const chosen = /^level:(\d+)$/.exec(setup.opponent);
    if (chosen) prefer({ level: Number(chosen[1]) });
    try {
        return { game: (await newGame(setup)).game, isNew: true };
    } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'too_many' || !chosen) throw error;
        await loadMine();
        const games = (mine.get() ?? []).filter((g) => g.state === 'playing' && level(g));
        if (games.length === 0) throw error;
        const decision = await decide(games);
        if (!decision) return null;
        if ('resume' in decision) return { game: decision.resume.game, isNew: false };
        await act(decision.end.game, decision.end.ply < 2 ? 'abort' : 'resign');
        return beginGame(setup);
    }
}
