// How an analysis begins: with the position of an address, with a game that is over, or with what was there
// last; and when it is kept.
import { parsePoint } from '../board/points.js';
import { errorText, AppError } from '../app/errors.js';
import { sourceFor } from '../game/game_source.js';
import { store } from '../util/store.js';
import { toast } from '../ui/toast.js';
import { t } from '../words/i18n.js';
import { shelvedStudies, loadStudy, loadSettings } from './study_storage.js';
import { createStudySaver, storedNode } from './study_saver.js';
import { parseLink } from './position_link.js';
import { createStudy, treeFromMoves } from './study.js';
import { mainLine, NEW_BOARD } from './tree.js';

/** @typedef {import('./study.js').Study} Study */
/** @typedef {import('./analysis_session.js').AnalysisSettings} AnalysisSettings */
/** @typedef {import('./study_storage.js').StoredStudy} StoredStudy */
/** @typedef {{study: Study, fault: string, stored?: StoredStudy}} OpenedStudy `kept`: what it was read from */

const SAVE_DELAY = 800; // milliseconds without a change before it is kept

/**
 * @param {Parameters<typeof treeFromMoves>[0]} game
 * @returns {Study} at the end of its moves
 */
function studyOf(game) {
    const tree = treeFromMoves(game);
    return createStudy(tree, mainLine(tree).at(-1)); // there is nothing to be undone
}

/** @param {string} id @param {AbortSignal} signal @returns {Promise<OpenedStudy>} */
async function fromGame(id, signal) {
    try {
        const game = await (await sourceFor(id)).load(id, signal);
        if (game.state !== 'over') return { study: createStudy(), fault: t('study.game.running') };
        const nameOf = (/** @type {string} */ color) => game.seats.find((person) => person?.color === color)?.name ?? '';
        const moves = game.moves.filter((move) => move !== null && parsePoint(move) !== null);
        const setup = { ...NEW_BOARD, rules: game.rules, size: game.size };
        const names = { black: nameOf('black'), white: nameOf('white') };
        return { study: studyOf({ setup, names, moves: /** @type {string[]} */ (moves) }), fault: '' };
    } catch (error) {
        if (signal.aborted) throw error;
        const missing = error instanceof AppError && ['not_found', 'bad_value', 'malformed'].includes(error.code);
        return { study: createStudy(), fault: missing ? t('game.missing') : errorText(error) };
    }
}

/** @returns {OpenedStudy} */
function lastStudy() {
    const stored = loadStudy();
    const read = createStudy();
    if (!stored || read.apply({ do: 'load', sgf: stored.sgf, ply: 0 }) !== null) return { study: createStudy(), fault: '' };
    const { tree } = read.get();
    return { study: createStudy(tree, storedNode(tree, stored)), fault: '', stored };
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<OpenedStudy>}
 */
export async function openStudy(query, signal) {
    const game = query.get('game');
    if (game) return fromGame(game, signal);
    const link = parseLink(query);
    if (!link) return lastStudy();
    if ('what' in link) return { study: createStudy(), fault: t(`study.link.${link.what}`, { text: link.text }) };
    return { study: studyOf(link), fault: '' };
}

/**
 * Keeps the study in this browser when it has changed, when another one takes its place, and when the visitor leaves.
 * @param {Study} study
 * @param {StoredStudy | undefined} from what it was read from
 * @param {AbortSignal} signal
 */
export function autosaveStudy(study, from, signal) {
    const shelf = store(shelvedStudies());
    const saver = createStudySaver(study, from);
    let last = study.get();
    let timer = 0;
    let isFull = false; // and that was said
    let isLost = false; // what was here before found no room: what is put aside now is not that

    function save() {
        clearTimeout(timer);
        if (saver.isSaved(last)) return saver.savePosition(last);
        const outcome = saver.save(last);
        shelf.set(shelvedStudies());
        if (outcome === 'shelved' && !isLost) toast(t('study.aside.done'));
        if (outcome === 'full' && !isFull) toast(t('study.full'), 'bad');
        isFull = outcome === 'full';
        isLost &&= isFull;
    }

    study.subscribe((state) => {
        // The address no longer says what is here.
        if (!saver.isSaved(state) && location.search && !signal.aborted) history.replaceState(null, '', '/analyse');
        if (state.origin !== last.origin) {
            isFull = false; // a last occasion to say it
            save();
            isLost = isFull;
        }
        last = state;
        clearTimeout(timer);
        timer = window.setTimeout(save, SAVE_DELAY);
    }, signal);
    signal.addEventListener('abort', save, { once: true });
    window.addEventListener('pagehide', save, { signal });
    window.addEventListener('storage', () => shelf.set(shelvedStudies()), { signal });
    return { shelf, bringBack: saver.restore };
}

/** @returns {{engine: AnalysisSettings, threats: boolean}} what the visitor wished for last */
export function loadAnalysisSettings() {
    const { engine = {}, threats = true } = loadSettings();
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
