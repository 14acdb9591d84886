"""A desk with five writes and a look-up, read in either language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from veraz.languages import grammar
from veraz.outcomes import Stance
from veraz.reading import Reader
from veraz.tools import Toolset

StanceOf = Callable[[str, str], Stance]

STRENGTH = (Stance.UNKNOWN, Stance.ASK, Stance.NOT_DONE, Stance.DONE, Stance.PROMISE, Stance.MENTION)
"""The order in which one stance stands for a sentence with several claims."""

TOOLS = ("refund_card", "cancel_order", "book_table", "send_invoice", "change_address", "get_order")


@pytest.fixture(scope="session")
def stance_of() -> StanceOf:
    """Return a function that gives the stance of a sentence in a language; a mention where nothing is claimed."""
    tools = Toolset.of({"name": name} for name in TOOLS)
    readers = {code: Reader(tools, grammar(code)) for code in ("en", "pt-BR")}

    def stance(language: str, text: str) -> Stance:
        claims = [claim for unit in readers[language].read(text) for claim in unit.claims]
        return min((claim.stance for claim in claims), key=STRENGTH.index, default=Stance.MENTION)

    return stance
