"""The reader: a text in, its units and their claims out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from veraz.languages import GRAMMARS, Grammar, unit_rules
from veraz.languages.telling_apart import OtherLanguages
from veraz.outcomes import Stance
from veraz.reading.acts import Acts
from veraz.reading.answers import Answers
from veraz.reading.asking import Asking
from veraz.reading.binding import Binder
from veraz.reading.claims import Claim, UnitReading
from veraz.reading.classes import CHAR, TICKS, WordClasses
from veraz.reading.ellipses import Ellipses
from veraz.reading.following import FollowingWords
from veraz.reading.lexicon import Lexicon
from veraz.reading.lists import Lists, as_set, as_ticked, ends_ticked, under_headings
from veraz.reading.noticing import Noticer
from veraz.reading.outright import OutrightWords
from veraz.reading.own_acts import OwnAct, OwnActs
from veraz.reading.parsed import Parsed
from veraz.reading.result_claims import ResultClaims
from veraz.reading.results import Result
from veraz.reading.sight import Seen, Sight
from veraz.reading.telling import TellingWords
from veraz.reading.tries import Tries
from veraz.reading.wordbook import CENTRE, CLAIMING, COMPLETION, IMPLIES, NUMBER, RESULT, Wordbook
from veraz.text.fold import fold
from veraz.text.units import Place, Unit, UnitKind, split_json, split_units, units_from
from veraz.tools import Toolset
from veraz.values import ValueWords
from veraz.vocabulary import compiled

_SUPPOSED = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "would", "could", "may"))
_MOST_KEPT = 1024  # units whose reading is kept: greetings, questions and phrasings come again and again
_MOST_TEXTS, _LONGEST_KEPT = 256, 500  # whole texts, and the characters of one: "You're welcome! Anything else?"


class Reader:
    """Reads texts in one language for one set of tools; compiled once, then pure.

    A unit that is surely in another language is read in that one, where there is a grammar for it, by a reader that is
    compiled when the first such unit is met; else nothing is read in it.
    """

    def __init__(self, toolset: Toolset, grammar: Grammar) -> None:
        self._toolset = toolset
        self._grammar = grammar
        self._languages = OtherLanguages.than(grammar)
        self._others: dict[str, Reader] = {}
        self.vocabulary = compiled(list(toolset.values()), grammar)
        lexicon, words = Lexicon.of(grammar), OutrightWords.of(grammar)
        classes, values = WordClasses.of(grammar), ValueWords.of(grammar)
        noticer = Noticer(self.vocabulary, grammar)
        wordbook = Wordbook(self.vocabulary, classes, lexicon, noticer, values, grammar.plain, words.speaks)
        code = grammar.code[:2]
        self._units = unit_rules(grammar)
        self._lexicon = lexicon
        self._noticer = noticer
        self._outright = words
        self._following = FollowingWords.of(grammar)
        self._tries = Tries.of(grammar)
        self._asking = Asking(grammar)
        self._telling = TellingWords.of(grammar)
        self._sight = Sight(self.vocabulary, grammar, wordbook, noticer.verbs)
        self._binder = Binder(self.vocabulary, lexicon, grammar)
        self._answers = Answers(lexicon)
        self._noticed = ResultClaims(noticer, lexicon)
        self._acts = Acts(self.vocabulary, lexicon, words, f"{code}.act")
        self._ellipses = Ellipses(lexicon, f"{code}.ellipsis")
        self._lists = Lists(lexicon, self.vocabulary.writes, f"{code}.listed")
        self._kept = lru_cache(_MOST_KEPT)(self._read_text)
        self._kept_texts = lru_cache(_MOST_TEXTS)(self._read)

    def read(self, text: str) -> tuple[UnitReading, ...]:
        """Return the units of ``text`` with their claims, in order; of a JSON text, those inside its strings."""
        return self._kept_texts(text) if len(text) <= _LONGEST_KEPT else self._read(text)

    def read_on(
        self, text: str, folded: str, place: Place, over: UnitReading | None, *, ended: bool
    ) -> tuple[list[UnitReading], Place]:
        """Return those units of ``text`` from ``place`` on that stand whatever follows, and where the next starts.

        :param over: the last unit before them that is no list item.
        :param ended: whether nothing follows.
        """
        units, place = units_from(text, folded, place, self._units, ended=ended)
        readings = [self._read_unit(text[unit.start : unit.end], unit) for unit in units]
        return list(under_headings(readings, over.opens if over else None)), place

    def _read(self, text: str) -> tuple[UnitReading, ...]:
        folded = fold(text)
        inside = split_json(text, folded, self._units)
        units = split_units(text, folded, self._units) if inside is None else inside
        return tuple(under_headings([self._read_unit(text[unit.start : unit.end], unit) for unit in units]))

    def warm(self) -> None:
        """Compile the patterns of the results that tell of its tools."""
        self._noticer.warm()

    def forget(self) -> None:
        """Drop what is kept of the texts met so far."""
        self._kept.cache_clear()
        self._kept_texts.cache_clear()
        self._sight.forget()
        for other in list(self._others.values()):
            other.forget()

    def outright(self, reading: UnitReading) -> tuple[int, bool] | None:
        """Return what a unit tells outright: where its subject ends in it, and whether it tells an act.

        It is asked only of units in which no claim is read.
        """
        if reading.language is not None:
            return None
        tokens, sketch = self._sight.outline(reading.folded, reading.unit.body - reading.unit.start)
        found = self._outright.read(tokens.words, sketch)
        return None if found is None else (tokens.spans[found.about - 1][1], found.acts)

    def follows(self, reading: UnitReading) -> bool:
        """Tell whether a unit says outright what now is so because of what was told before it."""
        if reading.language is not None:
            return False
        tokens, sketch = self._sight.outline(reading.folded, reading.unit.body - reading.unit.start)
        return self._following.stand_in(tokens.words, sketch)

    def own_acts(self, reading: UnitReading, text: str) -> list[OwnAct]:
        """Return what the agent says outright that it did in a unit of the reader's own language, whatever its tools.

        :param text: the unit's own text.
        """
        is_text = reading.unit.kind in (UnitKind.SENTENCE, UnitKind.ITEM) and reading.language is None
        words = OwnActs.of(self._grammar)
        seen = self._see(text, reading) if is_text else None
        return list(words.read(self._sight.parse(seen))) if seen and words.stand_in(seen.tokens.words) else []

    def _read_unit(self, text: str, unit: Unit) -> UnitReading:
        """Return what stands in a unit, as it was read when its text was first met."""
        read = self._kept(text, unit.kind, unit.body - unit.start, unit.quoted)
        return UnitReading(unit, *read[1:])

    def _read_text(self, text: str, kind: UnitKind, body: int, quoted: bool) -> UnitReading:
        """Return what stands in a unit that is a text of its own.

        :param quoted: whether it stands in a string of a JSON text, where a lone word is data.
        """
        read = UnitReading(Unit(0, len(text), kind, body), fold(text))
        if quoted and not _is_sentence(read.folded[body:]):
            return read
        seen = self._see(text, read)
        language = None if kind is UnitKind.CODE else self._languages.of(text, seen.tokens)
        if language is None:
            return self._read_seen(read, seen)
        other = self._other(language)
        if other is None:
            return read._replace(language=language, unread=True)
        return other._read_seen(read, other._see(text, read))._replace(language=language)

    def _other(self, language: str) -> Reader | None:
        """Return the reader of another language, compiled when it is first met; ``None`` where no grammar reads it."""
        grammar = next((grammar for grammar in GRAMMARS if grammar.code == language), None)
        if grammar is not None and language not in self._others:
            self._others[language] = Reader(self._toolset, grammar)
        return self._others.get(language)

    def _see(self, text: str, read: UnitReading) -> Seen:
        words = read.folded.replace("_", " ") if read.unit.kind is UnitKind.CODE else read.folded
        return self._sight.see(text, words, read.unit.body - read.unit.start)

    def _read_seen(self, read: UnitReading, seen: Seen) -> UnitReading:
        """Return what stands in a unit in the reader's own language."""
        tokens = seen.tokens.words
        read = read._replace(
            asks=self._asking.asks(tokens),
            inquires=self._asking.inquires(tokens, seen.entries),
            waits=self._telling.waiting.stands_in(tokens),
            doubts=self._telling.doubt.stands_in(tokens),
            lately=not self._telling.lately.isdisjoint(tokens),
            switched=not self._telling.switched.isdisjoint(tokens),
            named=seen.named,
            stated=seen.stated,
            refers=seen.stated and not self._lexicon.references.isdisjoint(tokens),
        )
        rows = [entry.rows for entry in seen.entries] if seen.bits & RESULT else []
        results = self._noticer.candidates(rows, seen.nouns) if rows else []
        return self._taken_apart(read, seen, results) if results or self._may_say(read, seen) else read

    def _may_say(self, read: UnitReading, seen: Seen) -> bool:
        """Tell whether a unit may say anything that is held to a call."""
        words, kind = seen.tokens.words, read.unit.kind
        if seen.bits & (NUMBER | IMPLIES | CLAIMING) or read.refers:
            return True
        if seen.nouns and (kind is UnitKind.ITEM or words[-1] in TICKS or as_ticked(words, kind)[1]):
            return True
        return self._ellipses.may_stand(words) or self._tries.stand_in(words)

    def _taken_apart(self, read: UnitReading, seen: Seen, results: Sequence[tuple[Result, int]]) -> UnitReading:
        """Return a unit with what it claims, and what is known of it only once it is taken apart."""
        parsed = self._sight.parse(seen)
        claims, listed = self._claims(parsed, seen.bits, results), None
        if claims and self._covers(seen.tokens.words):
            claims = [claim._replace(covers=True) for claim in claims]
        if claims and self._lexicon.partial.stands_in(seen.tokens.words):
            claims = [claim._replace(some=True) for claim in claims]
        if read.unit.kind is UnitKind.CODE:
            claims = [as_set(claim, read.folded) for claim in claims]
        sign, ticked = as_ticked(seen.tokens.words, read.unit.kind)
        is_label = ends_ticked(seen.tokens.words)
        if read.unit.kind is UnitKind.ITEM or is_label or ticked:
            listed = self._lists.claim(parsed, read.named, sign)
        if is_label and listed and listed.firm and not claims:
            claims = [listed]  # "Reservation ✓"
        if ticked and listed and not claims:
            claims = [listed._replace(stance=ticked, firm=False)]  # "| Reserve it | ❌ |"
        refers = read.refers and CHAR["person"] not in parsed.sketch.chars  # "the reference you gave me"
        outright = parsed.scopes.outright and _SUPPOSED.isdisjoint(parsed.sketch.chars)
        return read._replace(
            claims=tuple(claims),
            opens=self._lists.opens(parsed),
            asserts=outright and (refers or bool(seen.bits & NUMBER)),
            listed=listed,
            refers=refers,
            tries=0 if parsed.scopes.past else self._tries.count(seen.tokens.words, parsed.sketch),
        )

    def _claims(self, parsed: Parsed, bits: int, results: Sequence[tuple[Result, int]]) -> list[Claim]:
        """Return the claims of a unit, in order: of its verbs, answers and results, else of what has none of these."""
        claims = [*self._binder.claims(parsed)] if bits & CENTRE else []
        if bits & COMPLETION:
            claims = sorted([*claims, *self._answers.completions(parsed)], key=_start)
        if results:
            claims = sorted([*claims, *self._noticed.claims(results, parsed, claims)], key=_start)
        writes = self.vocabulary.writes
        if all(claim.stance is Stance.MENTION or not claim.tools & writes for claim in claims):
            claims = list(self._answers.regrets(parsed)) or claims
        return claims or list(self._acts.claims(parsed)) or list(self._ellipses.claims(parsed))

    def _covers(self, words: tuple[str, ...]) -> bool:
        """Tell whether a unit speaks of several things alike: "both", and not "both, except for one"."""
        return self._lexicon.quantifiers.stands_in(words) and self._lexicon.excepting.isdisjoint(words)


def _start(claim: Claim) -> int:
    return claim.start


def _is_sentence(folded: str) -> bool:
    """Tell whether a unit of a JSON text is more than a word: a status is data, not a sentence."""
    return folded.endswith((".", "!")) or any(map(str.isspace, folded))
