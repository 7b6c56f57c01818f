"""Gradient steps of the teacher on the replay, and everything of it that has to survive the end of
a slice."""
import math

import torch
import torch.nn.functional as F

from . import kernels, teacher

SEARCH_SHARE = 0.4  # of the value target; the rest is the game's result
EMA = 0.9985
WARM_UP = 200  # steps until the full rate


def rate_at(fraction, peak):
    """Full rate for half of the time, then a cosine down to 3 %."""
    if fraction < 0.5:
        return peak
    return peak * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * min(1.0, (fraction - 0.5) / 0.5))))


def value_target(result, value, search_share):
    """Shares of win, draw, loss, from the game's result and the search's value."""
    outcome = torch.stack([result == 1, result == 0, result == -1], 1).float()
    searched = torch.stack([(1 + value) / 2, torch.zeros_like(value), (1 - value) / 2], 1)
    return (1 - search_share) * outcome + search_share * searched


class Learner:
    """The network under training, an average of its weights over the last steps, and the folded
    copy that plays."""

    def __init__(self, blocks, channels, device, batch=4096, rate=1e-3, compiled=True):
        self.blocks, self.channels, self.device, self.batch = blocks, channels, device, batch
        self.cuda = kernels.is_cuda(device)
        self.net = teacher.Teacher(blocks, channels).to(device)
        if self.cuda:
            self.net = self.net.to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(),
            rate,
            weight_decay=1e-4,
            **(dict(fused=True) if self.cuda else {})
        )
        state = self.net.state_dict()
        self.names = [name for name, tensor in state.items() if tensor.is_floating_point()]
        self.current = [state[name] for name in self.names]
        self.average = [tensor.detach().clone() for tensor in self.current]
        self.steps = 0
        self.folded, self.play = teacher.make_folded(blocks, channels, device, compiled)
        self.planes = torch.zeros(
            batch, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16, device=device
        )
        self.losses = torch.zeros(3, device=device)  # policy, value, steps
        self.refresh()

    def state(self):
        return dict(zip(self.names, self.average))

    def refresh(self):
        """Lets the playing copy follow the average."""
        self.folded.load(self.state())

    def step(self, replay, low, high, rate):
        rows, side, policy, value, result, slot = replay.sample(self.batch, low, high)
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.int32)
        kernels.features(rows, side, self.planes, symmetry)
        policy = torch.gather(policy, 1, kernels.permutations(self.device).long()[symmetry.long()])
        weight = ((result != 2) & ~replay.held[slot]).float()
        weight = weight / weight.sum().clamp(min=1)
        size = kernels.board.size
        x = self.planes.view(-1, size, size, kernels.PLANES).permute(0, 3, 1, 2)
        self.net.train()
        with torch.autocast(
            "cuda" if self.cuda else "cpu", dtype=torch.bfloat16, enabled=self.cuda
        ):
            logits, wdl = self.net(x if self.cuda else x.float())
        policy_loss = (-(policy * F.log_softmax(logits.float(), 1)).sum(1) * weight).sum()
        target = value_target(result, value, SEARCH_SHARE)
        value_loss = (-(target * F.log_softmax(wdl.float(), 1)).sum(1) * weight).sum()
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1, (self.steps + 1) / WARM_UP)
        self.optimizer.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()
        self.steps += 1
        keep = min(EMA, (1 + self.steps) / (10 + self.steps))
        for average, current in zip(self.average, self.current):
            average.lerp_(current, 1 - keep)
        self.losses += torch.stack(
            [policy_loss.detach(), value_loss.detach(), torch.ones_like(value_loss)]
        )

    def take_losses(self):
        policy, value, steps = self.losses.tolist()
        self.losses.zero_()
        return dict(
            policy_loss=policy / max(1, steps),
            value_loss=value / max(1, steps),
            train_steps=int(steps),
        )

    def is_finite(self):
        return all(bool(torch.isfinite(tensor).all()) for tensor in self.average)

    def save(self, path, **more):
        teacher.save_checkpoint(path, self.state(), self.blocks, self.channels, **more)

    def save_training_state(self, path):
        """The weights as they are and Adam's averages, in 16 bits: what a continuation needs not to
        start cold."""
        moments = {
            key: [
                self.optimizer.state[p][key].bfloat16().cpu()
                for p in self.net.parameters()
                if p in self.optimizer.state
            ]
            for key in ("exp_avg", "exp_avg_sq")
        }
        weights = {
            name: tensor.detach().bfloat16().cpu() for name, tensor in zip(self.names, self.current)
        }
        torch.save(dict(weights=weights, moments=moments, steps=self.steps), path)

    @torch.no_grad()
    def load(self, checkpoint, training_state=None):
        """Goes on from a checkpoint of the same size, and from the training state beside it if
        there is one."""
        assert (checkpoint["blocks"], checkpoint["ch"]) == (self.blocks, self.channels)
        if training_state is not None and teacher.meets_renju(checkpoint):
            teacher.forget_renju(training_state["weights"])
        for name, current, average in zip(self.names, self.current, self.average):
            average.copy_(checkpoint["sd"][name].float())
            current.copy_(
                average if training_state is None else training_state["weights"][name].float()
            )
        if training_state is not None and training_state["moments"]["exp_avg"]:
            for i, parameter in enumerate(self.net.parameters()):
                state = self.optimizer.state[parameter]
                step = torch.tensor(float(training_state["steps"]))
                state["step"] = step.to(self.device) if self.cuda else step
                for key in ("exp_avg", "exp_avg_sq"):
                    state[key] = torch.zeros_like(parameter, memory_format=torch.preserve_format)
                    state[key].copy_(training_state["moments"][key][i].float())
            self.steps = training_state["steps"]
        self.refresh()
