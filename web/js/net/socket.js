// WebSocket to the server: reconnects with exponential backoff and sends unanswered requests again, which is safe
// because they are idempotent on the server.
import { AppError } from '../app/errors.js';
import { store } from '../util/store.js';

const RETRY_MIN = 500;
const RETRY_MAX = 10_000;
const PING_AFTER = 25_000; // milliseconds of silence before a ping
const PONG_TIMEOUT = 8_000; // without a pong or welcome by then the connection is dead

/** @typedef {'connecting' | 'online' | 'offline'} ConnectionState */
/** @typedef {{do: string, [field: string]: unknown}} Message */
/** @typedef {{message: Message, once: boolean, resolve: (answer: any) => void, reject: (error: Error) => void}} Pending */

/** Connection state; 'connecting' only before the first connection. */
export const connection = store(/** @type {ConnectionState} */ ('connecting'));

/** @type {Map<string, Set<(push: any) => void>>} */
const listeners = new Map();
/** @type {Map<number, Pending>} */
const pending = new Map();
/** @type {Set<() => void>} */
const onlineListeners = new Set();

/** @type {WebSocket | null} */
let socket = null;
/** @type {() => Promise<unknown>} */
let ensureSession = async () => {};
let welcomed = false; // nothing is sent before the welcome, so that nothing is sent twice
let paused = false; // between two sessions
let nextId = 1;
let retryDelay = RETRY_MIN;
let retryTimer = 0;
let pingTimer = 0;
let pongTimer = 0;

/**
 * Listens to messages pushed by the server: 'moved', 'lobby', ...
 * @param {string} kind
 * @param {(push: any) => void} listener
 * @param {AbortSignal} signal
 */
export function onPush(kind, listener, signal) {
    if (signal.aborted) return;
    const set = listeners.get(kind) ?? new Set();
    listeners.set(kind, set.add(listener));
    signal.addEventListener('abort', () => set.delete(listener), { once: true });
}

/**
 * Calls the listener now if connected, and after every reconnect. For subscriptions.
 * @param {() => void} listener
 * @param {AbortSignal} signal
 */
export function whenOnline(listener, signal) {
    if (signal.aborted) return;
    onlineListeners.add(listener);
    signal.addEventListener('abort', () => onlineListeners.delete(listener), { once: true });
    if (connection.get() === 'online') listener();
}

/** @param {number} id */
function transmit(id) {
    const waiting = pending.get(id);
    if (waiting && welcomed && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, ...waiting.message }));
}

/**
 * Sends a request, again after a reconnect, until it is answered.
 * @param {Message} message
 * @returns {Promise<any>}
 */
export function call(message) {
    return enqueue(message, false);
}

/**
 * Sends a request at most once, for actions that are not idempotent. Fails if the connection breaks first.
 * @param {Message} message
 * @returns {Promise<any>}
 */
export function callOnce(message) {
    if (connection.get() !== 'online') return Promise.reject(new AppError('offline', ''));
    return enqueue(message, true);
}

/**
 * @param {Message} message
 * @param {boolean} once
 */
function enqueue(message, once) {
    return new Promise((resolve, reject) => {
        const id = nextId++;
        pending.set(id, { message, once, resolve, reject });
        transmit(id);
    });
}

/** @param {any} push */
function receive(push) {
    const waiting = pending.get(push.to);
    if (push.is === 'ok' || push.is === 'error') {
        pending.delete(push.to);
        if (push.is === 'ok') waiting?.resolve(push);
        else waiting?.reject(new AppError(push.code, push.text, push.reason));
    }
    for (const listener of [...(listeners.get(push.is) ?? [])]) listener(push);
}

function restartPingTimer() {
    clearTimeout(pingTimer);
    clearTimeout(pongTimer);
    pingTimer = window.setTimeout(ping, PING_AFTER);
}

/** Checks that the server still answers. */
function ping() {
    call({ do: 'ping' }).catch(() => {});
    clearTimeout(pongTimer);
    pongTimer = window.setTimeout(disconnected, PONG_TIMEOUT);
}

function connected() {
    welcomed = true;
    retryDelay = RETRY_MIN;
    const waiting = [...pending.keys()]; // requests made from now on are sent right away
    connection.set('online');
    for (const listener of [...onlineListeners]) listener();
    for (const id of waiting) transmit(id);
}

/** One that is still opening is closed when it is open: before that, browsers report an error. @param {WebSocket | null} old */
function close(old) {
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
}

function disconnected() {
    const old = socket;
    socket = null;
    welcomed = false;
    close(old);
    clearTimeout(pingTimer);
    clearTimeout(pongTimer);
    connection.set('offline');
    for (const [id, waiting] of pending)
        if (waiting.once || waiting.message.do === 'ping') {
            pending.delete(id);
            waiting.reject(new AppError('offline', ''));
        }
    clearTimeout(retryTimer);
    retryTimer = window.setTimeout(connect, retryDelay * (0.75 + Math.random() / 2));
    retryDelay = Math.min(2 * retryDelay, RETRY_MAX);
}

function connect() {
    if (socket || paused) return;
    clearTimeout(retryTimer);
    const opening = new WebSocket(location.origin.replace(/^http/, 'ws') + '/api/socket');
    socket = opening;
    clearTimeout(pongTimer);
    pongTimer = window.setTimeout(disconnected, PONG_TIMEOUT);
    opening.onmessage = (event) => {
        if (socket !== opening) return;
        restartPingTimer();
        const push = JSON.parse(event.data);
        receive(push);
        if (push.is === 'welcome') connected();
    };
    opening.onclose = async () => {
        if (socket !== opening) return;
        // The session may have expired: a rejected socket does not say why.
        if (!welcomed) await ensureSession().catch(() => {});
        if (socket === opening) disconnected();
    };
}

/**
 * Opens the connection and keeps it open.
 * @param {() => Promise<unknown>} session makes sure that a session exists
 */
export function openConnection(session) {
    ensureSession = session;
    window.addEventListener('online', reconnectNow);
    window.addEventListener('offline', reconnectNow); // a ping: a server on this computer is still there
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') reconnectNow();
    });
    connect();
}

/** Reconnects or pings now, because the user is back. */
export function reconnectNow() {
    if (!socket) connect();
    else if (socket.readyState === WebSocket.OPEN) ping();
    else if (socket.readyState !== WebSocket.CONNECTING) disconnected(); // it died while the tab was in the background
}

/** Closes the connection until `reconnect`: the session is about to end, and without one the server rejects sockets. */
export function pauseConnection() {
    paused = true;
    const old = socket;
    socket = null;
    welcomed = false;
    close(old);
}

/** Opens a new connection because the user has changed. */
export function reconnect() {
    pauseConnection();
    paused = false;
    retryDelay = RETRY_MIN;
    connect();
}
