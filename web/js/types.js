// Types of the server API (docs/integrate/api.md).

/** @typedef {'black' | 'white'} Color */
/** @typedef {0 | 1} Seat */
/** @typedef {'guest' | 'account' | 'level'} Kind */

/** @typedef {{rating: number, deviation: number, games: number}} Rating */

/**
 * @typedef {object} Me
 * @property {string} name
 * @property {Kind} kind
 * @property {boolean} [bot] has an API token
 * @property {boolean} chat
 * @property {boolean} online named among those who are online
 * @property {Record<string, Rating>} rating by pool
 * @property {string[]} games ids of ongoing games
 */

/**
 * @typedef {object} ClockState
 * @property {number} main
 * @property {number} periods
 * @property {number} period
 * @property {number | null} move
 * @property {boolean} runs
 */

/**
 * @typedef {object} Person
 * @property {string} name
 * @property {Kind} kind
 * @property {boolean} [bot] has an API token
 * @property {number} level
 * @property {number | null} rating null if unrated
 * @property {boolean} provisional
 * @property {Color} color
 */

/** @typedef {Person & {here: boolean, clock: ClockState | null}} SeatedPlayer */

/**
 * @typedef {object} Turn
 * @property {Seat} seat
 * @property {Color} color
 * @property {'stone' | 'choice'} asks
 * @property {Choice[]} choices
 * @property {number} stones
 * @property {Zone | null} [zone] where the opening allows the stone; not in games stored by older versions
 */

/** @typedef {{allowed: 'inside' | 'outside', low: string, high: string}} Zone a square of the board by its corners */

/** @typedef {'stay' | 'swap' | 'more'} Choice */

/**
 * @typedef {object} Result
 * @property {Color | null} winner
 * @property {Seat | null} seat
 * @property {'five' | 'full' | 'resign' | 'time' | 'agreed' | 'crash' | 'abandoned' | 'adjudicated'} reason
 * @property {string} [text]
 */

/** @typedef {{draw: Seat | null, takeback: Seat | null, plies: number, rematch: boolean[]}} Offers */

/** @typedef {'join' | 'play' | 'resign' | 'draw' | 'takeback' | 'decline' | 'abort' | 'rematch' | 'claim_win' | 'claim_draw'} Action */

/** @typedef {{centre: string, cells: string}} MistView */

/**
 * The part of a game that lists show.
 * @typedef {object} Setup
 * @property {string} game
 * @property {number} seq
 * @property {'waiting' | 'playing' | 'over' | 'aborted'} state
 * @property {string} rules
 * @property {number} size
 * @property {string} opening
 * @property {string} time
 * @property {boolean} mist
 * @property {boolean} rated
 * @property {boolean} chat
 * @property {string} opponent
 * @property {string} owner
 * @property {number} created
 * @property {number | null} started
 * @property {number | null} ended
 */

/** @typedef {Setup & {seats: (Person | null)[], ply: number, your_turn?: boolean, result: Result | null, moves?: (string | null)[]}} Summary moves: of finished games, if asked for */

/**
 * @typedef {object} SnapshotFields
 * @property {Seat | null} you
 * @property {(SeatedPlayer | null)[]} seats
 * @property {number} ply
 * @property {number} line
 * @property {(string | null)[]} moves
 * @property {Turn | null} turn
 * @property {Record<string, string>} fouls
 * @property {string[]} five
 * @property {MistView | null} view
 * @property {string[]} seen in the mist, the opponent's stones that the viewer has seen or hit
 * @property {Offers} offers
 * @property {Action[]} actions what the viewer may do now
 * @property {number} takeback_plies of a takeback that the viewer may ask for; 0: none
 * @property {Result | null} result
 * @property {boolean} declined
 * @property {{ply: number, move: string}[]} [tries] attempts on occupied points in the mist; known after the game
 * @property {string | null} next
 * @property {'win' | 'hold' | null} [proved] in this browser: about the last move of the opponent that plays proved moves
 * @property {number} watchers
 */
/** @typedef {Setup & SnapshotFields} Snapshot */

/** @typedef {{n: number, from: string | null, seat: Seat | null, text: string, at: number}} ChatLine */

/** @typedef {{open: Summary[], live: Summary[], online: {names: string[], bots: string[], count: number}}} Lobby names: at most 50, of accounts that show it */

export {};
