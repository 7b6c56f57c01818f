// Unit tests of the analysis board that do not need the DOM; modules_test.js runs them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useFakeClock } from './fake_clock.js';
import { nextStone, resized, afterClick } from '../../web/js/study/draft.js';
import { fileName, formatOf, plainMoves } from '../../web/js/study/formats.js';
import { shelvedStudies, loadStudy, saveStudy } from '../../web/js/study/study_storage.js';
import { createStudySaver } from '../../web/js/study/study_saver.js';
import { asSetup, positionUrl, parseAddress, parseLink, parsePoints } from '../../web/js/study/position_link.js';
import { moveText } from '../../web/js/study/move_text.js';
import { withMarks } from '../../web/js/study/svg_marks.js';
import { readTree, writeTree } from '../../web/js/study/sgf.js';
import { createStudy } from '../../web/js/study/study.js';
import { createAnalysisSession } from '../../web/js/study/analysis_session.js';
import {
    addMove, subtree, createTree, isOnMainLine, lineThrough, mainLine, movesTo, NEW_BOARD, nodeAt, positionAt, promote, removeNode, ROOT, setComment,
    setMark, siblings, stonesAt, turnAt, transformed,
} from '../../web/js/study/tree.js';
import { heatLevel, evaluationOf } from '../../web/js/study/evaluation.js';

globalThis.document = { documentElement: { dataset: {} } }; // the preferences set the theme on it
const { AppError } = await import('../../web/js/app/errors.js');
const { createPositionFacts } = await import('../../web/js/study/position_facts.js');
delete globalThis.document;

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

/** The tree as text, with variations in brackets after the move that they replace. */
function shape(tree, id = ROOT) {
    const [first, ...others] = nodeAt(tree, id).children;
    if (first === undefined) return '';
    const name = (child) => nodeAt(tree, child).point;
    const shelf = others.map((child) => `(${[name(child), shape(tree, child)].filter(Boolean).join(' ')})`);
    return [name(first), ...shelf, shape(tree, first)].filter(Boolean).join(' ');
}

// ---- Trees

const THREE = ['h8 i9 h9 j10', 'h8 i9 g7 f6', 'h8 h9'];

test('a tree has variations, and an existing move is not added twice', () => {
    const tree = grow([...THREE, 'h8 i9 h9']);
    assert.equal(shape(tree), 'h8 i9 (h9) h9 (g7 f6) j10');
    assert.equal(tree.nodes.size, 8);
    assert.deepEqual(mainLine(tree).map((id) => nodeAt(tree, id).point), [null, 'h8', 'i9', 'h9', 'j10']);
});

