// Screenshots for the documents: node docs/pictures/page.js FOLDER NAME... FOLDER has game.pos, a game as moves, and
// NAME.html for a terminal. docs/pictures/make calls it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from '../../tests/page/browser.js';
import { Player, playGame } from '../../tests/page/player.js';
import { Server } from '../../tests/page/server.js';
import { Visitor } from '../../tests/page/visitor.js';
import words from '../../web/js/words/en.js';

const [folder, ...names] = process.argv.slice(2);
const MOVES = readFileSync(join(folder, 'game.pos'), 'utf8').match(/[a-o]\d+/g);
// Moved on the 19x19 board so that the hole is over the fight.
const MIST = MOVES.slice(0, 30).map((move) => String.fromCharCode(move.charCodeAt(0) + 1) + (Number(move.slice(1)) + 2));
const PUZZLE = { id: '1607d1195a93b0ce', solution: 'h10', reply: 'h13' };
const SLOW = 300_000; // for what an engine computes on a busy machine

/** A new game between two registered players, with these moves. */
async function playedGame({ players, server }, moves, setup) {
    players.mei ??= await Player.enter(server.url, 'Mei');
    players.jonas ??= await Player.enter(server.url, 'Jonas');
    return playGame(players.mei, players.jonas, moves, setup);
}

async function open({ browser, server }, player, path, options) {
    const visitor = await Visitor.enter(browser, server.url, options);
    await visitor.context.addCookies([player.cookie]);
    await visitor.go(path);
    return visitor;
}

/** The game as `viewer` sees it; the other player is there too. */
async function openGame(stage, viewer, moves, setup, options) {
    const game = await playedGame(stage, moves, setup);
    for (const [name, player] of Object.entries(stage.players))
        if (name !== viewer) await open(stage, player, `/game/${game}`);
    const visitor = await open(stage, stage.players[viewer], `/game/${game}`, options);
    await visitor.reads(words['turn.yours']);
    return visitor;
}

const PICTURES = {
    'web-game': (stage) => openGame(stage, 'mei', MOVES.slice(0, 30), { time: '600+5', rated: true }),

    phone: (stage) => openGame(stage, 'jonas', MOVES.slice(0, 31), { time: '600+5', rated: true }, { size: 'phone' }),

    mist: (stage) => openGame(stage, 'mei', MIST, { mist: true }),

    async analysis(stage) {
        const visitor = await open(stage, await Player.enter(stage.server.url, 'Mei'), `/analyse?moves=${MOVES.slice(0, 27).join('')}`);
        const { page } = visitor;
        await page.getByRole('tab', { name: words['study.graph'], exact: true }).click();
        await visitor.press(words['study.scan']);
        await page.locator('.study-scan').getByText(words['study.scan']).waitFor({ timeout: SLOW }); // it was "Stop" meanwhile
        for (let i = 0; i < 6; i++) await page.getByRole('button', { name: words['moves.previous'], exact: true }).click();
        await page.getByLabel(words['study.heat'], { exact: true }).check();
        await page.getByLabel(words['study.budget'], { exact: true }).selectOption({ label: words['study.budget.time'].replace('{n}', '1') });
        await visitor.press(words['study.start']);
        await page.getByText(new RegExp(`^${words['study.done']} ·`)).waitFor({ timeout: SLOW });
        return visitor;
    },

    async review(stage) {
        const game = await playedGame(stage, MOVES);
        const visitor = await open(stage, stage.players.mei, `/review/${game}`);
        await visitor.button(words['review.deeper']).waitFor({ timeout: SLOW });
        await visitor.press(words['review.fault.previous']);
        await visitor.press(words['review.line.show']);
        return visitor;
    },

    async solved(stage) {
        const visitor = await open(stage, await Player.enter(stage.server.url, 'Mei'), '/analyse?size=7&moves=d4');
        await visitor.press(words['why.show']);
        const box = visitor.page.getByRole('dialog');
        for (const reply of ['a1', 'g7']) {
            await box.getByRole('textbox').fill(reply);
            await box.getByRole('textbox').press('Enter');
            await box.getByText(new RegExp(` ${reply}, `)).waitFor({ timeout: SLOW });
        }
        return visitor;
    },

    async puzzle(stage) {
        const visitor = await open(stage, await Player.enter(stage.server.url, 'Mei'), `/puzzles/${PUZZLE.id}`);
        await visitor.page.getByLabel(words['setup.rated'], { exact: true }).uncheck();
        await visitor.click(PUZZLE.solution);
        await visitor.page.locator(`.board-stone[data-point=${PUZZLE.reply}]`).waitFor();
        return visitor;
    },
};

const size = { width: 1280, height: 820 };

async function takePicture(browser, name) {
    const path = join(folder, `${name}.png`);
    const text = join(folder, `${name}.html`);
    if (existsSync(text)) {
        const page = await browser.newPage({ deviceScaleFactor: 2 });
        await page.goto(pathToFileURL(text).href);
        return page.locator('pre').screenshot({ path, omitBackground: true });
    }
    const server = await new Server().start();
    try {
        const { page } = await PICTURES[name]({ browser, server, players: {} });
        if (name !== 'phone') await page.setViewportSize(size);
        await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
        await page.screenshot({ path });
    } finally {
        await server.discard();
    }
}

const browser = await openBrowser();
try {
    for (const name of names) await takePicture(browser, name);
} finally {
    await browser.close();
}
