"""What a language owes the phrasings: a phrasing for each outcome, and the words of the product's own sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from veraz.languages import Grammar
from veraz.outcomes import Outcome, Stance
from veraz.phrasings.template import USUAL_ITEMS, Template, parse
from veraz.text.fold import fold

_WORD = re.compile(r"[\w']+")


@dataclass(frozen=True, slots=True)
class Defaults:
    """The product's own words in one language.

    :ivar language: the language's code: ``en``, ``pt-BR``.
    :ivar outcomes: the phrasing of each outcome where nobody wrote one.
    :ivar with_: what opens the values of ``{with}``: « with ».
    :ivar more: the line that closes a list cut short, with ``{count}``; ``times`` counts calls told together.
    :ivar nothing_done: the template composer's reply to a turn with no call.
    :ivar without_model: what ends a turn composed without a model.
    :ivar rewrite: what a model is told of a reply that disagrees with what was done, before the parts that do.
    :ivar stances: what each stance does, for the documentation's table.
    """

    language: str
    outcomes: Mapping[Outcome, Template]
    with_: str
    more: str
    times: str
    nothing_done: str
    without_model: str
    rewrite: str
    stances: Mapping[Stance, str]
    _and: str
    _or: str
    _question: str
    _question_without_tools: str
    _confirmation: str
    _answers: Mapping[str, bool]

    @classmethod
    def of(cls, grammar: Grammar) -> Defaults:
        """Return the words of ``grammar``."""
        return _of(grammar)

    def confirmation(self, tool: str) -> str:
        """Return what a person is asked before the write named ``tool`` runs: «Run refund_card?»."""
        return self._confirmation.format(tool=tool)

    def question(self, words: Sequence[str]) -> str:
        """Return what a person is asked when a turn was not read, given what the agent can do, each in words."""
        if not words:
            return self._question_without_tools
        *first, last = words
        return self._question.format(tools=self._or.join(filter(None, (", ".join(first), last))))

    def listed(self, texts: Sequence[str]) -> str:
        """Return what several calls print in one place, once where it is the same: «4A, 4B and 4C»."""
        if len(set(texts)) <= 1:
            return texts[0] if texts else ""
        shown, beyond = texts[:USUAL_ITEMS], len(texts) - USUAL_ITEMS
        apart = "; " if any(", " in text for text in shown) else ", "  # "Ana, Bo; Cy, Di": lists themselves
        if beyond > 0:
            return f"{apart.join(shown)} {self.more.format(count=beyond)}"
        return f"{apart.join(shown[:-1])}{self._and}{shown[-1]}"

    def answer(self, text: str) -> bool | None:
        """Return whether ``text`` says yes or no to what waits, and nothing else; ``None`` where it does neither."""
        return None if "?" in text else self._answers.get(_words(text))


def _words(text: str) -> str:
    """Return the words of a short answer, whatever stands around them: "Yes, please!" → "yes please"."""
    return " ".join(_WORD.findall(fold(text)))


@cache
def _of(grammar: Grammar) -> Defaults:
    table = grammar.table("phrasings")
    return Defaults(
        language=grammar.code,
        outcomes={outcome: parse(table["outcomes"][outcome]) for outcome in Outcome},
        with_=table["with"],
        more=table["more"],
        times=table["times"],
        nothing_done=table["nothing_done"],
        without_model=table["without_model"],
        rewrite=table["rewrite"],
        stances={stance: table["stances"][stance] for stance in Stance},
        _and=table["and"],
        _or=table["or"],
        _question=table["question"],
        _question_without_tools=table["question_without_tools"],
        _confirmation=table["confirmation"],
        _answers={
            _words(said): said_yes for key, said_yes in (("yes", True), ("no", False)) for said in table["answers"][key]
        },
    )
