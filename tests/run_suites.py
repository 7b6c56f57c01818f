"""Runs the suites of a table in tests/suites.py: run_suites.py TABLE [WORD]. With a word, only the suites whose name
contains it, and the builds they need. Called by `./run test`, `./run quick`, `./run soak` and `./run release-test`.

Suites run side by side, one on each core. Quiet about what passes, complete about what fails: each suite is a line
with its counts and duration, and the last line is the sum, "N passed, N failed".
"""

import argparse
import collections
import dataclasses
import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT_SECONDS = {"quick": 600, "test": 1800, "soak": 4 * 3600, "release": 4 * 3600}  # for one suite; one that hangs must not hang the whole run
AGAIN_MAX = 3  # suites that run_again runs

# What may be skipped on a bare machine, by the reason that the test gives: `./run fresh` installs no PyTorch, which is
# large, and a chroot runs no systemd. Anything else would be a test that nobody misses.
EXPECTED_SKIPS = {
    "PyTorch is not installed", "systemd is not installed", "no tmpfs can be mounted here", "it is being tried now",
}

SANITIZER_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
}


@dataclasses.dataclass
class Suite:
    """A command that reports in TAP or, if `step`, whose exit status is its one result."""

    name: str
    command: str  # words separated by blanks; NAME=VALUE words in front set the environment
    needs: str = ""  # the name of a suite that must have passed; if it failed, this one does not run
    step: bool = False
    sanitized: bool = False
    alone: bool = False  # uses all cores itself: nothing else starts beside it
    timed: bool = False  # waits for other programs in real time: see run_again


@dataclasses.dataclass
class Result:
    passed: int = 0
    failed: int = 0
    skips: collections.Counter = dataclasses.field(default_factory=collections.Counter)  # by reason
    reasons: list = dataclasses.field(default_factory=list)
    output: str = ""
    seconds: float = 0.0


def judge(output, status, timed_out):
    """Counts the results in TAP output. A failure that no "not ok" line reports is a reason."""
    result = Result(output=output)
    plan = 0
    for line in output.splitlines():
        if line.startswith("ok "):
            if match := re.search(r" # SKIP\S*\s*(.*)", line, re.IGNORECASE):
                result.skips[match[1]] += 1
            else:
                result.passed += 1
        elif line.startswith("not ok "):
            result.failed += 1
        elif match := re.match(r"1\.\.(\d+)", line):
            plan = int(match[1])
    count = result.passed + result.failed + result.skips.total()
    if timed_out:
        result.reasons.append("did not end in time")
    elif status < 0 or 128 < status < 193:
        result.reasons.append(f"died of signal {-status if status < 0 else status - 128}")
    elif status != 0 and not result.failed:
        result.reasons.append(f"exit status {status} with no failure reported")
    if count == 0 and not result.reasons:
        result.reasons.append("no result was reported")
    if count < plan:
        result.reasons.append(f"only {count} of {plan} results were reported")
    if os.environ.get("PENTAD_FRESH"):
        result.reasons += [f"skipped on a bare machine: {reason}" for reason in result.skips if reason not in EXPECTED_SKIPS]
    result.failed += len(result.reasons)
    return result


