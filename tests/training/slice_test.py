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
    def test_a_folder_of_games_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as out:
            run = subprocess.run(
                [sys.executable, "-m", "training.slice", "--out", out, "--games", out + "/none"],
                capture_output=True,
                text=True,
            )
        self.assertEqual(run.returncode, 2)
        self.assertIn("there is no folder", run.stderr)
