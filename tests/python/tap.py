"""Runs the tests of this folder and reports in TAP: tap.py [WORD [FOLDER]]. WORD selects tests by name, FOLDER another
folder."""

import pathlib
import signal
import sys
import unittest


class TapResult(unittest.TestResult):
    """One line for each test method, no matter how many of its subtests fail."""

    def startTest(self, test):
        super().startTest(test)
        self.complaints = []
        self.skipped_because = ""

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.skipped_because = f" # SKIP {reason}"

    def addError(self, test, err):
        super().addError(test, err)
        self.complaints.append(self._exc_info_to_string(err, test))

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.complaints.append(self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.complaints.append(f"{subtest}\n{self._exc_info_to_string(err, test)}")

    def stopTest(self, test):
        super().stopTest(test)
        verdict = "not ok" if self.complaints else "ok"
        print(f"{verdict} {self.testsRun} - {test.id()}{self.skipped_because}")
        for line in "".join(self.complaints).splitlines():
            print("#", line)


def tests_in(suite):
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_in(part)
        else:
            yield part


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in a background job it is ignored, also by programs started here
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    folder = sys.argv[2] if len(sys.argv) > 2 else str(pathlib.Path(__file__).parent)
    found = unittest.TestLoader().discover(folder, "*_test.py")
    suite = unittest.TestSuite(test for test in tests_in(found) if wanted in test.id())
    result = TapResult()
    suite.run(result)
    print(f"1..{result.testsRun}")
    sys.exit(0 if result.wasSuccessful() else 1)


main()
