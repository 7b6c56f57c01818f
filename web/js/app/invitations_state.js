// Which invitations are said, and how loudly: a card, one at a time, or only a number in the bar. No document.

/** @typedef {import('../types.js').Summary} Summary */

/**
 * @typedef {object} InvitationsInput
 * @property {readonly Summary[]} games the own ones and those that one is asked to
 * @property {string | undefined} name of who is here
 * @property {string} path the address
 * @property {ReadonlySet<string>} postponed games that were put off
 * @property {boolean} opened were the invitations asked for?
 */

/** Does a game lie there, which nothing may cover? @param {string} path */
export const isGamePage = (path) => path.startsWith('/game/');

/**
 * @param {InvitationsInput} situation
 * @returns {{invitations: Summary[], card: Summary | null, more: number}} all of them, the one to be shown, how many wait behind it
 */
export function invitationsState({ games, name, path, postponed, opened }) {
    const invitations = games.filter((g) => g.state === 'waiting' && g.owner !== name && path !== `/game/${g.game}`); // there it is said already
    const cards = opened || !isGamePage(path) ? invitations.filter((g) => !postponed.has(g.game)) : [];
    return { invitations, card: cards[0] ?? null, more: Math.max(0, cards.length - 1) };
}
