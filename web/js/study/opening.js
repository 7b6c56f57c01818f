// How an analysis begins: with the position of an address, with a game that is over, or with what was there
// last; and how it is kept.
import { parsePoint } from '../points.js';
import { explain, Refusal } from '../refusal.js';
import { sourceOf } from '../source.js';
import { t } from '../words.js';
import { loadStudy, loadWishes, saveStudy } from './keep.js';
import { parseLink } from './link.js';
import { readTree, writeTree } from './sgf.js';
import { createStudy } from './study.js';
import { childBy, createTree, movesTo, NEW_BOARD, ROOT } from './tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./thinking.js').Wishes} Wishes */
/** @typedef {{study: Study, fault: string}} Opened */

const CALM = 800; // milliseconds without a change before it is kept

/**
 * @param {import('./tree.js').Tree} tree
 * @param {string[]} moves
 * @returns {Study} at the end of these moves
 */
function studyOf(tree, moves) {
    const study = createStudy(tree);
    study.apply({ do: 'play', at: ROOT, points: moves });
    return createStudy(study.get().tree, study.get().at); // there is nothing to be undone
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Opened>} */
async function fromGame(id, signal) {
    try {
        const game = await (await sourceOf(id)).load(id, signal);
        if (game.state !== 'over') return { study: createStudy(), fault: t('study.game.running') };
        const nameOf = (/** @type {string} */ color) => game.seats.find((person) => person?.color === color)?.name ?? '';
        const moves = game.moves.filter((move) => move !== null && parsePoint(move) !== null);
        const setup = { ...NEW_BOARD, rules: game.rules, size: game.size };
        return { study: studyOf(createTree(setup, { black: nameOf('black'), white: nameOf('white') }), /** @type {string[]} */ (moves)), fault: '' };
    } catch (error) {
        if (signal.aborted) throw error;
        const missing = error instanceof Refusal && ['not_found', 'bad_value', 'malformed'].includes(error.code);
        return { study: createStudy(), fault: missing ? t('game.missing') : explain(error) };
    }
}

/** @returns {Study} */
function fromBefore() {
    const kept = loadStudy();
    const tree = kept && readTree(kept.sgf)?.tree;
    if (!kept || !tree) return createStudy();
    let at = ROOT;
    for (const move of kept.moves) at = childBy(tree, at, String(move)) ?? at;
    return createStudy(tree, at);
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
export async function openStudy(query, signal) {
    const game = query.get('game');
    if (game) return fromGame(game, signal);
    const link = parseLink(query);
    if (!link) return { study: fromBefore(), fault: '' };
    if ('what' in link) return { study: createStudy(), fault: t(`study.link.${link.what}`, { text: link.text }) };
    return { study: studyOf(createTree(link.setup), link.moves), fault: '' };
}

/** Keeps the study in this browser from its first change on, and when the visitor leaves. @param {Study} study @param {AbortSignal} signal */
export function keepStudy(study, signal) {
    const first = study.get().tree;
    const linked = location.search !== '';
    let timer = 0;
    const save = () => {
        const { tree, at } = study.get();
        clearTimeout(timer);
        if (tree !== first || !linked) saveStudy({ sgf: writeTree(tree), moves: movesTo(tree, at) });
    };
    study.subscribe(({ tree }) => {
        // The address no longer says what is here.
        if (tree !== first && location.search && !signal.aborted) history.replaceState(null, '', '/analyse');
        clearTimeout(timer);
        timer = window.setTimeout(save, CALM);
    }, signal);
    signal.addEventListener('abort', save, { once: true });
    window.addEventListener('pagehide', save, { signal });
}

/** @returns {{engine: Wishes, threats: boolean}} what the visitor wished for last */
export function wishesOf() {
    const { engine = {}, threats = true } = loadWishes();
    return {
        threats: threats === true,
        engine: {
            budget: engine.budget?.kind ? engine.budget : { kind: 'ms', amount: 10_000 },
            aim: 'best',
            lines: Number.isInteger(engine.lines) ? engine.lines : 3,
            heat: engine.heat === true,
        },
    };
}
