// The parts of the analysis board that need no document; modules_test.js runs them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName, formatOf } from '../../web/js/study/formats.js';
import { asSetup, linkTo, parseLink, pointsOf } from '../../web/js/study/link.js';
import { readTree, writeTree } from '../../web/js/study/sgf.js';
import { createStudy } from '../../web/js/study/study.js';
import {
    addMove, below, createTree, isMain, lineThrough, mainLine, movesTo, NEW_BOARD, nodeAt, positionAt, promote, removeNode, ROOT, setComment,
    setMark, siblings, stonesAt, turnAt,
} from '../../web/js/study/tree.js';

const bytes = (text) => new TextEncoder().encode(text);

/** A tree from lines of moves, each from the root. */
function grow(lines, setup = NEW_BOARD) {
    let tree = createTree(setup);
    for (const line of lines) {
        let id = ROOT;
        for (const point of line.split(' ')) ({ tree, id } = addMove(tree, id, point));
    }
    return tree;
}

/** The whole tree as text: variations in brackets behind the move that they are beside. */
function shape(tree, id = ROOT) {
    const [first, ...others] = nodeAt(tree, id).children;
    if (first === undefined) return '';
    const name = (child) => nodeAt(tree, child).point;
    const aside = others.map((child) => `(${[name(child), shape(tree, child)].filter(Boolean).join(' ')})`);
    return [name(first), ...aside, shape(tree, first)].filter(Boolean).join(' ');
}

// ---- Trees

const THREE = ['h8 i9 h9 j10', 'h8 i9 g7 f6', 'h8 h9'];

test('a tree keeps variations, and a move that is there is not made again', () => {
    const tree = grow([...THREE, 'h8 i9 h9']);
    assert.equal(shape(tree), 'h8 i9 (h9) h9 (g7 f6) j10');
    assert.equal(tree.nodes.size, 8);
    assert.deepEqual(mainLine(tree).map((id) => nodeAt(tree, id).point), [null, 'h8', 'i9', 'h9', 'j10']);
});

test('a tree is a value: changes leave the old one as it was', () => {
    const tree = grow(['h8 i9']);
    const before = shape(tree);
    addMove(tree, ROOT, 'a1');
    setComment(tree, 1, 'text');
    setMark(tree, 1, 'h8', 'cross');
    removeNode(tree, 1);
    assert.equal(shape(tree), before);
    assert.equal(nodeAt(tree, 1).comment, '');
    assert.deepEqual(nodeAt(tree, 1).marks, {});
});

test('stones, turns and the position that the engine is asked about', () => {
    const tree = grow(['h8 i9'], { ...NEW_BOARD, rules: 'renju', black: ['a1'], white: ['b1', 'c1'], turn: 'white' });
    const text = stonesAt(tree, 2).map((s) => `${s.number ?? ''}${s.color[0]}${s.point}`).join(' ');
    assert.equal(text, 'ba1 wb1 wc1 1wh8 2bi9');
    assert.equal(turnAt(tree, 2), 'white');
    assert.equal(turnAt(tree, 1), 'black');
    assert.deepEqual(positionAt(tree, 2), { rules: 'renju', size: 15, black: 'a1', white: 'b1c1', turn: 'white', moves: 'h8i9' });
    assert.deepEqual(asSetup(tree.setup, stonesAt(tree, 1), 1), { ...tree.setup, black: ['a1'], white: ['b1', 'c1', 'h8'], turn: 'black' });
});

test('a variation is promoted at the place where it branches off, one step at a time', () => {
    let tree = grow(['h8 i9 h9', 'h8 i10 g7', 'h8 i10 g8 f6']);
    const deep = below(tree, ROOT).find((id) => nodeAt(tree, id).point === 'f6');
    assert.ok(!isMain(tree, deep));
    tree = promote(tree, deep);
    assert.equal(shape(tree), 'h8 i9 (i10 g8 (g7) f6) h9');
    tree = promote(tree, deep);
    assert.equal(shape(tree), 'h8 i10 (i9 h9) g8 (g7) f6');
    assert.ok(isMain(tree, deep));
    assert.equal(promote(tree, deep), tree);
    assert.equal(promote(tree, ROOT), tree);
});

test('what is deleted goes with all below it; the root stays', () => {
    const tree = grow(THREE);
    const g7 = below(tree, ROOT).find((id) => nodeAt(tree, id).point === 'g7');
    assert.deepEqual(siblings(tree, g7).map((id) => nodeAt(tree, id).point), ['h9', 'g7']);
    assert.equal(shape(removeNode(tree, g7)), 'h8 i9 (h9) h9 j10');
    assert.equal(removeNode(tree, g7).nodes.size, tree.nodes.size - 2);
    assert.equal(removeNode(tree, ROOT), tree);
    assert.deepEqual(movesTo(tree, lineThrough(tree, g7).at(-1)), ['h8', 'i9', 'g7', 'f6']);
});

