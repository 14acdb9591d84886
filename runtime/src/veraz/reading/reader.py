"""The reader: a text in, its units and their claims out.

A unit's words are looked up; they tell its signals. Where it may claim anything it is analysed, and claims extracted.
"""

from __future__ import annotations

from functools import lru_cache

from veraz.languages import GRAMMARS, Grammar, unit_rules
from veraz.languages.telling_apart import OtherLanguages
from veraz.reading.analysis.analyser import Analyser, UnitWords
from veraz.reading.analysis.attempt_counts import AttemptCounts
from veraz.reading.analysis.function_words import CHAR, TICKS, FunctionWords
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.analysis.word_entries import CLAIMING, IMPLIES, NUMBER, RESULT, WordEntries
from veraz.reading.claims import Claim, Reach, UnitReading
from veraz.reading.extractors import extract, steps
from veraz.reading.other_claims import ellipsis
from veraz.reading.other_claims.list_items import LIST_ITEM, ListItems, as_set, as_ticked, ends_ticked, under_headings
from veraz.reading.result_claims.matcher import ResultMatcher
from veraz.reading.signals.consequence_words import ConsequenceWords
from veraz.reading.signals.own_acts import OwnAct, OwnActs
from veraz.reading.signals.own_clauses import NONE, OwnClauses
from veraz.reading.signals.own_looks import OwnLooks
from veraz.reading.signals.own_promises import OwnPromises
from veraz.reading.signals.plain_statements import PlainStatements
from veraz.reading.signals.polarity import Clauses, Polarities
from veraz.reading.signals.questions import Questions
from veraz.reading.signals.status_words import StatusWords
from veraz.text.fold import MARK, fold
from veraz.text.units import Place, Unit, UnitKind, split_json, split_units, units_from
from veraz.tools import Toolset
from veraz.values import ValueWords
from veraz.vocabulary import compiled

