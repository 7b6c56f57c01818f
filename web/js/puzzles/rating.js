// Glicko-2 rating (Glickman, 2012): rating, deviation and volatility. The opponent is a puzzle.

/**
 * @typedef {object} Rating
 * @property {number} rating
 * @property {number} deviation
 * @property {number} volatility
 */

/** @typedef {{rating: number, deviation: number, score: number}} Result opponent and score (1 won, 0 lost) */

const SCALE = 173.7178; // from the public scale to that of the formulas
const CENTRE = 1500;
const TAU = 0.5; // limits changes of the volatility
const CLOSE = 1e-6;

/** @type {Rating} Initial rating. */
export const UNKNOWN = { rating: 900, deviation: 300, volatility: 0.06 };

/** Deviation of a puzzle's rating, which is computed from the levels that solve it. */
export const PUZZLE_DEVIATION = 60;

/** @param {number} phi */
const weight = (phi) => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/**
 * The new volatility: a root found with the Illinois algorithm (regula falsi).
 * @param {number} delta
 * @param {number} phi
 * @param {number} variance
 * @param {number} sigma
 */
function newVolatility(delta, phi, variance, sigma) {
    const a = Math.log(sigma * sigma);
    const f = (/** @type {number} */ x) => {
        const e = Math.exp(x);
        const d = phi * phi + variance + e;
        return (e * (delta * delta - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
    };
    let low = a;
    let high = a - TAU;
    if (delta * delta > phi * phi + variance) high = Math.log(delta * delta - phi * phi - variance);
    else while (f(high) < 0) high -= TAU;
    let [fLow, fHigh] = [f(low), f(high)];
    while (Math.abs(high - low) > CLOSE) {
        const middle = low + ((low - high) * fLow) / (fHigh - fLow);
        const fMiddle = f(middle);
        if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
        else fLow /= 2;
        [high, fHigh] = [middle, fMiddle];
    }
    return Math.exp(low / 2);
}

/**
 * The rating after some results.
 * @param {Rating} before
 * @param {Result[]} results at least one
 * @returns {Rating}
 */
export function rate(before, results) {
    const mu = (before.rating - CENTRE) / SCALE;
    const phi = before.deviation / SCALE;
    let information = 0;
    let surprise = 0;
    for (const { rating, deviation, score } of results) {
        const g = weight(deviation / SCALE);
        const expected = 1 / (1 + Math.exp(-g * (mu - (rating - CENTRE) / SCALE)));
        information += g * g * expected * (1 - expected);
        surprise += g * (score - expected);
    }
    const variance = 1 / information;
    const volatility = newVolatility(variance * surprise, phi, variance, before.volatility);
    const loose = phi * phi + volatility * volatility;
    const sure = 1 / Math.sqrt(1 / loose + 1 / variance);
    return { rating: CENTRE + SCALE * (mu + sure * sure * surprise), deviation: SCALE * sure, volatility };
}
