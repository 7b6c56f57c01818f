#!/usr/bin/env python3
"""Checks certificates with settled pairs, that Black does not lose under renju: python3 check_settled.py FILE.jsonl...

Plain Python 3 without packages. Written from docs/integrate/certificates.md; shares no code with Pentad.
"""
import json
import re
import sys
import zlib

class Refused(Exception): pass
def require(condition, why):
    if not condition:
        raise Refused(why)
def fields(pairs):
    require(len(dict(pairs)) == len(pairs), "a field twice")
    return dict(pairs)
def only(line, names):
    require(isinstance(line, dict) and set(line) == set(names.split()), "the fields must be " + names)
    return line

def each(bits):
    while bits:
        low = bits & -bits
        yield low
        bits ^= low
def count(bits):
    return bin(bits).count("1")

class Board:
    """A point is a bit. A set of points is a number."""
    def __init__(self, size):
        self.size, far = size, size - 1
        self.at = {(x, y): 1 << y * size + x for y in range(size) for x in range(size)}
        self.all = sum(self.at.values())
        self.fives, self.shapes = [window for _, window, _ in self.rows(5)], {}
        self.images = [{p: self.at[image(x, y)] for (x, y), p in self.at.items()} for image in (
            lambda x, y: (x, y), lambda x, y: (far - x, y), lambda x, y: (x, far - y), lambda x, y: (far - x, far - y),
            lambda x, y: (y, x), lambda x, y: (far - y, x), lambda x, y: (y, far - x), lambda x, y: (far - y, far - x))]
        for p in each(self.all):
            fives = [window ^ p for window in self.fives if window & p]
            sixes = [(line, window ^ p, ends) for line, window, ends in self.rows(6) if window & p and not ends & p]
            self.shapes[p] = (
                [(0, window, 0) for _, window, _ in sixes],
                [(window ^ e, window ^ e, e) for window in fives for e in each(window)],
                [(line, window ^ ends ^ e, ends | e) for line, window, ends in sixes for e in each(window ^ ends)])
    def rows(self, n):
        """All n points in a row: the direction, the points, the two ends."""
        for line, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (1, -1))):
            for x, y in self.at:
                row = [self.at.get((x + k * dx, y + k * dy)) for k in range(n)]
                if None not in row:
                    yield line, sum(row), row[0] | row[-1]
    def points(self, text):
        """Reads "h8i9": a letter and the row from the bottom."""
        require(isinstance(text, str), "points must be a string")
        found = [(ord(x) - ord("a"), int(y) - 1) for x, y in re.findall("([a-y])([1-9][0-9]?)", text)]
        require("".join("%c%d" % (x + ord("a"), y + 1) for x, y in found) == text, "not points: " + text)
        require(all(p in self.at for p in found), "not on the board: " + text)
        return [self.at[p] for p in found]
    def position(self, text):
        """Reads "h8i9/h9": the stones of Black and of White."""
        require(isinstance(text, str) and text.count("/") == 1, "a position has one slash")
        black, white = (self.points(part) for part in text.split("/"))
        require(len(set(black + white)) == len(black + white), "two stones on one point")
        require(not any(w & ~sum(s) == 0 for w in self.fives for s in (black, white)), "the game is over")
        return sum(black), sum(white)
    def partners(self, empty, points):
        """The other point of the pair of each point."""
        partner = dict(zip(points[::2] + points[1::2], points[1::2] + points[::2]))
        require(len(points) % 2 == 0 and len(partner) == len(points) and all(p & empty for p in points), "pairs")
        return partner
    def key(self, black, white, partner):
        """The same for all mirror images."""
        return min((sum(image[p] for p in each(black)), sum(image[p] for p in each(white)),
                    tuple(sorted({image[p] | image[q] for p, q in partner.items()}))) for image in self.images)
    def may_be_foul(self, p, black, empty, partner, half=0):
        """Can p be forbidden to Black if only some points can be black, and some empty? A pair is empty or has a stone of each
        color, but at most `half` pairs have a black stone and an empty point."""
        pairs = {p | q for p, q in partner.items()}
        def possible(b, e):
            if b & ~black or e & ~empty or b & e:
                return False
            halves = [pair & e for pair in pairs if pair & (b | e) == pair != pair & e]
            return all(halves) and len(halves) <= half
        for shapes in self.shapes[p]:
            found = [shape for shape in shapes if possible(*shape[1:])]
            for i, (key, b, e) in enumerate(found):
                if not e or any(key != k and e != e2 and possible(b | b2, e | e2) for k, b2, e2 in found[:i]):
                    return True
        return False
    def check_move(self, black, white, partner, move):
        empty = self.all & ~black & ~white
        require(move & empty and move not in partner, "the move is not on an open point")
        require(not self.may_be_foul(move, black | sum(partner), empty, partner), "the move may be a foul")
    def check_pairs(self, black, white, partner):
        """White is to move. The answers to White's stones in pairs are legal, and no other stone of White makes five."""
        empty, pairs = self.all & ~black & ~white, sum(partner)
        last = empty & ~pairs if count(empty & ~pairs) == 1 else 0
        for window in self.fives:
            require(window & ~black, "five in a row")
            require(window & black or count(window & empty & ~pairs) > 1 or any(
                p & window and q & window for p, q in partner.items()), "a window without a pair")
        for p, q in partner.items():
            stones, left = (black | pairs) & ~q, empty & ~q
            require(not self.may_be_foul(p, stones, left, partner), "the answer may be a foul")
            if last:
                require(not self.may_be_foul(p, stones, left & ~last, partner, 1), "the answer may be a foul later")
                free = (self.may_be_foul(a, stones & ~p, empty & ~last, partner) for a in (p, q))
                require(not all(free), "a free move may be a foul")

