"""What ``replies=`` of an agent may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from os import PathLike
from typing import Any

from veraz.errors import ConfigurationError
from veraz.languages import reply_grammar
from veraz.phrasings.loading import Phrasings
from veraz.records.reasons import Reasons
from veraz.replies.rule_settings import RuleSettings


class ValueSource(StrEnum):
    """Where a value that a claim states may come from."""

    CALL = "call"
    SESSION = "session"
    DERIVED = "derived"


class Composer(StrEnum):
    """Who writes the reply: the model, then checked; or the phrasings alone."""

    MODEL = "model"
    TEMPLATE = "template"


class UnknownTools(StrEnum):
    """What becomes of a call of a tool that a checker has not."""

    IGNORE = "ignore"
    RAISE = "raise"


def choice(kind: type[StrEnum], value: str, setting: str) -> Any:
    """Return ``value`` as a member of ``kind``.

    :raises ConfigurationError: naming ``setting`` and what it takes.
    """
    try:
        return kind(value)
    except ValueError:
        raise ConfigurationError(f"{setting} is {value!r}; it takes one of: {', '.join(kind)}") from None


@dataclass(frozen=True, slots=True)
class Replies:
    """How replies are held to what was done.

    :ivar phrasings: a path, a mapping (tool, outcome, template), loaded phrasings, or ``None`` for the defaults.
    :ivar language: the language replies are read and phrased in: ``en``, ``pt-BR`` or ``pt``.
    :ivar lookups: whether a look-up *said to have been made* with no call behind it is replaced too.
    :ivar rules: the reply rules: ``personal_data``, ``never_say``, ``offers`` and ``required``.
    :ivar reasons: how reasons read, by code and language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
    :raises ConfigurationError: for a setting with a value it does not take.
    """

    phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None
    language: str = "en"
    composer: str = Composer.MODEL
    values: str = ValueSource.CALL
    lookups: bool = True
    rules: Mapping[str, Any] | None = None
    reasons: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        grammar = reply_grammar(self.language)
        choice(Composer, self.composer, "replies.composer")
        choice(ValueSource, self.values, "replies.values")
        if not isinstance(self.lookups, bool):
            raise ConfigurationError(f"replies.lookups is {self.lookups!r}; it takes true or false")
        RuleSettings.of(self.rules)
        Reasons.of(grammar, self.reasons)

    @classmethod
    def of(cls, given: Any) -> Replies | None:
        """Return what ``replies=`` means: ``None`` and ``False`` check nothing, ``True`` and ``{}`` by the defaults."""
        if given is None or isinstance(given, cls):
            return given
        if given is False:
            return None
        if given is True:
            return cls()
        if not isinstance(given, Mapping):
            raise ConfigurationError(f"replies is {type(given).__name__}; it takes a mapping, Replies, true or false")
        known = {field.name for field in fields(cls)}
        unknown = sorted(str(key) for key in given if key not in known)
        if unknown:
            raise ConfigurationError(f"replies.{unknown[0]} is not a setting; use one of: {', '.join(sorted(known))}")
        return cls(**given)
