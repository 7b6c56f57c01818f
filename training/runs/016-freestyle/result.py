"""The values of an SPSA state: the mean of the last quarter, or the current ones; for people, then as PENTAD_PARAMS."""
import json, sys
state = json.load(open(sys.argv[1]))
names, now = list(state["numbers"]), list(state["numbers"].values())
values = [total / state["summed"] for total in state["sums"]] if state["summed"] else now
print(f"{state['done']} pairs, {state['summed']} summed: " + " ".join(f"{n}={v:.1f}" for n, v in zip(names, values)))
print(",".join(f"{n}={round(v)}" for n, v in zip(names, values)))
