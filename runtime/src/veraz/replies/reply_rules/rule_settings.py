"""What ``replies.rules`` may hold, read into types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from veraz.errors import ConfigurationError
from veraz.outcomes import Outcome
from veraz.replies.reply_rules.phrases import in_words
from veraz.tools import Toolset

if TYPE_CHECKING:
    from veraz.values.personal import PersonalKind

_PLACE = "replies.rules"
_SHOWN = 60  # characters of someone's value that an error repeats
_Member = TypeVar("_Member", bound=StrEnum)


class PersonalAction(StrEnum):
    """What is done with personal data in a reply."""

    MASK = "mask"
    REMOVE = "remove"  # the unit it stands in
    ALLOW_OWN = "allow_own"  # the person's own may stand; anyone else's is masked


class PersonalRule(NamedTuple):
    """Which kinds of personal data are held, and how."""

    kinds: frozenset[PersonalKind]
    action: PersonalAction


class Required(NamedTuple):
    """A sentence that must stand in a reply: in every one, or where a call of ``tool`` had ``outcome`` this turn."""

    say: str
    tool: str | None = None
    outcome: Outcome | None = None


class RuleSettings(NamedTuple):
    """The reply rules as they were given.

    :ivar offers: what may be offered; where it is empty nothing may, and where it is ``None`` offers are not held.
    """

    personal_data: PersonalRule | None = None
    never_say: tuple[str, ...] = ()
    offers: tuple[str, ...] | None = None
    required: tuple[Required, ...] = ()

    @property
    def holds_units(self) -> bool:
        """Whether any of them holds what a model wrote."""
        return bool(self.personal_data or self.never_say) or self.offers is not None

    @classmethod
    def of(cls, given: Mapping[str, Any] | None, tools: Toolset | None = None) -> RuleSettings:
        """Return the settings of a mapping; ``None`` holds nothing.

        :param tools: the tools that ``when`` may name; without it any name will do.
        :raises ConfigurationError: naming the place and what it takes.
        """
        rules = _mapping({} if given is None else given, _PLACE, ("personal_data", "never_say", "offers", "required"))
        personal, offers = rules.get("personal_data"), rules.get("offers")
        return cls(
            None if personal is None else _personal(personal, f"{_PLACE}.personal_data"),
            _phrases(rules.get("never_say"), f"{_PLACE}.never_say"),
            None if offers is None else _offers(offers, f"{_PLACE}.offers"),
            tuple(_required(each, place, tools) for each, place in _items(rules.get("required"), f"{_PLACE}.required")),
        )


def _personal(given: Any, place: str) -> PersonalRule:
    from veraz.values.personal import PersonalKind  # as in veraz.replies.reply_rules.ruling

    rule = _mapping(given, place, ("kinds", "action"))
    action = _member(PersonalAction, rule.get("action", PersonalAction.MASK), f"{place}.action")
    given_kinds, takes = rule.get("kinds", "all"), "a list of kinds, or all"
    if given_kinds == "all":
        return PersonalRule(frozenset(PersonalKind), action)
    kinds = frozenset(_member(PersonalKind, kind, at) for kind, at in _items(given_kinds, f"{place}.kinds", takes))
    if not kinds:
        raise ConfigurationError(f"{place}.kinds: is empty, and would hold nothing; it takes {takes}")
    return PersonalRule(kinds, action)


def _offers(given: Any, place: str) -> tuple[str, ...]:
    if not isinstance(given, Mapping):
        return _phrases(given, place)
    rule = _mapping(given, place, ("allowed",))
    if rule.get("allowed") is None:
        raise ConfigurationError(f"{place}.allowed: is missing; it takes a list of texts, empty to allow none")
    return _phrases(rule["allowed"], f"{place}.allowed")


def _required(given: Any, place: str, tools: Toolset | None) -> Required:
    rule = _mapping(given, place, ("say", "when"))
    say = _phrase(rule.get("say"), f"{place}.say")
    if rule.get("when") is None:
        return Required(say)
    when = _mapping(rule["when"], f"{place}.when", ("tool", "outcome"))
    tool = when.get("tool")
    if not isinstance(tool, str) or (tools is not None and tool not in tools):
        takes = f"one of: {', '.join(tools)}" if tools else "the name of a tool"
        raise ConfigurationError(f"{place}.when.tool: is {_shown(tool)}; it takes {takes}")
    return Required(say, tool, _member(Outcome, when.get("outcome"), f"{place}.when.outcome"))


def _mapping(given: Any, place: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise ConfigurationError(f"{place}: is {_shown(given)}; it takes a mapping of: {', '.join(keys)}")
    for key in given:
        if key not in keys:
            raise ConfigurationError(f"{place}: {_shown(key)} is not a key; use one of: {', '.join(keys)}")
    return given


def _items(given: Any, place: str, takes: str = "a list") -> Iterable[tuple[Any, str]]:
    given = () if given is None else given
    if not isinstance(given, list | tuple):
        raise ConfigurationError(f"{place}: is {_shown(given)}; it takes {takes}")
    return ((each, f"{place}[{index}]") for index, each in enumerate(given))


def _phrases(given: Any, place: str) -> tuple[str, ...]:
    return tuple(_phrase(each, where) for each, where in _items(given, place, "a list of texts"))


def _phrase(given: Any, place: str) -> str:
    if not isinstance(given, str) or not in_words(given):
        raise ConfigurationError(f"{place}: is {_shown(given)}; it takes a text with a word in it")
    return given


def _member(kind: type[_Member], given: Any, place: str) -> _Member:
    try:
        return kind(given)
    except ValueError:
        raise ConfigurationError(f"{place}: is {_shown(given)}; it takes one of: {', '.join(kind)}") from None


def _shown(given: Any) -> str:
    return f"{given!r:.{_SHOWN}}"
