// Puzzle sync: stores an account's attempts on the server too, for other devices. What fails now is sent on the next
// visit, because the browser has everything.
import { request } from '../net/http.js';
import { me } from '../app/session.js';
import { adoptAttempts, saveAttempts } from './attempts.js';
import { fromServer, notOnServer } from './server_attempts.js';

/** @typedef {import('./attempts.js').Attempt} Attempt */

/**
 * @param {Attempt} attempt
 * @param {AbortSignal} signal
 */
const send = ({ at, id, score, day }, signal) => request('POST', 'puzzles', { puzzle: id, at, score: 100 * score, day }, signal);

/**
 * @param {import('./puzzle_data.js').Puzzle[]} puzzles
 * @param {(attempts: Attempt[]) => void} onChange called with the merged attempts
 * @param {AbortSignal} signal
 */
export function createAttemptsSync(puzzles, onChange, signal) {
    async function syncAll() {
        const { attempts: serverAttempts } = await request('GET', 'puzzles', null, signal);
        const all = saveAttempts(fromServer(serverAttempts, puzzles));
        onChange(all);
        for (const attempt of notOnServer(all, serverAttempts)) await send(attempt, signal);
    }

    me.subscribe((who) => {
        if (!who) return; // unknown while offline: keep the owner
        onChange(adoptAttempts(who.kind === 'account' ? who.name : null));
        if (who.kind === 'account') syncAll().catch(() => {});
    }, signal);

    return {
        /** @param {Attempt} attempt */
        upload(attempt) {
            if (me.get()?.kind === 'account') send(attempt, signal).catch(() => {});
        },
    };
}
