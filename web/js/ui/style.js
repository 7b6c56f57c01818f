// Loads style sheets that only some pages need.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** @param {string} name */
function addStylesheet(name) {
    return /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
        const link = document.createElement('link');
        link.rel = 'stylesheet';
        link.href = new URL(`../../css/${name}.css`, import.meta.url).href;
        link.addEventListener('load', () => resolve());
        link.addEventListener('error', () => {
            link.remove();
            sheets.delete(name);
            reject(new Error(`css/${name}.css failed to load`));
        });
        document.head.append(link);
    }));
}

/**
 * Pages await this before they show anything. A sheet is loaded once.
 * @param {string} name of a file in css/
 */
export function loadStyle(name) {
    const sheet = sheets.get(name) ?? addStylesheet(name);
    sheets.set(name, sheet);
    return sheet;
}
