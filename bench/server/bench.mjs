// The server compared with a relay that stores nothing, in one run: node bench.mjs [ROUNDS [GAMES]].
//
// Games are played over local sockets, with both servers alternating round by round, so a busy machine slows both.
// A move has arrived when both players have received it. `paced` plays a fixed number of moves per second regardless
// of the server; `at full speed` answers each move at once. PENTAD names the program, TMPDIR the disk, PACE how many
// moves per second; PENTAD_BEFORE names an earlier program, which then takes part in every round. The disk's own time
// for the writes of a move is measured too: no server that acknowledges durable moves can be faster.
import { spawn } from 'node:child_process';
import { fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

const ROUNDS = Number(process.argv[2] ?? 5);
const GAMES = Number(process.argv[3] ?? 50);
const PLIES = 40; // a socket may send 60 messages in 20 seconds
const PACE = Number(process.env.PACE ?? 200); // moves per second
const here = new URL('.', import.meta.url).pathname;
const program = process.env.PENTAD ?? join(here, '../../build/pentad');

// ---- Servers

function start(command, args) {
    const process = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    return new Promise((done) => {
        process.stdout.once('data', (data) => done({ process, url: String(data).trim() }));
    });
}

// Milliseconds that the server's thread has run, and its commits so far.
const cpu = (server) => Number(readFileSync(`/proc/${server.process.pid}/task/${server.process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function commits(server) {
    const answer = await fetch(server.url + '/metrics');
    return Number(/^pentad_commits_total (\d+)$/m.exec(await answer.text())[1]);
}

const memory = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))[1]);

// ---- People

let people = 0;
const nextAddress = () => `127.4.${Math.floor(++people / 250)}.${(people % 250) + 1}`;

// Rate limits are per address, and fetch cannot choose its own. Behind a proxy the address is what the header says.
async function enter(server) {
    const address = nextAddress();
    const answer = await fetch(server.url + '/api/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: '{}',
    });
    return { address, cookie: answer.headers.get('set-cookie').split(';')[0] };
}

function connect(server, person) {
    const headers = person ? { Cookie: person.cookie, Origin: server.url, 'X-Forwarded-For': person.address } : {};
    const socket = new WebSocket(server.url.replace('http', 'ws') + '/api/socket', { headers, perMessageDeflate: false });
    return new Promise((done, failed) => {
        socket.once('open', () => done(socket));
        socket.once('error', failed);
    });
}

// ---- Games

async function request(server, person, path, body) {
    const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: {
            'Content-Type': 'application/json', Origin: server.url, Cookie: person.cookie, 'X-Forwarded-For': person.address,
        },
        body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
}

async function begin(server, couple, number) {
    let game = `room${number}`;
    if (couple) {
        game = (await request(server, couple[0], '/api/games', { opponent: 'link', color: 'black', size: 19 })).game;
        await request(server, couple[1], `/api/games/${game}`, { do: 'join' });
    }
    const sockets = await Promise.all([0, 1].map((seat) => connect(server, couple?.[seat])));
    const table = { game, sockets, ply: 0, told: 0, sent: 0, arrived: null };
    for (const socket of sockets) {
        const watched = new Promise((done) => {
            socket.on('message', function hear(data) {
                if (JSON.parse(data).is === 'ok') {
                    socket.off('message', hear);
                    done();
                }
            });
        });
        socket.send(JSON.stringify({ do: 'watch', id: 0, game }));
        await watched;
    }
    for (const socket of sockets)
        socket.on('message', (data) => {
            if (!data.includes('"is":"moved"')) return;
            if (JSON.parse(data).ply === table.ply + 1 && ++table.told === 2) table.arrived();
        });
    return table;
}

// Two colours in a pattern that never makes five.
const points = [[], []];
for (let i = 0; i < 19 * 19; i++) {
    const [x, y] = [i % 19, Math.floor(i / 19)];
    points[(x + 2 * y) % 4 >= 2 ? 1 : 0].push('abcdefghijklmnopqrs'[x] + (y + 1));
}

function play(table) {
    const move = points[table.ply % 2][table.ply >> 1];
    return new Promise((done) => {
        const begun = process.hrtime.bigint();
        table.told = 0;
        table.arrived = () => {
            table.ply++;
            done(Number(process.hrtime.bigint() - begun) / 1e6);
        };
        table.sockets[table.ply % 2].send(
            JSON.stringify({ do: 'play', id: table.ply + 1, game: table.game, ply: table.ply, line: 0, move }));
    });
}

async function atFullSpeed(tables) {
    const begun = performance.now();
    await Promise.all(tables.map(async (table) => {
        while (table.ply < PLIES) await play(table);
    }));
    return (tables.length * PLIES * 1000) / (performance.now() - begun);
}

// Paced by the clock, not by the answers, so a slow server does not slow down the load.
async function paced(tables, seconds) {
    const times = [];
    const waiting = [];
    const begun = performance.now();
    for (let i = 0; i < seconds * PACE; i++) {
        const due = begun + (i * 1000) / PACE;
        while (performance.now() < due) await new Promise((done) => setTimeout(done, 1));
        const table = tables[i % tables.length];
        const before = table.last ?? Promise.resolve();
        table.last = before.then(() => play(table)).then((ms) => times.push(ms));
        waiting.push(table.last);
    }
    await Promise.all(waiting);
    times.sort((a, b) => a - b);
    return { p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] };
}

// Overwrites and syncs two pages of SQLite's log.
async function bareWrites(file, count) {
    const pages = Buffer.alloc(2 * 4120, 1);
    for (let i = 0; i < count; i++) writeSync(file, pages, 0, pages.length, i * pages.length);
    fdatasyncSync(file);
    const times = [];
    for (let i = 0; i < count; i++) {
        await new Promise((done) => setTimeout(done, 1000 / PACE));
        const begun = process.hrtime.bigint();
        writeSync(file, pages, 0, pages.length, i * pages.length);
        fdatasyncSync(file);
        times.push(Number(process.hrtime.bigint() - begun) / 1e6);
    }
    times.sort((a, b) => a - b);
    return { p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] };
}

async function seat(server, couples) {
    const tables = [];
    for (let i = 0; i < GAMES; i++) tables.push(await begin(server, couples?.[i], people * 1000 + i));
    return tables;
}

function leave(tables) {
    for (const table of tables) for (const socket of table.sockets) socket.close();
}

// ---- The run

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function startServer(path) {
    const folder = mkdtempSync(join(tmpdir(), 'pentad-bench-'));
    const server = await start(path, ['serve', '--port', '0', '--data', folder, '--behind-proxy']);
    const couples = [];
    for (let i = 0; i < GAMES; i++) couples.push([await enter(server), await enter(server)]);
    return { ...server, folder, couples, found: {} };
}

const ours = await startServer(program);
const earlier = process.env.PENTAD_BEFORE ? await startServer(process.env.PENTAD_BEFORE) : null;
const relay = { ...(await start(process.execPath, [join(here, 'relay.mjs')])), couples: null, found: {} };
const servers = [ours, earlier, relay].filter(Boolean);
const note = (server, values) => {
    for (const [key, value] of Object.entries(values)) (server.found[key] ??= []).push(value);
};

async function measure(server) {
    const begun = cpu(server);
    let tables = await seat(server, server.couples);
    const times = await paced(tables, Math.floor((GAMES * PLIES) / PACE / 4));
    leave(tables);
    tables = await seat(server, server.couples);
    const before = [cpu(server), server.folder ? await commits(server) : 0];
    const speed = await atFullSpeed(tables);
    const spent = [(cpu(server) - before[0]) * 1000, server.folder ? (await commits(server)) - before[1] : NaN];
    leave(tables);
    const moves = GAMES * PLIES + Math.floor((GAMES * PLIES) / PACE / 4) * PACE;
    const all = ((cpu(server) - begun) * 1000) / moves;
    note(server, { ...times, speed, all, cpu: spent[0] / (GAMES * PLIES), batch: (GAMES * PLIES) / spent[1] });
}

const disk = { p50: [], p99: [] };
const file = openSync(join(ours.folder, 'bare'), 'w');
for (let round = 0; round < ROUNDS; round++) {
    const bare = await bareWrites(file, 400);
    disk.p50.push(bare.p50);
    disk.p99.push(bare.p99);
    for (const server of servers) await measure(server);
}

const ratio = (a, b, key) => median(a.found[key].map((value, i) => value / b.found[key][i])).toFixed(2);
const row = (what, key, digits) => {
    const cells = servers.map((server) => median(server.found[key]).toFixed(digits));
    cells.push(ratio(ours, relay, key));
    if (earlier) cells.push(ratio(earlier, relay, key), ratio(ours, earlier, key));
    console.log(`| ${what} | ${cells.join(' | ')} |`);
};
const heads = ['server', earlier && 'before', 'relay', 'server / relay', earlier && 'before / relay', earlier && 'server / before'].filter(Boolean);
console.log(`| ${GAMES} games, ${ROUNDS} rounds, medians | ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length + 1)}`);
row(`a move to both, ${PACE} a second: p50, ms`, 'p50', 2);
row('p99, ms', 'p99', 2);
row('moves a second at full speed', 'speed', 0);
row('CPU time of a move at full speed, µs', 'cpu', 1);
row('the same with games, joins, sockets and subscriptions, µs', 'all', 1);
row('moves in a commit at full speed', 'batch', 1);
for (const key of ['p50', 'p99']) console.log(`| the disk alone, two pages and fdatasync: ${key}, ms | ${median(disk[key]).toFixed(2)} |${' |'.repeat(heads.length - 1)}`);

// ---- Idle sockets (IDLE=0: none)

const IDLE = Number(process.env.IDLE ?? 5000);
if (IDLE === 0) finish();
const before = { ours: memory(ours), relay: memory(relay) };
const idle = [];
let person = null;
for (let i = 0; i < IDLE; i++) {
    if (i % 15 === 0) person = await enter(ours);
    idle.push(await connect(ours, person), await connect(relay, null));
}
await new Promise((done) => setTimeout(done, 2000));
const each = (name, server) => ((memory(server) - before[name]) * 1024) / IDLE;
const [mine, theirs] = [each('ours', ours), each('relay', relay)];
console.log(`bytes an idle socket, ${IDLE} of them: ${mine.toFixed(0)}, relay ${theirs.toFixed(0)}, ratio ${(mine / theirs).toFixed(2)}`);
finish();

function finish() {
    for (const server of servers) {
        server.process.kill();
        if (server.folder) rmSync(server.folder, { recursive: true });
    }
    process.exit(0);
}