test('a tree is immutable: changes leave the old one as it was', () => {
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

test('stones, turns and the position for the engine', () => {
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
    const deep = subtree(tree, ROOT).find((id) => nodeAt(tree, id).point === 'f6');
    assert.ok(!isOnMainLine(tree, deep));
    tree = promote(tree, deep);
    assert.equal(shape(tree), 'h8 i9 (i10 g8 (g7) f6) h9');
    tree = promote(tree, deep);
    assert.equal(shape(tree), 'h8 i10 (i9 h9) g8 (g7) f6');
    assert.ok(isOnMainLine(tree, deep));
    assert.equal(promote(tree, deep), tree);
    assert.equal(promote(tree, ROOT), tree);
});

test('a node is removed with its descendants; the root stays', () => {
    const tree = grow(THREE);
    const g7 = subtree(tree, ROOT).find((id) => nodeAt(tree, id).point === 'g7');
    assert.deepEqual(siblings(tree, g7).map((id) => nodeAt(tree, id).point), ['h9', 'g7']);
    assert.equal(shape(removeNode(tree, g7)), 'h8 i9 (h9) h9 j10');
    assert.equal(removeNode(tree, g7).nodes.size, tree.nodes.size - 2);
    assert.equal(removeNode(tree, ROOT), tree);
    assert.deepEqual(movesTo(tree, lineThrough(tree, g7).at(-1)), ['h8', 'i9', 'g7', 'f6']);
});

test('a tree is rotated and mirrored; four rotations give the original', () => {
    let tree = setMark(grow(['h8 i9 h9', 'h8 a1'], { ...NEW_BOARD, black: ['o15'] }), 2, 'a15', 'cross');
    const before = writeTree(tree);
    tree = transformed(tree, 'rotate');
    assert.equal(shape(tree), 'h8 i7 (a15) i8');
    assert.deepEqual(tree.setup.black, ['o1']);
    assert.deepEqual(nodeAt(tree, 2).marks, { o15: 'cross' });
    assert.equal(shape(transformed(tree, 'mirror')), 'h8 g7 (o15) g8');
    for (let i = 0; i < 3; i++) tree = transformed(tree, 'rotate');
    assert.equal(writeTree(tree), before);
    assert.equal(writeTree(transformed(transformed(tree, 'mirror'), 'mirror')), before);
});

// ---- Studies

test('a study applies commands, or returns why not and changes nothing', () => {
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
        [{ do: 'load', sgf: '(;SZ[3];B[aa])', ply: 9 }, 'size', ''],
        [{ do: 'load', sgf: '(;SZ[15]AB[hh]AW[hh])', ply: 0 }, 'occupied', ''],
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

test('a study has undo and redo; navigation is not a change', () => {
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

test('a position is set up by clicks', () => {
    let draft = NEW_BOARD;
    for (const [point, tool, black, white] of [
        ['h8', 'turns', 'h8', ''],
        ['i9', 'turns', 'h8', 'i9'],
        ['a1', 'white', 'h8', 'i9 a1'],
        ['b1', 'turns', 'h8 b1', 'i9 a1'],
        ['a1', 'black', 'h8 b1 a1', 'i9'], // another colour
        ['a1', 'black', 'h8 b1', 'i9'],
        ['h8', 'turns', 'b1', 'i9'],
        ['c1', 'erase', 'b1', 'i9'],
        ['i9', 'erase', 'b1', ''],
        ['o15', 'white', 'b1', 'o15'],
    ]) {
        draft = afterClick(draft, point, tool);
        assert.deepEqual([draft.black.join(' '), draft.white.join(' ')], [black, white], `${tool} on ${point}`);
    }
    assert.equal(nextStone(draft), 'black');
    assert.deepEqual(resized(draft, 9), { ...draft, size: 9, white: [] });
});

// ---- SGF

test('a tree survives writing and reading SGF', () => {
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

test('foreign SGF: headers, moves in the root, comments without a move, rectangles', () => {
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

// ---- Links

test('a link leads back to its position', () => {
    const plain = { ...NEW_BOARD };
    const study = { rules: 'renju', size: 19, black: ['a1', 's19'], white: ['b2'], turn: 'white' };
    for (const [setup, moves, address] of [
        [plain, [], '/analyse'],
        [plain, ['h8', 'i9'], '/analyse?moves=h8i9'],
        [study, ['h8'], '/analyse?rules=renju&size=19&black=a1s19&white=b2&turn=white&moves=h8'],
    ]) {
        assert.equal(positionUrl(setup, moves), address);
        const query = new URL(address, 'http://x').searchParams;
        assert.deepEqual(parseLink(query), moves.length || setup !== plain ? { setup, moves } : null);
    }
});

test('a bad link reports what is wrong', () => {
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
    assert.deepEqual(parsePoints('H8 i9,j10', 15), ['h8', 'i9', 'j10']);
    assert.equal(parsePoints('h8-i9', 15), null);
});

test('formats are detected by content, then by file extension', () => {
    for (const [content, name, format] of [
        ['(;GM[4])', 'x', 'sgf'],
        ['\ufeff(;GM[4])', '', 'sgf'],
        ['Piskvorky 15x15, 11:11, 0', '', 'psq'],
        ['h8i9 h9', '', 'pos'],
        ['. . X\n. O .', 'board.txt', 'picture'],
        ['. . X\n. O .', '', null],
        ['. . X . .\n'.repeat(5), '', 'picture'],
        ['hello', '', null],
        [`${'x'.repeat(600)}\n`.repeat(3), '', null], // must be fast
        ['something', 'x.PSQ', 'psq'],
        ['(;GM[4])', 'misnamed.psq', 'sgf'],
    ])
        assert.equal(formatOf(bytes(content), name), format, content);
    assert.equal(formatOf(new Uint8Array([0xff, ...bytes('RenLib\xff')]), 'x.bin'), 'renlib');
    assert.equal(fileName({ black: 'Ann B.', white: '<Bob>' }, 'sgf'), 'Ann_B_-_Bob_.sgf');
    assert.equal(fileName({ black: '', white: '' }, 'png'), 'pentad.png');
});

test('moves are parsed as people write them, and pasted URLs', () => {
    for (const text of ['h8 i9 h9', '1. h8 i9 2. h9', '1) H8 2) i9 3) h9', 'h8-i9-h9', 'h8, i9,\nh9']) assert.equal(plainMoves(text), 'h8 i9 h9', text);
    for (const text of ['hello', '8,8 9,9', '(;B[hh])', '', `${'a1'.repeat(1000)}?`]) assert.equal(plainMoves(text), text);
    const moves = ['h8', 'i9', 'h9'];
    for (const [address, setup] of [
        ['https://elsewhere.example/#/h8i9h9', NEW_BOARD],
        ['https://elsewhere.example/board#h8i9h9', NEW_BOARD],
        [' http://127.0.0.1:8080/analyse?rules=renju&moves=h8i9h9\n', { ...NEW_BOARD, rules: 'renju' }],
        ['https://x.example/review?size=19&moves=h8i9h9', { ...NEW_BOARD, size: 19 }],
    ])
        assert.deepEqual(parseAddress(address), { setup, moves }, address);
    assert.deepEqual(parseAddress('https://x.example/rules'), { what: 'nothing', text: 'https://x.example/rules' });
    assert.equal(parseAddress('https://x.example/?size=40').what, 'size');
    assert.equal(parseAddress('h8i9h9'), null);
});

/** A fake localStorage; `room` is the longest text an entry may hold. */
function openStorage(context) {
    const cells = new Map();
    const storage = {
        room: Infinity,
        getItem: (key) => cells.get(key) ?? null,
        setItem(key, text) {
            if (text.length > storage.room) throw new Error('quota');
            cells.set(key, text);
        },
    };
    globalThis.localStorage = storage;
    context.after(() => delete globalThis.localStorage);
    return storage;
}

test('a replaced study goes to the shelf, once', (context) => {
    const storage = openStorage(context);
    const study = (id, sgf = `(;SZ[15];B[hh]C[${id}])`) => ({ id, sgf, moves: ['h8'], when: 1 });
    const shelf = () => shelvedStudies().map(({ id }) => id).join(' ');
    assert.equal(saveStudy(study('a')), 'saved');
    assert.equal(saveStudy({ ...study('a'), moves: [] }), 'saved', 'itself');
    assert.equal(saveStudy(study('b')), 'shelved');
    assert.deepEqual([loadStudy().id, shelf()], ['b', 'a']);
    assert.equal(saveStudy(study('a')), 'shelved');
    assert.deepEqual([loadStudy().id, shelf()], ['a', 'b']);
    for (let i = 0; i < 4; i++) [study('b'), study('a')].forEach(saveStudy); // two tabs taking turns
    assert.deepEqual([loadStudy().id, shelf()], ['a', 'b']);
    saveStudy(study('c', '(;SZ[15])'));
    assert.equal(saveStudy(study('d')), 'saved', 'an empty board is not shelved');
    assert.equal(shelf(), 'a b');
    for (let i = 0; i < 19; i++) saveStudy(study(String(i), '(;SZ[15];B[hh])'));
    assert.equal(shelf(), '17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 d a', 'the oldest goes');
    saveStudy(study('large', `(;SZ[15];B[hh]C[${'x'.repeat(1_400_000)}])`));
    saveStudy(study('e'));
    assert.match(shelf(), /^large 18 17 .* 1 0$/, 'of any size');
    assert.equal(saveStudy(study('f', ';B['.repeat(1_000_000))), 'full');
    assert.deepEqual([loadStudy().id, shelf().slice(0, 5)], ['e', 'large'], 'a study that does not fit evicts nothing');
    storage.room = 1000;
    assert.equal(saveStudy(study('g')), 'full');
    assert.equal(loadStudy().id, 'e', 'nor does what nothing can give way to');
});

/** A tab with a study and its saver. */
function openTab(from) {
    const study = createStudy(from && readTree(from.sgf).tree);
    const saver = createStudySaver(study, from);
    return {
        ...study, ...saver,
        save: () => saver.save(study.get()),
        play(...points) {
            study.apply({ do: 'play', at: study.get().at, points });
            return saver.save(study.get());
        },
    };
}

/** The current study, then the shelf. */
const storedStudies = () => [loadStudy(), ...shelvedStudies()].map(({ sgf }) => shape(readTree(sgf).tree));

test('every replacement shelves the study, and undo brings it back', (context) => {
    openStorage(context);
    const tab = openTab();
    assert.equal(tab.play('h8', 'i9'), 'saved');
    for (const [command, all] of [
        [{ do: 'load', sgf: '(;SZ[15];B[aa])', ply: 1 }, ['a15', 'h8 i9']],
        [{ do: 'set_up', setup: NEW_BOARD }, ['', 'h8 i9']],
        [{ do: 'set_up', setup: { ...NEW_BOARD, black: ['c3'] } }, ['', 'h8 i9']],
    ]) {
        assert.equal(tab.apply(command), null);
        assert.equal(tab.save(), 'shelved');
        assert.deepEqual(storedStudies().slice(0, 2), all);
        tab.undo();
        tab.save();
        assert.equal(storedStudies()[0], 'h8 i9');
        assert.ok(!storedStudies().slice(1).includes('h8 i9'), 'once');
    }
    for (const command of [{ do: 'rules', rules: 'renju' }, { do: 'turn', how: 'mirror' }, { do: 'remove', node: 2 }]) {
        tab.apply(command);
        assert.equal(tab.save(), 'saved', 'a change, and no other study');
    }
});

test('a shelved study is restored at its node and swaps places', (context) => {
    openStorage(context);
    const tab = openTab();
    tab.play('h8', 'i9');
    tab.apply({ do: 'set_up', setup: NEW_BOARD });
    tab.play('a1');
    const [{ id }] = shelvedStudies();
    tab.restore(id);
    assert.deepEqual(movesTo(tab.get().tree, tab.get().at), ['h8', 'i9']);
    assert.equal(tab.save(), 'shelved');
    assert.deepEqual(storedStudies(), ['h8 i9', 'a1']);
    assert.equal(loadStudy().id, id);
});

test('a tab with an older state does not overwrite a newer one', (context) => {
    openStorage(context);
    openTab().play('h8');
    const [older, newer] = [openTab(loadStudy()), openTab(loadStudy())];
    newer.play('h8', 'i9', 'h9');
    openTab().play('a1'); // a link with a move added
    assert.deepEqual(storedStudies(), ['a1', 'h8 i9 h9']);
    older.play('h8', 'g7');
    assert.deepEqual(storedStudies(), ['h8 g7', 'a1', 'h8 i9 h9']);
    newer.play('k11');
    assert.deepEqual(storedStudies(), ['h8 i9 h9 k11', 'h8 g7', 'a1'], 'each goes on with its own');
});

test('a study that did not fit for a while keeps its id', (context) => {
    const storage = openStorage(context);
    const tab = openTab();
    tab.play('h8');
    storage.room = 10;
    assert.equal(tab.play('i9'), 'full');
    assert.ok(!tab.isSaved(tab.get()));
    storage.room = Infinity;
    assert.equal(tab.play('h9'), 'saved');
    assert.deepEqual(storedStudies(), ['h8 i9 h9']);
});

test('a picture has the marks of its position at the engine’s coordinates', () => {
    const plain = '<svg>\n<circle/>\n</svg>\n';
    assert.equal(withMarks(plain, {}, 15), plain);
    const drawn = withMarks(plain, { a1: 'circle', o15: 'square' }, 15);
    assert.match(drawn, /^<svg>\n<circle\/>\n<g [^>]*>\n<circle transform="translate\(52 612\) scale\(4\)" cx="0" cy="0" r="2.6"\/>\n<rect transform="translate\(612 52\)[^\n]*\n<\/g>\n<\/svg>\n$/);
});

// ---- Move text

/** Parts as text: numbered moves, comments in quotes, variations in brackets. */
const told = (parts) => parts.map((part) =>
    part.kind === 'move' ? `${part.number}${part.color[0]}${part.point}` : part.kind === 'comment' ? `"${part.text}"` : `(${told(part.parts)})`).join(' ');

test('moves are in reading order, variations after the move that they replace', () => {
    const tree = setComment(setComment(grow(['h8 i9 h9 j10', 'h8 i9 g7 f6', 'h8 i9 g7 f5', 'a1']), ROOT, 'begin'), 2, 'good');
    assert.equal(told(moveText(tree, ROOT).parts),
        '"begin" 1bh8 (1ba1) 2wi9 "good" 3bh9 (3bg7 4wf6 (4wf5)) 4wj10');
    assert.equal(moveText(tree, ROOT).whole, true);
});

test('of a large tree only the current line and its branches are shown', () => {
    let tree = grow(['h8 i9 h9', 'h8 i10 g7', 'a1 a2 a3']);
    const points = Array.from({ length: 25 * 17 }, (_, i) => String.fromCharCode(97 + (i % 25)) + (Math.floor(i / 25) + 9));
    for (const point of points) ({ tree } = addMove({ ...tree, setup: { ...tree.setup, size: 25 } }, 3, point));
    const i10 = subtree(tree, ROOT).find((id) => nodeAt(tree, id).point === 'i10');
    const { parts, whole } = moveText(tree, i10);
    assert.equal(whole, false);
    assert.equal(told(parts), '1bh8 (1ba1) 2wi10 (2wi9) 3bg7');
});

// ---- Analysis session

const question = (moves) => ({ rules: 'freestyle', size: 15, black: '', white: '', turn: 'black', moves });
const analysis = (win_rate, more = {}) => ({ turn: 'black', nodes: 1, ms: 1, lines: [{ move: 'h8', win_rate, depth: 3, line: ['h8'], ...more }] });
const rest = () => new Promise((done) => setTimeout(done, 90)); // longer than SETTLE_MS

/** A fake engine that waits for the test to resolve each request. */
function slowEngine() {
    const asked = [];
    /** @returns the request, and functions that resolve it */
    const ask = (kind) => (what, ...more) => new Promise((done, fail) => {
        const signal = more.at(-1);
        const tell = kind === 'think' ? more[0] : () => {};
        asked.push({ kind, what, tell, done, fail, signal });
        signal.addEventListener('abort', () => done({ analysis: analysis(0.11), outcome: 'unknown' }));
    });
    return { asked, think: ask('think'), solve: ask('solve') };
}

const SETTINGS = { budget: { kind: 'ms', amount: 500 }, objective: 'best', lines: 2, heat: false };

test('the engine searches position by position while it is on, and results stay', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question('h8'));
    await rest();
    assert.equal(engine.asked.length, 0, 'it is off');
    session.start();
    assert.deepEqual(engine.asked[0].what, { ...question('h8'), ms: 500, lines: 2, barred: '', balance: 0 });
    assert.equal(session.get().busy, 'think');
    engine.asked[0].tell({ analysis: analysis(0.4) });
    assert.equal(session.get().result.analysis.lines[0].win_rate, 0.4);
    engine.asked[0].done({ analysis: analysis(0.6) });
    await rest();
    assert.equal(session.get().busy, null);
    assert.equal(session.get().on, true);

    session.setPosition(question('h8i9'));
    assert.equal(session.get().result.analysis, null);
    await rest();
    assert.equal(engine.asked.length, 2);
    session.stop();
    await rest();
    assert.equal(session.get().result.analysis.lines[0].win_rate, 0.11, 'what it knew when it was stopped');
    session.setPosition(question('h8'));
    assert.equal(session.get().result.analysis.lines[0].win_rate, 0.6, 'from before');
    assert.equal(engine.asked.length, 2);
});

test('a known result stays until a better one is found', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    const found = (depth, more = {}, lines = 1) => ({ analysis: { ...analysis(0.5), lines: Array.from({ length: lines }, () => ({ move: 'h9', win_rate: 0.5, depth, line: ['h9'], ...more })) } });
    const known = () => session.get().result.analysis.lines.map(({ depth }) => depth).join(' ');
    const steps = [
        [found(14), '14'],
        [found(1), '14'],
        [found(15), '15'],
        [found(2, {}, 2), '2 2'],
        [found(9, { wins_in: 3 }), '9'],
        [found(20), '9'],
        [found(8, { wins_in: 3 }), '9'],
        [found(1, {}, 3), '9'],
        [found(9, { wins_in: 1 }, 2), '9 9'],
        [found(1, { wins_in: 1 }, 3), '1 1 1'],
    ];
    session.setPosition(question('h8'));
    for (const [report, depths] of steps) {
        session.start();
        engine.asked.at(-1).tell(report);
        assert.equal(known(), depths);
        engine.asked.at(-1).done(report);
        await rest();
        session.stop();
        assert.equal(known(), depths);
    }
    session.solve();
    engine.asked.at(-1).done({ outcome: 'win', stones: 3, line: 'h9', nodes: 1, ms: 1 });
    await rest();
    session.solve();
    session.stop(); // replies "unknown"
    await rest();
    assert.equal(session.get().positionResult.solution.outcome, 'win');
});

test('a failed request for position facts is repeated', async (context) => {
    const clock = useFakeClock(context);
    const settle = () => new Promise((done) => setImmediate(done));
    let fails = new AppError('engine_missing', '');
    let asked = 0;
    const facts = createPositionFacts({
        async look() {
            asked++;
            if (fails) throw fails;
            return { over: true, winner: 'black' };
        },
    }, () => {});
    facts.at(question('h8'));
    await settle();
    assert.equal(facts.at(question('h8')).error, fails);
    assert.equal(facts.isEngineMissing(), true);
    fails = null;
    clock.tick(5000);
    facts.at(question('h8'));
    await settle();
    assert.equal(facts.at(question('h8')).winner, 'black');
    assert.equal(facts.isEngineMissing(), false);

    fails = new AppError('engine_refused', '');
    facts.at(question('i9'));
    await settle();
    clock.tick(60_000);
    assert.equal(facts.at(question('i9')).error, fails, 'a position that cannot be stays so');
    assert.equal(asked, 3);
});

test('stepping through positions starts no search, and late results belong to their position', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question(''));
    session.start();
    session.setPosition(question('h8'));
    session.setPosition(question('h8i9'));
    session.setPosition(null); // the game is over there
    await rest();
    assert.equal(engine.asked.length, 1);
    assert.ok(engine.asked[0].signal.aborted);
    assert.equal(session.get().result.analysis, null);
    session.setPosition(question(''));
    await rest();
    assert.equal(engine.asked.length, 2, 'cut short before, so again');
});

test('changed settings restart the search; excluded moves are for one position', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question(''));
    session.start();
    engine.asked[0].done({ analysis: analysis(0.6) });
    await rest();
    session.configure({ lines: 5 });
    await rest();
    assert.equal(engine.asked[1].what.lines, 5);
    session.configure({ heat: true, budget: { kind: 'endless', amount: 0 } });
    await rest();
    assert.equal(engine.asked.length, 3);
    assert.ok(engine.asked[2].what.lines > 5);
    assert.equal(engine.asked[2].what.ms, undefined);
    session.configure({ objective: 'balance2' });
    await rest();
    assert.equal(engine.asked[3].what.balance, 2);
    assert.ok(engine.asked[3].what.ms > 0, 'two stones need an end');
    session.exclude(['h8', 'i9']);
    await rest();
    assert.equal(engine.asked[4].what.barred, 'h8i9');
    session.setPosition(question('a1'));
    await rest();
    assert.equal(engine.asked[5].what.barred, '');
});

test('balancing is a separate request: the evaluation of the position stays', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question(''));
    session.start();
    engine.asked[0].done({ analysis: analysis(0.6) });
    await rest();
    const { positionResult } = session.get();
    session.configure({ objective: 'balance' });
    await rest();
    assert.equal(session.get().result.analysis, null, 'nothing is known of that yet');
    engine.asked[1].done({ analysis: analysis(0.5) });
    await rest();
    assert.equal(session.get().result.objective, 'balance');
    assert.equal(session.get().positionResult, positionResult);
    session.configure({ objective: 'best' });
    await rest();
    assert.equal(session.get().result, positionResult);
    assert.equal(engine.asked.length, 2, 'which is known already');
});

test('results with excluded moves do not count for the position', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question(''));
    session.start();
    engine.asked[0].done({ analysis: analysis(0.6) });
    await rest();
    const verdict = () => evaluationOf(session.get().positionResult, 'black');
    session.exclude(['l8']);
    await rest();
    engine.asked[1].tell({ analysis: analysis(0, { loses_in: 2 }) });
    assert.deepEqual([verdict().black, verdict().proved], [0.6, null]);
    assert.equal(session.get().result.analysis.lines[0].loses_in, 2, 'the lines are without that move');
    engine.asked[1].done({ analysis: analysis(0, { loses_in: 2 }) });
    await rest();
    session.setPosition(question('a1'));
    session.setPosition(question(''));
    assert.equal(session.get().result.analysis.lines[0].win_rate, 0.6, 'nothing is barred any more');
    assert.equal(verdict().proved, null);
    session.exclude(['l8']);
    await rest();
    assert.equal(session.get().result.analysis.lines[0].loses_in, 2, 'known from before');
    assert.equal(engine.asked.length, 2);
    session.solve();
    engine.asked[2].done({ outcome: 'win', stones: 7, line: 'h8' });
    await rest();
    assert.equal(verdict().proved, 'black', 'a proof is of the position');
});

