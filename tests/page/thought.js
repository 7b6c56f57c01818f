// A player for tests that is good enough to end a game: the point that helps most lines of five, the own
// and the other's.
const SIZE = 15;
const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const OWN = [1, 10, 100, 1000, 1e6]; // by how many own stones a line has already
const OTHERS = [0, 5, 60, 700, 1e5];

const name = (x, y) => String.fromCharCode(97 + x) + (y + 1);

/** @param {string[]} moves so far, all of them stones */
export function bestPoint(moves) {
    const own = moves.length % 2;
    const stones = new Map(moves.map((point, i) => [point, i % 2]));
    const worth = new Map();
    for (let x = 0; x < SIZE; x++)
        for (let y = 0; y < SIZE; y++)
            for (const [dx, dy] of WAYS) {
                const line = [0, 1, 2, 3, 4].map((i) => [x + i * dx, y + i * dy]);
                if (line.some(([a, b]) => a < 0 || b < 0 || a >= SIZE || b >= SIZE)) continue;
                const points = line.map(([a, b]) => name(a, b));
                const mine = points.filter((p) => stones.get(p) === own).length;
                const theirs = points.filter((p) => stones.get(p) === 1 - own).length;
                if (mine && theirs) continue;
                const value = theirs ? OTHERS[theirs] : OWN[mine];
                for (const p of points) if (!stones.has(p)) worth.set(p, (worth.get(p) ?? 0) + value);
            }
    return [...worth].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
