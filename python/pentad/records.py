"""Files with several games and variations: pentad.games and pentad.tree."""

import os
from itertools import islice
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _pentad

__all__ = ["Node", "games", "tree"]

_Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


def _read(path: _Path, most: int = -1) -> bytes:
    """Also called by the C extension."""
    with open(path, "rb") as file:
        return file.read(most)


def games(path: _Path, format: Optional[str] = None) -> "Iterator[_pentad.Game]":
    """Iterate over the games of a file, each by its main line.

    Raises OSError and ValueError like Game.load; for a game that is not valid when it is reached.
    """
    format = format or _pentad.format_of(path)
    text = _read(path)
    if format != "sgf":  # the only one with several games
        yield _pentad.Game.read(text, format)
        return
    reader = _pentad.open_games(text)
    while (game := _pentad.next_game(_pentad.Game, reader)) is not None:
        yield game


class Node:
    """A node of a game tree. Iterating gives it and everything below it, a main line before its variations.

    move, color  what is played here, such as 'h8' and 'black'; None at the root
    properties   those of SGF, by their ids: {'C': ['a comment']}
    parent       None at the root
    children     the main line first
    """

    __slots__ = ("move", "color", "properties", "parent", "children", "_source")

    def __init__(self, parent: "Optional[Node]", color: Optional[str], move: Optional[str],
                 properties: Dict[str, List[str]], source: "tuple[bytes, str, int, int]") -> None:
        self.parent = parent
        self.color = color
        self.move = move
        self.properties = properties
        self.children: "List[Node]" = []
        self._source = source

    @property
    def comment(self) -> str:
        """The comment (C); '' if there is none."""
        return self.properties.get("C", [""])[0]

    def game(self) -> "_pentad.Game":
        """The game up to this node. Raises ValueError if a move of it is illegal."""
        return _pentad.Game.read(*self._source)

    def __iter__(self) -> "Iterator[Node]":
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def main_line(self) -> "Iterator[Node]":
        """This node and the first child of each, to the end."""
        node: Optional[Node] = self
        while node:
            yield node
            node = node.children[0] if node.children else None

    def __reduce__(self) -> "Tuple[Any, ...]":
        """The tree as a list, where the root is: a long game would be too deep for recursion."""
        if self.parent:
            root = self
            while root.parent:
                root = root.parent
            return _node_of, (root, next(index for index, node in enumerate(root) if node is self))
        depths: Dict[int, int] = {}
        rows = []
        for node in self:
            depths[id(node)] = depths[id(node.parent)] + 1 if node.parent else 0
            rows.append((depths[id(node)], node.color, node.move, node.properties, node._source))
        return _tree_of, (rows,)

    def __repr__(self) -> str:
        what = f"{self.color} {self.move}" if self.move else "no move"
        return f"<Node {what}, {len(self.children)} {'child' if len(self.children) == 1 else 'children'}>"


def tree(path: _Path, format: Optional[str] = None, game: int = 1) -> Node:
    """Return the root of a game's tree, with all variations; game selects one of several in the file.

    Raises OSError if it cannot be read, ValueError if it holds no such game.
    """
    format = format or _pentad.format_of(path)
    text = _read(path)
    return _tree_of((depth, color, move, properties, (text, format, game, index)) for index, (depth, color, move, properties)
                    in enumerate(_pentad.read_tree(text, format, game)[1]))


def _tree_of(rows: "Iterable[Tuple[int, Optional[str], Optional[str], Dict[str, List[str]], Tuple[bytes, str, int, int]]]") -> Node:
    """The root of nodes in preorder, each with its depth."""
    path_to_node: List[Node] = []
    for depth, color, move, properties, source in rows:
        del path_to_node[depth:]
        parent = path_to_node[-1] if path_to_node else None
        node = Node(parent, color, move, properties, source)
        if parent:
            parent.children.append(node)
        path_to_node.append(node)
    return path_to_node[0]


def _node_of(root: Node, index: int) -> Node:
    return next(islice(root, index, None))
