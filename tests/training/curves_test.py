"""The learning curves of a run."""
import glob
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from training import curves


class CurvesTest(unittest.TestCase):
    def test_every_curve_is_drawn_once(self):
        lines = [dict(t=0, event="teacher starts")]
        lines += [
            dict(t=20 * i, event="teacher", policy_loss=2 - 0.1 * i, value_loss=1.0, train_steps=i)
            for i in range(5)
        ]
        lines += [
            dict(
                t=200 + 15 * i,
                seconds=15 * i,
                student=name,
                policy_loss=1 / (1 + i),
                value_loss=0.1,
            )
            for name in ("line9", "line11")
            for i in range(3)
        ]
        lines += [dict(t=99, event="rehearsed", student="line9", value_loss=3.0)]
        drawn = ElementTree.fromstring(curves.draw(lines))
        polylines = [element for element in drawn.iter() if element.tag.endswith("polyline")]
        self.assertEqual(
            [len(line.get("points").split()) for line in polylines], [4, 4, 3, 3, 3, 3]
        )
        texts = [element.text for element in drawn.iter() if element.tag.endswith("text")]
        self.assertIn("line11", texts)

    def test_twelve_students_have_different_styles(self):
        lines = [
            dict(t=i, seconds=i, student=f"s{name}", policy_loss=1 / (1 + i), value_loss=0.1)
            for name in range(12)
            for i in range(2)
        ]
        drawn = ElementTree.fromstring(curves.draw(lines))
        for kind in ("polyline", "path"):  # the curve, and its sample in the legend
            styles = [
                (element.get("stroke"), element.get("stroke-dasharray"))
                for element in drawn.iter()
                if element.tag.endswith(kind)
            ]
            self.assertEqual(len(styles), 24)
            self.assertEqual(len(set(styles)), 12)
            self.assertTrue(
                all(
                    one[0] != two[0] and one[1] != two[1]
                    for one, two in zip(styles[:11], styles[1:12])
                )
            )

    def test_a_log_without_curves_gives_a_message(self):
        self.assertIn("nothing to draw yet", curves.draw([dict(t=0, event="teacher starts")]))

    def test_logs_of_past_runs_can_be_drawn(self):
        for path in glob.glob("training/runs/*/log.jsonl"):
            with self.subTest(path):
                self.assertIn("<polyline", curves.draw(curves.read_log(path)))

    def test_an_invalid_log_gives_a_one_line_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log.jsonl")
            out = os.path.join(folder, "out.svg")
            for text, reason in (
                (None, "No such file"),
                (b"", None),
                (b'{"t": 1}\nPENTADNN', "line 2 is not a line of a training log"),
                (b"\xff\xfe", "can't decode"),
                (b"[1]", "line 1 is not a line"),
            ):
                if text is not None:
                    with open(path, "wb") as file:
                        file.write(text)
                run = subprocess.run(
                    [sys.executable, "-m", "training.curves", path, out],
                    capture_output=True,
                    text=True,
                )
                with self.subTest(text):
                    self.assertEqual(run.returncode, 1 if reason else 0)
                    self.assertIn(reason or "", run.stderr)
                    self.assertLessEqual(run.stderr.count("\n"), 1)
