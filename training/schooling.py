"""The second part of a slice: positions are labelled, and students learn from them."""
import glob
import os
import time

import torch

from . import distil, games, netfile, pupil, student, widen

REHEARSED_STEPS = 20
LAST_SECONDS = 20  # for files and good-byes


def _shape(one):
    """What its net will be."""
    return netfile.DEFAULT_SHAPE._replace(
        reach=one.reach,
        channels=one.features,
        depthwise=one.mixed,
        region=one.gated,
        total=one.whole,
        value=one.hidden,
    )


class Schooling:
    def __init__(self, home, options):
        self.home, self.options, self.device = home, options, options.device
        self.pupils = options.student or [pupil.Pupil("line9")]
        self.weights = torch.load(options.students, map_location="cpu") if options.students else {}
        earlier = {}
        for one in self.pupils:
            if one.begin:
                self._refuse_beginning(one, earlier)
            earlier[one.name] = one

    def _refuse_beginning(self, one, earlier):
        """ValueError if it cannot go on from the student it names: one `earlier` in this slice or one
        given, and where there are both, from either, as the rehearsal knows only the given one."""
        if one.begin not in earlier and one.begin not in self.weights:
            raise ValueError(f"{one.name} begins from {one.begin}, which is not there before")
        try:
            if one.begin in earlier:
                widen.refuse_shrinking(_shape(earlier[one.begin]), _shape(one))
            if one.begin in self.weights:
                widen.refuse(
                    student.split(self.weights[one.begin]),
                    _shape(one),
                    self.options.mapping_width,
                    student.colours_by(self.options.rules),
                )
        except ValueError as error:
            raise ValueError(f"{one.name} cannot begin from {one.begin}: {error}")

    def _files_of_games(self):
        """Those that are in the folder by now. None is worth a line: they may come yet, and if they
        do not, somebody will wonder."""
        folder = self.options.games
        files = sorted(glob.glob(os.path.join(folder, "*.games"))) if folder else []
        if folder and not files:
            self.home.say(event="no games", path=folder)
        return files

    def label(self, teaching, count):
        """`count` searched positions, as many deviations from them, and games of the engine with
        deviations; less what is not quiet."""
        labeller = distil.Labeller(teaching.learner.play, self.options.slots, self.device)
        searched = distil.searched_positions(teaching.replay, labeller, count)
        parts = [searched, distil.deviations(searched, labeller, count)]
        for path in self._files_of_games():
            with open(path, "rb") as file:
                played = games.read_games(file.read())
            kind = self.options.rules, self.options.board
            given, told = distil.given_positions(
                games.positions(played, *kind), labeller, self.options.belief
            )
            self.home.say(
                event="games",
                path=path,
                positions=len(given) if given else 0,
                of_another_kind=sum(not games.is_of_kind(game, *kind) for game in played),
                **told,
            )
            if given:
                off = min(count, self.options.deviations * len(given))
                parts += [given, distil.deviations(given, labeller, off, told["alone"])]
        positions = distil.join(parts)
        self.home.say(
            event="labelled",
            parts=[len(part) for part in parts],
            all=len(positions),
            held_out=int(positions.held.sum()),
        )
        return positions

    def _distiller(self, one, positions):
        distiller = distil.Distiller(
            _shape(one),
            self.device,
            self.options.student_batch,
            rate=one.rate,
            mapping_width=self.options.mapping_width,
            value_weight=one.value,
            colours=student.colours_by(self.options.rules),
        )
        if one.begin in self.weights:
            distiller.begin_from(self.weights[one.begin])
        distiller.compile(positions)
        return distiller

    def rehearse(self, teaching):
        """All of this in some seconds, early enough to mend what is broken, and to see how fast it
        is. Students of the same widths are rehearsed once."""
        positions = self.label(
            teaching, min(self.options.positions, 20 * self.options.student_batch)
        )
        for one in {one.widths(): one for one in reversed(self.pupils)}.values():
            mixture = distil.Mixture(positions, one.games)
            distiller = self._distiller(one, positions)
            distiller.step(positions, mixture, 0.0)
            begin = time.time()
            for _ in range(REHEARSED_STEPS):
                distiller.step(positions, mixture, 0.0)
            judged = distil.judge(distiller.average, positions)
            speed = REHEARSED_STEPS * distiller.batch / (time.time() - begin)
            size = len(student.to_net(distiller.average).to_bytes())
            self.home.say(
                event="rehearsed",
                student=one.name,
                how=distiller.how,
                way=distiller.student.way._asdict(),
                gathering={name: round(took, 2) for name, took in distiller.gathering.items()},
                bytes=size,
                samples_per_second=speed,
                **judged,
            )

    def teach(self, positions, end):
        """One student after the other, each in its share of the time until `end`, seconds of the
        slice."""
        for i, one in enumerate(self.pupils):
            distiller = self._distiller(one, positions)
            shares = [later.time for later in self.pupils[i:]]
            seconds = (end - LAST_SECONDS - self.home.elapsed()) * shares[0] / sum(shares)
            if seconds < 5:
                self.home.say(event="no time left", student=one.name)
                continue
            judged = distiller.train(
                positions,
                distil.Mixture(positions, one.games),
                seconds,
                lambda **told: self.home.say(student=one.name, **told),
                steps_max=self.options.student_steps,
            )
            self.home.say(
                event="student",
                **one._asdict(),
                how=distiller.how,
                seconds=seconds,
                steps=distiller.steps,
                samples=distiller.steps * distiller.batch,
                **judged,
            )
            self.weights[one.name] = {
                name: tensor.half().cpu() for name, tensor in distiller.average.state_dict().items()
            }
            self.home.write("students.pt", lambda path: torch.save(self.weights, path))
            self._export(distiller.average, one.name)

    def _export(self, learned, name):
        named = f'{name}-{time.strftime("%Y%m%d")}'
        rules, board = self.options.rules, self.options.board
        data = student.to_net(learned, rules=rules, sizes=(board, board), name=named).to_bytes()

        def write(path):
            with open(path, "wb") as file:
                file.write(data)

        self.home.write(f"{name}.net", write)
