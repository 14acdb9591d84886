"""What a licence says, and how it stands at a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from veraz.errors import NotTrusted

TYP = "licence+jwt"
AUDIENCE = "veraz-runtime"

FREE = "free"
"""The lowest plan."""

GRACE = 14 * 24 * 60 * 60
"""Seconds after its end for which a licence still holds."""

_LATEST = 253_402_300_799  # the last second that a date can be told of


class State(StrEnum):
    """How a licence stands."""

    ABSENT = "absent"
    NOT_TRUSTED = "not trusted"
    OF_ANOTHER = "of another organisation"
    NOT_YET_VALID = "not yet valid"
    VALID = "valid"
    IN_GRACE = "in grace"
    EXPIRED = "expired"


_HOLDS = (State.VALID, State.IN_GRACE)


@dataclass(frozen=True, slots=True)
class Claims:
    """What a licence says; times are seconds of Unix time."""

    name: str
    organisation: str
    plan: str
    features: frozenset[str]
    issued: int
    begins: int
    ends: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a licence stands at a moment.

    :ivar why: one sentence for people, and what to do.
    :ivar claims: what it says, where it could be verified; only what :meth:`Licence.allows` tells holds.
    :ivar at: the moment its term was judged at (Unix time): the clock's, or a later one that was seen before.
    """

    state: State
    why: str
    claims: Claims | None = None
    at: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether what the licence says holds."""
        return self.state in _HOLDS

    @property
    def plan(self) -> str:
        """The plan that this comes to."""
        return self.claims.plan if self.claims is not None and self.holds else FREE

    @property
    def features(self) -> frozenset[str]:
        """What is allowed beyond the check."""
        return self.claims.features if self.claims is not None and self.holds else frozenset()


def standing_at(now: float, claims: Claims) -> Standing:
    """Return how a licence stands at a time. It was signed when it says so: no clock before that is right."""
    if now < claims.begins:
        why = f"the licence {claims.name} begins on {_day(claims.begins)}"
        return Standing(State.NOT_YET_VALID, why, claims, now)
    if now < claims.ends:
        return Standing(State.VALID, f"the licence {claims.name} is valid until {_day(claims.ends)}", claims, now)
    ended = f"the licence {claims.name} ended on {_day(claims.ends)}"
    if now < claims.ends + GRACE:
        why = f"{ended} and holds until {_day(claims.ends + GRACE)}: renew it in the console's settings"
        return Standing(State.IN_GRACE, why, claims, now)
    return Standing(State.EXPIRED, f"{ended}: renew it in the console's settings", claims, now)


def read_claims(given: Any) -> Claims:
    """Return the claims of a licence whose signature is good.

    :raises NotTrusted: for one that says something else than a licence says.
    """
    claims = given if isinstance(given, dict) else {}
    audience = claims.get("aud")
    if AUDIENCE not in (audience if isinstance(audience, list) else [audience]):
        raise NotTrusted(f"it is for {audience!r:.60}, not for {AUDIENCE}")
    for name, fits in _SAYS.items():
        if not fits(claims.get(name)):
            raise NotTrusted(f"what it says as {name!r} is not understood: {claims.get(name)!r:.60}")
    name, organisation, plan, features, issued, begins, ends = (claims[name] for name in _SAYS)
    return Claims(name, organisation, plan, frozenset(features), issued, begins, ends)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_time(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _LATEST - GRACE


_SAYS: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys(("jti", "organisation", "plan"), _is_text),
    "features": _are_texts,
    **dict.fromkeys(("iat", "nbf", "exp"), _is_time),
}


def _day(seconds: int) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
