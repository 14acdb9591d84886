"""What a verb says was done, from the words around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from veraz.languages import Form, Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, QUOTE, WORD, Sketch
from veraz.reading.analysis.negation import is_neither
from veraz.reading.analysis.subjects import asks_what, denied_by, may_be_agent, subject_of
from veraz.reading.claims import Aspect, Voice
from veraz.reading.verb_claims.rule_table import SKIPPED, Rule, Said, compiled_rules, rule_of
from veraz.vocabulary import Agency

_AHEAD = frozenset(
    CHAR[name] for name in "will will3 will_be would can could may must if if_person until when after to".split()
)
_STANDS = frozenset(CHAR[name] for name in "be ser was have been".split())
_STOPS = frozenset((BREAK, COLON, QUESTION))
_EDGES = frozenset((BREAK, COLON, QUESTION, COMMA, QUOTE))
_RIGHT_EDGE = re.compile(f"[{''.join(_EDGES)}{CHAR['and']}]")
_JOINTS = frozenset((COMMA, CHAR["and"]))
_ENDS = "".join(_EDGES | _JOINTS)
_DENIED_AFTER = re.compile(f"[^{_ENDS}]*{CHAR['not']}[{CHAR['adv']}{CHAR['tag']}{CHAR['sorry']}]*(?=[{_ENDS}]|$)")
"""A "not" that ends the clause: «consegui cancelar não»."""
_FINITE = frozenset(
    CHAR[name]
    for name in (
        *"agent person third have be ser was will will3 will_be would can could may must do did managed let".split(),
        *"wh whether if until when after during said costs".split(),
    )
)


_THIRD = frozenset(CHAR["third"])
_ACTED = re.compile(f"{CHAR['agent']}{CHAR['adv']}*[{WORD}{CHAR['have']}{CHAR['did']}]")
_NO_OBJECT = frozenset(("", BREAK, COMMA, *(CHAR[name] for name in ("adv", "prep", "now", "and"))))


MENTION = NamedRule("mention", "a verb whose subject is not the agent, or that only asks what was done", "mentions")
MENTIONED = MENTION.name
_SINGLE = ("verbless", "unaccusative", "ongoing", "status")  # rules of the table by themselves


class StanceRules(NamedTuple):
    """A language's rules, compiled into one pattern a form, matched leftwards from the verb."""

    patterns: Mapping[str, tuple[re.Pattern[str], tuple[Rule, ...]]]
    headline: Rule
    unaccusative: Rule
    ongoing: Rule
    status: Rule
    gerunds: Mapping[str, Rule]
    denies_after: bool
    """Whether a "not" may stand after what it denies, at the clause's end."""

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> StanceRules:
        """Compile the ``rules`` of the language's stance table."""
        table = grammar.table("stance")
        patterns = {form: compiled_rules(rows) for form, rows in table["rules"].items() if rows}
        gerunds = {word: rule_of(row) for row in table.get("gerunds", ()) for word in row["after"]}
        verbless, unaccusative, ongoing, status = (rule_of(table[name]) for name in _SINGLE)
        denies_after = bool(table.get("denies_after"))
        return cls(patterns, verbless, unaccusative, ongoing, status, gerunds, denies_after)

    def said(self, sketch: Sketch, at: int, form: str, agency: Agency) -> Said | None:
        """Return what the verb at ``at`` says in ``form`` (or as a ``predicate``), or ``None`` without a rule."""
        chars = sketch.chars
        found = self._rule_before(chars, at, form)
        if found is None:
            return None
        rule, start = found
        if chars[start - 1 : start] == CHAR["definite"] and form == Form.PAST and agency is Agency.SPEAKER:
            start = len(chars[: start - 1].rstrip(SKIPPED))  # «não a cancelei»: the article is a pronoun
        elif _modifies(chars, start, rule):
            return None
        if chars[at - 1 : at] == CHAR["definite"] and chars[at + 1 : at + 2] == WORD:
            return None  # "I will have the updated itinerary sent"
        subject = subject_of(chars, start) if rule.voice is not Voice.ANY else None
        if not may_be_agent(chars, start, rule.voice, agency, subject) or asks_what(chars, start):
            return Said(Stance.MENTION, Aspect.PLAIN, MENTIONED, start)
        return self._said_of(rule, subject, chars, start, at)

    def _rule_before(self, chars: str, at: int, form: str) -> tuple[Rule, int] | None:
        """Return the rule that reads the words before character ``at``, and from which of them on."""
        if form not in self.patterns:
            return None
        pattern, rules = self.patterns[form]
        found = pattern.match(chars[at - 1 :: -1] if at else "")
        return (rules[found.lastindex - 1], at - found.end()) if found and found.lastindex else None

    def _said_of(self, rule: Rule, subject: str | None, chars: str, start: int, at: int) -> Said:
        """Return what a rule says of its subject, denied or not."""
        if rule.voice is Voice.PROGRESS and subject not in ("agent", None):
            rule = rule.of(Aspect.EFFECT)  # "your scene is running" says that it was started
        denied = denied_by(chars, start) or is_neither(chars, start)
        if denied == CHAR["no"]:
            rule = rule.of(Aspect.OTHERS)
        negations = self._negations(chars[start:at]) + bool(denied) or self._is_denied_after(chars, at)
        return _said(rule, negations, start, headless=subject is None)

    def _negations(self, group: str) -> int:
        """Count what denies in a verb group; where a "not" may follow, several deny once: «não consegui nem trocar»."""
        count = group.count(CHAR["not"])
        return min(count, 1) if self.denies_after else count

    def _is_denied_after(self, chars: str, at: int) -> bool:
        return self.denies_after and _DENIED_AFTER.match(chars, at + 1) is not None

    def said_unaccusative(self, sketch: Sketch, at: int, form: str, mentioned: Said, *, begins: bool) -> Said | None:
        """Return what a verb with a thing as its subject and no object says: "The server restarted."

        :param mentioned: what a rule read, whose subject was not the agent.
        :param begins: whether the act that it begins follows: "The song has started playing".
        """
        ends = begins or sketch.chars[at + 1 : at + 2] in _NO_OBJECT
        if not ends or subject_of(sketch.chars, mentioned.start) != "other":
            return None
        said = self.said(sketch, at, form, Agency.ANYONE)
        if said is None or said.stance not in (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE):
            return None
        aspect = Aspect.EFFECT if said.stance is Stance.PROMISE else said.aspect
        return Said(said.stance, aspect, self.unaccusative.id, said.start)

    def said_by_status(self, sketch: Sketch, status: int, at: int) -> Said | None:
        """Return what a verb says as the status that something is in: "The order's status is now “return requested”."""
        between = sketch.chars[status:at]
        if _STANDS.isdisjoint(between) or not _AHEAD.isdisjoint(set(between) - {CHAR["to"]}) or BREAK in between:
            return None
        return Said(Stance.DONE, Aspect.STATE, self.status.id, status)

    def said_ongoing(self, sketch: Sketch, at: int) -> Said | None:
        """Return what a gerund that opens a clause says beside a "now": "Fetching the photos as we speak"."""
        before = sketch.chars[_left_edge(sketch.chars, at) : at]
        opens = not before.strip(CHAR["now"] + CHAR["adv"]) and sketch.chars[at] != CHAR["know"]
        return _said(self.ongoing, 0, at) if opens and CHAR["now"] in sketch.chars else None

    def said_by_gerund(self, sketch: Sketch, at: int, word: str) -> Said | None:
        """Return what a gerund after ``word`` takes for granted beside an act: "By dropping it I kept …"."""
        rule = self.gerunds.get(word)
        chars, denies = sketch.chars, sketch.chars[at - 1 : at] == CHAR["not"]  # "instead of", "rather than"
        if rule is None or denies != (rule.stance is Stance.NOT_DONE):
            return None
        end = chars.find(BREAK, at)
        if not _ACTED.search(chars, chars.rfind(BREAK, 0, at) + 1, len(chars) if end < 0 else end):
            return None
        return _said(rule, 0, at - 1)._replace(active=True)

    def is_told_ahead(self, chars: str, at: int, bracket: int) -> bool:
        """Tell whether a status stands quoted or in brackets as one to come: "it will be pending (items modified)".

        :param bracket: where the bracket around ``at`` opens, or ``at``.
        """
        quoted = chars.count(QUOTE, 0, at) % 2 == 1
        opening = chars.rfind(QUOTE, 0, at) if quoted else bracket
        return opening < at and not _AHEAD.isdisjoint(chars[chars.rfind(BREAK, 0, opening) + 1 : opening])

    def right_after_joint(self, chars: str, at: int) -> bool:
        """Tell whether only adverbs stand between a joint ("and", a comma) and character ``at``."""
        before = chars[:at].rstrip(SKIPPED)
        return bool(before) and before[-1] in _JOINTS

    def describes(self, chars: str, at: int, precedes_noun: bool) -> bool:
        """Tell whether a participle that opens a clause only describes its subject: "Cancelled orders can't be …"."""
        if _left_edge(chars, at) != at:
            return False
        if chars[at + 1 : at + 2] == CHAR["definite"]:
            return False  # "Updated your account's address"
        return precedes_noun or not _FINITE.isdisjoint(chars[at + 1 : _right_edge(chars, at)])

    def said_in_headline(
        self, sketch: Sketch, at: int, *, last: int | None = None, passive: bool = False
    ) -> Said | None:
        """Return what a participle without an auxiliary says as a headline: "Refund completed!".

        :param last: where it ends, if it must end its segment, as a predicate must.
        :param passive: whether the form is no past, so that others before it do not act: «cliente avisado».
        """
        chars = sketch.chars
        start = _left_edge(chars, at)
        left, right = chars[start:at], chars[(at if last is None else last) + 1 : _right_edge(chars, at)]
        if last is not None and not _ends_segment(left, right, chars[start - 1 : start]):
            return None
        if _is_sentence(left, right, passive=passive) or _attributive(left):
            return None
        denied = self._is_denied_after(chars, at)
        if not denied and self.denies_after and CHAR["not"] in right.rstrip(CHAR["not"]):
            return None  # «cartão bloqueado não passa»
        negations = left[-2:].count(CHAR["not"]) + (not NO.isdisjoint(left)) or is_neither(chars, at)
        return _said(self.headline, negations or denied, start)._replace(headline=True)


