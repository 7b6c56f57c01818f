// The socket to the server. It comes back by itself, and what was asked and not answered is asked
// again: the server's promise is that asking twice is asking once.
import { Refusal } from '../app/errors.js';
import { store } from '../util/store.js';

const FIRST_DELAY = 500;
const LAST_DELAY = 10_000;
const QUIET = 25_000; // after so much silence a ping
const DEAF = 8_000; // a ping or a greeting that has not come by then: the line is dead

/** @typedef {'connecting' | 'online' | 'offline'} LineState */
/** @typedef {{do: string, [field: string]: unknown}} Message */
/** @typedef {{message: Message, once: boolean, done: (answer: any) => void, failed: (why: Error) => void}} Pending */

/** How the line is; 'connecting' only until the first time. */
export const line = store(/** @type {LineState} */ ('connecting'));

/** @type {Map<string, Set<(push: any) => void>>} */
const listeners = new Map();
/** @type {Map<number, Pending>} */
const pending = new Map();
/** @type {Set<() => void>} */
const greeters = new Set();

/** @type {WebSocket | null} */
let socket = null;
/** @type {() => Promise<unknown>} */
let introduce = async () => {};
let welcomed = false; // before that nothing is sent, so that nothing is sent twice
let nextId = 1;
let delay = FIRST_DELAY;
let retry = 0;
let quiet = 0;
let deaf = 0;

/**
 * Listens to what the server says by itself: 'moved', 'lobby', ...
 * @param {string} kind
 * @param {(push: any) => void} listener
 * @param {AbortSignal} signal
 */
export function hear(kind, listener, signal) {
    if (signal.aborted) return;
    const set = listeners.get(kind) ?? new Set();
    listeners.set(kind, set.add(listener));
    signal.addEventListener('abort', () => set.delete(listener), { once: true });
}

/**
 * Does something now, if there is a line, and whenever the line is back: subscriptions.
 * @param {() => void} greet
 * @param {AbortSignal} signal
 */
export function whenOnline(greet, signal) {
    if (signal.aborted) return;
    greeters.add(greet);
    signal.addEventListener('abort', () => greeters.delete(greet), { once: true });
    if (line.get() === 'online') greet();
}

/** @param {number} id */
function transmit(id) {
    const waiting = pending.get(id);
    if (waiting && welcomed && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, ...waiting.message }));
}

/**
 * Asks, and again after a break until there is an answer.
 * @param {Message} message
 * @returns {Promise<any>}
 */
export function ask(message) {
    return enqueue(message, false);
}

/**
 * Asks once: for what would be wrong to ask twice. Fails if the line breaks before the answer.
 * @param {Message} message
 * @returns {Promise<any>}
 */
export function askOnce(message) {
    if (line.get() !== 'online') return Promise.reject(new Refusal('offline', ''));
    return enqueue(message, true);
}

/**
 * @param {Message} message
 * @param {boolean} once
 */
function enqueue(message, once) {
    return new Promise((done, failed) => {
        const id = nextId++;
        pending.set(id, { message, once, done, failed });
        transmit(id);
    });
}

/** @param {any} push */
function receive(push) {
    const waiting = pending.get(push.to);
    if (push.is === 'ok' || push.is === 'error') {
        pending.delete(push.to);
        if (push.is === 'ok') waiting?.done(push);
        else waiting?.failed(new Refusal(push.code, push.text));
    }
    for (const listener of [...(listeners.get(push.is) ?? [])]) listener(push);
}

function listenForSilence() {
    clearTimeout(quiet);
    clearTimeout(deaf);
    quiet = window.setTimeout(probe, QUIET);
}

/** Is anybody there? */
function probe() {
    ask({ do: 'ping' }).catch(() => {});
    clearTimeout(deaf);
    deaf = window.setTimeout(lost, DEAF);
}

function opened() {
    welcomed = true;
    delay = FIRST_DELAY;
    const waiting = [...pending.keys()]; // what is asked from now on goes out by itself
    line.set('online');
    for (const greet of [...greeters]) greet();
    for (const id of waiting) transmit(id);
}

function lost() {
    const old = socket;
    socket = null;
    welcomed = false;
    old?.close();
    clearTimeout(quiet);
    clearTimeout(deaf);
    line.set('offline');
    for (const [id, waiting] of pending)
        if (waiting.once || waiting.message.do === 'ping') {
            pending.delete(id);
            waiting.failed(new Refusal('offline', ''));
        }
    clearTimeout(retry);
    retry = window.setTimeout(connect, delay * (0.75 + Math.random() / 2));
    delay = Math.min(2 * delay, LAST_DELAY);
}

function connect() {
    if (socket) return;
    clearTimeout(retry);
    const own = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/socket');
    socket = own;
    clearTimeout(deaf);
    deaf = window.setTimeout(lost, DEAF);
    own.onmessage = (event) => {
        if (socket !== own) return;
        listenForSilence();
        const push = JSON.parse(event.data);
        receive(push);
        if (push.is === 'welcome') opened();
    };
    own.onclose = async () => {
        if (socket !== own) return;
        // The session may have ended, and a socket that is refused does not say why.
        if (!welcomed) await introduce().catch(() => {});
        if (socket === own) lost();
    };
}

/**
 * Opens the line for good.
 * @param {() => Promise<unknown>} session makes sure that there is a session
 */
export function openLine(session) {
    introduce = session;
    window.addEventListener('online', hurry);
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') hurry();
    });
    connect();
}

/** Somebody is looking: try at once instead of later. */
export function hurry() {
    if (!socket) connect();
    else if (socket.readyState === WebSocket.OPEN) probe();
    else if (socket.readyState !== WebSocket.CONNECTING) lost(); // it died while nobody listened
}

/** A new line, because somebody else is here now. */
export function reopenLine() {
    delay = FIRST_DELAY;
    const old = socket;
    socket = null;
    welcomed = false;
    old?.close();
    connect();
}