// ---- Studies

test('a study does what it is told, or says why not and changes nothing', () => {
    const study = createStudy();
    for (const [command, refusal, moves] of [
        [{ do: 'play', at: 0, points: ['h8'] }, null, 'h8'],
        [{ do: 'play', at: 1, points: ['h8'] }, 'occupied', 'h8'],
        [{ do: 'play', at: 1, points: ['p16'] }, 'off_board', 'h8'],
        [{ do: 'play', at: 1, points: ['i9', 'h9', 'i9'] }, 'occupied', 'h8'],
        [{ do: 'play', at: 1, points: ['i9', 'h9'] }, null, 'h8 i9 h9'],
        [{ do: 'play', at: 7, points: ['a1'] }, 'gone', 'h8 i9 h9'],
        [{ do: 'go', to: 1 }, null, 'h8'],
        [{ do: 'comment', node: 1, text: 'the centre' }, null, 'h8'],
        [{ do: 'mark', node: 1, point: 'a1', mark: 'square' }, null, 'h8'],
        [{ do: 'remove', node: 2 }, null, 'h8'],
        [{ do: 'remove', node: 2 }, 'gone', 'h8'],
        [{ do: 'remove', node: 1 }, null, ''],
        [{ do: 'load', sgf: 'nothing', ply: 0 }, 'no_game', ''],
        [{ do: 'load', sgf: '(;SZ[15];B[hh];W[ig](;B[aa])(;B[bb]))', ply: 9 }, null, 'h8 i9 a15'],
        [{ do: 'set_up', setup: { ...NEW_BOARD, black: ['a1'], white: ['a1'] } }, 'occupied', 'h8 i9 a15'],
        [{ do: 'set_up', setup: { ...NEW_BOARD, size: 9, black: ['k10'] } }, 'off_board', 'h8 i9 a15'],
        [{ do: 'set_up', setup: { ...NEW_BOARD, size: 9, black: ['a1'] } }, null, ''],
    ]) {
        assert.equal(study.apply(structuredClone(command)), refusal, JSON.stringify(command));
        const { tree, at } = study.get();
        assert.equal(movesTo(tree, at).join(' '), moves, JSON.stringify(command));
    }
});

test('a study takes changes back and does them again; going about is no change', () => {
    const study = createStudy();
    let told = 0;
    study.subscribe(() => told++);
    study.apply({ do: 'play', at: 0, points: ['h8'] });
    study.apply({ do: 'play', at: 1, points: ['i9'] });
    study.apply({ do: 'go', to: 1 });
    study.apply({ do: 'go', to: 1 });
    assert.equal(told, 4);
    study.apply({ do: 'remove', node: 2 });
    assert.equal(shape(study.get().tree), 'h8');
    study.undo();
    assert.equal(shape(study.get().tree), 'h8 i9');
    study.undo();
    assert.equal(shape(study.get().tree), 'h8');
    study.redo();
    study.redo();
    assert.equal(shape(study.get().tree), 'h8');
    assert.ok(!study.canRedo());
    study.undo();
    study.apply({ do: 'play', at: 0, points: ['a1'] });
    assert.ok(!study.canRedo(), 'another way was taken');
    while (study.canUndo()) study.undo();
    assert.equal(shape(study.get().tree), '');
});

// ---- SGF

test('a tree comes back from SGF as it went in', () => {
    const setup = { rules: 'caro-overline', size: 25, black: ['a1', 'y25'], white: ['a25'], turn: 'white' };
    let tree = { ...grow(THREE, setup), names: { black: 'An]n', white: 'Bob\\' } };
    tree = setComment(setComment(tree, 0, 'root; (really)'), 2, 'a ] b \\ c\nsecond line');
    tree = setMark(setMark(setMark(tree, 2, 'h8', 'circle'), 2, 'a2', 'triangle'), 3, 'c3', 'cross');
    const { tree: again, left } = readTree(writeTree(tree));
    assert.equal(left, 0);
    assert.equal(shape(again), shape(tree));
    assert.deepEqual(again.setup, setup);
    assert.deepEqual(again.names, tree.names);
    assert.equal(nodeAt(again, 0).comment, 'root; (really)');
    assert.equal(writeTree(again), writeTree(tree));
    const i9 = [...again.nodes.values()].find((node) => node.point === 'i9');
    assert.equal(i9.comment, 'a ] b \\ c\nsecond line');
    assert.deepEqual(i9.marks, { h8: 'circle', a2: 'triangle' });
});

