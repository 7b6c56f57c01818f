"""One slice of GPU time: go on with the teacher, then distil two students from it. training/slice.sh starts it.

Everything worth keeping lies in OUT/home, at most eight files, each complete at any moment (written beside and renamed).
After a crash the same command goes on from there, with the time that is left.
"""
import argparse
import glob
import json
import math
import os
import sys
import time
import traceback

import torch

from . import arena, distil, games, kernels, netfile, replay, student, teacher
from .learner import Learner, rate_at
from .search import Search
from .selfplay import SelfPlay

REUSE = 4.0            # times that a position is trained on
FIRST_STEPS = 24       # of self-play before training begins: results must be known
REHEARSAL = 100        # steps of self-play until the second half is rehearsed
REHEARSED_STEPS = 20
GIVEN_DEVIATIONS = 5   # for every position of a game of the engine
HOME_POSITIONS = 200_000  # of the replay that rides along: below 16 MiB
LOCAL_POSITIONS = 2_000_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--out', required=True, help='folder for logs and results')
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--minutes', type=float, default=25, help='from the first start to the end')
    parser.add_argument('--distil-minutes', type=float, default=7.5, help='of these, kept for the students')
    parser.add_argument('--teacher', help='checkpoint to go on from')
    parser.add_argument('--state', help="its training state, if any")
    parser.add_argument('--replay', help='its replay file, if any')
    parser.add_argument('--games', help='folder of packed games (*.games) to label as well')
    parser.add_argument('--size', default='8x96', help='blocks x channels of a new teacher')
    parser.add_argument('--slots', type=int, default=4096, help='games played at once')
    parser.add_argument('--ring', type=int, default=2000, help='steps of self-play that are remembered')
    parser.add_argument('--batch', type=int, default=4096)
    parser.add_argument('--student-batch', type=int, default=4096)
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--first-simulations', type=int, default=32, help='in the first third of the time')
    parser.add_argument('--simulations', type=int, default=64)
    parser.add_argument('--candidates', type=int, default=16)
    parser.add_argument('--arena-games', type=int, default=512)
    parser.add_argument('--arena-simulations', type=int, default=32)
    parser.add_argument('--positions', type=int, default=5_000_000, help='searched ones to distil from; as many deviations')
    parser.add_argument('--students', default='4,5', help='reaches of the lines of the students')
    parser.add_argument('--mapping-width', type=int, default=256)
    parser.add_argument('--teacher-steps', type=int, help='ends self-play before its time')
    parser.add_argument('--student-steps', type=int, help='ends each student before its time')
    parser.add_argument('--seed', type=int, default=1)
    return parser.parse_args()


