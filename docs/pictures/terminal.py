"""A terminal screen with color codes as a page: terminal.py [TITLE] <SCREEN >PAGE.html, for what `tmux capture-pane -e -p`
prints."""
import html
import re
import sys

NAMED = "000000 cd3131 0dbc79 c8a000 2472c8 bc3fbc 11a8cd e5e5e5 666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db ffffff".split()
FOREGROUND, BACKGROUND = "#d6d6d6", "#16191d"
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: transparent }}
pre {{ display: inline-block; margin: 0; padding: 14px 18px; border-radius: 10px; font: 15px/18px "DejaVu Sans Mono", monospace; letter-spacing: calc(9px - 1ch);
  color: {0}; background: {1} }}
span {{ display: inline-block; height: 18px; vertical-align: top; white-space: pre }}
i {{ display: inline-block; width: 9px; height: 18px; vertical-align: top }}
i.left {{ background: linear-gradient(90deg, currentColor 50%, transparent 50%) }}
i.right {{ background: linear-gradient(90deg, transparent 50%, currentColor 50%) }}
b {{ color: #7ec699; font-weight: normal }}
</style><pre>{2}</pre>
"""


def color_of(number):
    """An entry of the palette of 256 colors."""
    if number < 16:
        return "#" + NAMED[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])


class Style:
    def __init__(self):
        self.apply([0])

    def apply(self, codes):
        while codes:
            code, *codes = codes
            if code == 0:
                self.front, self.back, self.bold, self.reverse, self.dim, self.underline = None, None, False, False, False, False
            elif code in (38, 48):
                taken = 2 if codes[0] == 5 else 4
                color = color_of(codes[1]) if taken == 2 else "#%02x%02x%02x" % tuple(codes[1:4])
                self.front, self.back = (color, self.back) if code == 38 else (self.front, color)
                codes = codes[taken:]
            elif 30 <= code <= 37 or 90 <= code <= 97:
                self.front = color_of(code - 30 if code < 90 else code - 82)
            elif 40 <= code <= 47 or 100 <= code <= 107:
                self.back = color_of(code - 40 if code < 100 else code - 92)
            elif code == 39:
                self.front = None
            elif code == 49:
                self.back = None
            elif code in (1, 2, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 4: "underline", 7: "reverse"}[code], True)
            elif code == 22:
                self.bold = self.dim = False
            elif code in (24, 27):
                setattr(self, {24: "underline", 27: "reverse"}[code], False)

    def css(self):
        front, back = self.front or FOREGROUND, self.back
        if self.reverse:
            front, back = back or BACKGROUND, front
        parts = [f"color:{front}"] + [f"background:{back}"] * bool(back)
        parts += ["font-weight:bold"] * self.bold + ["opacity:.65"] * self.dim + ["text-decoration:underline"] * self.underline
        return ";".join(parts)


def escape(text):
    """Half blocks are drawn, because those of a font leave seams."""
    return html.escape(text).replace("▌", '<i class="left"></i>').replace("▐", '<i class="right"></i>')


def convert(screen):
    style, out = Style(), []
    for part in re.split(r"(\x1b\[[\d;]*m|\x1b\([B0]|\x0e|\x0f|\n)", screen.rstrip()):
        if part.startswith("\x1b["):
            style.apply([int(code or 0) for code in part[2:-1].split(";")])
        elif part == "\n":
            out.append(part)
        elif part and part[0] not in "\x1b\x0e\x0f":
            out.append(f'<span style="{style.css()}">{escape(part)}</span>')
    return "".join(out)


title = "".join(f"<b>$ {html.escape(line)}</b>\n" for line in sys.argv[1:])
print(PAGE.format(FOREGROUND, BACKGROUND, title + convert(sys.stdin.read())))
