// Unit tests of the home page's modules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoGame, LEVELS, OPENING_MOVES, STORED_GAME, turned } from '../../web/js/lobby/demo_game.js';
import { graphPoints } from '../../web/js/account/rating_graph.js';
import { boardRows } from '../../web/js/board/diagram.js';
import { stonesAt } from '../../web/js/game/game_state.js';
import { featuredGame, joinableGame, othersOnline } from '../../web/js/lobby/live_games.js';

const forever = new AbortController().signal;

test('the symmetries of the board are eight, and each keeps points apart', () => {
    const seen = new Set();
    for (let symmetry = 0; symmetry < 8; symmetry++) {
        const points = STORED_GAME.moves.map((point) => turned(point, symmetry));
        assert.equal(new Set(points).size, STORED_GAME.moves.length);
        seen.add(points.join(' '));
    }
    assert.equal(seen.size, 8);
    assert.equal(turned('b1', 0), 'b1');
    assert.equal(turned('b1', 1), 'n1');
    assert.equal(turned('b1', 2), 'b15');
    assert.equal(turned('b1', 4), 'a2');
});

test("the stored game ends with Black's five", () => {
    const { moves, five } = STORED_GAME;
    assert.equal(five[4], moves[moves.length - 1]);
    for (const point of five) assert.equal(moves.indexOf(point) % 2, 0, point);
});

test('the demo game begins as the end of the stored game, and goes on from its opening', async () => {
    const demo = createDemoGame(null, () => 0);
    assert.deepEqual(demo.get(), { ...STORED_GAME, levels: null, isOver: true });
    demo.newGame();
    for (let ply = OPENING_MOVES; ply < STORED_GAME.moves.length; ply++) {
        assert.deepEqual(demo.get(), { moves: STORED_GAME.moves.slice(0, ply), levels: null, five: [], isOver: false });
        await demo.playMove(forever);
    }
    assert.deepEqual(demo.get(), { ...STORED_GAME, levels: null, isOver: true });
});

/** An engine that plays a1, b1, ... and ends the game with the second move. */
function fakeEngine(log) {
    return {
        move: async ({ moves }, player) => {
            log.push(player);
            return { ok: true, move: `${'abc'[moves.length - OPENING_MOVES]}1` };
        },
        look: async ({ moves }) => ({ ok: true, over: moves.endsWith('b1'), winning: moves.endsWith('b1') ? 'a1b1' : '' }),
        close: () => log.push('close'),
    };
}

test('two levels take turns, and the engine is loaded again after close', async () => {
    const log = [];
    let loads = 0;
    const demo = createDemoGame(async () => (loads++, fakeEngine(log)), () => 0);
    demo.newGame();
    assert.deepEqual(demo.get().levels, LEVELS);
    await demo.playMove(forever);
    assert.deepEqual(demo.get(), { moves: [...STORED_GAME.moves.slice(0, OPENING_MOVES), 'a1'], levels: LEVELS, five: [], isOver: false });
    demo.close();
    await demo.playMove(forever);
    assert.deepEqual([demo.get().five, demo.get().isOver], [['a1', 'b1'], true]);
    assert.deepEqual(log, ['level:6', 'close', 'level:5']);
    assert.equal(loads, 2);
});

test('an engine that comes after the board was paused is closed', async () => {
    const paused = new AbortController();
    const log = [];
    const demo = createDemoGame(async () => fakeEngine(log), () => 0);
    demo.newGame();
    const late = demo.playMove(paused.signal);
    paused.abort();
    demo.close();
    await late;
    assert.deepEqual(log, ['close']);
});

test('a move that comes after the board was paused is dropped', async () => {
    const paused = new AbortController();
    const demo = createDemoGame(async () => fakeEngine([]), () => 0);
    demo.newGame();
    const before = demo.get();
    const late = demo.playMove(paused.signal);
    paused.abort();
    await late;
    assert.deepEqual(demo.get(), before);
    const closed = createDemoGame(async () => ({ ...fakeEngine([]), move: () => Promise.reject(new Error('closed')) }), () => 0);
    closed.newGame();
    await closed.playMove(paused.signal);
    assert.deepEqual(closed.get().levels, LEVELS, 'not taken for a broken engine');
});

