"""Set-up positions, texts, pickles, pictures, and files with several games and variations."""

import copy
import pathlib
import pickle
import tempfile
import unittest
import warnings
from xml.dom import minidom

import pentad
from support import rows

TREE = "(;GM[4]SZ[15]RU[freestyle]C[root];B[hh];W[ii](;B[gg]C[main];W[ff])(;B[aa]))"
TWO = "(;GM[4]SZ[15]RU[freestyle];B[hh])(;GM[4]SZ[9]RU[renju];B[ee];W[dd])"


class Positions(unittest.TestCase):
    def test_set_up(self):
        game = pentad.Game.set_up(black="h8j9", white=["i9"], turn="white", rules="renju")
        self.assertEqual(game.position, "renju 15 white j9h8 i9")
        self.assertEqual((game.moves, game.turn), ((), "white"))
        self.assertFalse(game.undo())
        self.assertEqual(pentad.Game.from_position(game.position), game)

    def test_nothing(self):
        self.assertEqual(pentad.Game.set_up(), pentad.Game())

    def test_every_size(self):
        for size in range(2, 26):
            game = pentad.Game.set_up(black="a1b2", white=["b1"], turn="white", size=size)
            self.assertEqual((game.size, game.board[-1][:2]), (size, "XO"))
            self.assertEqual(pentad.Game.from_position(game.position), game)

    def test_a_finished_position(self):
        game = pentad.Game.set_up(black="e8f8g8h8i8", white="a1b3c5d7")
        self.assertEqual((game.is_over, game.winner), (True, "black"))

    def test_subclasses(self):
        class Mine(pentad.Game):
            pass
        self.assertIs(type(Mine.set_up()), Mine)
        self.assertIs(type(Mine.from_position("freestyle 15 black - -")), Mine)
        self.assertIs(type(Mine.read("(;GM[4]SZ[15]RU[freestyle])")), Mine)


@rows([
    ("a_taken_point", {"black": "h8", "white": "h8"}, "two stones"),
    ("off_the_board", {"black": "z99"}, ""),
    ("no_side", {"turn": "red"}, "red"),
    ("no_rules", {"rules": "renjo"}, "did you mean 'renju'"),
    ("no_size", {"size": 0}, "board size 0 is not between 2 and 25"),
    ("too_large", {"size": 26}, "board size 26 is not between 2 and 25"),
    ("off_a_small_board", {"size": 3, "black": "d4"}, "d4"),
])
class InvalidPositions(unittest.TestCase):
    def check(self, arguments, words):
        with self.assertRaisesRegex(ValueError, words):
            pentad.Game.set_up(**arguments)


