"""pentad.solve and pentad.check_proof."""

import json
import unittest

import pentad
from support import interrupt

THREE = "c5a9d5a8e5a1"  # Black has an open three and is to move


class Solving(unittest.TestCase):
    def test_a_win(self):
        s = pentad.solve(THREE, size=9)
        self.assertEqual((s.outcome, s.move, s.stones, s.line[0]), ("win", "b5", 3, "b5"))
        pentad.check_proof(s.proof)
        pentad.check_proof(s.proof.encode())

    def test_a_game(self):
        game = pentad.Game(size=9)
        for move in "c5 a9 d5 a8 e5 a1 b5".split():
            game.play(move)
        s = pentad.solve(game, seconds=5)
        self.assertEqual((s.outcome, s.move), ("loss", None))
        pentad.check_proof(s.proof)
        self.assertEqual(len(game.moves), 7)

    def test_a_draw(self):
        s = pentad.solve("", size=5)
        self.assertEqual((s.outcome, s.line, s.stones), ("draw", (), 0))
        pentad.check_proof(s.proof)

    def test_unknown(self):
        s = pentad.solve("h8", seconds=0.05)
        self.assertEqual((s.outcome, s.proof), ("unknown", None))

    def test_a_spoiled_proof(self):
        proof = json.loads(pentad.solve(THREE, size=9).proof)
        proof["nodes"][-1] = {"move": "a2"}
        with self.assertRaisesRegex(ValueError, "the proof has no answer to the reply"):
            pentad.check_proof(json.dumps(proof))
        with self.assertRaisesRegex(ValueError, "line 1, column 1"):
            pentad.check_proof("")

    def test_what_cannot_be_asked(self):
        for bad, words in (("z1", "board"), ("h8h8", "occupied"), ("?", "")):
            with self.assertRaisesRegex(ValueError, words):
                pentad.solve(bad)
        with self.assertRaisesRegex(ValueError, "the game is over"):
            pentad.solve("a1b1a2b2a3b3a4b4a5")
        with self.assertRaisesRegex(ValueError, "seconds"):
            pentad.solve("h8", seconds=float("nan"))

    def test_a_signal_interrupts_it(self):
        interrupt(self, lambda seconds: pentad.solve("h8i9", seconds))


if __name__ == "__main__":
    unittest.main()
