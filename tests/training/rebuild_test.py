"""Students rebuilt from net files."""
import io
import os
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout

import numpy as np
from training import netfile

try:
    import torch
    from training import rebuild, student

    torch.set_num_threads(1)
except ImportError:
    torch = None


@unittest.skipIf(torch is None, "PyTorch is not installed")
class RebuildTest(unittest.TestCase):
    WIDTH = 8

    def rebuilt(self, net, steps):
        """The net that the command's student becomes again."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("some.net", "students.pt")]
            with open(paths[0], "wb") as file:
                file.write(net.to_bytes())
            words = ["--name", "again", "--device", "cpu", "--mapping-width", str(self.WIDTH)]
            with redirect_stdout(io.StringIO()) as told:
                rebuild.main([*paths, *words, "--steps", str(steps)])
            self.assertIn(f"{steps} steps: rows are off by", told.getvalue())
            weights = torch.load(paths[1])["again"]
        self.assertTrue(student.is_student_state(weights))
        made = student.Student(net.shape, self.WIDTH, len(net.parts))
        made.load_state_dict(weights)
        return student.to_net(made)

    def test_layers_after_the_rows_are_exact_for_each_colour(self):
        net = netfile.random_net(3, colours=2)
        again = self.rebuilt(net, 1)
        for given, made in zip(net.parts, again.parts):
            for name, array in given.arrays.items():
                if name != "rows":
                    np.testing.assert_array_equal(made.arrays[name], array, name)

    def test_rows_are_learned(self):
        torch.manual_seed(7)
        net = student.to_net(student.Student(mapping_width=self.WIDTH))

        def error(steps):
            made = self.rebuilt(net, steps).parts[0].arrays["rows"].astype(float)
            return np.square(made - net.parts[0].arrays["rows"]).mean()

        self.assertLess(error(120), error(1) / 3)

    def test_bad_input_is_refused_and_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad, new = (os.path.join(folder, name) for name in ("a.net", "b.net", "new.pt"))
            with open(good, "wb") as file:
                file.write(netfile.random_net(3).to_bytes())
            with open(bad, "wb") as file:
                file.write(b"not a net")
            rows = (
                ([bad, new], "b.net: "),
                ([good + "x", new], "a.netx"),
                ([good, bad], "b.net is not a file of students"),
                ([good, new, "--steps", "0"], "--steps"),
            )
            for words, said in rows:
                with self.assertRaises(SystemExit), redirect_stderr(io.StringIO()) as told:
                    rebuild.main([*words, "--name", "again", "--device", "cpu"])
                self.assertIn(said, told.getvalue())
            self.assertEqual(sorted(os.listdir(folder)), ["a.net", "b.net"])


if __name__ == "__main__":
    unittest.main()
