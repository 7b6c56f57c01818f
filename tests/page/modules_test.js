// Unit tests of modules that need neither the network nor the DOM, in TAP:
// node --test-reporter=tap tests/page/modules_test.js
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser_globals.js';
import './fake_clock_test.js';
import './study_modules_test.js';
import { invitationsState } from '../../web/js/app/invitations_state.js';
import { clockText, parseTime, readClock } from '../../web/js/game/clock.js';
import { applyMove, isMyTurn, nextColor, stonesAt, withPresence } from '../../web/js/game/game_state.js';
import { holeArea, holeCentre } from '../../web/js/game/mist_hole.js';
import { hasFouls, LEVELS, OPENINGS, RULES } from '../../web/js/game/rules.js';
import { catalog } from '../../web/js/catalog.js';
import en from '../../web/js/words/en.js';
import ja from '../../web/js/words/ja.js';
import zh from '../../web/js/words/zh.js';
import { toTraditional, traditional } from '../../web/js/words/traditional.js';
import { removeGame, saveGame, loadGame, loadGames } from '../../web/js/game/local_game_storage.js';
import { loadReview, saveReview } from '../../web/js/review/review_cache.js';
import { gameStatus, linkNotice } from '../../web/js/game_page/status_text.js';
import { parsePoint, pointName, starPoints } from '../../web/js/board/points.js';
import './modules_home.js';
import './modules_learn.js';
import './modules_phrases.js';
import './modules_shared_study.js';
import { isLocalGame, newLocalId } from '../../web/js/game/game_source.js';
import { createMutex } from '../../web/js/util/mutex.js';
import './review_modules_test.js';

globalThis.document = { documentElement: { dataset: {} } }; // the preferences set the theme on it
const { boardPosition, placementFor } = await import('../../web/js/game_page/game_view.js');
const { playerName } = await import('../../web/js/game/game_text.js');
const { languageOf, t, userName } = await import('../../web/js/words/i18n.js');
delete globalThis.document;

// ---- Mutex and points

