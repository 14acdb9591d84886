"""The order of extractors: claims stand beside those found before, in their place, or only where there are none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import Sketch
from veraz.reading.analysis.scopes import NONE
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Claim
from veraz.reading.extractors import Place, Step, extract
from veraz.text.tokens import tokenize

BIT = 2


class Finds:
    """Finds a claim at each of some offsets."""

    def __init__(self, *starts: int) -> None:
        self._starts = starts

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        return (Claim.of_stretch(start, start + 1, Stance.DONE, "en.test") for start in self._starts)


def found(*steps: Step, bits: int = 0) -> list[int]:
    analysis = UnitAnalysis(tokenize("", 0), (), bits, Sketch("", [], []), NONE, [])
    return [claim.start for claim in extract(steps, analysis)]


def test_claims_beside_each_other_come_in_the_order_of_the_text() -> None:
    assert found(Step(Finds(3, 9), Place.BESIDE), Step(Finds(5), Place.BESIDE)) == [3, 5, 9]


def test_claims_in_the_place_of_others_leave_these_out() -> None:
    assert found(Step(Finds(3), Place.BESIDE), Step(Finds(5), Place.INSTEAD)) == [5]


def test_claims_stay_where_nothing_takes_their_place() -> None:
    assert found(Step(Finds(3), Place.BESIDE), Step(Finds(), Place.INSTEAD)) == [3]


def test_what_is_left_is_looked_at_only_where_nothing_was_found() -> None:
    last = Step(Finds(7), Place.ELSE)
    assert found(Step(Finds(3), Place.BESIDE), last) == [3]
    assert found(Step(Finds(), Place.BESIDE), last) == [7]


def test_an_extractor_is_not_asked_of_a_unit_without_the_words_it_needs() -> None:
    step = Step(Finds(3), Place.BESIDE, BIT)
    assert found(step, bits=BIT - 1) == []
    assert found(step, bits=BIT) == [3]
