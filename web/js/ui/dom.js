// DOM helpers. Text is always inserted as text, never as markup (no XSS).

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */

/**
 * Attribute values: true sets an empty attribute, null and false remove it. `on…` takes a listener.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else if (value === null || value === undefined || value === false) element.removeAttribute(name);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
}

/**
 * @param {Node} parent
 * @param {Child[]} children
 */
function append(parent, children) {
    for (const child of children) {
        if (Array.isArray(child)) append(parent, child);
        else if (child instanceof Node) parent.appendChild(child);
        else if (child !== null && child !== undefined && child !== false)
            parent.appendChild(document.createTextNode(String(child)));
    }
}

/**
 * h('a.button.button--main', {href: '/'}, 'Home')
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} what tag and classes
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElement(/** @type {Tag} */ (tag));
    if (classes.length > 0) element.className = classes.join(' ');
    setAttributes(element, attributes);
    append(element, children);
    return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} what
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElementNS(SVG, /** @type {Tag} */ (tag));
    if (classes.length > 0) element.setAttribute('class', classes.join(' '));
    setAttributes(element, attributes);
    append(element, children);
    return element;
}

/**
 * Replaces the children.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
    const fragment = document.createDocumentFragment();
    append(fragment, children);
    parent.replaceChildren(fragment);
}

/**
 * Sets the text only if it differs, so that live regions are read once.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}