def _ends_segment(left: str, right: str, before: str) -> bool:
    """Tell whether a predicate ends its segment, and something stands in it before, or a colon ``before`` it."""
    return (left != "" or before == COLON) and not right.strip(CHAR["adv"])


def _is_sentence(left: str, right: str, *, passive: bool) -> bool:
    """Tell whether a finite verb stands beside a participle, so that this is no headline."""
    acting = _FINITE & set(left) - (_THIRD if passive else frozenset())
    return bool(acting) or not _FINITE.isdisjoint(right)


def _modifies(chars: str, start: int, rule: Rule) -> bool:
    """Tell whether an active form only modifies the noun after it: "the refunded order"."""
    return rule.voice is Voice.ACTIVE and chars[max(0, start - 1) : start] in _BEFORE_PARTICIPLE


def _said(rule: Rule, negations: int, start: int, *, headless: bool = False) -> Said:
    denied, active = bool(negations % 2), rule.voice is not Voice.ANY
    stance, aspect = (rule.negated, rule.denied) if denied else (rule.stance, rule.aspect)
    return Said(stance, aspect, rule.id, start, active, headless=active and headless)


def _left_edge(chars: str, at: int) -> int:
    while at and chars[at - 1] not in _EDGES:
        at -= 1
    return at


def _right_edge(chars: str, at: int) -> int:
    edge = _RIGHT_EDGE.search(chars, at + 1)
    return edge.start() if edge else len(chars)


def _attributive(left: str) -> bool:
    """Tell whether a participle after ``left`` describes a noun: "the cancelled order", "an alarm set for six"."""
    return bool(left) and (left[-1] in _BEFORE_NOUN or left[0] in _NAMELESS or CHAR["indefinite"] in left)


_BEFORE_PARTICIPLE = tuple(CHAR[name] for name in ("definite", "indefinite", "prep", "to"))
_BEFORE_NOUN = tuple(CHAR[name] for name in ("definite", "prep", "to"))
_NAMELESS = tuple(CHAR[name] for name in ("prep", "to", "it"))
