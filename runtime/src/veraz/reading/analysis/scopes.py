"""Stretches of a unit in which a claim is not made outright: conditions, questions, reports, quotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, QUESTION, QUOTE

_OPENING = (
    "whether if if_person until when after during said general unsure standing since please anew past now sorry heard"
).split()
_MARKERS = re.compile(f"[{QUESTION}{QUOTE}{''.join(CHAR[name] for name in _OPENING)}]")
_END_OF_CONDITION = re.compile(f"[{COMMA}{BREAK}{COLON}{QUESTION}]")
_END_OF_CLAUSE = re.compile(f"[{BREAK}{COLON}{QUESTION}]")
_END_OF_UNIT = re.compile(r"\Z")
_INVERTED = frozenset(CHAR[name] for name in "do did would will can could may must be wh was have offer".split())
_NOT_TURNED = "".join(CHAR[name] for name in ("wh", "if", "if_person", "whether"))
_TURNS = "".join(CHAR[name] for name in ("will", "would", "can", "could", "must"))
_TURNED = re.compile(f"(?<![{_NOT_TURNED}])[{_TURNS}][{CHAR['agent']}{CHAR['person']}]|{CHAR['offer']}")
"""Where the word order turns in mid-sentence: "I couldn't get that shall I try again?"."""
_STANDING = frozenset((CHAR["standing"], CHAR["since"]))
_UNSURE = frozenset((CHAR["whether"], CHAR["unsure"]))
_KNOWING = frozenset((CHAR["know"], CHAR["unsure"]))
_LONGEST_STATUS, _SHORTEST_SENTENCE = 7, 3  # characters of a sketch; from 3 to 12, and from 1 to 5, no line turns on it
_OPENS_CLAUSE = "agent person third it if if_person until when after during".split()
_FINITE = frozenset(
    CHAR[name] for name in "agent person third be ser was have will will3 will_be would can could did".split()
)
_CLAUSE_EDGE = re.compile(
    f"[{COMMA}{BREAK}{COLON}{QUESTION}]|{CHAR['and']}(?=[{''.join(CHAR[name] for name in _OPENS_CLAUSE)}])"
)
_REASON = re.compile(
    f"{CHAR['since']}[^{COMMA}{BREAK}{COLON}{QUESTION}{CHAR['and']}{CHAR['agent']}]*{CHAR['was']}[^{COMMA}{BREAK}]*"
)
_JOINTS = frozenset((BREAK, CHAR["and"]))
_SAID = re.compile(CHAR["said"])
_CONDITIONS = frozenset(CHAR[name] for name in ("if", "until", "when", "after"))
_DATING = frozenset((CHAR["until"], CHAR["after"]))
REPORTED = (Stance.DONE, Stance.NOT_DONE)
"""The stances of what is told as having been so."""

_REPORTERS = frozenset(CHAR[name] for name in ("person", "third", "it"))


class Scope(NamedTuple):
    """Characters ``start`` to ``end`` of a sketch, in which a claim takes ``stance``."""

    start: int
    end: int
    stance: Stance
    rule: str

    def only_tags(self, stance: Stance) -> bool:
        """Tell whether it only asks by a tag after what is told: «ficou pra sexta, tá?»."""
        return self.rule == "tag" and stance in REPORTED


class Scopes(NamedTuple):
    """The scopes of a unit, and what hangs over its main clause.

    :ivar condition: the stance a promise of the main clause takes because of a condition beside it, or ``None``.
    :ivar general: the clauses that state a general rule ("usually"), each from and to a character; a whole unit that
        it opens.
    :ivar standing: whether it describes how things stand ("is currently disabled", "since it is disabled").
    :ivar still: whether it says so outright: "still", "currently".
    :ivar unsure: whether some of it says that it is not known.
    :ivar anew: the clauses that speak of another time ("a second exchange", "again"), each from and to a character.
    :ivar past: whether it speaks of some while ago ("within the last 24 hours").
    :ivar reasons: where something that was is given as a reason.
    :ivar now: whether it speaks of this moment; ``sorry`` the character from which it regrets, or -1.
    :ivar dated: whether its condition only says when: "until 1 September".
    :ivar joints: where main clauses are joined, in a unit with a condition: "I couldn't, but if you like …".
    """

    stretches: tuple[Scope, ...] = ()
    condition: Stance | None = None
    general: tuple[tuple[int, int], ...] = ()
    standing: bool = False
    still: bool = False
    unsure: bool = False
    anew: tuple[tuple[int, int], ...] = ()
    past: bool = False
    reasons: tuple[tuple[int, int], ...] = ()
    now: bool = False
    sorry: int = -1
    dated: bool = False
    joints: tuple[int, ...] = ()

    @property
    def outright(self) -> bool:
        """Whether the unit speaks outright: nothing in it is asked, reported, in doubt, or hangs on a condition."""
        told_when = bool(self.stretches) and self.dated and all(scope.rule == "condition" for scope in self.stretches)
        free = told_when or (not self.stretches and self.condition is None)  # "it is valid until 1 September"
        return free and not self.general and not self.anew

    def explains(self, at: int) -> bool:
        """Tell whether what was is given as a reason at character ``at``: "because it was filed late"."""
        return any(start <= at < end for start, end in self.reasons)

    def leads(self, at: int) -> bool:
        """Tell whether a condition opens the unit, and ends before character ``at``: "If you return it, …"."""
        return any(scope.rule == "condition" and not scope.start and scope.end <= at for scope in self.stretches)

    def over(self, at: int) -> Scope | None:
        """Return the innermost scope over character ``at``."""
        return next((scope for scope in reversed(self.stretches) if scope.start <= at < scope.end), None)

    @property
    def only_times(self) -> bool:
        """Whether its condition only says when: "it came back after I restarted it"."""
        return all(scope.rule != "condition" for scope in self.stretches)

    def regrets(self, at: int) -> bool:
        """Tell whether character ``at`` stands in a regret."""
        return 0 <= self.sorry <= at

    def is_anew(self, at: int) -> bool:
        """Tell whether the clause at character ``at`` speaks of another time."""
        return any(start <= at < end for start, end in self.anew)

    def is_general(self, at: int) -> bool:
        """Tell whether the clause at character ``at`` states a general rule."""
        return any(start <= at < end for start, end in self.general)

    def hangs(self, at: int) -> bool:
        """Tell whether the clause at character ``at`` hangs on a condition: no joint stands between the two."""
        conditions = [scope for scope in self.stretches if scope.rule in ("condition", "when")]
        if self.dated and all(scope.rule == "condition" for scope in conditions):
            return False  # "I'm not able to, because of the freeze, which runs until August 30"
        apart = (any(at < joint < scope.start for joint in self.joints) for scope in conditions)
        return self.condition is not None and not (conditions and all(apart))


NONE = Scopes()


def find_scopes(chars: str) -> Scopes:
    """Return the scopes of a unit from its class characters."""
    if _MARKERS.search(chars) is None:
        return NONE
    stretches = tuple(_stretches(chars))
    present = set(chars)
    condition = _condition(present)
    return Scopes(
        stretches,
        condition,
        general=tuple(_generals(chars)) if CHAR["general"] in present else (),
        standing=not _STANDING.isdisjoint(present),
        still=CHAR["standing"] in present,
        unsure=_is_unsure(present, stretches),
        anew=tuple(_clauses(chars, CHAR["anew"])) if CHAR["anew"] in present else (),
        past=CHAR["past"] in present,
        reasons=tuple(found.span() for found in _REASON.finditer(chars)) if CHAR["since"] in present else (),
        now=CHAR["now"] in present,
        sorry=_regret(chars) if CHAR["sorry"] in present else -1,
        dated=_are_dated(chars, stretches),
        joints=tuple(at for at, char in enumerate(chars) if char in _JOINTS) if condition else (),
    )


def _stretches(chars: str) -> Iterator[Scope]:
    """Yield the scopes of a unit, those further in after those around them."""
    yield from _quotations(chars)
    yield from _reports(chars)
    for found in _MARKERS.finditer(chars):
        scope = _opened(chars, found.start())
        if scope:
            yield scope
    yield from _questions(chars)


class Opener(NamedTuple):
    """What a marker opens: a scope up to what ``until`` finds, in which a claim takes ``stance``.

    :ivar example: a sentence with one.
    """

    rule: str
    example: str
    stance: Stance
    until: re.Pattern[str]


OPENERS: Mapping[str, Opener] = {
    CHAR["unsure"]: Opener("unsure", "I don't know if your card was refunded.", Stance.UNKNOWN, _END_OF_CLAUSE),
    CHAR["whether"]: Opener("whether", "I'll check whether your card was refunded.", Stance.UNKNOWN, _END_OF_CLAUSE),
    CHAR["heard"]: Opener("report", "Glad to hear that your card was refunded.", Stance.MENTION, _END_OF_CLAUSE),
    CHAR["please"]: Opener("please", "Please confirm that I cancel it.", Stance.ASK, _END_OF_UNIT),
    CHAR["if"]: Opener("condition", "If the order was cancelled, tell me.", Stance.MENTION, _END_OF_CONDITION),
    CHAR["if_person"]: Opener("condition", "If you say so, I refund it.", Stance.MENTION, _END_OF_CONDITION),
    CHAR["until"]: Opener("condition", "Until the order is cancelled, wait.", Stance.MENTION, _END_OF_CONDITION),
    CHAR["when"]: Opener("when", "When the order is cancelled, tell me.", Stance.MENTION, _END_OF_CONDITION),
    CHAR["after"]: Opener("when", "After the order was cancelled, I wrote.", Stance.MENTION, _END_OF_CONDITION),
    CHAR["during"]: Opener("during", "While the order was cancelled, I wrote.", Stance.MENTION, _END_OF_CONDITION),
}
"""The markers that open a scope by themselves, by their class."""


def _opened(chars: str, at: int) -> Scope | None:
    """Return the scope that the marker at ``at`` opens, if it opens one by itself."""
    mark = CHAR["whether"] if chars[at] == CHAR["if"] and _asks_itself(chars, at) else chars[at]
    opener = OPENERS.get(mark)
    if opener is None:
        return None
    end = _end(opener.until, chars, at)
    if opener.rule == "condition":
        end = _end_of_condition(chars, at, end)
    # an "unsure" may stand at either end: "whether it went through is anyone's guess"
    return Scope(_clause_start(chars, at) if opener.rule == "unsure" else at, end, opener.stance, opener.rule)


def _end_of_condition(chars: str, at: int, end: int) -> int:
    """Return where the condition that opens at ``at`` ends, where its first mark stands at ``end``."""
    if chars[at] == CHAR["if_person"]:  # "on your yes I will": the agent starts the main clause
        agent = chars.find(CHAR["agent"], at + 1, end)
        end = end if agent < 0 else agent
    return len(chars) if chars[end : end + 1] == COLON else end  # "only if one of these is true: …, …"


def _clause_start(chars: str, at: int) -> int:
    """Return where the sentence, or the part of one after a colon, around ``at`` starts."""
    return max(chars.rfind(mark, 0, at) for mark in (BREAK, COLON, QUESTION)) + 1


def _is_unsure(present: set[str], stretches: Iterable[Scope]) -> bool:
    """Tell whether some of a unit says that it is not known: "I can't say", "I'll see if it arrived"."""
    return not _UNSURE.isdisjoint(present) or any(scope.rule == "whether" for scope in stretches)


def _are_dated(chars: str, stretches: Iterable[Scope]) -> bool:
    """Tell whether each condition of a unit only says when."""
    return all(_is_dated(chars, scope) for scope in stretches if scope.rule in ("condition", "when"))


def _is_dated(chars: str, scope: Scope) -> bool:
    """Tell whether a scope only says when: "until 1 September", "after its restart"."""
    return chars[scope.start] in _DATING and _FINITE.isdisjoint(chars[scope.start + 1 : scope.end])


def _clauses(chars: str, mark: str) -> Iterator[tuple[int, int]]:
    """Yield the stretch between commas, joints and breaks around each ``mark``."""
    edges = [edge.start() for edge in _CLAUSE_EDGE.finditer(chars)]
    for found in re.finditer(mark, chars):
        start = max((edge + 1 for edge in edges if edge < found.start()), default=0)
        yield start, min((edge for edge in edges if edge >= found.end()), default=len(chars))


def _generals(chars: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches that a general rule holds over: "as the policy allows" holds over no clause before it."""
    for start, end in _clauses(chars, CHAR["general"]):
        opens = not chars[:start].strip(COMMA + CHAR["and"])
        yield (0, len(chars)) if opens else (start, end)


