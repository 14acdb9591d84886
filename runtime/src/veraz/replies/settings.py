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


def choice(kind: type[StrEnum], value: str, setting: str) -> Any:
    """Return ``value`` as a member of ``kind``.

    :raises ConfigurationError: naming ``setting`` and what it takes.
    """
    try:
        return kind(value)
    except ValueError:
        raise ConfigurationError(f"{setting} is {value!r}; it takes one of: {', '.join(kind)}") from None


def field_path(additions_to: str | None) -> tuple[str, ...]:
    """Return the names and indexes of the field ``additions_to``, from the outside in; none where it is ``None``.

    :raises ConfigurationError: for what is no path, or has an empty name in it.
    """
    path = tuple(additions_to.split(".")) if isinstance(additions_to, str) else ()
    if not all(path) or (additions_to is not None and not path):
        raise ConfigurationError(
            f"replies.additions_to is {additions_to!r}; it takes the path of a string: message, answers.0.text"
        )
    return path


@dataclass(frozen=True, slots=True)
class Replies:
    """How replies are held to what was done.

    :ivar phrasings: a path, a mapping (tool, outcome, template), loaded phrasings, or ``None`` for the defaults.
    :ivar language: the language replies are read and phrased in: ``en``, ``pt-BR`` or ``pt``.
    :ivar lookups: whether a look-up *said to have been made* with no call behind it is replaced too.
    :ivar rules: the reply rules: ``personal_data``, ``never_say``, ``offers`` and ``required``.
    :ivar rewrite: how often a model is shown what disagreed and writes its reply again: 0 or 1 times.
    :ivar additions_to: the string field of replies that are JSON in which the person reads what is added, by its names
        and indexes (``message``, ``answers.0.text``); ``None`` tells it beside them alone (``Verdict.beside``).
    :raises ConfigurationError: for a setting with a value it does not take.
    """

    phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None
    language: str = "en"
    composer: str = Composer.MODEL
    values: str = ValueSource.CALL
    lookups: bool = True
    rules: Mapping[str, Any] | None = None
    rewrite: int = 0
    additions_to: str | None = None

    def __post_init__(self) -> None:
        reply_grammar(self.language)
        choice(Composer, self.composer, "replies.composer")
        choice(ValueSource, self.values, "replies.values")
        if not isinstance(self.lookups, bool):
            raise ConfigurationError(f"replies.lookups is {self.lookups!r}; it takes true or false")
        if self.rewrite not in (0, 1):
            raise ConfigurationError(f"replies.rewrite is {self.rewrite!r}; it takes 0 or 1")
        RuleSettings.of(self.rules)
        field_path(self.additions_to)

    @classmethod
    def of(cls, given: Any) -> Replies | None:
        """Return what ``replies=`` means: ``None`` checks nothing, ``True`` or ``{}`` checks with every default."""
        if given is None or isinstance(given, cls):
            return given
        if given is True:
            return cls()
        if not isinstance(given, Mapping):
            raise ConfigurationError(f"replies is {type(given).__name__}; it takes a mapping, Replies or true")
        known = {field.name for field in fields(cls)}
        unknown = sorted(str(key) for key in given if key not in known)
        if unknown:
            raise ConfigurationError(f"replies.{unknown[0]} is not a setting; use one of: {', '.join(sorted(known))}")
        return cls(**given)
