// Whose place a study takes when it is kept. Every study of the page, be it drawn, loaded or brought back, has an
// id of its own: so the one before it is put aside, and comes back when the change is undone. No document.
import { asideStudies, findStudy, loadStudy, newStudyId, saveStudy } from './study_storage.js';
import { writeTree } from './sgf.js';
import { childBy, movesTo, ROOT } from './tree.js';

/** @typedef {import('./study_storage.js').Kept} Kept */
/** @typedef {import('./study.js').State} State */
/** @typedef {import('./tree.js').Tree} Tree */

/** The place that was looked at. @param {Tree} tree @param {Kept} kept */
export const placeOf = (tree, { moves }) => moves.reduce((at, move) => childBy(tree, at, String(move)) ?? at, ROOT);

/**
 * @param {import('./study.js').Study} study
 * @param {Kept} [from] what it was read from
 */
export function createKeeper(study, from) {
    const begun = study.get();
    /** @type {WeakMap<Tree, Pick<Kept, 'id' | 'sgf'>>} what was read or written last, by the origin */
    const known = new WeakMap(from && [[begun.origin, from]]);
    let saved = begun.tree;

    return {
        /** What was not changed here is not written: another tab may have gone on with it. @param {State} state */
        isSaved: ({ tree }) => tree === saved,
        /** @param {State} state @returns {import('./study_storage.js').Outcome} */
        save({ tree, at, origin }) {
            const { id, sgf } = known.get(origin) ?? { id: newStudyId(), sgf: '' };
            const isElsewhere = (findStudy(id)?.sgf ?? sgf) !== sgf; // another tab went its own way with it
            const kept = { id: isElsewhere ? newStudyId() : id, sgf: writeTree(tree), moves: movesTo(tree, at), when: Date.now() };
            const outcome = saveStudy(kept);
            if (outcome === 'full') return outcome;
            known.set(origin, kept);
            saved = tree;
            return outcome;
        },
        /** Where one is in a tree that is kept. @param {State} state */
        savePlace({ tree, at, origin }) {
            const last = loadStudy();
            const mine = known.get(origin);
            if (last && last.id === mine?.id && last.sgf === mine.sgf) saveStudy({ ...last, moves: movesTo(tree, at) });
        },
        /** One that was put aside takes the place of this one. @param {string} id */
        bringBack(id) {
            const kept = asideStudies().find((one) => one.id === id);
            if (!kept || study.apply({ do: 'load', sgf: kept.sgf, ply: 0 })) return;
            const { tree, origin } = study.get();
            known.set(origin, kept);
            study.apply({ do: 'go', to: placeOf(tree, kept) });
        },
    };
}
