// Study saver: assigns ids to the studies of the page and saves them. A new study (set up, loaded or restored) gets its
// own id, so that the previous one goes to the shelf and returns on undo. Does not use the DOM.
import { shelvedStudies, findStudy, loadStudy, newStudyId, saveStudy } from './study_storage.js';
import { writeTree } from './sgf.js';
import { childWithMove, movesTo, ROOT } from './tree.js';

/** @typedef {import('./study_storage.js').StoredStudy} StoredStudy */
/** @typedef {import('./study.js').State} State */
/** @typedef {import('./tree.js').Tree} Tree */

/** The node that was current when the study was saved. @param {Tree} tree @param {StoredStudy} stored */
export const storedNode = (tree, { moves }) => moves.reduce((at, move) => childWithMove(tree, at, String(move)) ?? at, ROOT);

/**
 * @param {import('./study.js').Study} study
 * @param {StoredStudy} [from] the stored study it was read from
 */
export function createStudySaver(study, from) {
    const initial = study.get();
    /** @type {WeakMap<Tree, Pick<StoredStudy, 'id' | 'sgf'>>} last stored version, by origin */
    const known = new WeakMap(from && [[initial.origin, from]]);
    let saved = initial.tree;

    return {
        /** Unchanged studies are not written: another tab may have changed them. @param {State} state */
        isSaved: ({ tree }) => tree === saved,
        /** @param {State} state @returns {import('./study_storage.js').Outcome} */
        save({ tree, at, origin }) {
            const { id, sgf } = known.get(origin) ?? { id: newStudyId(), sgf: '' };
            const changedElsewhere = (findStudy(id)?.sgf ?? sgf) !== sgf; // another tab changed it
            const stored = { id: changedElsewhere ? newStudyId() : id, sgf: writeTree(tree), moves: movesTo(tree, at), when: Date.now() };
            const outcome = saveStudy(stored);
            if (outcome === 'full') return outcome;
            known.set(origin, stored);
            saved = tree;
            return outcome;
        },
        /** Saves the current node of a saved tree. @param {State} state */
        savePosition({ tree, at, origin }) {
            const last = loadStudy();
            const own = known.get(origin);
            if (last && last.id === own?.id && last.sgf === own.sgf) saveStudy({ ...last, moves: movesTo(tree, at) });
        },
        /** Restores a study from the shelf. @param {string} id */
        restore(id) {
            const stored = shelvedStudies().find((one) => one.id === id);
            if (!stored || study.apply({ do: 'load', sgf: stored.sgf, ply: 0 })) return;
            const { tree, origin } = study.get();
            known.set(origin, stored);
            study.apply({ do: 'go', to: storedNode(tree, stored) });
        },
    };
}
