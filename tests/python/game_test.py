"""pentad.Game."""

import copy
import gc
import os
import pathlib
import pickle
import random
import tempfile
import threading
import unittest
import warnings
import weakref
from unittest import mock

import pentad
from pentad import Game
from support import interrupt


def game_of(*moves, **options):
    game = Game(**options)
    for move in moves:
        game.play(move)
    return game


WON = "h8 a1 h9 a2 h10 a3 h11 a4 h12".split()


class Playing(unittest.TestCase):
    def test_a_new_game(self):
        game = Game()
        self.assertEqual((game.rules, game.size, game.moves, game.turn, game.winner, game.is_over),
                         ("freestyle", 15, (), "black", None, False))
        self.assertEqual(game.board, ("." * 15,) * 15)
        self.assertEqual(game.result, "not over")
        self.assertEqual(len(game.legal_moves()), 225)

    def test_points_by_name_and_by_numbers(self):
        game = Game(size=9)
        game.play("a1")
        game.play(0, 0)
        game.play("I9")
        self.assertEqual(game.moves, ("a1", "a9", "i9"))
        self.assertEqual((game.board[0], game.board[8]), ("O.......X", "X........"))
        self.assertEqual(game.turn, "white")

    def test_a_win(self):
        game = game_of(*WON)
        self.assertEqual((game.is_over, game.winner, game.turn), (True, "black", None))
        self.assertEqual(game.result, "Black wins by five in a row")
        self.assertEqual(game.legal_moves(), [])

    def test_six_by_the_standard_rules(self):
        moves = "a1 o1 b1 o2 c1 o3 e1 o5 f1 o6 d1".split()
        self.assertEqual(game_of(*moves).winner, "black")
        self.assertIsNone(game_of(*moves, rules="standard").winner)

    def test_a_draw(self):
        game = game_of("a1", "a2", "b1", "b2", size=2)
        self.assertEqual((game.is_over, game.winner), (True, None))
        self.assertTrue(game.result.startswith("draw"))

    def test_undo_and_redo(self):
        game = game_of(*WON)
        self.assertTrue(game.undo())
        self.assertEqual((game.is_over, game.turn, len(game.moves)), (False, "black", 8))
        self.assertTrue(game.redo())
        self.assertEqual(game.winner, "black")
        self.assertFalse(game.redo())
        for _ in WON:
            self.assertTrue(game.undo())
        self.assertFalse(game.undo())

    def test_resigning(self):
        game = game_of("h8")
        game.resign()
        self.assertEqual((game.winner, game.result), ("black", "Black wins by resignation"))
        with self.assertRaises(ValueError):
            game.resign()
        self.assertTrue(game.undo())
        self.assertFalse(game.is_over)

    def test_refused_moves_change_nothing(self):
        game = game_of("h8")
        for move, message in [("h8", "h8: the point is occupied"), ("p1", "not a point"),
                              ("h16", "not a point"), ("", "not a point"), ("h", "not a point")]:
            with self.subTest(move=move), self.assertRaisesRegex(ValueError, message):
                game.play(move)
        for x, y in (15, 0), (0, 15), (-1, 0), (10**30, 0), (7, 7):
            with self.subTest(x=x), self.assertRaises(ValueError):
                game.play(x, y)
        self.assertEqual(game, game_of("h8"))
        with self.assertRaisesRegex(ValueError, "over"):
            game_of(*WON).play("a9")

    def test_a_foul_in_renju(self):
        game = Game("renju")
        for move in "h8 a1 h7 a2 g9 a4 f9 a5".split():
            game.play(move)
        with self.assertRaisesRegex(ValueError, "double three"):
            game.play("h9")
        self.assertNotIn("h9", game.legal_moves())

    def test_picture(self):
        text = str(game_of("c3", "a1", size=3))
        self.assertEqual(text, "   a b c\n 3 . . X 3\n 2 . . . 2\n 1(O). . 1\n   a b c")
        self.assertEqual(repr(game_of("c3", size=3)), "<Game freestyle 3x3, 1 move, White to move>")

    def test_unknown_rules_and_sizes(self):
        for options in {"rules": "chess"}, {"size": 1}, {"size": 26}, {"size": -10**20}, {"rules": ""}:
            with self.subTest(options=options), self.assertRaises(ValueError):
                Game(**options)


