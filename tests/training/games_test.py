"""Reading packed games of the engine; refusing invalid files."""
import contextlib
import io
import math
import os
import struct
import tempfile
import unittest

from training import games, vectors


def packed(rules, size, winner, opening, moves, explored=()):
    words = [move | (games.EXPLORATION if i in explored else 0) for i, move in enumerate(moves)]
    values = [100] * (len(moves) - opening)
    body = struct.pack(
        f"<BBBBH{len(words)}H{len(values)}h",
        rules,
        size,
        winner,
        opening,
        len(moves),
        *words,
        *values,
    )
    return body + struct.pack("<I", games.checksum(body))


class GamesTest(unittest.TestCase):
    def test_games_are_read(self):
        data = (
            games.MAGIC
            + packed(0, 15, 1, 1, [112, 96, 113], explored=[2])
            + packed(4, 20, 0, 0, [0, 399])
            + packed(1, 5, 2, 0, [])
        )
        read = games.read_games(data)
        self.assertEqual(
            [(g.rules, g.size, g.winner, g.opening, g.settled, g.moves.tolist()) for g in read],
            [(0, 15, 1, 1, 3, [112, 96, 113]), (4, 20, 0, 0, 0, [0, 399]), (1, 5, 2, 0, 0, [])],
        )

    def test_the_checksum_is_fnv_1a(self):
        self.assertEqual(
            [games.checksum(b""), games.checksum(b"a"), games.checksum(b"foobar")],
            [0x811C9DC5, 0xE40C292C, 0xBF9CF968],
        )

    def test_invalid_files_are_refused_with_game_and_reason(self):
        good = packed(0, 15, 1, 0, [1, 2, 3])
        rows = (
            ("empty", b"", "not a file of packed games"),
            ("another file", b"PENTADNN" + good, "not a file of packed games"),
            ("header cut", games.MAGIC + good + good[:3], "game 2, at byte 30: truncated"),
            ("moves cut", games.MAGIC + good + good[:-5], "game 2, at byte 30: truncated"),
            (
                "a flipped bit",
                games.MAGIC + good[:8] + bytes([good[8] ^ 1]) + good[9:],
                "game 1, at byte 8: damaged",
            ),
            ("size", games.MAGIC + packed(0, 30, 1, 0, [1]), "invalid header"),
            ("winner", games.MAGIC + packed(0, 15, 3, 0, [1]), "invalid header"),
            (
                "opening",
                games.MAGIC + struct.pack("<BBBBH", 0, 15, 1, 2, 1) + bytes(9),
                "invalid header",
            ),
            ("off the board", games.MAGIC + packed(0, 15, 1, 0, [225]), "off the board"),
            ("on a stone", games.MAGIC + packed(0, 15, 1, 0, [7, 7]), "on a stone"),
        )
        for name, data, reason in rows:
            with self.subTest(name), self.assertRaisesRegex(games.GameError, reason):
                games.read_games(data)

    def test_positions_are_the_searched_ones(self):
        read = games.read_games(
            games.MAGIC
            + packed(0, 15, 1, 2, [0, 1, 2, 3], explored=[2])
            + packed(1, 15, 1, 0, [0, 1])
            + packed(0, 20, 1, 0, [0, 1])
            + packed(0, 15, 0, 0, [224, 0])
        )
        boards, sides, numbers, logits, outcomes = games.positions(read)
        self.assertEqual((sides.tolist(), numbers.tolist()), ([0, 1, 1], [0, 0, 3]))
        expected = 100 / games.UNITS_PER_LOGIT  # the value that `packed` writes for every position
        self.assertTrue(all(abs(logit - expected) < 1e-6 for logit in logits))
        self.assertTrue(math.isnan(outcomes[0]))  # an exploration move follows
        self.assertEqual(outcomes[1:].tolist(), [0, 0.5])  # white lost, draw
        self.assertEqual(boards[1][0, :4].tolist(), [1, 2, 1, 0])
        self.assertEqual(boards[2][14, 14], 1)

    def test_no_games_give_no_positions(self):
        self.assertEqual([len(column) for column in games.positions([])], [0] * 5)

    def test_every_second_vector_is_from_a_game(self):
        with tempfile.TemporaryDirectory() as folder:
            played, net, out = (os.path.join(folder, name) for name in ("g.games", "net", "out"))
            with open(played, "wb") as file:
                file.write(games.MAGIC + packed(0, 15, 1, 1, [112, 96]))
            vectors.main(["--random", "7", "--games", played, "--count", "6", net, out])
            with open(out, "rb") as file:
                _, positions = vectors.read(file.read())
            with open(played, "wb") as file:
                file.write(games.MAGIC + packed(0, 20, 1, 1, [112, 96]))
            with contextlib.redirect_stderr(io.StringIO()) as errors, self.assertRaises(SystemExit):
                vectors.main(["--games", played, net, out])
            self.assertIn("g.games has no game of freestyle on 15x15", errors.getvalue())
        for board, to_move, _ in positions[1::2]:
            self.assertEqual((int(board.sum()), board[7, 7], to_move), (1, 1, 2))