test('SGF of others: headers, moves in the root, notes without a move, rectangles', () => {
    for (const [text, expected, left, what] of [
        ['(;GM[4]SZ[15];B[hh];W[ig])', 'h8 i9', 0, 'plain'],
        ['rubbish (;B[hh];W[ig]) (;B[aa])', 'h8 i9', 0, 'the first game'],
        ['(;SZ[15]B[hh];W[ig])', 'h8 i9', 0, 'a move in the root'],
        ['(;SZ[15];B[hh];C[note];W[ig])', 'h8 i9', 0, 'a note'],
        ['(;SZ[15];B[hh](;W[hh];B[aa](;W[bb])(;W[cc]))(;W[ig]))', 'h8 i9', 4, 'a stone upon another'],
        ['(;SZ[15];B[hh](;B[ig])(;W[gg];B[ff]))', 'h8 g9 f10', 1, 'twice the same colour'],
        ['(;SZ[15];B[hh](;AB[aa];W[bb])(;W[ig]))', 'h8 i9', 2, 'stones set up amid the game'],
        ['(;SZ[15];B[hh];W[];B[aa])', 'h8', 2, 'a pass'],
        ['(;SZ[15];B[zz])', '', 1, 'no point'],
        ['(;SZ[15];W[hh];B[ig])', 'h8 i9', 0, 'White begins, unannounced'],
        ['(;SZ[15]AB[hh];W[ig])', 'i9', 0, 'White begins after stones'],
    ]) {
        const read = readTree(text);
        assert.equal(shape(read.tree), expected, what);
        assert.equal(read.left, left, what);
    }
    assert.equal(readTree('no game'), null);
    const { tree } = readTree('(;SZ[9]RU[Renju; Soosyrv-8]AB[aa:bb]PL[W]C[x]N[name])');
    assert.deepEqual(tree.setup, { rules: 'renju', size: 9, black: ['a9', 'b9', 'a8', 'b8'], white: [], turn: 'white' });
    assert.equal(nodeAt(tree, 0).comment, 'name\nx');
});

// ---- Addresses

test('a link leads to the position that it was made of', () => {
    const plain = { ...NEW_BOARD };
    const study = { rules: 'renju', size: 19, black: ['a1', 's19'], white: ['b2'], turn: 'white' };
    for (const [setup, moves, address] of [
        [plain, [], '/analyse'],
        [plain, ['h8', 'i9'], '/analyse?moves=h8i9'],
        [study, ['h8'], '/analyse?rules=renju&size=19&black=a1s19&white=b2&turn=white&moves=h8'],
    ]) {
        assert.equal(linkTo(setup, moves), address);
        const query = new URL(address, 'http://x').searchParams;
        assert.deepEqual(parseLink(query), moves.length || setup !== plain ? { setup, moves } : null);
    }
});

test('a bad link says what is wrong with it', () => {
    for (const [query, what, text] of [
        ['rules=chess', 'rules', 'chess'],
        ['size=26', 'size', '26'],
        ['size=x', 'size', 'x'],
        ['turn=red', 'turn', 'red'],
        ['moves=h8z9', 'points', 'h8z9'],
        ['size=9&moves=h8k9', 'points', 'h8k9'],
        ['moves=h8i9h8', 'occupied', 'h8'],
        ['black=a1&moves=a1', 'occupied', 'a1'],
    ])
        assert.deepEqual(parseLink(new URLSearchParams(query)), { what, text });
    assert.equal(parseLink(new URLSearchParams('utm=x')), null);
    assert.deepEqual(pointsOf('H8 i9,j10', 15), ['h8', 'i9', 'j10']);
    assert.equal(pointsOf('h8-i9', 15), null);
});

test('formats are known by what files begin with, else by their ending', () => {
    for (const [content, name, format] of [
        ['(;GM[4])', 'x', 'sgf'],
        ['\ufeff(;GM[4])', '', 'sgf'],
        ['Piskvorky 15x15, 11:11, 0', '', 'psq'],
        ['h8i9 h9', '', 'pos'],
        ['. . X\n. O .', 'board.txt', 'picture'],
        ['. . X\n. O .', '', 'picture'],
        ['something', 'x.PSQ', 'psq'],
        ['(;GM[4])', 'misnamed.psq', 'sgf'],
    ])
        assert.equal(formatOf(bytes(content), name), format, content);
    assert.equal(formatOf(new Uint8Array([0xff, ...bytes('RenLib\xff')]), 'x.bin'), 'renlib');
    assert.equal(fileName({ black: 'Ann B.', white: '<Bob>' }, 'sgf'), 'Ann_B_-_Bob_.sgf');
    assert.equal(fileName({ black: '', white: '' }, 'png'), 'pentad.png');
});