class Copying(unittest.TestCase):
    def test_copies_are_equal_and_separate(self):
        game = game_of("h8", "i9")
        for twin in game.copy(), copy.copy(game), copy.deepcopy(game):
            self.assertEqual(twin, game)
            twin.play("a1")
            self.assertNotEqual(twin, game)

    def test_what_makes_games_differ(self):
        game = game_of("h8")
        self.assertNotEqual(game, game_of("h9"))
        self.assertNotEqual(game, Game())
        self.assertNotEqual(Game(), Game("standard"))
        self.assertNotEqual(Game(), Game(size=14))
        self.assertNotEqual(game, "h8")
        self.assertNotEqual(game, None)
        self.assertNotEqual(game, mock.Mock(spec=Game))  # fakes __class__ to be Game
        other = game_of("h8")
        other.resign()
        self.assertNotEqual(game, other)
        with self.assertRaises(TypeError):
            game < other
        with self.assertRaises(TypeError):
            hash(game)

    def test_subclasses(self):
        class Named(Game):
            def __init__(self, name):
                super().__init__(size=9)
                self.name = name

        game = Named("x")
        game.play("a1")
        self.assertEqual((game.size, game.moves, game.name), (9, ("a1",), "x"))
        self.assertIs(type(game.copy()), Named)
        self.assertEqual(game, game_of("a1", size=9))
        self.assertEqual(game_of("a1", size=9), game)
        self.assertEqual(Game.__new__(Game), Game())

    def test_attributes_of_subclasses_are_copied(self):
        game = Noted("renju", 9)
        game.note = ["x"]
        game.itself = game
        for twin in game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)):
            self.assertEqual((type(twin), twin, twin.note), (Noted, game, ["x"]))
        self.assertIs(copy.copy(game).note, game.note)
        deep = copy.deepcopy(game)
        self.assertIsNot(deep.note, game.note)
        self.assertIs(deep.itself, deep)


class Noted(Game):
    """Can be pickled, unlike a class in a function."""


