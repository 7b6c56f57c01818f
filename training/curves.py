"""Draws the learning curves of a run: python3 -m training.curves log.jsonl out.svg"""
import argparse
import json
import sys

WIDTH, HEIGHT, MARGIN, GAP = 640, 150, 56, 34
TEACHER = (("policy_loss", "teacher: policy loss"), ("value_loss", "teacher: value loss"))
STUDENT = (
    ("policy_loss", "students: policy loss above the target's entropy"),
    ("value_loss", "students: value loss above the target's entropy"),
)

# Each curve takes the next colour and the next dash pattern, so thirty curves differ, and
# neighbours differ in both, also in print and for colour-blind readers.
COLOURS = ("#0067a5", "#b3441e", "#2c7a3f", "#8c3b93", "#876a00", "#4a4a4a")
DASHES = ("none", "7 3", "2 2", "9 3 2 3", "14 4")
SAMPLE = 34  # length of the sample in the legend

NO_DATA = "nothing to draw yet: a curve needs two lines of figures"


def style(number):
    """SVG attributes of the n-th curve of a panel."""
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    return f'fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"'


def draw_legend(name, number, top):
    """One row: the name and a sample of the curve."""
    right, y = WIDTH - MARGIN - 8, top + 18 + 15 * number
    return [
        f'<text x="{right - SAMPLE - 6}" y="{y}" text-anchor="end">{name}</text>',
        f'<path d="M{right - SAMPLE},{y - 4}h{SAMPLE}" {style(number)}/>',
    ]


def series(lines, wanted, key):
    """Points (minutes, value) of the log lines that `wanted` selects. The time of a student starts
    with its training, so that students can be compared."""
    return [
        (line.get("seconds", line["t"]) / 60, line[key])
        for line in lines
        if wanted(line) and line.get("train_steps", 1) > 0 and key in line
    ]


def panels(lines):
    """A list of panels: title and named curves."""
    out = [
        (title, [("", series(lines, lambda line: line.get("event") == "teacher", key))])
        for key, title in TEACHER
    ]
    progress = [line for line in lines if "student" in line and "event" not in line]
    names = list(dict.fromkeys(line["student"] for line in progress))
    for key, title in STUDENT:
        curves = [
            (name, series(progress, lambda line, name=name: line["student"] == name, key))
            for name in names
        ]
        out.append((title, curves))
    return [(title, [curve for curve in curves if len(curve[1]) > 1]) for title, curves in out]


def draw_panel(title, curves, top):
    points = [point for _, curve in curves for point in curve]
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = min(y for _, y in points), max(y for _, y in points)

    def place(x, y):
        across = (x - low_x) / (high_x - low_x or 1)
        up = (y - low_y) / (high_y - low_y or 1)
        return f"{MARGIN + across * (WIDTH - 2 * MARGIN):.1f},{top + HEIGHT - up * HEIGHT:.1f}"

    out = [
        f'<rect x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT}" fill="none" stroke="#bbb"/>',
        f'<text x="{MARGIN}" y="{top - 8}" font-weight="bold">{title}</text>',
    ]
    for y, at in ((high_y, top + 10), (low_y, top + HEIGHT)):
        out.append(f'<text x="{MARGIN - 6}" y="{at}" text-anchor="end">{y:.3f}</text>')
    for x, at in ((low_x, MARGIN), (high_x, WIDTH - MARGIN)):
        out.append(
            f'<text x="{at}" y="{top + HEIGHT + 14}" text-anchor="middle">{x:.1f} min</text>'
        )
    for number, (name, curve) in enumerate(curves):
        points = " ".join(place(x, y) for x, y in curve)
        out.append(f'<polyline {style(number)} points="{points}"/>')
        if name:
            out += draw_legend(name, number, top)
    return out


def draw(lines):
    shown = [panel for panel in panels(lines) if panel[1]]
    height = len(shown) * (HEIGHT + GAP + 20) + GAP if shown else 2 * GAP
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    if not shown:
        out.append(f'<text x="{MARGIN}" y="{GAP}">{NO_DATA}</text>')
    for number, (title, curves) in enumerate(shown):
        out += draw_panel(title, curves, GAP + number * (HEIGHT + GAP + 20))
    return "\n".join(out + ["</svg>", ""])


def read_log(path):
    """The lines of a log as dicts. ValueError names the first invalid line."""
    lines = []
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
            except ValueError:
                line = None
            if not isinstance(line, dict) or "t" not in line:
                raise ValueError(f"line {number} is not a line of a training log")
            lines.append(line)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", metavar="LOG", help="log.jsonl of a run")
    parser.add_argument("out", metavar="SVG", help="file to write")
    options = parser.parse_args()
    try:
        lines = read_log(options.log)
    except (OSError, ValueError) as error:
        sys.exit(f"curves: {options.log}: {getattr(error, 'strerror', None) or error}")
    with open(options.out, "w", encoding="utf-8") as file:
        file.write(draw(lines))


if __name__ == "__main__":
    main()
