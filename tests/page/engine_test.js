// The engine in the browser, as a page uses it.
import assert from 'node:assert/strict';
import { netFor } from '../wasm/nets.mjs';
import { test } from './tap.js';

/** Runs in the page: imports the engine module of the page's version. */
async function think() {
    const version = document.querySelector('script[type=module]').src;
    const { openEngine } = await import(new URL('engine.js', version).href);
    const engine = openEngine();
    const told = [];
    const enough = new AbortController();
    const { analysis } = await engine.think({ moves: 'h8i9h9', nodes: 20000, lines: 2 }, (reply) => told.push(reply));
    const endless = engine.think({ rules: 'standard', moves: 'h8i9h9' }, () => enough.abort(), enough.signal);
    const stopped = (await endless).analysis;
    for (const other of [{ size: 19, moves: 'j10k11' }, { rules: 'renju', moves: 'h8i9h9' }])
        await engine.think({ ...other, nodes: 2000 });
    const caro = (await engine.move({ rules: 'caro', moves: 'h8i9h9' }, 'level:4,7')).move;
    const wrong = await engine.look({ moves: 'z9' }).catch(({ code, text }) => ({ code, text }));
    engine.close();
    const closed = await engine.look({ moves: 'h8' }).catch(({ code }) => code);
    return { analysis, told: told.length, stopped, caro, wrong, closed };
}

test('a page searches with the engine and stops it', async (stage) => {
    const ann = await stage.visitor();
    const fetched = [];
    ann.page.on('response', (response) => fetched.push(new URL(response.url()).pathname));
    await ann.go('/rules');
    assert.deepEqual(fetched.filter((path) => path.includes('/engine/')), []);
    const found = await ann.page.evaluate(think);
    assert.equal(found.analysis.lines.length, 2);
    assert.ok(found.told > 0);
    assert.ok(found.stopped.lines[0].line.length > 0);
    assert.match(found.caro, /^[a-o]\d+$/);
    assert.equal(found.wrong.code, 'engine_refused');
    assert.match(found.wrong.text, /'z9' is not a point/);
    assert.equal(found.closed, 'engine_closed');
    const nets = [netFor('freestyle'), netFor('standard'), netFor('freestyle', 19), netFor('renju'), netFor('caro')];
    const names = fetched.map((path) => /^\/@[0-9a-f]+\/engine\/(.*)/.exec(path)?.[1]).filter(Boolean);
    assert.deepEqual(names, ['pentad-simd.wasm', ...nets.map((net) => `nets/${net}.net`)]);
});

test('a server without the engine files reports it, and they can be added later', async (stage) => {
    stage.expect(/status of 404/);
    const ann = await stage.visitor();
    await ann.context.route('**/engine/*', (route) => route.fulfill({ status: 404 }));
    await ann.go('/rules');
    const ask = async () => {
        const version = document.querySelector('script[type=module]').src;
        const { openEngine } = await import(new URL('engine.js', version).href);
        const { errorText } = await import(new URL('app/errors.js', version).href);
        window.engine ??= openEngine();
        return window.engine.look({ moves: 'h8' }).then(({ turn }) => turn, errorText);
    };
    assert.match(await ann.page.evaluate(ask), /^The engine could not be loaded/);
    await ann.context.unroute('**/engine/*');
    assert.equal(await ann.page.evaluate(ask), 'white');
});