class Saving(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_there_and_back(self):
        game = game_of(*WON)
        for name in "game.sgf", "game.psq", "game.pos":
            with self.subTest(name=name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                game.save(self.folder / name)
                self.assertEqual(Game.load(str(self.folder / name)), game)

    def test_format_by_name(self):
        game_of("h8").save(self.folder / "game", format="sgf")
        self.assertEqual(Game.load(self.folder / "game", "sgf"), game_of("h8"))
        self.assertIn(";B[hh]", (self.folder / "game").read_text())

    def test_who_won_makes_games_differ(self):
        games = []
        for result in "B+R", "W+R", "B+R":
            (self.folder / "game.sgf").write_text(f"(;GM[4]SZ[15]RU[freestyle]RE[{result}];B[hh])")
            games.append(Game.load(self.folder / "game.sgf"))
        self.assertEqual(games[0], games[2])
        self.assertNotEqual(games[0], games[1])

    def test_what_the_system_refuses(self):
        game = Game()
        with self.assertRaises(FileNotFoundError):
            Game.load(self.folder / "none.sgf")
        (self.folder / "folder.sgf").mkdir()
        with self.assertRaises(IsADirectoryError):
            Game.load(self.folder / "folder.sgf")
        with self.assertRaises(OSError):
            game.save(self.folder / "none" / "game.sgf")

    def test_a_refusal_names_the_file_as_open_does(self):
        path = self.folder / "none" / "game.sgf"
        for refused in lambda: Game.load(path), lambda: Game().save(path), lambda: open(path, "rb"):
            with self.assertRaises(FileNotFoundError) as caught:
                refused()
            self.assertEqual(str(caught.exception), f"[Errno 2] No such file or directory: '{path}'")
            self.assertEqual(caught.exception.filename, str(path))

    def test_what_is_no_game(self):
        path = self.folder / "bad.sgf"
        path.write_text("nonsense")
        with self.assertRaisesRegex(ValueError, "bad.sgf: "):
            Game.load(path)
        for function in Game.load, Game().save:
            with self.assertRaises(ValueError):
                function(self.folder / "game.unknown")
            with self.assertRaises(ValueError):
                function(self.folder / "game.sgf", format="chess")
            with self.assertRaises(ValueError):
                function("a\0b.sgf")
        with self.assertRaises(ValueError):
            Game.load(self.folder / "picture.svg")

    def test_a_file_that_is_too_large(self):
        path = self.folder / "large.sgf"
        with open(path, "wb") as file:
            file.truncate((64 << 20) + 1)
        with self.assertRaisesRegex(OSError, "large.sgf: larger than 64 MiB"):
            Game.load(path)

    def test_a_signal_interrupts_a_pipe(self):
        path = self.folder / "pipe.sgf"
        os.mkfifo(path)
        writer = os.open(path, os.O_RDWR)
        timer = threading.Timer(60, os.close, [writer])
        timer.start()
        interrupt(self, lambda seconds: Game.load(path))
        timer.cancel()
        timer.join()
        os.close(writer)
        sender = threading.Thread(target=path.write_text, args=["(;GM[4]SZ[15]RU[freestyle];B[hh])"])
        sender.start()
        self.assertEqual(Game.load(path).moves, ("h8",))
        sender.join()

    def test_a_dash_is_a_file(self):
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        game_of("h8").save("-", format="sgf")
        self.assertEqual(Game.load("-", format="sgf"), game_of("h8"))
        self.assertTrue((self.folder / "-").exists())

    def test_notes_are_warnings(self):
        path = self.folder / "two.sgf"
        path.write_text("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15])")
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            Game.load(path)
        self.assertTrue(caught)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(UserWarning):
                Game.load(path)


class Thinking(unittest.TestCase):
    def test_the_engine_wins_when_it_can(self):
        game = game_of(*WON[:-1])
        self.assertIn(game.best_move(seconds=0.5), ("h12", "h7"))
        self.assertEqual(game, game_of(*WON[:-1]))

    def test_players_by_name(self):
        game = game_of(*WON[:-1])
        self.assertIn(game.best_move(player="easy"), ("h12", "h7"))
        self.assertIn(game.best_move(player="random:7"), game.legal_moves())
        self.assertEqual(game.best_move(player="random:7"), game.best_move(player="random:7"))

    def test_bad_requests(self):
        for seconds in 0, -1, 1e9, float("nan"), float("inf"):
            with self.subTest(seconds=seconds), self.assertRaises(ValueError):
                Game().best_move(seconds=seconds)
        for player in "nobody", "", "easy:3", "strong:x":
            with self.subTest(player=player), self.assertRaises(ValueError):
                Game().best_move(player=player)
        with self.assertRaises(ValueError):
            game_of(*WON).best_move()

    def test_other_threads_run_meanwhile(self):
        game = game_of("h8", "i9")
        thread = threading.Thread(target=game.best_move, kwargs={"seconds": 0.5})
        thread.start()
        turns = 0
        while thread.is_alive():
            game.legal_moves()
            turns += 1
        thread.join()
        self.assertGreater(turns, 5)

    def test_a_signal_interrupts_it(self):
        game = game_of("h8", "i9")
        for player in "strong", "strong:threads=2":
            with self.subTest(player=player):
                interrupt(self, lambda seconds: game.best_move(seconds, player))
        self.assertEqual(game.moves, ("h8", "i9"))


class Openings(unittest.TestCase):
    def test_what_is_chosen_can_be_played(self):
        game = Game.read("(;GM[4]SZ[15]RU[freestyle]OPENING[swap2];B[hh];W[ii];B[jj])")
        self.assertEqual(game.legal_moves(), [])
        for bad in "h9", "pass", "Swap!", "":
            with self.subTest(bad=bad), self.assertRaises(ValueError):
                game.play(bad)
        choice = game.best_move(seconds=0.1)
        self.assertIn(choice, ("stay", "swap", "more"))
        for choice in choice, "stay", "swap", "more":
            twin = game.copy()
            twin.play(choice)
            self.assertEqual(twin.moves, ("h8", "i7", "j6", choice))
            self.assertEqual(pickle.loads(pickle.dumps(twin)), twin)
        with self.assertRaisesRegex(ValueError, "not a point"):
            Game().play("swap")


class RandomGames(unittest.TestCase):
    def test_undo_to_the_start_and_redo_to_the_end(self):
        rng = random.Random(1)
        for i in range(40):
            rules = rng.choice(["freestyle", "standard", "renju", "caro"])
            game = Game(rules, rng.randrange(5, 12))
            while not game.is_over:
                game.play(rng.choice(game.legal_moves()))
            end = game.copy()
            with self.subTest(i=i):
                while game.undo():
                    pass
                self.assertEqual(game, Game(rules, game.size))
                while game.redo():
                    pass
                self.assertEqual(game, end)


class Memory(unittest.TestCase):
    def test_the_version_is_known(self):
        self.assertRegex(pentad.__version__, r"^\d+\.\d+\.\d+$")

    def test_types_are_released_with_their_objects(self):
        class Sub(Game):
            pass

        reference = weakref.ref(Sub)
        games = [Sub() for _ in range(10)]
        del Sub, games
        gc.collect()
        self.assertIsNone(reference())
