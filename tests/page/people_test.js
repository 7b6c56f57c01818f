// Accounts, API tokens, lists of games and users.
import assert from 'node:assert/strict';
import { playGame } from './player.js';
import { becomesEqual, eventually, test, testAlone } from './tap.js';

const PASSWORD = 'correct horse';
const FIVE = ['h8', 'a1', 'h9', 'a2', 'h10', 'a3', 'h11', 'a4', 'h12'];

/** The card with this heading. */
const card = (visitor, name) => visitor.page.locator('section').filter({ has: visitor.page.getByRole('heading', { name, exact: true }) });

/** The error of a field, as announced by a screen reader. */
async function fieldError(field) {
    return eventually(async () => {
        const ids = (await field.getAttribute('aria-describedby')).split(' ');
        const invalid = (await field.getAttribute('aria-invalid')) === 'true';
        return invalid && field.page().locator(`#${ids.at(-1)}`).textContent();
    }, 'a complaint at the field');
}

test('in Chinese the reason of the server and the name of a guest are Chinese', async (stage) => {
    stage.expect(/status of 400/);
    const ann = await stage.visitor({ locale: 'zh-CN' });
    await ann.go('/account');
    const make = card(ann, '注册帐号');
    await make.getByLabel('名字').fill('Lin');
    await make.getByLabel('密码').fill('password1');
    await make.getByRole('button').click();
    await make.getByText('这个密码太容易被猜到，请换一个。').waitFor();
    await ann.page.getByText(/^你是 访客 \d+：/).waitFor();
});

test('register, log out and log in; errors are shown at their fields', async (stage) => {
    stage.expect(/status of 40[019]/);
    await stage.player('Taken');
    const ann = await stage.visitor();
    await ann.go('/account');
    const make = card(ann, 'Sign up');
    const [name, password] = [make.getByLabel('Name'), make.getByLabel('Password')];
    const submit = make.getByRole('button', { name: 'Sign up' });
    await submit.click();
    assert.match(await fieldError(name), /Required/);
    await name.fill('no blanks');
    await password.fill('short');
    await submit.click();
    assert.match(await fieldError(name), /no spaces/);
    assert.match(await fieldError(password), /at least 8/);
    await name.fill('taken');
    await password.fill(PASSWORD);
    await submit.click();
    assert.match(await fieldError(name), /That name is taken/);
    await name.fill('Ann');
    await password.fill('password1');
    await submit.click();
    await eventually(async () => /too easy to guess/.test(await fieldError(password)), 'the reason is at the password');
    await password.fill(PASSWORD);
    await submit.click();
    await ann.reads('You are logged in as Ann.');

    // A slow server: meanwhile there is no session, and no socket must be tried without one.
    await ann.page.route('**/api/session', (route) => setTimeout(() => route.continue(), 1000), { times: 1 });
    await ann.press('Log out');
    const enter = card(ann, 'Log in');
    await enter.getByLabel('Name').fill('ann');
    await enter.getByLabel('Password').fill('wrong horse');
    await enter.getByRole('button', { name: 'Log in' }).click();
    assert.match(await fieldError(enter.getByLabel('Password')), /Wrong name or password/);
    await enter.getByLabel('Password').fill(PASSWORD);
    await enter.getByRole('button', { name: 'Log in' }).click();
    await ann.reads('You are logged in as Ann.');
});

test('the home page sends few requests', async (stage) => {
    const owner = await stage.player('Dora');
    await owner.post('games', { opponent: 'level:1', color: 'black' });
    const bob = await stage.player();
    await bob.post('games', { opponent: 'user:Dora' });
    const ann = await stage.visitor();
    await ann.context.addCookies([owner.cookie]);
    const asked = [];
    ann.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await ann.go('/');
    await ann.page.getByRole('link', { name: 'Your turn in 1 game' }).waitFor();
    await ann.page.getByRole('link', { name: /^with Level 1/ }).waitFor();
    await ann.page.getByRole('link', { name: /^Guest .* challenges you/ }).waitFor();
    await ann.reads('No open games right now. Create one and anyone can join.');
    assert.deepEqual(asked.filter((path) => path.startsWith('/api/')), ['/api/session']); // and the socket
    assert.deepEqual(ann.sent.map((text) => JSON.parse(text).do).sort(), ['lobby', 'mine']);
});

