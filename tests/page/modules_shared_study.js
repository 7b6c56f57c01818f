// Unit tests of shared studies: the server's updates give every replica the same study.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movesTo, nodeAt } from '../../web/js/study/tree.js';
import { createReplica } from '../../web/js/shared_study/replica.js';
import { createStepThrottle } from '../../web/js/shared_study/step_throttle.js';
import { useFakeClock } from './fake_clock.js';

const names = { black: 'Ann', white: 'Ben' };
const snapshot = {
    seq: 7, rules: 'renju', size: 15, at: 2, next: 6, main: 3, people: ['Ann'], leader: null,
    nodes: [[1, 0, 'h8'], [2, 1, 'i9'], [3, 2, 'j8'], [5, 1, 'g9']], // 4 was removed
};

function startedReplica() {
    const sent = [];
    const replica = createReplica((command) => sent.push(command));
    replica.reset(snapshot, names);
    return { replica, sent };
}

test('a snapshot becomes a study with the server’s node ids', () => {
    const { replica } = startedReplica();
    const { tree, at } = replica.get();
    assert.equal(at, 2);
    assert.deepEqual(movesTo(tree, 3), ['h8', 'i9', 'j8']);
    assert.deepEqual(nodeAt(tree, 1).children, [2, 5]);
    assert.deepEqual([tree.setup.rules, tree.next, tree.names], ['renju', 6, names]);
    assert.deepEqual([3, 5].map(replica.isGameMove), [true, false]);
    assert.deepEqual(replica.participants.get(), { people: ['Ann'], leader: null });
});

test('a command is sent, and applied only when the server returns it', () => {
    const { replica, sent } = startedReplica();
    const command = { do: 'play', at: 3, points: ['k8'] };
    replica.apply(command);
    assert.deepEqual(sent, [command]);
    assert.equal(replica.get().tree.nodes.size, 5);
    assert.equal(replica.applyUpdate({ seq: 8, by: 'Ann', command }), true);
    assert.deepEqual([replica.get().at, nodeAt(replica.get().tree, 6).point], [6, 'k8']);
});

test('replicas with the same updates are equal, also one that joins late', () => {
    const [one, other] = [startedReplica().replica, startedReplica().replica];
    const updates = [
        { seq: 8, command: { do: 'play', at: 3, points: ['k8', 'l8'] } },
        { seq: 9, people: ['Ann', 'Eve'], leader: 'Ann' },
        { seq: 10, command: { do: 'play', at: 3, points: ['a1'] } },
        { seq: 11, command: { do: 'remove', node: 6 } },
        { seq: 12, command: { do: 'go', to: 5 } },
    ];
    for (const replica of [one, other]) for (const update of updates) assert.equal(replica.applyUpdate(update), true, String(update.seq));
    assert.deepEqual(one.get(), other.get());
    assert.deepEqual(one.participants.get(), { people: ['Ann', 'Eve'], leader: 'Ann' });
    const late = createReplica(() => {});
    late.reset({ ...snapshot, seq: 12, at: 5, next: 9, nodes: [...snapshot.nodes, [8, 3, 'a1']] }, names);
    assert.deepEqual(late.get().tree, one.get().tree);
    assert.equal(late.get().at, one.get().at);
});

test('old updates are ignored, and a gap is noticed', () => {
    const { replica } = startedReplica();
    assert.equal(replica.applyUpdate({ seq: 7, command: { do: 'go', to: 0 } }), true);
    assert.equal(replica.get().at, 2);
    assert.equal(replica.applyUpdate({ seq: 9, command: { do: 'go', to: 0 } }), false);
    assert.equal(replica.get().at, 2);
    assert.equal(createReplica(() => {}).applyUpdate({ seq: 1, people: [] }), false);
});

test('a held key: twenty steps at once, then only the last waiting one', (context) => {
    const clock = useFakeClock(context);
    let now = 1000;
    const pass = (ms) => {
        now += ms;
        clock.tick(ms);
    };
    const taken = [];
    const steps = createStepThrottle((where) => taken.push(where), () => now);
    for (let i = 1; i <= 60; i++) steps.request(i);
    assert.equal(taken.length, 20);
    pass(400);
    assert.deepEqual(taken.slice(20), [60]);
    steps.request(61);
    steps.cancel();
    pass(10_000);
    assert.equal(taken.length, 21);
    for (let i = 1; i <= 20; i++) steps.request(i);
    assert.equal(taken.length, 41, 'who rested has all of them again');
});
