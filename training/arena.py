"""Matches between networks, all games at once, from balanced openings with colours exchanged."""
import math
import time

import torch

from . import kernels, teacher
from .search import Search


class Player:
    """A teacher's checkpoint that plays with search, without Gumbel noise."""

    def __init__(self, games, checkpoint, device, simulations=32, candidates=16):
        self.inference, play = teacher.make_inference_net(
            checkpoint["blocks"], checkpoint["ch"], device, compiled=False
        )
        self.inference.load({name: tensor.to(device) for name, tensor in checkpoint["sd"].items()})
        self.search = Search(games, play, device, simulations, candidates)

    def __call__(self, lines, to_move):
        return self.search.run(lines, to_move, noise=False)[0].clone()

    def values(self, lines, to_move):
        games = self.search.games
        parts = [
            self.search.values(
                lines[i : i + games].contiguous(), to_move[i : i + games].contiguous()
            ).clone()
            for i in range(0, lines.shape[0], games)
        ]
        return torch.cat(parts)


def balanced_openings(device, pairs, values, seed, tried=16):
    """The `pairs` most balanced of `tried` times as many random openings, each twice in a row."""
    generator = torch.Generator(device=device)
    generator.manual_seed(seed)
    lines, to_move, status, _ = kernels.openings(device, tried * pairs, 3, 6, generator=generator)
    order = (values(lines, to_move).abs() + 10 * (status != 0)).argsort()[:pairs]
    return (
        lines[order].repeat_interleave(2, 0).contiguous(),
        to_move[order].repeat_interleave(2, 0).contiguous(),
    )


@torch.no_grad()
def match(one, other, lines, to_move, seconds=math.inf):
    """Wins, draws and losses of `one`, which has black in the first game of each pair. Games not
    finished in time, or after half as many moves as there are points, count as draws; `unfinished`
    is their number."""
    end = time.time() + seconds
    device, games = lines.device, lines.shape[0]
    lines, to_move = lines.clone(), to_move.clone()
    colour = (torch.arange(games, device=device) % 2).to(torch.int8)
    status = torch.zeros(games, dtype=torch.int8, device=device)
    result = torch.zeros(games, device=device)
    finished = torch.zeros(games, dtype=torch.bool, device=device)
    for i in range(kernels.board.points // 2):
        move = torch.where(to_move == colour, one(lines, to_move), other(lines, to_move))
        move = torch.where(finished, torch.full_like(move, -1), move).contiguous()
        status.zero_()
        kernels.play(lines, to_move, move, status)
        done = (status != 0) & ~finished
        winner = torch.where(status == 1, to_move, 1 - to_move)
        outcome = torch.where(winner == colour, 1.0, -1.0)
        result = torch.where(
            done, torch.where(status == 2, torch.zeros_like(result), outcome), result
        )
        finished |= done
        if i % 8 == 7 and (bool(finished.all()) or time.time() > end):
            break
    wins, losses = int((result > 0).sum()), int((result < 0).sum())
    draws = games - wins - losses
    return dict(
        wins=wins,
        draws=draws,
        losses=losses,
        unfinished=int((~finished).sum()),
        score=(wins + draws / 2) / games,
    )
