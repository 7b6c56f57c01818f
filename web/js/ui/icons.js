// SVG icons in the current text colour. Hidden from screen readers: a button with only an icon needs an aria-label.
import { svg } from './dom.js';

const PATHS = {
    menu: 'M4 7h16M4 12h16M4 17h16',
    close: 'M6 6l12 12M18 6L6 18',
    first: 'M18 6l-6 6 6 6M7 6v12',
    previous: 'M15 6l-6 6 6 6',
    next: 'M9 6l6 6-6 6',
    last: 'M6 6l6 6-6 6M17 6v12',
    flag: 'M6 21V4m0 1h11l-2 4 2 4H6',
    undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6v1',
    redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6v1',
    up: 'M12 20V5m0 0l-6 6m6-6l6 6',
    play: 'M7 5l12 7-12 7z',
    pause: 'M8 5v14M16 5v14',
    stop: 'M6 6h12v12H6z',
    upload: 'M12 16V5m0 0L8 9m4-4l4 4M5 19h14',
    half: 'M12 4v16M5 8h4v8H5M15 8h4v8h-4',
    copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
    share: 'M12 15V4m0 0L8 8m4-4l4 4M5 12v7h14v-7',
    check: 'M5 13l4 4 10-11',
    eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
    chat: 'M4 5h16v11H10l-5 4v-4H4z',
    search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2l5 5',
    link: 'M10 14l4-4M8 11l-2 2a4 4 0 0 0 6 6l2-2M16 13l2-2a4 4 0 0 0-6-6l-2 2',
    clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3 2',
    again: 'M20 11a8 8 0 1 0-2 6m2-11v5h-5',
    sound: 'M4 10v4h4l5 4V6l-5 4zm12-1a4 4 0 0 1 0 6m2-9a8 8 0 0 1 0 12',
    soundless: 'M4 10v4h4l5 4V6l-5 4zm12 0l5 5m0-5l-5 5',
    gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zm0 3.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm0-13V3m0 18v-2.5M5.5 12H3m18 0h-2.5M7.4 7.4L5.6 5.6m12.8 12.8l-1.8-1.8m-9.2 0l-1.8 1.8M18.4 5.6l-1.8 1.8',
    person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9c0-4 3.5-6 8-6s8 2 8 6',
    computer: 'M4 5h16v11H4zM9 20h6m-3-4v4',
    people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-7 9c0-3.5 3-5.5 7-5.5s7 2 7 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5M18 15c2.5.6 4 2.2 4 5',
    mist: 'M3 9h11a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h7',
    bulb: 'M9 18h6m-5 3h4M8.5 15c-1.6-1.2-2.5-3-2.5-5a6 6 0 0 1 12 0c0 2-.9 3.8-2.5 5z',
    course: 'M3 9l9-4 9 4-9 4zM7 11v4c0 1.5 2.2 3 5 3s5-1.5 5-3v-4M21 9v5',
    download: 'M12 4v11m0 0l-4-4m4 4l4-4M5 19h14',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
    return svg('svg.icon', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
        svg('path', { d: PATHS[name] }));
}
