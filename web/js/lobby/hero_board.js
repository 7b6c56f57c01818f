// The board of the home page: a live game, or a demo game when nobody plays. It moves only while it is visible and not
// paused, and rests after a few games. Screen readers get a label: the moves are not announced.
import { createBoard, EMPTY } from '../board/board.js';
import { applyMove, stonesAt } from '../game/game_state.js';
import { gameName, movesText } from '../game/game_text.js';
import { follow } from '../game/remote_games.js';
import { createDemoGame } from './demo_game.js';
import { featuredGame } from './live_games.js';
import { fill, h } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { prefs, setPrefs } from '../app/prefs.js';
import { savesData } from '../app/offline.js';
import { levelName, t } from '../words/i18n.js';

/** @typedef {import('../types.js').Summary} Summary */
/** @typedef {import('../types.js').Snapshot} Snapshot */

const MOVE_MS = 1_800; // between two moves of the demo game
const END_MS = 6_000; // a finished game stays on the board
const GAMES_MAX = 3; // demo games before it pauses by itself

/** Resolves early if the signal aborts. @param {number} ms @param {AbortSignal} signal */
function sleep(ms, signal) {
    return new Promise((done) => {
        const timer = window.setTimeout(done, ms);
        signal.addEventListener('abort', () => done(clearTimeout(timer)), { once: true });
    });
}

/** @param {AbortSignal} signal of the page */
export function createHeroBoard(signal) {
    const board = createBoard();
    board.element.setAttribute('role', 'img');
    board.element.setAttribute('aria-label', t('home.demo'));
    const caption = h('p.home-caption');
    const button = h('button.button.button--small', { type: 'button', onclick() {
        setPrefs({ demo: paused });
        pause(!paused);
    } });
    const demo = createDemoGame(savesData() ? null : () => import('../engine.js').then(({ openEngine }) => openEngine()));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

    /** @type {Summary[]} */
    let live = [];
    /** @type {Set<string>} */
    const failed = new Set();
    /** @type {Snapshot | null} */
    let shown = null; // null: the demo game
    let paused = calm || !prefs.get().demo;
    let onScreen = false;
    let isActive = true;
    let games = 0;
    /** @type {AbortController | null} */
    let running = null;

    function draw() {
        const { moves, five, size } = shown ?? { ...demo.get(), size: EMPTY.size };
        const stones = stonesAt({ moves }, moves.length);
        board.show({ ...EMPTY, size, stones, last: stones[stones.length - 1]?.point ?? null, five }, { ...prefs.get(), numbers: false });
    }

    function drawCaption() {
        const levels = demo.get().levels?.map(levelName);
        if (shown) fill(caption, h('span.tag.tag--accent', {}, t('home.demo.live')), ' ', h('a', { href: `/game/${shown.game}` }, gameName(shown)), ` · ${movesText(shown.ply)}`);
        else fill(caption, levels ? t('game.title', { black: levels[0], white: levels[1] }) : t('home.demo.stored'));
    }

    /** @param {Snapshot | null} game */
    function show(game) {
        shown = game;
        draw();
        drawCaption();
    }

    /** Follows a game until it is over or the signal aborts. @param {string} id @param {AbortSignal} stop */
    function showLive(id, stop) {
        const watching = new AbortController();
        return new Promise((done) => {
            const end = () => done(watching.abort());
            stop.addEventListener('abort', end, { once: true });
            const reload = follow(id, {
                game(game) {
                    show(game);
                    if (game.state !== 'playing') sleep(END_MS, stop).then(end);
                },
                moved(push) {
                    if (shown?.game !== id) return;
                    const next = applyMove(shown, push);
                    if (next) show(next);
                    else reload();
                },
                people() {},
                said() {},
                failed() {
                    failed.add(id);
                    end();
                },
            }, watching.signal, { preview: true });
        });
    }

    /** One move of the demo game, or the next game. @param {AbortSignal} stop */
    async function showDemo(stop) {
        show(null);
        const { isOver } = demo.get();
        await sleep(isOver ? END_MS : MOVE_MS, stop);
        if (stop.aborted || featured()) return;
        if (!isOver) await demo.playMove(stop);
        else if (++games < GAMES_MAX) demo.newGame();
        else pause(true);
    }

    const featured = () => featuredGame(live.filter(({ game }) => !failed.has(game)), shown?.game ?? null);

    /** @param {AbortSignal} stop */
    async function run(stop) {
        if (demo.get().isOver) demo.newGame();
        while (!stop.aborted) {
            const game = featured();
            if (game) await showLive(game.game, stop);
            else await showDemo(stop);
        }
    }

    function update() {
        const runs = isActive && onScreen && !paused && !document.hidden && !signal.aborted;
        if (runs === (running !== null)) return;
        running?.abort();
        running = runs ? new AbortController() : null;
        if (running) run(running.signal);
        else demo.close();
    }

    /** @param {boolean} yes */
    function pause(yes) {
        paused = yes;
        games = 0;
        fill(button, icon(yes ? 'play' : 'pause'), t(yes ? 'home.demo.resume' : 'home.demo.pause'));
        update();
    }

    if (!paused) demo.newGame(); // otherwise it shows the end of the stored game
    drawCaption();
    pause(paused);
    prefs.subscribe(draw, signal);
    document.addEventListener('visibilitychange', update, { signal });
    signal.addEventListener('abort', update, { once: true });
    const observer = new IntersectionObserver(([entry]) => {
        onScreen = entry.isIntersecting;
        update();
    }, { threshold: 0.2 });
    observer.observe(board.element);

    return {
        element: h('div.home-demo', {}, board.element, h('div.home-demo-bar', {}, caption, button)),
        /** @param {Summary[]} games that can be watched */
        setLive(games) {
            live = games;
        },
        /** @param {boolean} yes */
        setActive(yes) {
            isActive = yes;
            update();
        },
    };
}
