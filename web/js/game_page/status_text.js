// What the page says about a game at this moment, and which answers it offers: one function from
// what is known to words. Openings are explained here, at the step where they are asked.
import { personName, setupWords } from '../game/game_text.js';
import { isMyTurn, otherColor } from '../game/game_state.js';
import { isLocal } from '../game/game_source.js';
import { t } from '../words/i18n.js';

const LEVELS = 10;

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Choice} Choice */
/** @typedef {import('../types.js').Me} Me */

/**
 * @typedef {object} Answer
 * @property {string} label
 * @property {string} [hint]
 * @property {'main' | 'plain' | 'bad'} kind
 * @property {Deed} deed
 */

/**
 * What a button does.
 * @typedef {{act: 'join' | 'draw' | 'decline' | 'abort' | 'rematch' | 'resign'} | {choice: Choice} | {takeback: number} | {go: string} | {begin: {opponent: string, [field: string]: unknown}}} Deed
 */

/** @typedef {{tone: 'plain' | 'yours' | 'good' | 'bad', headline: string, detail: string, answers: Answer[]}} Saying */

/**
 * @param {Snapshot} game
 * @param {number | null} seat
 */
const nameAt = (game, seat) => personName(seat === null ? null : game.seats[seat]);

/**
 * @param {string} headline
 * @param {string} [detail]
 * @param {Partial<Saying>} [more]
 * @returns {Saying}
 */
