"""The examples of docs/integrate/python.md."""

import doctest
import os
import pathlib
import tempfile
import unittest

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "integrate" / "python.md"


class Docs(unittest.TestCase):
    def test_examples_of_the_page(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        said = []
        test = doctest.DocTestParser().get_doctest(PAGE.read_text(), {}, PAGE.name, str(PAGE), 0)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            result = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
            os.chdir(before)
        self.assertGreater(result.attempted, 40)
        self.assertEqual(result.failed, 0, "".join(said))
