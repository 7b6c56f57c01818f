#!/usr/bin/env python3
"""Checks certificates of Pentad: python3 check_certificate.py [--part=K/N] [--thorough] FILE.jsonl...

Plain Python 3 without packages. Written from docs/integrate/certificates.md; shares no code with Pentad.
Calls check_settled.py beside it, about fouls in pairs. --part=K/N checks every N-th entry only, for N processes. --thorough makes no use of footprints.
"""
import json
import re
import sys
import zlib
import check_settled
from check_settled import Refused, each, fields as unique, require
# For Black and for White: do six or more win, does a five with both ends blocked win?
RULES = {"freestyle": ((True, True), (True, True)), "standard": ((False, True), (False, True)),
         "renju": ((False, True), (True, True)), "caro": ((False, False), (False, False)),
         "caro-overline": ((True, False), (True, False))}
def only(fields, allowed):
    require(isinstance(fields, dict) and set(fields) <= set(allowed.split()), "unknown field")
    return fields
def put(stones, color, p):
    return (stones[0] | p, stones[1]) if color == 0 else (stones[0], stones[1] | p)

class Board:
    """A point is a bit. A row takes size + 1 bits, so that no line runs over the edge. Black is 0, White is 1."""
    def __init__(self, rules, size):
        self.rules, self.size, self.fouls, far = RULES[rules], size, rules == "renju", size - 1
        self.steps, points = (1, size + 1, size + 2, size), [(x, y) for y in range(size) for x in range(size)]
        self.all = sum(self.bit(x, y) for x, y in points)
        self.windows = [w for p in each(self.all) for s in self.steps if not (w := sum(p << k * s for k in range(5))) & ~self.all]
        self.local = all(blocked for _, blocked in self.rules) and not self.fouls  # see Footprint
        self.images = [{self.bit(x, y): self.bit(*image(x, y)) for x, y in points} for image in (
            lambda x, y: (x, y), lambda x, y: (far - x, y), lambda x, y: (x, far - y), lambda x, y: (far - x, far - y),
            lambda x, y: (y, x), lambda x, y: (far - y, x), lambda x, y: (y, far - x), lambda x, y: (far - y, far - x))]
    def bit(self, x, y):
        return 1 << (y + 1) * (self.size + 1) + x
    def points(self, text):
        """Reads "h8i9": a letter and the row from the bottom."""
        require(isinstance(text, str), "points must be a string")
        found = [(ord(x) - ord("a"), int(y) - 1) for x, y in re.findall("([a-y])([1-9][0-9]?)", text)]
        require("".join("%c%d" % (x + ord("a"), y + 1) for x, y in found) == text, "not points: " + text)
        require(all(x < self.size and y < self.size for x, y in found), "not on the board: " + text)
        return [self.bit(x, y) for x, y in found]
    def point(self, text):
        require(len(self.points(text)) == 1, "one point expected")
        return self.points(text)[0]
    def position(self, text):
        """Reads "h8i9/h9": the stones of Black and of White."""
        require(isinstance(text, str) and text.count("/") == 1, "a position has one slash")
        stones = (0, 0)
        for color, part in enumerate(text.split("/")):
            for p in self.points(part):
                require(p & self.empty(stones), "two stones on one point")
                stones = put(stones, color, p)
        require(not any(self.wins(stones, c, p) for c in (0, 1) for p in each(stones[c])), "the game is over")
        return stones
    def key(self, stones):
        """The same for all mirror images."""
        return min(tuple(sum(image[p] for p in each(s)) for s in stones) for image in self.images)
    def empty(self, stones):
        return self.all & ~(stones[0] | stones[1])
    def wins(self, stones, color, p):
        """Does a stone of this color on p complete a winning line?"""
        own, other = stones[color] | p, stones[1 - color]
        overline, blocked = self.rules[color]
        for s in self.steps:
            up, down, n = p << s, p >> s, 1
            while up & own:
                up, n = up << s, n + 1
            while down & own:
                down, n = down >> s, n + 1
            if n > 5 and overline or n == 5 and (blocked or not (up & other and down & other)):
                return True
        return False
    def fives(self, stones, color):
        """The empty points where this color wins."""
        own, found = stones[color], 0
        for s in self.steps:
            a, b, c, d = own >> s, own >> 2 * s, own >> 3 * s, own >> 4 * s
            found |= a & b & c & d | (own & b & c & d) << s | (own & a & c & d) << 2 * s
            found |= (own & a & b & d) << 3 * s | (own & a & b & c) << 4 * s
        found &= self.empty(stones)
        return found if all(self.rules[color]) else sum(p for p in each(found) if self.wins(stones, color, p))
    def legal(self, stones, color, p):
        return bool(p & self.empty(stones)) and not (self.fouls and color == 0 and self.foul(stones, p))
    def can_move(self, stones, color):
        return any(self.legal(stones, color, p) for p in each(self.empty(stones)))
    def arms(self, stones, p, s):
        """Black's run through p, and for both ends: the gap after it (0 if it is not empty), the stones beyond the gap."""
        n, ends, empty = 1, [], self.empty(stones)
        for move in (lambda q: q << s, lambda q: q >> s):
            q, beyond = move(p), 0
            while q & stones[0]:
                q, n = move(q), n + 1
            gap, q = q & empty, move(q)
            while gap and q & stones[0]:
                q, beyond = move(q), beyond + 1
            ends.append((gap, beyond))
        return n, ends
    def foul(self, stones, p):
        """Renju: is p forbidden to Black? No five, but six or more, two fours, or two threes."""
        over, fours, near = False, 0, []
        for s in self.steps:
            n, ends = self.arms(stones, p, s)
            if n == 5:
                return False
            ways = sum(1 for gap, beyond in ends if gap and n + 1 + beyond == 5)
            over, fours = over or n > 5, fours + (1 if n == 4 and ways == 2 else ways)
            near += [s] if any(n + beyond == 3 for _, beyond in ends) else []
        return over or fours > 1 or len(near) > 1 and sum(self.three(put(stones, 0, p), p, s) for s in near) > 1
    def three(self, stones, p, s):
        """Does one more stone make a straight four, without a five elsewhere and without a foul?"""
        for gap, _ in self.arms(stones, p, s)[1]:
            n, ends = self.arms(stones, gap, s) if gap else (0, [])
            straight = n == 4 and all(end and beyond == 0 for end, beyond in ends)
            if straight and not self.wins(stones, 0, gap) and not self.foul(stones, gap):
                return True
        return False

