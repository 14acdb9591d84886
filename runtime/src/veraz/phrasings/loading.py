"""The phrasings of one language, from wherever they come, ready to print.

What reads and lints files is imported where a file is read: most agents speak by the defaults, or by the console's set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from veraz.errors import PhrasingError
from veraz.languages import ENGLISH, Grammar
from veraz.outcomes import Call, Outcome
from veraz.phrasings.defaults import Defaults
from veraz.phrasings.rendering import render_calls
from veraz.phrasings.template import Template, parse
from veraz.phrasings.values import MissingValue
from veraz.records.reasons import Reasons
from veraz.tools import Tool, Toolset

if TYPE_CHECKING:
    from veraz.phrasings.files import Document, Entry

    Source = str | PathLike[str] | Mapping[str, Any] | Document

_Templates = Mapping[tuple[str, Outcome], Template]


class Rendered(NamedTuple):
    """A phrasing as the person reads it.

    :ivar defaulted: whether the tool's own phrasing was passed over because the call lacks a value it prints.
    """

    text: str
    defaulted: bool = False


@dataclass(frozen=True, slots=True)
class Phrasings:
    """The phrasings of one language, ready to print; swapped whole when a new version arrives.

    :ivar file: the local file's templates.
    :ivar live: the console's live templates, which come before the file's.
    :ivar version: the console's version, where there is one.
    :ivar reasons: how a call's reason reads in ``{because}`` and ``{reason}``.
    :ivar passed_over: a sentence for each text of the live version that cannot be used with these tools.
    """

    defaults: Defaults = field(default_factory=lambda: Defaults.of(ENGLISH))
    file: _Templates = field(default_factory=dict)
    live: _Templates = field(default_factory=dict)
    version: int | None = None
    passed_over: tuple[str, ...] = ()
    reasons: Reasons = field(default_factory=lambda: Reasons.of(ENGLISH))

    @classmethod
    def load(
        cls,
        source: Source | Phrasings | None = None,
        toolset: Toolset | None = None,
        grammar: Grammar = ENGLISH,
        *,
        live: Mapping[str, Any] | None = None,
        version: int | None = None,
        reasons: Mapping[str, Any] | None = None,
    ) -> Phrasings:
        """Return the phrasings of ``source`` (a path, a mapping, or loaded ones) in ``grammar``'s language.

        :param toolset: the tools they speak of; without it names and paths are not held to anything.
        :param reasons: the organisation's own wordings of reasons (:meth:`veraz.records.reasons.Reasons.of`).
        :raises PhrasingError: naming file, line, column and key of each thing wrong, and what would be right.
        :raises ConfigurationError: naming the place of a wording that cannot be used.
        """
        if isinstance(source, Phrasings):
            if source.defaults.language != grammar.code:
                raise PhrasingError(f"phrasings loaded for {source.defaults.language} cannot speak {grammar.code}")
            loaded = source if reasons is None else replace(source, reasons=Reasons.of(grammar, reasons))
        else:
            worded = Reasons.of(grammar, reasons)
            loaded = cls(Defaults.of(grammar), _from_source(source, toolset, grammar), reasons=worded)
        return loaded if live is None else loaded.with_live(live, version, toolset)

    def with_live(self, live: Mapping[str, Any], version: int | None, toolset: Toolset | None = None) -> Phrasings:
        """Return these phrasings with the console's live version in front, as much of it as can be used.

        A text that cannot stands in :attr:`passed_over`, and the file's or the default is used where it would be.
        """
        from veraz.phrasings.live_set import read_live

        entries, passed_over = read_live(live, toolset, self.defaults.language)
        return replace(self, live=_templates(entries), version=version, passed_over=passed_over)

    def has(self, call: Call) -> bool:
        """Tell whether ``call`` has a phrasing of the organisation's own."""
        key = (call.tool, call.outcome)
        return key in self.live or key in self.file

    def text_for(self, tool: Tool, call: Call, *more: Call) -> Rendered:
        """Return what a reply says about ``call``: the live phrasing, else the file's, else the default.

        :param more: calls of the same tool and outcome, told in the same line, which counts them.
        """
        key, calls = (tool.name, call.outcome), (call, *more)
        own = self.live.get(key) or self.file.get(key)
        if own is not None:
            worded = _worded(calls, self.reasons.in_own_phrasing)
            try:
                return Rendered(render_calls(own, tool, worded, self.defaults))
            except MissingValue:
                pass
        default, worded = self.defaults.outcomes[call.outcome], _worded(calls, self.reasons.wording)
        return Rendered(render_calls(default, tool, worded, self.defaults), own is not None)


def _worded(calls: Iterable[Call], wording: Callable[[str], str]) -> list[Call]:
    """Return ``calls`` with their reasons as people read them."""
    return [call if call.reason is None else replace(call, reason=wording(call.reason)) for call in calls]


def _from_source(source: Source | None, toolset: Toolset | None, grammar: Grammar) -> _Templates:
    """Return one language's templates of a document, all of which must be usable."""
    if source is None:
        return {}
    from veraz.phrasings.files import Document
    from veraz.phrasings.linting import Severity, lint

    document = Document.of(source)
    errors = [finding for finding in lint(document, toolset) if finding.severity is Severity.ERROR]
    if errors:
        raise PhrasingError("\n".join(f"{document.name}:{each.line}:{each.column} {each.sentence}" for each in errors))
    return _templates(entry for entry in document.entries if entry.language in (None, grammar.code))


def _templates(spoken: Iterable[Entry]) -> _Templates:
    """Return one language's templates by tool and outcome; those nested under the language come before flat ones."""
    ordered = sorted(spoken, key=lambda entry: entry.language is not None)
    return {(entry.tool, Outcome(entry.outcome)): parse(entry.text) for entry in ordered}