class Runner:
    def __init__(self, suites, limit, jobs):
        self.waiting = list(suites)
        self.limit = limit
        self.jobs = jobs
        self.results = {}
        self.running = {}  # suite name -> process
        self.changed = threading.Condition()
        self.printing = threading.Lock()
        self.ended = False

    def next_suite(self):
        """The first in the list that may start now, or None."""
        if any(suite.alone for suite in self.waiting if suite.name in self.running):
            return None
        for suite in self.waiting:
            if suite.name in self.running:
                continue
            if suite.needs and suite.needs not in self.results:
                continue
            if suite.alone and self.running:
                continue
            return suite
        return None

    def work(self):
        while True:
            with self.changed:
                while not self.ended and (suite := self.next_suite()) is None and self.waiting:
                    self.changed.wait()
                if self.ended or not self.waiting:
                    self.changed.notify_all()
                    return
                self.running[suite.name] = None
            result = self.result_of(suite)
            with self.changed:
                self.results[suite.name] = result
                self.running.pop(suite.name)
                self.waiting.remove(suite)
                self.changed.notify_all()
            if self.ended:
                return
            try:
                with self.printing:
                    report(suite, result)
            except BrokenPipeError:  # nobody reads any more
                self.stop()

    def result_of(self, suite):
        if suite.needs and self.results[suite.needs].failed:
            return Result(failed=1, reasons=[f"not run: {suite.needs} failed"])
        try:
            return self.execute(suite)
        except Exception as error:  # whatever goes wrong is a failure of this suite, not the end of the run
            return Result(failed=1, reasons=[repr(error)])

    def execute(self, suite):
        words = suite.command.split()
        environment = dict(os.environ)
        while re.match(r"[A-Z_]+=", words[0]):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value
        if suite.sanitized:
            environment.update(SANITIZER_OPTIONS)
            # The sanitizers' shadow memory does not always get along with a widely randomized address space.
            if subprocess.run(["setarch", "-R", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
                words = ["setarch", "-R", *words]
        start = time.monotonic()
        with tempfile.TemporaryFile() as output:
            with self.changed:
                if self.ended:
                    return Result(failed=1)
                try:
                    process = subprocess.Popen(words, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                               stderr=subprocess.STDOUT, start_new_session=True)
                except OSError as error:
                    return Result(failed=1, reasons=[str(error)])
                self.running[suite.name] = process
            timed_out = False
            try:
                status = process.wait(self.limit)
            except subprocess.TimeoutExpired:
                timed_out = True
                status = kill_group(process)
            kill_group(process)  # whatever it left running
            output.seek(0)
            text = output.read().decode("utf-8", "replace")
        if suite.step and not timed_out and status >= 0:
            text += f"{'not ok' if status else 'ok'} 1 - {suite.command}\n"
        result = judge(text, status, timed_out)
        result.seconds = time.monotonic() - start
        return result

    def run(self):
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(1)
        except KeyboardInterrupt:
            self.stop()
            raise

    def stop(self):
        with self.changed:
            self.ended = True
            self.changed.notify_all()
            for process in self.running.values():
                if process:
                    kill_group(process)


def kill_group(process):
    """Ends a suite with everything it started: politely first, so that it can clean up."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return process.wait()


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def report(suite, result):
    skipped = "".join(f", {count} skipped: {reason}" for reason, count in result.skips.items())
    print(f"== {suite.name}: {result.passed} passed, {result.failed} failed{skipped} ({duration(result.seconds)})")
    if result.failed:
        for line in result.output.splitlines():
            if not line.startswith("ok "):
                print(line)
        for reason in result.reasons:
            print("#", reason)
    sys.stdout.flush()


def run_again(runner, suites):
    """Runs the timed suites that have failed once more, one after the other on an idle machine, and counts that run: on a
    busy one a browser or a socket may be later than any limit that still finds defects. Both runs are reported. If anything
    else has failed, or many have, it is no question of time."""
    failed = [suite for suite in suites if runner.results[suite.name].failed]
    if len(failed) > AGAIN_MAX or not all(suite.timed for suite in failed):
        return
    for suite in failed:
        print(f"== {suite.name} failed; once more, alone:")
        runner.results[suite.name] = runner.result_of(suite)
        report(suite, runner.results[suite.name])


def load_table(path, name):
    spec = importlib.util.spec_from_file_location("suites", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if name not in module.TABLES:
        sys.exit(f"run_suites.py: there is no table '{name}'; it is one of: {', '.join(module.TABLES)}")
    suites = module.TABLES[name]
    seen = set()
    for suite in suites:
        if suite.name in seen:
            sys.exit(f"run_suites.py: two suites are called '{suite.name}'")
        if suite.needs and suite.needs not in seen:
            sys.exit(f"run_suites.py: '{suite.name}' needs '{suite.needs}', which does not stand before it")
        seen.add(suite.name)
    return suites


def select(suites, word):
    """Those whose name contains the word, and what they need."""
    names = {suite.name for suite in suites if word in suite.name}
    for suite in reversed(suites):  # what is needed stands before those who need it
        if suite.name in names and suite.needs:
            names.add(suite.needs)
    return [suite for suite in suites if suite.name in names]


def main():
    # Whatever ends this ends the suites. A shell's background job ignores SIGINT and SIGQUIT, and so would what the tests
    # start, if they were not handled here.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("table")
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--file", default=ROOT / "tests/suites.py")
    parser.add_argument("--limit", type=float, help="seconds for one suite")
    parser.add_argument("--jobs", type=int, default=max(2, len(os.sched_getaffinity(0))), help="suites at a time")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    suites = select(load_table(arguments.file, arguments.table), arguments.word)
    if not suites:
        sys.exit(f"run_suites.py: no suite of '{arguments.table}' has '{arguments.word}' in its name")
    runner = Runner(suites, arguments.limit or LIMIT_SECONDS[arguments.table], arguments.jobs)
    start = time.monotonic()
    try:
        runner.run()
        if not runner.waiting:
            run_again(runner, suites)
    except KeyboardInterrupt:
        sys.exit(130)
    for suite in runner.waiting:  # nobody reads the output, so the run was ended
        runner.results[suite.name] = Result(failed=1)
    results = runner.results.values()
    failed = [name for name, result in runner.results.items() if result.failed]
    if failed:
        print("failed:", ", ".join(failed))
    print(f"{len(runner.results)} suites in {duration(time.monotonic() - start)}, "
          f"{duration(sum(result.seconds for result in results))} if run one after the other")
    print(f"{sum(result.passed for result in results)} passed, {sum(result.failed for result in results)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
