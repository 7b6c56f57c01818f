"""Students as the command line describes them."""
import unittest

from training import pupil


class PupilTest(unittest.TestCase):
    def test_settings_over_defaults(self):
        self.assertEqual(pupil.parse("line9"), pupil.Pupil("line9"))
        self.assertEqual(
            pupil.parse("own-2:reach=5,games=0,value=4,rate=1e-3,time=2,begin=line9"),
            pupil.Pupil("own-2", 5, 0.0, 4.0, 1e-3, 2.0, "line9"),
        )

    def test_what_is_wrong_is_said(self):
        for text, reason in (
            ("", "no name of a student"),
            ("a/b", "no name of a student"),
            ("naïve", "no name of a student"),
            ("x" * 23, "up to 22 letters"),
            ("a:size=3", "'size=3' is no setting of a student; there are reach, games"),
            ("a:name=b", "no setting"),
            ("a:reach", "no setting"),
            ("a:value=much", "'value=much': value is a number"),
            ("a:rate=nan", "'rate=nan': rate is a number"),
            ("a:time=inf", "'time=inf': time is a number"),
            ("a:reach=4.5", "'reach=4.5': reach is a whole number"),
            ("a:value=-1", "value, the weight of a loss, is not below 0"),
            ("a:reach=6", "reach is 4 or 5"),
            ("a:games=2", "games is from 0 to 1"),
            ("a:time=0", "above 0"),
            ("a:mixed=33", "mixed is not above features"),
            ("a:hidden=0", "widths are above 0"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, reason):
                pupil.parse(text)
