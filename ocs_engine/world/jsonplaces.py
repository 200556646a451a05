"""Finds the line and column of a value in a JSON text; used only when a message needs a place."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError

Path = tuple[str | int, ...]
"""Keys and list positions from the top of a JSON file down to one value."""

_GRAMMAR = r"""
?value: object | array | STRING | NUMBER | WORD
object: "{" [pair ("," pair)*] "}"
pair: STRING ":" value
array: "[" [value ("," value)*] "]"
STRING: /"(\\.|[^"\\])*"/
NUMBER: /-?\d[\d.eE+-]*/
WORD: "true" | "false" | "null"
%ignore /\s+/
"""


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, start="value", parser="lalr", propagate_positions=True)


def place_of(text: str, path: Path) -> tuple[int, int] | None:
    """Line and column, from 1, of the value at a path (of its key, where it has one); None when it is not there."""
    try:
        node: Any = _parser().parse(text)
    except LarkError:
        return None
    place = (1, 1)
    for step in path:
        children = [child for child in node.children if child is not None] if isinstance(node, Tree) else []
        if isinstance(step, int) and isinstance(node, Tree) and node.data == "array" and step < len(children):
            node = children[step]
            place = _begin(node)
            continue
        pair = next((c for c in children if _is_pair(c, step)), None)
        if pair is None:
            return None
        place, node = _begin(pair.children[0]), pair.children[1]
    return place


def _is_pair(node: Any, key: str | int) -> bool:
    return isinstance(node, Tree) and node.data == "pair" and json.loads(str(node.children[0])) == key


def _begin(node: Any) -> tuple[int, int]:
    where: Any = node if isinstance(node, Token) else node.meta
    return int(where.line), int(where.column)