test('the mutex is granted in order, and not to an aborted task', async () => {
    const turn = createMutex();
    const done = await turn();
    const log = /** @type {string[]} */ ([]);
    const gaveUp = new AbortController();
    const second = turn(gaveUp.signal).then((given) => log.push(given ? 'second' : 'none'));
    const third = turn().then((given) => log.push(given ? 'third' : 'none'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(log, []);
    gaveUp.abort();
    done?.();
    await Promise.all([second, third]);
    assert.deepEqual(log, ['none', 'third']);
});

test('point names are parsed, and nothing else is', () => {
    for (const [text, x, y] of [['a1', 0, 0], ['h8', 7, 7], ['y25', 24, 24], [' J10 ', 9, 9]])
        assert.deepEqual(parsePoint(text), { x, y }, text);
    for (const text of ['', 'h', '8', 'z1', 'h0', 'h08', 'h26', 'hh8', 'h8x', 'swap', 'stay']) assert.equal(parsePoint(text), null, text);
    assert.equal(pointName(7, 7), 'h8');
});

test('star points are in the usual places', () => {
    const names = (size) => starPoints(size).map(({ x, y }) => pointName(x, y)).sort().join(' ');
    assert.equal(names(5), 'c3');
    assert.equal(names(15), 'd12 d4 h8 l12 l4');
    assert.equal(names(19), 'd10 d16 d4 j10 j16 j4 p10 p16 p4');
    assert.equal(names(20), 'd17 d4 q17 q4');
});

// ---- Invitations

test('invitations are shown one at a time, and never over a game', () => {
    const games = [
        { game: 'own', state: 'playing', owner: 'Ann' }, { game: 'mine', state: 'waiting', owner: 'Ann' },
        { game: 'one', state: 'waiting', owner: 'Bob' }, { game: 'two', state: 'waiting', owner: 'Carl' },
    ];
    for (const [at, later, opened, count, card, more] of [
        ['/', [], false, 2, 'one', 1],
        ['/', ['one'], false, 2, 'two', 0],
        ['/', ['one', 'two'], false, 2, null, 0],
        ['/game/own', [], false, 2, null, 0],
        ['/game/own', [], true, 2, 'one', 1],
        ['/game/one', [], true, 1, 'two', 0],
    ]) {
        const found = invitationsState({ games, name: 'Ann', path: at, postponed: new Set(later), opened });
        assert.deepEqual([found.invitations.length, found.card?.game ?? null, found.more], [count, card, more], `${at} ${later} ${opened}`);
    }
});

// ---- Clocks

const none = { main: 0, increment: 0, periods: 0, period: 0, move: 0 };
const clock = { main: 0, periods: 0, period: 0, move: null, runs: true };

test('time controls are parsed as the server writes them', () => {
    for (const [text, control] of [
        ['none', null],
        ['300', { ...none, main: 300_000 }],
        ['300+5', { ...none, main: 300_000, increment: 5000 }],
        ['0.5+0.1', { ...none, main: 500, increment: 100 }],
        ['600+3x30', { ...none, main: 600_000, periods: 3, period: 30_000 }],
        ['10/move', { ...none, move: 10_000 }],
        ['300+5,30/move', { ...none, main: 300_000, increment: 5000, move: 30_000 }],
        ['soon', null],
    ])
        assert.deepEqual(parseTime(text), control, text);
});

test('a clock runs on until the next update from the server', () => {
    for (const [what, time, told, elapsed, ms, periods] of [
        ['the game', '300+5', { main: 295_000 }, 1000, 294_000, null],
        ['one that stands', '300+5', { main: 295_000, runs: false }, 1000, 295_000, null],
        ['one that is over', '300', { main: 500 }, 1000, 0, null],
        ['a move', '10/move', { move: 10_000 }, 2500, 7500, null],
        ['what comes first', '300+5,30/move', { main: 10_000, move: 30_000 }, 1000, 9000, null],
        ['the other first', '300+5,30/move', { main: 100_000, move: 30_000 }, 1000, 29_000, null],
        ['main time before byoyomi', '600+3x30', { main: 1000, periods: 3, period: 30_000 }, 400, 600, null],
        ['into the first period', '600+3x30', { main: 1000, periods: 3, period: 30_000 }, 3000, 28_000, 3],
        ['into the second period', '600+3x30', { main: 0, periods: 3, period: 10_000 }, 15_000, 25_000, 2],
        ['the end of the last period', '600+3x30', { main: 0, periods: 1, period: 10_000 }, 15_000, 0, 1],
    ])
        assert.deepEqual(readClock({ ...clock, ...told }, parseTime(time), elapsed), { ms, periods }, what);
});

test('a clock shows tenths only when they matter', () => {
    for (const [ms, text] of [[0, '0:00.0'], [9_940, '0:09.9'], [10_000, '0:10'], [59_001, '1:00'], [300_000, '5:00'], [3_661_000, '1:01:01']])
        assert.equal(clockText(ms), text);
});

// ---- Game state

const sitter = { name: 'Ann', kind: 'guest', color: 'black', here: true, clock: null };
const game = {
    game: 'g', seq: 4, state: 'playing', size: 15, opening: 'none', mist: false, rated: false, you: 0,
    seats: [sitter, { ...sitter, name: 'Bob', color: 'white' }], ply: 2, line: 0, moves: ['h8', 'i9'],
    turn: { seat: 0, color: 'black', asks: 'stone', choices: [], stones: 0 }, fouls: {}, view: null, offers: {}, watchers: 0,
};
const moved = {
    seq: 5, ply: 3, move: 'j10', seats: [{ color: 'black', clock: { ...clock, main: 7 } }, { color: 'white', clock: null }],
    turn: { ...game.turn, seat: 1, color: 'white' }, fouls: {}, offers: {}, actions: ['resign'], takeback_plies: 1,
};

test('a move is added, old pushes are ignored, and a gap is noticed', () => {
    const after = applyMove(game, moved);
    assert.deepEqual(after.moves, ['h8', 'i9', 'j10']);
    assert.equal(after.seats[0].name, 'Ann');
    assert.equal(after.seats[0].clock.main, 7);
    assert.deepEqual(after.actions, ['resign']);
    assert.equal(after.takeback_plies, 1);
    assert.equal(isMyTurn(game), true);
    assert.equal(isMyTurn(after), false);
    assert.equal(applyMove(after, moved), after);
    assert.equal(applyMove(game, { ...moved, seq: 6, ply: 4 }), null);
    assert.equal(applyMove(game, { ...moved, seq: 5, ply: 4 }), null);
    assert.equal(applyMove(game, { ...moved, seq: 6 }), null); // an offer or a takeback came between
    assert.deepEqual(game.moves, ['h8', 'i9']);
});

test('presence is updated', () => {
    const after = withPresence(game, { here: [true, false], watchers: 3 });
    assert.deepEqual(after.seats.map((s) => s.here), [true, false]);
    assert.equal(after.watchers, 3);
});

test('colours alternate, whatever opening choices are between the stones', () => {
    const swapped = { moves: ['h8', 'i9', 'j8', 'more', 'g7', 'k6', 'swap'] };
    const text = (stones) => stones.map((s) => `${s.number}${s.color[0]}${s.point}`).join(' ');
    assert.equal(text(stonesAt(swapped, 7)), '1bh8 2wi9 3bj8 4wg7 5bk6');
    assert.equal(text(stonesAt(swapped, 4)), '1bh8 2wi9 3bj8');
    assert.equal(nextColor(swapped), 'white');
    assert.equal(text(stonesAt({ moves: ['j10', null, 'd17'] }, 3)), '1bj10 3bd17');
    assert.equal(nextColor({ moves: ['j10', null, 'd17'] }), 'white');
});

test('where an opening allows a stone is told by the rules in C', () => {
    const blocked = (zone, points) => {
        const game = { size: 15, ply: 0, moves: [], seats: [], you: 0, state: 'playing', mist: false, fouls: {}, turn: { seat: 0, color: 'black', asks: 'stone', choices: [], stones: 0, zone } };
        const { blockedReason } = placementFor(game, false);
        return points.map((point) => blockedReason(point) ?? '');
    };
    const outside = 'Black’s second stone must be outside the central 5×5.';
    assert.deepEqual(blocked({ allowed: 'outside', low: 'f6', high: 'j10' }, ['f6', 'j10', 'h8', 'e6', 'k11']), [outside, outside, outside, '', '']);
    assert.deepEqual(blocked({ allowed: 'inside', low: 'h8', high: 'h8' }, ['h8', 'h9']), ['', 'The first stone must be in the center.']);
    assert.deepEqual([blocked(null, ['h8']), blocked(undefined, ['h8'])], [[''], ['']]);
});

test('only Black has forbidden points, and only in renju', () => {
    assert.deepEqual(RULES.filter((rules) => hasFouls(rules, 'black')), ['renju']);
    assert.deepEqual(RULES.filter((rules) => hasFouls(rules, 'white')), []);
});

test('every reason of the server has words in every language', () => {
    const table = readFileSync(new URL('../../src/session/status.c', import.meta.url), 'utf8');
    const reasons = [...table.matchAll(/\{"\w+", \d+, ".*", "(\w+)"\},/g)].map(([, reason]) => reason);
    assert.ok(reasons.length > 20);
    for (const words of [en, ja, zh])
        assert.deepEqual(Object.keys(words).filter((key) => key.startsWith('refused.')).sort(), reasons.map((reason) => `refused.${reason}`).sort());
});

test('Taiwan, Hong Kong and Macau get Traditional Chinese, converted from the Simplified texts', () => {
    for (const [tag, language] of [['zh-TW', 'zh-Hant'], ['zh-HK', 'zh-Hant'], ['zh-Hant-MO', 'zh-Hant'], ['zh-CN', 'zh'], ['zh', 'zh'], ['zh-Hans-HK', 'zh'], ['ja-JP', 'ja'], ['en-GB', 'en']])
        assert.equal(languageOf(tag), language, tag);
    assert.equal(toTraditional('复制“h8”，重复复盘，限制时间，恢复'), '複製「h8」，重複覆盤，限制時間，恢復');
    const texts = traditional(zh);
    assert.deepEqual(Object.keys(texts), Object.keys(zh));
    // Each of these is written otherwise in Traditional Chinese; common ones that a new text may use.
    const left = new Set(Object.values(texts).join('').match(/[这们个为时来说对过还没会开关问题进动选择设备显数长东车马门电脑页网击错误级线结给经统续绝继练终组织细约纸纪红纯线级级认让议记讲许论设访证评识诉译试话该详语误说请读课谁调谈谢谱赢输转轮软较载边达迁运还这进远连迟适选递邮释里鉴针钟钮链销锁错键镜长门闭问间闻阅队阶际陆随难雾静须项顺预题颜额风验]/g));
    assert.deepEqual([...left], []);
});

test('no key of the words is there twice', () => { // the first text would be lost
    for (const language of ['en', 'ja', 'zh']) {
        const source = readFileSync(new URL(`../../web/js/words/${language}.js`, import.meta.url), 'utf8');
        const keys = [...source.matchAll(/^ {4}'([^']+)':/gm)].map(([, key]) => key);
        assert.ok(keys.length > 500, language);
        assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) < i), [], language);
    }
});