class Texts(unittest.TestCase):
    def played(self):
        game = pentad.Game.set_up(black="h8", white="i9", rules="renju")
        for move in ["h9", "i8", "g9"]:
            game.play(move)
        return game

    def test_write_and_read(self):
        game = self.played()
        self.assertEqual(pentad.Game.read(game.write()), game)
        self.assertEqual(pentad.Game.read(game.write().encode(), "sgf"), game)

    def test_pickle_and_copy(self):
        game = self.played()
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            self.assertEqual(pickle.loads(pickle.dumps(game, protocol)), game)
        self.assertEqual(copy.deepcopy([game]), [game])
        game.resign()
        again = pickle.loads(pickle.dumps(game))
        self.assertEqual((again, again.result), (game, game.result))

    def test_every_rule_set_and_size(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for rules in ("freestyle", "standard", "renju", "caro", "caro-overline"):
                for size in (2, 15, 25):
                    game = pentad.Game(rules, size)
                    game.play(size // 2, size // 2)
                    self.assertEqual(pickle.loads(pickle.dumps(game)), game)

    def test_a_picture_for_notebooks(self):
        svg = minidom.parseString(self.played()._repr_svg_())
        self.assertEqual(svg.documentElement.tagName, "svg")

    def test_what_cannot_be_read_or_written(self):
        for call in (lambda: pentad.Game.read("nonsense"), lambda: pentad.Game.read("", "svg"),
                     lambda: pentad.Game.read(TWO, game=0), lambda: pentad.Game.read(TWO, game=3),
                     lambda: pentad.Game.read("h8", "pos", game=2), lambda: pentad.Game.read(TREE, node=99), lambda: pentad.Game.read(TREE, node=-2),
                     lambda: pentad.Game().write("chess"), lambda: pentad.Game.from_position("freestyle"),
                     lambda: pentad.Game.from_position("renju 15 black - -\0"),
                     lambda: pentad.Game.set_up(black="h8\0"), lambda: pentad.Game.set_up(white=["h8\0"])):
            with self.assertRaises(ValueError):
                call()
        for call in (lambda: pentad.Game.read(7), lambda: pentad.Game.from_position(7),
                     lambda: pentad.Game.set_up(black=7)):
            with self.assertRaises(TypeError):
                call()


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "file.sgf"

    def test_the_games_of_a_file(self):
        self.path.write_text(TWO)
        games = list(pentad.games(self.path))
        self.assertEqual([(game.rules, game.size, game.moves) for game in games],
                         [("freestyle", 15, ("h8",)), ("renju", 9, ("e5", "d6"))])

    def test_the_games_before_one_that_is_not_valid(self):
        self.path.write_bytes("(;GM[4]SZ[15]RU[renju]CA[Shift_JIS];B[hh])(;GM[4]SZ[15]RU[renju]C[五];B[gg])\n(;GM[4]SZ[15]RU[renju];B[hh];W[hh])".encode("shift_jis"))
        games = pentad.games(self.path)
        self.assertEqual([next(games).moves, next(games).moves], [("h8",), ("g9",)])
        with self.assertRaisesRegex(ValueError, "line 2, column 30: move 2: the point is occupied"):
            next(games)
        self.path.write_text("(;GM[4]SZ[15]RU[renju];B[hh])\n(;GM[4];B[hh]")
        with self.assertRaisesRegex(ValueError, "line 2, column 14"):
            list(pentad.games(self.path))

    def test_one_game(self):
        self.path.write_text(TREE)
        self.assertEqual([game.moves for game in pentad.games(self.path, "sgf")], [("h8", "i7", "g9", "f10")])

    def test_a_tree(self):
        self.path.write_text(TREE)
        root = pentad.tree(self.path)
        self.assertEqual([node.move for node in root], [None, "h8", "i7", "g9", "f10", "a15"])
        self.assertEqual([node.move for node in root.main_line()], [None, "h8", "i7", "g9", "f10"])
        self.assertEqual((root.comment, root.color, root.parent), ("root", None, None))
        last = list(root)[-1]
        self.assertEqual((last.color, last.comment, last.children), ("black", "", []))
        self.assertEqual(last.game().moves, ("h8", "i7", "a15"))
        self.assertEqual([child.comment for child in last.parent.children], ["main", ""])
        self.assertEqual(repr(last.parent), "<Node white i7, 2 children>")

    def test_a_long_game(self):
        moves = "".join(f";{'BW'[i % 2]}[{chr(97 + i % 19)}{chr(97 + i // 19)}]" for i in range(361))
        self.path.write_text(f"(;GM[4]SZ[19]RU[freestyle]{moves})")
        root = pentad.tree(self.path)
        self.assertEqual(len(list(root)), 362)
        for again in pickle.loads(pickle.dumps(root)), copy.deepcopy(root):
            self.assertEqual([node.move for node in again], [node.move for node in root])

    def test_pickles_of_trees(self):
        self.path.write_text(TREE)
        root = pentad.tree(self.path)
        root.children[0].properties["C"] = ["mine"]
        last = list(root)[-1]
        for again, end in pickle.loads(pickle.dumps((root, last))), copy.deepcopy((root, last)):
            self.assertIs(list(again)[-1], end)
            self.assertEqual([(node.move, node.comment) for node in again], [(node.move, node.comment) for node in root])
            self.assertEqual([child.move for child in end.parent.children], ["g9", "a15"])
            self.assertEqual(end.game(), last.game())
            self.assertEqual(end.parent.parent.comment, "mine")

    def test_a_warning(self):
        self.path.write_text("(;GM[1]SZ[15];B[hh])")
        for read in (lambda: pentad.Game.load(self.path), lambda: pentad.Game.read(self.path.read_text())):
            with warnings.catch_warnings(record=True) as given:
                warnings.simplefilter("always")
                read()
            self.assertEqual([str(warning.message) for warning in given],
                             ["the file says it is Go (GM[1]); read as gomoku\nthe file does not specify the rules; read as freestyle"])

    def test_what_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            pentad.tree(self.path)
        with self.assertRaises(FileNotFoundError):
            list(pentad.games(self.path))
        self.path.write_text("nonsense")
        with self.assertRaises(ValueError):
            list(pentad.games(self.path))
        with self.assertRaises(ValueError):
            pentad.tree("file.chess")


if __name__ == "__main__":
    unittest.main()
