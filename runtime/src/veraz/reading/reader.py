"""The reader: a text in, its units and their claims out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from veraz.languages import Form, Grammar, unit_rules
from veraz.outcomes import Stance
from veraz.reading.acts import Acts, act_claim
from veraz.reading.answers import Answers
from veraz.reading.binding import Binder
from veraz.reading.claims import Claim, Reading, UnitReading
from veraz.reading.classes import BREAK, CHAR, COMMA, TICKS, WORD, Sketch, WordClasses
from veraz.reading.ellipses import Ellipses
from veraz.reading.following import FollowingWords
from veraz.reading.lexicon import Lexicon
from veraz.reading.lists import as_set, as_ticked, denies, under_headings
from veraz.reading.noticing import Noticer
from veraz.reading.outright import OutrightWords
from veraz.reading.parsed import Parsed
from veraz.reading.requests import asks_at
from veraz.reading.result_claims import ResultClaims
from veraz.reading.scopes import find_scopes
from veraz.reading.ties import FoundNoun, find_nouns, tools_of_noun
from veraz.reading.tries import Tries
from veraz.reading.wordbook import (
    ACCENTED,
    CENTRE,
    COMPLETION,
    IMPLIES,
    NOUN,
    NUMBER,
    PHRASE,
    RESULT,
    VALUE,
    Entry,
    Wordbook,
    bits_of,
)
from veraz.text.fold import fold
from veraz.text.tokens import Tokens, tokenize
from veraz.text.units import Unit, UnitKind, split_json, split_units
from veraz.tools import Toolset
from veraz.values import ValueWords
from veraz.vocabulary import compiled

_SHORTEST_LABEL, _LONGEST_LABEL = 2, 6  # tokens of a line that ends with a tick
_CENTS = 2  # digits after a decimal comma: "89,90"
_CLAIMING = CENTRE | COMPLETION
_SUPPOSED = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "would", "could", "may"))
_MOST_KEPT = 1024  # units whose reading is kept: greetings, questions and phrasings come again and again


class Reader:
    """Reads texts in one language for one set of tools; compiled once, then pure."""

    def __init__(self, toolset: Toolset, grammar: Grammar) -> None:
        self.vocabulary = compiled(list(toolset.values()), grammar)
        self._classes = WordClasses.of(grammar)
        self._lexicon = Lexicon.of(grammar)
        self._binder = Binder(self.vocabulary, self._lexicon, grammar)
        self._noticer = Noticer(self.vocabulary, grammar)
        self._outright = OutrightWords.of(grammar)
        self._following = FollowingWords.of(grammar)
        self._tries = Tries.of(grammar)
        values = ValueWords.of(grammar)
        self._wordbook = Wordbook(
            self.vocabulary, self._classes, self._lexicon, self._noticer, values, grammar.plain, self._outright.speaks
        )
        self._units = unit_rules(grammar)
        self._code = grammar.code[:2]
        self._opens_asking = self._lexicon.please | self._lexicon.answering
        self._noticed = ResultClaims(self._noticer, self._lexicon)
        self._answers = Answers(self._lexicon)
        self._ellipses = Ellipses(self._lexicon, f"{self._code}.ellipsis")
        self._acts = Acts(self.vocabulary, self._lexicon, self._outright, f"{self._code}.act")
        self._kept = lru_cache(_MOST_KEPT)(self._read_text)
        self._months = frozenset(grammar.table("values")["dates"]["verb_months"])

    def read(self, text: str) -> Reading:
        """Return the units of ``text`` with their claims, in order; of a JSON text, those inside its strings."""
        folded = fold(text)
        inside = split_json(text, folded, self._units)
        units = split_units(text, folded, self._units) if inside is None else inside
        readings = [self._read_unit(text[unit.start : unit.end], unit, inside is not None) for unit in units]
        return Reading(tuple(under_headings(readings)), quoted=inside is not None)

    def _read_unit(self, text: str, unit: Unit, quoted: bool) -> UnitReading:
        """Return what stands in a unit, as it was read when its text was first met."""
        read = self._kept(text, unit.kind, unit.body - unit.start, quoted)
        return UnitReading(unit, *read[1:])

    def _read_text(self, text: str, kind: UnitKind, body: int, quoted: bool) -> UnitReading:
        """Return the claims of a unit that is a text of its own.

        :param quoted: whether it stands in a string of a JSON text, where a lone word is data.
        """
        unit, folded = Unit(0, len(text), kind, body), fold(text)
        if quoted and not _is_sentence(folded[body:]):
            return UnitReading(unit, folded)
        is_code = kind is UnitKind.CODE
        tokens = tokenize(folded.replace("_", " ") if is_code else folded, body)
        entries = [self._wordbook[word] for word in tokens.words]
        bits = bits_of(entries)
        stated = bool(bits & VALUE)
        if bits & ACCENTED:
            tokens = self._classes.unfold(text, tokens)
            entries = [self._wordbook[word] for word in tokens.words]
            bits = bits_of(entries)
        nouns = self._nouns(tokens, entries) if bits & NOUN else []
        asks, named = self._asks(tokens), _named(entries, nouns)
        inquires = "?" in tokens.words and self._inquires(tokens.words, entries)
        noticed = self._noticer.candidates([entry.rows for entry in entries], nouns) if bits & RESULT else []
        last = tokens.words[-1] if tokens.words else ""
        refers = stated and not self._lexicon.references.isdisjoint(tokens.words)
        sign, ticked = as_ticked(tokens.words, unit.kind)
        is_listed = bool(nouns) and (unit.kind is UnitKind.ITEM or last in TICKS or ticked)
        if (
            not bits & (NUMBER | IMPLIES | _CLAIMING)
            and not (noticed or is_listed or refers)
            and not (self._ellipses.may_stand(tokens.words) or self._tries.stand_in(tokens.words))
        ):
            return UnitReading(unit, folded, (), asks, named, stated=stated, inquires=inquires)
        sketch = self._sketch(tokens, entries)
        parsed = Parsed(tokens, entries, sketch, find_scopes(sketch.chars), nouns)
        claims = [*self._binder.claims(parsed)] if bits & CENTRE else []
        if bits & COMPLETION:
            claims = sorted([*claims, *self._answers.completions(parsed)], key=_start)
        if noticed:
            claims = sorted([*claims, *self._noticed.claims(noticed, parsed, claims)], key=_start)
        if all(claim.stance is Stance.MENTION or not claim.tools & self.vocabulary.writes for claim in claims):
            claims = list(self._answers.regrets(parsed)) or claims
        claims = claims or list(self._acts.claims(parsed)) or list(self._ellipses.claims(parsed))
        if claims and self._covers(tokens.words):
            claims = [claim._replace(covers=True) for claim in claims]
        if is_code:
            claims = [as_set(claim, folded) for claim in claims]
        refers = refers and CHAR["person"] not in sketch.chars  # "the reference you gave me"
        asserts = (refers or bool(bits & NUMBER)) and parsed.scopes.outright and _SUPPOSED.isdisjoint(sketch.chars)
        ends_ticked = last in TICKS and _SHORTEST_LABEL <= len(tokens) <= _LONGEST_LABEL
        listed = self._listed(parsed, named, sign) if unit.kind is UnitKind.ITEM or ends_ticked or ticked else None
        if ends_ticked and listed and listed.firm and not claims:
            claims = [listed]  # "Reservation ✓"
        if ticked and listed and not claims:
            claims = [listed._replace(stance=ticked, firm=False)]  # "| Reserve it | ❌ |"
        opens, tries = self._opens(parsed), 0 if parsed.scopes.past else self._tries.count(tokens.words, sketch)
        return UnitReading(
            unit, folded, tuple(claims), asks, named, opens, asserts, stated, listed, inquires, refers, tries
        )

    def _covers(self, words: tuple[str, ...]) -> bool:
        """Tell whether a unit speaks of several things alike: "both", and not "both, except for one"."""
        return self._lexicon.quantifiers.stands_in(words) and self._lexicon.excepting.isdisjoint(words)

    def _opens(self, parsed: Parsed) -> Stance | None:
        """Return the stance of the items of a list after a unit: as it asks, makes depend or tells what was done."""
        words = parsed.tokens.words
        if words[-1] != ":":
            return None
        reports = self._lexicon.reports.stands_in(words)
        plain = (
            parsed.scopes.condition is None
            and not parsed.scopes.stretches
            and not denies(parsed.sketch.chars.replace(CHAR["wh"], ""))
        )  # "what I did"
        return Stance.DONE if reports and plain else parsed.scopes.condition

    def _listed(self, parsed: Parsed, named: int, sign: int) -> Claim | None:
        """Return what an item claims by standing in a list of what was done: "☑ DrawPad licence".

        :param sign: the token of a tick or cross after its label; what follows tells why.
        """
        if denies(parsed.sketch.chars[: parsed.sketch.char_of[sign]] if sign else parsed.sketch.chars):
            return None
        if parsed.scopes.stretches and not sign:
            return None
        acts = self._leading_act(parsed) or tools_of_noun(parsed.nouns, (), self.vocabulary.writes)
        tools = acts or named & self.vocabulary.writes
        claim = act_claim(parsed.tokens, 0, tools or self.vocabulary.writes, f"{self._code}.listed")
        is_field = ":" in parsed.tokens.words[:-1]  # "Reservation: PEP4E0"
        return claim._replace(firm=bool(acts) and not is_field, named=bool(tools))

    def _leading_act(self, parsed: Parsed) -> int:
        """Return the writes whose verb opens an item, in the past: "Updated the address on these orders:"."""
        tools = 0
        for form in parsed.entries[0].forms if parsed.entries else ():
            if not form.head.particle and not form.forms.isdisjoint((Form.PAST, Form.PARTICIPLE)):
                tools |= (form.head.own or form.head.kin) & self.vocabulary.writes
        for found in parsed.nouns if tools else ():
            tools = tools & found.tools or tools
        return tools

    def _nouns(self, tokens: Tokens, entries: Sequence[Entry]) -> list[FoundNoun]:
        return [
            found
            for found in find_nouns(tokens.words, entries)
            if not self._only_modifies(found, tokens.words, entries) and not _names_file(tokens, found.at)
        ]

    def _only_modifies(self, found: FoundNoun, words: tuple[str, ...], entries: Sequence[Entry]) -> bool:
        """Tell whether a noun is the first part of a compound that is another thing: "return instructions"."""
        transparent = self._lexicon.transparent
        after = found.at + 1 + len(found.noun.rest)
        if transparent is None or after >= len(words) or not found.noun.act:
            return False
        word = words[after]
        if any(noun.act and not noun.rest for noun in self.vocabulary.nouns.get(word, ())):
            return word not in transparent
        known = bool(entries[after].bits & _CLAIMING) or word in transparent
        known = known or self._tries.counts(word) or word in self._noticer.verbs or self._classes.is_function(word)
        has_object = after + 1 < len(words) and entries[after + 1].chars == CHAR["definite"]
        return word.isalpha() and not known and not has_object  # "proceeded with the return using the details"

    def _asks(self, tokens: Tokens) -> bool:
        """Tell whether a unit asks for the person's word: a question, "please" or "reply", with a word of consent."""
        words = tokens.words
        asked = "?" in words or (words[:1] and words[0] in self._opens_asking)
        return bool(asked) and not self._lexicon.consent.isdisjoint(words)

    def _inquires(self, words: tuple[str, ...], entries: Sequence[Entry]) -> bool:
        """Tell whether a unit asks for what an act takes, and offers nothing: "How many tickets?"."""
        at = next((at for at, entry in enumerate(entries) if CHAR["wh"] in entry.chars), None)
        found = None if at is None else self._classes.phrases.longest(words, at)
        return at is not None and (found is None or CHAR["offer"] not in found[1])

    def outright(self, reading: UnitReading) -> tuple[int, bool] | None:
        """Return what a unit tells outright: where its subject ends in it, and whether it tells an act.

        It is asked only of units in which no claim is read.
        """
        tokens = tokenize(reading.folded, reading.unit.body - reading.unit.start)
        entries = [self._wordbook[word] for word in tokens.words]
        found = self._outright.read(tokens.words, self._sketch(tokens, entries))
        if found is None:
            return None
        return tokens.spans[found.about - 1][1], found.acts

    def follows(self, reading: UnitReading) -> bool:
        """Tell whether a unit says outright what now is so because of what was told before it."""
        tokens = tokenize(reading.folded, reading.unit.body - reading.unit.start)
        entries = [self._wordbook[word] for word in tokens.words]
        return self._following.stand_in(tokens.words, self._sketch(tokens, entries))

    def _sketch(self, tokens: Tokens, entries: Sequence[Entry]) -> Sketch:
        starts = [at for at, entry in enumerate(entries) if entry.bits & PHRASE]
        chars = [entry.chars for entry in entries]
        for at, word in enumerate(tokens.words) if CHAR["may"] in chars else ():
            if word in self._months and any(each[:1].isdigit() for each in tokens.words[max(0, at - 1) : at + 2]):
                chars[at] = WORD  # "on 8 May"
        for at in range(1, len(chars) - 1):
            if chars[at] in (BREAK, COMMA) and _is_glued(tokens, at):
                chars[at] = WORD  # "89.90", "cart.py"
        if not self._lexicon.imperatives.isdisjoint(tokens.words):
            asks_at(tokens.words, chars, self._lexicon.imperatives)
        return self._classes.sketch(tokens.words, chars, starts)


def _names_file(tokens: Tokens, at: int) -> bool:
    """Tell whether a word is the name of a file: "plan.pdf"."""
    after = tokens.words[at + 1 : at + 3]
    return len(after) > 1 and after[0] == "." and after[1].isalnum() and _is_glued(tokens, at + 1)


def _is_glued(tokens: Tokens, at: int) -> bool:
    """Tell whether a mark stands inside a word or before a number's cents: with no blank on either side."""
    (_, before), (start, end), (after, _) = tokens.spans[at - 1 : at + 2]
    if before != start or end != after:
        return False
    return tokens.words[at] == "." or (tokens.words[at + 1].isdecimal() and len(tokens.words[at + 1]) <= _CENTS)


def _start(claim: Claim) -> int:
    return claim.start


def _named(entries: Sequence[Entry], nouns: Sequence[FoundNoun]) -> int:
    named = 0
    for entry in entries:
        named |= entry.named
    for found in nouns:
        named |= found.tools
    return named


def _is_sentence(folded: str) -> bool:
    """Tell whether a unit of a JSON text is more than a word: a status is data, not a sentence."""
    return any(map(str.isspace, folded))
