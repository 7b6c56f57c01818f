"""Training of the teacher: gradient steps on the replay buffer, EMA weights, checkpoints and the
training state for the next run."""
import math

import torch
import torch.nn.functional as F

from . import kernels, teacher
from .replay import UNKNOWN

SEARCH_SHARE = 0.4  # of the search value in the value target; the rest is the game's result
EMA_DECAY = 0.9985
WARMUP_STEPS = 200  # of the learning rate


def learning_rate_at(fraction, peak):
    """Learning-rate schedule: `peak` for half of the time, then a cosine down to 3 % of it."""
    if fraction < 0.5:
        return peak
    return peak * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * min(1.0, (fraction - 0.5) / 0.5))))


def value_target(result, value, search_share):
    """Probabilities of win, draw and loss, mixed from the game's result and the search value."""
    outcome = torch.stack([result == 1, result == 0, result == -1], 1).float()
    searched = torch.stack([(1 + value) / 2, torch.zeros_like(value), (1 - value) / 2], 1)
    return (1 - search_share) * outcome + search_share * searched


class Learner:
    """The network in training, the exponential moving average (EMA) of its weights, and an
    inference copy of the EMA weights that plays."""

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
        self.ema = [tensor.detach().clone() for tensor in self.current]
        self.steps = 0
        self.inference, self.play = teacher.make_inference_net(blocks, channels, device, compiled)
        self.planes = torch.zeros(
            batch, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16, device=device
        )
        self.loss_sums = torch.zeros(3, device=device)  # policy, value, steps
        self.update_inference_net()

    def ema_state(self):
        return dict(zip(self.names, self.ema))

    def update_inference_net(self):
        """Copies the EMA weights to the net that plays."""
        self.inference.load(self.ema_state())

    def step(self, replay, low, high, rate):
        rows, side, policy, value, result, slot = replay.sample(self.batch, low, high)
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.int32)
        kernels.features(rows, side, self.planes, symmetry)
        policy = torch.gather(policy, 1, kernels.permutations(self.device).long()[symmetry.long()])
        weight = ((result != UNKNOWN) & ~replay.held_out[slot]).float()
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
            group["lr"] = rate * min(1, (self.steps + 1) / WARMUP_STEPS)
        self.optimizer.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimizer.step()
        self.steps += 1
        decay = min(EMA_DECAY, (1 + self.steps) / (10 + self.steps))
        for average, current in zip(self.ema, self.current):
            average.lerp_(current, 1 - decay)
        self.loss_sums += torch.stack(
            [policy_loss.detach(), value_loss.detach(), torch.ones_like(value_loss)]
        )

    def pop_losses(self):
        """Mean losses since the last call."""
        policy, value, steps = self.loss_sums.tolist()
        self.loss_sums.zero_()
        return dict(
            policy_loss=policy / max(1, steps),
            value_loss=value / max(1, steps),
            train_steps=int(steps),
        )

    def is_finite(self):
        return all(bool(torch.isfinite(tensor).all()) for tensor in self.ema)

    def save(self, path, **more):
        """Writes a checkpoint of the EMA weights."""
        teacher.save_checkpoint(path, self.ema_state(), self.blocks, self.channels, **more)

    def save_training_state(self, path):
        """Writes the raw weights and Adam's moments in 16 bits: a warm start for the next run."""
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
        """Continues from a checkpoint of the same size, and from its training state if given."""
        assert (checkpoint["blocks"], checkpoint["ch"]) == (self.blocks, self.channels)
        if training_state is not None:
            teacher.zero_new_planes(checkpoint, training_state["weights"])
        for name, current, average in zip(self.names, self.current, self.ema):
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
        self.update_inference_net()
