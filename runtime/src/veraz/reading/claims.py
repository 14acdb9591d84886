"""What the reader says of a text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from veraz.outcomes import Stance
from veraz.text.units import Unit

_ASSERTED = (Stance.DONE, Stance.PROMISE)
_HELD = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)


class Aspect(StrEnum):
    """What a stance alone does not tell."""

    PLAIN = "plain"
    PROGRESS = "progress"  # under way: "is being refunded"
    EFFECT = "effect"  # what the person will notice: "you'll receive an e-mail"
    REQUEST = "request"  # that it was asked for: "I've requested the refund"
    OFFER = "offer"  # a promise that hangs on the person's word: "once you confirm, I'll refund it"
    RESULT = "result"  # what one notices of it now: "Legal has it"
    FAILURE = "failure"  # that it was tried, and failed
    OTHERS = "others"  # denied of some, who may be others: "no changes were made"
    STANDING = "standing"  # how it is said to be still, or because of which something else is so
    BARRED = "barred"  # that it cannot be done: "it can't be cancelled"
    STATE = "state"  # how a thing is, whoever made it so: "the order is cancelled"


class Voice(StrEnum):
    """Who must be the subject of a rule's verb for it to be the agent's claim."""

    ANY = "any"
    ACTIVE = "active"
    PROGRESS = "progress"
    NAMED = "named"  # the agent, in so many words: «a gente vai»


class Source(StrEnum):
    """What a claim was read from."""

    WORDS = "words"  # its own: a verb and what stands beside it, a predicate
    ANSWER = "answer"  # a whole answer, which a look-up may give as well: "Done!"
    RESULT = "result"  # what one notices of what this turn did: "Legal has it"
    SHOWN = "shown"  # a result that a look-up may show: "Your parcel has arrived"
    ELLIPSIS = "ellipsis"  # it takes its verb, and what it does not tell itself, from the claim before: "the other too"


class Reach(StrEnum):
    """Of how many calls of one tool a claim speaks."""

    ONE = "one"
    SOME = "some"  # "the first two"
    SEVERAL = "several"  # "both", "all three"


class Claim(NamedTuple):
    """A stretch of a unit linked to tools, with its stance; offsets are into the unit's folded text.

    Where it stands and what it says:

    :ivar start: where the words that make the claim start, ``end`` where they end.
    :ivar clause_start: where the stretch starts whose values belong to the claim, ``clause_end`` where it ends.
    :ivar rule: the id of the language rule that read it; ``source`` what that read it from.
    :ivar because: the id of the rule by which it is taken otherwise than ``rule`` reads it ("regret"), or empty.
    :ivar word: the folded word it turns on ("cancelled").
    :ivar active: whether the agent is the one who acts; ``headless`` where no subject shows: "Cancelled #4412".
    :ivar runs: whether it tells that something was run.

    What it speaks of:

    :ivar tools: the tools it may speak of, as a bitset over the tool set; 0 for a claim that only points back.
    :ivar alike: tools of a like action, of which it may speak where none of ``tools`` was called.
    :ivar broad: whether those of ``alike`` that were not done say nothing of it.
    :ivar pointing: whether it speaks of the latest write, or of the last action named ("That's done.").
    :ivar firm: whether the words alone link it, so that it is false where there was no call at all.
    :ivar named: whether a result's words name what it speaks of: else its unit must name something of the call.
    :ivar reach: of how many calls it speaks.

    What else its unit says:

    :ivar hedged: whether that it is not known.
    :ivar past: whether that it speaks of some while ago.
    """

    start: int
    end: int
    clause_start: int
    clause_end: int
    tools: int
    stance: Stance
    aspect: Aspect
    rule: str
    word: str
    source: Source = Source.WORDS
    active: bool = False
    headless: bool = False
    runs: bool = False
    alike: int = 0
    broad: bool = False
    pointing: bool = False
    firm: bool = True
    named: bool = True
    reach: Reach = Reach.ONE
    hedged: bool = False
    past: bool = False
    because: str = ""

    @property
    def is_result(self) -> bool:
        """Whether it tells what one notices of what this turn did."""
        return self.source is Source.RESULT or self.source is Source.SHOWN

    @classmethod
    def of_stretch(cls, start: int, end: int, stance: Stance, rule: str) -> Claim:
        """Return what a stretch says as a whole, with no word that it turns on."""
        return cls(start, end, start, end, 0, stance, Aspect.PLAIN, rule, "")


class UnitReading(NamedTuple):
    """A unit and its claims, in the order of the text.

    :ivar folded: its text folded, into which its claims' offsets are.
    :ivar asks: whether it asks for the person's word; ``inquires`` whether it asks for what an act takes.
    :ivar named: every tool whose verbs or nouns stand in it, as a bitset.
    :ivar asserts: whether it speaks outright, with numbers in it: no question, condition or general rule.
    :ivar listed: for an item, what it claims where its list tells what was done, or where it is ticked.
    :ivar stated: whether it may state values: it has a digit, an @, or a word that values are told with.
    :ivar refers: whether it states something beside what an identifier is called: "the reference is TR-77".
    :ivar waits: whether it says that the person's word is waited for, ``doubts`` that something is not known,
        ``lately`` that something is so now.
    :ivar switched: whether it may tell of something being on or off.
    :ivar tries: how many times the agent says in it that it tried.
    :ivar own: whether a verb stands in it of what agents say that they looked at, or will do.
    :ivar opens: the stance in which the items of a list after it are to be taken ("Please confirm:").
    :ivar language: the language it is in, where that is surely not its text's; ``unread`` whether no grammar reads it.
    """

    unit: Unit
    folded: str
    claims: tuple[Claim, ...] = ()
    asks: bool = False
    named: int = 0
    opens: Stance | None = None
    asserts: bool = False
    stated: bool = True
    listed: Claim | None = None
    inquires: bool = False
    refers: bool = False
    tries: int = 0
    waits: bool = False
    doubts: bool = False
    lately: bool = False
    switched: bool = False
    own: bool = False
    language: str | None = None
    unread: bool = False

    def under(self, stance: Stance) -> UnitReading:
        """Return it with what its claims assert taken as ``stance``: items of a list that someone is asked about."""
        if stance is Stance.DONE:
            return self.told(stance) if self.claims or self.listed is None or self.listed.firm else self
        claims = tuple(each._replace(stance=stance) if each.stance in _ASSERTED else each for each in self.claims)
        return self._replace(claims=claims)

    def told(self, stance: Stance) -> UnitReading:
        """Return an item with its claims made firm, or, where it has none, with what it is listed for."""
        if any(each.stance in _HELD for each in self.claims):
            claims = [each._replace(firm=each.firm or each.stance is stance) for each in self.claims]
            return self._replace(claims=tuple(claims))
        return self._replace(claims=(self.listed._replace(stance=stance),)) if self.listed else self