def _regret(chars: str) -> int:
    """Return where a regret starts: the clause it opens, or the whole of a unit that it ends."""
    at = chars.index(CHAR["sorry"])
    if not chars[at + 1 :].strip(COMMA + BREAK + QUESTION):
        return 0
    return max(chars.rfind(mark, 0, at) for mark in (COMMA, BREAK, COLON, CHAR["and"])) + 1


def _condition(present: set[str]) -> Stance | None:
    """Return the stance of a promise beside what the unit's markers make it hang on."""
    if not present.isdisjoint((CHAR["please"], CHAR["if_person"])):
        return Stance.ASK
    return Stance.MENTION if not present.isdisjoint(_CONDITIONS) else None


def _end(pattern: re.Pattern[str], chars: str, at: int) -> int:
    found = pattern.search(chars, at)
    return found.start() if found else len(chars)


def _asks_itself(chars: str, at: int) -> bool:
    """Tell whether an "if" means whether: after a word of knowing, with at most two words between."""
    return not _KNOWING.isdisjoint(chars[max(0, at - 3) : at])


def _questions(chars: str) -> list[Scope]:
    """A question mark governs its own clause: back to a break, or to a comma after which the word order turns."""
    scopes = []
    at = chars.find(QUESTION)
    while at >= 0:
        if chars[max(0, at - 2) : at] == COMMA + CHAR["tag"]:
            at = chars.find(QUESTION, at + 1)
            continue  # "…, viu?" asks nothing
        start = _clause_start(chars, at)
        if chars[max(0, at - 2) : at] == COMMA + CHAR["be"]:
            scopes.append(Scope(start, at, Stance.ASK, "tag"))  # "…, tá?" asks whether to, not whether it was
            at = chars.find(QUESTION, at + 1)
            continue
        for index in range(start, at):
            if chars[index] in (COMMA, CHAR["and"]) and index + 1 < at and chars[index + 1] in _INVERTED:
                start = index + 1
        start = max((found.start() for found in _TURNED.finditer(chars, start + 1, at)), default=start)
        comma = chars.rfind(COMMA, start, at)
        if comma > start:
            scopes.append(Scope(start, comma, Stance.ASK, "opening"))  # "I sent it, did it arrive?"
            start = comma
        scopes.append(Scope(start, at, Stance.ASK, "question"))
        at = chars.find(QUESTION, at + 1)
    return scopes


