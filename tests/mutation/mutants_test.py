"""Are the mutants of a small file those that are expected?"""

import unittest

from mutants import mutants_of

SOURCE = """\
#include "x.h" // 1 < 2
static const int table[3] = {0};
static int f(const char *text, Board *b) {
    assert(b->size > 2);
    char copy[64];
    if (!text && b->size >= 1)
        b->size -= 1;
    for (int i = 0; i < 3; i++)
        g(text, -i, &b, "a < b");
    return 0;
}
"""


def apply(mutant, text):
    return text[: mutant.start] + mutant.text + text[mutant.end :]


class MutantsTest(unittest.TestCase):
    def changes(self, line):
        return [m.change for m in mutants_of("src/core/x.c", SOURCE) if m.line == line]

    def test_each_line(self):
        rows = {
            1: [],  # comments, other directives
            2: ["0 -> 1"],  # not the size of an array
            3: [],  # pointers are no products
            4: [],  # assertions
            5: [],
            6: ["if -> if not", "! -> nothing", "&& -> ||", ">= -> <", ">= -> >", "1 -> 0", "1 -> 2"],
            7: ["statement -> nothing", "-= -> +=", "1 -> 0", "1 -> 2"],
            8: ["0 -> 1", "< -> <=", "< -> >=", "3 -> 2", "3 -> 4", "++ -> --"],
            9: ["statement -> nothing", "- -> nothing"],  # neither addresses nor texts
            10: ["0 -> 1"],
        }
        for line, want in rows.items():
            self.assertEqual(sorted(self.changes(line)), sorted(want), f"line {line}")

    def test_every_mutant_differs_and_keeps_its_lines(self):
        for m in mutants_of("src/core/x.c", SOURCE):
            text = apply(m, SOURCE)
            self.assertNotEqual(text, SOURCE)
            self.assertEqual(text.count("\n"), SOURCE.count("\n"))

    def test_keys_are_unique_and_survive_other_changes(self):
        keys = [m.key for m in mutants_of("src/core/x.c", SOURCE)]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertEqual(keys, [m.key for m in mutants_of("src/core/x.c", "\n" + SOURCE)])

    def test_sql(self):
        text = 'static const char *const sql = "SELECT a FROM t WHERE b < ?1 AND c IS NOT NULL ORDER BY d DESC";\n'
        self.assertEqual([m.change for m in mutants_of("src/store/x.c", text)],
                         ["SQL < -> <=", "SQL AND -> OR", "SQL IS NOT NULL -> IS NULL", "SQL DESC -> ASC"])
        self.assertEqual(mutants_of("src/core/x.c", text), [])


if __name__ == "__main__":
    unittest.main()
