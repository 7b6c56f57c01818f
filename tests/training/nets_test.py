"""The nets in data/nets are those of its table and valid, and their test vectors match training/reference.py."""
import pathlib
import struct
import unittest

from training import netfile, publish, vectors

NETS = sorted(pathlib.Path("data/nets").glob("*.net"))


class NetsTest(unittest.TestCase):
    def test_the_table_has_every_file(self):
        rows = publish.read_table(pathlib.Path("data/nets/table").read_text())
        self.assertEqual(sorted({row.name for row in rows}), [path.stem for path in NETS])
        self.assertEqual([path.with_suffix(".vectors") for path in NETS], sorted(pathlib.Path("data/nets").glob("*.vectors")))

    def test_vectors_agree(self):
        for path in NETS:
            with self.subTest(path.name):
                data = path.read_bytes()
                net = netfile.from_bytes(data)
                checksum, positions = vectors.read(path.with_suffix(".vectors").read_bytes())
                self.assertEqual(checksum, struct.unpack("<I", data[-4:])[0])
                self.assertEqual(len(positions), 10000)
                for board, to_move, expected in positions[::50] + positions[:2]:
                    self.assertEqual(
                        vectors.vector(net, board, to_move, bool(expected[2])), expected
                    )

    def test_vectors_of_two_colours_agree(self):
        """The engine's tests rely on them."""
        net = netfile.random_net(7, colours=2)
        data = pathlib.Path("tests/engine/random_colours.vectors").read_bytes()
        checksum, positions = vectors.read(data)
        self.assertEqual(checksum, struct.unpack("<I", net.to_bytes()[-4:])[0])
        for board, to_move, expected in positions[::20]:
            self.assertEqual(vectors.vector(net, board, to_move, bool(expected[2])), expected)

    def test_damage_is_found(self):
        data = bytearray(NETS[0].with_suffix(".vectors").read_bytes())
        data[1000] ^= 1
        with self.assertRaisesRegex(ValueError, "damaged"):
            vectors.read(bytes(data))
