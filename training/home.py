"""Where a slice keeps what it makes, so that a crash or a machine that goes away costs a minute
of the teacher's learning.

OUT/home holds what is worth bringing home: at most eight files, each complete at any moment, since
files are written beside and renamed. OUT itself holds what only a run that is started again needs.
"""
import json
import os
import time
import traceback


class Home:
    def __init__(self, out):
        self.out, self.folder = out, os.path.join(out, "home")
        os.makedirs(self.folder, exist_ok=True)
        self.began = self._first_start()
        self.log = open(self.path("log.jsonl"), "a")
        self.failed = set()  # parts whose last attempt did

    def _first_start(self):
        """A run that is started again goes on with the first one's clock."""
        path = self.local("began")
        if not os.path.exists(path):
            with open(path, "w") as file:
                file.write(str(time.time()))
        with open(path) as file:
            return float(file.read())

    def path(self, name):
        return os.path.join(self.folder, name)

    def local(self, name):
        return os.path.join(self.out, name)

    def has(self, *names):
        return all(os.path.exists(self.path(name)) for name in names)

    def write(self, name, writer):
        """Lets `writer` write to the path it is given, beside the real file, which then takes its
        place."""
        beside = self.local(name + ".new")
        writer(beside)
        os.replace(beside, self.path(name))

    def elapsed(self):
        return time.time() - self.began

    def is_stopped(self):
        """Did somebody ask for an early end of self-play?"""
        return os.path.exists(self.local("stop"))

    def say(self, **values):
        """A line of the log, also printed."""
        values = {
            key: round(value, 5) if isinstance(value, float) else value
            for key, value in values.items()
        }
        line = json.dumps(dict(t=round(self.elapsed(), 1), **values))
        print(line, flush=True)
        self.log.write(line + "\n")
        self.log.flush()

    def attempt(self, what, *arguments):
        """Runs one part of a slice. Its failure is told and does not end the others, unless the GPU
        itself is lost: then a new process has to go on."""
        self.failed.discard(what.__name__)
        try:
            return what(*arguments)
        except Exception as error:  # whatever it is: what comes after is worth more than a tidy end
            self.failed.add(what.__name__)
            self.say(
                event="failed", part=what.__name__, error=f"{type(error).__name__}: {error}"[:500]
            )
            traceback.print_exc()
            if "CUDA" in str(error) and "memory" not in str(error):
                raise
            return None
