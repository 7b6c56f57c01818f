"""Self-play, training, distillation and export at tiny sizes on the CPU. Skipped if PyTorch is not
installed."""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

import games_test
import gomoku
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
        kernels,
        learner,
        netfile,
        reference,
        replay,
        row_sum,
        search,
        selfplay,
        student,
        teacher,
    )

    torch.set_num_threads(1)

GAMES = 64


@unittest.skipIf(torch is None, "PyTorch is not installed")
class OnBoard(unittest.TestCase):
    """Base class of tests that also run on another board size."""

    size = 15

    @classmethod
    def setUpClass(cls):
        kernels.configure("freestyle", cls.size)

    @classmethod
    def tearDownClass(cls):
        kernels.configure("freestyle")


class SearchTest(OnBoard):
    corner = 0  # offset of the test positions from the first row and column

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        torch.manual_seed(0)
        net = teacher.Teacher(1, 8)
        cls.inference, cls.play = teacher.make_inference_net(1, 8, "cpu")
        cls.inference.load(net.state_dict())
        cls.net = net.eval()

    def test_the_folded_copy_matches_the_network(self):
        lines, to_move, _, _ = kernels.openings("cpu", 6, 2, 7)
        planes = torch.zeros(6, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        kernels.features(lines, to_move, planes)
        with torch.no_grad():
            policy, wdl = self.net(
                planes.float().view(-1, self.size, self.size, kernels.PLANES).permute(0, 3, 1, 2)
            )
        folded_policy, folded_wdl = self.play(planes.float())
        self.assertTrue(torch.allclose(policy, folded_policy, atol=1e-4))
        self.assertTrue(torch.allclose(torch.softmax(wdl, 1), folded_wdl, atol=1e-4))

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

    def test_visits_and_policies_add_up(self):
        lines, to_move, status, _ = kernels.openings("cpu", 16, 4, 7)
        tree = search.Search(16, self.play, "cpu", 24, 8)
        _, policy, value, known_move = tree.run(lines, to_move)
        self.assertTrue(torch.allclose(policy.sum(1), torch.ones(16), atol=1e-3))
        self.assertTrue(bool((value.abs() <= 1.001).all()))
        checked = 0
        for game in range(16):
            if status[game] or known_move[game] >= 0:
                continue
            checked += 1
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
        self.assertGreater(checked, 4)

    def test_sequential_halving(self):
        schedule = search.sequential_halving(4, 8)
        self.assertEqual(schedule, [0, 0, 0, 0, 1, 1, 2, 2])

    def test_planes_follow_the_symmetries(self):
        lines, to_move, _, _ = kernels.openings("cpu", 8, 5, 7)
        plain = torch.zeros(8, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        transformed, symmetry = torch.zeros_like(plain), torch.arange(8, dtype=torch.int32)
        kernels.features(lines, to_move, plain)
        kernels.features(lines, to_move, transformed, symmetry)
        source = kernels.permutations("cpu").long()
        expected = torch.gather(
            plain.float(), 1, source.unsqueeze(2).expand(-1, -1, kernels.PLANES)
        )
        self.assertTrue(torch.equal(expected, transformed.float()))

    def test_boards_convert_to_words_and_back(self):
        lines, _, _, _ = kernels.openings("cpu", 32, 0, 7, wild=0.5)
        boards = kernels.boards_of(lines)
        self.assertTrue(torch.equal(kernels.lines_of(boards), lines))
        self.assertTrue(torch.equal(kernels.packed_rows(boards), lines[:, : self.size]))


class LargeSearchTest(SearchTest):
    size, corner = 20, 8


class LearningTest(OnBoard):
    """All tests use one replay buffer, filled once."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        torch.manual_seed(1)
        cls.learner = learner.Learner(1, 8, "cpu", batch=64)
        cls.ring = replay.ReplayBuffer(80, GAMES, "cpu")
        games = selfplay.SelfPlay(search.Search(GAMES, cls.learner.play, "cpu", 2, 2), cls.ring)
        for _ in range(60):
            games.step()
        cls.counts = games.pop_counts()
        cls.labeller = distil.Labeller(cls.learner.play, GAMES, "cpu")

    def test_games_end_and_are_labelled(self):
        self.assertGreater(self.counts["games"], 100)
        known = self.ring.result[:60] != replay.UNKNOWN
        self.assertGreater(float(known.float().mean()), 0.5)
        # The side to move alternates within a game, except for forced blocks: both results occur.
        self.assertEqual(set(self.ring.result[:60][known].tolist()) - {0}, {-1, 1})

    def test_the_loss_of_the_teacher_falls(self):
        before = [tensor.clone() for tensor in self.learner.current]
        trained = learner.Learner(1, 8, "cpu", batch=64, rate=3e-3)
        first = last = None
        for i in range(60):
            trained.step(self.ring, 0, 60, 3e-3)
            if i % 20 == 19:
                losses = trained.pop_losses()
                first, last = first or losses, losses
        self.assertLess(
            last["policy_loss"] + last["value_loss"], first["policy_loss"] + first["value_loss"]
        )
        self.assertTrue(trained.is_finite())
        self.assertTrue(all(torch.equal(a, b) for a, b in zip(before, self.learner.current)))

    def test_training_resumes_from_files(self):
        trained = learner.Learner(1, 8, "cpu", batch=32)
        for _ in range(3):
            trained.step(self.ring, 0, 60, 1e-3)
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("teacher.pt", "state.pt")]
            trained.save(paths[0], minutes=1.5)
            trained.save_training_state(paths[1])
            resumed = learner.Learner(1, 8, "cpu", batch=32)
            resumed.load(teacher.load_checkpoint(paths[0]), torch.load(paths[1]))
        self.assertEqual(resumed.steps, 3)
        for one, other in ((trained.ema, resumed.ema), (trained.current, resumed.current)):
            self.assertTrue(
                all(torch.allclose(a, b, atol=1e-2, rtol=1e-2) for a, b in zip(one, other))
            )
        moments = [
            optimizer.state[parameter]["exp_avg"]
            for optimizer, parameter in (
                (trained.optimizer, next(trained.net.parameters())),
                (resumed.optimizer, next(resumed.net.parameters())),
            )
        ]
        self.assertTrue(torch.allclose(*moments, rtol=1e-2, atol=1e-6))
        resumed.step(self.ring, 0, 60, 1e-3)
        self.assertTrue(resumed.is_finite())

    def test_the_replay_buffer_is_saved_and_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "replay.bin")
            saved = replay.save(self.ring, path, 1000)
            ring = replay.ReplayBuffer(80, GAMES, "cpu")
            loaded = replay.load(ring, path)
            self.assertEqual(loaded, saved // GAMES * GAMES)
            for other in (("freestyle", 35 - self.size), ("renju", self.size)):
                kernels.configure(*other)
                with self.assertRaisesRegex(ValueError, f"of freestyle on {self.size}x{self.size}"):
                    replay.load(replay.ReplayBuffer(80, GAMES, "cpu"), path)
            kernels.configure("freestyle", self.size)
            with open(path, "r+b") as file:
                file.seek(40)
                file.write(b"\xff\xff")
            with self.assertRaisesRegex(ValueError, "damaged"):
                replay.load(replay.ReplayBuffer(80, GAMES, "cpu"), path)
        self.assertGreater(loaded, 300)
        known = {}
        for rows, side, policy in zip(
            self.ring.rows.view(-1, self.size),
            self.ring.side.view(-1).tolist(),
            self.ring.policy.view(-1, kernels.board.points).float(),
        ):
            known.setdefault(tuple(rows.tolist()), []).append((side, policy))
        for step in range(ring.step):
            for slot in torch.nonzero(~ring.held_out).flatten().tolist():
                searched = known[tuple(ring.rows[step, slot].tolist())]
                self.assertEqual(searched[0][0], int(ring.side[step, slot]))
                best = int(ring.policy[step, slot].argmax())
                self.assertTrue(
                    any(policy[best] > policy.max() - 1 / 255 for _, policy in searched)
                )
        self.assertTrue(torch.allclose(ring.policy[0].float().sum(1), torch.ones(GAMES), atol=1e-2))
        self.assertTrue(bool((ring.result[0, ring.held_out] == replay.UNKNOWN).all()))

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

    def test_searched_positions_are_drawn_once(self):
        available = self.ring.step * GAMES
        searched = distil.searched_positions(self.ring, self.labeller, 10 * available)
        self.assertLessEqual(len(searched), available)
        half = distil.searched_positions(self.ring, self.labeller, available // 2)
        self.assertLess(len(half), 0.7 * len(searched))

    def test_without_results_the_label_is_that_of_teacher_and_search(self):
        ring = replay.ReplayBuffer(1, GAMES, "cpu")
        half = torch.full((GAMES,), 0.5)
        ring.add(self.ring.rows[20], self.ring.side[20], self.ring.policy[20].float(), half)
        ring.step = 1
        self.assertRaises(RuntimeError, distil.searched_positions, ring, self.labeller, GAMES)
        searched = distil.searched_positions(ring, self.labeller, GAMES, use_results=False)
        self.assertGreater(len(searched), GAMES / 2)
        _, wdl = self.labeller(searched.rows, searched.side)
        share = distil.TEACHER_SHARE
        expected = share * wdl + (1 - share) * torch.tensor([0.75, 0, 0.25])
        self.assertTrue(torch.allclose(searched.wdl, expected, atol=1e-4))

    def test_exploring_plays_moves_that_the_search_did_not_choose(self):
        counts = []
        for explore in (0.0, 0.5):
            torch.manual_seed(3)
            ring = replay.ReplayBuffer(12, GAMES, "cpu")
            tree = search.Search(GAMES, self.learner.play, "cpu", 2, 2)
            games, other = selfplay.SelfPlay(tree, ring, explore), 0
            for step in range(10):
                games.step()
                board = kernels.boards_of(games.lines[:, : self.size].contiguous()).flatten(1)
                chosen = tree.tensors["chosen_move"].long()[:, None]
                goes_on = games.start <= step
                other += int((goes_on & (board.gather(1, chosen)[:, 0] == 0)).sum())
            counts.append(other)
        self.assertEqual(counts[0], 0)
        self.assertGreater(counts[1], 10)

    def test_sharpness_scales_the_logits_of_deviations(self):
        searched = distil.searched_positions(self.ring, self.labeller, 100)
        values = []
        for sharpness in (1.0, 2.0):
            torch.manual_seed(5)
            off = distil.deviations(searched, self.labeller, 100, sharpness)
            self.assertTrue(torch.allclose(off.wdl.sum(1), torch.ones(len(off)), atol=1e-3))
            values.append(torch.logit(off.wdl[:, 0] + off.wdl[:, 1] / 2))
        self.assertTrue(torch.allclose(2 * values[0], values[1], atol=1e-2))

    def engine_games(self, logit, outcome=np.nan):
        return games.Positions(
            kernels.boards_of(self.ring.rows[30]).numpy().astype(np.uint8),
            self.ring.side[30].numpy(),
            np.arange(GAMES),
            np.full(GAMES, logit, np.float32),
            np.full(GAMES, outcome, np.float32),
        )

    def test_engine_games_are_labelled_by_teacher_and_search(self):
        def labelled(*games, weights=None):
            positions, figures = distil.engine_positions(
                self.engine_games(*games), self.labeller, weights
            )
            self.assertTrue(torch.allclose(positions.wdl.sum(1), torch.ones(len(positions))))
            self.assertGreaterEqual(float(positions.wdl.min()), 0)
            return positions, figures, torch.logit(positions.wdl[:, 0] + positions.wdl[:, 1] / 2)

        won, figures, high = labelled(2.0)
        _, _, low = labelled(-2.0)
        self.assertGreater(len(won), 10)
        self.assertLessEqual(int(won.held_out.sum()), 1)
        self.assertTrue(bool(won.from_engine.all()))
        names = ("teacher", "search", "alone")
        self.assertEqual([figures[name] for name in names], [0.5, 0.5, 1.0])
        self.assertEqual(figures["ended"], 0)
        self.assertTrue(torch.allclose(high - low, torch.tensor(2.0), atol=1e-3))
        _, figures, _ = labelled(2.0, 1.0)  # the search was right
        self.assertGreater(figures["search"], 0.6)
        self.assertEqual(figures["ended"], len(won) - int(won.held_out.sum()))
        _, figures, fixed = labelled(2.0, 1.0, weights=(0.0, 3.0))
        self.assertEqual([figures[name] for name in names], [0.0, 3.0, 1.0])
        self.assertTrue(torch.allclose(fixed, torch.tensor(6.0), atol=1e-2))

    def test_the_sampler_keeps_the_share_and_the_held_out_set(self):
        selfplay = distil.searched_positions(self.ring, self.labeller, 200)
        engine, _ = distil.engine_positions(self.engine_games(0.0), self.labeller)
        both = distil.join([selfplay, engine])
        for share in (0, 0.25, 1):
            drawn = distil.MixedSampler(both, share).draw(100)
            self.assertEqual((len(drawn), int(both.from_engine[drawn].sum())), (100, 100 * share))
            self.assertFalse(bool(both.held_out[drawn].any()))
        self.assertEqual(len(distil.MixedSampler(selfplay, 0.5).draw(10)), 10)  # no engine games

    def test_validation_takes_positions_of_every_kind(self):
        held_out = torch.arange(10)
        for most, expected in ((20, list(range(10))), (5, [0, 2, 4, 6, 8]), (4, [0, 3, 6, 9])):
            self.assertEqual(distil.spread(held_out, most).tolist(), expected)

    def test_a_student_learns_and_its_net_agrees(self):
        positions = distil.searched_positions(self.ring, self.labeller, 300)
        distiller = distil.Distiller(
            netfile.DEFAULT_SHAPE, "cpu", batch=64, rate=5e-3, mapping_width=8, ema_decay=0.5
        )
        positions.held_out[:] = True
        before = distil.validate(distiller.ema, positions)
        positions.held_out[:] = False
        sampler = distil.MixedSampler(positions)
        distiller.train(positions, sampler, 1000, lambda **_: None, steps_max=40)
        positions.held_out[:] = True
        after = distil.validate(distiller.ema, positions)
        self.assertLess(
            after["value_loss"] + after["policy_loss"], before["value_loss"] + before["policy_loss"]
        )
        copy = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        copy.begin_from(distiller.ema.state_dict())
        self.assertEqual(distil.validate(copy.ema, positions), after)

        self.check_quantized(distiller.ema, positions)

    def check_quantized(self, trained, positions):
        """Compares the outputs of a student with those of its quantized net."""
        net = netfile.from_bytes(student.to_net(trained, name="test").to_bytes())
        self.assertEqual(len(net.parts), len(trained.parts))
        side = positions.side[:12].contiguous()
        self.assertEqual(set(side.tolist()), {0, 1})
        numbers, _ = kernels.line_numbers(positions.rows[:12].contiguous(), side, 4)
        with torch.no_grad():
            wdl, policy = trained(numbers, side)
        boards = kernels.boards_of(positions.rows[:12]).numpy().astype(np.int64)
        for i in range(12):
            result = reference.evaluate(net, boards[i], int(positions.side[i]) + 1)
            self.assertLess(float(np.abs(result["wdl"] / 8192 - wdl[i].numpy()).max()), 0.1)
            self.assertLess(
                float(np.abs(result["policy"].reshape(-1) / 4096 - policy[i].numpy()).max()), 0.2
            )

    def test_two_parts_begin_from_one(self):
        positions = distil.searched_positions(self.ring, self.labeller, 200)
        positions.held_out[:] = True
        one = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        two = distil.Distiller(
            netfile.DEFAULT_SHAPE,
            "cpu",
            batch=64,
            rate=5e-3,
            mapping_width=8,
            ema_decay=0.5,
            colours=2,
        )
        two.compile(positions)
        before = distil.validate(one.ema, positions)
        # Also the state dict of older files, without the names of parts.
        for weights in (one.ema.state_dict(), one.ema.parts[0].state_dict()):
            two.begin_from(weights)
            for name, figure in distil.validate(two.ema, positions).items():
                self.assertAlmostEqual(figure, before[name], places=4)
        positions.held_out[:] = False
        two.train(positions, distil.MixedSampler(positions), 1000, lambda **_: None, steps_max=20)
        for black, white in zip(*(part.parameters() for part in two.student.parts)):
            self.assertFalse(torch.equal(black, white))
        self.check_quantized(two.ema, positions)
        with self.assertRaisesRegex(ValueError, "two parts cannot become one"):
            one.begin_from(two.ema.state_dict())

    def test_only_renju_has_two_colours(self):
        rules = {name: student.colours_for(name) for name in netfile.RULES}
        expected = {name: 1 for name in netfile.RULES}
        self.assertEqual(rules, dict(expected, renju=2))

    def test_widening_preserves_the_outputs(self):
        positions = distil.searched_positions(self.ring, self.labeller, 100)
        narrow = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=64, mapping_width=8)
        positions.held_out[:] = True
        before = distil.validate(narrow.ema, positions)
        shape = netfile.Shape(4, 48, 24, 24, 40, 36, 12)
        wide = distil.Distiller(shape, "cpu", batch=64, mapping_width=8)
        wide.begin_from(narrow.ema.state_dict())
        for name, figure in distil.validate(wide.ema, positions).items():
            self.assertAlmostEqual(figure, before[name], places=4)
        with self.assertRaisesRegex(ValueError, "only become wider"):
            narrow.begin_from(wide.ema.state_dict())
        for other, width, reason in (
            (shape._replace(reach=5), 8, "cannot become"),
            (shape, 16, "mapping has width 8, not 16"),
        ):
            wide_other = distil.Distiller(other, "cpu", batch=64, mapping_width=width)
            with self.assertRaisesRegex(ValueError, reason):
                wide_other.begin_from(narrow.ema.state_dict())
        positions.held_out[:] = False
        wide.train(positions, distil.MixedSampler(positions), 1000, lambda **_: None, steps_max=3)
        added = wide.student.parts[0].total[:, 16:24]  # weights of new features
        self.assertGreater(float(added.abs().max()), 0)
        added = wide.student.parts[0].dynamic[4:]  # new terms, no longer equal in pairs
        self.assertGreater(float((added[0::2] - added[1::2]).abs().max()), 0)
        self.assertEqual(netfile.from_bytes(student.to_net(wide.ema).to_bytes()).shape, shape)

    def test_all_row_sum_methods_agree(self):
        torch.manual_seed(2)
        indices = torch.randint(0, 7, (500, 4), dtype=torch.int32)
        indices[100:300] = 3
        expected = None
        for method in row_sum.METHODS:
            table = torch.linspace(-1, 1, 70).view(7, 10).requires_grad_()
            result = row_sum.row_sum(indices, table, method)
            (result * torch.arange(500).view(-1, 1)).sum().backward()
            expected = expected or (result.detach(), table.grad)
            for one, other in zip(expected, (result.detach(), table.grad)):
                self.assertTrue(torch.allclose(one, other, rtol=1e-4), method)
        best, times = row_sum.fastest(indices, table.detach(), row_sum.METHODS[:3])
        self.assertIn(best, row_sum.METHODS[:3])
        self.assertEqual(list(times), ["sort1", "sort8", "sort32"])

    def test_a_match_counts_every_game(self):
        checkpoint = dict(sd=self.learner.ema_state(), blocks=1, ch=8)
        player = arena.Player(8, checkpoint, "cpu", 2, 2)
        lines, to_move = arena.balanced_openings("cpu", 4, player.values, seed=1, tried=4)
        result = arena.match(player, player, lines, to_move)
        self.assertEqual(result["wins"] + result["draws"] + result["losses"], 8)
        # The same player twice with colours swapped.
        self.assertEqual((result["wins"], result["losses"]), (4, 4))


class LargeLearningTest(LearningTest):
    size = 20
    # Skipped: slow, and independent of the size.
    test_two_parts_begin_from_one = None

    def test_the_whole_board_is_not_the_mean_of_its_regions(self):
        """Regions have 49, 42 or 36 points."""
        point = torch.rand(2, 20, 20, 3)
        region, whole = (means / student.POOL_GAIN for means in student.pooled(point))
        self.assertTrue(torch.allclose(region[:, 0, 0], point[:, :7, :7].mean((1, 2))))
        self.assertTrue(torch.allclose(region[:, 1, 2], point[:, 7:13, 13:].mean((1, 2))))
        self.assertTrue(torch.allclose(whole, point.mean((1, 2)), atol=1e-6))
        self.assertFalse(torch.allclose(whole, region.mean((1, 2)), atol=1e-4))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class RenjuTest(unittest.TestCase):
    """Renju: forbidden points and the planes for them."""

    @classmethod
    def setUpClass(cls):
        torch.manual_seed(3)
        kernels.configure("renju")
        cls.learner = learner.Learner(1, 8, "cpu", batch=64)
        cls.ring = replay.ReplayBuffer(60, GAMES, "cpu")
        games = selfplay.SelfPlay(search.Search(GAMES, cls.learner.play, "cpu", 2, 2), cls.ring)
        for _ in range(40):
            games.step()

    @classmethod
    def tearDownClass(cls):
        kernels.configure("freestyle")

    def test_the_policy_of_black_has_no_forbidden_point(self):
        steps = slice(0, 40)
        rows, side = self.ring.rows[steps].flatten(0, 1), self.ring.side[steps].flatten()
        policy = self.ring.policy[steps].flatten(0, 1).float()
        masks = renju.forbidden_masks(kernels.boards_of(rows).numpy())
        forbidden = torch.from_numpy(masks).flatten(1).bool()
        considered = (policy * forbidden).sum(1) > 0
        self.assertGreater(int((forbidden.any(1) & (side == 0)).sum()), 50)
        self.assertFalse(bool((considered & (side == 0)).any()))
        self.assertTrue(bool((considered & (side == 1)).any()))
        results = self.ring.result[steps]
        self.assertLessEqual({-1, 1}, set(results.flatten().tolist()))

    def test_deviations_have_no_black_stone_on_a_forbidden_point(self):
        fork = 7 * 15 + 7  # a double three
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
        self.assertGreater(len(off), 80)  # positions after a losing move are dropped
        self.assertFalse(bool((kernels.boards_of(off.rows).flatten(1)[:, fork] == 1).any()))

    def test_planes_follow_the_symmetries(self):
        rows, side = self.ring.rows[20, :8].contiguous(), self.ring.side[20, :8].contiguous()
        plain = torch.zeros(8, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        transformed, symmetry = torch.zeros_like(plain), torch.arange(8, dtype=torch.int32)
        kernels.features(rows, side, plain)
        kernels.features(rows, side, transformed, symmetry)
        source = kernels.permutations("cpu").long().unsqueeze(2).expand(-1, -1, kernels.PLANES)
        self.assertTrue(torch.equal(torch.gather(plain.float(), 1, source), transformed.float()))
        self.assertTrue(bool(plain[:, :, teacher.OWN_PLANES["renju"]].float().any()))

    def test_a_teacher_new_to_the_rules_starts_with_zero_weights_for_their_planes(self):
        with tempfile.TemporaryDirectory() as folder:
            path, state = (os.path.join(folder, name) for name in ("teacher.pt", "state.pt"))
            self.learner.save_training_state(state)
            self.addCleanup(kernels.configure, kernels.rules(), kernels.board.size)
            for before, now, is_zero in (
                ("standard", "renju", True),
                ("renju", "renju", False),
                ("standard", "caro", True),
                ("caro", "caro-overline", False),
            ):
                kernels.configure(now)
                self.learner.save(path, rules=before)
                loaded = learner.Learner(1, 8, "cpu", batch=32)
                loaded.load(teacher.load_checkpoint(path), torch.load(state))
                for weights in (loaded.net.state_dict(), loaded.ema_state()):
                    planes = weights["stem.c.weight"][:, teacher.OWN_PLANES[now]]
                    self.assertEqual(bool((planes == 0).all()), is_zero)
                    self.assertFalse(bool((weights["stem.c.weight"][:, :3] == 0).all()))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class CaroTest(unittest.TestCase):
    """Caro: fives that can be stopped in several ways."""

    @classmethod
    def setUpClass(cls):
        torch.manual_seed(4)
        kernels.configure("caro")
        cls.learner = learner.Learner(1, 8, "cpu", batch=64)
        cls.ring = replay.ReplayBuffer(60, GAMES, "cpu")
        games = selfplay.SelfPlay(search.Search(GAMES, cls.learner.play, "cpu", 4, 4), cls.ring)
        for _ in range(50):
            games.step()

    @classmethod
    def tearDownClass(cls):
        kernels.configure("freestyle")

    def test_a_five_is_stopped(self):
        board = gomoku.empty_board(15)
        board[7][2:7] = [2, 1, 1, 1, 1]
        board[3][3] = board[4][9] = board[11][8] = 2
        boards = torch.tensor(board).expand(GAMES, 15, 15)
        lines, side = kernels.lines_of(boards), torch.ones(GAMES, dtype=torch.int8)
        self.assertTrue(bool(distil.has_five(lines, side).all()))
        planes = torch.zeros(GAMES, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16)
        kernels.features(lines, side, planes)
        self.assertTrue(bool(planes[:, :, teacher.CARO_PLANES].any()))
        searching = search.Search(GAMES, self.learner.play, "cpu", 8, 4)
        moves, policy, _, known = searching.run(lines, side)
        self.assertTrue(bool((known < 0).all()))
        self.assertEqual(set(moves.tolist()), {7 * 15 + 7, 7 * 15 + 8})
        self.assertEqual(set(torch.nonzero(policy)[:, 1].tolist()), {7 * 15 + 7, 7 * 15 + 8})

    def test_students_see_no_position_with_a_five(self):
        labeller = distil.Labeller(self.learner.play, GAMES, "cpu")
        positions = distil.searched_positions(self.ring, labeller, 2000)
        self.assertGreater(len(positions), 100)
        self.assertFalse(bool(distil.has_five(positions.rows, positions.side).any()))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class PastRunsTest(unittest.TestCase):
    """The checkpoints and runs in the repository can still be loaded."""

    @classmethod
    def tearDownClass(cls):
        kernels.configure("freestyle")

    def test_checkpoints_are_loaded(self):
        for path in glob.glob("training/checkpoints/*.pt"):
            with self.subTest(path):
                kernels.configure("renju" if "renju" in path else "freestyle")
                checkpoint = teacher.load_checkpoint(path)
                size = checkpoint["blocks"], checkpoint["ch"]
                loaded = learner.Learner(*size, "cpu", batch=8)
                loaded.load(checkpoint)
                self.assertEqual(size, (8, 96))
                self.assertTrue(loaded.is_finite())

    def test_a_run_can_be_continued(self):
        (path,) = glob.glob("training/runs/*-caro/training_state.pt")
        newest = sorted(glob.glob("training/checkpoints/teacher_caro_8x96_*min.pt"))[-1]
        kernels.configure("caro")
        resumed = learner.Learner(8, 96, "cpu", batch=8)
        resumed.load(teacher.load_checkpoint(newest), torch.load(path, map_location="cpu"))
        self.assertGreater(resumed.steps, 1000)
        for run, rules, parts in (("009", "renju", 2), ("012", "freestyle", 1), ("014", "standard", 1)):
            with self.subTest(run):
                kernels.configure(rules)
                folder = f"training/runs/{run}-{rules}/"
                students = torch.load(folder + "students.pt", map_location="cpu")
                self.assertTrue(all(map(student.is_student_state, students.values())))
                for weights in students.values():
                    copy = distil.Distiller(netfile.DEFAULT_SHAPE, "cpu", batch=8, colours=parts)
                    copy.begin_from(weights)
                    self.assertEqual(len(student.to_net(copy.ema, rules=rules).parts), parts)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class TrainRunTest(unittest.TestCase):
    def run_training(self, folder, *more):
        command = [
            sys.executable,
            "-m",
            "training.train_run",
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

    def test_a_run_writes_its_results(self):
        with tempfile.TemporaryDirectory() as folder:
            packed = games_test.packed(0, 15, 1, 2, [112, 96, 113, 98, 127, 97, 99, 95, 142])
            with open(os.path.join(folder, "some.games"), "wb") as file:
                file.write(games.MAGIC + packed + packed)
            printed = self.run_training(
                folder,
                *("--games", folder, "--teacher-steps", "110"),
                *("--student", "line9", "--student", "sharp:begin=line9,value=4,games=0"),
            )
            self.assertIn('"rehearsed"', printed)
            # And one more digit: 10 to 14 of the 14 positions are quiet.
            self.assertIn('some.games", "positions": 1', printed)
            self.assertEqual(
                sorted(os.listdir(os.path.join(folder, "results"))),
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
            with open(os.path.join(folder, "results", "line9.net"), "rb") as file:
                netfile.from_bytes(file.read())

    def test_exploring_leaves_the_teacher_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            given = os.path.join(folder, "given.pt")
            learner.Learner(1, 8, "cpu", batch=8).save(given)
            run = os.path.join(folder, "run")
            printed = self.run_training(
                run, "--teacher", given, "--explore", "0.3", "--teacher-steps", "40"
            )
            self.assertIn('"event": "done", "missing": []', printed)
            self.assertNotIn('"event": "match"', printed)
            before, after = (
                teacher.load_checkpoint(path)["sd"]
                for path in (given, os.path.join(run, "results", "teacher.pt"))
            )
            for name, tensor in before.items():
                self.assertTrue(torch.equal(tensor, after[name]), name)

    def test_renju_gives_a_net_of_two_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            printed = self.run_training(folder, "--rules", "renju", "--teacher-steps", "40")
            self.assertIn('"event": "done"', printed)
            results = os.path.join(folder, "results")
            with open(os.path.join(results, "line9.net"), "rb") as file:
                net = netfile.from_bytes(file.read())
            self.assertEqual((net.rules, len(net.parts)), ("renju", 2))
            checkpoint = teacher.load_checkpoint(os.path.join(results, "teacher.pt"))
            self.assertEqual(checkpoint["rules"], "renju")

    def test_caro_gives_a_net_for_caro(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_training(folder, "--rules", "caro", "--teacher-steps", "40")
            with open(os.path.join(folder, "results", "line9.net"), "rb") as file:
                net = netfile.from_bytes(file.read())
            self.assertEqual((net.rules, len(net.parts)), ("caro", 1))

    def test_a_larger_teacher_takes_over(self):
        with tempfile.TemporaryDirectory() as folder:
            printed = self.run_training(
                folder, "--grow", "2x12", "--growth-batches", "5", "--teacher-steps", "40"
            )
            self.assertIn('"teacher grows"', printed)
            checkpoint = teacher.load_checkpoint(os.path.join(folder, "results", "teacher.pt"))
            self.assertEqual((checkpoint["blocks"], checkpoint["ch"]), (2, 12))
            # As after a crash.
            again = self.run_training(folder, "--grow", "2x12", "--teacher-steps", "5")
            self.assertIn('"resumed": true', again)
            self.assertNotIn('"teacher grows"', again)

    def test_a_larger_board_starts_from_teacher_and_student_of_a_smaller_one(self):
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
            printed = self.run_training(
                folder,
                *("--board", "20", "--teacher", paths[0], "--students", paths[1]),
                *("--student", "large:begin=line9", "--games", folder, "--teacher-steps", "40"),
                *("--arena-games", "4", "--arena-simulations", "1"),
            )
            self.assertIn('"match"', printed)
            self.assertIn('20.games", "positions": 5, "of_another_kind": 1', printed)
            with open(os.path.join(folder, "results", "large.net"), "rb") as file:
                self.assertEqual(netfile.from_bytes(file.read()).sizes, (20, 20))
