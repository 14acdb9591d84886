"""What can be done, as a code that is stored and words that are shown. Each app names its own actions with `action`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Action:
    """`code` is stored for ever; `words` follow the name of who did it: «invited a member»."""

    code: str
    words: str | Promise


_KNOWN: dict[str, Action] = {}


def action(code: str, words: str | Promise) -> Action:
    """Name an action; a code is named once."""
    if code in _KNOWN:
        raise ValueError(f"The action {code} is named twice.")
    _KNOWN[code] = Action(code, words)
    return _KNOWN[code]


def known() -> list[Action]:
    """Every action of the installed apps, by code."""
    return [_KNOWN[code] for code in sorted(_KNOWN)]


def words_for(code: str) -> str:
    """The words of a stored code; the code itself where no app names it any more."""
    return str(_KNOWN[code].words) if code in _KNOWN else code
