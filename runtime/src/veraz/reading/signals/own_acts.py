"""Acts that the agent says it did, whatever its tools: "I've e-mailed your manager".

Read where the agent is the subject of a verb of the table ``own_acts`` in the past, outright: not asked, denied,
reported or hanging on a condition, nor done to what stands in the reply itself ("I've updated the plan below").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Form, Grammar, Inflection
from veraz.reading.analysis.function_words import BREAK, CHAR, CLAUSE_EDGES, COLON, QUESTION, Sketch
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.text.fold import fold_word
from veraz.text.late import late
from veraz.text.trie import PhraseTrie

_ADV = f"{CHAR['adv']}*"
_MANAGED = f"(?P<managed>(?:{CHAR['manage']}|{CHAR['managed']}){CHAR['to']}?{_ADV})?(?=.)"
_BY_AGENT = late(f"{CHAR['agent']}{_ADV}(?:{CHAR['have']}{_ADV})?{_MANAGED}", re.DOTALL)
_OPENING = late(f"(?:^|[{''.join(CLAUSE_EDGES)}]){_ADV}{_MANAGED}", re.DOTALL)
_SUBJECTS = "".join(CHAR[name] for name in ("agent", "person", "third", "it"))
_JOINED = late(f"{CHAR['and']}{_ADV}(?=.)", re.DOTALL)
_ENDS = late(f"[{BREAK}{COLON}{QUESTION}]")
_DENIED = late(
    f"[^{BREAK}{COLON}{QUESTION}{_SUBJECTS}]*[{''.join(CHAR[name] for name in ('no', 'not', 'nil'))}]", re.DOTALL
)
_REACH = 6  # words after a verb within which its particle ends: 4 do for the corpus, no line differs up to 12
_INVERTED = frozenset(CHAR[name] for name in "will would can could may must do did be was have".split())


class OwnAct(NamedTuple):
    """An act that the agent says it did.

    :ivar start: where its verb starts in the unit, ``end`` where that ends.
    :ivar verb: the verb in its dictionary form, folded.
    :ivar clause: the words after it, folded, up to the end of its clause.
    :ivar tools: the tools whose nouns stand in its clause, as a bitset; ``of_another`` whether a thing of none does.
    """

    start: int
    end: int
    verb: str
    clause: tuple[str, ...]
    tools: int
    of_another: bool


class OwnActs(NamedTuple):
    """A language's table ``own_acts``, compiled.

    :ivar verbs: from a form that may tell of the past, or the plain one, to its verbs, those with a particle first.
    :ivar past: the forms that may tell of the past; ``speaking`` those of them that need no subject.
    """

    verbs: Mapping[str, Sequence[str]]
    past: frozenset[str]
    speaking: frozenset[str]
    texts: frozenset[str]
    owned: frozenset[str]
    here: PhraseTrie[bool]
    telling: frozenset[str]
    told: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar, name: str = "own_acts") -> OwnActs:
        """Return those of a table of ``grammar``."""
        table = grammar.table(name)
        plain = [fold_word(verb) for verb in sorted(table["verbs"], key=lambda verb: -len(verb.split()))]
        texts = [fold_word(text) for text in table.get("texts", ())]
        verbs: dict[str, list[str]] = {}
        told: dict[str, frozenset[Inflection]] = {}
        for verb in plain:
            for form, inflections in grammar.inflect(verb.split()[0]).items():
                verbs.setdefault(form, []).append(verb)
                told[form] = inflections
        return cls(
            verbs,
            frozenset(form for form, inflections in told.items() if _may_be_past(inflections)),
            frozenset(form for form, inflections in told.items() if _SPOKEN in inflections),
            frozenset(form for text in texts for form in (text, *grammar.plurals(text))),
            frozenset(map(fold_word, table.get("owned", ()))),
            PhraseTrie.of((fold_word(phrase).split(), True) for phrase in table.get("here", ())),
            frozenset(map(fold_word, table.get("telling", ()))),
            frozenset(map(fold_word, table.get("told", ()))),
        )

    def stand_in(self, words: Sequence[str]) -> bool:
        """Tell whether a verb of the table stands in ``words``."""
        return any(word in self.verbs for word in words)

    def find(self, analysis: UnitAnalysis) -> Iterator[OwnAct]:
        """Yield the acts that a unit tells outright."""
        scopes = analysis.scopes
        if scopes.general or scopes.past or scopes.unsure:
            return
        for at in self._told_by_agent(analysis):
            act, char = self._act(analysis, at), analysis.sketch.char_of[at]
            if act and not (scopes.over(char) or scopes.hangs(char) or self._is_of_the_talk(act)):
                yield act

    def _told_by_agent(self, analysis: UnitAnalysis) -> Iterator[int]:
        """Yield the tokens of the verbs whose subject is the agent."""
        chars, token_of, *_ = analysis.sketch
        yield from (token_of[at] for at in self.told_at(analysis) if not _DENIED.match(chars, at + 1))

    def told_at(self, analysis: UnitAnalysis) -> list[int]:
        """Return the characters of the verbs whose subject is the agent, of what they deny too."""
        words, sketch = analysis.tokens.words, analysis.sketch
        return sorted({*self._speaking(words, sketch), *self._after_agent(words, sketch)})

    def _speaking(self, words: Sequence[str], sketch: Sketch) -> Iterator[int]:
        """Yield the characters of verbs that open a clause, and need no subject: «Enviei o recibo»."""
        for match in _OPENING.finditer(sketch.chars) if self.speaking else ():
            if words[sketch.token_of[match.end()]] in (self.verbs if match["managed"] else self.speaking):
                yield match.end()

    def _after_agent(self, words: Sequence[str], sketch: Sketch) -> Iterator[int]:
        """Yield the characters of verbs after the agent, and of those that an "and" joins: "I wrote and sent it"."""
        chars, token_of = sketch.chars, sketch.token_of
        for match in _BY_AGENT.finditer(chars):
            is_turned = chars[max(0, match.start() - 1) : match.start()] in _INVERTED
            forms = self.verbs if match["managed"] else self.past
            if not is_turned and words[token_of[match.end()]] in forms:
                yield match.end()
                yield from (at for at in _joined(chars, match.end()) if words[token_of[at]] in self.past)

    def _act(self, analysis: UnitAnalysis, at: int) -> OwnAct | None:
        """Return the act of the verb at a token; ``None`` where the particle that it takes is missing."""
        words, (chars, token_of, *_) = analysis.tokens.words, analysis.sketch
        stop = analysis.sketch.char_of[at] + len(_clause(chars, analysis.sketch.char_of[at]))
        until = token_of[stop] if stop < len(chars) else len(words)
        nouns = [noun for noun in analysis.nouns if at < noun.at < until]
        tools = 0
        for noun in nouns:
            tools |= noun.tools
        start, end = analysis.tokens.spans[at]
        another = any(not noun.tools for noun in nouns)
        near = words[at + 1 : min(until, at + 1 + _REACH)]
        verb = self.verb_at(words[at], near)
        return None if verb is None else OwnAct(start, end, verb, words[at + 1 : until], tools, another)

    def verb_at(self, form: str, near: Sequence[str]) -> str | None:
        """Return the verb of a form by the words ``near`` after it; ``None`` where its particle is missing."""
        return next((verb for verb in self.verbs[form] if _stand_in(verb.split()[1:], near)), None)

    def _is_of_the_talk(self, act: OwnAct) -> bool:
        """Tell whether an act is one of the conversation: on its own text, or telling the person something."""
        before = ("", *act.clause)
        if any(word in self.texts and owner not in self.owned for owner, word in zip(before, act.clause, strict=False)):
            return True
        if self.here.stands_in(act.clause):
            return True
        return act.verb in self.telling and not self.told.isdisjoint(act.clause[:1])


_SPOKEN = Inflection(Form.PAST, 1)


def _may_be_past(told: frozenset[Inflection]) -> bool:
    return any(each.form in (Form.PAST, Form.PARTICIPLE) for each in told)


def _stand_in(particle: Sequence[str], words: Iterable[str]) -> bool:
    """Tell whether the words of a particle stand in order among others: "put … on hold"."""
    rest = iter(words)
    return all(word in rest for word in particle)


def _joined(chars: str, at: int) -> Iterator[int]:
    """Yield where what an "and" joins to a verb at ``at`` starts, with no other subject between."""
    clause = _clause(chars, at)
    other = next((index for index, char in enumerate(clause) if char in _SUBJECTS), len(clause))
    for match in _JOINED.finditer(clause, 0, other):
        if match.end() < len(clause):
            yield at + match.end()


def _clause(chars: str, at: int) -> str:
    """Return what stands from ``at`` to the end of its sentence."""
    end = _ENDS.search(chars, at)
    return chars[at : end.start() if end else len(chars)]
