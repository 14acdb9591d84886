"""What verbs and predicates claim: which tools they speak of, by the nouns beside them or by pointing back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from veraz.languages import Form, Grammar
from veraz.outcomes import Stance
from veraz.reading.centres import Centre, Centres
from veraz.reading.claims import Aspect, Claim
from veraz.reading.classes import BREAK, CHAR, COLON, COMMA, CROSSES, NO, QUESTION, TICKS, WORD, Sketch
from veraz.reading.judging import judge, role_beside_noun
from veraz.reading.lexicon import Lexicon
from veraz.reading.parsed import Parsed
from veraz.reading.stance import subject_of
from veraz.reading.ties import FoundNoun, alike, coordinated, tools_of_noun, tools_of_verb, windows, within
from veraz.reading.wordbook import GERUND, Entry
from veraz.text.fold import fold_word
from veraz.vocabulary import Role, Vocabulary

_BOUNDARIES = frozenset(
    (
        BREAK,
        COLON,
        COMMA,
        QUESTION,
        *(CHAR[name] for name in "and whether if if_person until when after during".split()),
    )
)
_SOMETHING = frozenset(CHAR[name] for name in ("definite", "it", "person"))  # what is no rule about any such thing
_IN_SUBJECT = frozenset((WORD, *(CHAR[name] for name in ("and", "adv", "definite", "indefinite", "prep"))))
_TAKING = ("book", "reserve", "schedule", "buy", "rent", "join")  # acts after which a thing is had by one
_PAUSES = frozenset((*".!;,", "and"))
_LABEL = 8  # tokens of a label before its status
_AFTER_LABEL = frozenset(":|—–→-")
_OPENS = frozenset("—–-:!,.")  # after a "Done" that opens a sentence
_ENDING = ("dropped", "blocked", "paused", "dark")
"""The groups of actions after which a thing is active no more."""
_POINTING = frozenset((Role.LIGHT, Role.INTRANSITIVE, Role.FAILURE))


class _Tie(NamedTuple):
    """What a centre speaks of: tools as a bitset, in a role; the rest as in :class:`Claim`."""

    tools: int
    role: Role | None = None
    firm: bool = True
    pointing: bool = False
    alike: int = 0


class Binder:
    """Reads the claims of verbs and predicates, tied to the nouns beside them."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, grammar: Grammar) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        groups = grammar.table("results")["groups"]
        ending = {action for name in _ENDING for action in groups[name]}
        self._ending = reduce(or_, (vocabulary.actions.get(action, 0) for action in ending), 0)
        self._centres = Centres(vocabulary, grammar)
        self._unaccusative: str = grammar.table("stance").get("unaccusative", {}).get("id", "")
        self._asking = vocabulary.actions.get("request", 0)
        self._taking = reduce(or_, (vocabulary.actions.get(action, 0) for action in _TAKING))
        going = grammar.table("stance")["going"]
        self._going = frozenset(map(fold_word, going["phrases"]))
        self._stopping = reduce(or_, (vocabulary.actions.get(action, 0) for action in going["never"]))

    def claims(self, parsed: Parsed) -> Iterator[Claim]:
        """Yield the claims of a unit's verbs and predicates, in order."""
        centres = self._centres.find(parsed.tokens.words, parsed.entries, parsed.sketch)
        last = 0
        for read, window in zip(centres, _windows(centres, parsed), strict=True) if centres else ():
            centre = self._expected(read, parsed)
            clause = self._clause(centre, window, parsed.tokens.words)
            if not centre.said.active and self._lexicon.others.stands_in(parsed.tokens.words[centre.end : clause[1]]):
                centre = centre._replace(said=centre.said._replace(stance=Stance.MENTION))
            near = within(parsed.nouns, clause, centre.at) or within(parsed.nouns, (window[0], clause[1]), centre.at)
            tie = self._tie(centre, near, parsed, window, last)
            if (
                tie.pointing
                and CHAR["standing"] in parsed.sketch.chars[centre.said.start : parsed.sketch.char_of[centre.at]]
            ):
                continue  # "it remains confirmed" tells how a thing still stands
            if tie.tools or tie.pointing:
                last = tie.tools or last
                tie = tie._replace(firm=tie.firm and centre is read)
                claim = _claim(centre, tie, parsed, clause)
                if self._is_exhausted(claim, parsed):
                    claim = claim._replace(stance=Stance.MENTION)
                denied = claim.stance is Stance.DONE and self._is_denied_with_others(centre, parsed)
                yield claim._replace(stance=Stance.NOT_DONE, aspect=Aspect.OTHERS) if denied else claim
                for also in self._coordinated(centre, tie, near, parsed.sketch):
                    yield claim._replace(tools=also, alike=0)

    def _is_exhausted(self, claim: Claim, parsed: Parsed) -> bool:
        """Tell whether a claim only says that there is none left to book: "every double is booked"."""
        told = claim.stance is Stance.DONE and not claim.active and not claim.tools & ~self._taking
        words = parsed.tokens.words
        return told and self._lexicon.exhausted.stands_in(words) and self._lexicon.addressing.isdisjoint(words)

    def _expected(self, centre: Centre, parsed: Parsed) -> Centre:
        """Return a centre that tells what is to be expected as told ahead: "you should receive an e-mail"."""
        said, words = centre.said, parsed.tokens.words
        if centre.form is None or said.stance is not Stance.MENTION or words[centre.at] not in self._lexicon.expected:
            return centre
        chars, helper = parsed.sketch.chars, words[parsed.sketch.token_of[said.start]]
        denied = CHAR["not"] in chars[said.start : parsed.sketch.char_of[centre.at]]
        if helper not in self._lexicon.expecting or denied or _SOMETHING.isdisjoint(chars[: said.start]):
            return centre
        return centre._replace(said=said._replace(stance=Stance.PROMISE))

    def _tie(
        self, centre: Centre, near: Sequence[FoundNoun], parsed: Parsed, window: tuple[int, int], last: int
    ) -> _Tie:
        """Return what a centre speaks of: by its nouns, else by pointing back at ``last``, the tools last spoken of."""
        tie = self._by_words(centre, near, parsed, window)
        if tie.tools and (tie.role is Role.LIGHT or centre.form is None) and _opens(centre, parsed):
            return tie._replace(alike=self._vocabulary.writes)  # "Done — your appointment is on Friday now"
        if tie.tools and tie.firm:
            return tie
        pointed = self._is_pointed_at(centre, parsed) or self._is_done_to_what_was_named(centre, parsed)
        if tie.tools and not (pointed and tie.tools & ~self._vocabulary.writes and _points(centre)):
            return tie._replace(firm=pointed and not near)
        alone = centre.end == len(parsed.tokens) or parsed.tokens.words[centre.end] in _PAUSES
        if not _may_point(centre, near, pointed, alone):
            return tie
        if last:
            return _Tie(last, tie.role)
        return _Tie(0, tie.role, pointing=not any(noun.at < centre.at for noun in parsed.nouns))

    def _coordinated(self, centre: Centre, tie: _Tie, near: Sequence[FoundNoun], sketch: Sketch) -> Iterator[int]:
        """Yield the tools of a verb for the other things it is done to: "I've booked your flight and hotel"."""
        head = centre.form.head if centre.form and tie.role is Role.VERB else None
        tools = (head.own | head.kin) & self._vocabulary.writes if head else 0
        return coordinated(tools, tie.tools, near, centre.at, sketch)

    def _by_words(self, centre: Centre, near: Sequence[FoundNoun], parsed: Parsed, window: tuple[int, int]) -> _Tie:
        role, named = role_beside_noun(centre), 0
        first_adjunct = _first_adjunct(centre, parsed.sketch) if near else 0
        nouns = [noun for noun in near if noun.at < first_adjunct]
        adjuncts = near[len(nouns) :]
        if role or centre.form is None:  # any other verb speaks of its own tools
            subjects = [noun for noun in nouns if noun.at < centre.at] if role is Role.INTRANSITIVE else nouns
            named = tools_of_noun(subjects, adjuncts, self._vocabulary.writes)
            named = named or self._by_gerund(parsed.entries[window[0] : centre.at]) or self._by_label(centre, parsed)
            if role is Role.WEAK and named & ~self._asking and any(noun.noun.asked for noun in nouns):
                role = Role.REQUEST  # «registrei o seu pedido de reembolso»
        like = self._alike(nouns, parsed) if named else 0
        if centre.form is None:
            things = reduce(or_, (noun.tools for noun in nouns), 0) & self._vocabulary.writes
            if parsed.tokens.words[centre.at] in self._lexicon.lasting:
                things &= ~self._ending
            going = " ".join(parsed.tokens.words[centre.at : centre.end]) in self._going
            return _Tie((named or things) & (~self._stopping if going else ~0), firm=bool(named), alike=like)
        if centre.said.active and not named and parsed.tokens.words[centre.at] in self._lexicon.asking:
            return _Tie(0)  # «solicitamos que aguarde», «peço desculpas»
        if role is Role.LIGHT and not nouns and self._is_pointed_at(centre, parsed):
            named = tools_of_noun(adjuncts, (), self._vocabulary.writes)  # "you are confirmed for the one-way ticket"
        head = centre.form.head
        if begun := self._begun(centre, parsed):
            return _Tie(begun, Role.VERB)
        if role is Role.EFFECT and subject_of(parsed.sketch.chars, centre.said.start) == "person":
            return _Tie(named or head.own or head.kin, role)  # "you'll get a confirmation" is no getting of the agent's
        tools, firm = tools_of_verb(head.own, head.kin, _is_loose(centre, near), nouns, adjuncts)
        if named and role and not (firm and tools & self._vocabulary.writes):
            return _Tie(named, role, alike=like)
        if centre.said.rule == self._unaccusative and not self._is_of_known(centre, near, parsed):
            firm = False  # "the kitchen has already started"
        likely = alike(head.own, head.kin, near, self._vocabulary.writes) | self._recorded(centre, near)
        if role is Role.WEAK:  # «o cancelamento foi registrado», beside a tool that registers something else
            likely |= reduce(or_, (noun.noun.act for noun in nouns), 0) & self._vocabulary.writes
        return _Tie(tools, Role.VERB if tools else role, firm, alike=likely)

    def _recorded(self, centre: Centre, near: Sequence[FoundNoun]) -> int:
        """Return the writes named beside a verb that is no tool's own, of which it may tell: "noted it in the CRM"."""
        head = centre.form.head if centre.form else None
        if head is None or head.own or not head.kin & self._vocabulary.writes or centre.said.stance is not Stance.DONE:
            return 0
        named = reduce(or_, (noun.tools for noun in near), 0) & self._vocabulary.writes
        return named if centre.said.active or not head.generic else 0

    def _alike(self, nouns: Sequence[FoundNoun], parsed: Parsed) -> int:
        """Return the writes that the name of an act may mean where its own tool was not called: any, for "changes"."""
        writes, tools = self._vocabulary.writes, 0
        for found in nouns:
            word = parsed.tokens.words[found.at]
            if found.noun.act & writes:
                tools |= writes if word in self._lexicon.pointers else 0
                for form in self._vocabulary.heads.get(word, ()):
                    tools |= 0 if form.head.particle else form.head.kin
        return tools & writes

    def _is_of_known(self, centre: Centre, near: Sequence[FoundNoun], parsed: Parsed) -> bool:
        """Tell whether the subject of a verb is a noun of a tool's, an identifier, or points back."""
        return any(noun.at < centre.at and noun.tools for noun in near) or self._is_pointed_at(centre, parsed)

    def _by_gerund(self, subject: Sequence[Entry]) -> int:
        """Return the writes of a gerund that is the subject: "Restarting it proved impossible"."""
        tools = 0
        for entry in subject:
            for form in entry.forms if entry.bits & GERUND else ():
                tools |= (form.head.own or form.head.kin) if form.forms == {Form.GERUND} else 0
        return tools & self._vocabulary.writes

    def _begun(self, centre: Centre, parsed: Parsed) -> int:
        """Return the tools whose own act a verb says was begun: "I've started playing it"."""
        if centre.form is None or centre.form.head.own or not centre.form.head.kin:
            return 0
        own = 0
        for entry in parsed.entries[centre.end : centre.end + 1]:
            for form in entry.forms if entry.bits & GERUND else ():
                own |= form.head.own & centre.form.head.kin
        return own

    def _by_label(self, centre: Centre, parsed: Parsed) -> int:
        """Return the writes of a verb that opens a label before a status: "RESTART: FAILED", "| Restart | Done |"."""
        words = parsed.tokens.words
        before = next((word for word in reversed(words[: centre.at]) if word not in TICKS | CROSSES), "")
        if before not in _AFTER_LABEL or centre.at > _LABEL:
            return 0
        label = parsed.entries[int(words[0] == "|")]
        own = [form.head.own for form in label.forms if Form.BASE in form.forms]
        return own[0] & self._vocabulary.writes if own else 0

    def _clause(self, centre: Centre, window: tuple[int, int], words: Sequence[str]) -> tuple[int, int]:
        """Return the stretch of a window up to what contrasts it with another: "A is approved, whereas B is not"."""
        apart = self._lexicon.contrasts
        start = max((at + 1 for at in range(window[0], centre.at) if words[at] in apart), default=window[0])
        return start, next((at for at in range(centre.end, window[1]) if words[at] in apart), window[1])

    def _is_denied_with_others(self, centre: Centre, parsed: Parsed) -> bool:
        """Tell whether a "no" before another thing denies it as well: "No bags or seats were added"."""
        sketch, joined = parsed.sketch, False
        if CHAR["no"] not in sketch.chars:
            return False
        for char in range(centre.said.start - 1, -1, -1):
            mark = sketch.chars[char]
            if mark == CHAR["no"]:
                return joined
            if mark == CHAR["and"]:
                joined = parsed.tokens.words[sketch.token_of[char]] in self._lexicon.either
            if (mark == CHAR["and"] and not joined) or mark not in _IN_SUBJECT:
                return False
        return False

    def _is_pointed_at(self, centre: Centre, parsed: Parsed) -> bool:
        """Tell whether the subject of a centre only points back: "it", "that", "your request", "KSK-02"."""
        start, sketch = centre.said.start, parsed.sketch
        subject = [sketch.token_of[index] for index in (start - 1, start) if 0 <= index < len(sketch.token_of)]
        words = [parsed.tokens.words[token] for token in subject]
        if centre.form and Role.INTRANSITIVE in centre.form.head.roles and subject_of(sketch.chars, start) == "person":
            return False  # "you've hit your limit"
        return any(word.split("'")[0] in self._lexicon.pointers or any(map(str.isdigit, word)) for word in words)

    def _is_done_to_what_was_named(self, centre: Centre, parsed: Parsed) -> bool:
        """Tell whether the agent did it to what a pronoun points back at: "I've booked it for you"."""
        words, end = parsed.tokens.words, centre.end
        if not centre.said.active:
            return False
        if not self._lexicon.objects.isdisjoint((*words[end : end + 1], *words[centre.at + 1 : end])):
            return True
        owned = parsed.entries[end].chars == CHAR["definite"] if end < len(words) else False
        return owned and not self._lexicon.pointers.isdisjoint(words[end + 1 : end + 2])  # "completed your request"


