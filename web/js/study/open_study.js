// How an analysis begins: with the position of an address, with a game that is over, or with what was there
// last; and when it is kept.
import { parsePoint } from '../board/points.js';
import { explain, Refusal } from '../app/errors.js';
import { sourceOf } from '../game/game_source.js';
import { store } from '../util/store.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { asideStudies, loadStudy, loadWishes } from './study_storage.js';
import { createKeeper, placeOf } from './study_saver.js';
import { parseLink } from './position_link.js';
import { createStudy, treeOf } from './study.js';
import { mainLine, NEW_BOARD } from './tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./analysis_session.js').Wishes} Wishes */
/** @typedef {import('./study_storage.js').Kept} Kept */
/** @typedef {{study: Study, fault: string, kept?: Kept}} Opened `kept`: what it was read from */

const CALM = 800; // milliseconds without a change before it is kept

/**
 * @param {Parameters<typeof treeOf>[0]} game
 * @returns {Study} at the end of its moves
 */
function studyOf(game) {
    const tree = treeOf(game);
    return createStudy(tree, mainLine(tree).at(-1)); // there is nothing to be undone
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Opened>} */
async function fromGame(id, signal) {
    try {
        const game = await (await sourceOf(id)).load(id, signal);
        if (game.state !== 'over') return { study: createStudy(), fault: t('study.game.running') };
        const nameOf = (/** @type {string} */ color) => game.seats.find((person) => person?.color === color)?.name ?? '';
        const moves = game.moves.filter((move) => move !== null && parsePoint(move) !== null);
        const setup = { ...NEW_BOARD, rules: game.rules, size: game.size };
        const names = { black: nameOf('black'), white: nameOf('white') };
        return { study: studyOf({ setup, names, moves: /** @type {string[]} */ (moves) }), fault: '' };
    } catch (error) {
        if (signal.aborted) throw error;
        const missing = error instanceof Refusal && ['not_found', 'bad_value', 'malformed'].includes(error.code);
        return { study: createStudy(), fault: missing ? t('game.missing') : explain(error) };
    }
}

/** @returns {Opened} */
function fromBefore() {
    const kept = loadStudy();
    const read = createStudy();
    if (!kept || read.apply({ do: 'load', sgf: kept.sgf, ply: 0 }) !== null) return { study: createStudy(), fault: '' };
    const { tree } = read.get();
    return { study: createStudy(tree, placeOf(tree, kept)), fault: '', kept };
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
    if (!link) return fromBefore();
    if ('what' in link) return { study: createStudy(), fault: t(`study.link.${link.what}`, { text: link.text }) };
    return { study: studyOf(link), fault: '' };
}

/**
 * Keeps the study in this browser when it has changed, when another one takes its place, and when the visitor leaves.
 * @param {Study} study
 * @param {Kept | undefined} from what it was read from
 * @param {AbortSignal} signal
 */
export function keepStudy(study, from, signal) {
    const aside = store(asideStudies());
    const keeper = createKeeper(study, from);
    let last = study.get();
    let timer = 0;
    let isFull = false; // and that was said
    let isLost = false; // what was here before found no room: what is put aside now is not that

    function save() {
        clearTimeout(timer);
        if (keeper.isSaved(last)) return keeper.savePlace(last);
        const outcome = keeper.save(last);
        aside.set(asideStudies());
        if (outcome === 'aside' && !isLost) toast(t('study.aside.done'));
        if (outcome === 'full' && !isFull) toast(t('study.full'), 'bad');
        isFull = outcome === 'full';
        isLost &&= isFull;
    }

    study.subscribe((state) => {
        // The address no longer says what is here.
        if (!keeper.isSaved(state) && location.search && !signal.aborted) history.replaceState(null, '', '/analyse');
        if (state.origin !== last.origin) {
            isFull = false; // a last occasion to say it
            save();
            isLost = isFull;
        }
        last = state;
        clearTimeout(timer);
        timer = window.setTimeout(save, CALM);
    }, signal);
    signal.addEventListener('abort', save, { once: true });
    window.addEventListener('pagehide', save, { signal });
    window.addEventListener('storage', () => aside.set(asideStudies()), { signal });
    return { aside, bringBack: keeper.bringBack };
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
