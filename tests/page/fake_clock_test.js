// The fake clock itself; modules_test.js runs this.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useFakeClock } from './fake_clock.js';

const real = setTimeout;

test('the fake clock runs due timers in order, including new ones', (context) => {
    const clock = useFakeClock(context);
    const log = [];
    setTimeout((name) => log.push(name), 30, 'third');
    setTimeout(() => {
        log.push('first');
        setTimeout(() => log.push('second'), 10);
    }, 10);
    const cleared = setTimeout(() => log.push('never'), 20);
    clearTimeout(cleared);
    clock.tick(9);
    assert.deepEqual(log, []);
    clock.tick(1);
    assert.deepEqual(log, ['first']);
    clock.tick(100);
    assert.deepEqual(log, ['first', 'second', 'third']);
});

test('the real clock is restored after a test', () => {
    assert.equal(setTimeout, real);
});
