"""Numbers of the search, found by playing: python3 -m training.spsa --state FILE

All numbers are moved at once, each by its step to a random side; the program plays, moved this way, against itself moved
the other way; and all numbers go a little towards the side that won (SPSA). The numbers, their ranges and steps are those
of src/engine/search/params.inc, as build/pentad-tunable lists them: docs/tuning.md.
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

PAIRS_A_ROUND = 4  # of games: one opening, each side with each colour
RATE = 0.006  # of a step, for each game won more than lost, at the end
STABILITY = 0.1  # of all pairs: so much later the steps begin to fall
RATE_FALLS, STEP_FALLS = 0.602, 0.101  # the exponents of Spall
AVERAGED = 0.25  # of all pairs, the last: what is answered is their mean
COST_TIME_ALONE = ("NET_MARGIN", "LEAF_VCF_NODES")  # and no nodes: by nodes, more is always better
VARIABLE = "PENTAD_PARAMS"


class Trouble(Exception):
    """What a person has to mend, in a line."""


@dataclasses.dataclass(frozen=True)
class Param:
    name: str
    value: int
    least: int
    most: int
    step: float


@dataclasses.dataclass(frozen=True)
class Trial:
    """Two lists of whole numbers that are to play against each other."""

    signs: list
    step_scale: float
    rate: float
    plus: list
    minus: list


def rounded(x, rng):
    """Up or down, so that the mean is x: steps below 1 would be lost otherwise."""
    below = math.floor(x)
    return below + (rng.random() < x - below)


class Tuning:
    """Where the numbers stand; all the arithmetic, and nothing else."""

    def __init__(self, params, pairs, rate=RATE):
        self.params, self.pairs, self.rate = params, pairs, rate
        self.done = 0
        self.at = [float(p.value) for p in params]
        self.sums, self.summed = [0.0] * len(params), 0

    def scale(self, exponent):
        """Falls to 1 by the power law of the method."""
        early = STABILITY * self.pairs
        return ((self.pairs + early) / (self.done + early + 1)) ** exponent

    def trial(self, rng):
        step_scale, rate = self.scale(STEP_FALLS), self.rate * self.scale(RATE_FALLS)
        signs = [rng.choice((-1, 1)) for _ in self.params]

        def moved(side):
            return [
                min(p.most, max(p.least, rounded(x + side * sign * p.step * step_scale, rng)))
                for p, x, sign in zip(self.params, self.at, signs)
            ]

        return Trial(signs, step_scale, rate, moved(1), moved(-1))

    def learn(self, trial, margin, pairs):
        """`margin`: the games that plus won, less those it lost, of so many pairs."""
        for i, (p, sign) in enumerate(zip(self.params, trial.signs)):
            x = self.at[i] + trial.rate * margin * sign * p.step / trial.step_scale
            self.at[i] = min(p.most, max(p.least, x))
        self.done += pairs
        if self.done > (1 - AVERAGED) * self.pairs:
            self.sums = [total + x for total, x in zip(self.sums, self.at)]
            self.summed += 1

    def is_done(self):
        return self.done >= self.pairs

    def answer(self):
        """The mean of the last quarter; before that, where the numbers stand."""
        if not self.summed:
            return [round(x) for x in self.at]
        return [round(total / self.summed) for total in self.sums]


def tune(tuning, play, rng, workers=1, after=lambda: None, stop=lambda: None):
    """Plays until the pairs are done, `workers` rounds at once. `play(trial, worker, seed)` is the margin of a round;
    `stop()` ends those that are under way. A round begins from where the numbers stand then, and counts when it ends,
    whatever came in between."""
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
                    tuning.learn(trial, future.result(), PAIRS_A_ROUND)
                    after()
                    if not tuning.is_done():
                        begin(worker)
        finally:
            stop()


# ---- The state in a file


def state_of(tuning, settings):
    return {
        "settings": settings,
        "done": tuning.done,
        "numbers": {p.name: x for p, x in zip(tuning.params, tuning.at)},
        "sums": tuning.sums,
        "summed": tuning.summed,
    }


def is_number(x):
    return isinstance(x, (int, float)) and not isinstance(x, bool) and math.isfinite(x)


def take_state(tuning, settings, state):
    """Goes on from what state_of gave, if it belongs to the same run."""
    try:
        done, numbers, sums, summed = (state[key] for key in ("done", "numbers", "sums", "summed"))
        before = state["settings"]
        whole = all(isinstance(n, int) and n >= 0 for n in (done, summed))
        if not whole or not all(map(is_number, [*numbers.values(), *sums])):
            raise ValueError
        if not isinstance(before, dict) or len(sums) != len(numbers):
            raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Trouble("not a state of spsa") from None
    for key, value in settings.items():
        if before.get(key) != value:
            raise Trouble(f"was begun with {key} {before.get(key)}, not {value}")
    if list(numbers) != [p.name for p in tuning.params]:
        raise Trouble("has other numbers than the program")
    for p, x in zip(tuning.params, numbers.values()):
        if not p.least <= x <= p.most:
            raise Trouble(f"{p.name} is {x}, not between {p.least} and {p.most}")
    tuning.done, tuning.summed, tuning.sums = done, summed, sums
    tuning.at = list(numbers.values())


def load_state(path, tuning, settings):
    try:
        with open(path, encoding="utf-8") as file:
            take_state(tuning, settings, json.load(file))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: {error}") from None
    except Trouble as trouble:
        raise Trouble(f"{path}: {trouble}; name another file to begin anew") from None


def save_state(path, tuning, settings):
    beside = path + ".new"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(state_of(tuning, settings), file)
        os.replace(beside, path)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror}") from None


# ---- The program


def parse_params(text):
    params = []
    for line in text.splitlines():
        try:
            name, value, least, most, step = line.split()
            params.append(Param(name, int(value), int(least), int(most), float(step)))
        except ValueError:
            raise Trouble(f"'{line[:60]}' is not a name, a value, its range and its step") from None
    if not params:
        raise Trouble("it lists no numbers")
    return params


def list_params(program):
    """Those of the table, with what the environment sets as the values to begin with."""
    env = {VARIABLE: "", **os.environ}
    try:
        said = subprocess.run(
            [program, "bench", "--params"],
            env=env,
            capture_output=True,
            text=True,
            errors="replace",
            check=True,
        )
    except OSError as error:
        reason = f"{error.strerror}; `ninja -C build pentad-tunable` builds it"
        raise Trouble(f"{program}: {reason}") from None
    except subprocess.CalledProcessError as error:
        raise Trouble(f"{program}: {error.stderr.strip()}") from None
    try:
        return parse_params(said.stdout)
    except Trouble as trouble:
        reason = f"`bench --params` of the program for tuning is asked for, and {trouble}"
        raise Trouble(f"{program}: {reason}") from None


def choose(params, names, by_time):
    """Those named; without names, all that can be told apart by such games."""
    known = [p.name for p in params]
    for name in names:
        if name not in known:
            raise Trouble(f"there is no number '{name}'; it is one of: {', '.join(known)}")
    wanted = names or [name for name in known if by_time or name not in COST_TIME_ALONE]
    return [p for p in params if p.name in wanted]


def as_text(params, values):
    return ",".join(f"{p.name}={value}" for p, value in zip(params, values))


def margin_of(games):
    """From the lines of JSON that `pentad match` writes: games that plus won, less those it lost."""
    margin = 0
    for game in games:
        if game["why"]:
            raise Trouble(f"a game was lost by a fault: {game['why']}")
        if game["score"] != "1/2-1/2":
            margin += 1 if game["black" if game["score"] == "1-0" else "white"] == "plus" else -1
    return margin


class Matches:
    """Rounds as matches of a program against itself. Each is in a session of its own: Ctrl-C is for us."""

    def __init__(self, program, params, fixed, options, cores):
        self.program, self.params, self.fixed = program, params, fixed
        self.options, self.cores = options, cores
        self.running = set()

    def contestant(self, name, values):
        numbers = as_text(self.params + self.fixed, values + [p.value for p in self.fixed])
        return f"{name}=gomocup:env {VARIABLE}={numbers} {self.program} gomocup"

    def play(self, trial, worker, seed):
        with tempfile.TemporaryDirectory() as folder:
            games = os.path.join(folder, "games.json")
            pin = ["taskset", "-c", str(self.cores[worker])] if self.cores else []
            command = [*pin, self.program, "match", *self.options]
            command += ["--games", str(2 * PAIRS_A_ROUND), "--seed", str(seed)]
            command += ["--pause", "0", "--quiet", "--json", games]
            command += [self.contestant("plus", trial.plus), self.contestant("minus", trial.minus)]
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
            complaint = match.communicate()[1]
            self.running.discard(match)
            if match.returncode != 0:
                raise Trouble(f"the match ended with {match.returncode}: {complaint.strip()}")
            with open(games, encoding="utf-8") as file:
                return margin_of([json.loads(line) for line in file])

    def stop(self):
        for match in list(self.running):
            try:
                os.killpg(match.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass


# ---- What a person sees


def progress(tuning, began_with, seconds):
    played = tuning.done - began_with
    left = (tuning.pairs - tuning.done) * seconds / max(played, 1) / 60
    by_way = sorted(
        zip(tuning.params, tuning.at), key=lambda pair: -abs(pair[1] - pair[0].value) / pair[0].step
    )
    farthest = ", ".join(f"{p.name} {p.value} -> {x:.1f}" for p, x in by_way[:4])
    return f"{tuning.done} of {tuning.pairs} pairs, {left:.0f} min left; {farthest}"


def rewrite(table, params, values):
    """The text of params.inc with these values, its columns as they were."""
    for p, value in zip(params, values):
        row = re.compile(rf"^(PARAM\({p.name},)( *-?\d+)", re.MULTILINE)
        table, found = row.subn(lambda m, v=value: m[1] + f" {v}".rjust(len(m[2])), table)
        if found != 1:
            raise Trouble(f"the table has {found} rows for {p.name}, not 1")
    return table


def print_answer(tuning, table_path):
    values = tuning.answer()
    try:
        with open(table_path, encoding="utf-8") as file:
            table = file.read()
    except OSError as error:
        raise Trouble(f"{table_path}: {error.strerror}") from None
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
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of cores such as 0,1")
    return [int(core) for core in text.split(",")]


def rate(text):
    if not re.fullmatch(r"0?\.[0-9]*[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number between 0 and 1")
    return float(text)


# Name, what it is read by, what it is otherwise, what its value is called, what it says.
OPTIONS = (
    ("pairs", positive, 5000, "N", "pairs of games in all (5000)"),
    ("nodes", positive, 5000, "N", "a move (5000)"),
    ("time", str, None, "TIME", "instead of nodes, as pentad match has it: 0.1/move"),
    ("rules", str, "freestyle", "RULES", "rule set (freestyle)"),
    ("size", positive, 15, "N", "lines of the board (15)"),
    ("openings", str, None, "FILE", "an opening a line (data/openings/RULESSIZE.txt)"),
    ("only", str, "", "NAME,NAME", "tune these numbers (all that nodes or time can judge)"),
    ("workers", positive, os.cpu_count(), "N", "matches at once (one for each core)"),
    ("cores", core_list, None, "N,N", "instead, one on each of these cores and nowhere else"),
    ("rate", rate, RATE, "R", f"of a step, for each game won, at the end ({RATE})"),
    ("seed", int, 1, "N", "of signs and openings (1)"),
    ("program", str, "build/pentad-tunable", "FILE", "(build/pentad-tunable)"),
    ("table", str, "src/engine/search/params.inc", "FILE", "(src/engine/search/params.inc)"),
)


def parser():
    out = argparse.ArgumentParser(
        prog="python3 -m training.spsa",
        description="Tunes the numbers of the search by games: docs/tuning.md",
    )
    out.add_argument(
        "--state",
        required=True,
        metavar="FILE",
        help="written after every round, and gone on from if it is there",
    )
    for name, kind, otherwise, metavar, text in OPTIONS:
        out.add_argument(f"--{name}", type=kind, default=otherwise, metavar=metavar, help=text)
    return out


# What a run that goes on has to have in common with itself, beside the openings.
KEPT = ("pairs", "nodes", "time", "rules", "size", "rate", "only", "program")


def run(args):
    openings = args.openings or f"data/openings/{args.rules}{args.size}.txt"
    if not os.path.isfile(openings):
        raise Trouble(f"{openings}: there is no such file of openings; name one with --openings")
    listed = list_params(args.program)
    params = choose(listed, [name for name in args.only.split(",") if name], bool(args.time))
    settings = {key: getattr(args, key) for key in KEPT} | {"openings": openings}
    tuning = Tuning(params, args.pairs, args.rate)
    load_state(args.state, tuning, settings)
    options = ["--rules", args.rules, "--size", str(args.size), "--openings", openings]
    by_time = ["--time", args.time, "--tolerance", "1000"]  # a busy machine decides no game
    options += by_time if args.time else ["--nodes", str(args.nodes)]
    fixed = [p for p in listed if p not in params]
    matches = Matches(args.program, params, fixed, options, args.cores)
    began, began_with = time.monotonic(), tuning.done

    def after():
        save_state(args.state, tuning, settings)
        text = progress(tuning, began_with, time.monotonic() - began)
        if sys.stdout.isatty():
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{text[:width]}", end="", flush=True)
        elif tuning.done % (25 * PAIRS_A_ROUND) == 0 or tuning.is_done():
            print(text, flush=True)

    if tuning.is_done():
        print(f"{tuning.done} of {tuning.pairs} pairs: done before")
    else:
        workers = len(args.cores) if args.cores else args.workers
        rng = random.Random(f"{args.seed} {tuning.done}")
        save_state(args.state, tuning, settings)  # if it cannot be kept, no game is worth playing
        tune(tuning, matches.play, rng, workers, after, matches.stop)
    print_answer(tuning, args.table)


def main():
    args = parser().parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        run(args)
    except KeyboardInterrupt:
        print(f"\nstopped; the same command goes on from {args.state}", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
    except Trouble as trouble:
        sys.exit(f"spsa: {trouble}")


if __name__ == "__main__":
    main()
