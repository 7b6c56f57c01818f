"""What training/slice.py is asked to do, as far as it is refused before a GPU is needed."""
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
except ImportError:
    torch = None


@unittest.skipUnless(torch, "PyTorch is not installed")
class Refusals(unittest.TestCase):
    REFUSED = (
        (["--games", "/nowhere"], "there is no folder /nowhere"),
        (["--board", "19"], "invalid choice: 19 (choose from 15, 20)"),
        (["--belief", "1"], "'1' is not two numbers, as 0.5,0.5"),
        (["--belief", "1,nan"], "'1,nan' has a number that is none"),
    )

    def test_what_is_wrong_is_said_at_once(self):
        for arguments, said in self.REFUSED:
            with self.subTest(arguments), tempfile.TemporaryDirectory() as out:
                run = subprocess.run(
                    [sys.executable, "-m", "training.slice", "--out", out, *arguments],
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(run.returncode, 2)
                self.assertIn(said, run.stderr)