def _quotations(chars: str) -> list[Scope]:
    """Words quoted from elsewhere; a few with no finite verb ("pending (item modified)") are a status, no sentence."""
    scopes = []
    opened = chars.find(QUOTE)
    while opened >= 0:
        closed = chars.find(QUOTE, opened + 1)
        end = closed if closed >= 0 else len(chars)
        spoken = not _FINITE.isdisjoint(chars[opened:end])
        if end - opened > (_SHORTEST_SENTENCE if spoken else _LONGEST_STATUS):
            scopes.append(Scope(opened, end, Stance.MENTION, "quotation"))
        opened = chars.find(QUOTE, end + 1) if closed >= 0 else -1
    return scopes


def _reports(chars: str) -> list[Scope]:
    """What someone else is said to have said: "you told me the order was cancelled"."""
    scopes = []
    for found in _SAID.finditer(chars):
        at, before = found.start(), chars[max(0, found.start() - 3) : found.start()]
        opens = chars[at + 1 : at + 2] == QUOTE and not chars.count(QUOTE, 0, at) % 2
        quotes = opens and CHAR["agent"] not in before  # 'the sign says "Reserved"'
        if quotes or not _REPORTERS.isdisjoint(before):
            scopes.append(Scope(at, _end(_END_OF_CLAUSE, chars, at), Stance.MENTION, "report"))
    return scopes