test('every rule set, opening, level and rating pool has words in every language', () => {
    const keys = [
        ...RULES.flatMap((name) => [`rules.${name}`, `rules.${name}.hint`]), ...OPENINGS.flatMap((name) => [`opening.${name}`, `opening.${name}.hint`]),
        ...LEVELS.map((level) => `level.${level}`), ...catalog.pools.map((name) => `pool.${name}`),
    ];
    for (const [language, words] of Object.entries({ en, ja, zh }))
        assert.deepEqual(keys.filter((key) => !words[key]), [], language);
});

// ---- Local game storage

/** A fake localStorage that holds `room` entries. */
const storageOf = (room) => Object.create({
    getItem(name) { return this[name] ?? null; },
    removeItem(name) { delete this[name]; },
    setItem(name, text) {
        if (!(name in this) && Object.keys(this).length === room) throw new Error('QuotaExceededError');
        this[name] = text;
    },
});

test('cached reviews are evicted before games', () => {
    globalThis.localStorage = storageOf(4);
    const line = (move) => ({ rules: 'freestyle', size: 15, moves: [move] });
    for (const move of ['h8', 'i9']) saveReview(line(move), { ms: 1, values: [null, null] });
    for (let i = 0; i < 2; i++) saveGame({ ...game, game: `local-${i}`, created: i, state: 'over' });
    assert.equal(loadGames().length, 2);
    assert.equal(loadReview(line('h8')), null);
    assert.equal(loadReview(line('i9'))?.ms, 1, 'the later one has stayed');
    saveReview(line('j10'), { ms: 1, values: [null, null] }); // storage is full
    saveGame({ ...game, game: 'local-2', created: 2, state: 'over' });
    assert.equal(loadReview(line('i9')), null);
    assert.equal(loadGames().length, 3);
    delete globalThis.localStorage;
});

