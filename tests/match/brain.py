#!/usr/bin/env python3
"""A small engine that speaks the Gomocup protocol and misbehaves on purpose.

    brain.py NAME LOG [KIND:PER_MILLE | KIND@MOVE ...]

At each move every KIND happens with that probability, or at that move of the engine (from 1) in every
game. This depends only on NAME and the position, so it is the same at any concurrency. Every fault
that loses the game is written to LOG (- for none) before it happens, as a line of JSON: who, kind, and
the moves so far. check_results.py compares it with the results.
"""
import json
import os
import random
import signal
import sys
import time

FATAL = {
    "crash": "a crash",  # killed by a signal
    "exit": "a crash",  # exits with a status
    "leave": "a crash",  # the same, while a child process keeps the pipes open
    "hang": "no answer",
    "half": "no answer",  # only the first part of an answer
    "flood": "no answer",  # endless lines
    "endless": "no answer",  # an endless line
    "late": "time",
    "outside": "an illegal move",
    "occupied": "an illegal move",
    "nonsense": "an illegal move",
    "refuse": "an illegal move",  # ERROR, also on the retry
}
HARMLESS = ["noise", "bytes", "partial", "stderr", "deaf", "carriage", "return", "blank", "suggest", "babble"]
LATER = ["vanish"]  # answers, and exits before the next request


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def write_bytes(data):
    while data:
        data = data[os.write(1, data):]


class Brain:
    def __init__(self, name, log, plans):
        self.name, self.log = name, log
        self.plans = [self.parse_plan(plan) for plan in plans]
        self.moves, self.size, self.turn_ms = [], 15, 0
        self.refuses = self.ignores_end = False

    def parse_plan(self, plan):
        if plan == "ignore-end":
            return (plan, 0, 0)
        mark = "@" if "@" in plan else ":"
        kind, number = plan.split(mark)
        if kind not in FATAL and kind not in HARMLESS + LATER:
            sys.exit(f"brain.py: unknown kind '{kind}'")
        return (kind, int(number) if mark == ":" else 0, int(number) if mark == "@" else 0)

    # ---- Moves

    def longest(self, x, y, color):
        """The longest row that a stone of that color would make."""
        best = 0
        for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
            length = 1
            for sign in 1, -1:
                px, py = x + sign * dx, y + sign * dy
                while self.stones.get((px, py)) == color:
                    length += 1
                    px, py = px + sign * dx, py + sign * dy
            best = max(best, length)
        return best

    def choose(self, dice):
        """Makes or blocks a five, or plays near the other stones."""
        self.stones = {move: i % 2 for i, move in enumerate(self.moves)}
        own = len(self.moves) % 2
        near = sorted({(x + dx, y + dy) for x, y in self.moves for dx in range(-2, 3) for dy in range(-2, 3)}
                      - set(self.moves)) or [(self.size // 2, self.size // 2)]
        near = [(x, y) for x, y in near if 0 <= x < self.size and 0 <= y < self.size]
        for color in own, 1 - own:
            for x, y in near:
                if self.longest(x, y, color) >= 5:
                    return x, y
        free = [(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in self.stones]
        return dice.choice(near or free)

    # ---- Misbehavior

    def written(self):
        return "".join(f"{chr(ord('a') + x)}{self.size - y}" for x, y in self.moves)

    def kind_now(self, dice):
        own = len(self.moves) // 2 + 1
        for kind, chance, at in self.plans:
            if dice.randrange(1000) < chance or at == own:
                return kind
        return None

    def note(self, kind):
        if self.log == "-":
            return
        line = json.dumps({"who": self.name, "kind": kind, "moves": self.written()}) + "\n"
        log = os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.write(log, line.encode())
        os.close(log)

    def misbehave(self, kind):
        """Loses the game. Returns the text to answer, if there is one."""
        if kind == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if kind == "leave" and os.fork() == 0:
            time.sleep(3600)
        if kind in ("exit", "leave"):
            os._exit(3)
        if kind == "half":
            write_bytes(b"7,")
        while kind == "flood":
            write_bytes(b"MESSAGE thinking\n" * 100)
            time.sleep(0.001)
        while kind == "endless":
            write_bytes(b"7" * 65536)
        if kind in ("hang", "half"):
            time.sleep(3600)
        if kind == "late":
            time.sleep(self.turn_ms / 1000 + 1)
        self.refuses = kind == "refuse"
        x, y = self.moves[-1] if self.moves else (0, 0)
        return {"outside": f"{self.size},0", "occupied": f"{x},{y}", "nonsense": "7;7 or so",
                "refuse": "ERROR I would rather not"}.get(kind)

    def behave_oddly(self, kind, answer):
        if kind == "noise":
            say("DEBUG noise\nMESSAGE Depth 3 | Eval\nhello there\n\nOK\n\t")
        if kind == "bytes":
            write_bytes(bytes(range(128, 256)) + b"\0\0\n" + bytes(range(1, 10)) + b"\n")
        if kind == "stderr":
            os.write(2, b"x" * 200000 + b"\n")
        if kind == "partial":
            for letter in answer[:-1]:
                write_bytes(letter.encode())
                time.sleep(0.005)
            return answer[-1]
        if kind == "suggest":  # repeats the move after PLAY
            say("SUGGEST " + answer)
            sys.stdin.readline()
        if kind == "return":  # without a newline
            write_bytes(answer.encode() + b"\r")
            return None
        return {"carriage": answer + "\r", "blank": " " + answer,
                "babble": answer + "\nERROR oh"}.get(kind, answer)  # unsolicited

    def answer(self, is_turn=False):
        if self.refuses:
            say("ERROR still not")
            return
        dice = random.Random(f"{self.name} {self.written()}")
        kind = self.kind_now(dice)
        if kind == "deaf" and is_turn:  # like Rapfi if a command comes too early
            self.moves.pop()
            say("ERROR Unknown command: 1,1")
            return
        if kind in FATAL:
            self.note(kind)
            text = self.misbehave(kind)
            if text:
                say(text)
                return
        x, y = self.choose(dice)
        if kind in LATER:
            self.note(kind)
        text = self.behave_oddly(kind, f"{x},{y}")
        if text:
            say(text)
        self.moves.append((x, y))
        if kind == "vanish":
            os._exit(0)

    # ---- The protocol

    def start(self, size):
        self.size, self.moves, self.refuses = size, [], False
        say("OK")

    def read_board(self):
        self.moves = []
        for line in sys.stdin:
            if line.strip().upper() == "DONE":
                return
            x, y = line.split(",")[:2]
            self.moves.append((int(x), int(y)))

    def run(self):
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "START":
                self.start(int(rest))
            elif word == "INFO" and rest.startswith("timeout_turn "):
                self.turn_ms = int(rest.split()[1])
            elif word == "BEGIN":
                self.answer()
            elif word == "TURN":
                x, y = rest.split(",")
                self.moves.append((int(x), int(y)))
                self.answer(is_turn=True)
            elif word == "BOARD":
                self.read_board()
                self.answer()
            elif word == "END" and not any(plan[0] == "ignore-end" for plan in self.plans):
                return
        while any(plan[0] == "ignore-end" for plan in self.plans):
            time.sleep(3600)


if __name__ == "__main__":
    Brain(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
