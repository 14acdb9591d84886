"""What a checker is made of, compiled once: tools, phrasings, rules, settings; and how it tells of calls by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from os import PathLike
from typing import Any

from veraz.errors import ToolError
from veraz.languages import grammar, reply_grammar
from veraz.outcomes import Call, Outcome, Record, by_tool
from veraz.phrasings.loading import Phrasings
from veraz.reading import Reader
from veraz.replies.compose import with_sentences
from veraz.replies.evidence.attempts import standing
from veraz.replies.evidence.call_contents import Shelf
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.judging.claim_judge import Policy
from veraz.replies.judging.margins import MARGINS
from veraz.replies.judging.on_off import OnOff
from veraz.replies.judging.untied_acts import UntiedActs
from veraz.replies.reply_rules.ruling import Rules, Ruling
from veraz.replies.settings import (
    JUDGE_SECONDS,
    Additions,
    AdditionsName,
    LanguageName,
    Mode,
    ModeName,
    OtherLanguage,
    OtherLanguageName,
    Strictness,
    StrictnessName,
    UnknownTools,
    Untied,
    UntiedName,
    ValuesName,
    ValueSource,
    checked_judge,
    choice,
    field_path,
)
from veraz.replies.verdict import Verdict
from veraz.text.fold import fold
from veraz.tools import Toolset
from veraz.values import Value, ValueWords, read_values

LONGEST_REPLY = 65_536
"""Characters; a longer reply is not read but composed from phrasings."""

CHECKED: Mapping[str, int] = {"replies.checked": 1}
"""What is counted of each reply."""

_MOST_KEPT = 1024  # units whose values are kept


class Compiled:
    """What replies are checked with, and phrasings of calls told with; the parameters are those of a checker."""

    def __init__(
        self,
        tools: Iterable[Any],
        phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None,
        language: LanguageName = "en",
        *,
        values: ValuesName = ValueSource.CALL,
        lookups: bool = True,
        rules: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
        mode: ModeName = Mode.HOLD,
        additions: AdditionsName = Additions.ALL,
        untied: UntiedName = Untied.KEEP,
        other_language: OtherLanguageName = OtherLanguage.KEEP,
        strictness: StrictnessName = Strictness.BALANCED,
        reasons: Mapping[str, Any] | None = None,
        unknown_tools: str = UnknownTools.IGNORE,
        judge: Callable[..., Any] | None = None,
        judge_seconds: float = JUDGE_SECONDS,
    ) -> None:
        self.toolset = Toolset.of(_listed(tools))
        self._unknown_tools: UnknownTools = choice(UnknownTools, unknown_tools, "unknown_tools")
        self.grammar = reply_grammar(language)
        self.phrasings = Phrasings.load(phrasings, self.toolset, self.grammar, reasons=reasons)
        self.margins = MARGINS[choice(Strictness, strictness, "strictness")]
        self.policy = Policy(choice(ValueSource, values, "values"), lookups, self.margins.loose_acts)
        self.rules = Rules.of(rules, self.toolset, self.grammar)
        self.additions_to = field_path(additions_to)
        self.mode: Mode = choice(Mode, mode, "mode")
        self.additions: Additions = choice(Additions, additions, "additions")
        self.untied: Untied = choice(Untied, untied, "untied")
        self.other_language: OtherLanguage = choice(OtherLanguage, other_language, "other_language")
        self.judge = checked_judge(judge, judge_seconds)
        self.judge_seconds = judge_seconds
        self.words = ValueWords.of(self.grammar)
        self.switches = OnOff.of(self.grammar)
        self.reader = Reader(self.toolset, self.grammar)
        self.shelf = Shelf(self.words)
        self.values = lru_cache(_MOST_KEPT)(self._values)

    def composed(self, recorded: GivenRecord) -> Verdict:
        """Return the verdict of a reply that is made of the phrasings of this turn's calls."""
        record = recorded.record
        counts: Counter[str] = Counter({"turns.template": 1})
        ruling = self.rules.ruling(counts)
        text = self.tell(record, counts, ruling)
        required = tuple(ruling.missing(text, record))
        text = with_sentences(text, required)
        version, passed_over = self.phrasings.version, recorded.passed_over
        return Verdict(text, counts=dict(counts), version=version, required=required, passed_over=passed_over)

    def tell(self, record: Record, counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of each call of this turn that is told, a line each; else that nothing was done."""
        lines = [self.phrase([call], counts, ruling) for call in self.standing(record.turn) if self._tells(call)]
        return "\n".join(lines) or self.phrasings.defaults.nothing_done

    def _tells(self, call: Call) -> bool:
        """Tell whether a call is told unasked; one that waits for the person's word always is."""
        return self.toolset[call.tool].told or call.outcome is Outcome.PENDING

    def standing(self, calls: Sequence[Call]) -> list[Call]:
        """Return those of ``calls`` that stand, in order: what was made good, or made again the same, does not."""
        stand = (standing(made, writes=self._writes(made)) for made in by_tool(calls).values())
        kept = {id(call) for made in stand for call in made}
        return [call for call in calls if id(call) in kept]

    def _writes(self, calls: Iterable[Call]) -> bool:
        return any(self.toolset[call.tool].writes(call.arguments) for call in calls)

    def unread(self, recorded: GivenRecord, why: str, counted: Mapping[str, int] = CHECKED) -> Verdict:
        """Return the verdict on a reply that is not read, for the reason ``why``: it is composed from phrasings.

        :param counted: what the check has counted of it.
        """
        composed = self.composed(recorded)
        counts = {**composed.counts, **counted}
        del counts["turns.template"]
        return replace(composed, counts=counts, unread=why)

    def _values(self, text: str, body: int, relative: bool, language: str | None) -> tuple[Value, ...]:
        words = self.words if language is None else ValueWords.of(grammar(language))
        return read_values(text, fold(text), body, len(text), words, relative=relative)

    @property
    def judges_at_the_end(self) -> bool:
        """Whether what a sentence comes to can hang on any other of its reply, by these settings."""
        composes = self.other_language is OtherLanguage.COMPOSE
        return composes or self.untied is not Untied.KEEP or self.judge is not None

    @cached_property
    def acts(self) -> UntiedActs:
        """What tells the acts that no tool can do; made where it is asked for first."""
        return UntiedActs(self.reader.vocabulary, self.grammar)

    def phrase(self, calls: Sequence[Call], counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of ``calls``, one or several that are told together.

        A default is held to the rules, and one in the place of an own counted.
        """
        call, *more = calls
        tool = self.toolset[call.tool]
        rendered = self.phrasings.text_for(tool, call, *more)
        if rendered.defaulted:
            counts[f"phrasings.defaulted{{tool={tool.label},outcome={call.outcome}}}"] += 1
        return rendered.text if self.phrasings.has(call) and not rendered.defaulted else ruling.phrasing(rendered.text)


def _listed(tools: Any) -> Iterable[Any]:
    """Return ``tools``, where they are a list of some kind.

    :raises ToolError: for one tool alone, or none, which is a slip more often than meant.
    """
    if isinstance(tools, Iterable) and not isinstance(tools, str | bytes):
        return tools
    raise ToolError(f"tools is {type(tools).__name__}; it takes a list of tools, such as [refund_card]")
