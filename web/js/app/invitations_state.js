// Which invitations are said, and how loudly: a card, one at a time, or only a number in the bar. No document.

/** @typedef {import('../types.js').Summary} Summary */

/**
 * @typedef {object} Situation
 * @property {readonly Summary[]} games the own ones and those that one is asked to
 * @property {string | undefined} name of who is here
 * @property {string} at the address
 * @property {ReadonlySet<string>} later games that were put off
 * @property {boolean} opened were the invitations asked for?
 */

/** Does a game lie there, which nothing may cover? @param {string} at */
export const isGame = (at) => at.startsWith('/game/');

/**
 * @param {Situation} situation
 * @returns {{asking: Summary[], card: Summary | null, more: number}} all of them, the one to be shown, how many wait behind it
 */
export function asked({ games, name, at, later, opened }) {
    const asking = games.filter((g) => g.state === 'waiting' && g.owner !== name && at !== `/game/${g.game}`); // there it is said already
    const cards = opened || !isGame(at) ? asking.filter((g) => !later.has(g.game)) : [];
    return { asking, card: cards[0] ?? null, more: Math.max(0, cards.length - 1) };
}
