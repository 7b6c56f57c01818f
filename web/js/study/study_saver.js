// Whose place a study takes when it is kept. Every study of the page, be it drawn, loaded or brought back, has an
// id of its own: so the one before it is put aside, and comes back when the change is undone. No document.
import { shelvedStudies, findStudy, loadStudy, newStudyId, saveStudy } from './study_storage.js';
import { writeTree } from './sgf.js';
import { childWithMove, movesTo, ROOT } from './tree.js';

/** @typedef {import('./study_storage.js').StoredStudy} StoredStudy */
/** @typedef {import('./study.js').State} State */
/** @typedef {import('./tree.js').Tree} Tree */

/** The place that was looked at. @param {Tree} tree @param {StoredStudy} kept */
export const storedNode = (tree, { moves }) => moves.reduce((at, move) => childWithMove(tree, at, String(move)) ?? at, ROOT);

/**
 * @param {import('./study.js').Study} study
 * @param {StoredStudy} [from] what it was read from
 */
export function createStudySaver(study, from) {
    const initial = study.get();
    /** @type {WeakMap<Tree, Pick<StoredStudy, 'id' | 'sgf'>>} what was read or written last, by the origin */
    const known = new WeakMap(from && [[initial.origin, from]]);
    let saved = initial.tree;

    return {
        /** What was not changed here is not written: another tab may have gone on with it. @param {State} state */
        isSaved: ({ tree }) => tree === saved,
        /** @param {State} state @returns {import('./study_storage.js').Outcome} */
        save({ tree, at, origin }) {
            const { id, sgf } = known.get(origin) ?? { id: newStudyId(), sgf: '' };
            const changedElsewhere = (findStudy(id)?.sgf ?? sgf) !== sgf; // another tab went its own way with it
            const stored = { id: changedElsewhere ? newStudyId() : id, sgf: writeTree(tree), moves: movesTo(tree, at), when: Date.now() };
            const outcome = saveStudy(stored);
            if (outcome === 'full') return outcome;
            known.set(origin, stored);
            saved = tree;
            return outcome;
        },
        /** Where one is in a tree that is kept. @param {State} state */
        savePosition({ tree, at, origin }) {
            const last = loadStudy();
            const own = known.get(origin);
            if (last && last.id === own?.id && last.sgf === own.sgf) saveStudy({ ...last, moves: movesTo(tree, at) });
        },
        /** One that was put aside takes the place of this one. @param {string} id */
        restore(id) {
            const stored = shelvedStudies().find((one) => one.id === id);
            if (!stored || study.apply({ do: 'load', sgf: stored.sgf, ply: 0 })) return;
            const { tree, origin } = study.get();
            known.set(origin, stored);
            study.apply({ do: 'go', to: storedNode(tree, stored) });
        },
    };
}
