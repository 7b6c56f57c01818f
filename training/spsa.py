"""SPSA tuning of the search parameters by games: python3 -m training.spsa --state FILE

Simultaneous perturbation stochastic approximation: every parameter is moved by its step in a random direction; the engine
moved this way plays against the engine moved the other way; then all parameters move a little towards the winner. Their
values, ranges and steps are those of src/engine/search/params.inc, as listed by build/pentad-tunable. See docs/develop/tuning.md.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PAIRS_PER_ROUND = 4  # pairs of games: one opening, each side with each colour
RATE = 0.006  # of a step, per game won more than lost, at the end
STABILITY = 0.1  # Spall's A as a fraction of all pairs: delays the decay of steps and rate
ALPHA, GAMMA = 0.602, 0.101  # Spall's exponents: decay of the rate and of the steps
AVERAGED = 0.25  # the result is the mean over the last quarter of the pairs
TIME_ONLY_PARAMS = ("NET_MARGIN", "LEAF_VCF_NODES")  # cost time but no nodes: by nodes, more is always better
VARIABLE = "PENTAD_PARAMS"


class UserError(Exception):
    """An error for the user to fix, in one line."""


@dataclasses.dataclass(frozen=True)
class Param:
    name: str
    value: int
    least: int
    most: int
    step: float


@dataclasses.dataclass(frozen=True)
class Trial:
    """A perturbation: two lists of values that play against each other."""

    signs: list
    step_scale: float
    rate: float
    plus: list
    minus: list


def rounded(x, rng):
    """Stochastic rounding: the mean is x, so steps below 1 are not lost."""
    below = math.floor(x)
    return below + (rng.random() < x - below)


class Tuning:
    """The current values and the arithmetic of SPSA."""

    def __init__(self, params, pairs, rate=RATE):
        self.params, self.pairs, self.rate = params, pairs, rate
        self.done = 0
        self.values = [float(p.value) for p in params]
        self.sums, self.summed = [0.0] * len(params), 0

    def scale(self, exponent):
        """Gain sequence: decays to 1 with the given exponent."""
        stability = STABILITY * self.pairs
        return ((self.pairs + stability) / (self.done + stability + 1)) ** exponent

    def trial(self, rng):
        """A random perturbation of the current values."""
        step_scale, rate = self.scale(GAMMA), self.rate * self.scale(ALPHA)
        signs = [rng.choice((-1, 1)) for _ in self.params]

        def moved(side):
            return [
                min(p.most, max(p.least, rounded(x + side * sign * p.step * step_scale, rng)))
                for p, x, sign in zip(self.params, self.values, signs)
            ]

        return Trial(signs, step_scale, rate, moved(1), moved(-1))

    def update(self, trial, margin, pairs):
        """`margin`: games that plus won minus games it lost, in this many pairs."""
        for i, (p, sign) in enumerate(zip(self.params, trial.signs)):
            x = self.values[i] + trial.rate * margin * sign * p.step / trial.step_scale
            self.values[i] = min(p.most, max(p.least, x))
        self.done += pairs
        if self.done > (1 - AVERAGED) * self.pairs:
            self.sums = [total + x for total, x in zip(self.sums, self.values)]
            self.summed += 1

    def is_done(self):
        return self.done >= self.pairs

    def result(self):
        """The mean of the last quarter; before that, the current values."""
        if not self.summed:
            return [round(x) for x in self.values]
        return [round(total / self.summed) for total in self.sums]


def tune(tuning, play, rng, workers=1, after=lambda: None, stop=lambda: None):
    """Plays until all pairs are done, `workers` rounds at once. `play(trial, worker, seed)` plays a round and returns its
    margin; `after()` is called after each update; `stop()` ends running rounds. A round starts from the values at that
    time and counts when it ends, even if other rounds have ended meanwhile."""
    running = {}

    def begin(worker):
        trial = tuning.trial(rng)
        future = pool.submit(play, trial, worker, rng.randrange(1 << 30))
        running[future] = (trial, worker)

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            for worker in range(workers):
                begin(worker)
            while not tuning.is_done():
                ready, _ = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
                for future in ready:
                    trial, worker = running.pop(future)
                    tuning.update(trial, future.result(), PAIRS_PER_ROUND)
                    after()
                    if not tuning.is_done():
                        begin(worker)
        finally:
            stop()


# ---- State file


def state_of(tuning, settings):
    return {
        "settings": settings,
        "done": tuning.done,
        "numbers": {p.name: x for p, x in zip(tuning.params, tuning.values)},
        "sums": tuning.sums,
        "summed": tuning.summed,
    }


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


def take_state(tuning, settings, state):
    """Resumes from the result of `state_of`, if it belongs to the same run."""
    try:
        done, numbers, sums, summed = (state[key] for key in ("done", "numbers", "sums", "summed"))
        before = state["settings"]
        counts_valid = all(isinstance(n, int) and n >= 0 for n in (done, summed))
        if not counts_valid or not all(map(is_number, [*numbers.values(), *sums])):
            raise ValueError
        if not isinstance(before, dict) or len(sums) != len(numbers):
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UserError("not a state file of spsa") from None
    for key, value in settings.items():
        if before.get(key) != value:
            raise UserError(f"was started with {key} {before.get(key)}, not {value}")
    if list(numbers) != [p.name for p in tuning.params]:
        raise UserError("its parameters are not those of the program")
    for p, x in zip(tuning.params, numbers.values()):
        if not p.least <= x <= p.most:
            raise UserError(f"{p.name} is {x}, not between {p.least} and {p.most}")
    tuning.done, tuning.summed, tuning.sums = done, summed, sums
    tuning.values = list(numbers.values())


def load_state(path, tuning, settings):
    try:
        with open(path, encoding="utf-8") as file:
            take_state(tuning, settings, json.load(file))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: {error}") from None
    except UserError as error:
        raise UserError(f"{path}: {error}; use another file to start a new run") from None


def save_state(path, tuning, settings):
    temporary = path + ".new"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(state_of(tuning, settings), file)
        os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None


# ---- The engine


def parse_params(text):
    params = []
    for line in text.splitlines():
        try:
            name, value, least, most, step = line.split()
            params.append(Param(name, int(value), int(least), int(most), float(step)))
        except ValueError:
            raise UserError(f"'{line[:60]}' is not a name, a value, a range and a step") from None
    if not params:
        raise UserError("it lists no parameters")
    return params


def list_params(program):
    """The parameters of the program; PENTAD_PARAMS in the environment overrides their start values."""
    env = {VARIABLE: "", **os.environ}
    try:
        listed = subprocess.run(
            [program, "bench", "--params"],
            env=env,
            capture_output=True,
            text=True,
            errors="replace",
            check=True,
        )
    except OSError as error:
        reason = f"{error.strerror}; `ninja -C build pentad-tunable` builds it"
        raise UserError(f"{program}: {reason}") from None
    except subprocess.CalledProcessError as error:
        raise UserError(f"{program}: {error.stderr.strip()}") from None
    try:
        return parse_params(listed.stdout)
    except UserError as error:
        raise UserError(f"{program}: not the tunable program: `bench --params`: {error}") from None


def choose(params, names, by_time):
    """The named parameters; without names, all that such games can tune."""
    known = [p.name for p in params]
    for name in names:
        if name not in known:
            raise UserError(f"there is no parameter '{name}'; known: {', '.join(known)}")
    wanted = names or [name for name in known if by_time or name not in TIME_ONLY_PARAMS]
    return [p for p in params if p.name in wanted]


def as_text(params, values):
    return ",".join(f"{p.name}={value}" for p, value in zip(params, values))


def margin_of(games):
    """Games that plus won minus games it lost, from the JSON lines of `pentad match`."""
    margin = 0
    for game in games:
        if game["why"]:
            raise UserError(f"a game was lost by a fault: {game['why']}")
        if game["score"] != "1/2-1/2":
            margin += 1 if game["black" if game["score"] == "1-0" else "white"] == "plus" else -1
    return margin


class Matches:
    """Plays rounds as matches of the program against itself, each in its own session so that Ctrl-C reaches only this
    process."""

    def __init__(self, program, params, fixed, options, cores):
        self.program, self.params, self.fixed = program, params, fixed
        self.options, self.cores = options, cores
        self.running = set()

    def participant(self, name, values):
        numbers = as_text(self.params + self.fixed, values + [p.value for p in self.fixed])
        return f"{name}=gomocup:env {VARIABLE}={numbers} {self.program} gomocup"

    def play(self, trial, worker, seed):
        with tempfile.TemporaryDirectory() as folder:
            games = os.path.join(folder, "games.json")
            pin = ["taskset", "-c", str(self.cores[worker])] if self.cores else []
            command = [*pin, self.program, "match", *self.options]
            command += ["--games", str(2 * PAIRS_PER_ROUND), "--seed", str(seed)]
            command += ["--pause", "0", "--quiet", "--jsonl", games]
            command += [self.participant("plus", trial.plus), self.participant("minus", trial.minus)]
            env = {key: value for key, value in os.environ.items() if key != VARIABLE}
            match = subprocess.Popen(
                command,
                env=env,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            self.running.add(match)
            errors = match.communicate()[1]
            self.running.discard(match)
            if match.returncode != 0:
                raise UserError(f"the match exited with status {match.returncode}: {errors.strip()}")
            with open(games, encoding="utf-8") as file:
                return margin_of([json.loads(line) for line in file])

    def stop(self):
        for match in list(self.running):
            try:
                os.killpg(match.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass


# ---- Output


def progress(tuning, done_before, seconds):
    played = tuning.done - done_before
    left = (tuning.pairs - tuning.done) * seconds / max(played, 1) / 60
    by_change = sorted(
        zip(tuning.params, tuning.values),
        key=lambda pair: -abs(pair[1] - pair[0].value) / pair[0].step,
    )
    farthest = ", ".join(f"{p.name} {p.value} -> {x:.1f}" for p, x in by_change[:4])
    return f"{tuning.done} of {tuning.pairs} pairs, {left:.0f} min left; {farthest}"


def rewrite(table, params, values):
    """The text of params.inc with these values; the columns stay aligned."""
    for p, value in zip(params, values):
        row = re.compile(rf"^(PARAM\({p.name},)( *-?\d+)", re.MULTILINE)
        table, found = row.subn(lambda m, v=value: m[1] + f" {v}".rjust(len(m[2])), table)
        if found != 1:
            raise UserError(f"the table has {found} rows for {p.name}, not 1")
    return table


def print_result(tuning, table_path):
    values = tuning.result()
    try:
        with open(table_path, encoding="utf-8") as file:
            table = file.read()
    except OSError as error:
        raise UserError(f"{table_path}: {error.strerror}") from None
    wanted = {p.name for p in tuning.params}
    print(f"\nfor {table_path}:")
    for line in rewrite(table, tuning.params, values).splitlines():
        name = re.match(r"PARAM\((\w+),", line)
        if name and name[1] in wanted:
            print(line)
    print(f"\nto try them:\n{VARIABLE}={as_text(tuning.params, values)}")


# ---- The command


def positive(text):
    if not re.fullmatch("0*[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def core_list(text):
    if not re.fullmatch("[0-9]+(,[0-9]+)*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of cores like 0,1")
    return [int(core) for core in text.split(",")]


def rate(text):
    if not re.fullmatch(r"0?\.[0-9]*[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number between 0 and 1")
    return float(text)


PROGRAM, TABLE = "build/pentad-tunable", "src/engine/search/params.inc"

# Name, type, default, metavar, help.
OPTIONS = (
    ("pairs", positive, 5000, "N", "total pairs of games (default: 5000)"),
    ("nodes", positive, 5000, "N", "nodes per move (default: 5000)"),
    ("time", str, None, "TIME", "time control instead of nodes, as in pentad match: 0.1/move"),
    ("rules", str, "freestyle", "RULES", "rule set (default: freestyle)"),
    ("size", positive, 15, "N", "board size (default: 15)"),
    ("openings", str, None, "FILE", "openings, one per line (default: data/openings/RULESSIZE.txt)"),
    ("only", str, "", "NAME,NAME", "tune these parameters (default: all that nodes or time can tune)"),
    ("workers", positive, os.cpu_count(), "N", "matches at once (default: one per core)"),
    ("cores", core_list, None, "N,N", "pin one worker to each of these cores instead"),
    ("rate", rate, RATE, "R", f"fraction of a step per game won, at the end (default: {RATE})"),
    ("seed", int, 1, "N", "random seed of signs and openings (default: 1)"),
    ("program", str, PROGRAM, "FILE", f"tunable engine (default: {PROGRAM})"),
    ("table", str, TABLE, "FILE", f"table of parameters (default: {TABLE})"),
)


def parser():
    out = argparse.ArgumentParser(
        prog="python3 -m training.spsa",
        description="Tunes the search parameters by games (SPSA). See docs/develop/tuning.md.",
    )
    out.add_argument(
        "--state",
        required=True,
        metavar="FILE",
        help="state file: written after every round; if it exists, the run resumes from it",
    )
    for name, kind, default, metavar, text in OPTIONS:
        out.add_argument(f"--{name}", type=kind, default=default, metavar=metavar, help=text)
    return out


# The options that must be the same when a run resumes; the openings file too.
FIXED_OPTIONS = ("pairs", "nodes", "time", "rules", "size", "rate", "only", "program")


def run(args):
    openings = args.openings or f"data/openings/{args.rules}{args.size}.txt"
    if not os.path.isfile(openings):
        raise UserError(f"{openings}: no such file; use --openings FILE")
    listed = list_params(args.program)
    params = choose(listed, [name for name in args.only.split(",") if name], bool(args.time))
    settings = {key: getattr(args, key) for key in FIXED_OPTIONS} | {"openings": openings}
    tuning = Tuning(params, args.pairs, args.rate)
    load_state(args.state, tuning, settings)
    options = ["--rules", args.rules, "--size", str(args.size), "--book", openings]
    by_time = ["--time", args.time, "--tolerance", "1000"]  # no losses on time on a busy machine
    options += by_time if args.time else ["--nodes", str(args.nodes)]
    fixed = [p for p in listed if p not in params]
    matches = Matches(args.program, params, fixed, options, args.cores)
    started, done_before = time.monotonic(), tuning.done

    def after():
        save_state(args.state, tuning, settings)
        text = progress(tuning, done_before, time.monotonic() - started)
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{text[:width]}", end="", flush=True)
        elif tuning.done % (25 * PAIRS_PER_ROUND) == 0 or tuning.is_done():
            print(text, flush=True)

    if tuning.is_done():
        print(f"{tuning.done} of {tuning.pairs} pairs: done before")
    else:
        workers = len(args.cores) if args.cores else args.workers
        rng = random.Random(f"{args.seed} {tuning.done}")
        save_state(args.state, tuning, settings)  # fail now if the file cannot be written
        tune(tuning, matches.play, rng, workers, after, matches.stop)
    print_result(tuning, args.table)


def main():
    args = parser().parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(args)
    except KeyboardInterrupt:
        print(f"\nstopped; the same command resumes from {args.state}", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    except UserError as error:
        sys.exit(f"spsa: {error}")


if __name__ == "__main__":
    main()
