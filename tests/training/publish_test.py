"""Publishing a net, in a temporary tree and with a program that plays no games."""
import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

from training import netfile, publish, vectors

ROWS = [publish.Row("freestyle", 17, "freestyle15-003"), publish.Row("freestyle", 25, "freestyle20-001"),
        publish.Row("renju", 18, "renju15-003"), publish.Row("renju", 25, "freestyle20-001")]
TABLE = "# the nets\n" + "".join(f"{row.rules:9}  {row.largest}  {row.name}\n" for row in ROWS)
SIGNATURES = '{"search with the net, freestyle 15x15", 0x1},\n{"nodes in all", 7},\n'
NEW_SIGNATURES = '{"search with the net, freestyle 15x15", 0x2},\n{"nodes in all", 8},\n'
LIST = "| recipe | what | result |\n|---|---|---|\n| [008](008-old.md) | old | a net |\n\nThe end.\n"

RESULT = """     participant  games   won drawn  lost   score   Elo           95 % faults
  1  new             20    12     1     7  62.5 %   +89    {} to +222      0
  2  old             20     7     1    12  37.5 %   -89    -222 to +45      0
20 games, signature 1453b8c1a89b8199
SPRT +0 or +10 Elo: LLR -2.69 (-2.94 to 2.94): {}
"""
WON, OPEN = RESULT.format("+5", "the higher one is accepted"), RESULT.format("+5", "not decided")
LOST = RESULT.format("-45", "the lower one is accepted")

PROGRAM = """#!/bin/sh
here=$(dirname -- "$0")
echo "$@" >>"$here/calls"
case "$*" in
match*) cat "$here/match"; exit "$(cat "$here/status")" ;;
*--net*) cat "$here/new_signatures" ;;
bench*) cat "$here/signatures" ;;
esac
"""


class TableTest(unittest.TestCase):
    def test_the_table_of_the_tree_is_read_and_written_unchanged(self):
        text = pathlib.Path("data/nets/table").read_text()
        self.assertEqual(publish.format_table(text, publish.read_table(text)), text)

    def test_the_first_row_that_is_large_enough_counts(self):
        rows = publish.read_table(TABLE)
        self.assertEqual(rows, ROWS)
        for rules, size, name in (("freestyle", 15, "freestyle15-003"), ("freestyle", 18, "freestyle20-001"), ("renju", 18, "renju15-003"),
                                  ("renju", 19, "freestyle20-001"), ("caro", 15, None)):
            self.assertEqual(publish.net_for(rows, rules, size), name)

    def test_a_net_replaces_its_kind(self):
        after = publish.with_net(ROWS, "freestyle20-002", "freestyle")
        self.assertEqual([row.name for row in after], ["freestyle15-003", "freestyle20-002", "renju15-003", "freestyle20-002"])

    def test_a_net_of_a_new_kind_needs_a_largest_board(self):
        with self.assertRaisesRegex(publish.UserError, "--largest"):
            publish.with_net(ROWS, "renju20-001", "renju")
        for largest, at, count in ((25, 3, 4), (12, 2, 5), (20, 3, 5)):
            after = publish.with_net(ROWS, "renju20-001", "renju", largest)
            self.assertEqual((after[at], len(after)), (publish.Row("renju", largest, "renju20-001"), count))
        after = publish.with_net(ROWS, "caro15-001", "caro", 25)
        self.assertEqual(after[:-1], ROWS)

    def test_an_invalid_line_is_named(self):
        for line in ("renju 15", "renju x renju15-001", "renju 15 renju15-001 more"):
            with self.assertRaisesRegex(publish.UserError, "line 7"):
                publish.read_table(TABLE + "\n" + line)


class PublishTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        self.work = pathlib.Path(folder.name) / "work"
        self.work.mkdir()
        for path, text in {
            "data/nets/table": TABLE, "data/nets/freestyle15-003.net": "old net", "data/nets/freestyle15-003.vectors": "old",
            "data/openings/freestyle15.txt": "", "data/openings/freestyle15-even.txt": "", "data/openings/renju15.txt": "",
            "tests/engine/bench_signatures.inc": SIGNATURES, "training/recipes/008-old.md": "candidate renju15-004, book renju15-700.txt",
            "training/recipes/README.md": LIST,
        }.items():
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / path).write_text(text)
        self.program = self.work / "pentad"
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)
        self.given(match=WON, status="0", signatures=SIGNATURES, new_signatures=NEW_SIGNATURES)
        self.net = self.work / "student.net"
        self.net.write_bytes(netfile.random_net(7).to_bytes())

    def given(self, **files):
        for name, text in files.items():
            (self.work / name).write_text(text)

    def contents(self):
        return {str(path.relative_to(self.tree)): path.read_bytes() for path in self.tree.rglob("*") if path.is_file()}

    def calls(self):
        path = self.work / "calls"
        return path.read_text().splitlines() if path.exists() else []

    def run_with(self, *words):
        """Exit status and everything printed."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                publish.main([str(self.net), "--program", str(self.program), "--positions", "4", *words], self.tree)
                status = 0
            except SystemExit as end:
                status = end.code
        if isinstance(status, str):
            out.write(status)
            status = 1
        return status, out.getvalue()

    def fails(self, pattern, *words, status=1):
        before = self.contents()
        got, text = self.run_with(*words)
        self.assertEqual(got, status, text)
        self.assertRegex(text, pattern)
        self.assertEqual(self.contents(), before)

    def test_a_net_that_wins_is_published(self):
        status, text = self.run_with("--sprt", "0,10")
        self.assertEqual(status, 0, text)
        files = self.contents()
        self.assertEqual(files["data/nets/table"].decode(), TABLE.replace("freestyle15-003", "freestyle15-004"))
        net = netfile.from_bytes(files["data/nets/freestyle15-004.net"])
        self.assertEqual(net.name, "freestyle15-004")
        _, positions = vectors.read(files["data/nets/freestyle15-004.vectors"])
        self.assertEqual(len(positions), 4)
        self.assertNotIn("data/nets/freestyle15-003.net", files)
        self.assertNotIn("data/nets/freestyle15-003.vectors", files)
        self.assertEqual(files["tests/engine/bench_signatures.inc"].decode(), NEW_SIGNATURES)
        stub = files["training/recipes/009-freestyle15-004.md"].decode()
        self.assertIn("| **freestyle15-004 against freestyle15-003** | 20 | 12 | 1 | 7 | **+89 (+5 to +222)** |", stub)
        self.assertIn("--book data/openings/freestyle15-even.txt", stub)
        self.assertRegex(files["training/recipes/README.md"].decode(),
                         r"\| a net \|\n\| \[009\]\(009-freestyle15-004.md\) \| TO DO \| .*\n\nThe end")
        self.assertIn("Bench: 8", text)
        self.assertEqual([path for path in files if "/." in path], [])
        self.assertIn("--sprt 0,10", self.calls()[1])

    def test_other_rules_keep_the_signatures(self):
        self.net.write_bytes(netfile.random_net(7, colours=2).to_bytes())
        self.assertEqual(netfile.from_bytes(self.net.read_bytes()).rules, "renju")
        status, text = self.run_with("--no-recipe")
        self.assertEqual(status, 0, text)
        files = self.contents()
        self.assertIn("renju15-005", files["data/nets/table"].decode())  # 004 was a candidate
        self.assertEqual(files["tests/engine/bench_signatures.inc"].decode(), SIGNATURES)
        self.assertEqual([path for path in files if "009" in path], [])

    def test_a_dry_run_plays_and_writes_nothing(self):
        before = self.contents()
        status, text = self.run_with("--dry-run")
        self.assertEqual((status, self.contents(), self.calls()), (0, before, []))
        self.assertIn("freestyle  17  freestyle15-004\n", text)

    def test_a_net_that_does_not_win_is_not_published(self):
        for result in (LOST, OPEN):
            self.given(match=result)
            self.fails(r"not published: \+89 Elo")

    def test_a_match_of_fixed_length_needs_a_clear_result(self):
        self.given(match=LOST)
        self.fails(r"not published: \+89 Elo \(-45", "--sprt", "off")
        self.given(match=OPEN)
        status, text = self.run_with("--sprt", "off")
        self.assertEqual(status, 0, text)
        self.assertNotIn("--sprt", self.calls()[-2])

    def test_matches_played_before_count_together(self):
        row = "  1  new   100  50  0  50  50.0 %  {}   {} to {}      0\n"
        for tables, accepted in (
            ([("+15", "-2", "+32"), ("+21", "-3", "+45")], True),
            ([("+15", "-2", "+32"), ("+5", "-19", "+29")], False),
            ([("+40", "+23", "+57"), ("-5", "-29", "+19")], False),  # one is lost
        ):
            self.given(**{f"table{i}": row.format(*table) for i, table in enumerate(tables)})
            match = publish.read_tables([self.work / f"table{i}" for i in range(len(tables))])
            self.assertEqual((match.accepted, match.won), (accepted, 100))
        self.given(table0=row.format("+15", "-2", "+32"), table1=row.format("+21", "-3", "+45"))
        status, text = self.run_with("--tables", str(self.work / "table0"), str(self.work / "table1"))
        self.assertEqual(status, 0, text)
        self.assertIn("published freestyle15-004, +17 Elo", text)
        self.assertEqual([call for call in self.calls() if call.startswith("match")], [])

    def test_infinite_differences_are_read(self):
        all_lost = "  1  new   20  0  0  20   0.0 %  -inf   -inf to -236      0\n"
        self.assertFalse(publish.read_match(all_lost, "off").accepted)
        all_won = "  1  new   20  20  0  0   100.0 %  +inf   +236 to +inf      0\n"
        self.assertEqual(publish.read_match(all_won, "off"), publish.Match(20, 0, 0, "+inf", "+236", "+inf", True))

    def test_failures_change_nothing(self):
        self.given(status="2")
        self.fails("match failed with status 2")
        self.assertEqual(len(self.calls()), 2)
        self.given(status="0", match="nothing")
        self.fails("the match has no result")
        self.given(match=WON, signatures="others")
        self.fails("build it again")
        self.fails("No such file or directory", "--program", "/nowhere")
        self.given(signatures=SIGNATURES)
        (self.tree / "training/recipes/README.md").write_text("no list")
        self.fails("the list of recipes has no rows")

    def test_bad_input_is_refused(self):
        for words, pattern, status in (
            (["--largest", "26"], "--largest: expected 5 to 25", 2), (["--sprt", "1"], "--sprt: expected two numbers", 2),
            (["--nodes", "0"], "at least 1", 2), (["--games", "/none"], "/none: No such file", 1), (["--log", "/none"], "/none: No such file", 1),
        ):
            self.fails(pattern, *words, status=status)
        self.assertEqual([call for call in self.calls() if call.startswith("match")], [])
        self.net.write_bytes(b"PENTAD")
        self.fails("not a net|too short|begin")
        self.net.unlink()
        self.fails("student.net: No such file")

    def test_a_failing_write_is_undone(self):
        replaced = []

        def fail_late(path, data, real=publish.replace):
            replaced.append(path)
            if len(replaced) == 5:
                raise KeyboardInterrupt
            real(path, data)

        with mock.patch.object(publish, "replace", fail_late):
            self.fails("interrupted: nothing is published", status=130)
        self.assertGreater(len(replaced), 5)
