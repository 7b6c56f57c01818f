"""Mutation testing: plants single faults in the rules, the proofs, the visibility filter and the store, and counts how
many of them the unit tests find.

    python3 tests/mutation/run.py --sample 400             # 400 mutants of all four areas, chosen by --seed
    python3 tests/mutation/run.py src/core/timer.c         # every mutant of a file, or of the paths that begin so
    python3 tests/mutation/run.py --retry                  # again those that survived
    python3 tests/mutation/run.py --table                  # the results so far, by area

A mutant is killed if a test fails, crashes or does not end. One whose object code is that of the original is
equivalent; others that are equivalent stand in tests/mutation/equivalent.txt with the reason. Neither is counted.

Needs build-dev. Compiles only the changed file and links it in front of the archives. Runs the tests of the file
first, then those of its area, then the slow ones of both, then all others. Limits are of CPU time, so that a busy machine
kills no mutant. Mutants of the store are also tested with a PostgreSQL of their own. Results are kept in
build-dev/mutation/results.txt, so that a run can be interrupted and go on. Prints TAP: an area passes with more than 95 %
killed.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import math
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import threading

from mutants import mutants_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/store"))
import with_postgres  # noqa: E402
BUILD = ROOT / "build-dev"
WORK = BUILD / "mutation"
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.txt")
PASSING_SHARE = 0.95
# Tested with a PostgreSQL of their own. The rest of the store is, if it survives without.
POSTGRES = ("src/store/postgres_engine.c", "src/store/jobs.c", "src/store/jobs_schema.c")
NOT_COMPILED = "src/store/postgres_none.c"  # only in builds without libpq

# An area: its source files, and the test files that are run after those of the file itself.
AREAS = {
    "core": ("src/core/*.c", "core session record api"),
    "proof": ("src/proof/*.c", "proof project"),
    "visibility": ("src/session/game_view*.c", "session games wasm tui/terminal_session"),
    "store": ("src/store/*.c", "store games"),
}
# The test files of a source file: default X_test.c for X.c.
NEAR = {
    "core/board": "core/board core/rules core/forbidden core/differential",
    "core/forbidden": "core/forbidden core/differential",
    "core/game": "core/game core/opening",
    "core/mist": "core/mist core/differential",
    "core/mist_history": "core/mist_belief",
    "core/position_text": "core/position_text core/move_string",
    "core/sequence": "core/sequence core/differential",
    "proof/proof": "proof/checker proof/certificate",
    "proof/proof_json": "proof/proof_json proof/checker",
    "proof/strategy": "player/perfect",
    "session/game_view": "session/visibility session/game_view session/game_session",
    "session/game_view_json": "session/game_view session/visibility session/game_session",
    "store/game_store": "store/store",
    "store/jobs_schema": "store/jobs",
    "store/postgres_engine": "store/postgres store/store store/users",
    "store/schema": "store/store store/migration",
    "store/statement": "store/store store/users",
    "store/users": "store/users store/store",
}


# Tests that take more than half a second even with few random cases.
SLOW = {
    "prover_claims_no_draw_without_proof", "projects_agree_with_brute_force", "migration_from_every_version",
    "powercut_during_recovery", "visibility_planted_leaks_are_found", "checker_rejects_damaged_proofs",
    "powercut_weaker_syncing_loses_moves", "prover_claims_hold_against_every_reply", "solver_proves_wins_with_quiet_moves",
    "footprints_agree_with_trying_every_reply", "powercut_no_acknowledged_move_is_lost", "prover_solves_small_boards_with_proof",
}
CPU_SECONDS = (10, 15, 60, 300)  # for each stage


def area_of(path):
    return next(name for name, (pattern, _) in AREAS.items() if pathlib.PurePath(path).match(pattern))


# ---- Tests

def tests_of(names):
    """The names of the tests in these files, or folders, of tests/."""
    found = []
    for name in names.split():
        files = sorted((ROOT / "tests" / name).glob("*_test.c")) or [ROOT / "tests" / (name + "_test.c")]
        for file in files:
            if file.exists():
                found += re.findall(r"^(?:POSTGRES_)?TEST\((\w+)\)", file.read_text(), re.MULTILINE)
    return found


def stages_of(path):
    """Lists of tests, the closest and fastest first."""
    stem = path.removeprefix("src/").removesuffix(".c")
    everything = " ".join(sorted(p.name for p in (ROOT / "tests").iterdir() if list(p.glob("*_test.c"))))
    near, area = tests_of(NEAR.get(stem, stem)), tests_of(AREAS[area_of(path)][1])
    seen, stages = set(), []
    for tests in ([t for t in near if t not in SLOW], [t for t in area if t not in SLOW], near + area, tests_of(everything)):
        stages.append([t for t in dict.fromkeys(tests) if t not in seen])
        seen.update(tests)
    return stages


def hidden_tmp():
    """A prefix that gives a command a /tmp of its own in memory: a killed test leaves files there. The checkout stays where it
    is, even if that is in /tmp."""
    script = 'mount --bind "$1" /mnt && mount -t tmpfs tmpfs /tmp && mkdir -p "$1" && mount --bind /mnt "$1" && shift && exec "$@"'
    prefix = ["unshare", "-m", "sh", "-c", script, "sh", str(ROOT)]
    works = subprocess.run(prefix + ["test", "-e", BUILD], stderr=subprocess.DEVNULL, check=False).returncode == 0
    return prefix if works else []


class Tests:
    """Runs tests until one fails."""

    def __init__(self, cluster=None):
        self.prefix = hidden_tmp()
        self.databases = {"PENTAD_TEST_DATABASE": cluster.url, "PENTAD_TEST_CLUSTER": cluster.folder} if cluster else {}

    def run(self, program, tests, seconds, on_postgres=False):
        """What failed first; "" if everything passed."""
        env = dict(os.environ, PENTAD_TEST_EFFORT="quick", MALLOC_PERTURB_="165", **(self.databases if on_postgres else {}))
        limited = ["prlimit", f"--cpu={seconds}", "--core=0", "--as=4000000000"]
        process = subprocess.Popen(self.prefix + limited + [program, *tests], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env=env, cwd=ROOT, text=True, errors="replace", start_new_session=True)
        # For a mutant that sleeps forever.
        alarm = threading.Timer(120 + 10 * seconds, os.killpg, (process.pid, signal.SIGKILL))
        alarm.start()
        failed = ""
        for line in process.stdout:
            if m := re.match(r"not ok \d+ - (\w+)", line):
                failed = m[1]
                os.killpg(process.pid, signal.SIGKILL)
                break
        process.stdout.close()
        status = process.wait()
        alarm.cancel()
        return failed or (f"exit status {status}" if status else "")

    def first_failure(self, program, stages, on_postgres=False):
        for tests, seconds in zip(stages, CPU_SECONDS):
            if tests and (failed := self.run(program, tests, seconds, on_postgres)):
                return failed
        return ""


# ---- Compiling

class Compiler:
    """Compiles and links one changed file."""

    def __init__(self):
        if not (BUILD / "pentad-tests").exists():
            sys.exit("build-dev/pentad-tests is missing; run: ./run build build-dev")
        subprocess.run(["ninja", "-C", BUILD, "pentad-tests"], check=True, stdout=subprocess.DEVNULL)
        self.commands = {}
        for row in json.loads((BUILD / "compile_commands.json").read_text()):
            path = os.path.relpath(os.path.join(row["directory"], row["file"]), ROOT)
            if path.startswith("src/"):
                self.commands.setdefault(path, shlex.split(row["command"]))
        text = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "pentad-tests"], check=True, text=True, stdout=subprocess.PIPE).stdout
        self.link = shlex.split(text.strip().split("\n")[-1])
        self.originals, self.lock = {}, threading.Lock()

    def compile(self, path, text, out):
        """From standard input, under the name of the file, so that assertions have the same texts."""
        words = iter(self.commands[path])
        command = []
        for word in words:
            if word in ("-o", "-MQ", "-MF"):
                next(words)
            elif word not in ("-MD", "-c", "-Werror") and not word.endswith("/" + path):
                command.append(word)
        command += ["-w", "-x", "c", "-c", "-o", str(out), "-"]
        source = f'# 1 "../{path}"\n{text}'
        return subprocess.run(command, input=source, text=True, cwd=BUILD, stderr=subprocess.DEVNULL, check=False).returncode == 0

    def original(self, path):
        with self.lock:
            if path not in self.originals:
                out = WORK / (path.replace("/", "-") + ".o")
                if not self.compile(path, (ROOT / path).read_text(), out):
                    sys.exit(f"{path} does not compile")
                self.originals[path] = out.read_bytes()
            return self.originals[path]

    def program(self, mutant, name):
        """The test program with the mutant; or a word that says why there is none."""
        text = (ROOT / mutant.path).read_text()
        changed, program = WORK / f"{name}.o", WORK / name
        if not self.compile(mutant.path, text[: mutant.start] + mutant.text + text[mutant.end :], changed):
            return "invalid", None
        if changed.read_bytes() == self.original(mutant.path):
            return "same code", None
        at = self.link.index("-o")
        link = [self.link[0], "-fuse-ld=lld", str(changed), *self.link[1:at], "-o", str(program), *self.link[at + 2 :]]
        done = subprocess.run(link, cwd=BUILD, text=True, stderr=subprocess.PIPE, check=False)
        changed.unlink()
        if done.returncode:
            sys.exit(f"linking failed:\n{done.stderr}")
        return "", program


# ---- Results

@dataclasses.dataclass
class Results:
    """A line per mutant: its result, what killed it, its key."""

    path: pathlib.Path
    rows: dict = dataclasses.field(default_factory=dict)

    def __post_init__(self):
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                result, by, key = line.split("\t", 2)
                self.rows[key] = (result, by)

    def add(self, key, result, by):
        self.rows[key] = (result, by)
        with self.path.open("a") as f:
            f.write(f"{result}\t{by}\t{key}\n")


def read_equivalent():
    """The keys in equivalent.txt: path, change, line, reason, separated by tabs."""
    rows = {}
    for line in EQUIVALENT.read_text().splitlines():
        if line and not line.startswith("#"):
            path, change, source, reason = line.split("\t")
            rows[f"{path}\t{change}\t{source}"] = reason
    return rows


def interval(killed, n):
    """Wilson's 95 % interval of a share."""
    if n == 0:
        return 0.0, 1.0
    z, p = 1.96, killed / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), min(1.0, (middle + half) / (1 + z * z / n))


