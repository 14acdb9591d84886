"""What finds the claims of a unit: the extractors, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple, Protocol

from veraz.languages import Grammar
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import COMPLETION, RESULT, TRIGGER
from veraz.reading.claims import Claim
from veraz.reading.other_claims.ellipsis import ELLIPSIS, Ellipsis
from veraz.reading.other_claims.short_answers import Regrets, ShortAnswers
from veraz.reading.other_claims.unlisted_verbs import UNLISTED_VERB, UnlistedVerbs
from veraz.reading.result_claims.matcher import ResultMatcher
from veraz.reading.result_claims.result_extractor import ResultClaims
from veraz.reading.signals.plain_statements import PlainStatements
from veraz.reading.verb_claims.verb_extractor import VerbClaims
from veraz.vocabulary import Vocabulary


class Extractor(Protocol):
    """Finds the claims of one kind."""

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterable[Claim]:
        """Return the claims of a unit, offsets into it.

        :param before: those of the extractors before, in the order of the text.
        """


class Place(Enum):
    """Where the claims of an extractor stand to those found before."""

    BESIDE = auto()
    INSTEAD = auto()
    ELSE = auto()  # it is asked only where none was found


class Step(NamedTuple):
    """An extractor in the order of the work.

    :ivar needs: the bits of which a word of a unit must have one for it to be asked; 0 where it always is.
    """

    extractor: Extractor
    place: Place
    needs: int = 0

    def applies(self, analysis: UnitAnalysis, found: Sequence[Claim]) -> bool:
        """Tell whether the extractor is asked of a unit, of which so much was found."""
        return (not self.needs or bool(self.needs & analysis.bits)) and not (found and self.place is Place.ELSE)


def steps(
    vocabulary: Vocabulary, grammar: Grammar, matcher: ResultMatcher, statements: PlainStatements
) -> tuple[Step, ...]:
    """Return the extractors of a language for the tools of ``vocabulary``, in order."""
    lexicon = Lexicon.of(grammar)
    return (
        Step(VerbClaims(vocabulary, lexicon, grammar), Place.BESIDE, TRIGGER),
        Step(ShortAnswers(lexicon), Place.BESIDE, COMPLETION),
        Step(ResultClaims(matcher, lexicon), Place.BESIDE, RESULT),
        Step(Regrets(lexicon, vocabulary.writes), Place.INSTEAD),
        Step(UnlistedVerbs(vocabulary, lexicon, statements, UNLISTED_VERB.of(grammar)), Place.ELSE),
        Step(Ellipsis(lexicon, ELLIPSIS.of(grammar)), Place.ELSE),
    )


def extract(steps: Iterable[Step], analysis: UnitAnalysis) -> list[Claim]:
    """Return the claims of a unit, in the order of the text."""
    found: list[Claim] = []
    for step in steps:
        new = list(step.extractor.claims(analysis, found)) if step.applies(analysis, found) else []
        if new:
            found = sorted([*found, *new], key=_start) if step.place is Place.BESIDE else new
    return found


def _start(claim: Claim) -> int:
    return claim.start
