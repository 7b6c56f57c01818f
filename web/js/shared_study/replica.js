// A study that several people look at. What anybody does goes to the server; what is done comes back from it,
// to all in one order. No network, no document.
import { store } from '../util/store.js';
import { createStudy } from '../study/study.js';
import { createTree, nodeAt } from '../study/tree.js';

/** @typedef {import('../study/study.js').Command} Command */
/** @typedef {import('../study/study.js').State} State */
/** @typedef {import('../study/tree.js').Node} Node */
/** @typedef {import('../study/tree.js').Tree} Tree */
/** @typedef {{black: string, white: string}} Names */

/**
 * All of it, as docs/server.md has it.
 * @typedef {object} Whole
 * @property {number} seq
 * @property {string} rules
 * @property {number} size
 * @property {number} at
 * @property {number} next
 * @property {number} main the last node of the game itself
 * @property {[number, number, string][]} nodes number, parent, point
 * @property {string[]} people
 * @property {string | null} leader
 */

/** @typedef {{seq: number, by?: string, command?: Command, people?: string[], leader?: string | null}} News */
/** @typedef {{people: readonly string[], leader: string | null}} Company */

/**
 * @param {Whole} whole
 * @param {Names} names
 * @returns {Tree}
 */
export function treeOf({ rules, size, next, nodes }, names) {
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
export function createShared(send) {
    let study = createStudy();
    const current = store(study.get());
    const company = store(/** @type {Company} */ ({ people: [], leader: null }));
    let seq = -1; // before the whole has come
    let main = 0;
    let by = ''; // who did the last thing

    return {
        /** @returns {State} */
        get: current.get,
        subscribe: current.subscribe,
        company,
        by: () => by,
        /** Is it a move of the game itself? @param {number} node */
        isOfGame: (node) => node <= main,
        /** @param {Command} command @returns {null} whether it can be done the server says */
        apply(command) {
            send(command);
            return null;
        },
        /** Once more from the beginning. @param {Whole} whole @param {Names} names */
        begin(whole, names) {
            study = createStudy(treeOf(whole, names));
            study.apply({ do: 'go', to: whole.at });
            ({ seq, main } = whole);
            by = '';
            current.set(study.get());
            company.set({ people: whole.people, leader: whole.leader });
        },
        /** @param {News} news @returns {boolean} false: something before it was missed */
        take(news) {
            if (news.seq <= seq) return true;
            if (seq < 0 || news.seq > seq + 1) return false;
            seq = news.seq;
            if (news.people) company.set({ people: news.people, leader: news.leader ?? null });
            if (!news.command) return true;
            by = news.by ?? '';
            const refused = study.apply(news.command);
            current.set(study.get());
            return refused === null;
        },
    };
}

/** @typedef {ReturnType<typeof createShared>} Shared */