function say(headline, detail = '', more = {}) {
    return { tone: 'plain', headline, detail, answers: [], ...more };
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
function waiting(game, viewer) {
    const wanted = game.opponent.startsWith('user:') ? game.opponent.slice(5) : null;
    if (isOwner(game, viewer)) {
        /** @type {Answer[]} */
        const answers = [{ label: t('game.withdraw'), kind: 'plain', deed: { act: 'abort' } }];
        if (game.opponent === 'anyone') return say(t('wait.anyone'), t('wait.anyone.detail'), { answers });
        if (wanted) return say(t('wait.user', { name: wanted }), t('wait.user.detail'), { answers });
        return say(t('wait.link'), t('wait.link.detail'), { answers });
    }
    if (wanted && wanted.toLowerCase() !== viewer?.name.toLowerCase())
        return say(t('wait.others', { owner: game.owner, name: wanted }), t('wait.others.detail'));
    return invitation(game, viewer);
}

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 */
function invitation(game, viewer) {
    const free = game.seats[0] ? 1 : 0;
    const color = t(free === 0 ? 'color.black' : 'color.white');
    const seat = game.opening === 'none' ? t('wait.invited.color', { color }) : t('wait.invited.opening');
    const detail = t('wait.invited.detail', { setup: setupWords(game).join(' · '), seat });
    const needsAccount = game.rated && viewer?.kind !== 'account';
    /** @type {Answer[]} */
    const no = game.opponent.startsWith('user:') ? [{ label: t('offer.decline'), kind: 'plain', deed: { act: 'decline' } }] : [];
    return say(t('wait.invited', { name: game.owner }), needsAccount ? `${detail} ${t('wait.account')}` : detail, {
        tone: 'yours',
        answers: [needsAccount
            ? { label: t('wait.account.make'), kind: 'main', deed: { go: '/account' } }
            : { label: t('game.join'), kind: 'main', deed: { act: 'join' } }, ...no],
    });
}

// ---- Openings

/**
 * @param {Snapshot} game
 * @param {Choice} choice
 * @returns {Answer}
 */
function choiceAnswer(game, choice) {
    const own = game.seats[game.you ?? 0]?.color ?? 'white';
    const color = choice === 'swap' ? otherColor(own) : own;
    if (choice === 'more') return { label: t('choice.more'), hint: t('choice.more.hint'), kind: 'plain', deed: { choice } };
    return { label: t(`choice.${color}`), hint: t(choice === 'stay' ? 'choice.stay.hint' : 'choice.swap.hint'), kind: 'plain', deed: { choice } };
}

/** @param {Snapshot} game */
function opening(game) {
    const turn = game.turn;
    if (!turn) return null;
    const other = nameAt(game, game.you === null ? null : 1 - game.you);
    const actor = nameAt(game, turn.seat);
    if (turn.asks === 'choice') {
        if (!isMyTurn(game)) return say(t('opening.chooses', { name: actor }), t(turn.choices.includes('more') ? 'opening.chooses.more' : 'opening.chooses.detail'));
        return say(t('opening.choose'), t('opening.choose.detail'), {
            tone: 'yours', answers: turn.choices.map((choice) => choiceAnswer(game, choice)),
        });
    }
    if (turn.stones === 0) return null;
    const color = t(`color.${turn.color}`);
    if (!isMyTurn(game)) return say(t('opening.places', { name: actor }), t('opening.places.detail', { n: turn.stones }));
    const three = game.moves.length < 3;
    return say(t(three ? 'opening.three' : 'opening.two', { n: turn.stones, color }),
        t(three ? (game.opening === 'swap2' ? 'opening.three.swap2' : 'opening.three.swap') : 'opening.two.detail', { name: other }),
        { tone: 'yours' });
}

/** @param {Snapshot} game */
function zoneText(game) {
    if (game.opening !== 'pro' && game.opening !== 'long-pro') return '';
    if (game.ply === 0) return t('opening.centre');
    return game.ply === 2 ? t(game.opening === 'pro' ? 'opening.zone.pro' : 'opening.zone.long-pro') : '';
}

// ---- The game

/** @param {Snapshot} game */
function playing(game) {
    const step = opening(game);
    if (step) return step;
    const color = game.turn?.color ?? 'black';
    if (isMyTurn(game)) {
        const detail = game.mist ? t(game.ply < 4 ? 'mist.yours' : 'mist.yours.short') : zoneText(game) || t(`turn.yours.${color}`);
        return say(t('turn.yours'), detail, { tone: 'yours' });
    }
    const seat = game.turn?.seat ?? 0;
    if (game.seats[seat]?.kind === 'level') return say(t('turn.thinks', { name: nameAt(game, seat) }), game.mist ? t('mist.theirs') : '');
    if (game.you === null) return say(t(`turn.${color}`), game.mist ? t('mist.watching') : '');
    return say(t('turn.theirs', { name: nameAt(game, seat) }), game.mist ? t('mist.theirs') : zoneText(game));
}

// ---- After the game

/** @param {Snapshot} game */
function reasonText(game) {
    const result = game.result;
    if (!result) return '';
    const loser = result.seat === null ? null : 1 - result.seat;
    const own = { five: result.seat, resign: loser, time: loser }[/** @type {string} */ (result.reason)];
    if (own !== undefined && own === game.you) return t(/** @type {import('../words/i18n.js').Key} */ (`reason.${result.reason}.you`));
    return t(`reason.${result.reason}`, { winner: nameAt(game, result.seat), loser: nameAt(game, loser) });
}

/**
 * Who beat a level may want a stronger one, who lost a weaker one.
 * @param {Snapshot} game
 * @returns {Answer[]}
 */
function levelAnswers(game) {
    const level = game.you === null ? 0 : (game.seats[1 - game.you]?.level ?? 0);
    const winner = game.result?.seat ?? null;
    if (!level || winner === null || game.rated) return [];
    const next = winner === game.you ? level + 1 : level - 1;
    if (next < 1 || next > LEVELS) return [];
    const { rules, size, opening, time } = game;
    const board = game.mist ? { mist: true } : { rules, size, opening };
    return [{ label: t('rematch.level', { level: next }), kind: 'plain', deed: { begin: { opponent: `level:${next}`, time, ...board } } }];
}

/** @param {Snapshot} game */
function rematchAnswers(game) {
    /** @type {Answer[]} */
    const answers = [];
    if (game.next) answers.push({ label: t(game.you === null ? 'rematch.watch' : 'rematch.open'), kind: 'main', deed: { go: `/game/${game.next}` } });
    else if (game.you !== null && !game.offers.rematch[game.you])
        answers.push({ label: t(game.offers.rematch[1 - game.you] ? 'rematch.accept' : 'rematch.ask'), kind: 'main', deed: { act: 'rematch' } });
    answers.push(...levelAnswers(game));
    if (game.ply > 0) answers.push({ label: t('review.button'), kind: 'plain', deed: { go: `/review/${game.game}` } });
    if (game.ply > 0) answers.push({ label: t('study.analyse'), kind: 'plain', deed: { go: `/analyse?game=${game.game}` } });
    if (game.state === 'over' && !isLocal(game.game)) answers.push({ label: t('together.open'), kind: 'plain', deed: { go: `/together/${game.game}` } });
    answers.push({ label: t('game.new'), kind: 'plain', deed: { go: '/' } });
    return answers;
}

/**
 * In the mist: how often both ran into a stone.
 * @param {Snapshot} game
 */
function triesText(game) {
    if (!game.tries?.length) return '';
    const [black, white] = [0, 1].map((parity) => game.tries?.filter((tried) => tried.ply % 2 === parity).length ?? 0);
    return t('over.tries', { n: black, m: white });
}

/** @param {Snapshot} game */
function over(game) {
    const winner = game.result?.seat ?? null;
    const other = game.you === null ? '' : nameAt(game, 1 - game.you);
    const wish = game.you === null || game.next ? ''
        : game.offers.rematch[game.you] ? t('rematch.asked', { name: other })
        : game.offers.rematch[1 - game.you] ? t('rematch.wished', { name: other }) : '';
    const detail = [reasonText(game), triesText(game), wish].filter(Boolean).join(' ');
    const answers = rematchAnswers(game);
    if (winner === null) return say(t('over.draw'), detail, { answers });
    if (game.you === null) return say(t('over.wins', { name: nameAt(game, winner) }), detail, { answers });
    return winner === game.you
        ? say(t('over.won'), detail, { tone: 'good', answers })
        : say(t('over.lost'), detail, { tone: 'bad', answers });
}

/**
 * @param {Snapshot} game
 * @param {Me | null} viewer
 * @returns {Saying}
 */
export function sayingOf(game, viewer) {
    if (game.state === 'waiting') return waiting(game, viewer);
    if (game.state === 'playing') return playing(game);
    if (game.state === 'over') return over(game);
    const answers = [/** @type {Answer} */ ({ label: t('game.new'), kind: 'main', deed: { go: '/' } })];
    if (game.declined) {
        const name = game.opponent.slice('user:'.length);
        return say(t('over.declined'), isOwner(game, viewer) ? t('over.declined.detail', { name }) : '', { answers });
    }
    return say(t('over.aborted'), t(game.started ? 'over.aborted.detail' : 'over.withdrawn.detail'), { answers });
}

/**
 * What one side offers the other, if anything.
 * @param {Snapshot} game
 * @returns {Saying | null}
 */
export function offerOf(game) {
    const { draw, takeback, plies } = game.offers;
    const seat = draw ?? takeback;
    if (game.state !== 'playing' || seat === null) return null;
    const what = draw !== null ? 'draw' : 'takeback';
    if (game.you === null) return say(t(`offer.${what}.seen`, { name: nameAt(game, seat) }));
    if (seat === game.you)
        return say(t(`offer.${what}.yours`), '', { answers: [{ label: t('offer.withdraw'), kind: 'plain', deed: { act: 'decline' } }] });
    return say(t(`offer.${what}.theirs`, { name: nameAt(game, seat) }), '', {
        tone: 'yours',
        answers: [
            { label: t('offer.accept'), kind: 'main', deed: what === 'draw' ? { act: 'draw' } : { takeback: plies } },
            { label: t('offer.decline'), kind: 'plain', deed: { act: 'decline' } },
        ],
    });
}
