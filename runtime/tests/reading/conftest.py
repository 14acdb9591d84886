"""A desk with five writes and a look-up, read in either language."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from veraz.languages import grammar
from veraz.outcomes import Stance
from veraz.reading import Claim, Reader
from veraz.tools import Toolset

StanceOf = Callable[[str, str], Stance]
ClaimsOf = Callable[..., list[Claim]]

STRENGTH = (Stance.UNKNOWN, Stance.ASK, Stance.NOT_DONE, Stance.DONE, Stance.PROMISE, Stance.MENTION)
"""The order in which one stance stands for a sentence with several claims."""

MORE_TOOLS = ("start_backup", "play_song", "confirm_booking", "notify_guest", "pay_fee")
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


@pytest.fixture(scope="session")
def claims_of() -> ClaimsOf:
    """Return a function that gives the claims of a text in a language, of that desk's tools and more, or of others."""

    @cache
    def reader(language: str, names: tuple[str, ...]) -> Reader:
        tools = Toolset.of({"name": name, "write": not name.startswith("get")} for name in names)
        return Reader(tools, grammar(language))

    def claims(language: str, text: str, names: tuple[str, ...] = (*TOOLS, *MORE_TOOLS)) -> list[Claim]:
        return [claim for unit in reader(language, names).read(text) for claim in unit.claims]

    return claims


@pytest.fixture(scope="session")
def names_of() -> Callable[[Claim], set[str]]:
    """Return a function that gives the tools that a claim speaks of, by name."""
    names = (*TOOLS, *MORE_TOOLS)
    return lambda claim: {name for place, name in enumerate(names) if claim.tools >> place & 1}
