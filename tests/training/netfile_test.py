"""Net files and the line codebook."""
import struct
import unittest
import zlib

import numpy as np

from training import codebook, netfile


def with_checksum(data):
    return data + struct.pack("<I", zlib.crc32(data))


class CodebookTest(unittest.TestCase):
    def test_counts(self):
        self.assertEqual([codebook.line_count(4), codebook.line_count(5)], [43923, 397488])
        self.assertEqual(
            [len(codebook.stored_lines(4)), len(codebook.stored_lines(5))], [22143, 199290]
        )

    def test_arms_are_numbered_by_length_then_from_the_centre(self):
        arms = ([], [0], [1], [2], [0, 0], [1, 0], [2, 0], [0, 1], [2, 2, 2, 2])
        self.assertEqual([codebook.arm_number(arm) for arm in arms], [0, 1, 2, 3, 4, 5, 6, 7, 120])

    def test_digits_and_numbers_are_inverse(self):
        for reach in (2, 4):
            digits = codebook.line_digits(reach)
            arms = codebook.arm_count(reach)
            for number in range(0, codebook.line_count(reach), 37):
                line = digits[number].tolist()
                first = [d for d in line[:reach][::-1] if d != codebook.WALL]
                second = [d for d in line[reach + 1 :] if d != codebook.WALL]
                self.assertEqual(
                    number,
                    (line[reach] * arms + codebook.arm_number(first)) * arms
                    + codebook.arm_number(second),
                )

    def test_reversing_reads_backwards(self):
        digits = codebook.line_digits(4)
        self.assertTrue(np.array_equal(digits[codebook.reversed_lines(4)], digits[:, ::-1]))


class NetFileTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.net = netfile.random_net(1)
        cls.arrays = cls.net.part(0).arrays
        cls.data = cls.net.to_bytes()

    def test_reading_returns_what_was_written(self):
        again = netfile.from_bytes(self.data)
        self.assertEqual(
            (again.shape, again.rules, again.sizes, again.name),
            (netfile.DEFAULT_SHAPE, "freestyle", (15, 15), "random 1"),
        )
        for key, array in self.arrays.items():
            self.assertTrue(np.array_equal(array, again.part(0).arrays[key]), key)
        self.assertIs(again.part(0), again.part(1))
        self.assertEqual(again.to_bytes(), self.data)

    def test_a_net_of_two_colours_is_one_part_after_the_other(self):
        net = netfile.random_net(1, colours=2)
        data = net.to_bytes()
        self.assertEqual((data[10], len(data)), (2, 2922748))
        again = netfile.from_bytes(data)
        self.assertEqual((again.to_bytes(), again.rules), (data, "renju"))
        for colour in range(2):
            for key, array in net.part(colour).arrays.items():
                self.assertTrue(np.array_equal(array, again.part(colour).arrays[key]), key)
        payload = (len(data) - 68) // 2
        self.assertEqual(data[64 : 64 + payload], self.data[64:-4])
        self.assertNotEqual(data[64 + payload : -4], self.data[64:-4])
        with self.assertRaisesRegex(netfile.NetError, "3 parts"):
            netfile.Net(net.shape, [self.arrays] * 3)

    def test_sizes_are_the_documented_ones(self):
        self.assertEqual(len(self.data), 1461408)
        self.assertEqual(netfile.HEADER.size, 64)

    def test_a_line_and_its_reverse_share_a_row(self):
        table = self.net.part(0).table
        self.assertTrue(np.array_equal(table, table[codebook.reversed_lines(4)]))
        self.assertTrue(np.array_equal(table[codebook.stored_lines(4)], self.arrays["rows"]))

    def test_invalid_files_are_refused_with_the_reason(self):
        body = self.data[:-4]
        rows = (
            ("empty", b"", "not a net"),
            ("another magic", b"X" + self.data[1:], "not a net"),
            ("header cut", self.data[:40], "only 40 bytes; the header of a net alone has 64"),
            ("version", with_checksum(body[:8] + b"\x02" + body[9:]), "version 2"),
            (
                "architecture",
                with_checksum(body[:10] + b"\x07" + body[11:]),
                "architecture 7; .* 1 and 2",
            ),
            ("rules", with_checksum(body[:16] + b"\x09" + body[17:]), "rule set number 9"),
            ("reach", with_checksum(body[:19] + b"\x06" + body[20:]), "reach is 6"),
            ("size", with_checksum(body[:17] + b"\x04" + body[18:]), "boards of 4 to 15"),
            ("sizes", with_checksum(body[:18] + b"\x0e" + body[19:]), "boards of 15 to 14"),
            ("large size", with_checksum(body[:18] + b"\x1a" + body[19:]), "boards of 15 to 26"),
            ("name", with_checksum(body[:33] + b"\xc8" + body[34:]), "contains the byte 200"),
            ("zero in the name", with_checksum(body[:33] + b"\0" + body[34:]), "the byte 0"),
            ("after the name", with_checksum(body[:60] + b"x" + body[61:]), "the byte 0"),
            ("long name", with_checksum(body[:63] + b"x" + body[64:]), "longer than 31"),
            ("width", with_checksum(body[:20] + b"\x21" + body[21:]), "bytes of weights; expected"),
            (
                "half of two colours",
                with_checksum(body[:10] + b"\x02" + body[11:]),
                "1461340 bytes of weights; expected 2922680",
            ),
            ("cut", self.data[:-100], "has 1461308 bytes; expected 1461408"),
            ("longer", self.data + b"\0", "has 1461409 bytes; expected 1461408"),
            ("flipped bit", body[:5000] + bytes([body[5000] ^ 1]) + self.data[5001:], "checksum"),
            (
                "row too large",
                with_checksum(body[:64] + struct.pack("<h", 1024) + body[66:]),
                "'rows' has the absolute value 1024; the limit is 1023",
            ),
        )
        for name, data, reason in rows:
            with self.subTest(name), self.assertRaisesRegex(netfile.NetError, reason):
                netfile.from_bytes(data)

    def test_an_exp_table_that_starts_with_0_is_refused(self):
        body = self.data[:-4]
        at = len(body) - 2 * netfile.EXP_COUNT
        with self.assertRaisesRegex(netfile.NetError, "'exp' starts with 0"):
            netfile.from_bytes(with_checksum(body[:at] + b"\0\0" + body[at + 2 :]))

    def test_a_net_that_could_not_be_read_is_not_created(self):
        rows = (("x" * 32, (15, 15)), ("naïve", (15, 15)), ("x", (20, 15)))
        for name, sizes in rows:
            with self.subTest(name), self.assertRaises(netfile.NetError):
                netfile.Net(netfile.DEFAULT_SHAPE, [self.arrays], name=name, sizes=sizes)

    def test_kernels_above_the_limit_are_refused(self):
        arrays = dict(self.arrays, kernel=np.full((9, 16), 14))
        for parts in ([arrays], [self.arrays, arrays]):
            with self.assertRaisesRegex(netfile.NetError, "channel 0 add up to 126"):
                netfile.Net(netfile.DEFAULT_SHAPE, parts)

    def test_the_exp_table_decreases_from_one_to_zero(self):
        table = netfile.exp_table()
        self.assertEqual((table[0], table[128], table[-1]), (65535, 24109, 0))
