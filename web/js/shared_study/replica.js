// Replica of a shared study: commands are sent to the server, which returns them to everybody in one order. Does not use
// the network or the DOM.
import { store } from '../util/store.js';
import { createStudy } from '../study/study.js';
import { createTree, nodeAt } from '../study/tree.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('../study/study.js').State} State */
/** @typedef {import('../study/tree.js').Node} Node */
/** @typedef {import('../study/tree.js').Tree} Tree */
/** @typedef {{black: string, white: string}} Names */

/**
 * The whole study, as in docs/integrate/api.md.
 * @typedef {object} StudySnapshot
 * @property {number} seq
 * @property {string} rules
 * @property {number} size
 * @property {number} at
 * @property {number} next
 * @property {number} main last node of the game's own moves
 * @property {[number, number, string][]} nodes id, parent, point
 * @property {string[]} people
 * @property {string | null} leader
 */

/** @typedef {{seq: number, by?: string, command?: Command, people?: string[], leader?: string | null}} StudyUpdate */
/** @typedef {{people: readonly string[], leader: string | null}} Participants */

/**
 * @param {StudySnapshot} snapshot
 * @param {Names} names
 * @returns {Tree}
 */
export function treeFromSnapshot({ rules, size, next, nodes }, names) {
    const bare = createTree({ rules, size, black: [], white: [], turn: 'black' }, names);
    /** @type {Map<number, Node>} */
    const grown = new Map(bare.nodes);
    for (const [id, parent, point] of nodes) {
        const above = nodeAt({ ...bare, nodes: grown }, parent);
        grown.set(parent, { ...above, children: [...above.children, id] });
        grown.set(id, { id, parent, point, children: [], comment: '', marks: {} });
    }
    return { ...bare, nodes: grown, next };
}

/** @param {(command: Command) => void} send */
export function createReplica(send) {
    let study = createStudy();
    const current = store(study.get());
    const participants = store(/** @type {Participants} */ ({ people: [], leader: null }));
    let seq = -1; // before the snapshot
    let main = 0;
    let by = ''; // user of the last command

    return {
        /** @returns {State} */
        get: current.get,
        subscribe: current.subscribe,
        participants: participants,
        by: () => by,
        /** True if the node is a move of the game. @param {number} node */
        isGameMove: (node) => node <= main,
        /** @param {Command} command @returns {null} the server decides */
        apply(command) {
            send(command);
            return null;
        },
        /** Starts from a snapshot. @param {StudySnapshot} snapshot @param {Names} names */
        reset(snapshot, names) {
            study = createStudy(treeFromSnapshot(snapshot, names));
            study.apply({ do: 'go', to: snapshot.at });
            ({ seq, main } = snapshot);
            by = '';
            current.set(study.get());
            participants.set({ people: snapshot.people, leader: snapshot.leader });
        },
        /** @param {StudyUpdate} update @returns {boolean} false if an update was missed */
        applyUpdate(update) {
            if (update.seq <= seq) return true;
            if (seq < 0 || update.seq > seq + 1) return false;
            seq = update.seq;
            if (update.people) participants.set({ people: update.people, leader: update.leader ?? null });
            if (!update.command) return true;
            by = update.by ?? '';
            const error = study.apply(update.command);
            current.set(study.get());
            return error === null;
        },
    };
}

/** @typedef {ReturnType<typeof createReplica>} Replica */
