// The server compared with a relay that stores nothing, in one run: node bench.mjs [ROUNDS [GAMES]].
//
// Games are played over local sockets, with both servers alternating round by round, so a busy machine slows both.
// A move has arrived when both players have received it. `paced` plays a fixed number of moves per second regardless
// of the server; `at full speed` answers each move at once. PENTAD names the program, TMPDIR the disk. The disk's own
// time for the writes of a move is measured too: no server that acknowledges durable moves can be faster.
import { spawn } from 'node:child_process';
import { fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

const ROUNDS = Number(process.argv[2] ?? 5);
const GAMES = Number(process.argv[3] ?? 50);
const PLIES = 40; // a socket may send 60 messages in 20 seconds
const PACE = 200; // moves per second
const here = new URL('.', import.meta.url).pathname;
const program = process.env.PENTAD ?? join(here, '../../build/pentad');

// ---- Servers

function start(command, args) {
    const process = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    return new Promise((done) => {
        process.stdout.once('data', (data) => done({ process, url: String(data).trim() }));
    });
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
const folder = mkdtempSync(join(tmpdir(), 'pentad-bench-'));
const ours = await start(program, ['serve', '--port', '0', '--data', folder, '--behind-proxy']);
const relay = await start(process.execPath, [join(here, 'relay.mjs')]);
const couples = [];
for (let i = 0; i < GAMES; i++) couples.push([await enter(ours), await enter(ours)]);

const found = { ours: { p50: [], p99: [], speed: [] }, relay: { p50: [], p99: [], speed: [] } };
const disk = { p50: [], p99: [] };
const file = openSync(join(folder, 'bare'), 'w');
for (let round = 0; round < ROUNDS; round++) {
    const bare = await bareWrites(file, 400);
    disk.p50.push(bare.p50);
    disk.p99.push(bare.p99);
    for (const [name, server, who] of [['ours', ours, couples], ['relay', relay, null]]) {
        let tables = await seat(server, who);
        const { p50, p99 } = await paced(tables, Math.floor((GAMES * PLIES) / PACE / 4));
        leave(tables);
        tables = await seat(server, who);
        found[name].speed.push(await atFullSpeed(tables));
        found[name].p50.push(p50);
        found[name].p99.push(p99);
        leave(tables);
    }
}

const row = (what, key, digits) => {
    const [a, b] = [median(found.ours[key]), median(found.relay[key])];
    const ratios = found.ours[key].map((value, i) => value / found.relay[key][i]);
    console.log(`| ${what} | ${a.toFixed(digits)} | ${b.toFixed(digits)} | ${median(ratios).toFixed(2)} |`);
};
console.log(`| ${GAMES} games, ${ROUNDS} rounds, medians | server | relay | ratio |\n|---|---|---|---|`);
row(`a move to both, ${PACE} a second: p50, ms`, 'p50', 2);
row('p99, ms', 'p99', 2);
row('moves a second at full speed', 'speed', 0);
for (const key of ['p50', 'p99']) console.log(`| the disk alone, two pages and fdatasync: ${key}, ms | ${median(disk[key]).toFixed(2)} | | |`);

// ---- Idle sockets

const IDLE = 5000;
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
console.log(`| bytes an idle socket, ${IDLE} of them | ${mine.toFixed(0)} | ${theirs.toFixed(0)} | ${(mine / theirs).toFixed(2)} |`);

for (const server of [ours, relay]) server.process.kill();
rmSync(folder, { recursive: true });
process.exit(0);