def _claim(centre: Centre, tie: _Tie, parsed: Parsed, clause: tuple[int, int]) -> Claim:
    tokens, spans, said = parsed.tokens, parsed.tokens.spans, centre.said
    stance, aspect = judge(centre, tie.role, parsed.scopes, parsed.sketch.char_of[centre.at])
    if centre.form and stance in (Stance.DONE, Stance.PROMISE) and (no := _of_nothing(centre, parsed.sketch)):
        aspect = Aspect.OTHERS if no == CHAR["no"] else aspect
        stance = Stance.NOT_DONE if stance is Stance.DONE else Stance.MENTION
    return Claim(
        start=spans[centre.at][0],
        end=spans[centre.end - 1][1],
        clause_start=spans[clause[0]][0],
        clause_end=spans[clause[1] - 1][1],
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
        past=parsed.scopes.past or parsed.scopes.explains(parsed.sketch.char_of[centre.at]),
        runs=centre.form is not None and centre.form.head.runs,
    )


def _opens(centre: Centre, parsed: Parsed) -> bool:
    """Tell whether a centre is a headline by itself that a sentence opens with: "Done — …", "All set: …"."""
    opens = centre.said.start == 0 and (centre.said.headline or centre.said.headless)
    return opens and not _OPENS.isdisjoint(parsed.tokens.words[centre.end : centre.end + 1])


def _of_nothing(centre: Centre, sketch: Sketch) -> str:
    """Return the class of a "no" right after a verb: "I placed no order", "I have ordered nothing"."""
    after = sketch.chars[sketch.char_of[centre.end - 1] + 1 :].lstrip(CHAR["adv"])[:1]
    if after == CHAR["general"] and centre.said.stance is Stance.PROMISE:
        return after  # "I will make no further changes"
    return after if after in NO else ""


def _windows(centres: Sequence[Centre], parsed: Parsed) -> Iterator[tuple[int, int]]:
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
