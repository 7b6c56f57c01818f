"""The ledger of fuzzing: how many executions each target has had in all long runs, and what the last one reached.

    python3 tests/fuzz/ledger.py            # prints the table
    python3 tests/fuzz/ledger.py add LOG... # adds libFuzzer's output NAME.log for target NAME; done by tests/checks/fuzz.sh
                                            # for runs of a minute or more

tests/fuzz/ledger.txt is the sum: target, executions, seconds, and of the last run executions a second, edges, inputs.
"""

import pathlib
import re
import sys

LEDGER = pathlib.Path(__file__).with_name("ledger.txt")
HEADING = "# target, executions, seconds; of the last run: executions a second, edges covered, inputs kept\n"
# The parsers that face strangers, and the goal.
STRANGERS = ("http_validate", "frames", "json", "sgf", "renlib", "piskvork", "gtp", "gomocup", "mist", "classroom")
GOAL = 10**8


def read():
    if not LEDGER.exists():
        return {}
    rows = [line.split() for line in LEDGER.read_text().splitlines() if line and not line.startswith("#")]
    return {name: [int(n) for n in numbers] for name, *numbers in rows}


def last(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def read_log(text):
    """(executions, seconds, edges, inputs) of the last run in a log: earlier ones replay findings."""
    executions = last(r"stat::number_of_executed_units:\s*(\d+)", text)
    seconds = last(r"Done \d+ runs in (\d+) second", text)
    return executions, seconds, last(r" cov: (\d+)", text), last(r" corp: (\d+)", text)


def add(logs):
    ledger = read()
    for path in map(pathlib.Path, logs):
        executions, seconds, edges, inputs = read_log(path.read_text(errors="replace"))
        if executions == 0:
            continue  # it failed, or only replayed its inputs
        before = ledger.get(path.stem, [0, 0])
        ledger[path.stem] = [before[0] + executions, before[1] + seconds, executions // max(1, seconds), edges, inputs]
    rows = [" ".join([name, *map(str, numbers)]) + "\n" for name, numbers in sorted(ledger.items())]
    LEDGER.write_text(HEADING + "".join(rows))


def show():
    ledger = read()
    print("| target | executions | of 10^8 | per second | edges | inputs |\n|---|---|---|---|---|---|")
    for name in sorted(ledger, key=lambda n: (n not in STRANGERS, n)):
        executions, _, speed, edges, inputs = ledger[name]
        goal = f"{100 * executions / GOAL:.2f} %" if name in STRANGERS else "-"
        print(f"| {name} | {executions:,} | {goal} | {speed:,} | {edges:,} | {inputs:,} |")


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "add":
        add(sys.argv[2:])
    elif len(sys.argv) == 1:
        show()
    else:
        sys.exit(__doc__)
