"""What tests of one module of the reader take their units from: some tools, and a unit taken apart for them."""

from __future__ import annotations

from functools import cache

from veraz.languages import grammar
from veraz.reading import Reader
from veraz.reading.analysis.analyser import Analyser
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import WordEntries
from veraz.reading.claims import UnitReading
from veraz.reading.result_claims.matcher import ResultMatcher
from veraz.reading.signals.plain_statements import PlainStatements
from veraz.text.fold import fold
from veraz.tools import Toolset
from veraz.values import ValueWords
from veraz.vocabulary import compiled

EN, PT = "en", "pt-BR"
TOOLS = (
    "refund_card",
    "block_card",
    "book_room",
    "cancel_plan",
    "change_address",
    "notify_engineer",
    "run_tests",
    "turn_on_sirens",
    "turn_off_lamp",
    "publish_version",
    "start_vm",
    "send_payout",
    "assign_agent",
)


class Desk:
    """A desk with some writes, in one language."""

    def __init__(self, language: str) -> None:
        tools, self.grammar = Toolset.of({"name": name} for name in TOOLS), grammar(language)
        self.lexicon, self.vocabulary = Lexicon.of(self.grammar), compiled(list(tools.values()), self.grammar)
        self.matcher, self.statements = ResultMatcher(self.vocabulary, self.grammar), PlainStatements.of(self.grammar)
        classes, values = FunctionWords.of(self.grammar), ValueWords.of(self.grammar)
        looked_up = (self.vocabulary, classes, self.lexicon, self.matcher, values)
        entries = WordEntries(*looked_up, self.grammar.plain, self.statements.speaks)
        self._analyser = Analyser(self.vocabulary, self.grammar, entries, self.matcher.verbs)
        self._reader = Reader(tools, self.grammar)

    def analysis(self, text: str) -> UnitAnalysis:
        """Return a unit taken apart."""
        return self._analyser.analyse(self._analyser.look_up(text, fold(text), 0))

    def read(self, text: str) -> UnitReading:
        """Return the last unit of a text, as it is read."""
        return self._reader.read(text)[-1]

    def tools(self, text: str) -> set[str]:
        """Return the tools that the claims of a unit speak of."""
        claims, positions = self.read(text).claims, self.vocabulary.positions
        return {name for name in TOOLS if any(claim.tools >> positions[name] & 1 for claim in claims)}

    def says(self, text: str) -> set[str]:
        """Return the stances of the claims of a unit."""
        return {str(claim.stance) for claim in self.read(text).claims}


@cache
def desk(language: str) -> Desk:
    """Return the desk of a language."""
    return Desk(language)
