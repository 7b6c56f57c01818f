// Status text of a game and the buttons it offers, as a pure function of the snapshot. Also explains each step of an
// opening.
import { playerName, setupLabels } from '../game/game_text.js';
import { isMyTurn, otherColor, zoneArea } from '../game/game_state.js';
import { isLocalGame } from '../game/game_source.js';
import { LEVELS, openingSteps } from '../game/rules.js';
import { levelName, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Me} Me */

/**
 * @typedef {object} PanelButton
 * @property {string} label
 * @property {string} [hint]
 * @property {'main' | 'plain' | 'bad'} kind
 * @property {PanelAction} action
 */

/**
 * The action of a button.
 * @typedef {{act: 'join' | 'draw' | 'decline' | 'abort' | 'rematch' | 'resign' | 'claim_win' | 'claim_draw'} | {choice: Choice} | {takeback: number} | {go: string} | {begin: {opponent: string, [field: string]: unknown}}} PanelAction
 */

/** @typedef {{tone: 'plain' | 'yours' | 'good' | 'bad', headline: string, detail: string, buttons: PanelButton[]}} PanelStatus */

/**
 * @param {Snapshot} game
 * @param {number | null} seat
 */
const nameAt = (game, seat) => playerName(seat === null ? null : game.seats[seat]);

/**
 * @param {string} headline
 * @param {string} [detail]
 * @param {Partial<PanelStatus>} [more]
 * @returns {PanelStatus}
 */
function panelStatus(headline, detail = '', more = {}) {
    return { tone: 'plain', headline, detail, buttons: [], ...more };
}

// ---- Before the game

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 */
export const isOwner = (game, viewer) => game.you !== null || game.owner === viewer?.name;

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 */
function waitingStatus(game, viewer) {
    const wanted = game.opponent.startsWith('user:') ? game.opponent.slice(5) : null;
    if (isOwner(game, viewer)) {
        /** @type {PanelButton[]} */
        const buttons = [{ label: t('game.withdraw'), kind: 'plain', action: { act: 'abort' } }];
        if (game.opponent === 'anyone') return panelStatus(t('wait.anyone'), t('wait.anyone.detail'), { buttons });
        if (wanted) return panelStatus(t('wait.user', { name: wanted }), t('wait.user.detail'), { buttons });
        return panelStatus(t('wait.link'), t('wait.link.detail'), { buttons });
    }
    if (wanted && wanted.toLowerCase() !== viewer?.name.toLowerCase())
        return panelStatus(t('wait.others', { owner: game.owner, name: wanted }), t('wait.others.detail'));
    return invitationStatus(game, viewer);
}

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 */
function invitationStatus(game, viewer) {
    const free = game.seats[0] ? 1 : 0;
    const color = t(free === 0 ? 'color.black' : 'color.white');
    const seat = game.opening === 'none' ? t('wait.invited.color', { color }) : t('wait.invited.opening');
    const detail = t('wait.invited.detail', { setup: setupLabels(game).join(' · '), seat });
    const needsAccount = game.rated && viewer?.kind !== 'account';
    /** @type {PanelButton[]} */
    const no = game.opponent.startsWith('user:') ? [{ label: t('offer.decline'), kind: 'plain', action: { act: 'decline' } }] : [];
    return panelStatus(t('wait.invited', { name: game.owner }), needsAccount ? `${detail} ${t('wait.account')}` : detail, {
        tone: 'yours',
        buttons: [needsAccount
            ? { label: t('wait.account.make'), kind: 'main', action: { go: '/account' } }
            : { label: t('game.join'), kind: 'main', action: { act: 'join' } }, ...no],
    });
}

/**
 * Why others cannot open a link to the page, '' if they can. A page behind a proxy has a public address.
 * @param {string} host of the page's address
 * @param {boolean} serverIsLoopback
 */
