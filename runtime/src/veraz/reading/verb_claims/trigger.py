"""What a trigger is: a verb or a predicate of a unit that says something, before it is known of what."""

from __future__ import annotations

from typing import NamedTuple

from veraz.reading.analysis.lexicon import Predicate
from veraz.reading.verb_claims.rule_table import Said
from veraz.vocabulary import HeadForm


class Trigger(NamedTuple):
    """A verb in one of its forms, or a predicate, over tokens ``at`` to ``end``, and what it says."""

    at: int
    end: int
    form: HeadForm | None
    predicate: Predicate | None
    said: Said
