// Requests to the API.
import { AppError } from '../app/errors.js';

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
    try {
        return await response.json();
    } catch {
        throw new AppError('unavailable', `the server answers ${response.status}`);
    }
}

/**
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path below /api: 'games', 'users/Ann'
 * @param {object | null} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} the response body; throws an AppError
 */
export async function request(method, path, body, signal) {
    /** @type {RequestInit} */
    const options = { method, signal, credentials: 'same-origin', cache: 'no-store' };
    if (method !== 'GET') {
        options.headers = { 'Content-Type': 'application/json' };
        options.body = JSON.stringify(body ?? {});
    }
    let response;
    try {
        response = await fetch(`/api/${path}`, options);
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new AppError('offline', '');
    }
    const answer = await read(response);
    if (response.ok) return answer;
    throw new AppError(answer.error?.code ?? 'unavailable', answer.error?.text ?? '', answer.error?.reason);
}
