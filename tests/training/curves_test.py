"""The picture of a slice."""
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

    def test_a_log_of_nothing_is_an_empty_picture(self):
        self.assertTrue(ElementTree.fromstring(curves.draw([])).tag.endswith("svg"))
