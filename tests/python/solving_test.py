"""pentad.solve and pentad.check_proof."""

import json
import unittest

import pentad
from support import interrupt

THREE = "c5a9d5a8e5a1"  # Black has an open three and is to move


def endless_proof(depth=8):
    """A proof that holds. Black has a stone in every window of five, so White cannot win; and two threes. It plays elsewhere
    first, and wins by one of them when the other is touched: a check would play White's other replies in every order."""
    def lattice(number):
        return [f"{chr(97 + x)}{y + 1}" for y in range(15) for x in range(15) if (x + 2 * y) % 5 == number]
    nodes = [{"line": "g12"}, {"line": "g2"}]
    elsewhere = lattice(2)[12:][:depth]  # between the threes
    for i, move in enumerate(elsewhere):
        replies = {point: 1 for point in ("c12", "g12", "h12")} | {point: 0 for point in ["c2", "g2", "h2"] + elsewhere[:i]}
        nodes.append({"move": move, "replies": replies, "threat": len(nodes) - 1 if i else 0})
    return json.dumps({"format": "pentad-proof", "version": 1, "rules": "freestyle", "size": 15, "black": "".join(lattice(0)) + "e2f2e12f12",
                       "white": "", "turn": "black", "outcome": "win", "root": len(nodes) - 1, "nodes": nodes})


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
        for wrong in None, 7, ["h8"]:
            with self.assertRaises(TypeError):
                pentad.solve(wrong)

    def test_a_signal_interrupts_it(self):
        interrupt(self, lambda seconds: pentad.solve("h8i9", seconds))

    def test_a_signal_interrupts_a_check(self):
        pentad.check_proof(endless_proof(2))
        interrupt(self, lambda seconds: pentad.check_proof(endless_proof()))


if __name__ == "__main__":
    unittest.main()
