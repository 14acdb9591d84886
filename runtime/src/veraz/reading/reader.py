"""The reader: a text in, its units and their claims out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veraz.languages import Form, Grammar, unit_rules
from veraz.outcomes import Stance
from veraz.reading.centres import Centre, Centres
from veraz.reading.claims import Aspect, Claim, Reading, UnitReading
from veraz.reading.classes import BREAK, CHAR, COLON, COMMA, NO, QUESTION, TICKS, WORD, Sketch, WordClasses
from veraz.reading.judging import judge, judge_result, role_beside_noun
from veraz.reading.lexicon import Completion, Lexicon
from veraz.reading.noticing import FoundResult, Noticer
from veraz.reading.outright import OutrightWords
from veraz.reading.results import Result
from veraz.reading.scopes import Scopes, find_scopes
from veraz.reading.stance import subject_of
from veraz.reading.ties import FoundNoun, alike, find_nouns, tools_of_noun, tools_of_verb, windows
from veraz.reading.wordbook import (
    ACCENTED,
    CENTRE,
    COMPLETION,
    GERUND,
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
from veraz.vocabulary import Role, compiled

_BOUNDARIES = frozenset(
    (
        BREAK,
        COLON,
        COMMA,
        QUESTION,
        *(CHAR[name] for name in "and whether if if_person until when after during".split()),
    )
)
_CLAUSE_EDGES = (BREAK, COLON, COMMA, QUESTION, CHAR["and"])
_PAUSES = frozenset((*".!;,", "and"))
_LABEL = 5  # tokens of a label before its status
_NEAR = 5  # tokens after a verb within which its object stands
_IN_BETWEEN = frozenset((WORD, *(CHAR[name] for name in ("definite", "indefinite", "person", "adv", "me", "it"))))
_FIELD = re.compile(r"""["']?\s{0,3}[:=]\s{0,3}(true|false|null|none)\b""")
_TRUTHS = {"true": Stance.DONE, "false": Stance.NOT_DONE, "null": Stance.MENTION, "none": Stance.MENTION}
_CROSSES, _CHECKED = frozenset("✗✘❌✖"), "[x]"
_SHORTEST_LABEL, _LONGEST_LABEL = 2, 6  # tokens of a line that ends with a tick
_UNTOLD = frozenset(
    CHAR[name] for name in "not no nil will would could can may must need wh unsure fail unable yet_to".split()
)
_OPENERS = frozenset(",.!")
_CLAIMING = CENTRE | COMPLETION
_POINTING = frozenset((Role.LIGHT, Role.INTRANSITIVE, Role.FAILURE))


class _Parsed(NamedTuple):
    """A unit taken apart."""

    tokens: Tokens
    entries: Sequence[Entry]
    sketch: Sketch
    scopes: Scopes
    nouns: list[FoundNoun]


class _Tie(NamedTuple):
    """What a centre speaks of: tools as a bitset, in a role; the rest as in :class:`Claim`."""

    tools: int
    role: Role | None = None
    firm: bool = True
    pointing: bool = False
    alike: int = 0


