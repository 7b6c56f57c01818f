// Lab page: distributed engine matches, running and finished, as `pentad match --database` reports them.
import { h } from '../ui/dom.js';
import { request } from '../net/http.js';
import { count, dateText, t, textOr } from '../words/i18n.js';

const REFRESH = 5000; // milliseconds

/** @typedef {{name: string, won: number, drawn: number, lost: number, faults: number, pairs: number[], elo?: number | null, low?: number | null, high?: number | null}} Standing */
/** @typedef {{elo0: number, elo1: number, llr: number, lower: number, upper: number, verdict: 'none' | 'lower' | 'higher'}} Sprt */
/** @typedef {{rules: string, size: number, mist: boolean, time: string, nodes: number, games: number, total: number, participants: Standing[], sprt?: Sprt}} Report */
/** @typedef {{test: number, state: 'running' | 'finished' | 'stopped', build: string, created: number, report: Report | null}} Test */

/** @param {number} elo */
const signed = (elo) => (elo < 0 ? '−' : '+') + String(Math.abs(Math.round(elo)));

/** A clean sweep has no finite difference. @param {number | null | undefined} elo @param {string} infinite */
const eloText = (elo, infinite) => (typeof elo === 'number' ? signed(elo) : infinite);

/** @param {Standing} standing */
function elo({ elo: value, low, high, won, lost }) {
    if (value === undefined) return '–';
    const sweep = won >= lost ? '+∞' : '−∞';
    return [eloText(value, sweep), h('span.muted.small.lab-line', {}, `${eloText(low, '−∞')} … ${eloText(high, '+∞')}`)];
}

/** @param {Standing[]} standings */
function table(standings) {
    return h('table.table.ratings-table', {},
        h('thead', {}, h('tr', {},
            h('th', { scope: 'col' }, t('ratings.name')), h('th.number', { scope: 'col' }, t('lab.score'), h('span.muted.small.lab-line', {}, t('lab.pairs'))),
            h('th.number', { scope: 'col' }, t('lab.elo')))),
        h('tbody', {}, standings.map((standing) => h('tr', {},
            h('th', { scope: 'row' }, standing.name),
            h('td.number', {}, `+${standing.won} =${standing.drawn} −${standing.lost}`, h('span.muted.small.lab-line', {}, standing.pairs.join(' · '))),
            h('td.number', {}, elo(standing))))));
}

/** @param {Sprt} sprt */
function sprtText({ elo0, elo1, llr, lower, upper, verdict }) {
    const figures = `${llr.toFixed(2)} (${lower.toFixed(2)} … ${upper.toFixed(2)})`;
    return t('lab.sprt', { lower: signed(elo0), higher: signed(elo1), figures, verdict: t(`lab.sprt.${verdict}`) });
}

/** @param {Report} report */
function settings({ rules, size, mist, time, nodes }) {
    return [mist ? t('game.mist') : textOr(`rules.${rules}`, rules), `${size} × ${size}`,
        time !== 'none' && time, nodes > 0 && t('lab.nodes', { nodes: String(nodes) })].filter(Boolean).join(' · ');
}

/** @param {Test} test */
function card({ test, state, build, created, report }) {
    return h('section.card.stack.stack--tight', { 'data-test': test },
        h('div.row', {}, h('h2', {}, t('lab.test', { number: String(test) })), h('span.tag', {}, t(`lab.${state}`))),
        report && [
            h('p.small.muted', {}, settings(report)),
            h('p', {}, t('lab.games', { games: String(report.games), total: String(report.total) })),
            table(report.participants),
            report.sprt && h('p', {}, sprtText(report.sprt)),
        ],
        h('p.small.muted', {}, `${dateText(created)} · ${t('lab.build', { build })}`));
}

/** @param {import('../app/router.js').Visit} visit */
export async function show({ signal }) {
    const fleet = h('p.muted', {});
    const list = h('div.stack', {});
    const draw = async () => {
        /** @type {{tests: Test[], workers: number, threads: number, busy: number}} */
        const lab = await request('GET', 'lab', null, signal);
        fleet.textContent = `${count('lab.workers', lab.workers)} · ${t('lab.threads', { busy: String(lab.busy), threads: String(lab.threads) })}`;
        list.replaceChildren(...(lab.tests.length > 0 ? lab.tests.map(card) : [h('p.empty', {}, t('lab.none'))]));
    };
    await draw();
    const timer = setInterval(() => {
        if (!document.hidden) draw().catch(() => {}); // shown as it was, until the server answers again
    }, REFRESH);
    signal.addEventListener('abort', () => clearInterval(timer));
    return {
        title: t('lab.title'),
        body: h('div.stack', {}, h('h1', {}, t('lab.title')), fleet, list, h('p.small.muted', {}, t('lab.about'))),
    };
}