class Footprint:
    """What a win depends on: the winner's moves and fives, and the answers of the other side."""
    def __init__(self):
        self.touched, self.answers, self.known = 0, 0, True
    def excluded(self, board, stones, side, free):
        """The replies that do not matter. Two stones of the other side in a window are too many, three if free is 0."""
        other, open_points, risky = stones[1 - side] | self.answers, board.all & ~stones[side], self.touched
        if bin(board.empty(stones)).count("1") < bin(self.touched | self.answers).count("1") + 4:
            return 0
        for s in board.steps:
            windows, one, two, three = board.all, 0, 0, 0
            for k in range(5):
                x, windows = other >> k * s, windows & open_points >> k * s
                one, two, three = one | x, two | one & x, three | two & x
            windows &= two if free else three
            risky |= windows | windows << s | windows << 2 * s | windows << 3 * s | windows << 4 * s
        return board.empty(stones) & ~risky

class Certificate:
    def __init__(self, lines, thorough):
        require(len(lines) >= 2 and lines[-1].endswith(b"\n"), "not complete")
        end, crc = only(json.loads(lines[-1]), "entries crc32"), "%08x" % zlib.crc32(b"".join(lines[:-1]))
        require(end.get("crc32") == crc and end.get("entries") == len(lines) - 2, "damaged")
        self.head = head = only(json.loads(lines[0], object_pairs_hook=unique), "format version rules size side claim starts")
        require(head.get("format") == "pentad-certificate" and head.get("version") == 1, "another format")
        require(type(head.get("size")) is int and 5 <= head["size"] <= 25 and head.get("rules") in RULES, "rules or size")
        require(isinstance(head.get("starts"), list) and head["starts"], "no start")
        self.board, self.side = Board(head["rules"], head["size"]), ("black", "white").index(head.get("side"))
        self.win, self.local = ("hold", "win").index(head.get("claim")) == 1, self.board.local and not thorough
        self.entries = [json.loads(line, object_pairs_hook=unique) for line in lines[1:-1]]
        self.claimed = {self.board.key(self.board.position(e.get("position"))) for e in self.entries}
        self.plain = check_settled.Board(head["size"])
    def check(self, part, parts):
        for start in self.head["starts"]:
            require(only(start, "position turn").get("turn") in ("black", "white"), "turn")
            stones = self.board.position(start.get("position"))
            if start["turn"] != self.head["side"]:
                self.answer_all(stones, None)
            else:
                require(self.board.key(stones) in self.claimed, "no entry for the start")
        for entry in self.entries[part - 1::parts]:
            self.check_entry(entry)
    def check_entry(self, e):
        kinds = {"threat", "root", "pairs"} & set(only(e, "position move threat root nodes pairs"))
        require(len(kinds) < 2 and ("nodes" in e) == bool(kinds - {"pairs"}), "two kinds of entry")
        require(("move" in e) != ("root" in e) and kinds <= ({"threat", "root"} if self.win else {"threat", "pairs"}), "wrong kind")
        stones, node = self.board.position(e["position"]), None
        if "nodes" in e:
            self.read_nodes(e["nodes"])
            node = self.number(e[kinds.pop()])
        if "root" in e:
            return self.check_node(stones, node, None)
        move, pairs = self.board.point(e["move"]), self.board.points(e.get("pairs", ""))
        require(self.board.legal(stones, self.side, move), "the move is not legal")
        won = self.board.wins(stones, self.side, move)
        stones = put(stones, self.side, move)
        if "pairs" not in e and not won:
            self.answer_all(stones, node)
        elif not won and self.board.can_move(stones, 1 - self.side):
            self.check_pairs(stones, pairs)
    def number(self, n):
        require(type(n) is int and 0 <= n < len(self.nodes), "no such node")
        return n
    def read_nodes(self, nodes):
        self.nodes = []
        require(isinstance(nodes, list), "nodes must be a list")
        for n in nodes:
            only(n, "line move replies threat")
            require(("line" in n) != ("move" in n) and ("move" in n or len(n) == 1), "a node has a line or a move")
            line, replies = self.board.points(n.get("line", "")), n.get("replies", {})
            require(isinstance(replies, dict) and (line or "move" in n), "replies or line")
            threat = self.number(n["threat"]) if "threat" in n else None
            follows = {self.board.point(p): self.number(k) for p, k in replies.items()}
            require(len(follows) == len(replies), "a reply twice")
            self.nodes.append((line, self.board.point(n["move"]) if "move" in n else 0, follows, threat))
    def answer_all(self, stones, threat):
        """The other side is to move: every legal reply is met by a five, an entry or the threat."""
        board, other, footprint = self.board, 1 - self.side, Footprint()
        require(not self.win or board.can_move(stones, other), "no move is left")
        require(not board.fives(stones, other), "the other side wins")
        known = self.local and threat is not None and self.works(stones, threat, footprint) and footprint.known
        for p in each(board.empty(stones) & ~(footprint.excluded(board, stones, self.side, 1) if known else 0)):
            after = put(stones, other, p)
            if not board.legal(stones, other, p) or board.fives(after, self.side):
                continue
            fine = board.key(after) in self.claimed or not self.win and not board.can_move(after, self.side)
            require(fine or threat is not None and self.works(after, threat, None), "no answer to a reply")
    def works(self, stones, node, footprint):
        try:
            return self.check_node(stones, node, footprint) is None
        except Refused:
            return False
    def check_node(self, stones, number, footprint):
        """The side is to move, and wins by this node."""
        (line, move, replies, threat), board, side, other = self.nodes[number], self.board, self.side, 1 - self.side
        if line:
            return self.check_line(stones, line, footprint)
        require(board.legal(stones, side, move), "a move is not legal")
        won, stones = board.wins(stones, side, move), put(stones, side, move)
        fives, local = board.fives(stones, side), Footprint()
        known = self.local and not fives and threat is not None and self.nodes[threat][0] and self.works(stones, threat, local)
        if footprint:
            footprint.touched |= move | fives | local.touched
            footprint.answers |= sum(replies) | local.answers
            footprint.known = footprint.known and bool(threat is None or known)
        if won:
            return
        require(board.can_move(stones, other) and all(board.legal(stones, other, p) for p in replies), "replies")
        require(not board.fives(stones, other), "the other side wins")
        skipped = local.excluded(board, stones, side, 0) & ~sum(replies) if known else 0
        for p in each(board.empty(stones) & ~skipped):
            after = put(stones, other, p)
            if not (fives and board.fives(after, side) or not board.legal(stones, other, p)):
                require(p in replies or threat is not None, "no answer to a reply")
                self.check_node(after, replies.get(p, threat), footprint)
    def check_line(self, stones, line, footprint):
        """Fours, each with its only answer, up to a five or a four that nothing answers."""
        board, side, other = self.board, self.side, 1 - self.side
        for i in range(0, len(line), 2):
            move, answer = line[i], line[i + 1] if i + 1 < len(line) else 0
            require(board.legal(stones, side, move), "a move of a line is not legal")
            won, stones = board.wins(stones, side, move), put(stones, side, move)
            fives = board.fives(stones, side)
            if footprint:
                footprint.touched, footprint.answers = footprint.touched | move | fives, footprint.answers | answer
            if won:
                return
            require(fives and not board.fives(stones, other) and board.can_move(stones, other), "not a four")
            for p in each((fives if board.local else board.empty(stones)) & ~answer):
                require(board.fives(put(stones, other, p), side) or not board.legal(stones, other, p), "the four is answered")
            require(not answer or answer & board.empty(stones), "an answer is not on an empty point")
            if not answer or not board.legal(stones, other, answer):
                return  # nothing answers the four
            stones = put(stones, other, answer)
        raise Refused("the line ends with an answer")
    def check_pairs(self, stones, points):
        """Every window that the other side could fill has both points of a pair. An answer that may be a foul has one at most."""
        own, other, seen, fouls = stones[self.side], stones[1 - self.side], 0, self.board.fouls and self.side == 0 and points
        pairs = dict(zip(points[::2] + points[1::2], points[1::2] + points[::2]))
        require(len(points) % 2 == 0 and len(pairs) == len(points) and all(p & self.board.empty(stones) for p in points), "pairs")
        if fouls and sum(points) == self.board.empty(stones) and self.answers_are_legal(stones, pairs):
            return
        for window in self.board.windows:
            inside = [p for p in each(window) if p in pairs]
            alone = sum(p for p in inside if not window & pairs[p])
            require(window & own or alone != sum(inside), "a window without a pair")
            if fouls and not window & other:
                require(window & ~own and not seen & alone, "the answer may be a foul")
                seen |= alone
    def answers_are_legal(self, stones, pairs):
        """As settled pairs that take all empty points."""
        at = {self.board.bit(x, y): p for (x, y), p in self.plain.at.items()}
        try:
            self.plain.check_pairs(*(sum(at[p] for p in each(s)) for s in stones), {at[p]: at[q] for p, q in pairs.items()})
        except Refused:
            return False
        return True

def main(arguments):
    options = [a for a in arguments if a.startswith("--")]
    part, parts = ([int(n) for a in options if a.startswith("--part=") for n in a[7:].split("/")] + [1, 1])[:2]
    if not 1 <= part <= parts:
        sys.exit("--part=K/N: K is 1 to N")
    bad, message = 0, "%s: valid: %s %s on %dx%d, %s (%s). %d entries" + (" of part %d/%d" % (part, parts) if parts > 1 else "")
    for path in [a for a in arguments if a not in options] or sys.exit(__doc__):
        try:
            with open(path, "rb") as file:
                lines = file.readlines()
            if b'"settled"' in b"".join(lines[1:2]):
                bad += check_settled.main([path])
                continue
            c = Certificate(lines, "--thorough" in options)
            c.check(part, parts)
            starts = "; ".join("%s, %s to move" % (s["position"], s["turn"].title()) for s in c.head["starts"])
            print(message % (path, c.head["side"].title(), "wins" if c.win else "does not lose", c.board.size,
                             c.board.size, c.head["rules"], starts, len(c.entries[part - 1::parts])), flush=True)
        except (Refused, OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as why:
            bad += 1
            print("%s: refused: %s" % (path, why), flush=True)
    return min(bad, 1)
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