_SUPPOSED = frozenset(CHAR[name] for name in ("will", "will3", "will_be", "would", "could", "may"))
_QUOTES = ('"', "\u201c", "\u201d", "\u201e", "\u00ab")
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
        lexicon, statements = Lexicon.of(grammar), PlainStatements.of(grammar)
        classes, values = FunctionWords.of(grammar), ValueWords.of(grammar)
        matcher = ResultMatcher(self.vocabulary, grammar)
        entries = WordEntries(self.vocabulary, classes, lexicon, matcher, values, grammar.plain, statements.speaks)
        self._units = unit_rules(grammar)
        self._lexicon = lexicon
        self._matcher = matcher
        self._statements = statements
        self._consequences = ConsequenceWords.of(grammar)
        self._attempts = AttemptCounts.of(grammar)
        self._polarities = Polarities.of(grammar)
        self._questions = Questions(grammar)
        self._looks, self._promises = OwnLooks.of(grammar), OwnPromises.of(grammar)
        self._status = StatusWords.of(grammar)
        self._analyser = Analyser(self.vocabulary, grammar, entries, matcher.verbs)
        self._steps = steps(self.vocabulary, grammar, matcher, statements)
        self._items = ListItems(lexicon, self.vocabulary.writes, LIST_ITEM.of(grammar))
        self._kept = lru_cache(_MOST_KEPT)(self._unit_of)
        self._kept_clauses = lru_cache(_MOST_KEPT)(self._clauses_of)
        self._kept_texts = lru_cache(_MOST_TEXTS)(self._text)

    def read(self, text: str) -> tuple[UnitReading, ...]:
        """Return the units of ``text`` with their claims, in order; of a JSON text, those inside its strings."""
        return self._kept_texts(text) if len(text) <= _LONGEST_KEPT else self._text(text)

    def read_on(
        self, text: str, folded: str, place: Place, over: UnitReading | None, *, ended: bool
    ) -> tuple[list[UnitReading], Place]:
        """Return those units of ``text`` from ``place`` on that stand whatever follows, and where the next starts.

        :param over: the last unit before them that is no list item.
        :param ended: whether nothing follows.
        """
        units, place = units_from(text, folded, place, self._units, ended=ended)
        readings = [self._unit(text[unit.start : unit.end], unit) for unit in units]
        return list(under_headings(readings, over.opens if over else None)), place

    def _text(self, text: str) -> tuple[UnitReading, ...]:
        folded = fold(text)
        inside = split_json(text, folded, self._units)
        units = split_units(text, folded, self._units) if inside is None else inside
        return tuple(under_headings([self._unit(text[unit.start : unit.end], unit) for unit in units]))

    def warm(self) -> None:
        """Compile the patterns of the results that tell of its tools."""
        self._matcher.warm()

    def forget(self) -> None:
        """Drop what is kept of the texts met so far."""
        self._kept.cache_clear()
        self._kept_clauses.cache_clear()
        self._kept_texts.cache_clear()
        self._analyser.forget()
        for other in list(self._others.values()):
            other.forget()

    def outright(self, reading: UnitReading) -> tuple[int, bool] | None:
        """Return what a unit tells outright: where its subject ends in its folded text, and whether it tells an act.

        ``None`` where it tells nothing so. It is asked only of units in which no claim is read.
        """
        if reading.language is not None:
            return None
        tokens, sketch = self._analyser.outline(reading.folded, reading.unit.body - reading.unit.start)
        found = self._statements.find(tokens.words, sketch)
        return None if found is None else (tokens.spans[found.about - 1][1], found.acts)

    def follows(self, reading: UnitReading) -> bool:
        """Tell whether a unit says outright what now is so because of what was told before it."""
        if reading.language is not None:
            return False
        tokens, sketch = self._analyser.outline(reading.folded, reading.unit.body - reading.unit.start)
        return self._consequences.stand_in(tokens.words, sketch)

    def clauses(self, reading: UnitReading, text: str) -> Clauses | None:
        """Return how the words of a unit stand in its clauses; ``None`` for one in another language.

        :param text: the unit's own text.
        """
        if reading.language is not None:
            return None
        return self._kept_clauses(text, reading.unit.kind, reading.unit.body - reading.unit.start)

    def _clauses_of(self, text: str, kind: UnitKind, body: int) -> Clauses:
        """Return the clauses of a unit that is a text of its own; see :meth:`_unit_of`."""
        analysis = self._analyser.analyse(self._look_up(text, UnitReading(Unit(0, len(text), kind, body), fold(text))))
        covers = self._reach(analysis.tokens.words) is Reach.SEVERAL
        return Clauses(analysis, self._polarities.find(analysis), covers)

    def own_acts(self, reading: UnitReading, text: str) -> list[OwnAct]:
        """Return what the agent says outright that it did in a unit of the reader's own language, whatever its tools.

        :param text: the unit's own text.
        """
        if reading.unit.kind not in (UnitKind.SENTENCE, UnitKind.ITEM) or reading.language is not None:
            return []
        acts, looked_up = OwnActs.of(self._grammar), self._look_up(text, reading)
        return list(acts.find(self._analyser.analyse(looked_up))) if acts.stand_in(looked_up.tokens.words) else []

    def own_clauses(self, reading: UnitReading, text: str) -> OwnClauses:
        """Return what the agent says outright in a unit of the reader's own language that it looked at, or will do.

        :param text: the unit's own text.
        """
        if not reading.own or reading.asks or reading.language is not None:
            return NONE
        if reading.unit.kind not in (UnitKind.SENTENCE, UnitKind.ITEM):
            return NONE
        analysis = self._analyser.analyse(self._look_up(text, reading))
        return OwnClauses(tuple(self._looks.find(analysis)), tuple(self._promises.find(analysis)))

    def _unit(self, text: str, unit: Unit) -> UnitReading:
        """Return what stands in a unit, as it was read when its text was first met."""
        is_said = not unit.start and not unit.body and text.startswith(_QUOTES)
        reading = self._kept(text, unit.kind, unit.body - unit.start, unit.quoted, is_said)
        return UnitReading(unit, *reading[1:])

    def _unit_of(self, text: str, kind: UnitKind, body: int, quoted: bool, is_said: bool) -> UnitReading:
        """Return what stands in a unit that is a text of its own.

        :param body: where in it its words start, after the mark of an item.
        :param quoted: whether it stands in a string of a JSON text, where a lone word is data.
        :param is_said: whether it opens the reply with a quotation mark, which may stand around all that is said.
        """
        reading = UnitReading(Unit(0, len(text), kind, body), _unquoted(fold(text)) if is_said else fold(text))
        if quoted and not _is_sentence(reading.folded[body:]):
            return reading
        looked_up = self._look_up(text, reading)
        language = None if kind is UnitKind.CODE else self._languages.of(text, looked_up.tokens)
        if language is None:
            return self._in_own_language(reading, looked_up)
        other = self._other(language)
        if other is None:
            return reading._replace(language=language, unread=True)
        return other._in_own_language(reading, other._look_up(text, reading))._replace(language=language)

    def _other(self, language: str) -> Reader | None:
        """Return the reader of another language, compiled when it is first met; ``None`` where no grammar reads it."""
        grammar = next((grammar for grammar in GRAMMARS if grammar.code == language), None)
        if grammar is not None and language not in self._others:
            self._others[language] = Reader(self._toolset, grammar)
        return self._others.get(language)

    def _look_up(self, text: str, reading: UnitReading) -> UnitWords:
        folded = reading.folded.replace("_", " ") if reading.unit.kind is UnitKind.CODE else reading.folded
        return self._analyser.look_up(text, folded, reading.unit.body - reading.unit.start)

    def _in_own_language(self, reading: UnitReading, looked_up: UnitWords) -> UnitReading:
        """Return what stands in a unit in the reader's own language: its signals, and claims where it may have any."""
        reading = self._with_signals(reading, looked_up)
        return self._with_claims(reading, looked_up) if self._may_say(reading, looked_up) else reading

    def _with_signals(self, reading: UnitReading, looked_up: UnitWords) -> UnitReading:
        words, status = looked_up.tokens.words, self._status
        return reading._replace(
            asks=self._questions.asks(words),
            inquires=self._questions.inquires(words, looked_up.entries),
            waits=status.waiting.stands_in(words),
            doubts=status.doubt.stands_in(words),
            lately=not status.lately.isdisjoint(words),
            switched=not status.switched.isdisjoint(words),
            own=self._looks.stand_in(words) or self._promises.stand_in(words),
            named=looked_up.named,
            stated=looked_up.stated,
            refers=looked_up.stated and not self._lexicon.references.isdisjoint(words),
        )

    def _may_say(self, reading: UnitReading, looked_up: UnitWords) -> bool:
        """Tell whether a unit may say anything that is held to a call."""
        words, kind = looked_up.tokens.words, reading.unit.kind
        if looked_up.bits & (NUMBER | IMPLIES | CLAIMING) or reading.refers:
            return True
        if looked_up.bits & RESULT and self._matcher.candidates(looked_up.entries, looked_up.nouns):
            return True
        if looked_up.nouns and (kind is UnitKind.ITEM or words[-1] in TICKS or as_ticked(words, kind)[1]):
            return True
        return ellipsis.may_stand(words, self._lexicon) or self._attempts.stand_in(words)

    def _with_claims(self, reading: UnitReading, looked_up: UnitWords) -> UnitReading:
        """Return a unit with what it claims, and what is known of it only once it is analysed."""
        analysis, words = self._analyser.analyse(looked_up), looked_up.tokens.words
        claims = extract(self._steps, analysis)
        if claims:
            claims = self._marked(claims, analysis, reading)
        listed, told_by_place = self._listed(analysis, reading)
        scopes, chars = analysis.scopes, analysis.sketch.chars
        refers = reading.refers and CHAR["person"] not in chars  # "the reference you gave me"
        outright = scopes.outright and _SUPPOSED.isdisjoint(chars)
        return reading._replace(
            claims=tuple(claims or told_by_place),
            opens=self._items.opens(analysis),
            asserts=outright and (refers or bool(looked_up.bits & NUMBER)),
            listed=listed,
            refers=refers,
            tries=0 if scopes.past else self._attempts.told(words, analysis.sketch),
        )

    def _marked(self, claims: list[Claim], analysis: UnitAnalysis, reading: UnitReading) -> list[Claim]:
        """Return claims with what their whole unit says of each: that it covers several, or some, or how it is set."""
        words = analysis.tokens.words
        reach = self._reach(words)
        if reach is not Reach.ONE:
            claims = [claim._replace(reach=reach) for claim in claims]
        if reading.unit.kind is UnitKind.CODE:
            claims = [as_set(claim, reading.folded) for claim in claims]
        return claims

    def _listed(self, analysis: UnitAnalysis, reading: UnitReading) -> tuple[Claim | None, list[Claim]]:
        """Return what an item or a label claims by where it stands, and that of it which stands without its list."""
        words, kind = analysis.tokens.words, reading.unit.kind
        sign, ticked = as_ticked(words, kind)
        is_label = ends_ticked(words)
        if not (kind is UnitKind.ITEM or is_label or ticked):
            return None, []
        listed = self._items.claim(analysis, reading.named, sign)
        if listed and ticked and not (is_label and listed.firm):
            return listed, [listed._replace(stance=ticked, firm=False)]  # "| Reserve it | ❌ |"
        return listed, [listed] if listed and is_label and listed.firm else []  # "Reservation ✓"

    def _reach(self, words: tuple[str, ...]) -> Reach:
        """Return of how many things alike a unit speaks: "both", and not "both, except for one"."""
        if self._lexicon.quantifiers.stands_in(words) and self._lexicon.excepting.isdisjoint(words):
            return Reach.SEVERAL
        return Reach.SOME if self._lexicon.partial.stands_in(words) else Reach.ONE


def _unquoted(folded: str) -> str:
    """Return a unit without the marks of a quotation that it is, or that it begins: "I've refunded it." """
    inside = folded.rstrip(" .!").removesuffix('"')
    if '"' in inside[1:]:
        return folded
    return MARK + folded[1:].replace('"', MARK)


def _is_sentence(folded: str) -> bool:
    """Tell whether a unit of a JSON text is more than a word: a status is data, not a sentence."""
    return folded.endswith((".", "!")) or any(map(str.isspace, folded))
