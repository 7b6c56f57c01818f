// Filter form for puzzles: theme and difficulty, kept in the URL.
import { h } from '../ui/dom.js';
import { segmentedControl } from '../lobby/setup_form.js';
import { t } from '../words/i18n.js';
import { DIFFICULTIES, THEMES } from './pick_puzzle.js';
import { themeName } from './status_text.js';

/**
 * @template {string} Value
 * @param {readonly Value[]} values
 * @param {string | null} wanted
 * @param {Value} fallback
 */
const oneOf = (values, wanted, fallback) => values.find((value) => value === wanted) ?? fallback;

/**
 * @param {URLSearchParams} query
 * @param {() => void} change
 */
export function createFilterForm(query, change) {
    const theme = segmentedControl(t('puzzle.theme'), ['', ...THEMES], (name) => (name ? themeName(name) : t('theme.any')), oneOf(THEMES, query.get('theme'), /** @type {any} */ ('')));
    const difficulty = segmentedControl(t('puzzle.difficulty'), DIFFICULTIES, (name) => t(/** @type {any} */ (`puzzle.difficulty.${name}`)),
        oneOf(DIFFICULTIES, query.get('difficulty'), 'fitting'));
    const element = h('div.form', {}, theme.element, difficulty.element);

    const filter = () => ({ theme: theme.value(), difficulty: oneOf(DIFFICULTIES, difficulty.value(), 'fitting') });
    /** URL of a puzzle with the current filter. @param {string} id */
    function puzzleUrl(id) {
        const now = filter();
        const params = new URLSearchParams();
        if (now.theme) params.set('theme', now.theme);
        if (now.difficulty !== 'fitting') params.set('difficulty', now.difficulty);
        return `/puzzles/${id}${String(params) && `?${params}`}`; // URLSearchParams.size is too new for some phones
    }

    element.addEventListener('change', change);
    return { element, filter, puzzleUrl };
}
