"""What can be done, as a code that is stored and words that are shown. Each app names its own actions with `action`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

from console.pages.named_codes import Registry


@dataclass(frozen=True, slots=True)
class Action:
    """`code` is stored for ever; `words` follow the name of who did it: «invited a member»."""

    code: str
    words: str | Promise


_KNOWN: Registry[Action] = Registry("action")


def action(code: str, words: str | Promise) -> Action:
    """Name an action; a code is named once."""
    return _KNOWN.add(code, Action(code, words))


known = _KNOWN.known
words_for = _KNOWN.words_for