def report(mutants, results, equivalent):
    """The table by area, and TAP. True if every area passes."""
    counts = {name: dict.fromkeys(("killed", "survived", "equivalent"), 0) for name in [*AREAS, "all"]}
    survivors = []
    for m in mutants:
        result, _ = results.rows.get(m.key, ("", ""))
        if result == "survived" and m.key in equivalent or result == "same code":
            result = "equivalent"
        if result == "survived":
            survivors.append(m)
        for name in (area_of(m.path), "all"):
            if result in counts[name]:
                counts[name][result] += 1
    for m in survivors:
        print(f"# survived: {m.path}:{m.line}: {m.change}: {m.source}")
    print("# area         mutants  killed  survived  share    95 % interval     equivalent")
    passed = True
    for i, (name, c) in enumerate(counts.items(), 1):
        n = c["killed"] + c["survived"]
        low, high = interval(c["killed"], n)
        share = c["killed"] / n if n else 0
        print(f"# {name:12} {n:7}  {c['killed']:6}  {c['survived']:8}  {100 * share:5.1f} %  "
              f"{100 * low:5.1f} to {100 * high:5.1f} %  {c['equivalent']:9}")
    for i, (name, c) in enumerate(counts.items(), 1):
        n = c["killed"] + c["survived"]
        ok = not n or c["killed"] > PASSING_SHARE * n
        passed = passed and ok
        print(f"{'ok' if ok else 'not ok'} {i} - mutants of {name}: {c['killed']} of {n} killed")
    print(f"1..{len(counts)}")
    return passed


