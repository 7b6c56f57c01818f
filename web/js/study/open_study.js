// Opens a study (from a link, a finished game, or the last one) and saves it automatically.
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
/** @typedef {{study: Study, fault: string, stored?: StoredStudy}} OpenedStudy `stored`: the stored study it was read from */

const SAVE_DELAY = 800; // milliseconds without a change before it is saved

/**
 * @param {Parameters<typeof treeFromMoves>[0]} game
 * @returns {Study} at its last move
 */
function studyOf(game) {
    const tree = treeFromMoves(game);
    return createStudy(tree, mainLine(tree).at(-1)); // nothing to undo
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
 * Autosave: after a change, when another study replaces it, and when the user leaves.
 * @param {Study} study
 * @param {StoredStudy | undefined} from the stored study it was read from
 * @param {AbortSignal} signal
 */
export function autosaveStudy(study, from, signal) {
    const shelf = store(shelvedStudies());
    const saver = createStudySaver(study, from);
    let last = study.get();
    let timer = 0;
    let isFull = false; // and the user was told
    let isLost = false; // the previous study did not fit: what goes to the shelf now is an older one

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
        // The URL no longer matches the study.
        if (!saver.isSaved(state) && location.search && !signal.aborted) history.replaceState(null, '', '/analyse');
        if (state.origin !== last.origin) {
            isFull = false; // last chance to tell the user
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

/** @returns {{engine: AnalysisSettings, threats: boolean}} the last used settings */
export function loadAnalysisSettings() {
    const { engine = {}, threats = true } = loadSettings();
    return {
        threats: threats === true,
        engine: {
            budget: engine.budget?.kind ? engine.budget : { kind: 'ms', amount: 10_000 },
            objective: 'best',
            lines: Number.isInteger(engine.lines) ? engine.lines : 3,
            heat: engine.heat === true,
        },
    };
}
