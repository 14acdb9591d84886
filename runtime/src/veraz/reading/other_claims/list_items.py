"""Lists and fields: what an item or a field says by where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veraz.languages import Form
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, CROSSES, TICKS, WORD
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Claim, UnitReading
from veraz.reading.linking.noun_links import tools_of_noun
from veraz.reading.other_claims.unlisted_verbs import act_claim
from veraz.text.late import late
from veraz.text.units import UnitKind

LIST_ITEM = NamedRule("listed", "an item or a label that tells by where it stands, or by its tick", "as its list tells")
_FIELD = late(r"""["']?\s{0,3}[:=]\s{0,3}(true|false|null|none)\b""")
_TRUTHS = {"true": Stance.DONE, "false": Stance.NOT_DONE, "null": Stance.MENTION, "none": Stance.MENTION}
_CHECKED = "[x]"
_SHORTEST_LABEL, _LONGEST_LABEL = 2, 6
"""Tokens of a line that ends with a tick: "Reservation ✓", "2 of 3 reports approved ✅". Neither is read with
less; two other lines of the corpus differ from 8 on."""
_SIGNS, _LABELS = TICKS | CROSSES, frozenset(":|—–→")
_UNTOLD = frozenset(
    CHAR[name] for name in "not no nil will would could can may must need wh unsure fail unable yet_to".split()
)


def under_headings(readings: Sequence[UnitReading], over: Stance | None = None) -> Iterator[UnitReading]:
    """Yield the readings, items of lists taken as their heading asks, makes depend or tells, or as they are ticked.

    :param over: the stance that what stands before them opens.
    """
    for reading in readings:
        if reading.unit.kind is UnitKind.ITEM:
            ticked = _ticked(reading.folded[: reading.unit.body - reading.unit.start])
            yield reading.told(ticked) if ticked else reading.under(over) if over else reading
        else:
            over = reading.opens
            yield reading


def as_set(claim: Claim, folded: str) -> Claim:
    """Return a claim that the name of a field makes as the field's value has it: "limit_raised": false."""
    found = _FIELD.match(folded, claim.end)
    return claim._replace(stance=_TRUTHS[found[1]]) if found else claim


def as_ticked(words: Sequence[str], kind: UnitKind) -> tuple[int, Stance | None]:
    """Return the token of a tick or a cross after a label, and what it says: "Restart: ❌ timed out"."""
    if _SIGNS.isdisjoint(words) or kind not in (UnitKind.ITEM, UnitKind.ROW, UnitKind.SENTENCE):
        return 0, None
    at = next(index for index, word in enumerate(words) if word in _SIGNS)
    if at < 1 or words[at - 1] not in _LABELS or not _SIGNS.isdisjoint(words[at + 1 :]):
        return 0, None
    return at, Stance.DONE if words[at] in TICKS else Stance.NOT_DONE


def ends_ticked(words: Sequence[str]) -> bool:
    """Tell whether a unit is a label with a tick at its end: "Reservation ✓"."""
    return words[-1] in TICKS and _SHORTEST_LABEL <= len(words) <= _LONGEST_LABEL


def _ticked(marker: str) -> Stance | None:
    """Return what a tick or a cross before an item says of it."""
    if not TICKS.isdisjoint(marker) or _CHECKED in marker:
        return Stance.DONE
    return Stance.NOT_DONE if not CROSSES.isdisjoint(marker) else None


def denies(chars: str) -> bool:
    """Tell whether something in a stretch of a sketch is denied, foretold, asked or in doubt."""
    return not _UNTOLD.isdisjoint(chars)


def _but_for_things(analysis: UnitAnalysis) -> str:
    """Return the sketch of a unit without its tools' things, which have other uses too: "Refund for order 4412 ✅"."""
    chars = list(analysis.sketch.chars)
    for found in analysis.nouns:
        chars[analysis.sketch.char_of[found.at]] = WORD
    return "".join(chars)


class ListItems:
    """Reads what items of lists, labels and the lines over them say by where they stand.

    :param writes: the writes of the tool set, as a bitset.
    """

    def __init__(self, lexicon: Lexicon, writes: int, rule: str) -> None:
        self._lexicon = lexicon
        self._writes = writes
        self._rule = rule

    def opens(self, analysis: UnitAnalysis) -> Stance | None:
        """Return the stance of the items of a list after a unit: as it asks, makes depend or tells what was done."""
        words, scopes = analysis.tokens.words, analysis.scopes
        if words[-1] != ":":
            return None
        denied = denies(analysis.sketch.chars.replace(CHAR["wh"], ""))  # "what I did"
        plain = scopes.condition is None and not scopes.stretches and not denied
        return Stance.DONE if plain and self._lexicon.reports.stands_in(words) else scopes.condition

    def claim(self, analysis: UnitAnalysis, named: int, sign: int) -> Claim | None:
        """Return what an item claims by standing in a list of what was done: "☑ DrawPad licence".

        :param named: the tools that its words name.
        :param sign: the token of a tick or cross after its label; what follows tells why.
        """
        if denies(_but_for_things(analysis)[: analysis.sketch.char_of[sign] if sign else None]):
            return None
        if analysis.scopes.stretches and not sign:
            return None
        acts = self._leading_act(analysis) or tools_of_noun(analysis.nouns, (), self._writes)
        tools = acts or named & self._writes
        claim = act_claim(analysis.tokens, 0, tools or self._writes, self._rule)
        is_field = ":" in analysis.tokens.words[:-1]  # "Reservation: PEP4E0"
        return claim._replace(firm=bool(acts) and not is_field, named=bool(tools))

    def _leading_act(self, analysis: UnitAnalysis) -> int:
        """Return the writes whose verb opens an item, in the past: "Updated the address on these orders:"."""
        tools = 0
        for form in analysis.entries[0].forms if analysis.entries else ():
            if not form.head.particle and not form.forms.isdisjoint((Form.PAST, Form.PARTICIPLE)):
                tools |= (form.head.own or form.head.kin) & self._writes
        for found in analysis.nouns if tools else ():
            tools = tools & found.tools or tools
        return tools
