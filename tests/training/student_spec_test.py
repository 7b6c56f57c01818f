"""Parsing of student specifications."""
import unittest

from training import student_spec


class StudentSpecTest(unittest.TestCase):
    def test_settings_override_defaults(self):
        self.assertEqual(student_spec.parse("line9"), student_spec.StudentSpec("line9"))
        self.assertEqual(
            student_spec.parse("own-2:reach=5,games=0,value=4,rate=1e-3,time=2,begin=line9"),
            student_spec.StudentSpec("own-2", 5, 0.0, 4.0, 1e-3, 2.0, "line9"),
        )

    def test_errors_name_the_reason(self):
        for text, reason in (
            ("", "not a valid student name"),
            ("a/b", "not a valid student name"),
            ("naïve", "not a valid student name"),
            ("x" * 23, "up to 22 letters"),
            ("a:size=3", "unknown student setting 'size=3'; known: reach, games"),
            ("a:name=b", "unknown student setting"),
            ("a:reach", "unknown student setting"),
            ("a:value=much", "'value=much': value must be a number"),
            ("a:rate=nan", "'rate=nan': rate must be a number"),
            ("a:time=inf", "'time=inf': time must be a number"),
            ("a:reach=4.5", "'reach=4.5': reach must be a whole number"),
            ("a:value=-1", "value, the weight of a loss, must not be negative"),
            ("a:reach=6", "reach must be 4 or 5"),
            ("a:games=2", "games 0 to 1"),
            ("a:time=0", "above 0"),
            ("a:mixed=33", "mixed at most features"),
            ("a:hidden=0", "widths must be above 0"),
            ("a:terms=6", "terms must be a multiple of 4"),
        ):
            with self.subTest(text), self.assertRaisesRegex(ValueError, reason):
                student_spec.parse(text)
