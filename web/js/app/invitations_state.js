// Invitations state: which invitations are shown as a card (one at a time) and which only count in the badge.
// Does not use the DOM.

/** @typedef {import('../types.js').Summary} Summary */

/**
 * @typedef {object} InvitationsInput
 * @property {readonly Summary[]} games the user's own and those with an invitation for the user
 * @property {string | undefined} name of the user
 * @property {string} path of the current page
 * @property {ReadonlySet<string>} postponed games whose invitation was postponed
 * @property {boolean} opened true if the user opened the list
 */

/** True on the page of a game, which no card may cover. @param {string} path */
export const isGamePage = (path) => path.startsWith('/game/');

/**
 * @param {InvitationsInput} situation
 * @returns {{invitations: Summary[], card: Summary | null, more: number}} all invitations, the one to show as a card, and how many wait after it
 */
export function invitationsState({ games, name, path, postponed, opened }) {
    const invitations = games.filter((g) => g.state === 'waiting' && g.owner !== name && path !== `/game/${g.game}`); // the game's own page shows it already
    const cards = opened || !isGamePage(path) ? invitations.filter((g) => !postponed.has(g.game)) : [];
    return { invitations, card: cards[0] ?? null, more: Math.max(0, cards.length - 1) };
}
