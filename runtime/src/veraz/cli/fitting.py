"""A console's set held to tools: what an agent that has them can use of it, and what is wrong with the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veraz.languages import GRAMMARS
from veraz.phrasings.live_set import read_live
from veraz.tools import Toolset


@dataclass(frozen=True, slots=True)
class Fit:
    """What a set comes to.

    :ivar texts: how many can be used, by language.
    :ivar faults: a sentence for each that cannot.
    :ivar others: tools that the set speaks of and that are none of these.
    :ivar unphrased: tools that the set does not speak of.
    """

    texts: Mapping[str, int]
    faults: tuple[str, ...]
    others: tuple[str, ...] = ()
    unphrased: tuple[str, ...] = ()


def fit(tools: Mapping[str, Any], toolset: Toolset | None = None) -> Fit:
    """Hold a set (tool, language, outcome, text) to ``toolset``; without one, names and paths are held to nothing."""
    texts: Counter[str] = Counter()
    faults: dict[str, None] = {}
    for grammar in GRAMMARS:
        entries, passed_over = read_live(tools, toolset, grammar.code)
        texts[grammar.code] = len(entries)
        faults.update(dict.fromkeys(passed_over))
    if toolset is None:
        return Fit(texts, tuple(faults))
    others, unphrased = sorted(set(tools) - set(toolset)), sorted(set(toolset) - set(tools))
    return Fit(texts, tuple(faults), tuple(others), tuple(unphrased))