def choose(args):
    mutants = []
    for pattern, _ in AREAS.values():
        for file in sorted(ROOT.glob(pattern)):
            path = str(file.relative_to(ROOT))
            if path != NOT_COMPILED and (not args.paths or any(path.startswith(p) for p in args.paths)):
                mutants += mutants_of(path, file.read_text())
    if args.sample:
        # By hash, so that a change elsewhere leaves most of a sample as it was.
        mutants.sort(key=lambda m: hashlib.sha256(f"{args.seed} {m.key}".encode()).digest())
    return mutants[: args.sample]


def test_all(mutants, results, args):
    cluster = with_postgres.Cluster() if any(area_of(m.path) == "store" for m in mutants) else None
    try:
        test_each(mutants, results, args, Tests(cluster))
    finally:
        if cluster:
            cluster.remove()


def test_each(mutants, results, args, tests):
    compiler = Compiler()
    done = []
    areas = {m.path: stages_of(m.path)[: args.stages] for m in mutants}
    for on_postgres in (False, True):
        paths = [p for p in areas if (area_of(p) == "store" if on_postgres else p not in POSTGRES)]
        unchanged = [[], [], [], sorted({t for p in paths for tests_of_stage in areas[p] for t in tests_of_stage})]
        if not args.trust and (failed := tests.first_failure(BUILD / "pentad-tests", unchanged, on_postgres)):
            sys.exit(f"without a fault: {failed} fails")

    def test(i):
        m = mutants[i]
        result, program = compiler.program(m, f"mutant-{os.getpid()}-{i}")
        by = ""
        if program:
            try:
                by = tests.first_failure(program, areas[m.path], m.path in POSTGRES)
                if not by and area_of(m.path) == "store" and m.path not in POSTGRES:
                    by = tests.first_failure(program, areas[m.path][:2], on_postgres=True)
            finally:
                program.unlink()
            result = "killed" if by else "survived"
        results.add(m.key, result, by)
        done.append(i)
        if args.verbose or result == "survived":
            print(f"# {len(done)}/{len(mutants)} {result} {m.path}:{m.line}: {m.change}: {m.source} {by}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        try:
            for future in [pool.submit(test, i) for i in range(len(mutants))]:
                future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="beginnings of paths, such as src/core; default: all four areas")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of the mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="mutants at a time; default: 1")
    parser.add_argument("--stages", type=int, default=3, choices=(1, 2, 3, 4),
                        help="1: fast tests of the file, 2: and of its area, 3: and slow ones, 4: all; default: 3")
    parser.add_argument("--retry", action="store_true", help="test those that survived once more")
    parser.add_argument("--table", action="store_true", help="only print the results so far")
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument("--trust", action="store_true", help="do not run the tests without a fault first")
    parser.add_argument("--verbose", action="store_true", help="a line for each mutant")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    mutants = choose(args)
    if not mutants:
        parser.error("no file of the four areas begins with that")
    if args.list:
        for m in mutants:
            print(f"{m.path}:{m.line}: {m.change}: {m.source}")
        return 0
    WORK.mkdir(parents=True, exist_ok=True)
    results, equivalent = Results(WORK / "results.txt"), read_equivalent()
    wanted = "survived" if args.retry else ""
    left = [m for m in mutants if m.key not in equivalent and results.rows.get(m.key, ("",))[0] == wanted]
    if args.table or args.retry:
        mutants = [m for m in mutants if m.key in results.rows]
    if not args.table and left:
        test_all(left, results, args)
    return 0 if report(mutants, results, equivalent) else 1


if __name__ == "__main__":
    sys.exit(main())