test('without an engine the stored game goes on', async () => {
    const demo = createDemoGame(() => Promise.reject(new Error('no engine')), () => 0);
    demo.newGame();
    await demo.playMove(forever);
    assert.deepEqual(demo.get(), { moves: STORED_GAME.moves.slice(0, OPENING_MOVES), levels: null, five: [], isOver: false });
    await demo.playMove(forever);
    assert.equal(demo.get().moves.length, OPENING_MOVES + 1);
});

test('the featured game is the one shown before, otherwise the best that has begun', () => {
    const game = (id, ply, ratings = [null, null], more = {}) =>
        ({ game: id, state: 'playing', mist: false, ply, seats: ratings.map((rating) => ({ rating })), ...more });
    for (const [name, live, shown, expected] of [
        ['nobody plays', [], null, null],
        ['the one shown before', [game('a', 9, [2000, 2000]), game('b', 1)], 'b', 'b'],
        ['one that is over is not shown again', [game('a', 9)], 'b', 'a'],
        ['the best players', [game('a', 9, [1500, 1500]), game('b', 5, [1600, 1500])], null, 'b'],
        ['more moves', [game('a', 3), game('b', 5), game('c', 4)], null, 'b'],
        ['one that has begun', [game('a', 0, [2000, 2000]), game('b', 1)], null, 'b'],
        ['a seat may be free', [game('a', 0, [null, null], { seats: [null, { rating: 1500 }] })], null, 'a'],
        ['not in the mist', [game('a', 9, [2000, 2000], { mist: true })], null, null],
        ['not one that waits', [game('a', 0, [2000, 2000], { state: 'waiting' })], null, null],
    ])
        assert.equal(featuredGame(live, shown)?.game ?? null, expected, name);
});

test('the game to join is the one that waits longest, of those the user may join', () => {
    const open = [
        { game: 'own', owner: 'Ann', rated: false, created: 1 }, { game: 'rated', owner: 'Bob', rated: true, created: 2 },
        { game: 'new', owner: 'Bob', rated: false, created: 4 }, { game: 'old', owner: 'Guest 7', rated: false, created: 3 },
    ];
    for (const [name, user, expected] of [
        ['an account', { name: 'Ann', kind: 'account' }, 'rated'],
        ['a bot cannot join a rated game', { name: 'Ann', kind: 'account', bot: true }, 'old'],
        ['a guest cannot join a rated game', { name: 'Guest 1', kind: 'guest' }, 'own'],
        ['the owner of one', { name: 'Guest 7', kind: 'guest' }, 'own'],
        ['not known yet', null, 'own'],
    ])
        assert.equal(joinableGame([...open], user)?.game, expected, name);
    assert.equal(joinableGame([], null), null);
    assert.equal(joinableGame(open.slice(0, 1), { name: 'Ann', kind: 'account' }), null);
});

test('thumbnails of games have a stone for each move, but none for the choices of an opening', () => {
    const moves = ['h8', 'i9', 'j7', 'swap', 'a1'];
    const stones = stonesAt({ moves }, moves.length);
    assert.deepEqual(boardRows(15, stones).filter((row) => row !== '.'.repeat(15)), ['........O......', '.......X.......', '.........X.....', 'O..............']);
});

test('the rating graph keeps within its frame, and small changes look small', () => {
    const ys = (/** @type {number[]} */ history) => graphPoints(history).points.split(' ').map((point) => Number(point.split(',')[1]));
    assert.deepEqual(graphPoints([1500, 1700, 1300]).points, '2.0,20.0 100.0,2.0 198.0,38.0');
    const [before, after] = ys([1500, 1510]);
    assert.ok(before - after > 0 && before - after < 5);
    assert.deepEqual(ys([1500, 1500]), [20, 20]);
});

test('who is online: others by name, the rest by number', () => {
    const names = ['Zoe', 'Machine', 'Ann'];
    const rows = /** @type {const} */ ([
        ['an account', 'Ann', 5, ['Machine', 'Zoe'], 2],
        ['a guest, or an account that does not show it', 'Guest 7', 5, ['Ann', 'Machine', 'Zoe'], 1],
        ['nobody else', 'Ann', 1, ['Machine', 'Zoe'], 0], // the count is older than the names
    ]);
    for (const [row, own, count, others, more] of rows) {
        const seen = othersOnline({ names, bots: ['Machine'], count }, own);
        assert.deepEqual([seen.others, [...seen.bots], seen.more], [others, ['Machine'], more], row);
    }
});