test('a guest who registers keeps the ongoing game', async (stage) => {
    const bob = await stage.player();
    const ann = await stage.visitor();
    const { game } = await bob.post('games', { opponent: 'link', color: 'black' });
    await ann.go(`/game/${game}`);
    await ann.press('Join the game');
    await bob.answer(game, 'h8');
    await ann.go('/account');
    const make = card(ann, 'Sign up');
    await make.getByLabel('Name').fill('Emil');
    await make.getByLabel('Password').fill(PASSWORD);
    await make.getByRole('button', { name: 'Sign up' }).click();
    await ann.reads('You are logged in as Emil.');
    await ann.page.getByRole('link', { name: 'Your turn in 1 game' }).click();
    await ann.page.getByRole('link', { name: /with Guest/ }).click();
    await ann.place('i9');
    assert.equal((await bob.get(`games/${game}`)).seats[1].name, 'Emil');
});

test('a login applies to every tab, however long the name is', async (stage) => {
    const name = 'W'.repeat(20);
    await stage.player(name);
    const ann = await stage.visitor({ size: 'phone' });
    const other = ann.page;
    await ann.go('/');
    ann.page = await ann.open();
    await ann.go('/account');
    const loginCard = card(ann, 'Log in');
    await loginCard.getByLabel('Name').fill(name);
    await loginCard.getByLabel('Password').fill(PASSWORD);
    await loginCard.getByRole('button', { name: 'Log in' }).click();
    await ann.reads(`Welcome, ${name}.`);
    const { x, width } = await ann.page.getByText(`Welcome, ${name}.`).boundingBox();
    assert.ok(x >= 0 && x + width <= ann.page.viewportSize().width);
    await other.getByRole('banner').getByText(name).waitFor();
    await ann.press('Log out');
    await other.getByRole('banner').getByText(/^Guest/).waitFor();
});

test('a password is changed; a token is created, works, and is revoked', async (stage) => {
    stage.expect(/status of 401/);
    const owner = await stage.player('Fred');
    const ann = await stage.visitor();
    await ann.context.addCookies([owner.cookie]);
    await ann.go('/account');
    const change = card(ann, 'Change password');
    await change.getByLabel('Current password').fill('wrong horse');
    await change.getByLabel('New password').fill('battery staple');
    await change.getByRole('button', { name: 'Change password' }).click();
    assert.match(await fieldError(change.getByLabel('Current password')), /Wrong name or password/);
    await change.getByLabel('Current password').fill(PASSWORD);
    await change.getByRole('button', { name: 'Change password' }).click();
    await ann.reads('Password changed.');

    const programs = card(ann, 'API tokens');
    await ann.reads('You have no tokens.');
    await programs.getByLabel('What is it for?').fill('my bot');
    await programs.getByRole('button', { name: 'Create token' }).click();
    const secret = await programs.getByRole('status').locator('code').innerText();
    const whoami = () => fetch(`${stage.server.url}/api/turns`, { headers: { Authorization: `Bearer ${secret}` } });
    assert.equal((await whoami()).status, 200);
    await programs.getByRole('button', { name: 'Revoke the token my bot' }).click();
    await ann.page.getByRole('dialog', { name: 'Revoke this token?' }).getByRole('button', { name: 'Revoke' }).click();
    await ann.reads('You have no tokens.');
    assert.equal((await whoami()).status, 401);
});

