"""Game lists: what is read and what is refused."""
import unittest

from training import games


class GamesTest(unittest.TestCase):
    def test_a_list(self):
        read = games.read_games(['# a comment\n', '\n', 'freestyle 15 black h8i9h9\n', 'renju 20 ? a1t20\n', 'standard 15 draw\n'])
        self.assertEqual(read, [('freestyle', 15, 0, [(7, 7), (8, 8), (8, 7)]), ('renju', 20, None, [(0, 0), (19, 19)]),
                                ('standard', 15, 2, [])])

    def test_wrong_lines_are_refused_with_number_and_reason(self):
        rows = (('freestyle', 'rules, a size, a result'), ('checkers 15 black h8', "no rules 'checkers'"),
                ('freestyle 4 black a1', "'4' is not a board size"), ('freestyle x black a1', "'x' is not a board size"),
                ('freestyle 15 red a1', "'red' is not a result"), ('freestyle 15 black h8i', 'not a list of moves'),
                ('freestyle 15 black h16', 'h16 is outside'), ('freestyle 15 black p1', 'p1 is outside'),
                ('freestyle 15 black h8h8', 'twice'), ('freestyle 15 black h0', 'not a list of moves'))
        for line, reason in rows:
            with self.subTest(line), self.assertRaisesRegex(games.GameError, f'line 2: .*{reason}'):
                games.read_games(['freestyle 15 black h8', line])

    def test_positions_are_those_before_each_move(self):
        read = games.read_games(['freestyle 15 black a1b1c1', 'standard 15 black a1b1c1', 'freestyle 20 ? a1', 'freestyle 15 ? h8h9h10h11'])
        boards, sides, numbers = games.positions(read, skip=1)
        self.assertEqual((sides.tolist(), numbers.tolist()), ([1, 0, 1, 0, 1], [0, 0, 3, 3, 3]))
        self.assertEqual(boards[1][0, :3].tolist(), [1, 2, 0])
        self.assertEqual(boards.sum((1, 2)).tolist(), [1, 3, 1, 3, 4])

    def test_no_position_is_no_error(self):
        boards, sides, numbers = games.positions([])
        self.assertEqual((len(boards), len(sides), len(numbers)), (0, 0, 0))
