#!/usr/bin/env python3
"""Draws the icons of the installed page, as web/icon.svg has them: packaging/icons.py FOLDER."""

import math
import struct
import sys
import zlib

WOOD, DARK, LIGHT = (0xE2, 0xB9, 0x74), (0x11, 0x11, 0x11), (0x5B, 0x5A, 0x57)
STONES = [(12, 52), (22, 42), (32, 32), (42, 22), (52, 12)]  # on a board of 64
RADIUS, CORNER = 7, 14

# name, pixels, share of the picture that the board fills, whether the corners are cut
ICONS = [
    ("icon-192", 192, 1, True),
    ("icon-512", 512, 1, True),
    ("maskable-512", 512, 0.72, False),  # the system crops it: everything important is within the central 80 %
    ("apple-touch", 180, 0.84, False),
]


def mix(a, b, part):
    return tuple(x + (y - x) * part for x, y in zip(a, b))


def cover(distance, pixel):
    """How much of a pixel is inside an edge that is so far away, inwards."""
    return min(1, max(0, distance / pixel + 0.5))


def shine(x, y, centre):
    """The colour of a stone, lit from the upper left."""
    left, top = centre[0] - RADIUS, centre[1] - RADIUS
    return mix(LIGHT, DARK, min(1, math.hypot((x - left) / 14 - 0.35, (y - top) / 14 - 0.3) / 0.8))


def colour(x, y, pixel, cut):
    red_green_blue, alpha = WOOD, 1
    for centre in STONES:
        part = cover(RADIUS - math.hypot(x - centre[0], y - centre[1]), pixel)
        if part > 0:
            red_green_blue = mix(red_green_blue, shine(x, y, centre), part)
    if cut:
        dx, dy = (max(0, abs(at - 32) - (32 - CORNER)) for at in (x, y))
        alpha = cover(CORNER - math.hypot(dx, dy), pixel)
    return bytes(round(part) for part in (*red_green_blue, 255 * alpha))


def draw(pixels, fill, cut):
    pixel = 64 / pixels / fill
    at = [(i + 0.5 - pixels / 2) * pixel + 32 for i in range(pixels)]
    return b"".join(b"\0" + b"".join(colour(x, y, pixel, cut) for x in at) for y in at)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pixels, rows):
    head = struct.pack(">IIBBBBB", pixels, pixels, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


for name, pixels, fill, cut in ICONS:
    with open(f"{sys.argv[1]}/{name}.png", "wb") as file:
        file.write(png(pixels, draw(pixels, fill, cut)))
