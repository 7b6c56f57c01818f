"""Self-play of the teacher, all slots in lockstep: one step is one searched move in every slot."""
import torch

from . import kernels

BALANCE = 0.35  # openings with a much larger value are rarely played


class SelfPlay:
    """A game ends when the search has proven a win, and when the side to move wins or loses by
    force (see kernels.play). New games start from random openings; those that the network finds
    balanced are preferred.

    With `explore`, that share of the moves is random (kernels.random_moves). Then the games cover
    positions like those that alpha-beta evaluates, but their results say little."""

    def __init__(self, search, replay, explore=0.0):
        self.search, self.replay, self.explore = search, replay, explore
        games, device = replay.games, replay.device
        self.start = torch.full((games,), replay.step, dtype=torch.int32, device=device)
        self.status = torch.zeros(games, dtype=torch.int8, device=device)
        self.counts = {
            key: torch.zeros((), device=device)
            for key in ("games", "moves", "black", "draws", "proven")
        }
        self.lines, self.to_move = self.openings()

    def openings(self):
        """One opening for every slot, the best first."""
        games, device = self.replay.games, self.replay.device
        lines, to_move, status, special = kernels.openings(
            device, games, 2, 7, empty=0.01, wild=0.02
        )
        value = self.search.values(lines, to_move)
        weight = torch.where(special, torch.zeros_like(value), -((value / BALANCE) ** 2)) - 50.0 * (
            status != 0
        )
        noise = -torch.log(-torch.log(torch.rand(games, device=device).clamp(1e-9, 1 - 1e-7)))
        order = (weight + noise).argsort(descending=True)
        return lines[order], to_move[order]

    def step(self):
        replay = self.replay
        move, policy, value, known_move = self.search.run(self.lines, self.to_move)
        replay.add(self.lines[:, : kernels.board.size], self.to_move, policy, value)
        proven = known_move >= 0
        if self.explore:
            strange = torch.rand(replay.games, device=replay.device) < self.explore
            random = kernels.random_moves(policy, self.lines, self.to_move)
            move = torch.where(strange & (random >= 0), random, move)
        mover = self.to_move.clone()
        self.status.zero_()
        kernels.play(
            self.lines,
            self.to_move,
            torch.where(proven, torch.full_like(move, -1), move).contiguous(),
            self.status,
        )
        winner = torch.where(self.status == 1, self.to_move, 1 - self.to_move)
        winner = torch.where(self.status == 2, torch.full_like(winner, 2), winner)
        winner = torch.where(proven, mover, winner).contiguous()
        done = (proven | (self.status != 0)).to(torch.int8)
        kernels.label_results(done, winner, self.start, replay.step, replay.side, replay.result)
        self._count(done, winner, proven)
        self._restart(done.bool())
        replay.step += 1

    def _count(self, done, winner, proven):
        finished = done.float()
        self.counts["games"] += finished.sum()
        self.counts["moves"] += ((self.replay.step - self.start + 1) * finished).sum()
        self.counts["black"] += (finished * (winner == 0)).sum()
        self.counts["draws"] += (finished * (winner == 2)).sum()
        self.counts["proven"] += proven.float().sum()

    def _restart(self, done):
        lines, to_move = self.openings()
        rank = (done.long().cumsum(0) - 1).clamp(min=0)
        self.lines.copy_(torch.where(done[:, None], lines[rank], self.lines))
        self.to_move.copy_(torch.where(done, to_move[rank], self.to_move))
        self.start.copy_(
            torch.where(done, torch.full_like(self.start, self.replay.step + 1), self.start)
        )

    def pop_counts(self):
        """Number of games since the last call, and means over them."""
        counts = {key: float(value) for key, value in self.counts.items()}
        for value in self.counts.values():
            value.zero_()
        games = max(1.0, counts["games"])
        return dict(
            games=counts["games"],
            length=counts["moves"] / games,
            black=counts["black"] / games,
            draws=counts["draws"] / games,
            proven=counts["proven"] / games,
        )
