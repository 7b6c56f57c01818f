"""A caro student from the kept teacher and games alone, without self-play: distil_only.py OUT SECONDS (until the export)."""
import sys
import time

import torch

from training import distil, games, kernels, netfile, student, teacher

began, out, seconds = time.time(), sys.argv[1], float(sys.argv[2])
device = sys.argv[3] if len(sys.argv) > 3 else "cuda"
small = device == "cpu"


def say(*words):
    print(f"{time.time() - began:6.1f}", *words, flush=True)


kernels.configure("caro", 15)
torch.manual_seed(1)
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
checkpoint = teacher.load_checkpoint("plan-015/in/caro-teacher.pt")
inference, play = teacher.make_inference_net(checkpoint["blocks"], checkpoint["ch"], device, False)
inference.load({name: tensor.to(device) for name, tensor in checkpoint["sd"].items()})
labeller = distil.Labeller(play, 32 if small else 8192, device)
with open("plan-015/in/caro-18002.games", "rb") as file:
    played = games.read_games(file.read())
    if small:
        played = played[:20]
positions, figures = distil.engine_positions(games.positions(played, "caro", 15), labeller)
say("positions", len(positions), figures)
parts = [positions]
count = 100 if small else 1_500_000
first = distil.deviations(positions, labeller, count, figures["alone"])
say("deviations", len(first))
parts.append(first)
second = distil.deviations(first, labeller, count, 1.0)
second.from_engine[:] = False
say("second deviations", len(second))
parts.append(second)
positions = distil.join(parts)
weights = torch.load("training/runs/014-standard/students.pt", map_location="cpu")
distiller = distil.Distiller(netfile.DEFAULT_SHAPE, device, 32 if small else 4096, rate=1.5e-3, value_weight=4.0)
distiller.begin_from(weights["next"])
distiller.compile(positions)
say("compiled", distiller.compile_status)
left = seconds - (time.time() - began) - 8
sampler = distil.MixedSampler(positions, 0.6)
figures = distiller.train(positions, sampler, left, lambda **values: say(values), steps_max=2 if small else None)
say("student", distiller.steps, distiller.compile_status, figures)
torch.save({"caro": {n: t.half().cpu() for n, t in distiller.ema.state_dict().items()}}, f"{out}/students.pt")
with open(f"{out}/caro.net", "wb") as file:
    file.write(student.to_net(distiller.ema, rules="caro", sizes=(15, 15), name="caro-20261118").to_bytes())
say("exported")
