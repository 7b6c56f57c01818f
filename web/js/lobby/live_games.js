// Choices among the games of the lobby.

/** @typedef {import('../types.js').Summary} Summary */

/** @param {Summary} game */
const ratings = (game) => game.seats.reduce((sum, person) => sum + (person?.rating ?? 0), 0);

/**
 * The game to show on the home page: the one shown before, otherwise the one between the best players that has begun. Not
 * in the mist, which spectators cannot see.
 * @param {Summary[]} live
 * @param {string | null} shown id of the game shown before
 * @returns {Summary | null}
 */
export function featuredGame(live, shown) {
    const games = live.filter((game) => game.state === 'playing' && !game.mist);
    const better = (/** @type {Summary} */ a, /** @type {Summary} */ b) =>
        Number(b.ply > 0) - Number(a.ply > 0) || ratings(b) - ratings(a) || b.ply - a.ply;
    return games.find(({ game }) => game === shown) ?? games.sort(better)[0] ?? null;
}

/**
 * The open game that has waited longest among those that the user may join.
 * @param {Summary[]} open
 * @param {{name: string, kind: string, bot?: boolean} | null} user
 * @returns {Summary | null}
 */
export function joinableGame(open, user) {
    const games = open.filter((game) => game.owner !== user?.name && (!game.rated || (user?.kind === 'account' && !user.bot)));
    return games.sort((a, b) => a.created - b.created)[0] ?? null;
}

/**
 * Who is online besides the user. `more`: guests, accounts that do not show it, and those after the first 50.
 * @param {import('../types.js').Lobby['online']} online
 * @param {string | null} ownName
 */
export function othersOnline({ names, bots, count }, ownName) {
    const others = names.filter((name) => name !== ownName).sort((a, b) => a.localeCompare(b));
    return { others, bots: new Set(bots), more: Math.max(0, count - 1 - others.length) };
}
