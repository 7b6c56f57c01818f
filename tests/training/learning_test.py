"""Self-play, learning, distilling and exporting at tiny sizes on the CPU. Skipped where PyTorch is
not installed."""
import os
import subprocess
import sys
import tempfile
import unittest

import games_test
import numpy as np
import renju

from training import games

try:
    import torch
except ImportError:
    torch = None
else:
    from training import (
        arena,
        distil,
        gather,
        kernels,
        learner,
        netfile,
        reference,
        replay,
        search,
        selfplay,
        student,
        teacher,
        widen,
    )

    torch.set_num_threads(1)

GAMES = 64


@unittest.skipIf(torch is None, "PyTorch is not installed")
class OnBoard(unittest.TestCase):
    """Tests of what is different on boards of another size."""

    size = 15

    @classmethod
    def setUpClass(cls):
        kernels.play_by("freestyle", cls.size)

    @classmethod
    def tearDownClass(cls):
        kernels.play_by("freestyle")


class SearchTest(OnBoard):
    corner = 0  # positions that are written down are as far as this from the first row and column

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        torch.manual_seed(0)
        net = teacher.Teacher(1, 8)
        cls.folded, cls.play = teacher.make_folded(1, 8, "cpu")
        cls.folded.load(net.state_dict())
        cls.net = net.eval()

    def test_the_folded_copy_is_the_network(self):
        lines, to_move, _, _ = kernels.openings("cpu", 6, 2, 7)
        planes = torch.zeros(6, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        kernels.features(lines, to_move, planes)
        with torch.no_grad():
            policy, wdl = self.net(
                planes.float().view(-1, self.size, self.size, kernels.PLANES).permute(0, 3, 1, 2)
            )
        folded_policy, shares = self.play(planes.float())
        self.assertTrue(torch.allclose(policy, folded_policy, atol=1e-4))
        self.assertTrue(torch.allclose(torch.softmax(wdl, 1), shares, atol=1e-4))

    def board(self, black=(), white=()):
        stones = torch.zeros(self.size, self.size, dtype=torch.int64)
        for colour, points in ((1, black), (2, white)):
            for row, column in points:
                stones[self.corner + row, self.corner + column] = colour
        return stones

    def test_forced_moves_are_found_by_an_untrained_network(self):
        four = [(7, 4), (7, 5), (7, 6), (7, 7)]
        rows = (
            ("five", self.board(four, [(7, 3), (8, 4), (8, 6), (9, 9)]), 0, {(7, 8)}),
            ("block", self.board(four, [(7, 3), (8, 4), (8, 6)]), 1, {(7, 8)}),
            ("open four", self.board(four[1:], [(8, 4), (8, 6), (9, 9)]), 0, {(7, 4), (7, 8)}),
        )
        for name, stones, side, expected in rows:
            with self.subTest(name):
                lines = kernels.lines_of(stones.expand(4, -1, -1))
                moves = search.Search(4, self.play, "cpu", 16, 8).run(
                    lines, torch.full((4,), side, dtype=torch.int8)
                )[0]
                found = {divmod(int(move), self.size) for move in moves}
                self.assertLessEqual(
                    {(row - self.corner, column - self.corner) for row, column in found}, expected
                )

    def test_visits_add_up_and_policies_are_shares(self):
        lines, to_move, status, _ = kernels.openings("cpu", 16, 4, 7)
        tree = search.Search(16, self.play, "cpu", 24, 8)
        _, policy, value, best = tree.run(lines, to_move)
        self.assertTrue(torch.allclose(policy.sum(1), torch.ones(16), atol=1e-3))
        self.assertTrue(bool((value.abs() <= 1.001).all()))
        looked_at = 0
        for game in range(16):
            if status[game] or best[game] >= 0:
                continue
            looked_at += 1
            tensors = {
                name: tensor[game]
                for name, tensor in tree.tensors.items()
                if name in ("visits", "child", "count", "proven")
            }
            self.assertEqual(int(tensors["visits"][0]), 25)
            for node in range(1, int(tensors["count"])):
                children = [int(child) for child in tensors["child"][node] if child >= 0]
                visits = 1 + sum(int(tensors["visits"][child]) for child in children)
                self.assertTrue(
                    int(tensors["visits"][node]) == visits or int(tensors["proven"][node]) != 0
                )
        self.assertGreater(looked_at, 4)

    def test_schedule_halves(self):
        schedule = search.halving_schedule(4, 8)
        self.assertEqual(schedule, [0, 0, 0, 0, 1, 1, 2, 2])

    def test_planes_turn_with_the_board(self):
        lines, to_move, _, _ = kernels.openings("cpu", 8, 5, 7)
        plain = torch.zeros(8, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        turned, symmetry = torch.zeros_like(plain), torch.arange(8, dtype=torch.int32)
        kernels.features(lines, to_move, plain)
        kernels.features(lines, to_move, turned, symmetry)
        source = kernels.permutations("cpu").long()
        expected = torch.gather(
            plain.float(), 1, source.unsqueeze(2).expand(-1, -1, kernels.PLANES)
        )
        self.assertTrue(torch.equal(expected, turned.float()))

    def test_boards_and_words(self):
        lines, _, _, _ = kernels.openings("cpu", 32, 0, 7, wild=0.5)
        boards = kernels.boards_of(lines)
        self.assertTrue(torch.equal(kernels.lines_of(boards), lines))
        self.assertTrue(torch.equal(kernels.packed_rows(boards), lines[:, : self.size]))


class LargeSearchTest(SearchTest):
    size, corner = 20, 8


class LearningTest(OnBoard):
    """One ring of games for all: what is tested is what is done with it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        torch.manual_seed(1)
        cls.learner = learner.Learner(1, 8, "cpu", batch=64)
        cls.ring = replay.Replay(80, GAMES, "cpu")
        games = selfplay.SelfPlay(search.Search(GAMES, cls.learner.play, "cpu", 2, 2), cls.ring)
        for _ in range(60):
            games.step()
        cls.counts = games.take_counts()
        cls.labeller = distil.Labeller(cls.learner.play, GAMES, "cpu")

    def test_games_end_and_are_labelled(self):
        self.assertGreater(self.counts["games"], 100)
        known = self.ring.result[:60] != replay.UNKNOWN
        self.assertGreater(float(known.float().mean()), 0.5)
        # The side that moves alternates within a game, but for forced blocks: both results occur.
        self.assertEqual(set(self.ring.result[:60][known].tolist()) - {0}, {-1, 1})

    def test_the_teacher_learns_what_it_is_shown(self):
        before = [tensor.clone() for tensor in self.learner.current]
        pupil = learner.Learner(1, 8, "cpu", batch=64, rate=3e-3)
        first = last = None
        for i in range(60):
            pupil.step(self.ring, 0, 60, 3e-3)
            if i % 20 == 19:
                losses = pupil.take_losses()
                first, last = first or losses, losses
        self.assertLess(
            last["policy_loss"] + last["value_loss"], first["policy_loss"] + first["value_loss"]
        )
        self.assertTrue(pupil.is_finite())
        self.assertTrue(all(torch.equal(a, b) for a, b in zip(before, self.learner.current)))

    def test_training_goes_on_from_files(self):
        pupil = learner.Learner(1, 8, "cpu", batch=32)
        for _ in range(3):
            pupil.step(self.ring, 0, 60, 1e-3)
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("teacher.pt", "state.pt")]
            pupil.save(paths[0], minutes=1.5)
            pupil.save_training_state(paths[1])
            again = learner.Learner(1, 8, "cpu", batch=32)
            again.load(teacher.load_checkpoint(paths[0]), torch.load(paths[1]))
        self.assertEqual(again.steps, 3)
        for one, other in ((pupil.average, again.average), (pupil.current, again.current)):
            self.assertTrue(
                all(torch.allclose(a, b, atol=1e-2, rtol=1e-2) for a, b in zip(one, other))
            )
        moments = [
            optimizer.state[parameter]["exp_avg"]
            for optimizer, parameter in (
                (pupil.optimizer, next(pupil.net.parameters())),
                (again.optimizer, next(again.net.parameters())),
            )
        ]
        self.assertTrue(torch.allclose(*moments, rtol=1e-2, atol=1e-6))
        again.step(self.ring, 0, 60, 1e-3)
        self.assertTrue(again.is_finite())

    def test_a_replay_survives_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "replay.bin")
            saved = replay.save(self.ring, path, 1000)
            ring = replay.Replay(80, GAMES, "cpu")
            loaded = replay.load(ring, path)
            self.assertEqual(loaded, saved // GAMES * GAMES)
            for other in (("freestyle", 35 - self.size), ("renju", self.size)):
                kernels.play_by(*other)
                with self.assertRaisesRegex(ValueError, f"of freestyle on {self.size}x{self.size}"):
                    replay.load(replay.Replay(80, GAMES, "cpu"), path)
            kernels.play_by("freestyle", self.size)
            with open(path, "r+b") as file:
                file.seek(40)
                file.write(b"\xff\xff")
            with self.assertRaisesRegex(ValueError, "damaged"):
                replay.load(replay.Replay(80, GAMES, "cpu"), path)
        self.assertGreater(loaded, 300)
        known = {}
        for rows, side, policy in zip(
            self.ring.rows.view(-1, self.size),
            self.ring.side.view(-1).tolist(),
            self.ring.policy.view(-1, kernels.board.points).float(),
        ):
            known.setdefault(tuple(rows.tolist()), []).append((side, policy))
        for step in range(ring.step):
            for slot in torch.nonzero(~ring.held).flatten().tolist():
                searched = known[tuple(ring.rows[step, slot].tolist())]
                self.assertEqual(searched[0][0], int(ring.side[step, slot]))
                best = int(ring.policy[step, slot].argmax())
                self.assertTrue(
                    any(policy[best] > policy.max() - 1 / 255 for _, policy in searched)
                )
        self.assertTrue(torch.allclose(ring.policy[0].float().sum(1), torch.ones(GAMES), atol=1e-2))
        self.assertTrue(bool((ring.result[0, ring.held] == replay.UNKNOWN).all()))

    def test_positions_to_distil_are_quiet(self):
        searched = distil.searched_positions(self.ring, self.labeller, 400)
        off = distil.deviations(searched, self.labeller, 300)
        self.assertGreater(min(len(searched), len(off)), 100)
        for positions in (searched, off):
            codes = torch.zeros(len(positions), kernels.board.points, dtype=torch.uint8)
            kernels.features(positions.rows, positions.side, None, codes=codes)
            self.assertEqual(int((codes & 7).max()), 0)
            self.assertTrue(
                torch.allclose(positions.wdl.float().sum(1), torch.ones(len(positions)), atol=1e-3)
            )
            self.assertTrue(
                torch.allclose(
                    positions.policy.float().sum(1), torch.ones(len(positions)), atol=2e-2
                )
            )
        stones = (kernels.boards_of(off.rows) != 0).flatten(1).sum(1)
        self.assertGreater(int(stones.max()), 4)

    def test_deviations_are_as_sharp_as_is_asked(self):
        searched = distil.searched_positions(self.ring, self.labeller, 100)
        values = []
        for sharpness in (1.0, 2.0):
            torch.manual_seed(5)
            off = distil.deviations(searched, self.labeller, 100, sharpness)
            self.assertTrue(torch.allclose(off.wdl.sum(1), torch.ones(len(off)), atol=1e-3))
            values.append(torch.logit(off.wdl[:, 0] + off.wdl[:, 1] / 2))
        self.assertTrue(torch.allclose(2 * values[0], values[1], atol=1e-2))

    def given(self, logit, outcome=np.nan):
        return games.Positions(
            kernels.boards_of(self.ring.rows[30]).numpy().astype(np.uint8),
            self.ring.side[30].numpy(),
            np.arange(GAMES),
            np.full(GAMES, logit, np.float32),
            np.full(GAMES, outcome, np.float32),
        )

    def test_games_from_elsewhere_are_labelled_by_teacher_and_player(self):
        def expected(*given, weights=None):
            positions, told = distil.given_positions(self.given(*given), self.labeller, weights)
            self.assertTrue(torch.allclose(positions.wdl.sum(1), torch.ones(len(positions))))
            self.assertGreaterEqual(float(positions.wdl.min()), 0)
            return positions, told, torch.logit(positions.wdl[:, 0] + positions.wdl[:, 1] / 2)

        won, told, high = expected(2.0)
        _, _, low = expected(-2.0)
        self.assertGreater(len(won), 10)
        self.assertLessEqual(int(won.held.sum()), 1)
        self.assertTrue(bool(won.given.all()))
        self.assertEqual([told[name] for name in ("teacher", "search", "alone")], [0.5, 0.5, 1.0])
        self.assertEqual(told["ended"], 0)
        self.assertTrue(torch.allclose(high - low, torch.tensor(2.0), atol=1e-3))
        _, told, _ = expected(2.0, 1.0)  # whoever played was right
        self.assertGreater(told["search"], 0.6)
        self.assertEqual(told["ended"], len(won) - int(won.held.sum()))
        _, told, sure = expected(2.0, 1.0, weights=(0.0, 3.0))  # as it is told
        self.assertEqual([told[name] for name in ("teacher", "search", "alone")], [0.0, 3.0, 1.0])
        self.assertTrue(torch.allclose(sure, torch.tensor(6.0), atol=1e-2))

    def test_a_mixture_keeps_its_shares_and_holds_out(self):
        own = distil.searched_positions(self.ring, self.labeller, 200)
        both = distil.join([own, distil.given_positions(self.given(0.0), self.labeller)[0]])
        for share in (0, 0.25, 1):
            drawn = distil.Mixture(both, share).draw(100)
            self.assertEqual((len(drawn), int(both.given[drawn].sum())), (100, 100 * share))
            self.assertFalse(bool(both.held[drawn].any()))
        self.assertEqual(len(distil.Mixture(own, 0.5).draw(10)), 10)  # nothing was given

    def test_a_student_learns_and_its_integers_agree(self):
        positions = distil.searched_positions(self.ring, self.labeller, 300)
        distiller = distil.Distiller(
            netfile.DEFAULT_SHAPE, "cpu", batch=64, rate=5e-3, mapping_width=8, average=0.5
        )
        positions.held[:] = True
        before = distil.judge(distiller.average, positions)
        positions.held[:] = False
        distiller.train(positions, distil.Mixture(positions), 1000, lambda **_: None, steps_max=40)
        positions.held[:] = True
        after = distil.judge(distiller.average, positions)
        self.assertLess(
            after["value_loss"] + after["policy_loss"], before["value_loss"] + before["policy_loss"]
        )
        heir = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        heir.begin_from(distiller.average.state_dict())
        self.assertEqual(distil.judge(heir.average, positions), after)

        self.check_integers(distiller.average, positions)

    def check_integers(self, learned, positions):
        """That the net of a student says what the student says."""
        net = netfile.from_bytes(student.to_net(learned, name="test").to_bytes())
        self.assertEqual(len(net.parts), len(learned.parts))
        side = positions.side[:12].contiguous()
        self.assertEqual(set(side.tolist()), {0, 1})
        numbers, _ = kernels.line_numbers(positions.rows[:12].contiguous(), side, 4)
        with torch.no_grad():
            wdl, policy = learned(numbers, side)
        boards = kernels.boards_of(positions.rows[:12]).numpy().astype(np.int64)
        for i in range(12):
            result = reference.evaluate(net, boards[i], int(positions.side[i]) + 1)
            self.assertLess(float(np.abs(result["wdl"] / 8192 - wdl[i].numpy()).max()), 0.1)
            self.assertLess(
                float(np.abs(result["policy"].reshape(-1) / 4096 - policy[i].numpy()).max()), 0.2
            )

    def test_a_student_of_two_colours_goes_on_from_one_of_one(self):
        positions = distil.searched_positions(self.ring, self.labeller, 200)
        positions.held[:] = True
        one = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        two = distil.Distiller(
            netfile.DEFAULT_SHAPE,
            "cpu",
            batch=64,
            rate=5e-3,
            mapping_width=8,
            average=0.5,
            colours=2,
        )
        two.compile(positions)
        before = distil.judge(one.average, positions)
        # As older files have it, too: without the names of parts.
        for weights in (one.average.state_dict(), one.average.parts[0].state_dict()):
            two.begin_from(weights)
            for name, figure in distil.judge(two.average, positions).items():
                self.assertAlmostEqual(figure, before[name], places=4)
        positions.held[:] = False
        two.train(positions, distil.Mixture(positions), 1000, lambda **_: None, steps_max=20)
        for black, white in zip(*(part.parameters() for part in two.student.parts)):
            self.assertFalse(torch.equal(black, white))
        self.check_integers(two.average, positions)
        with self.assertRaisesRegex(ValueError, "cannot become one of one"):
            one.begin_from(two.average.state_dict())

    def test_only_renju_asks_for_two_colours(self):
        rules = {name: student.colours_by(name) for name in netfile.RULES}
        self.assertEqual(rules, dict(freestyle=1, standard=1, renju=2))

    def test_a_wider_student_begins_where_a_narrower_one_ended(self):
        positions = distil.searched_positions(self.ring, self.labeller, 100)
        narrow = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        positions.held[:] = True
        before = distil.judge(narrow.average, positions)
        shape = netfile.Shape(4, 48, 24, 24, 40, 36, 4)
        wide = distil.Distiller(shape, "cpu", batch=64, mapping_width=8)
        wide.begin_from(narrow.average.state_dict())
        for name, figure in distil.judge(wide.average, positions).items():
            self.assertAlmostEqual(figure, before[name], places=4)
        with self.assertRaisesRegex(ValueError, "only wider"):
            narrow.begin_from(wide.average.state_dict())
        for other in (shape._replace(reach=5), 8), (shape, 16):
            heir = distil.Distiller(other[0], "cpu", batch=64, mapping_width=other[1])
            with self.assertRaisesRegex(ValueError, "cannot become"):
                heir.begin_from(narrow.average.state_dict())
        positions.held[:] = False
        wide.train(positions, distil.Mixture(positions), 1000, lambda **_: None, steps_max=3)
        added = wide.student.parts[0].total[:, 16:24]  # by features that the narrow one has not
        self.assertGreater(float(added.abs().max()), 0)
        self.assertEqual(netfile.from_bytes(student.to_net(wide.average).to_bytes()).shape, shape)

    def test_rows_are_summed_alike_in_every_way(self):
        torch.manual_seed(2)
        numbers = torch.randint(0, 7, (500, 4), dtype=torch.int32)
        numbers[100:300] = 3
        wanted = None
        for way in gather.WAYS:
            table = torch.linspace(-1, 1, 70).view(7, 10).requires_grad_()
            result = gather.summed(numbers, table, way)
            (result * torch.arange(500).view(-1, 1)).sum().backward()
            wanted = wanted or (result.detach(), table.grad)
            for one, other in zip(wanted, (result.detach(), table.grad)):
                self.assertTrue(torch.allclose(one, other, rtol=1e-4), way)
        best, times = gather.quickest(numbers, table.detach(), gather.WAYS[:3])
        self.assertIn(best, gather.WAYS[:3])
        self.assertEqual(list(times), ["sort1", "sort8", "sort32"])

    def test_a_match_counts_every_game(self):
        checkpoint = dict(sd=self.learner.state(), blocks=1, ch=8)
        player = arena.Player(8, checkpoint, "cpu", 2, 2)
        lines, to_move = arena.balanced_openings("cpu", 4, player.values, seed=1, tried=4)
        result = arena.match(player, player, lines, to_move)
        self.assertEqual(result["wins"] + result["draws"] + result["losses"], 8)
        self.assertEqual(
            (result["wins"], result["losses"]), (4, 4)
        )  # the same player twice, colours exchanged


class LargeLearningTest(LearningTest):
    size = 20
    # What takes seconds and has nothing to do with the size.
    test_a_student_of_two_colours_goes_on_from_one_of_one = None

    def test_the_whole_board_is_not_the_mean_of_its_regions(self):
        """They have 49, 42 or 36 points."""
        point = torch.rand(2, 20, 20, 3)
        region, whole = (means / student.POOL_GAIN for means in student.pooled(point))
        self.assertTrue(torch.allclose(region[:, 0, 0], point[:, :7, :7].mean((1, 2))))
        self.assertTrue(torch.allclose(region[:, 1, 2], point[:, 7:13, 13:].mean((1, 2))))
        self.assertTrue(torch.allclose(whole, point.mean((1, 2)), atol=1e-6))
        self.assertFalse(torch.allclose(whole, region.mean((1, 2)), atol=1e-4))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class RenjuTest(unittest.TestCase):
    """What is different where black must not play everywhere."""

    @classmethod
    def setUpClass(cls):
        torch.manual_seed(3)
        kernels.play_by("renju")
        cls.learner = learner.Learner(1, 8, "cpu", batch=64)
        cls.ring = replay.Replay(60, GAMES, "cpu")
        games = selfplay.SelfPlay(search.Search(GAMES, cls.learner.play, "cpu", 2, 2), cls.ring)
        for _ in range(40):
            games.step()

    @classmethod
    def tearDownClass(cls):
        kernels.play_by("freestyle")

    def test_black_never_thinks_of_a_forbidden_point(self):
        steps = slice(0, 40)
        rows, side = self.ring.rows[steps].flatten(0, 1), self.ring.side[steps].flatten()
        policy = self.ring.policy[steps].flatten(0, 1).float()
        fouls = torch.from_numpy(renju.fouls_of(kernels.boards_of(rows).numpy())).flatten(1).bool()
        thought_of = (policy * fouls).sum(1) > 0
        self.assertGreater(int((fouls.any(1) & (side == 0)).sum()), 50)
        self.assertFalse(bool((thought_of & (side == 0)).any()))
        self.assertTrue(bool((thought_of & (side == 1)).any()))
        results = self.ring.result[steps]
        self.assertLessEqual({-1, 1}, set(results.flatten().tolist()))

    def test_deviations_put_no_black_stone_where_it_must_not_be(self):
        fork = 7 * 15 + 7  # of two threes
        stones = torch.zeros(15, 15, dtype=torch.int64)
        stones[(7, 7, 5, 6), (5, 6, 7, 7)] = 1
        stones[(1, 1, 13, 13), (1, 13, 1, 13)] = 2
        policy = torch.zeros(8, kernels.board.points)
        policy[:, fork] = 400  # so that half of the first moves would be there
        positions = distil.Positions(
            kernels.packed_rows(stones.expand(8, 15, 15)),
            torch.zeros(8, dtype=torch.int8),
            policy,
            torch.zeros(8, 3),
            *torch.zeros(2, 8, dtype=torch.bool),
        )
        labeller = distil.Labeller(self.learner.play, GAMES, "cpu")
        off = distil.deviations(positions, labeller, 100)
        self.assertGreater(len(off), 80)  # a move that loses at once would leave nothing to label
        self.assertFalse(bool((kernels.boards_of(off.rows).flatten(1)[:, fork] == 1).any()))

    def test_planes_turn_with_the_board(self):
        rows, side = self.ring.rows[20, :8].contiguous(), self.ring.side[20, :8].contiguous()
        plain = torch.zeros(8, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        turned, symmetry = torch.zeros_like(plain), torch.arange(8, dtype=torch.int32)
        kernels.features(rows, side, plain)
        kernels.features(rows, side, turned, symmetry)
        source = kernels.permutations("cpu").long().unsqueeze(2).expand(-1, -1, kernels.PLANES)
        self.assertTrue(torch.equal(torch.gather(plain.float(), 1, source), turned.float()))
        self.assertTrue(bool(plain[:, :, teacher.RENJU_PLANES].float().any()))

    def test_planes_that_a_teacher_has_never_seen_begin_as_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path, state = (os.path.join(folder, name) for name in ("teacher.pt", "state.pt"))
            self.learner.save_training_state(state)
            for rules, is_nothing in (("standard", True), ("renju", False)):
                self.learner.save(path, rules=rules)
                again = learner.Learner(1, 8, "cpu", batch=32)
                again.load(teacher.load_checkpoint(path), torch.load(state))
                for weights in (again.net.state_dict(), again.state()):
                    seen = weights["stem.c.weight"][:, teacher.RENJU_PLANES]
                    self.assertEqual(bool((seen == 0).all()), is_nothing)
                    self.assertFalse(bool((weights["stem.c.weight"][:, :11] == 0).all()))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class SliceTest(unittest.TestCase):
    def run_slice(self, folder, *more):
        command = [
            sys.executable,
            "-m",
            "training.slice",
            "--out",
            folder,
            "--device",
            "cpu",
            "--minutes",
            "60",
            "--distil-minutes",
            "30",
            "--size",
            "1x8",
            "--slots",
            "64",
            "--ring",
            "120",
            "--batch",
            "32",
            "--student-batch",
            "32",
            "--first-simulations",
            "1",
            "--simulations",
            "2",
            "--candidates",
            "2",
            "--positions",
            "200",
            "--mapping-width",
            "8",
            "--student-steps",
            "10",
            *more,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn('"failed"', done.stdout, done.stderr)
        return done.stdout

    def test_a_slice_leaves_everything_at_home(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = games_test.packed(0, 15, 1, 2, [112, 96, 113, 98, 127, 97, 99, 95, 142])
            with open(os.path.join(folder, "some.games"), "wb") as file:
                file.write(games.MAGIC + packed + packed)
            told = self.run_slice(
                folder,
                *("--games", folder, "--teacher-steps", "110"),
                *("--student", "line9", "--student", "sharp:begin=line9,value=4,games=0"),
            )
            self.assertIn('"rehearsed"', told)
            self.assertIn(
                'some.games", "positions": 1', told
            )  # and a digit: 10 to 14 of the 14 are quiet
            self.assertEqual(
                sorted(os.listdir(os.path.join(folder, "home"))),
                [
                    "line9.net",
                    "log.jsonl",
                    "replay.bin",
                    "sharp.net",
                    "students.pt",
                    "teacher.pt",
                    "training_state.pt",
                ],
            )
            with open(os.path.join(folder, "home", "line9.net"), "rb") as file:
                netfile.from_bytes(file.read())

    def test_a_slice_of_renju_has_a_net_of_two_colours(self):
        with tempfile.TemporaryDirectory() as folder:
            told = self.run_slice(folder, "--rules", "renju", "--teacher-steps", "40")
            self.assertIn('"event": "done"', told)
            home = os.path.join(folder, "home")
            with open(os.path.join(home, "line9.net"), "rb") as file:
                net = netfile.from_bytes(file.read())
            self.assertEqual((net.rules, len(net.parts)), ("renju", 2))
            checkpoint = teacher.load_checkpoint(os.path.join(home, "teacher.pt"))
            self.assertEqual(checkpoint["rules"], "renju")

    def test_a_teacher_grows(self):
        with tempfile.TemporaryDirectory() as folder:
            told = self.run_slice(
                folder, "--grow", "2x12", "--growth-batches", "5", "--teacher-steps", "40"
            )
            self.assertIn('"teacher grows"', told)
            checkpoint = teacher.load_checkpoint(os.path.join(folder, "home", "teacher.pt"))
            self.assertEqual((checkpoint["blocks"], checkpoint["ch"]), (2, 12))
            again = self.run_slice(
                folder, "--grow", "2x12", "--teacher-steps", "5"
            )  # as after a crash
            self.assertIn('"resumed": true', again)
            self.assertNotIn('"teacher grows"', again)

    def test_a_larger_board_begins_with_what_a_smaller_one_taught(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("15.pt", "students.pt", "20.games")]
            learner.Learner(1, 8, "cpu", batch=8).save(paths[0])
            torch.save({"line9": student.Student(mapping_width=8).state_dict()}, paths[1])
            with open(paths[2], "wb") as file:
                file.write(
                    games.MAGIC
                    + games_test.packed(0, 20, 1, 2, [399, 396, 379, 376, 359, 356, 339])
                    + games_test.packed(0, 15, 1, 2, [112, 96, 113])
                )
            told = self.run_slice(
                folder,
                *("--board", "20", "--teacher", paths[0], "--students", paths[1]),
                *("--student", "large:begin=line9", "--games", folder, "--teacher-steps", "40"),
                *("--arena-games", "4", "--arena-simulations", "1"),
            )
            self.assertIn('"match"', told)
            self.assertIn('20.games", "positions": 5, "of_another_kind": 1', told)
            with open(os.path.join(folder, "home", "large.net"), "rb") as file:
                self.assertEqual(netfile.from_bytes(file.read()).sizes, (20, 20))
