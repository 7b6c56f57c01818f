"""The exam of nets: its files, and that it judges."""
import glob
import os
import tempfile
import unittest

import numpy as np

from training import exam, netfile, reference

SIZE = 15


class ExamTest(unittest.TestCase):
    def test_points_are_written_and_read(self):
        self.assertEqual([exam.notation(place, SIZE) for place in (0, 14, 112, 210)], ["a15", "o15", "h8", "a1"])
        self.assertEqual(exam.points("a15o15h8a1", SIZE), [0, 14, 112, 210])
        board = exam.board_after([112, 0], SIZE)
        self.assertEqual((board[7, 7], board[0, 0], board.sum()), (1, 2, 3))

    def test_the_files_are_exams(self):
        """Legal positions, each once, with a best move on an empty point."""
        paths = glob.glob(os.path.join(exam.FOLDER, "*.txt"))
        self.assertTrue(paths)
        for path in paths:
            rules, size, rows = exam.read(path)
            self.assertEqual(os.path.basename(path), f"{rules}{size}.txt")
            self.assertGreater(len(rows), 1000)
            boards = set()
            for moves, value, best in rows:
                self.assertEqual(len(set(moves + [best])), len(moves) + 1)
                self.assertTrue(all(0 <= place < size * size for place in moves + [best]))
                self.assertLess(abs(value), 32768)
                boards.add(exam.board_after(moves, size).tobytes())
            self.assertEqual(len(boards), len(rows))

    def test_a_net_is_judged(self):
        """A net that says the labels is perfect; with labels of other positions it is not."""
        net, rng = netfile.random_net(7), np.random.default_rng(1)
        rows = []
        for _ in range(40):
            moves = [int(place) for place in rng.permutation(SIZE * SIZE)[:20]]
            board = exam.board_after(moves, SIZE)
            out = reference.evaluate(net, board, 1)
            rate = (1 + out["value"] / 32768) / 2
            policy = np.where(board == 0, out["policy"], np.iinfo(np.int64).min)
            value = round(2 * exam.VALUE_PER_LOGIT * float(np.log(rate / (1 - rate))))
            rows.append((moves, value, int(policy.argmax())))
        got = exam.figures(exam.answers_of_net(net, rows, SIZE), rows, SIZE)
        self.assertLess(got["logits"], 0.01)
        self.assertAlmostEqual(got["scale"], 2, places=1)
        self.assertGreater(got["correlation"], 0.999)
        self.assertEqual((got["first"], got["four"]), (1, 1))
        others = [(moves, other[1], other[2]) for (moves, _, _), other in zip(rows, rows[1:] + rows[:1])]
        worse = exam.figures(exam.answers_of_net(net, others, SIZE), others, SIZE)
        self.assertLess(worse["correlation"], 0.9)
        self.assertLess(worse["first"], 0.5)

    def test_a_teacher_is_judged(self):
        """Of two teachers only the one that the rows are from is perfect, whatever the batches."""
        try:
            import torch
        except ImportError:
            self.skipTest("PyTorch is not installed")
        from training import teacher

        rng, rows, made = np.random.default_rng(1), [], []
        for seed in (1, 2):
            torch.manual_seed(seed)
            made.append(dict(rules="standard", blocks=1, ch=8, sd=teacher.Teacher(1, 8).state_dict()))
        for count in range(exam.TEACHER_BATCH + 5):
            rows.append(([int(place) for place in rng.permutation(SIZE * SIZE)[: 20 + count % 2]], 0, 0))
        answers = list(exam.answers_of_teacher(made[0], rows, SIZE))
        rows = [
            (moves, round(exam.VALUE_PER_LOGIT * float(np.log(rate / (1 - rate)))), int(policy.argmax()))
            for (moves, _, _), (rate, policy) in zip(rows, answers)
        ]
        right, wrong = (exam.figures(exam.answers_of_teacher(one, rows, SIZE), rows, SIZE) for one in made)
        self.assertLess(right["logits"], 0.01)
        self.assertEqual(right["first"], 1)
        self.assertLess(wrong["first"], 0.9)

    def test_labels_go_on_where_they_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            program, positions, out = (os.path.join(folder, name) for name in ("program", "in", "out"))
            with open(program, "w") as file:
                file.write('#!/bin/sh\necho "$(cat)" >>"$0.asked"\n')
                file.write("""echo '{"lines": [{"move": "a1", "value": 7}]}'\n""")
            os.chmod(program, 0o755)
            for texts in ("h8", "h8 h8i9 h8j9"):
                with open(positions, "w") as file:
                    file.write("\n".join(texts.split()) + "\n")
                exam.main(["label", positions, out, "--program", program, "--threads", "2"])
            with open(out) as file:
                lines = sorted(file.read().splitlines())
            self.assertEqual(lines, ["h8 7 a1", "h8i9 7 a1", "h8j9 7 a1"])
            with open(program + ".asked") as file:
                self.assertEqual(sorted(file.read().split()), ["h8", "h8i9", "h8j9"])


if __name__ == "__main__":
    unittest.main()
