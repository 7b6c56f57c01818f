// An account's attempts are on the server too, so that another device knows of them. Whatever does not get there now does
// with the next visit: the browser has everything.
import { request } from '../net/http.js';
import { me } from '../app/session.js';
import { adopt, keepAttempts } from './attempts.js';
import { fromServer, missing } from './server_attempts.js';

/** @typedef {import('./attempts.js').Attempt} Attempt */

/**
 * @param {Attempt} attempt
 * @param {AbortSignal} signal
 */
const send = ({ at, id, score, day }, signal) => request('POST', 'puzzles', { puzzle: id, at, score: 100 * score, day }, signal);

/**
 * @param {import('./puzzle_data.js').Puzzle[]} puzzles
 * @param {(attempts: Attempt[]) => void} change of what is known here
 * @param {AbortSignal} signal
 */
export function createSync(puzzles, change, signal) {
    async function exchange() {
        const { attempts: told } = await request('GET', 'puzzles', null, signal);
        const all = keepAttempts(fromServer(told, puzzles));
        change(all);
        for (const attempt of missing(all, told)) await send(attempt, signal);
    }

    me.subscribe((who) => {
        if (!who) return; // without the server nobody knows: then it is whoever it was
        change(adopt(who.kind === 'account' ? who.name : null));
        if (who.kind === 'account') exchange().catch(() => {});
    }, signal);

    return {
        /** @param {Attempt} attempt */
        tell(attempt) {
            if (me.get()?.kind === 'account') send(attempt, signal).catch(() => {});
        },
    };
}