class Certificate:
    def __init__(self, lines):
        require(len(lines) >= 2 and lines[-1].endswith(b"\n"), "not complete")
        end, crc = only(json.loads(lines[-1]), "entries crc32"), "%08x" % zlib.crc32(b"".join(lines[:-1]))
        require(end["crc32"] == crc and end["entries"] == len(lines) - 2, "damaged")
        head, *self.entries = [json.loads(line, object_pairs_hook=fields) for line in lines[:-1]]
        only(head, "format version rules size side claim starts")
        require(head["format"] == "pentad-certificate" and head["version"] == 1, "another format")
        require((head["rules"], head["side"], head["claim"]) == ("renju", "black", "hold"), "not for settled pairs")
        require(type(head["size"]) is int and 5 <= head["size"] <= 25, "size")
        require(isinstance(head["starts"], list) and head["starts"], "no start")
        self.size, self.starts, self.board = head["size"], head["starts"], Board(head["size"])
        self.claimed = {self.board.key(*self.read(only(e, "position settled move pairs"))) for e in self.entries}
    def read(self, entry):
        black, white = self.board.position(entry["position"])
        return black, white, self.board.partners(self.board.all & ~black & ~white, self.board.points(entry["settled"]))
    def check(self):
        for start in self.starts:
            require(only(start, "position turn")["turn"] == "black", "Black must be to move")
            require(self.board.key(*self.board.position(start["position"]), {}) in self.claimed, "no entry for the start")
        for entry in self.entries:
            self.check_entry(entry)
    def check_entry(self, entry):
        board, (black, white, partner), move = self.board, self.read(entry), self.board.points(entry["move"])
        require(len(move) == 1, "one move expected")
        board.check_move(black, white, partner, move[0])
        black |= move[0]
        empty = board.all & ~black & ~white
        partner = board.partners(empty, board.points(entry["settled"]) + board.points(entry["pairs"]))
        board.check_pairs(black, white, partner)
        replies = empty & ~sum(partner)
        for reply in each(replies if count(replies) > 1 else 0):
            require(board.key(black, white | reply, partner) in self.claimed, "no answer to a reply")

def main(paths):
    bad = 0
    for path in paths or sys.exit(__doc__):
        try:
            with open(path, "rb") as file:
                c = Certificate(file.readlines())
            c.check()
            starts = "; ".join("%s, Black to move" % s["position"] for s in c.starts)
            print("%s: valid: Black does not lose on %dx%d, renju (%s). %d entries"
                  % (path, c.size, c.size, starts, len(c.entries)))
        except (Refused, OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as why:
            bad = 1
            print("%s: refused: %s" % (path, why))
    return bad

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
