// Textures of the board: stone gradients, wood grain, mist clouds.
import { svg } from '../ui/dom.js';

const GRAIN_BANDS = 110;
const CLOUDS = 22;

// Radial gradients: the centre of the light, and the colour stops (colours are in board.css).
const SHADES = {
    black: { cx: 0.36, cy: 0.3, r: 0.75, stops: [0, 0.45, 1] },
    white: { cx: 0.36, cy: 0.3, r: 0.75, stops: [0, 0.6, 1] },
    shadow: { cx: 0.5, cy: 0.5, r: 0.5, stops: [0, 0.72, 1] },
    puff: { cx: 0.5, cy: 0.5, r: 0.5, stops: [0, 1] },
};

/** @param {string} prefix of the gradient ids, which are global to the document: PREFIX-black etc. */
export function shades(prefix) {
    return [
        ...Object.entries(SHADES).map(([kind, { stops, ...round }]) =>
            svg('radialGradient', { id: `${prefix}-${kind}`, ...round },
                stops.map((offset, i) => svg('stop', { offset, class: `board-stop--${kind}${i}` })))),
        svg('linearGradient', { id: `${prefix}-grain` }, grain()),
    ];
}

/** Straight wood grain: soft bands from top to bottom. Strokes would look like dirt on the lines of the board. */
function grain() {
    const random = seededRandom(7);
    return Array.from({ length: GRAIN_BANDS }, (_, i) => svg('stop.board-stop--grain', {
        offset: ((i + random()) / GRAIN_BANDS).toFixed(3), 'stop-opacity': (random() * random()).toFixed(2),
    }));
}

/**
 * A pseudo-random generator with a fixed seed, so that wood and clouds look the same every time.
 * @param {number} seed
 */
function seededRandom(seed) {
    return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

/**
 * @param {number} width
 * @param {string} puff
 */
export function clouds(width, puff) {
    const random = seededRandom(11);
    return Array.from({ length: CLOUDS }, () => svg('ellipse', {
        cx: (random() * width).toFixed(1), cy: (random() * width).toFixed(1),
        rx: (width * (0.12 + 0.16 * random())).toFixed(1), ry: (width * (0.05 + 0.07 * random())).toFixed(1),
        fill: puff,
    }));
}