test('an account with a token is shown as a bot in the lobby, its games, its profile and the ratings', async (stage) => {
    const robot = await stage.player('Robot');
    const person = await stage.player('Rita');
    await robot.post('tokens', { label: 'engine' });
    await playGame(robot, person, FIVE, { rated: true });
    const { game } = await robot.post('games', { opponent: 'anyone', color: 'black' });
    const ann = await stage.visitor();
    await ann.go('/');
    await ann.page.locator(`li[data-game="${game}"]`).getByText(/^Robot \(bot\) /).waitFor();
    await ann.page.getByRole('link', { name: 'Robot (bot)', exact: true }).waitFor();
    await ann.go(`/game/${game}`);
    await ann.page.getByRole('link', { name: 'Robot (bot)', exact: true }).first().waitFor();
    await ann.go('/user/Robot');
    await ann.reads('Bot');
    await ann.go('/ratings');
    await ann.page.getByRole('link', { name: 'Robot (bot)', exact: true }).waitFor();
    await ann.page.getByRole('link', { name: 'Rita', exact: true }).waitFor();
});

test('a profile has the rating of each game, and lists show the final position', async (stage) => {
    const [ann, bob] = [await stage.player('Pia'), await stage.player('Quinn')];
    for (let i = 0; i < 2; i++) await playGame(ann, bob, FIVE, { rated: true });
    await playGame(ann, bob, FIVE.slice(0, 4), { opponent: 'anyone' });
    const carl = await stage.visitor({ size: 'portrait' });
    await carl.go('/user/Pia');
    await carl.page.getByRole('row', { name: /^Gomoku/ }).getByRole('img', { name: /^The last 2 games: 1\d\d\d to 1\d\d\d$/ }).waitFor();
    const [running, over] = [0, 1].map((i) => carl.page.locator('.game-list li').nth(i));
    assert.equal(await over.locator('.diagram-stone').count(), FIVE.length);
    assert.equal(await over.locator('.diagram-thumbnail--unknown').count(), 0);
    assert.equal(await running.locator('.diagram-thumbnail--unknown').count(), 1, 'no empty board for a game with stones');
    assert.notEqual(await running.locator('.game-row').evaluate((row) => getComputedStyle(row).paddingRight), '0px', 'text does not touch the edge');
});

test('an account can hide that it is online', async (stage) => {
    const ann = await stage.visitor(), bob = await stage.visitor();
    const name = ann.page.getByRole('link', { name: 'Rosa', exact: true });
    await bob.context.addCookies([(await stage.player('Rosa')).cookie]);
    await ann.go('/');
    await name.waitFor();
    await bob.go('/account');
    await bob.page.getByLabel('Show me online').uncheck();
    await name.waitFor({ state: 'detached' });
    await bob.page.reload();
    const shown = bob.page.getByLabel('Show me online');
    await shown.waitFor(); // hidden until the page knows the account
    assert.equal(await shown.isChecked(), false);
});

test('a guest who logs in is warned about ongoing games', async (stage) => {
    await stage.player('Gina');
    const guest = await stage.player();
    const ann = await stage.visitor();
    await guest.post('games', { opponent: 'level:1', color: 'black' });
    await ann.context.addCookies([guest.cookie]);
    await ann.go('/account');
    await ann.page.getByRole('link', { name: 'Your turn in 1 game' }).waitFor();
    const enter = async (answer) => {
        await card(ann, 'Log in').getByLabel('Name').fill('Gina');
        await card(ann, 'Log in').getByLabel('Password').fill(PASSWORD);
        await card(ann, 'Log in').getByRole('button', { name: 'Log in' }).click();
        await ann.page.getByRole('dialog').getByRole('button', { name: answer }).click();
    };
    await enter('Cancel');
    assert.match(await ann.page.getByRole('banner').innerText(), /Guest/);
    await enter('Log in');
    await ann.reads('Welcome, Gina.');
});

test('a user logged out elsewhere is told', async (stage) => {
    stage.expect(/WebSocket connection/);
    const owner = await stage.player('Hans');
    const elsewhere = await stage.player();
    const ann = await stage.visitor();
    await ann.context.addCookies([owner.cookie]);
    await ann.go('/rules');
    await ann.page.getByRole('banner').getByText('Hans').waitFor();
    await eventually(() => ann.frames.length > 0, 'the line is open');
    await elsewhere.post('login', { name: 'Hans', password: PASSWORD });
    await elsewhere.post('password', { old: PASSWORD, new: 'battery staple' });
    await ann.reads('You have been logged out.');
    await ann.page.getByRole('banner').getByText(/^Guest/).waitFor();
});

