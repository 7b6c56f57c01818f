"""The self-play stage of a run: the teacher plays against itself and trains on the replay buffer;
optionally a larger network takes over."""
import math
import os
import time

import torch

from . import arena, replay, teacher
from .learner import Learner, learning_rate_at
from .search import Search
from .selfplay import SelfPlay

REPLAY_RATIO = 4.0  # how often a position is trained on
FIRST_STEPS = 24  # of self-play before training starts: some games must have ended
LIGHT_SHARE = 0.33  # of the time with fewer simulations, to fill the replay buffer
GROWTH_BATCHES = 1500  # on the replay buffer before a larger network plays
RESULT_REPLAY_BYTES = 12_800_000  # of replay.bin before compression
LOCAL_POSITIONS = 2_000_000  # of the replay file for a resumed run
LOG_SECONDS, SAVE_SECONDS, REPLAY_SECONDS = 20, 60, 280


def parse_size(text):
    """'8x96': blocks and channels."""
    blocks, channels = map(int, text.split("x"))
    return blocks, channels


def initial_replay_path(run_dir, options):
    """The replay file of an interrupted run, --replay if that run ended before it saved one."""
    local = run_dir.scratch_path("local.replay")
    return local if os.path.exists(local) else options.replay


class SelfPlayStage:
    """Starts from the files of an interrupted run, else from --teacher, else from random
    weights."""

    def __init__(self, run_dir, options):
        self.run_dir, self.options, self.device = run_dir, options, options.device
        self.resumed = run_dir.has_results("teacher.pt", "training_state.pt")
        checkpoint_path = run_dir.result_path("teacher.pt") if self.resumed else options.teacher
        state_path = run_dir.result_path("training_state.pt") if self.resumed else options.state
        replay_path = initial_replay_path(run_dir, options)
        checkpoint = teacher.load_checkpoint(checkpoint_path) if checkpoint_path else None
        size = (checkpoint["blocks"], checkpoint["ch"]) if checkpoint else parse_size(options.size)
        self.learner = self._learner(size, options.rate)
        if checkpoint:
            self.learner.load(
                checkpoint, torch.load(state_path, map_location="cpu") if state_path else None
            )
        self.replay = replay.ReplayBuffer(options.ring, options.slots, self.device)
        loaded = replay.load(self.replay, replay_path) if replay_path else 0
        run_dir.log(
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
            raise FloatingPointError("a weight of the teacher is not finite")
        positions = self.replay.step * self.replay.games
        self.run_dir.write_result(
            "teacher.pt",
            lambda path: self.learner.save(
                path,
                minutes=self.run_dir.elapsed() / 60,
                positions=positions,
                rules=self.options.rules,
            ),
        )
        self.run_dir.write_result("training_state.pt", self.learner.save_training_state)

    def save_replay(self):
        local = self.run_dir.scratch_path("local.replay")
        replay.save(self.replay, local + ".new", LOCAL_POSITIONS)
        os.replace(local + ".new", local)
        count = replay.positions_in(RESULT_REPLAY_BYTES)
        self.run_dir.write_result("replay.bin", lambda path: replay.save(self.replay, path, count))

    def train(self, begin, end, after_step=lambda step: None):
        """Self-play and gradient steps from `begin` (in the past if the run was resumed) to `end`,
        seconds since the start of the run. Returns True. Calls `after_step` with the number of
        steps so far."""
        options, learner, ring, run_dir = self.options, self.learner, self.replay, self.run_dir
        search = Search(
            options.slots,
            learner.play,
            self.device,
            options.first_simulations,
            options.candidates,
            simulations_max=max(options.first_simulations, options.simulations),
        )
        games = SelfPlay(search, ring, options.explore)
        logged = saved = time.time()
        replay_saved = saved + SAVE_SECONDS - REPLAY_SECONDS  # first time with first checkpoint
        steps_due, first_step, logged_step = 0.0, ring.step, ring.step
        steps_max = options.teacher_steps or math.inf
        while (
            run_dir.elapsed() < end
            and not run_dir.is_stop_requested()
            and ring.step - first_step < steps_max
        ):
            fraction = (run_dir.elapsed() - begin) / (end - begin)
            search.set_budget(
                options.first_simulations if fraction < LIGHT_SHARE else options.simulations,
                options.candidates,
            )
            games.step()
            steps_due = (
                steps_due + REPLAY_RATIO * ring.games / options.batch
                if ring.step - first_step >= FIRST_STEPS and not options.explore
                else 0.0
            )
            low, high = ring.window(min(ring.steps - 60, 60 + int(0.6 * ring.step)))
            while steps_due >= 1:
                learner.step(ring, low, high, learning_rate_at(fraction, options.rate))
                steps_due -= 1
            if ring.step % 2 == 0:
                learner.update_inference_net()
            after_step(ring.step - first_step)
            now = time.time()
            if now - logged > LOG_SECONDS:
                speed = (ring.step - logged_step) * ring.games / (now - logged)
                self._log_progress(games, speed, fraction)
                logged, logged_step = now, ring.step
            if now - saved > SAVE_SECONDS:
                self.save()
                saved = now
            if now - replay_saved > REPLAY_SECONDS:
                self.save_replay()
                replay_saved = time.time()
        learner.update_inference_net()
        self.save()
        run_dir.log(
            event="teacher ends",
            size=self.size(),
            positions=ring.step * ring.games,
            train_steps=learner.steps,
        )
        return True

    def _log_progress(self, games, positions_per_second, fraction):
        losses = self.learner.pop_losses()
        self.run_dir.log(
            event="teacher",
            steps=self.replay.step,
            simulations=games.search.budget[0],
            fraction=fraction,
            positions_per_second=positions_per_second,
            **losses,
            **games.pop_counts(),
            moves_ok=bool((games.search.tensors["chosen_move"] >= 0).all()),
        )
        if not math.isfinite(losses["policy_loss"] + losses["value_loss"]):
            raise FloatingPointError("a loss of the teacher is not finite")

    def restart(self):
        """After a failure: reloads the last checkpoint, with half the learning rate and without
        torch.compile, in case that was the cause. The replay buffer stays."""
        saved = self.run_dir.has_results("teacher.pt")
        path = self.run_dir.result_path("teacher.pt") if saved else self.options.teacher
        self.options.rate /= 2
        checkpoint = teacher.load_checkpoint(path) if path else None
        size = (checkpoint["blocks"], checkpoint["ch"]) if checkpoint else self.size()
        self.learner = self._learner(size, self.options.rate, compiled=False)
        if checkpoint:
            self.learner.load(checkpoint)
        self.run_dir.log(
            event="teacher starts again", checkpoint=path or "none", rate=self.options.rate
        )

    def grow(self, size):
        """Trains a new network of another size on the replay buffer, then replaces the old one."""
        old, self.learner = self.learner, self._learner(size, self.options.rate)
        low, high = self.replay.window(self.replay.steps - 60)
        batches = min(GROWTH_BATCHES, self.options.growth_batches or GROWTH_BATCHES)
        for _ in range(batches):
            self.learner.step(self.replay, low, high, self.options.rate)
        self.learner.update_inference_net()
        self.run_dir.log(
            event="teacher grows",
            before=(old.blocks, old.channels),
            size=size,
            batches=batches,
            **self.learner.pop_losses(),
        )
        self.save()
        return True

    def evaluate(self):
        """Plays a match against the checkpoint the run started from."""
        options = self.options
        if not options.teacher or not options.arena_games or options.explore:
            return
        new, old = (
            arena.Player(
                options.arena_games,
                teacher.load_checkpoint(path),
                self.device,
                options.arena_simulations,
            )
            for path in (self.run_dir.result_path("teacher.pt"), options.teacher)
        )
        lines, to_move = arena.balanced_openings(
            self.device, options.arena_games // 2, new.values, seed=777
        )
        self.run_dir.log(
            event="match",
            new="teacher.pt",
            old=options.teacher,
            simulations=options.arena_simulations,
            **arena.match(new, old, lines, to_move, seconds=40),
        )
