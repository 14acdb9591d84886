"""What ``replies=`` of an agent may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from os import PathLike
from typing import Any, Literal, TypedDict

from veraz.errors import ConfigurationError
from veraz.languages import reply_grammar
from veraz.outcomes import Outcome
from veraz.phrasings.loading import Phrasings
from veraz.records.reasons import Reasons
from veraz.replies.reply_rules.rule_settings import RuleSettings

JUDGE_SECONDS = 3.0
"""How long a judge may take over a reply."""

LONGEST_JUDGE_SECONDS = 3600


class ValueSource(StrEnum):
    """Where a value that a claim states may come from."""

    CALL = "call"
    SESSION = "session"
    DERIVED = "derived"


class Composer(StrEnum):
    """Who writes the reply: the model, then checked; or the phrasings alone."""

    MODEL = "model"
    TEMPLATE = "template"


class Mode(StrEnum):
    """What the person reads: the reply as the check corrects it, or as it was written."""

    HOLD = "hold"
    WATCH = "watch"


class Additions(StrEnum):
    """Which of the writes that a reply left out are told after it."""

    ALL = "all"
    NOT_DONE = "not_done"  # those that were not done, or of which that is not known
    OFF = "off"

    def shows(self, outcome: Outcome) -> bool:
        """Tell whether a write that ended in ``outcome`` is told."""
        return self is Additions.ALL or (self is Additions.NOT_DONE and outcome is not Outcome.DONE)


class Untied(StrEnum):
    """What becomes of an act that the agent says it did, that none of its tools can do and no call bears out."""

    KEEP = "keep"
    FLAG = "flag"  # kept, told in the verdict and counted
    REMOVE = "remove"


class OtherLanguage(StrEnum):
    """What becomes of a reply with a sentence in a language that is not read."""

    KEEP = "keep"
    COMPOSE = "compose"  # it is composed from phrasings


class Strictness(StrEnum):
    """How sure it must be that a sentence is false: the fewer true ones are touched, the more false ones pass."""

    GENTLE = "gentle"
    BALANCED = "balanced"
    STRICT = "strict"


# What editors and type checkers offer for a setting: its member, or the text of one.
LanguageName = Literal["en", "pt-BR", "pt"]
ComposerName = Composer | Literal["model", "template"]
ValuesName = ValueSource | Literal["call", "session", "derived"]
ModeName = Mode | Literal["hold", "watch"]
AdditionsName = Additions | Literal["all", "not_done", "off"]
UntiedName = Untied | Literal["keep", "flag", "remove"]
StrictnessName = Strictness | Literal["gentle", "balanced", "strict"]
OtherLanguageName = OtherLanguage | Literal["keep", "compose"]


class RepliesSettings(TypedDict, total=False):
    """What a mapping given as ``replies=`` may hold; see :class:`Replies`."""

    phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None
    language: LanguageName
    composer: ComposerName
    values: ValuesName
    lookups: bool
    rules: Mapping[str, Any] | None
    mode: ModeName
    additions: AdditionsName
    untied: UntiedName
    other_language: OtherLanguageName
    strictness: StrictnessName
    reasons: Mapping[str, Any] | None
    rewrite: int
    additions_to: str | None
    judge: Callable[..., Any] | None
    judge_seconds: float


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


def checked_judge(judge: Any, seconds: Any) -> Any:
    """Return ``judge``.

    :raises ConfigurationError: for one that cannot be called, or seconds that are no time.
    """
    if judge is not None and not callable(judge):
        raise ConfigurationError(f"replies.judge is {type(judge).__name__}; it takes a function of questions")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_JUDGE_SECONDS:
        raise ConfigurationError(
            f"replies.judge_seconds is {seconds!r}; it takes more than 0, and {LONGEST_JUDGE_SECONDS} at most"
        )
    return judge


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


CHOICES: Mapping[str, type[StrEnum]] = {
    "composer": Composer,
    "values": ValueSource,
    "mode": Mode,
    "additions": Additions,
    "untied": Untied,
    "other_language": OtherLanguage,
    "strictness": Strictness,
}
"""The settings that take one of a few words."""


@dataclass(frozen=True, slots=True)
class Replies:
    """How replies are held to what was done.

    :ivar phrasings: a path, a mapping (tool, outcome, template), loaded phrasings, or ``None`` for the defaults.
    :ivar language: the language replies are read and phrased in: ``en``, ``pt-BR`` or ``pt``.
    :ivar lookups: whether a look-up *said to have been made* with no call behind it is replaced too.
    :ivar composer: ``template`` shows phrasings alone, whatever the model writes.
    :ivar values: where a value that a claim states may come from: ``call``, ``session`` or ``derived``.
    :ivar rules: the reply rules: ``personal_data``, ``never_say``, ``offers`` and ``required``.
    :ivar rewrite: how often a model is shown what disagreed and writes its reply again: 0 or 1 times.
    :ivar additions_to: the string field of replies that are JSON in which the person reads what is added, by its names
        and indexes (``message``, ``answers.0.text``); ``None`` tells it beside them alone (``Verdict.beside``).
    :ivar mode: ``watch`` checks and counts all, rules included, and shows the reply as it was written.
    :ivar additions: which writes that a reply left out are told after it: ``all``, ``not_done`` (those not done, or of
        which that is not known) or ``off``. All are counted.
    :ivar untied: what becomes of an act that the agent says it did, that none of its tools can do and no call bears
        out: ``keep``, ``flag`` (kept, told in the verdict and counted) or ``remove``.
    :ivar other_language: ``compose`` composes a reply from phrasings where a sentence of it is in a language that is
        not read; with ``keep`` such a sentence stands, and tells nothing of any call.
    :ivar strictness: how sure it must be that a sentence is false: ``gentle``, ``balanced`` or ``strict``.
    :ivar reasons: how reasons read, by code and language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
    :ivar judge: a function of the questions of one reply (:class:`veraz.Question`) that answers each
        (:class:`veraz.Answer`), a coroutine function too; it is asked only about what no rule decided.
    :ivar judge_seconds: how long it may take; what it has not answered then stays as the rules had it.
    :raises ConfigurationError: for a setting with a value it does not take.
    """

    phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None
    language: LanguageName = "en"
    composer: ComposerName = Composer.MODEL
    values: ValuesName = ValueSource.CALL
    lookups: bool = True
    rules: Mapping[str, Any] | None = None
    rewrite: int = 0
    additions_to: str | None = None
    mode: ModeName = Mode.HOLD
    additions: AdditionsName = Additions.ALL
    untied: UntiedName = Untied.KEEP
    other_language: OtherLanguageName = OtherLanguage.KEEP
    strictness: StrictnessName = Strictness.BALANCED
    reasons: Mapping[str, Any] | None = None
    judge: Callable[..., Any] | None = None
    judge_seconds: float = JUDGE_SECONDS

    def __post_init__(self) -> None:
        grammar = reply_grammar(self.language)
        for setting, kind in CHOICES.items():
            choice(kind, getattr(self, setting), f"replies.{setting}")
        if not isinstance(self.lookups, bool):
            raise ConfigurationError(f"replies.lookups is {self.lookups!r}; it takes true or false")
        if self.rewrite not in (0, 1):
            raise ConfigurationError(f"replies.rewrite is {self.rewrite!r}; it takes 0 or 1")
        RuleSettings.of(self.rules)
        field_path(self.additions_to)
        checked_judge(self.judge, self.judge_seconds)
        Reasons.of(grammar, self.reasons)

    @property
    def waits_for_the_end(self) -> bool:
        """Whether nothing of a reply can be shown before its end: it may be composed, written again or judged."""
        return self.composer == Composer.TEMPLATE or bool(self.rewrite) or self.judge is not None

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
