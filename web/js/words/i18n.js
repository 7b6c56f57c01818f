// Translations (i18n): texts in the user's language, from LANGUAGE.js. English is the fallback; the type checker
// ensures that keys exist.
import { prefs } from '../app/prefs.js';
import en from './en.js';

/** @typedef {keyof typeof en} Key */
/** @typedef {'en' | 'zh' | 'zh-Hant' | 'ja'} Language */
/** @typedef {Record<Exclude<Key, `${string}.one`>, string>} OtherWords languages without a singular form */

/** @type {Record<Language, {name: string, load: () => Promise<Partial<Record<string, string>>>}>} */
export const languages = {
    en: { name: 'English', load: async () => en },
    zh: { name: '简体中文', load: async () => (await import('./zh.js')).default },
    'zh-Hant': { name: '繁體中文', load: loadTraditional },
    ja: { name: '日本語', load: async () => (await import('./ja.js')).default },
};

async function loadTraditional() {
    const [{ default: simplified }, { traditional }] = await Promise.all([import('./zh.js'), import('./traditional.js')]);
    return traditional(simplified);
}

/** @type {Partial<Record<string, string>>} */
let texts = en;
/** @type {Language} */
let current = 'en';

export const language = () => current;

/** The language of a browser's tag. Taiwan, Hong Kong and Macau write Traditional Chinese. @param {string} tag */
export const languageOf = (tag) => (/^zh-(Hant|TW|HK|MO)/i.test(tag) ? 'zh-Hant' : tag.slice(0, 2));

/** @returns {Language} */
function preferred() {
    const chosen = prefs.get().language;
    const wanted = [chosen, ...navigator.languages.map(languageOf)];
    return /** @type {Language} */ (wanted.find((tag) => tag in languages) ?? 'en');
}

/** Called before the first page is drawn. Changing the language reloads the page. */
export async function loadTexts() {
    const wanted = preferred();
    try {
        texts = await languages[wanted].load();
        current = wanted;
    } catch {
        current = 'en';
    }
    document.documentElement.lang = current;
}

/**
 * @param {string} key
 * @returns {key is Key}
 */
export function hasText(key) {
    return key in en;
}

/**
 * @param {Key} key
 * @param {Record<string, string | number>} [values] for the placeholders {name}
 * @returns {string}
 */
export function t(key, values = {}) {
    const text = texts[key] ?? en[key];
    return text.replace(/\{(\w+)\}/g, (whole, name) => userName(String(values[name] ?? whole)));
}

/** @param {number | string} level the ones below 1 have names instead of numbers */
export const levelName = (level) => textOr(`level.name.${level}`, t('level.name', { level }));

/**
 * A name as it is shown: guests and levels have a number, and are named in the user's language. Accounts have no
 * blanks in their names.
 * @param {string} name
 */
export function userName(name) {
    const [, kind, n] = /^(Guest|Level|Deleted) (-?\d+|perfect)$/.exec(name) ?? [];
    if (kind === 'Guest') return t('user.guest', { n });
    if (kind === 'Deleted') return t('user.deleted', { n });
    return kind === 'Level' ? levelName(n) : name;
}

/**
 * The text of a key built from a server value ('rules.renju'), or the fallback if there is none.
 * @param {string} key
 * @param {string} fallback
 */
export function textOr(key, fallback) {
    return hasText(key) ? t(key) : fallback;
}

/**
 * Plural forms: the keys end with .one and .other.
 * @param {string} key
 * @param {number} count
 */
export function count(key, count) {
    const form = new Intl.PluralRules(current).select(count) === 'one' ? 'one' : 'other';
    return t(/** @type {Key} */ (`${key}.${form}`), { count });
}

/** @param {number} ms since 1970 */
export function dateText(ms) {
    return new Intl.DateTimeFormat(current, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** @param {number} ms since 1970 */
export function timeText(ms) {
    return new Intl.DateTimeFormat(current, { timeStyle: 'short' }).format(ms);
}

/** @param {number} ms since 1970 */
export function dayText(ms) {
    return new Intl.DateTimeFormat(current, { dateStyle: 'long' }).format(ms);
}
