"""The first part of a slice: the teacher plays and learns, and may grow."""
import math
import os
import time

import torch

from . import arena, replay, teacher
from .learner import Learner, rate_at
from .search import Search
from .selfplay import SelfPlay

REUSE = 4.0  # times that a position is trained on
FIRST_STEPS = 24  # of self-play before training begins: results must be known
LIGHT_SHARE = 0.33  # of the time with fewer simulations, to fill the replay
GROWTH_BATCHES = 1500  # on the replay, before a larger network plays
HOME_BYTES = 12_800_000  # of the replay that rides along, before it is compressed
LOCAL_POSITIONS = 2_000_000  # of the replay for a run that is started again
TELL_SECONDS, SAVE_SECONDS, REPLAY_SECONDS = 20, 60, 280


def parse_size(text):
    """'8x96': blocks and channels."""
    blocks, channels = map(int, text.split("x"))
    return blocks, channels


def replay_to_begin_with(home, options):
    """An interrupted run's own, unless that ended before it kept one."""
    local = home.local("local.replay")
    return local if os.path.exists(local) else options.replay


class Teaching:
    """From what an interrupted run left, else from the checkpoint given, else from nothing."""

    def __init__(self, home, options):
        self.home, self.options, self.device = home, options, options.device
        self.resumed = home.has("teacher.pt", "training_state.pt")
        checkpoint_path = home.path("teacher.pt") if self.resumed else options.teacher
        state_path = home.path("training_state.pt") if self.resumed else options.state
        replay_path = replay_to_begin_with(home, options)
        checkpoint = teacher.load_checkpoint(checkpoint_path) if checkpoint_path else None
        size = (checkpoint["blocks"], checkpoint["ch"]) if checkpoint else parse_size(options.size)
        self.learner = self._learner(size, options.rate)
        if checkpoint:
            self.learner.load(
                checkpoint, torch.load(state_path, map_location="cpu") if state_path else None
            )
        self.replay = replay.Replay(options.ring, options.slots, self.device)
        loaded = replay.load(self.replay, replay_path) if replay_path else 0
        home.say(
            event="teacher starts",
            size=size,
            resumed=self.resumed,
            checkpoint=checkpoint_path or "none",
            replayed=loaded,
            torch=torch.__version__,
        )

    def _learner(self, size, rate, compiled=True):
        return Learner(*size, self.device, self.options.batch, rate, compiled)

    def size(self):
        return self.learner.blocks, self.learner.channels

    def save(self):
        if not self.learner.is_finite():
            raise FloatingPointError("the teacher is no longer a number")
        positions = self.replay.step * self.replay.games
        self.home.write(
            "teacher.pt",
            lambda path: self.learner.save(
                path,
                minutes=self.home.elapsed() / 60,
                positions=positions,
                rules=self.options.rules,
            ),
        )
        self.home.write("training_state.pt", self.learner.save_training_state)

    def save_replay(self):
        local = self.home.local("local.replay")
        replay.save(self.replay, local + ".new", LOCAL_POSITIONS)
        os.replace(local + ".new", local)
        riding = replay.positions_in(HOME_BYTES)
        self.home.write("replay.bin", lambda path: replay.save(self.replay, path, riding))

    def train(self, begin, end, after_step=lambda step: None):
        """Self-play and gradient steps from `begin`, which may have been some time ago, to `end`,
        seconds of the slice. True when it is through. `after_step` is told how many steps there
        were."""
        options, learner, ring, home = self.options, self.learner, self.replay, self.home
        search = Search(
            options.slots,
            learner.play,
            self.device,
            options.first_simulations,
            options.candidates,
            simulations_max=max(options.first_simulations, options.simulations),
        )
        games = SelfPlay(search, ring)
        told = saved = time.time()
        replay_saved = saved + SAVE_SECONDS - REPLAY_SECONDS  # the first with the first checkpoint
        debt, first_step, told_step = 0.0, ring.step, ring.step
        most = options.teacher_steps or math.inf
        while home.elapsed() < end and not home.is_stopped() and ring.step - first_step < most:
            fraction = (home.elapsed() - begin) / (end - begin)
            search.set_effort(
                options.first_simulations if fraction < LIGHT_SHARE else options.simulations,
                options.candidates,
            )
            games.step()
            debt = (
                debt + REUSE * ring.games / options.batch
                if ring.step - first_step >= FIRST_STEPS
                else 0.0
            )
            low, high = ring.window(min(ring.steps - 60, 60 + int(0.6 * ring.step)))
            while debt >= 1:
                learner.step(ring, low, high, rate_at(fraction, options.rate))
                debt -= 1
            if ring.step % 2 == 0:
                learner.refresh()
            after_step(ring.step - first_step)
            now = time.time()
            if now - told > TELL_SECONDS:
                self._tell(games, (ring.step - told_step) * ring.games / (now - told), fraction)
                told, told_step = now, ring.step
            if now - saved > SAVE_SECONDS:
                self.save()
                saved = now
            if now - replay_saved > REPLAY_SECONDS:
                self.save_replay()
                replay_saved = time.time()
        learner.refresh()
        self.save()
        home.say(
            event="teacher ends",
            size=self.size(),
            positions=ring.step * ring.games,
            train_steps=learner.steps,
        )
        return True

    def _tell(self, games, positions_per_second, fraction):
        losses = self.learner.take_losses()
        self.home.say(
            event="teacher",
            steps=self.replay.step,
            simulations=games.search.effort[0],
            fraction=fraction,
            positions_per_second=positions_per_second,
            **losses,
            **games.take_counts(),
            moves_ok=bool((games.search.tensors["choice"] >= 0).all()),
        )
        if not math.isfinite(losses["policy_loss"] + losses["value_loss"]):
            raise FloatingPointError("the teacher is no longer a number")

    def restart(self):
        """After a failure: the last checkpoint once more, at half the rate and without the
        compiler, in case it was to blame. The replay stays."""
        path = self.home.path("teacher.pt") if self.home.has("teacher.pt") else self.options.teacher
        self.options.rate /= 2
        checkpoint = teacher.load_checkpoint(path) if path else None
        size = (checkpoint["blocks"], checkpoint["ch"]) if checkpoint else self.size()
        self.learner = self._learner(size, self.options.rate, compiled=False)
        if checkpoint:
            self.learner.load(checkpoint)
        self.home.say(
            event="teacher starts again", checkpoint=path or "none", rate=self.options.rate
        )

    def grow(self, size):
        """A new network of another size learns from the replay what the old one knew, and takes its
        place."""
        old, self.learner = self.learner, self._learner(size, self.options.rate)
        low, high = self.replay.window(self.replay.steps - 60)
        batches = min(GROWTH_BATCHES, self.options.growth_batches or GROWTH_BATCHES)
        for _ in range(batches):
            self.learner.step(self.replay, low, high, self.options.rate)
        self.learner.refresh()
        self.home.say(
            event="teacher grows",
            before=(old.blocks, old.channels),
            size=size,
            batches=batches,
            **self.learner.take_losses(),
        )
        self.save()
        return True

    def measure(self):
        """Against the checkpoint it began from."""
        options = self.options
        if not options.teacher or not options.arena_games:
            return
        new, old = (
            arena.Player(
                options.arena_games,
                teacher.load_checkpoint(path),
                self.device,
                options.arena_simulations,
            )
            for path in (self.home.path("teacher.pt"), options.teacher)
        )
        lines, to_move = arena.balanced_openings(
            self.device, options.arena_games // 2, new.values, seed=777
        )
        self.home.say(
            event="match",
            new="teacher.pt",
            old=options.teacher,
            simulations=options.arena_simulations,
            **arena.match(new, old, lines, to_move, seconds=40),
        )