test('games are stored, newest first, and the oldest finished ones are evicted', () => {
    const kept = (i, state) => ({ ...game, game: `local-${i}`, created: i, state });
    for (let i = 0; i < 210; i++) saveGame(kept(i, i === 3 ? 'playing' : 'over'));
    const names = loadGames().map((g) => g.game);
    assert.equal(names[0], 'local-209');
    assert.ok(names.includes('local-3'), 'one that goes on stays');
    assert.ok(!names.includes('local-2'));
    assert.equal(names.length, 202); // 200, the ongoing game, and the last one
    globalThis.localStorage = storageOf(3);
    for (let i = 0; i < 5; i++) saveGame(kept(i, 'over'));
    assert.deepEqual(loadGames().map((g) => g.game), ['local-4', 'local-3', 'local-2']);
    for (let i = 5; i < 8; i++) saveGame(kept(i, 'playing'));
    assert.throws(() => saveGame(kept(8, 'playing')), /QuotaExceeded/);
    delete globalThis.localStorage;
    removeGame('local-209');
    assert.equal(loadGame('local-209'), null);
    assert.equal(loadGame('local-3').state, 'playing');
    assert.ok(isLocalGame(newLocalId()) && !isLocalGame('k3x9w2m8q4ta'));
});

// ---- Mist

