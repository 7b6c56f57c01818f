"""The directory of a training run: log, results and checkpoints. Losing the machine costs at most a
minute of the teacher's training.

OUT/results holds the files worth copying off the machine: at most eight, each complete at any time
because files are written next to their place and renamed. OUT itself holds what only a resumed run
needs.
"""
import json
import os
import time
import traceback


class RunDir:
    def __init__(self, out):
        self.out, self.results = out, os.path.join(out, "results")
        os.makedirs(self.results, exist_ok=True)
        self.started = self._first_start()
        self.log_file = open(self.result_path("log.jsonl"), "a")
        self.failed = set()  # steps whose last attempt failed

    def _first_start(self):
        """When the run started; a resumed run keeps the clock of the first start."""
        path = self.scratch_path("started")
        if not os.path.exists(path):
            with open(path, "w") as file:
                file.write(str(time.time()))
        with open(path) as file:
            return float(file.read())

    def result_path(self, name):
        return os.path.join(self.results, name)

    def scratch_path(self, name):
        return os.path.join(self.out, name)

    def has_results(self, *names):
        return all(os.path.exists(self.result_path(name)) for name in names)

    def write_result(self, name, writer):
        """Calls `writer` with a temporary path, then renames that file to results/NAME."""
        temporary = self.scratch_path(name + ".new")
        writer(temporary)
        os.replace(temporary, self.result_path(name))

    def elapsed(self):
        """Seconds since the first start."""
        return time.time() - self.started

    def is_stop_requested(self):
        """True if self-play should end early (`train.sh finish`)."""
        return os.path.exists(self.scratch_path("stop"))

    def log(self, **values):
        """Appends a line to log.jsonl and prints it."""
        values = {
            key: round(value, 5) if isinstance(value, float) else value
            for key, value in values.items()
        }
        line = json.dumps(dict(t=round(self.elapsed(), 1), **values))
        print(line, flush=True)
        self.log_file.write(line + "\n")
        self.log_file.flush()

    def attempt(self, step, *arguments):
        """Runs one step of the run and returns its result, None on failure. A failure is logged and
        does not end the run, unless the GPU itself is lost: that needs a new process."""
        self.failed.discard(step.__name__)
        try:
            return step(*arguments)
        except Exception as error:  # any: the steps that follow are worth more than a clean exit
            self.failed.add(step.__name__)
            self.log(
                event="failed", part=step.__name__, error=f"{type(error).__name__}: {error}"[:500]
            )
            traceback.print_exc()
            if "CUDA" in str(error) and "memory" not in str(error):
                raise
            return None
