// The documents: theme, search, buttons that copy code. A classic script, and no fetch: it also works from a file.
'use strict';

const RESULTS_MAX = 20;
const EXCERPT = 140; // characters
const root = document.currentScript.dataset.root;

// The theme chosen in the game.
try {
    document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('pentad.prefs') ?? '{}').theme ?? 'auto';
} catch {
    // storage may be forbidden
}

// ---- Search

// With this the server's policy lets us load the index: addresses of scripts must be trusted types.
const policy = window.trustedTypes?.createPolicy('pentad', { createScriptURL: (address) => address });

let loading = null;
/** Loads the index once: search.js sets `searchRows`. */
function loadRows() {
    loading ??= new Promise((done, fail) => {
        const script = document.createElement('script');
        const address = `${root}search.js`;
        script.src = policy ? policy.createScriptURL(address) : address;
        script.onload = () => done(window.searchRows);
        script.onerror = () => {
            loading = null; // the next search tries again
            fail(new Error('not loaded'));
        };
        document.head.append(script);
    });
    return loading;
}

/**
 * Every word must begin a word of the section. Headings count most, then titles, then the text; pages for developers and
 * reports of training and tests count half, because most readers look for how to use it.
 */
function score([address, title, heading, text], words) {
    let sum = 0;
    for (const word of words) {
        const pattern = new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`, 'iu');
        const found = (pattern.test(title) ? 4 : 0) + (pattern.test(heading) ? 8 : 0) + (pattern.test(text) ? 1 : 0);
        if (found === 0) return 0;
        sum += found;
    }
    return /^(develop|training|tests|bench)\//.test(address) ? sum / 2 : sum;
}

function search(rows, query) {
    const words = query.trim().split(/\s+/);
    return rows.map((row) => ({ row, score: score(row, words) })).filter((found) => found.score > 0)
        .sort((a, b) => b.score - a.score).map(({ row }) => row);
}

/** The text around the first word, with the word marked. It begins and ends between words. */
function excerpt(text, word) {
    const found = text.toLowerCase().indexOf(word.toLowerCase());
    const [at, length] = found < 0 ? [0, 0] : [found, word.length];
    const early = Math.max(0, at - EXCERPT / 3);
    const from = early > 0 ? at - text.slice(early, at).replace(/^\S*\s?/, '').length : 0;
    const late = from + EXCERPT;
    const rest = text.slice(at + length, late);
    const span = document.createElement('span');
    const mark = document.createElement('mark');
    mark.textContent = text.slice(at, at + length);
    span.append(from > 0 ? '… ' : '', text.slice(from, at), mark, late < text.length ? rest.replace(/\s\S*$/, ' …') : rest);
    return span;
}

function resultItem([address, title, heading, text], word) {
    const [item, link, name] = ['li', 'a', 'b'].map((tag) => document.createElement(tag));
    link.href = root + address;
    name.textContent = heading === title ? title : `${title} › ${heading}`;
    link.append(name, excerpt(text, word));
    item.append(link);
    return item;
}

function startSearch(form) {
    const [input, box, status, list] = ['input', '.results', '[role=status]', 'ol'].map((name) => form.querySelector(name));
    const links = () => [...list.querySelectorAll('a')];
    const close = () => (box.hidden = true);

    async function update() {
        const query = input.value.trim();
        if (!query) return close();
        let found;
        try {
            found = search(await loadRows(), query);
        } catch {
            found = null;
        }
        if (input.value.trim() !== query) return; // typed on meanwhile
        const count = found?.length ?? 0;
        status.textContent = !found ? 'Search could not be loaded.'
            : count === 0 ? `Nothing found for “${query}”.`
            : count > RESULTS_MAX ? `The first ${RESULTS_MAX} of ${count} results` : `${count} ${count === 1 ? 'result' : 'results'}`;
        list.replaceChildren(...(found ?? []).slice(0, RESULTS_MAX).map((row) => resultItem(row, query.split(/\s+/)[0])));
        box.hidden = false;
    }

    function move(event, by) {
        const all = [input, ...links()];
        event.preventDefault();
        all[Math.min(Math.max(all.indexOf(document.activeElement) + by, 0), all.length - 1)].focus();
    }

    form.hidden = false;
    document.querySelector('.no-script').hidden = true;
    input.addEventListener('focus', () => loadRows().catch(() => {}), { once: true });
    input.addEventListener('input', update);
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        await update();
        links()[0]?.click();
    });
    form.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown') move(event, 1);
        else if (event.key === 'ArrowUp') move(event, -1);
        else if (event.key === 'Escape') close();
    });
    list.addEventListener('click', close); // a link to a section of this page
    document.addEventListener('click', (event) => form.contains(event.target) || close());
    document.addEventListener('keydown', (event) => {
        if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return;
        event.preventDefault();
        input.focus();
    });
    input.value = new URLSearchParams(location.search).get('q') ?? input.value;
    update();
}

// ---- Code

// Browsers have a clipboard only for secure pages: https, localhost and files.
function addCopyButton(code) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(code.textContent);
            button.textContent = 'Copied';
        } catch {
            button.textContent = 'Not allowed';
        }
        setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    code.replaceWith(frame);
    frame.append(code, button);
}

addEventListener('DOMContentLoaded', () => {
    startSearch(document.querySelector('.search'));
    if (navigator.clipboard) document.querySelectorAll('pre').forEach(addCopyButton);
    document.querySelector('.to-game').hidden = !location.protocol.startsWith('http');
});