test('a proof is searched and cached; a failing engine reports it and is off', async () => {
    const engine = slowEngine();
    const session = createAnalysisSession(engine, SETTINGS);
    session.setPosition(question(''));
    session.solve();
    assert.equal(session.get().busy, 'solve');
    assert.equal(engine.asked[0].what.ms, 500);
    engine.asked[0].done({ outcome: 'win', stones: 7, line: 'h8' });
    await rest();
    assert.equal(session.get().result.solution.stones, 7);
    session.start();
    engine.asked[1].fail(new Error('no memory'));
    await rest();
    assert.equal(session.get().error.message, 'no memory');
    assert.deepEqual([session.get().on, session.get().busy], [false, null]);
    assert.equal(session.get().result.solution.stones, 7);
});

test('proved and estimated evaluations are distinguished', () => {
    const solution = (outcome, stones = 0) => ({ outcome, stones });
    for (const [what, finding, turn, verdict] of [
        ['nothing', {}, 'black', null],
        ['an estimate', { analysis: analysis(0.7) }, 'black', [0.7, null, 0]],
        ['of White', { analysis: analysis(0.75) }, 'white', [0.25, null, 0]],
        ['seen to the end', { analysis: analysis(1, { wins_in: 7 }) }, 'white', [0, 'white', 7]],
        ['lost', { analysis: analysis(0, { loses_in: 4 }) }, 'white', [1, 'black', 4]],
        ['by the solver', { analysis: analysis(0.7), solution: solution('win', 9) }, 'black', [1, 'black', 9]],
        ['against', { solution: solution('loss', 8) }, 'black', [0, 'white', 8]],
        ['a draw', { solution: solution('draw') }, 'black', [0.5, 'draw', 0]],
        ['a balanced move', { analysis: analysis(0.7), objective: 'balance' }, 'black', null],
        ['not decided', { analysis: analysis(0.7), solution: solution('unknown') }, 'black', [0.7, null, 0]],
    ]) {
        const found = evaluationOf({ analysis: null, objective: 'best', solution: null, ...finding }, turn);
        assert.deepEqual(found && [found.black, found.proved, found.stones], verdict, what);
    }
});

test('the heat level falls with the distance to the best move', () => {
    const line = (win_rate, more) => ({ win_rate, ...more });
    assert.deepEqual([0.6, 0.57, 0.5, 0.4, 0.1].map((rate) => heatLevel(line(rate), line(0.6))), [0, 1, 2, 3, 4]);
    assert.equal(heatLevel(line(0.9, { wins_in: 3 }), line(0.9, { wins_in: 3 })), 0);
    assert.equal(heatLevel(line(0.5), line(0.9, { wins_in: 3 })), 4);
    assert.equal(heatLevel(line(0, { loses_in: 2 }), line(0, { loses_in: 2 })), 4, 'lost, though the best there is');
});