test('names as wide as the phone do not cause scrolling', async (stage) => {
    const [wide, wider] = [await stage.player(`${'W'.repeat(19)}M`), await stage.player('M'.repeat(20))];
    const ann = await stage.visitor({ size: 'phone' });
    await ann.context.addCookies([wide.cookie]);
    const game = await playGame(wide, wider, ['h8']);
    for (const path of ['/', '/account', '/games', `/game/${game}`]) {
        await ann.go(path);
        if (path === '/') await ann.page.getByRole('link', { name: /^with M/ }).waitFor();
        assert.equal(await ann.scrollsSideways(), false, path);
    }
});

testAlone('games and users can be searched', async (stage) => {
    const [ann, bob] = [await stage.player('Ann'), await stage.player('Bob')];
    await playGame(ann, bob, FIVE, { rules: 'standard', rated: true });
    await playGame(bob, ann, FIVE, { rules: 'renju' });
    for (let i = 0; i < 20; i++) await ann.act(await playGame(ann, bob, ['h8', 'i9']), 'resign');

    const carl = await stage.visitor();
    await carl.go('/games');
    const rows = carl.page.getByRole('main').getByRole('listitem');
    await becomesEqual(() => rows.count(), 20, 'the first games');
    await carl.press('Show more');
    await eventually(async () => (await rows.count()) === 22, 'the rest of the games');
    await carl.page.getByText('Search', { exact: true }).first().click();
    await carl.page.getByLabel('Player', { exact: true }).fill('ann');
    await carl.page.getByLabel('Result').selectOption('Won');
    await carl.page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await carl.reads('Won: five in a row');
    await becomesEqual(() => rows.count(), 1, 'the only game that Ann won');
    await carl.page.getByLabel('Rules', { exact: true }).selectOption('Caro');
    await carl.page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await carl.reads('No games found. Names must be spelled out in full.');
    await carl.page.goBack();
    await carl.reads('Won: five in a row');

    await carl.page.getByRole('link', { name: 'Ratings' }).click();
    await carl.page.getByRole('row', { name: /Ann/ }).getByRole('link').click();
    await carl.page.getByRole('heading', { name: 'Ann', level: 1 }).waitFor();
    await carl.press('Challenge');
    await carl.page.getByRole('dialog', { name: 'Challenge Ann' }).getByRole('button', { name: 'Send challenge' }).click();
    await carl.reads('Waiting for Ann');
    const { opponent, state } = await ann.get(`games/${carl.page.url().split('/').pop()}`);
    assert.deepEqual([opponent, state], ['user:Ann', 'waiting']);
});

testAlone('a one-time link sets a new password, once', async (stage) => {
    stage.expect(/status of 40[03]/);
    const { server } = stage;
    const owner = await stage.player('Ann');
    const { link } = server.admin('reset-password', 'Ann');
    const ann = await stage.visitor({ size: 'phone' });
    await ann.go(link.replace(server.url, ''));
    await ann.reads('This link sets a new password for Ann. It works once.');
    const password = ann.page.getByLabel('New password');
    await password.fill('short');
    await ann.press('Set password');
    assert.match(await fieldError(password), /at least 8/);
    await password.fill('password1');
    await ann.press('Set password');
    await eventually(async () => /too easy to guess/.test(await fieldError(password)), 'the reason is at the password');
    await becomesEqual(() => ann.axe(), [], 'axe');
    assert.ok(!(await ann.scrollsSideways()));
    await password.fill(PASSWORD);
    await ann.press('Set password');
    await ann.reads('You are logged in as Ann.');
    assert.equal((await owner.get('session')).name, null);
    const bob = await stage.visitor({ size: 'phone' });
    await bob.go(link.replace(server.url, ''));
    await bob.reads(/^This link has been used or has expired/);
    await becomesEqual(() => bob.axe(), [], 'axe');
});

