// The board: draws a position as SVG. It only draws, so games, replays and the analysis board can share it;
// board_input.js handles clicks and legal points.
import { fill, h, setAttributes, svg } from '../ui/dom.js';
import { columnName, parsePoint, pointName, starPoints } from './points.js';
import { clouds, shades } from './texture.js';

/** @typedef {import('../types.js').Color} Color */

/**
 * @typedef {object} Stone
 * @property {string} point
 * @property {Color} color
 * @property {number | null} number
 * @property {'sure' | 'sending' | 'unknown'} [kind] 'sending': not acknowledged yet; 'unknown': to the side whose knowledge is shown
 */

/** @typedef {{left: number, bottom: number, right: number, top: number}} Area points, both ends included */

/**
 * @typedef {object} Position
 * @property {number} size
 * @property {Stone[]} stones
 * @property {string | null} last
 * @property {string[]} five the winning line
 * @property {Record<string, string>} fouls forbidden points with the reason, as text
 * @property {Area | null} closed an area that is off limits for this move
 * @property {boolean} mist
 * @property {Area | null} hole the visible area in the mist
 * @property {string[]} rings points to highlight
 * @property {string[]} [guesses] points with a question mark: where a hidden stone could be
 */

/**
 * @typedef {object} BoardOptions
 * @property {boolean} coordinates
 * @property {boolean} numbers
 */

/** @type {Position} */
export const EMPTY = {
    size: 15, stones: [], last: null, five: [], fouls: {}, closed: null, mist: false, hole: null, rings: [],
};

const CELL = 10; // size of a cell in SVG units
const STONE = 4.7;

let boards = 0; // for unique gradient ids: ids are global to the document

