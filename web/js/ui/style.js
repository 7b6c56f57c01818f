// Style sheets that only some pages need: loaded with the page.

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
            reject(new Error(`css/${name}.css did not come`));
        });
        document.head.append(link);
    }));
}

/**
 * A page awaits it before it shows anything; once loaded it stays.
 * @param {string} name of a file in css/
 */
export function loadStyle(name) {
    const sheet = sheets.get(name) ?? addStylesheet(name);
    sheets.set(name, sheet);
    return sheet;
}
