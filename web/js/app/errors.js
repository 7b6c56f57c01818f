// Errors with a code, and their texts for the user.
import { hasText, language, t } from '../words/i18n.js';

// Codes whose English text from the server is more specific than ours, where it has no reason.
const DETAILED_CODES = new Set(['bad_value', 'illegal_move', 'not_now', 'too_many', 'guests_not', 'not_yours', 'engine_refused']);

export class AppError extends Error {
    /**
     * @param {string} code as in docs/integrate/api.md, or 'offline'
     * @param {string} text
     * @param {string} [reason] why, if the code is too general
     */
    constructor(code, text, reason = '') {
        super(text || code);
        this.code = code;
        this.text = text;
        this.reason = reason;
    }
}

/** True if the server is unreachable or unavailable. @param {unknown} error */
export const isOffline = (error) => error instanceof AppError && ['offline', 'unavailable'].includes(error.code);

/** @param {string} text */
function sentence(text) {
    const first = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?]$/.test(first) ? first : first + '.';
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function errorText(error) {
    if (!(error instanceof AppError)) return t('error.unknown');
    const refused = `refused.${error.reason}`;
    if (hasText(refused)) return t(refused);
    if (error.text && DETAILED_CODES.has(error.code) && language() === 'en') return sentence(error.text);
    const key = `error.${error.code}`;
    return hasText(key) ? t(key) : sentence(error.text || t('error.unknown'));
}