class Slice:
    def __init__(self, options):
        self.options, self.device = options, options.device
        self.home = os.path.join(options.out, 'home')
        os.makedirs(self.home, exist_ok=True)
        self.began = self._first_start()
        self.deadline = self.began + 60 * options.minutes
        self.teacher_end = self.deadline - 60 * options.distil_minutes
        self.log = open(self.path('log.jsonl'), 'a')
        torch.manual_seed(options.seed + int(time.time() - self.began))
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True

    def _first_start(self):
        path = os.path.join(self.options.out, 'began')
        if not os.path.exists(path):
            with open(path, 'w') as file:
                file.write(str(time.time()))
        with open(path) as file:
            return float(file.read())

    def path(self, name):
        return os.path.join(self.home, name)

    def say(self, **values):
        values = {key: round(value, 5) if isinstance(value, float) else value for key, value in values.items()}
        line = json.dumps(dict(t=round(time.time() - self.began, 1), **values))
        print(line, flush=True)
        self.log.write(line + '\n')
        self.log.flush()

    def write(self, name, writer):
        """Lets `writer` write a file beside the real one, which then takes its place."""
        beside = os.path.join(self.options.out, name + '.new')
        writer(beside)
        os.replace(beside, self.path(name))

    def is_stopped(self):
        return os.path.exists(os.path.join(self.options.out, 'stop'))

    # ---- The teacher

    def start_teacher(self):
        """From what an interrupted run left, else from the checkpoint given, else from nothing."""
        options = self.options
        resumed = self.resumed = os.path.exists(self.path('teacher.pt')) and os.path.exists(self.path('training_state.pt'))
        checkpoint_path = self.path('teacher.pt') if resumed else options.teacher
        state_path = self.path('training_state.pt') if resumed else options.state
        replay_path = os.path.join(options.out, 'local.replay') if resumed else options.replay
        checkpoint = teacher.load_checkpoint(checkpoint_path) if checkpoint_path else None
        if checkpoint:
            blocks, channels = checkpoint['blocks'], checkpoint['ch']
        else:
            blocks, channels = map(int, options.size.split('x'))
        self.learner = Learner(blocks, channels, self.device, options.batch, options.rate)
        if checkpoint:
            self.learner.load(checkpoint, torch.load(state_path, map_location='cpu') if state_path else None)
        self.replay = replay.Replay(options.ring, options.slots, self.device)
        loaded = replay.load(self.replay, replay_path) if replay_path and os.path.exists(replay_path) else 0
        self.minutes_before = checkpoint.get('minutes', 0) if checkpoint else 0
        self.say(event='teacher starts', blocks=blocks, channels=channels, resumed=resumed, checkpoint=checkpoint_path or 'none',
                 replayed=loaded, minutes_before=self.minutes_before, torch=torch.__version__)

    def save_teacher(self):
        if not self.learner.is_finite():
            raise FloatingPointError('the teacher is no longer a number')
        minutes = self.minutes_before + (time.time() - self.began) / 60
        self.write('teacher.pt', lambda path: self.learner.save(path, minutes=minutes, positions=self.replay.step * self.replay.games))
        self.write('training_state.pt', self.learner.save_training_state)

    def save_replay(self):
        local = os.path.join(self.options.out, 'local.replay')
        replay.save(self.replay, local + '.new', LOCAL_POSITIONS)
        os.replace(local + '.new', local)
        self.write('replay.bin', lambda path: replay.save(self.replay, path, HOME_POSITIONS))

    def train_teacher(self):
        options, learner, ring = self.options, self.learner, self.replay
        search = Search(options.slots, learner.play, self.device, options.first_simulations, options.candidates,
                        simulations_max=max(options.first_simulations, options.simulations))
        self_play = SelfPlay(search, ring)
        told = saved = replay_saved = time.time()
        debt, first_step, told_step = 0.0, ring.step, ring.step
        most = options.teacher_steps or math.inf
        while time.time() < self.teacher_end and not self.is_stopped() and ring.step - first_step < most:
            fraction = (time.time() - self.began) / (self.teacher_end - self.began)
            search.set_effort(options.first_simulations if fraction < 0.33 else options.simulations, options.candidates)
            self_play.step()
            debt = debt + REUSE * ring.games / options.batch if ring.step - first_step >= FIRST_STEPS else 0.0
            low, high = ring.window(min(ring.steps - 60, 60 + int(0.6 * ring.step)))
            while debt >= 1:
                learner.step(ring, low, high, rate_at(fraction, options.rate))
                debt -= 1
            if ring.step % 2 == 0:
                learner.refresh()
            if ring.step == first_step + REHEARSAL and not self.resumed:
                self.attempt(self.rehearse)
            now = time.time()
            if now - told > 20 or ring.step == first_step + 40:
                losses = learner.take_losses()
                self.say(event='teacher', steps=ring.step, simulations=search.effort[0], fraction=fraction,
                         positions_per_second=(ring.step - told_step) * ring.games / (now - told),
                         **losses, **self_play.take_counts(), moves_ok=bool((search.tensors['choice'] >= 0).all()))
                if not math.isfinite(losses['policy_loss'] + losses['value_loss']):
                    raise FloatingPointError('the teacher is no longer a number')
                told, told_step = now, ring.step
            if now - saved > 60:
                self.save_teacher()
                saved = now
            if now - replay_saved > 280 and self.teacher_end - now > 60:
                self.save_replay()
                replay_saved = time.time()
        learner.refresh()
        self.save_teacher()
        self.say(event='teacher ends', positions=ring.step * ring.games, train_steps=learner.steps)
        return True

    def restart_teacher(self):
        """After a failure: the last checkpoint once more, at half the rate and without the compiler, in case it was to blame.
        The replay stays."""
        path = self.path('teacher.pt') if os.path.exists(self.path('teacher.pt')) else self.options.teacher
        old = self.learner
        self.options.rate /= 2
        self.learner = Learner(old.blocks, old.channels, self.device, self.options.batch, self.options.rate, compiled=False)
        if path:
            self.learner.load(teacher.load_checkpoint(path))
        self.say(event='teacher starts again', checkpoint=path or 'none', rate=self.options.rate)

    def measure_teacher(self):
        """Against the checkpoint it began from."""
        if not self.options.teacher or not self.options.arena_games:
            return
        count, simulations = self.options.arena_games, self.options.arena_simulations
        new = arena.Player(count, teacher.load_checkpoint(self.path('teacher.pt')), self.device, simulations)
        old = arena.Player(count, teacher.load_checkpoint(self.options.teacher), self.device, simulations)
        lines, to_move = arena.balanced_openings(self.device, count // 2, new.values, seed=777)
        self.say(event='match', new='teacher.pt', old=self.options.teacher, simulations=simulations,
                 **arena.match(new, old, lines, to_move, seconds=40))

    # ---- The students

    def rehearse(self):
        """The second half of the slice in a few seconds, early enough to mend what is broken, and to see how fast it is."""
        positions = self.label(min(self.options.positions, 20 * self.options.student_batch))
        for reach in self.reaches():
            distiller = self.distiller(reach)
            train = torch.nonzero(~positions.held).flatten()
            distiller.compile(positions)
            distiller.step(positions, train, 0.0)
            begin = time.time()
            for _ in range(REHEARSED_STEPS):
                distiller.step(positions, train, 0.0)
            judged = distil.judge(distiller.average, positions)
            seconds = time.time() - begin
            size = len(student.to_net(distiller.average).to_bytes())
            self.say(event='rehearsed', reach=reach, speed=distiller.speed, bytes=size, samples_per_second=REHEARSED_STEPS * distiller.batch / seconds, **judged)

    def label(self, count):
        options = self.options
        labeller = distil.Labeller(self.learner.play, options.slots, self.device)
        searched = distil.searched_positions(self.replay, labeller, count)
        parts = [searched, distil.deviations(searched, labeller, count)]
        for path in sorted(glob.glob(os.path.join(options.games, '*.games'))) if options.games else []:
            with open(path, 'rb') as file:
                given = distil.given_positions(*games.positions(games.read_games(file.read())), labeller, self.device)
            self.say(event='games', path=path, positions=len(given) if given else 0)
            if given:
                # Engines' games are few, so more is made of each: such positions are what the net will be asked about.
                parts += [given, distil.deviations(given, labeller, min(count, GIVEN_DEVIATIONS * len(given)))]
        positions = distil.join(parts)
        self.say(event='labelled', parts=[len(part) for part in parts], all=len(positions), held_out=int(positions.held.sum()))
        return positions

    def reaches(self):
        return [int(reach) for reach in self.options.students.split(',')]

    def distiller(self, reach):
        return distil.Distiller(netfile.DEFAULT_SHAPE._replace(reach=reach), self.device, self.options.student_batch,
                                mapping_width=self.options.mapping_width)

    def distil(self, positions):
        reaches = self.reaches()
        weights = {}
        for i, reach in enumerate(reaches):
            left = self.deadline - time.time() - 20  # for files and good-byes
            seconds = left / (len(reaches) - i)
            if seconds < 5:
                self.say(event='no time left', reach=reach)
                continue
            distiller = self.distiller(reach)
            distiller.compile(positions)
            judged = distiller.train(positions, seconds, self.say, steps_max=self.options.student_steps)
            self.say(event='student', reach=reach, speed=distiller.speed, seconds=seconds, steps=distiller.steps,
                     samples=distiller.steps * distiller.batch, **judged)
            weights[reach] = {name: tensor.half().cpu() for name, tensor in distiller.average.state_dict().items()}
            self.write('students.pt', lambda path: torch.save(weights, path))
            net = student.to_net(distiller.average, name=f'line{2 * reach + 1}-{time.strftime("%Y%m%d")}')
            data = net.to_bytes()

            def write_net(path):
                with open(path, 'wb') as file:
                    file.write(data)

            self.write(f'line{2 * reach + 1}.net', write_net)
            del distiller

    def attempt(self, what, *arguments):
        """Runs one part; its failure is told and does not end the others, unless the GPU itself is lost."""
        try:
            return what(*arguments)
        except Exception as error:  # whatever it is: what comes after is worth more than a tidy end
            self.say(event='failed', part=what.__name__, error=f'{type(error).__name__}: {error}'[:500])
            traceback.print_exc()
            if 'CUDA' in str(error) and 'memory' not in str(error):
                raise
            return None

    def run(self):
        self.start_teacher()
        for _ in range(3):
            if time.time() >= self.teacher_end or self.is_stopped() or self.attempt(self.train_teacher):
                break
            self.attempt(self.restart_teacher)
        self.attempt(self.save_replay)
        positions = self.attempt(self.label, self.options.positions)
        self.attempt(self.measure_teacher)
        if positions is not None:
            self.attempt(self.distil, positions)
        self.say(event='done')
        with open(os.path.join(self.options.out, 'done'), 'w') as file:
            file.write('done\n')


def main():
    Slice(arguments()).run()
    return 0


if __name__ == '__main__':
    sys.exit(main())
