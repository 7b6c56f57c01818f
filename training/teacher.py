"""The teacher: a residual network with policy and value heads, and its inference copy with batch
normalization folded into the convolutions."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from . import kernels
from .kernels import PLANES, is_cuda, rules

# Planes that are empty under all other rules. Renju: black to move, forbidden points. Caro: the
# points where the opponent makes five, because only there a five can be stopped in several ways.
CARO_PLANES = slice(4, 5)
OWN_PLANES = {"renju": slice(11, 13), "caro": CARO_PLANES, "caro-overline": CARO_PLANES}


class ConvNorm(nn.Module):
    def __init__(self, inputs, outputs, width):
        super().__init__()
        self.c = nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)
        self.n = nn.BatchNorm2d(outputs)

    def forward(self, x):
        return self.n(self.c(x))


def _trunk(net, x):
    h = F.relu(net.stem(x))
    for first, second in zip(net.a, net.b):
        h = F.relu(h + second(F.relu(first(h))))
    return h


def _heads(net, h):
    policy = net.po(F.relu(net.ph(h))).flatten(1)
    pooled = F.relu(net.vh(h))
    pooled = torch.cat([pooled.mean((2, 3)), pooled.amax((2, 3))], 1)
    return policy, net.v2(F.relu(net.v1(pooled)))


class Teacher(nn.Module):
    """Planes [games, PLANES, size, size] -> policy logits [games, points] and logits of win, draw,
    loss. The short layer names are the keys of the checkpoints."""

    def __init__(self, blocks=8, channels=96, head=32):
        super().__init__()
        self.stem = ConvNorm(PLANES, channels, 3)
        self.a = nn.ModuleList(ConvNorm(channels, channels, 3) for _ in range(blocks))
        self.b = nn.ModuleList(ConvNorm(channels, channels, 3) for _ in range(blocks))
        self.ph, self.vh = ConvNorm(channels, head, 1), ConvNorm(channels, head, 1)
        self.po = nn.Conv2d(head, 1, 1)
        self.v1, self.v2 = nn.Linear(2 * head, 64), nn.Linear(64, 3)
        for second in self.b:
            nn.init.constant_(second.n.weight, 0.5)

    def forward(self, x):
        return _heads(self, _trunk(self, x))


class FoldedTeacher(nn.Module):
    """A teacher for inference. `load` overwrites its parameters in place, so a compiled or captured
    copy stays up to date."""

    def __init__(self, blocks=8, channels=96, head=32):
        super().__init__()

        def conv(inputs, outputs, width):
            return nn.Conv2d(inputs, outputs, width, padding=width // 2)

        self.stem = conv(PLANES, channels, 3)
        self.a = nn.ModuleList(conv(channels, channels, 3) for _ in range(blocks))
        self.b = nn.ModuleList(conv(channels, channels, 3) for _ in range(blocks))
        self.ph, self.vh, self.po = (
            conv(channels, head, 1),
            conv(channels, head, 1),
            nn.Conv2d(head, 1, 1),
        )
        self.v1, self.v2 = nn.Linear(2 * head, 64), nn.Linear(64, 3)
        self.size = kernels.board.size
        self.requires_grad_(False)

    def forward(self, planes):
        """Planes [games, points, PLANES] -> policy logits, probabilities of win, draw, loss."""
        x = planes.view(-1, self.size, self.size, PLANES).permute(0, 3, 1, 2)
        policy, wdl = _heads(self, _trunk(self, x))
        return policy.float(), torch.softmax(wdl.float(), 1)

    @torch.no_grad()
    def load(self, state):
        """Loads the state dict of a Teacher."""

        def fold(target, name):
            gain = state[name + ".n.weight"].float() / torch.sqrt(
                state[name + ".n.running_var"].float() + 1e-5
            )
            target.weight.copy_(state[name + ".c.weight"].float() * gain.view(-1, 1, 1, 1))
            target.bias.copy_(
                state[name + ".n.bias"].float() - state[name + ".n.running_mean"].float() * gain
            )

        for name in ("stem", "ph", "vh"):
            fold(getattr(self, name), name)
        for i in range(len(self.a)):
            fold(self.a[i], f"a.{i}")
            fold(self.b[i], f"b.{i}")
        for name in ("po", "v1", "v2"):
            layer = getattr(self, name)
            layer.weight.copy_(state[name + ".weight"].float())
            layer.bias.copy_(state[name + ".bias"].float())
        return self


def make_inference_net(blocks, channels, device, compiled=True):
    """Returns the module, to load weights into, and the function to call."""
    module = FoldedTeacher(blocks, channels).to(device)
    if not is_cuda(device):
        return module, module
    module = module.to(torch.bfloat16).to(memory_format=torch.channels_last)
    return module, torch.compile(module, dynamic=False) if compiled else module


def save_checkpoint(path, state, blocks, channels, **more):
    """Writes the weights as 16-bit floats: enough to play with and to continue from."""

    def half(tensor):
        return tensor.detach().half().cpu() if tensor.is_floating_point() else tensor.cpu()

    torch.save(
        {
            "sd": {name: half(tensor) for name, tensor in state.items()},
            "blocks": blocks,
            "ch": channels,
            **more,
        },
        path,
    )


def load_checkpoint(path):
    checkpoint = torch.load(path, map_location="cpu")
    zero_new_planes(checkpoint, checkpoint["sd"])
    return checkpoint


def zero_new_planes(checkpoint, weights):
    """Zeroes the weights of planes that were always empty under the rules of the checkpoint and are
    used now: they still have their random initial values, and zero is a better start."""
    planes = OWN_PLANES.get(rules())
    if planes and OWN_PLANES.get(checkpoint.get("rules")) != planes:
        weights["stem.c.weight"][:, planes] = 0