/** show() draws a position. Callers add their own shapes to `overlay`, placed with `centre`. */
export function createBoard() {
    const id = `board${boards++}`;
    const layers = {
        ground: svg('g'), closed: svg('g'), mist: svg('g'), names: svg('g.board-names'), stones: svg('g'), marks: svg('g'), overlay: svg('g'), next: svg('g'),
    };
    const picture = svg('svg.board', { 'aria-hidden': 'true' },
        svg('defs', {}, shades(id)),
        ...Object.values(layers));
    const element = h('div.board-frame', {}, picture);

    let size = 0;
    let margin = CELL;
    let drawn = '';
    /** @type {Map<string, SVGGElement>} */
    const stones = new Map();

    const atX = (/** @type {number} */ x) => margin + x * CELL;
    const atY = (/** @type {number} */ y) => margin + (size - 1 - y) * CELL;
    const width = () => 2 * margin + (size - 1) * CELL;

    /** @param {string} name */
    function centre(name) {
        const p = parsePoint(name) ?? { x: 0, y: 0 };
        return { cx: atX(p.x), cy: atY(p.y) };
    }

    function drawCoordinates() {
        const names = [];
        for (let i = 0; i < size; i++) {
            names.push(svg('text', { x: atX(i), y: width() - 0.9 }, columnName(i)));
            names.push(svg('text', { x: 2.3, y: atY(i), dy: '0.36em' }, i + 1));
        }
        return names;
    }

    /** @param {boolean} coordinates */
    function drawGround(coordinates) {
        margin = CELL * (coordinates ? 0.93 : 0.75); // half a stone, and the height of a letter
        const near = atX(0);
        const far = atX(size - 1);
        const lines = [];
        for (let i = 1; i < size - 1; i++) lines.push(`M${atX(i)} ${near}V${far}M${near} ${atY(i)}H${far}`);
        setAttributes(picture, { viewBox: `0 0 ${width()} ${width()}` });
        fill(layers.ground,
            svg('rect.board-ground', { width: width(), height: width() }),
            svg('rect', { width: width(), height: width(), fill: `url(#${id}-grain)` }),
            svg('path.board-lines', { d: lines.join('') }),
            svg('path.board-edge', { d: `M${near} ${near}H${far}V${far}H${near}Z` }),
            svg('g.board-stars', {}, starPoints(size).map((p) => svg('circle', { cx: atX(p.x), cy: atY(p.y), r: 1.05 }))));
        fill(layers.names, coordinates && drawCoordinates());
    }

    /**
     * @param {Area} area
     * @param {number} beyond margin around the outermost points
     */
    function areaRect(area, beyond) {
        const left = atX(area.left) - beyond;
        const top = atY(area.top) - beyond;
        return { x: left, y: top, width: atX(area.right) + beyond - left, height: atY(area.bottom) + beyond - top };
    }

    /** @param {Position} p */
    function drawMist(p) {
        if (!p.mist) return fill(layers.mist);
        const all = width();
        const hole = p.hole && areaRect(p.hole, CELL * 0.5);
        const cut = hole ? `M${hole.x} ${hole.y}h${hole.width}v${hole.height}h${-hole.width}z` : '';
        const clip = `${id}-clip`;
        const shape = `M0 0H${all}V${all}H0Z${cut}`;
        return fill(layers.mist,
            svg('clipPath', { id: clip }, svg('path', { d: shape, 'clip-rule': 'evenodd' })),
            svg('path.board-mist', { d: shape, 'fill-rule': 'evenodd' }),
            svg('g', { 'clip-path': `url(#${clip})` }, clouds(all, `url(#${id}-puff)`)),
            hole && svg('path.board-hole', { d: cut }));
    }

    /** @param {Color} color */
    function stonePicture(color) {
        return [
            svg('circle.board-shadow', { cx: 0.5, cy: 1, r: STONE * 1.14, fill: `url(#${id}-shadow)` }),
            svg('circle', { class: `board-${color}`, r: STONE, fill: `url(#${id}-${color})` }),
        ];
    }

    /**
     * @param {Stone} s
     * @param {boolean} numbers
     */
    function drawStone(s, numbers) {
        const { cx, cy } = centre(s.point);
        const label = numbers && s.number !== null && svg('text', { class: `board-number board-number--${s.color}`, y: 1.5, textLength: s.number > 99 ? 6.6 : null, lengthAdjust: 'spacingAndGlyphs' }, s.number);
        return svg('g.board-stone', { transform: `translate(${cx} ${cy})`, 'data-color': s.color, 'data-point': s.point },
            svg('g.board-drop', {}, stonePicture(s.color), label));
    }

    // Keeps the elements of unchanged stones, so that only new ones are animated.
    /**
     * @param {Position} p
     * @param {boolean} numbers
     * @param {boolean} redrawAll
     */
    function drawStones(p, numbers, redrawAll) {
        const wanted = new Map(p.stones.map((s) => [s.point, s]));
        for (const [point, old] of stones) {
            const s = wanted.get(point);
            if (redrawAll || !s || s.color !== old.dataset.color) {
                old.remove();
                stones.delete(point);
            }
        }
        for (const s of p.stones) {
            const stoneElement = stones.get(s.point) ?? drawStone(s, numbers);
            if (!stones.has(s.point)) {
                if (redrawAll) stoneElement.classList.add('board-stone--still');
                stones.set(s.point, stoneElement);
                layers.stones.append(stoneElement);
            }
            stoneElement.classList.toggle('board-stone--sending', s.kind === 'sending');
            stoneElement.classList.toggle('board-stone--unknown', s.kind === 'unknown');
        }
    }

    /**
     * @param {Position} p
     * @param {boolean} numbers
     */
    function drawMarks(p, numbers) {
        const last = p.last && p.five.length === 0 ? centre(p.last) : null;
        const color = p.stones.find((s) => s.point === p.last)?.color;
        fill(layers.marks,
            Object.entries(p.fouls).map(([point, reason]) => {
                const { cx, cy } = centre(point);
                return svg('g.board-foul', {}, svg('title', {}, reason),
                    svg('rect', { x: cx - 5, y: cy - 5, width: 10, height: 10 }), // hover target for the title
                    svg('path', { d: `M${cx - 1.7} ${cy - 1.7}l3.4 3.4m0-3.4l-3.4 3.4` }));
            }),
            last && svg('circle', { class: `board-last${numbers ? '-ring' : ''} board-last--${color}`, ...last, r: numbers ? 3.7 : 1.25 }),
            p.five.map((point) => svg('circle.board-five', { ...centre(point), r: STONE - 0.1 })),
            p.rings.map((point) => svg('circle.board-ring', { ...centre(point), r: STONE })),
            p.guesses?.map((point) => {
                const { cx, cy } = centre(point);
                return svg('text.board-guess', { x: cx, y: cy, dy: '0.36em' }, '?');
            }));
    }

    /**
     * @param {Position} p
     * @param {BoardOptions} options
     */
    function show(p, options) {
        const frame = `${p.size} ${options.coordinates} ${options.numbers}`;
        const redrawAll = frame !== drawn;
        if (redrawAll) {
            drawn = frame;
            size = p.size;
            drawGround(options.coordinates);
        }
        fill(layers.closed, p.closed && svg('rect.board-closed', { ...areaRect(p.closed, CELL * 0.45), rx: 2 }));
        drawMist(p);
        drawStones(p, options.numbers, redrawAll);
        drawMarks(p, options.numbers);
    }

    /**
     * Draws where the next stone would go.
     * @param {object} a
     * @param {string | null} a.ghost the point under the mouse
     * @param {string | null} a.selected the point of a first tap
     * @param {string | null} a.cursor the keyboard cursor
     * @param {Color} a.color
     */
    function showInput({ ghost, selected, cursor, color }) {
        const stone = (/** @type {string} */ point, /** @type {string} */ kind) => {
            const { cx, cy } = centre(point);
            return svg('g', { class: `board-next--${kind}`, transform: `translate(${cx} ${cy})` }, stonePicture(color));
        };
        const cross = selected && centre(selected);
        const at = cursor && centre(cursor);
        fill(layers.next,
            ghost && ghost !== selected && stone(ghost, 'ghost'),
            cross && svg('path.board-cross', { d: `M0 ${cross.cy}H${width()}M${cross.cx} 0V${width()}` }),
            selected && stone(selected, 'selected'),
            cross && svg('circle.board-target', { ...cross, r: STONE + 1.3 }),
            at && svg('rect.board-cursor', { x: at.cx - 5, y: at.cy - 5, width: 10, height: 10, rx: 1.6 }));
    }

    /**
     * The board point nearest to a screen position.
     * @param {number} clientX
     * @param {number} clientY
     * @returns {string | null}
     */
    function pointAt(clientX, clientY) {
        const bounds = picture.getBoundingClientRect();
        const scale = width() / bounds.width;
        const x = Math.round(((clientX - bounds.left) * scale - margin) / CELL);
        const y = size - 1 - Math.round(((clientY - bounds.top) * scale - margin) / CELL);
        return x >= 0 && y >= 0 && x < size && y < size ? pointName(x, y) : null;
    }

    /** Pixels between two lines. */
    const cellWidth = () => (picture.getBoundingClientRect().width * CELL) / width();

    return { element, show, showInput, pointAt, cellWidth, overlay: layers.overlay, centre };
}

/** @typedef {ReturnType<typeof createBoard>} Board */