testAlone('an announced restart is a card, on a game page a toast; called off, it goes away', async (stage) => {
    const { server } = stage;
    const ann = await stage.visitor({ size: 'phone' });
    await ann.go('/');
    await eventually(() => server.admin('announce', '5').sockets > 0, 'the page is connected');
    await ann.reads('The server restarts soon');
    await becomesEqual(() => ann.axe(), [], 'axe');
    assert.ok(!(await ann.scrollsSideways()));
    const bob = await stage.visitor(); // the welcome says it, too
    await bob.go('/rules');
    await bob.reads('The server restarts soon');
    await bob.press('OK');
    await becomesEqual(() => bob.page.getByText('The server restarts soon').count(), 0);
    server.admin('announce', 'off');
    await becomesEqual(() => ann.page.getByText('The server restarts soon').count(), 0);
    const player = await stage.player();
    const { game } = await player.post('games', { opponent: 'level:1' });
    await ann.go(`/game/${game}`);
    server.admin('announce', '1');
    await ann.page.locator('.toast', { hasText: 'this server restarts' }).waitFor();
});

testAlone('a game ended by the operator says so', async (stage) => {
    const { server } = stage;
    const [ann, bob] = [await stage.player('Ann'), await stage.player('Bob')];
    const game = await playGame(ann, bob, ['h8', 'i9', 'h9']);
    const visitor = await stage.visitor();
    await visitor.go(`/game/${game}`);
    server.admin('end', game, 'white');
    await visitor.reads('Decided by the operator of this server.');
    server.admin('delete', 'Bob', '--yes');
    await visitor.go('/games');
    await visitor.reads(/Deleted user \d+/);
});

const LAB = {
    workers: 2, threads: 8, busy: 7,
    tests: [
        { test: 8, state: 'running', build: '0123456789ab', created: 1794749000000, report: {
            rules: 'renju', size: 15, mist: false, time: '10+0.1', nodes: 0, games: 120, total: 2000,
            participants: [
                { name: 'a-new-engine-with-quite-a-long-name', won: 62, drawn: 4, lost: 54, faults: 0, pairs: [3, 10, 30, 12, 5], elo: 23.2, low: -10.1, high: 56.8 },
                { name: 'old', won: 54, drawn: 4, lost: 62, faults: 1, pairs: [5, 12, 30, 10, 3], elo: -23.2, low: -56.8, high: 10.1 }],
            sprt: { elo0: 0, elo1: 10, llr: 0.71, lower: -2.94, upper: 2.94, verdict: 'none' } } },
        { test: 7, state: 'finished', build: '0123456789ab', created: 1794740000000, report: {
            rules: 'freestyle', size: 19, mist: true, time: 'none', nodes: 500, games: 4, total: 4,
            participants: [
                { name: 'strong', won: 4, drawn: 0, lost: 0, faults: 0, pairs: [0, 0, 0, 0, 2], elo: null, low: 23.1, high: null },
                { name: 'greedy', won: 0, drawn: 0, lost: 4, faults: 0, pairs: [2, 0, 0, 0, 0], elo: null, low: null, high: -23.1 }] } },
        { test: 6, state: 'stopped', build: '0123456789ab', created: 1794730000000, report: null }],
};

test('the lab shows engine tests with Elo, pairs and SPRT, on a phone, too', async (stage) => {
    const ann = await stage.visitor({ size: 'phone' });
    await ann.go('/lab');
    await ann.reads('No tests yet.');
    await ann.page.route('**/api/lab', (route) => route.fulfill({ json: LAB }));
    await ann.go('/about');
    await ann.page.getByRole('link', { name: 'Engine tests' }).click();
    await ann.reads('2 workers · 7 of 8 threads busy');
    await ann.reads('SPRT +0 or +10 Elo: LLR 0.71 (-2.94 … 2.94). Not decided yet.');
    for (const cell of ['+62 =4 −54 3 · 10 · 30 · 12 · 5', '+23 −10 … +57', '+∞ +23 … +∞', '−∞ −∞ … −23'])
        await ann.page.getByRole('cell', { name: cell, exact: true }).waitFor();
    await ann.reads('120 of 2000 games');
    assert.deepEqual(await ann.axe(), []);
    assert.ok(!(await ann.scrollsSideways()));
    await ann.page.unroute('**/api/lab');
    await ann.reads('No tests yet.'); // it is read again
});
