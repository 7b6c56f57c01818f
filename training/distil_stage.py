"""The distillation stage of a run: labels positions with the teacher, trains students on them."""
import glob
import os
import time

import torch

from . import distil, games, netfile, student, student_spec, widen

DRY_RUN_STEPS = 20
RESERVED_SECONDS = 20  # at the end, for writing files


def _shape(spec):
    return netfile.DEFAULT_SHAPE._replace(
        reach=spec.reach,
        channels=spec.features,
        depthwise=spec.mixed,
        region=spec.gated,
        total=spec.whole,
        value=spec.hidden,
        terms=spec.terms,
    )


class DistilStage:
    def __init__(self, run_dir, options):
        self.run_dir, self.options, self.device = run_dir, options, options.device
        self.specs = options.student or [student_spec.StudentSpec("line9")]
        self.weights = torch.load(options.students, map_location="cpu") if options.students else {}
        earlier = {}
        for spec in self.specs:
            if spec.begin:
                self._check_begin(spec, earlier)
            earlier[spec.name] = spec

    def _check_begin(self, spec, earlier):
        """Raises ValueError if the student cannot start from the one it names: an `earlier` one of
        this run or one of --students. If there are both it must fit both, because the dry run has
        only the second."""
        if spec.begin not in earlier and spec.begin not in self.weights:
            raise ValueError(
                f"{spec.name} begins from {spec.begin}, but there is no such student before it"
            )
        try:
            if spec.begin in earlier:
                widen.check_not_narrower(_shape(earlier[spec.begin]), _shape(spec))
            if spec.begin in self.weights:
                widen.check(
                    student.split_parts(self.weights[spec.begin]),
                    _shape(spec),
                    self.options.mapping_width,
                    student.colours_for(self.options.rules),
                )
        except ValueError as error:
            raise ValueError(f"{spec.name} cannot begin from {spec.begin}: {error}")

    def _game_files(self):
        """The files in the folder of games now. An empty folder is logged: files may still arrive,
        but if they do not the log should say why."""
        folder = self.options.games
        files = sorted(glob.glob(os.path.join(folder, "*.games"))) if folder else []
        if folder and not files:
            self.run_dir.log(event="no games", path=folder)
        return files

    def label(self, selfplay_stage, count):
        """Labels `count` searched positions, as many deviations from them (not if self-play made
        some, with --explore), and the positions of engine games with their deviations. Only quiet
        positions are kept."""
        explored = self.options.explore > 0
        labeller = distil.Labeller(selfplay_stage.learner.play, self.options.slots, self.device)
        searched = distil.searched_positions(
            selfplay_stage.replay, labeller, count, use_results=not explored
        )
        parts = [searched]
        if not explored:
            parts.append(distil.deviations(searched, labeller, count))
        for path in self._game_files():
            with open(path, "rb") as file:
                played = games.read_games(file.read())
            kind = self.options.rules, self.options.board
            engine, figures = distil.engine_positions(
                games.positions(played, *kind), labeller, self.options.label_mix
            )
            self.run_dir.log(
                event="games",
                path=path,
                positions=len(engine) if engine else 0,
                of_another_kind=sum(not games.is_of_kind(game, *kind) for game in played),
                **figures,
            )
            if engine:
                off = min(count, self.options.deviations * len(engine))
                parts += [engine, distil.deviations(engine, labeller, off, figures["alone"])]
        positions = distil.join(parts)
        self.run_dir.log(
            event="labelled",
            parts=[len(part) for part in parts],
            all=len(positions),
            held_out=int(positions.held_out.sum()),
        )
        return positions

    def _distiller(self, spec, positions):
        distiller = distil.Distiller(
            _shape(spec),
            self.device,
            self.options.student_batch,
            rate=spec.rate,
            mapping_width=self.options.mapping_width,
            value_weight=spec.value,
            colours=student.colours_for(self.options.rules),
        )
        if spec.begin in self.weights:
            distiller.begin_from(self.weights[spec.begin])
        distiller.compile(positions)
        return distiller

    def dry_run(self, selfplay_stage):
        """The whole stage in a few seconds, early enough to fix what is broken, and to measure its
        speed. Students of equal widths are tried once."""
        positions = self.label(
            selfplay_stage, min(self.options.positions, 20 * self.options.student_batch)
        )
        for spec in {spec.widths(): spec for spec in reversed(self.specs)}.values():
            sampler = distil.MixedSampler(positions, spec.games)
            distiller = self._distiller(spec, positions)
            distiller.capture(positions, sampler)
            distiller.step(positions, sampler, 0.0)
            begin = time.time()
            for _ in range(DRY_RUN_STEPS):
                distiller.step(positions, sampler, 0.0)
            figures = distil.validate(distiller.ema, positions)
            speed = DRY_RUN_STEPS * distiller.batch / (time.time() - begin)
            size = len(student.to_net(distiller.ema).to_bytes())
            self.run_dir.log(
                event="rehearsed",
                student=spec.name,
                how=distiller.compile_status,
                way=distiller.student.row_sum_method._asdict(),
                gathering={name: round(ms, 2) for name, ms in distiller.row_sum_times.items()},
                bytes=size,
                samples_per_second=speed,
                **figures,
            )

    def train_students(self, positions, end):
        """Trains one student after the other, each for its share of the time until `end`, seconds
        since the start of the run."""
        for i, spec in enumerate(self.specs):
            distiller = self._distiller(spec, positions)
            shares = [later.time for later in self.specs[i:]]
            seconds = (end - RESERVED_SECONDS - self.run_dir.elapsed()) * shares[0] / sum(shares)
            if seconds < 5:
                self.run_dir.log(event="no time left", student=spec.name)
                continue
            figures = distiller.train(
                positions,
                distil.MixedSampler(positions, spec.games),
                seconds,
                lambda **values: self.run_dir.log(student=spec.name, **values),
                steps_max=self.options.student_steps,
            )
            self.run_dir.log(
                event="student",
                **spec._asdict(),
                how=distiller.compile_status,
                seconds=seconds,
                steps=distiller.steps,
                samples=distiller.steps * distiller.batch,
                **figures,
            )
            self.weights[spec.name] = {
                name: tensor.half().cpu() for name, tensor in distiller.ema.state_dict().items()
            }
            self.run_dir.write_result("students.pt", lambda path: torch.save(self.weights, path))
            self._export(distiller.ema, spec.name)

    def _export(self, trained, name):
        dated = f'{name}-{time.strftime("%Y%m%d")}'
        rules, board = self.options.rules, self.options.board
        data = student.to_net(trained, rules=rules, sizes=(board, board), name=dated).to_bytes()

        def write(path):
            with open(path, "wb") as file:
                file.write(data)

        self.run_dir.write_result(f"{name}.net", write)