test('the hole is clipped at the edge', () => {
    assert.deepEqual(holeArea('c18'), { left: 0, right: 5, bottom: 14, top: 18 });
});

test('stones seen or hit in the mist are on the board, only for the player who saw them', () => {
    const mist = { ...game, size: 19, mist: true, you: 1, moves: [null, 'b2'], seen: ['a1'], five: [] };
    const stones = (game) => boardPosition(game, game.ply, null).stones.map((s) => `${s.color[0]}${s.point}`).join(' ');
    const after = applyMove(mist, { ...moved, move: null, seen: ['c3', 'a1'] });
    assert.equal(stones(mist), 'wb2 ba1');
    assert.equal(stones(after), 'wb2 bc3 ba1');
    assert.match(placementFor(after, false).blockedReason('c3'), /already/);
    assert.equal(placementFor(after, false).blockedReason('d4'), null);
    assert.equal(stones({ ...mist, you: null, moves: [null, null], seen: [] }), '');
});

test('the hole of the mist jumps by the rule', () => {
    for (const [stone, centre] of [[null, 'j10'], ['a1', 'm3'], ['s19', 'e16'], ['j10', 'c18'], ['k1', 'p3'], ['c4', 'b12'], ['r1', 'g3'], ['e5', 'l12']])
        assert.equal(holeCentre(stone), centre, `after ${stone}`);
});

test('a player who may claim the win is offered it', () => {
    const seat = (name, color) => ({ name, kind: 'guest', level: 0, color });
    const game = {
        game: 'k3x9w2m8q4ta', state: 'playing', you: 1, opening: 'none', mist: false, moves: ['h8', 'i9'], ply: 2, size: 15, rules: 'freestyle',
        seats: [seat('Ann', 'black'), seat('Bob', 'white')], turn: { seat: 0, color: 'black', asks: 'stone', choices: [], stones: 0 },
        actions: ['resign', 'draw'], offers: { draw: null, takeback: null, plies: 0, rematch: [false, false] },
    };
    const acts = (actions, turn) => gameStatus({ ...game, actions, turn: { ...game.turn, ...turn } }, null).buttons.map((button) => button.action.act);
    for (const turn of [{}, { asks: 'choice', choices: ['stay', 'swap'] }, { stones: 2 }]) {
        assert.deepEqual(acts(['resign', 'draw'], turn), []);
        assert.deepEqual(acts(['resign', 'draw', 'claim_win', 'claim_draw'], turn), ['claim_win', 'claim_draw'], JSON.stringify(turn));
    }
});

test('a link that others cannot open has a notice', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '[::1]', '0.0.0.0']) {
        assert.match(linkNotice(host, true), /^This server only listens on this computer/, host);
        assert.equal(linkNotice(host, false), `Others cannot open this link: replace ${host} with this computer’s address.`);
    }
    for (const host of ['192.168.1.7', 'example.org', '127.example.org', 'localhost.example.org', '[::ffff:1]'])
        for (const is of [true, false]) assert.equal(linkNotice(host, is), '', host);
});

test('levels below 1 have names instead of numbers', () => {
    const person = (level) => ({ name: `Level ${level}`, kind: 'level', level });
    for (const [level, name] of [[-2, 'First steps'], [-1, 'Novice'], [1, 'Level 1'], [10, 'Level 10']]) {
        assert.equal(playerName(person(level)), name);
        assert.equal(userName(`Level ${level}`), name); // as lists have it
        assert.equal(t('rematch.level', { level: name }), `Try ${name}`);
    }
    assert.equal(userName('Levelled'), 'Levelled');
});

test('a list of games does not say which player left: it is read from both sides', () => {
    assert.equal(t('list.lost', { reason: t('list.reason.abandoned') }), 'Lost: a player left');
});