class Reader:
    """Reads texts in one language for one set of tools; compiled once, then pure."""

    def __init__(self, toolset: Toolset, grammar: Grammar) -> None:
        self.vocabulary = compiled(list(toolset.values()), grammar)
        self._classes = WordClasses.of(grammar)
        self._lexicon = Lexicon.of(grammar)
        self._centres = Centres(self.vocabulary, grammar)
        self._noticer = Noticer(self.vocabulary, grammar)
        self._outright = OutrightWords.of(grammar)
        values = ValueWords.of(grammar)
        self._wordbook = Wordbook(self.vocabulary, self._classes, self._lexicon, self._noticer, values)
        self._units = unit_rules(grammar)
        self._code = grammar.code[:2]
        self._months = frozenset(grammar.table("values")["dates"]["verb_months"])

    def read(self, text: str) -> Reading:
        """Return the units of ``text`` with their claims, in order; of a JSON text, those inside its strings."""
        folded = fold(text)
        inside = split_json(text, folded, self._units)
        units = split_units(text, folded, self._units) if inside is None else inside
        readings = [
            self.read_unit(text, folded, unit) if inside is None or _is_sentence(folded, unit) else UnitReading(unit)
            for unit in units
        ]
        return Reading(folded, tuple(_under_headings(readings, folded)), quoted=inside is not None)

    def read_unit(self, text: str, folded: str, unit: Unit) -> UnitReading:
        """Return the claims of one unit of ``text``, given the text folded."""
        is_code = unit.kind is UnitKind.CODE
        tokens = tokenize(folded.replace("_", " ") if is_code else folded, unit.body, unit.end)
        entries = [self._wordbook[word] for word in tokens.words]
        bits = bits_of(entries)
        stated = bool(bits & VALUE)
        if bits & ACCENTED:
            tokens = self._classes.unfold(text, tokens)
            entries = [self._wordbook[word] for word in tokens.words]
            bits = bits_of(entries)
        nouns = self._nouns(tokens.words, entries) if bits & NOUN else []
        asks, named = self._asks(tokens), _named(entries, nouns)
        noticed = self._noticer.candidates([entry.rows for entry in entries], nouns) if bits & RESULT else []
        last = tokens.words[-1] if tokens.words else ""
        is_listed = bool(nouns) and (unit.kind is UnitKind.ITEM or last in TICKS)
        if not bits & (NUMBER | IMPLIES | _CLAIMING) and not noticed and not is_listed:
            return UnitReading(unit, (), asks, named, stated=stated)
        sketch = self._sketch(tokens, entries)
        parsed = _Parsed(tokens, entries, sketch, find_scopes(sketch.chars), nouns)
        claims = [*self._claims(parsed)] if bits & CENTRE else []
        if bits & COMPLETION:
            claims = sorted([*claims, *self._completions(parsed)], key=_start)
        if noticed:
            claims = sorted([*claims, *self._noticed(noticed, parsed, claims)], key=_start)
        claims = claims or list(self._regrets(parsed)) or list(self._acts(parsed))
        if claims and self._lexicon.quantifiers.stands_in(tokens.words):
            claims = [claim._replace(covers=True) for claim in claims]
        if is_code:
            claims = [_as_set(claim, folded) for claim in claims]
        asserts = bool(bits & NUMBER) and parsed.scopes.outright
        ends_ticked = last in TICKS and _SHORTEST_LABEL <= len(tokens) <= _LONGEST_LABEL
        listed = self._listed(parsed, named) if unit.kind is UnitKind.ITEM or ends_ticked else None
        if ends_ticked and listed and listed.firm and not claims:
            claims = [listed]  # "Reservation ✓"
        return UnitReading(unit, tuple(claims), asks, named, self._opens(parsed), asserts, stated, listed)

    def _opens(self, parsed: _Parsed) -> Stance | None:
        """Return the stance of the items of a list after a unit: as it asks, makes depend or tells what was done."""
        words = parsed.tokens.words
        if words[-1] != ":":
            return None
        reports = self._lexicon.reports.stands_in(words)
        plain = parsed.scopes.condition is None and not parsed.scopes.stretches and not _denies(parsed.sketch)
        return Stance.DONE if reports and plain else parsed.scopes.condition

    def _listed(self, parsed: _Parsed, named: int) -> Claim | None:
        """Return what an item claims by standing in a list of what was done: "☑ DrawPad licence"."""
        if _denies(parsed.sketch) or parsed.scopes.stretches:
            return None
        acts = tools_of_noun(parsed.nouns, (), self.vocabulary.writes)
        tools = acts or named & self.vocabulary.writes
        claim = _act_claim(parsed.tokens, 0, tools or self.vocabulary.writes, f"{self._code}.listed")
        is_field = ":" in parsed.tokens.words  # "Reservation: PEP4E0"
        return claim._replace(firm=bool(acts) and not is_field, named=bool(tools))

    def _nouns(self, words: tuple[str, ...], entries: Sequence[Entry]) -> list[FoundNoun]:
        return [found for found in find_nouns(words, entries) if not self._only_modifies(found, words, entries)]

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
        known = known or word in self._noticer.verbs or self._classes.is_function(word)
        return word.isalpha() and not known

    def _asks(self, tokens: Tokens) -> bool:
        """Tell whether a unit asks for the person's word: a question, or a "please", with a word of consent."""
        words = tokens.words
        asked = "?" in words or not self._lexicon.please.isdisjoint(words[:1])
        return asked and not self._lexicon.consent.isdisjoint(words)

    # Verbs and predicates, tied to the nouns beside them.

    def _claims(self, parsed: _Parsed) -> Iterator[Claim]:
        centres = self._centres.find(parsed.tokens.words, parsed.entries, parsed.sketch)
        last = 0
        for centre, window in zip(centres, _windows(centres, parsed), strict=True) if centres else ():
            near = [noun for noun in parsed.nouns if window[0] <= noun.at < window[1] and noun.at != centre.at]
            tie = self._tie(centre, near, parsed, window, last)
            if tie.tools or tie.pointing:
                last = tie.tools or last
                yield _claim(centre, tie, parsed, window)

    def _tie(
        self, centre: Centre, near: Sequence[FoundNoun], parsed: _Parsed, window: tuple[int, int], last: int
    ) -> _Tie:
        """Return what a centre speaks of: by its nouns, else by pointing back at ``last``, the tools last spoken of."""
        tie = self._by_words(centre, near, parsed, window)
        if tie.tools and tie.firm:
            return tie
        pointed = self._is_pointed_at(centre, parsed) or self._is_done_to_what_was_named(centre, parsed)
        if tie.tools and not (pointed and tie.tools & ~self.vocabulary.writes and _points(centre)):
            return tie._replace(firm=pointed and not near)
        alone = centre.end == len(parsed.tokens) or parsed.tokens.words[centre.end] in _PAUSES
        if not _may_point(centre, near, pointed, alone):
            return tie
        if last:
            return _Tie(last, tie.role)
        return _Tie(0, tie.role, pointing=not any(noun.at < centre.at for noun in parsed.nouns))

    def _by_words(self, centre: Centre, near: Sequence[FoundNoun], parsed: _Parsed, window: tuple[int, int]) -> _Tie:
        role, named = role_beside_noun(centre), 0
        first_adjunct = _first_adjunct(centre, parsed.sketch) if near else 0
        nouns = [noun for noun in near if noun.at < first_adjunct]
        adjuncts = near[len(nouns) :]
        if role or centre.form is None:  # any other verb speaks of its own tools
            subjects = [noun for noun in nouns if noun.at < centre.at] if role is Role.INTRANSITIVE else nouns
            named = tools_of_noun(subjects, adjuncts, self.vocabulary.writes)
            named = named or self._by_gerund(parsed.entries[window[0] : centre.at]) or self._by_label(centre, parsed)
        if centre.form is None:
            return _Tie(named)
        if role is Role.LIGHT and not nouns and self._is_pointed_at(centre, parsed):
            named = tools_of_noun(adjuncts, (), self.vocabulary.writes)  # "you are confirmed for the one-way ticket"
        head = centre.form.head
        if role is Role.EFFECT and subject_of(parsed.sketch.chars, centre.said.start) == "person":
            return _Tie(named or head.own or head.kin, role)  # "you'll get a confirmation" is no getting of the agent's
        tools, firm = tools_of_verb(head.own, head.kin, _is_loose(centre, near), nouns, adjuncts)
        if named and role and not (firm and tools & self.vocabulary.writes):
            return _Tie(named, role)
        return _Tie(tools, Role.VERB if tools else role, firm, alike=alike(head.own, head.kin, near))

    def _by_gerund(self, subject: Sequence[Entry]) -> int:
        """Return the writes of a gerund that is the subject: "Restarting it proved impossible"."""
        tools = 0
        for entry in subject:
            for form in entry.forms if entry.bits & GERUND else ():
                tools |= (form.head.own or form.head.kin) if form.forms == {Form.GERUND} else 0
        return tools & self.vocabulary.writes

    def _by_label(self, centre: Centre, parsed: _Parsed) -> int:
        """Return the writes of a verb that opens a label before a status: "RESTART SPOOLER: FAILED"."""
        if parsed.tokens.words[max(0, centre.at - 1)] != ":" or centre.at > _LABEL:
            return 0
        own = [form.head.own for form in parsed.entries[0].forms if Form.BASE in form.forms]
        return own[0] & self.vocabulary.writes if own else 0

    def _is_pointed_at(self, centre: Centre, parsed: _Parsed) -> bool:
        """Tell whether the subject of a centre only points back: "it", "that", "your request", "KSK-02"."""
        start, sketch = centre.said.start, parsed.sketch
        subject = [sketch.token_of[index] for index in (start - 1, start) if 0 <= index < len(sketch.token_of)]
        words = [parsed.tokens.words[token] for token in subject]
        return any(word.split("'")[0] in self._lexicon.pointers or any(map(str.isdigit, word)) for word in words)

    def _is_done_to_what_was_named(self, centre: Centre, parsed: _Parsed) -> bool:
        """Tell whether the agent did it to what a pronoun points back at: "I've booked it for you"."""
        return centre.said.active and not self._lexicon.objects.isdisjoint(
            parsed.tokens.words[centre.end : centre.end + 1]
        )

    # Results: what one notices once it was done.

    def _noticed(self, rows: Sequence[tuple[Result, int]], parsed: _Parsed, claims: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims that results make where no verb or predicate over the same words does."""
        tokens = parsed.tokens
        for found in self._noticer.find(rows, tokens.words, parsed.sketch, parsed.nouns):
            (start, _), (_, end) = tokens.spans[found.at], tokens.spans[found.end - 1]
            over = [claim for claim in claims if claim.firm and claim.start < end and start < claim.end]
            if not over or (found.row.over and all(claim.stance is Stance.MENTION for claim in over)):
                claim = self._result_claim(found, parsed)
                if claim.named or not found.row.marked:
                    yield claim

    def _result_claim(self, found: FoundResult, parsed: _Parsed) -> Claim:
        (start, end), tools = _clause(found, parsed), found.tools
        near = [noun for noun in parsed.nouns if start <= noun.at < end and parsed.tokens.words[noun.at][0].isalpha()]
        inside = [noun for noun in near if found.at <= noun.at < found.end] if found.row.marked else []
        named = [noun for noun in (*inside, *near) if noun.tools & tools]
        for noun in named:
            tools = tools & noun.tools or tools
        is_pointed = found.row.bare or not self._lexicon.pointers.isdisjoint(
            _owners(parsed.tokens.words[start : found.end])
        )
        pointing = is_pointed and not named and not found.row.actions
        return _result_claim(found, parsed, (start, end))._replace(
            tools=0 if pointing else tools,
            alike=found.tools if found.row.bare else 0,
            pointing=pointing,
            firm=bool(named) or found.row.sure,
            named=bool(named) or is_pointed,
        )

    # Sentences in which no verb is known.

    def outright(self, reading: UnitReading, folded: str) -> tuple[int, bool] | None:
        """Return what a unit tells outright: where its subject ends in the text, and whether it tells an act.

        It is asked only of units in which no claim is read.
        """
        tokens = tokenize(folded, reading.unit.body, reading.unit.end)
        entries = [self._wordbook[word] for word in tokens.words]
        found = self._outright.read(tokens.words, self._sketch(tokens, entries))
        if found is None:
            return None
        return tokens.spans[found.about - 1][1], found.acts

    def _sketch(self, tokens: Tokens, entries: Sequence[Entry]) -> Sketch:
        starts = [at for at, entry in enumerate(entries) if entry.bits & PHRASE]
        chars = [entry.chars for entry in entries]
        for at, word in enumerate(tokens.words) if CHAR["may"] in chars else ():
            if word in self._months and any(each[:1].isdigit() for each in tokens.words[max(0, at - 1) : at + 2]):
                chars[at] = WORD  # "on 8 May"
        return self._classes.sketch(tokens.words, chars, starts)

    def _acts(self, parsed: _Parsed) -> Iterator[Claim]:
        """Yield the claims of verbs that no table knows, done to a noun of a write or to what was named before."""
        if CHAR["agent"] not in parsed.sketch.chars or parsed.scopes.condition:
            return
        for at in self._outright.acts(parsed.tokens.words, parsed.sketch):
            if not parsed.scopes.over(parsed.sketch.char_of[at]):
                claim = _act_claim(parsed.tokens, at, 0, f"{self._code}.act")
                if not self._lexicon.objects.isdisjoint(parsed.tokens.words[at + 1 : at + 2]):
                    yield claim._replace(pointing=True, firm=False)  # "I managed to catch it"
                else:
                    yield from self._act_on_noun(claim, at, parsed)

    def _act_on_noun(self, claim: Claim, at: int, parsed: _Parsed) -> Iterator[Claim]:
        """Yield the claim of an unknown verb with a noun of a write as its object: "I've slipped a voucher in"."""
        done_to = next((noun for noun in parsed.nouns if at < noun.at <= at + _NEAR), None)
        if done_to is None:
            return
        between = parsed.sketch.chars[parsed.sketch.char_of[at] + 1 : parsed.sketch.char_of[done_to.at]]
        between = between.removeprefix(CHAR["prep"])  # "whipped up a voucher"
        tools = done_to.tools & self.vocabulary.writes
        if tools and _IN_BETWEEN.issuperset(between):
            made = bool(done_to.noun.act & tools) and CHAR["indefinite"] in between
            yield claim._replace(tools=tools, firm=made)

    # Completions: whole answers, or the opening of one.

    def _regrets(self, parsed: _Parsed) -> Iterator[Claim]:
        """Yield the claim of a sentence that names no act: "Sorry, that time is full", "There are no rooms left"."""
        words = parsed.tokens.words
        outright = parsed.scopes.sorry or words[0] in self._lexicon.existential
        for at, word in enumerate(words) if outright else ():
            char = parsed.sketch.char_of[at]
            if word in self._lexicon.lacking and _is_denied(parsed.sketch.chars, char) and not parsed.scopes.over(char):
                if not parsed.scopes.is_anew(char):
                    yield _pointing_claim(self._lexicon.lack, parsed.tokens, at, at + 1, whole=False)
                return
        for at in range(len(words)) if parsed.scopes.sorry else ():
            found = self._lexicon.unavailable.longest(words, at)
            if found and not parsed.scopes.over(parsed.sketch.char_of[at]):
                end, (regret, *_) = found
                yield _pointing_claim(regret, parsed.tokens, at, end, whole=False)
                return

    def _completions(self, parsed: _Parsed) -> Iterator[Claim]:
        words, opens = parsed.tokens.words, True
        for at, word in enumerate(words):
            found = self._lexicon.completions.longest(words, at) if opens else None
            if found and (found[0] == len(words) or not words[found[0]][0].isalnum()):
                end, (completion, *_) = found
                if not parsed.scopes.over(parsed.sketch.char_of[at]):
                    yield _pointing_claim(completion, parsed.tokens, at, end, whole=True)
            opens = word in _OPENERS


def _is_denied(chars: str, at: int) -> bool:
    """Tell whether a "no" or "not" stands in the clause before character ``at``: "there are no rooms available"."""
    clause = chars[max(chars.rfind(mark, 0, at) for mark in _CLAUSE_EDGES) + 1 : at]
    return CHAR["no"] in clause or CHAR["not"] in clause


def _start(claim: Claim) -> int:
    return claim.start


def _named(entries: Sequence[Entry], nouns: Sequence[FoundNoun]) -> int:
    named = 0
    for entry in entries:
        named |= entry.named
    for found in nouns:
        named |= found.tools
    return named


def _is_sentence(folded: str, unit: Unit) -> bool:
    """Tell whether a unit of a JSON text is more than a word: a status is data, not a sentence."""
    return any(char.isspace() for char in folded[unit.body : unit.end])


def _under_headings(readings: Sequence[UnitReading], folded: str) -> Iterator[UnitReading]:
    """Yield the readings, items of lists taken as their heading asks, makes depend or tells, or as they are ticked."""
    over: Stance | None = None
    for reading in readings:
        if reading.unit.kind is UnitKind.ITEM:
            ticked = _ticked(folded[reading.unit.start : reading.unit.body])
            yield reading.told(ticked) if ticked else reading.under(over) if over else reading
        else:
            over = reading.opens
            yield reading


def _as_set(claim: Claim, folded: str) -> Claim:
    """Return a claim that the name of a field makes as the field's value has it: "limit_raised": false."""
    found = _FIELD.match(folded, claim.end)
    return claim._replace(stance=_TRUTHS[found[1]]) if found else claim


def _ticked(marker: str) -> Stance | None:
    """Return what a tick or a cross before an item says of it."""
    if not TICKS.isdisjoint(marker) or _CHECKED in marker:
        return Stance.DONE
    return Stance.NOT_DONE if not _CROSSES.isdisjoint(marker) else None


def _denies(sketch: Sketch) -> bool:
    return not _UNTOLD.isdisjoint(sketch.chars)


def _pointing_claim(said: Completion, tokens: Tokens, at: int, end: int, *, whole: bool) -> Claim:
    return Claim(
        start=tokens.spans[at][0],
        end=tokens.spans[end - 1][1],
        clause_start=tokens.spans[at][0],
        clause_end=tokens.spans[-1][1],
        tools=0,
        stance=said.stance,
        aspect=Aspect.PLAIN,
        rule=said.rule,
        word=tokens.words[at],
        pointing=True,
        whole=whole,
        firm=whole,
    )


def _claim(centre: Centre, tie: _Tie, parsed: _Parsed, window: tuple[int, int]) -> Claim:
    tokens, spans, said = parsed.tokens, parsed.tokens.spans, centre.said
    stance, aspect = judge(centre, tie.role, parsed.scopes, parsed.sketch.char_of[centre.at])
    if centre.form and stance is Stance.DONE and (no := _of_nothing(centre, parsed.sketch)):
        stance, aspect = Stance.NOT_DONE, Aspect.OTHERS if no == CHAR["no"] else aspect
    return Claim(
        start=spans[centre.at][0],
        end=spans[centre.end - 1][1],
        clause_start=spans[window[0]][0],
        clause_end=spans[window[1] - 1][1],
        tools=tie.tools,
        stance=stance,
        aspect=aspect,
        rule=said.rule,
        word=tokens.words[centre.at],
        active=said.active,
        headless=said.headless,
        pointing=tie.pointing,
        firm=tie.firm,
        alike=tie.alike,
        hedged=parsed.scopes.unsure,
        past=parsed.scopes.past,
    )


def _result_claim(found: FoundResult, parsed: _Parsed, clause: tuple[int, int]) -> Claim:
    spans = parsed.tokens.spans
    stance, aspect = judge_result(found.stance, found.past, parsed.scopes, parsed.sketch.char_of[found.at])
    return Claim(
        start=spans[found.at][0],
        end=spans[found.end - 1][1],
        clause_start=spans[clause[0]][0],
        clause_end=spans[clause[1] - 1][1],
        tools=0,
        stance=stance,
        aspect=aspect,
        rule=found.row.id,
        word=parsed.tokens.words[found.at],
        active=found.active,
        noticed=True,
        seen=not found.row.unseen,
        hedged=parsed.scopes.unsure,
        past=parsed.scopes.past,
    )


def _clause(found: FoundResult, parsed: _Parsed) -> tuple[int, int]:
    """Return the tokens of the clause around a result: between the breaks, commas and joints beside it."""
    sketch, first, last = parsed.sketch, parsed.sketch.char_of[found.at], parsed.sketch.char_of[found.end - 1]
    start = max((index + 1 for index in range(first) if sketch.chars[index] in _CLAUSE_EDGES), default=0)
    end = next((index for index in range(last + 1, len(sketch.chars)) if sketch.chars[index] in _CLAUSE_EDGES), None)
    return sketch.token_of[start], len(parsed.tokens) if end is None else sketch.token_of[end]


def _owners(words: Sequence[str]) -> Iterator[str]:
    return (word.split("'")[0] for word in words)


def _of_nothing(centre: Centre, sketch: Sketch) -> str:
    """Return the class of a "no" right after a verb: "I placed no order", "I have ordered nothing"."""
    after = sketch.chars[sketch.char_of[centre.end - 1] + 1 :].lstrip(CHAR["adv"])[:1]
    return after if after in NO else ""


def _act_claim(tokens: Tokens, at: int, tools: int, rule: str) -> Claim:
    start, end = tokens.spans[at]
    return Claim(
        start=start,
        end=end,
        clause_start=tokens.spans[0][0],
        clause_end=tokens.spans[-1][1],
        tools=tools,
        stance=Stance.DONE,
        aspect=Aspect.PLAIN,
        rule=rule,
        word=tokens.words[at],
        active=True,
    )


def _windows(centres: Sequence[Centre], parsed: _Parsed) -> Iterator[tuple[int, int]]:
    if len(centres) == 1:
        return iter([(0, len(parsed.tokens))])
    sketch = parsed.sketch
    boundaries = [sketch.token_of[index] for index, char in enumerate(sketch.chars) if char in _BOUNDARIES]
    return windows([centre.at for centre in centres], boundaries, len(parsed.tokens))


def _first_adjunct(centre: Centre, sketch: Sketch) -> int:
    """Return the token from which nouns only say where or how: "… on your card"."""
    if centre.form is not None and centre.form.head.particle:
        return len(sketch.char_of)  # "gone ahead with the refund": its object follows a preposition
    at = sketch.chars.find(CHAR["prep"], sketch.char_of[centre.end - 1] + 1)
    return sketch.token_of[at] if at >= 0 else len(sketch.char_of)


def _is_loose(centre: Centre, near: Sequence[FoundNoun]) -> bool:
    """Tell whether a verb beside another action's things says too little: a state, or a generic verb ("send")."""
    if centre.said.aspect in (Aspect.STATE, Aspect.PROGRESS) and not centre.said.active:
        return True
    return centre.form is not None and centre.form.head.generic and any(found.tools for found in near)


def _points(centre: Centre) -> bool:
    return centre.form is None or not _POINTING.isdisjoint(centre.form.head.roles)


def _may_point(centre: Centre, near: Sequence[FoundNoun], pointed: bool, alone: bool) -> bool:
    """Tell whether a centre may speak of what was last done: "it was confirmed", or "Confirmed." alone."""
    if not _points(centre) or any(found.noun.act for found in near):
        return False
    if centre.said.stance is Stance.PROMISE and centre.form and Role.INTRANSITIVE in centre.form.head.roles:
        return False
    opens = centre.at == 0 and (centre.said.headline or centre.said.active)
    return pointed or (alone and opens)
