"""Gumbel AlphaZero tree search (MCTS) for a batch of games at once. On the GPU a whole search,
network included, is one CUDA graph."""
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
    "needs_eval",
    "known_move",
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
    "chosen_move",
)


class _Tree(C.Structure):
    """`Tree` of cuda/tree.cuh."""

    _fields_ = (
        [(name, C.c_void_p) for name in _POINTERS]
        + [(name, C.c_int32) for name in ("games", "nodes", "leaf_vcf_nodes", "root_vcf_nodes")]
        + [(name, C.c_float) for name in ("visit_offset", "value_scale")]
    )


def sequential_halving(candidates, simulations):
    """Sequential halving: for each simulation the number of visits that a root move must have to be
    chosen next."""
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
    """Searches `games` boards with `network` (planes -> policy logits, WDL probabilities).

    Exact knowledge goes first: fives, forced blocks, winning fours, and VCF wins found within
    `root_vcf_nodes` (root) and `leaf_vcf_nodes` (leaves) nodes.
    """

    def __init__(
        self,
        games,
        network,
        device,
        simulations=32,
        candidates=16,
        leaf_vcf_nodes=64,
        root_vcf_nodes=500,
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
            needs_eval=zeros(games, dtype=i8),
            known_move=zeros(games),
            gumbel=zeros(games, points, dtype=f32),
            planes=zeros(games, points, kernels.PLANES, dtype=torch.bfloat16),
            net_policy=zeros(games, points, dtype=f32),
            net_wdl=zeros(games, 3, dtype=f32),
            simulation=zeros(1),
            game_lines=zeros(games, kernels.board.lines, dtype=kernels.board.word),
            game_to_move=zeros(games, dtype=i8),
            policy=zeros(games, points, dtype=f32),
            root_value=zeros(games, dtype=f32),
            chosen_move=zeros(games),
        )
        self.scalars = dict(
            games=games,
            nodes=nodes,
            leaf_vcf_nodes=leaf_vcf_nodes,
            root_vcf_nodes=root_vcf_nodes,
            visit_offset=50.0,
            value_scale=0.4,
        )
        self.schedules, self.graphs = {}, {}
        self.library = kernels.library(device)
        self.set_budget(simulations, candidates)

    def set_budget(self, simulations, candidates):
        assert simulations < self.scalars["nodes"]
        self.budget = simulations, candidates
        if self.budget not in self.schedules:
            schedule = sequential_halving(candidates, simulations) + [0]
            self.schedules[self.budget] = torch.tensor(
                schedule, dtype=torch.int32, device=self.device
            )

    def _tree(self):
        tensors = dict(self.tensors, schedule=self.schedules[self.budget])
        return _Tree(
            **{name: tensor.data_ptr() for name, tensor in tensors.items()}, **self.scalars
        )

    def evaluate(self):
        """Runs the network on `planes`, into `net_policy` and `net_wdl`."""
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
        for _ in range(self.budget[0]):
            kernels.check(library.pentad_select(tree, stream))
            self.evaluate()
            kernels.check(library.pentad_backup(tree, stream))
        kernels.check(library.pentad_finish(tree, stream))

    def _capture(self):
        """Captures the search as a CUDA graph. Capturing requires warm-up runs of the network on a
        side stream."""
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
        """Returns the moves [games] int32, improved policies [games, points], values [games], and
        proven wins [games] (a move, or -1). The next call overwrites them."""
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
            if self.budget not in self.graphs:
                self.graphs[self.budget] = self._capture()
            self.graphs[self.budget].replay()
        names = ("chosen_move", "policy", "root_value", "known_move")
        return tuple(tensors[name] for name in names)

    @torch.no_grad()
    def values(self, lines, to_move):
        """The network's values (win minus loss) of `games` boards, without search."""
        kernels.features(lines, to_move, self.tensors["planes"])
        self.evaluate()
        return self.tensors["net_wdl"][:, 0] - self.tensors["net_wdl"][:, 2]
