"""Gumbel tree search for a batch of games at once. On the GPU a whole search, network included, is
one CUDA graph."""
import ctypes as C
import math

import torch

from . import kernels

_POINTERS = (
    "lines",
    "logits",
    "child",
    "visits",
    "value_sum",
    "value",
    "parent",
    "move",
    "to_move",
    "proven",
    "count",
    "leaf",
    "asks",
    "best",
    "gumbel",
    "planes",
    "net_policy",
    "net_wdl",
    "schedule",
    "simulation",
    "game_lines",
    "game_to_move",
    "policy",
    "root_value",
    "choice",
)


class _Tree(C.Structure):
    """`Tree` of cuda/tree.cuh."""

    _fields_ = (
        [(name, C.c_void_p) for name in _POINTERS]
        + [(name, C.c_int32) for name in ("games", "nodes", "leaf_fours", "root_fours")]
        + [(name, C.c_float) for name in ("visit_offset", "value_scale")]
    )


def halving_schedule(candidates, simulations):
    """How often a root move must have been visited to be chosen next, simulation by simulation:
    sequential halving."""
    if candidates <= 1:
        return list(range(simulations))
    rounds, sequence, visits, left = (
        math.ceil(math.log2(candidates)),
        [],
        [0] * candidates,
        candidates,
    )
    while len(sequence) < simulations:
        for _ in range(max(1, int(simulations / (rounds * left)))):
            sequence += visits[:left]
            for i in range(left):
                visits[i] += 1
        left = max(2, left // 2)
    return sequence[:simulations]


class Search:
    """Searches `games` boards with `network` (planes -> policy logits, win-draw-loss shares).

    Exact knowledge comes first: fives, forced blocks, winning fours, and wins by fours of at most
    `root_fours` (root) and `leaf_fours` (leaves) nodes.
    """

    def __init__(
        self,
        games,
        network,
        device,
        simulations=32,
        candidates=16,
        leaf_fours=64,
        root_fours=500,
        simulations_max=None,
    ):
        self.games, self.device, self.network = games, device, network
        self.cuda = kernels.is_cuda(device)
        nodes = (simulations_max or simulations) + 1
        points, f32, i16, i8 = kernels.board.points, torch.float32, torch.int16, torch.int8

        def zeros(*dimensions, dtype=torch.int32):
            return torch.zeros(*dimensions, dtype=dtype, device=device)

        self.tensors = dict(
            lines=zeros(games, nodes, kernels.board.lines, dtype=kernels.board.word),
            logits=zeros(games, nodes, points, dtype=f32),
            child=zeros(games, nodes, points, dtype=i16),
            visits=zeros(games, nodes),
            value_sum=zeros(games, nodes, dtype=f32),
            value=zeros(games, nodes, dtype=f32),
            parent=zeros(games, nodes, dtype=i16),
            move=zeros(games, nodes, dtype=i16),
            to_move=zeros(games, nodes, dtype=i8),
            proven=zeros(games, nodes, dtype=i8),
            count=zeros(games),
            leaf=zeros(games),
            asks=zeros(games, dtype=i8),
            best=zeros(games),
            gumbel=zeros(games, points, dtype=f32),
            planes=zeros(games, points, kernels.PLANES, dtype=torch.bfloat16),
            net_policy=zeros(games, points, dtype=f32),
            net_wdl=zeros(games, 3, dtype=f32),
            simulation=zeros(1),
            game_lines=zeros(games, kernels.board.lines, dtype=kernels.board.word),
            game_to_move=zeros(games, dtype=i8),
            policy=zeros(games, points, dtype=f32),
            root_value=zeros(games, dtype=f32),
            choice=zeros(games),
        )
        self.numbers = dict(
            games=games,
            nodes=nodes,
            leaf_fours=leaf_fours,
            root_fours=root_fours,
            visit_offset=50.0,
            value_scale=0.4,
        )
        self.schedules, self.graphs = {}, {}
        self.library = kernels.library(device)
        self.set_effort(simulations, candidates)

    def set_effort(self, simulations, candidates):
        assert simulations < self.numbers["nodes"]
        self.effort = simulations, candidates
        if self.effort not in self.schedules:
            schedule = halving_schedule(candidates, simulations) + [0]
            self.schedules[self.effort] = torch.tensor(
                schedule, dtype=torch.int32, device=self.device
            )

    def _tree(self):
        tensors = dict(self.tensors, schedule=self.schedules[self.effort])
        return _Tree(
            **{name: tensor.data_ptr() for name, tensor in tensors.items()}, **self.numbers
        )

    def evaluate(self):
        """Network outputs for `planes`, into `net_policy` and `net_wdl`."""
        planes = self.tensors["planes"]
        policy, wdl = self.network(planes if self.cuda else planes.float())
        self.tensors["net_policy"].copy_(policy)
        self.tensors["net_wdl"].copy_(wdl)

    @torch.no_grad()
    def _search(self):
        tree, stream, library = C.byref(self._tree()), kernels.stream(self.device), self.library
        kernels.check(library.pentad_begin(tree, stream))
        self.evaluate()
        kernels.check(library.pentad_backup(tree, stream))
        for _ in range(self.effort[0]):
            kernels.check(library.pentad_select(tree, stream))
            self.evaluate()
            kernels.check(library.pentad_backup(tree, stream))
        kernels.check(library.pentad_finish(tree, stream))

    def _capture(self):
        """Records the search as a graph. The network runs twice before on a side stream, as
        capturing wants it."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side), torch.no_grad():
            self.evaluate()
            self.evaluate()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._search()
        return graph

    def run(self, lines, to_move, noise=True):
        """Moves [games] int32, improved policies [games, points], values [games], and proven wins
        [games] (a move, or -1). They are overwritten by the next call."""
        tensors = self.tensors
        tensors["game_lines"].copy_(lines)
        tensors["game_to_move"].copy_(to_move)
        if noise:
            uniform = torch.rand_like(tensors["gumbel"]).clamp_(1e-9, 1 - 1e-7)
            tensors["gumbel"].copy_(-torch.log(-torch.log(uniform)))
        else:
            tensors["gumbel"].zero_()
        if not self.cuda:
            self._search()
        else:
            if self.effort not in self.graphs:
                self.graphs[self.effort] = self._capture()
            self.graphs[self.effort].replay()
        return tensors["choice"], tensors["policy"], tensors["root_value"], tensors["best"]

    @torch.no_grad()
    def values(self, lines, to_move):
        """What the network alone thinks of as many boards as there are games: win minus loss."""
        kernels.features(lines, to_move, self.tensors["planes"])
        self.evaluate()
        return self.tensors["net_wdl"][:, 0] - self.tensors["net_wdl"][:, 2]
