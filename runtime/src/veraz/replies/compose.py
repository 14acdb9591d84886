"""Putting phrasings in the place of units, so that the text around them stays as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence

from veraz.replies.verdict import Action, Addition, UnitVerdict
from veraz.text.units import UnitKind


def rewritten(reply: str, units: Sequence[UnitVerdict], quoted: bool) -> str:
    """Return ``reply`` with each changed unit's replacement in its place; all else byte for byte.

    :param quoted: whether the units stand inside the strings of a JSON text.
    """
    parts: list[str] = []
    at = 0
    held_back: list[str] = []  # the phrasings of rows taken out of a table, which follow it
    for unit in units:
        if held_back and unit.kind is not UnitKind.ROW:
            parts.append(_after_table(held_back))
        if unit.action is Action.KEEP:
            continue
        parts.append(reply[at : unit.start])
        at = unit.end
        text = unit.replacement or ""
        if unit.kind is UnitKind.ROW:
            held_back.extend([text] if text else [])
            at = _line_end(reply, at)
        elif text:
            parts.append(json.dumps(text, ensure_ascii=False)[1:-1] if quoted else text)
        else:
            at = _gap_end(reply, unit.start, at)
    parts.append(reply[at:])
    if held_back:
        parts.append(_after_table(held_back))
    return "".join(parts)


def _after_table(held_back: list[str]) -> str:
    text = "\n" + " ".join(held_back) + "\n"
    held_back.clear()
    return text


def _line_end(reply: str, at: int) -> int:
    return at + 1 if reply[at : at + 1] == "\n" else at


def _gap_end(reply: str, start: int, at: int) -> int:
    """Return where the text goes on after a unit taken out: its own gap goes with it, at a line's start the whole line's."""
    end = at
    while reply[end : end + 1] in (" ", "\t"):
        end += 1
    if reply[end : end + 1] == "\n" and (start == 0 or reply[start - 1] == "\n"):
        end += 1
    return end


def with_additions(text: str, added: Sequence[Addition]) -> str:
    """Return ``text`` followed by the additions, in a paragraph of their own where the text has paragraphs or lines."""
    if not added:
        return text
    told = " ".join(addition.text for addition in added)
    kept = text.rstrip()
    if not kept:
        return told
    return f"{kept}{chr(10) * 2 if chr(10) in kept else ' '}{told}"
