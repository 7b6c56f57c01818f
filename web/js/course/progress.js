// Course progress, stored in localStorage.
const KEY = 'pentad.course';

/** @returns {Record<string, number>} completed steps by lesson */
export function loadProgress() {
    try {
        const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
        return Object.fromEntries(Object.entries(stored).filter(([, steps]) => Number.isInteger(steps)).map(([name, steps]) => [name, Number(steps)]));
    } catch {
        return {}; // storage may be forbidden
    }
}

/**
 * @param {string} lesson
 * @param {number} steps
 */
export function saveProgress(lesson, steps) {
    const now = loadProgress();
    if ((now[lesson] ?? 0) >= steps) return;
    try {
        localStorage.setItem(KEY, JSON.stringify({ ...now, [lesson]: steps }));
    } catch {
        // not stored: lasts until the page is closed
    }
}
