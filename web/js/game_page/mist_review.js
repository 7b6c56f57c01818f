// Review of a game in the mist once it is over: what each side had seen, and what it could have known. The engine
// works it out from what that side was told ('mist' of docs/integrate/wasm.md).
import { errorText } from '../app/errors.js';
import { holeArea, holeCentre } from '../game/mist_hole.js';
import { otherColor } from '../game/game_state.js';
import { segmentedControl } from '../lobby/setup_form.js';
import { fill, h } from '../ui/dom.js';
import { t } from '../words/i18n.js';

/** @typedef {import('../types.js').Snapshot} Snapshot */
/** @typedef {import('../types.js').Color} Color */
/** @typedef {import('../board/board.js').Position} Position */
/** @typedef {{ply: number, seen: string[], deduced: string[], possible: string[]}} Knowledge as of the turn at `ply` */

const SIDES = /** @type {const} */ (['all', 'black', 'white']);
const MOMENTS_MAX = 12;

/** @param {string} text points without separators */
const pointsOf = (text) => text.match(/[a-z]\d+/g) ?? [];

/**
 * Knowledge drawn over the real board: stones that the side did not know are faded, those that it could have known are ringed.
 * @param {Position} position
 * @param {Snapshot} game
 * @param {Color} side
 * @param {Knowledge} known
 * @returns {Position}
 */
export function withKnowledge(position, game, side, known) {
    const sure = new Set([...known.seen, ...known.deduced]);
    return {
        ...position,
        stones: position.stones.map((s) => (s.color === side || sure.has(s.point) ? s : { ...s, kind: 'unknown' })),
        five: [], // rings are stones that could have been deduced
        mist: true,
        hole: holeArea(holeCentre(game.moves[known.ply - 1] ?? null)),
        rings: known.deduced,
        guesses: known.possible,
    };
}

/**
 * The stones that could have been deduced before they were seen, each with the first move at which that was so.
 * @param {Knowledge[]} turns of one side, in order
 */
export function missedMoments(turns) {
    /** @type {Map<string, number>} */
    const moments = new Map();
    for (const { ply, deduced } of turns)
        for (const point of deduced) if (!moments.has(point)) moments.set(point, ply);
    return [...moments].map(([point, ply]) => ({ point, ply }));
}

/**
 * @param {object} options
 * @param {() => void} options.redraw called when another side is chosen or its knowledge has arrived
 * @param {(ply: number) => void} options.jump
 * @param {AbortSignal} options.signal
 */
export function createMistReview({ redraw, jump, signal }) {
    const sides = segmentedControl(t('mist.review'), SIDES, (side) => (side === 'all' ? t('mist.review.all') : t(`color.${/** @type {Color} */ (side)}`)), 'all');
    const text = h('div', { 'aria-live': 'polite' });
    const moments = h('div');
    const element = h('section.panel.mist-review', { hidden: true }, sides.element, text, moments);
    /** @type {Map<string, Knowledge[]>} */
    const cache = new Map(); // by side: its turns
    /** @type {ReturnType<typeof import('../engine.js').openEngine> | null} */
    let engine = null;
    /** @type {Snapshot | null} */
    let game = null;

    /** @param {Snapshot} over @param {Color} side */
    async function load(over, side) {
        engine ??= (await import('../engine.js')).openEngine();
        const turns = [];
        for (let ply = side === 'black' ? 0 : 1; ply <= over.ply && !signal.aborted; ply += 2) {
            const reply = await engine.mist({ size: over.size, moves: /** @type {string[]} */ (over.moves), tries: over.tries ?? [], ply });
            const known = reply[side];
            if (known?.ply !== ply) break; // nobody is to move after a five
            turns.push({ ply, seen: pointsOf(known.seen), deduced: pointsOf(known.deduced), possible: pointsOf(known.possible) });
        }
        cache.set(side, turns);
        if (!signal.aborted) redraw();
    }

    const chosen = () => /** @type {'all' | Color} */ (sides.value());

    /** @param {number} ply */
    const knowledgeAt = (ply) => cache.get(chosen())?.filter((turn) => turn.ply <= ply).at(-1) ?? null;

    /** @param {Color} side @param {Knowledge} known */
    function describe(side, known) {
        const total = Math.floor((known.ply + (side === 'white' ? 1 : 0)) / 2); // stones of the other side by then
        const unclear = total - known.seen.length - known.deduced.length;
        const lines = [t('mist.review.seen', { color: t(`color.${side}`), other: t(`color.${otherColor(side)}`), move: known.ply + 1, n: known.seen.length, m: total })];
        if (known.deduced.length > 0) lines.push(t('mist.review.deduced', { points: known.deduced.join(', ') }));
        if (unclear > 0) lines.push(t('mist.review.unclear', { n: unclear }));
        return lines.map((line) => h('p', {}, line));
    }

    /** @param {Color} side */
    function momentButtons(side) {
        const found = missedMoments(cache.get(side) ?? []);
        if (found.length === 0) return h('p.muted', {}, t('mist.review.none'));
        return [
            h('p', {}, t('mist.review.moments')),
            h('div.buttons', {}, found.slice(-MOMENTS_MAX).map(({ point, ply }) =>
                h('button.button.button--small', { type: 'button', onclick: () => jump(ply) }, t('mist.review.moment', { point, move: ply + 1 })))),
        ];
    }

    sides.element.addEventListener('change', () => {
        const side = chosen();
        if (side !== 'all' && game && !cache.has(side)) {
            fill(text, h('p.muted', {}, t('mist.review.wait')));
            load(game, side).catch((error) => {
                if (signal.aborted) return;
                engine?.close();
                engine = null; // the next choice tries again
                fill(text, h('p', {}, errorText(error)));
            });
        }
        redraw();
    }, { signal });
    signal.addEventListener('abort', () => engine?.close());

    return {
        element,
        /** @param {Snapshot} next @param {number} ply shown */
        update(next, ply) {
            game = next;
            element.hidden = !(next.mist && next.state === 'over' && next.ply > 0);
            const side = chosen();
            const known = element.hidden ? null : knowledgeAt(ply);
            const isReady = side !== 'all' && cache.has(side);
            if (side === 'all' || isReady) fill(text, side !== 'all' && known && describe(side, known));
            fill(moments, side !== 'all' && isReady && momentButtons(side));
        },
        /** @param {Position} position @param {number} ply @returns {Position} */
        draw(position, ply) {
            const side = chosen();
            const known = game && side !== 'all' && !element.hidden ? knowledgeAt(ply) : null;
            return game && side !== 'all' && known ? withKnowledge(position, game, side, known) : position;
        },
    };
}