export function linkNotice(host, serverIsLoopback) {
    if (!/^(localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(host)) return '';
    return serverIsLoopback ? t('wait.loopback') : t('wait.loopback.address', { host });
}

// ---- Openings

/**
 * @param {Snapshot} game
 * @param {Choice} choice
 * @returns {PanelButton}
 */
function choiceButton(game, choice) {
    const ownSide = game.seats[game.you ?? 0]?.color ?? 'white';
    const color = choice === 'swap' ? otherColor(ownSide) : ownSide;
    if (choice === 'more') return { label: t('choice.more'), hint: t('choice.more.hint'), kind: 'plain', action: { choice } };
    return { label: t(`choice.${color}`), hint: t(choice === 'stay' ? 'choice.stay.hint' : 'choice.swap.hint'), kind: 'plain', action: { choice } };
}

/** @param {Snapshot} game */
function openingStatus(game) {
    const turn = game.turn;
    if (!turn) return null;
    const other = nameAt(game, game.you === null ? null : 1 - game.you);
    const actor = nameAt(game, turn.seat);
    if (turn.asks === 'choice') {
        if (!isMyTurn(game)) return panelStatus(t('opening.chooses', { name: actor }), t(turn.choices.includes('more') ? 'opening.chooses.more' : 'opening.chooses.detail'));
        return panelStatus(t('opening.choose'), t('opening.choose.detail'), {
            tone: 'yours', buttons: turn.choices.map((choice) => choiceButton(game, choice)),
        });
    }
    if (turn.stones === 0) return null;
    const color = t(`color.${turn.color}`);
    if (!isMyTurn(game)) return panelStatus(t('opening.places', { name: actor }), t('opening.places.detail', { n: turn.stones }));
    const [first, choice] = openingSteps(game.opening);
    const three = game.moves.length < first.stones;
    return panelStatus(t(three ? 'opening.three' : 'opening.two', { n: turn.stones, color }),
        t(three ? (choice.choices.includes('more') ? 'opening.three.more' : 'opening.three.choice') : 'opening.two.detail', { name: other }),
        { tone: 'yours' });
}

/**
 * Where the opening wants the next stone.
 * @param {Snapshot} game
 */
export function zoneText(game) {
    const zone = game.turn?.zone;
    if (!zone) return '';
    const { left, right } = zoneArea(zone);
    return zone.allowed === 'inside' ? t('opening.centre') : t('opening.zone', { n: right - left + 1 });
}

// ---- The game

/** What the player that plays proved moves says about its last one; '' for others. @param {Snapshot} game */
function provedText({ proved, ply }) {
    if (proved === undefined || ply === 0) return '';
    return t(proved === 'win' ? 'perfect.win' : proved === 'hold' ? 'perfect.hold' : 'perfect.outside');
}

/** @param {Snapshot} game */
function playingStatus(game) {
    const seat = game.turn?.seat ?? 0;
    if (game.actions.includes('claim_win'))
        return panelStatus(t('turn.left', { name: nameAt(game, seat) }), t('turn.left.detail'), {
            buttons: [
                { label: t('action.claim_win'), kind: 'main', action: { act: 'claim_win' } },
                { label: t('action.claim_draw'), kind: 'plain', action: { act: 'claim_draw' } },
            ],
        });
    const step = openingStatus(game);
    if (step) return step;
    const color = game.turn?.color ?? 'black';
    if (isMyTurn(game)) {
        const detail = game.mist ? t(game.ply < 4 ? 'mist.yours' : 'mist.yours.short') : zoneText(game) || t(`turn.yours.${color}`);
        return panelStatus(t('turn.yours'), [provedText(game), detail].filter(Boolean).join(' '), { tone: 'yours' });
    }
    if (game.seats[seat]?.kind === 'level') return panelStatus(t('turn.thinks', { name: nameAt(game, seat) }), game.mist ? t('mist.theirs') : '');
    if (game.you === null) return panelStatus(t(`turn.${color}`), game.mist ? t('mist.watching') : '');
    return panelStatus(t('turn.theirs', { name: nameAt(game, seat) }), game.mist ? t('mist.theirs') : zoneText(game));
}

// ---- After the game

/** @param {Snapshot} game */
function reasonText(game) {
    const result = game.result;
    if (!result) return '';
    const loser = result.seat === null ? null : 1 - result.seat;
    if (result.reason === 'abandoned' && loser === null) return t('reason.abandoned.draw');
    const ownSide = { five: result.seat, resign: loser, time: loser, abandoned: loser }[/** @type {string} */ (result.reason)];
    if (ownSide !== undefined && ownSide === game.you) return t(/** @type {import('../words/i18n.js').Key} */ (`reason.${result.reason}.you`));
    return t(`reason.${result.reason}`, { winner: nameAt(game, result.seat), loser: nameAt(game, loser) });
}

/**
 * Offers a stronger level after a win and a weaker one after a loss.
 * @param {Snapshot} game
 * @returns {PanelButton[]}
 */
function levelButtons(game) {
    const level = game.you === null ? 0 : (game.seats[1 - game.you]?.level ?? 0);
    const winner = game.result?.seat ?? null;
    if (!level || winner === null || game.rated) return [];
    const next = LEVELS[LEVELS.indexOf(level) + (winner === game.you ? 1 : -1)];
    if (next === undefined) return [];
    const { rules, size, opening, time } = game;
    const board = game.mist ? { mist: true } : { rules, size, opening };
    return [{ label: t('rematch.level', { level: levelName(next) }), kind: 'plain', action: { begin: { opponent: `level:${next}`, time, ...board } } }];
}

/** @param {Snapshot} game */
function rematchButtons(game) {
    /** @type {PanelButton[]} */
    const buttons = [];
    if (game.next) buttons.push({ label: t(game.you === null ? 'rematch.watch' : 'rematch.open'), kind: 'main', action: { go: `/game/${game.next}` } });
    else if (game.you !== null && game.actions.includes('rematch'))
        buttons.push({ label: t(game.offers.rematch[1 - game.you] ? 'rematch.accept' : 'rematch.ask'), kind: 'main', action: { act: 'rematch' } });
    buttons.push(...levelButtons(game));
    if (game.ply > 0) buttons.push({ label: t('review.button'), kind: 'plain', action: { go: `/review/${game.game}` } });
    if (game.ply > 0) buttons.push({ label: t('study.analyse'), kind: 'plain', action: { go: `/analyse?game=${game.game}` } });
    if (game.state === 'over' && !isLocalGame(game.game)) buttons.push({ label: t('together.open'), kind: 'plain', action: { go: `/together/${game.game}` } });
    buttons.push({ label: t('game.new'), kind: 'plain', action: { go: '/' } });
    return buttons;
}

/**
 * In the mist: how often each side tried an occupied point.
 * @param {Snapshot} game
 */
function triesText(game) {
    if (!game.tries?.length) return '';
    const [black, white] = [0, 1].map((parity) => game.tries?.filter((tried) => tried.ply % 2 === parity).length ?? 0);
    return t('over.tries', { n: black, m: white });
}

/** @param {Snapshot} game */
function overStatus(game) {
    const winner = game.result?.seat ?? null;
    const other = game.you === null ? '' : nameAt(game, 1 - game.you);
    const rematchText = game.you === null || game.next ? ''
        : game.offers.rematch[game.you] ? t('rematch.asked', { name: other })
        : game.offers.rematch[1 - game.you] ? t('rematch.wished', { name: other }) : '';
    const detail = [reasonText(game), triesText(game), rematchText].filter(Boolean).join(' ');
    const buttons = rematchButtons(game);
    if (winner === null) return panelStatus(t('over.draw'), detail, { buttons });
    if (game.you === null) return panelStatus(t('over.wins', { name: nameAt(game, winner) }), detail, { buttons });
    return winner === game.you
        ? panelStatus(t('over.won'), detail, { tone: 'good', buttons })
        : panelStatus(t('over.lost'), detail, { tone: 'bad', buttons });
}

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 * @returns {PanelStatus}
 */
export function gameStatus(game, viewer) {
    if (game.state === 'waiting') return waitingStatus(game, viewer);
    if (game.state === 'playing') return playingStatus(game);
    if (game.state === 'over') return overStatus(game);
    const buttons = [/** @type {PanelButton} */ ({ label: t('game.new'), kind: 'main', action: { go: '/' } })];
    if (game.declined) {
        const name = game.opponent.slice('user:'.length);
        return panelStatus(t('over.declined'), isOwner(game, viewer) ? t('over.declined.detail', { name }) : '', { buttons });
    }
    return panelStatus(t('over.aborted'), t(game.started ? 'over.aborted.detail' : 'over.withdrawn.detail'), { buttons });
}

/**
 * The open offer (draw or takeback), if any.
 * @param {Snapshot} game
 * @returns {PanelStatus | null}
 */
export function offerStatus(game) {
    const { draw, takeback, plies } = game.offers;
    const seat = draw ?? takeback;
    if (game.state !== 'playing' || seat === null) return null;
    const what = draw !== null ? 'draw' : 'takeback';
    if (game.you === null) return panelStatus(t(`offer.${what}.seen`, { name: nameAt(game, seat) }));
    if (seat === game.you)
        return panelStatus(t(`offer.${what}.yours`), '', { buttons: [{ label: t('offer.withdraw'), kind: 'plain', action: { act: 'decline' } }] });
    return panelStatus(t(`offer.${what}.theirs`, { name: nameAt(game, seat) }), '', {
        tone: 'yours',
        buttons: [
            { label: t('offer.accept'), kind: 'main', action: what === 'draw' ? { act: 'draw' } : { takeback: plies } },
            { label: t('offer.decline'), kind: 'plain', action: { act: 'decline' } },
        ],
    });
}
