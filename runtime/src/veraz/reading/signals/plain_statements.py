"""Sentences in which no claim is read, and that yet tell outright how a thing stands, or what the agent did to it.

"B-771 is on a break" claims nothing by its words alone. Beside a record in which the only call about B-771 was refused,
and in which nothing was looked up, it can only speak of that call.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from veraz.languages import Form, Grammar, Inflection
from veraz.reading.analysis.function_words import CHAR, CLAUSE_EDGES, QUESTION, WORD, Sketch
from veraz.text.fold import fold_word
from veraz.text.late import late

_QUALIFIED = frozenset(
    CHAR[name]
    for name in (
        "not no nil would could may must need can unable fail manage yet_to whether if if_person until when after "
        "during unsure please sorry heard said general will will3 will_be going wh know standing since anew"
    ).split()
) | {QUESTION}
_BE = frozenset(CHAR[name] for name in ("be", "was"))
_INVERTED = frozenset(CHAR[name] for name in "will would can could may must do did be was have".split())  # "should I"
_ADV = f"{CHAR['adv']}*+"
_GROUP = late(
    f"{_ADV}(?:{CHAR['have']}{_ADV})?(({CHAR['manage']}|{CHAR['was']}{_ADV}{CHAR['able']}){_ADV}{CHAR['to']}?{_ADV})?{WORD}"
)
"""What may stand between the agent and a verb that tells of an act: "have just", "managed to"."""
_EDGE = late(f"[{''.join(CLAUSE_EDGES)}]")
_OPENING = late(f"(?:^|[{''.join(CLAUSE_EDGES)}]){_ADV}{WORD}")
"""A word that opens a clause."""
_DENYING = frozenset((CHAR["not"], CHAR["no"]))
_EQUATING = frozenset(CHAR[name] for name in ("indefinite", "definite"))
_HAVE_BEEN = CHAR["have"] + CHAR["been"]


class PlainStatement(NamedTuple):
    """What a sentence tells outright: how its subject stands, or that the agent ``acts``.

    :ivar about: the token before which its subject stands.
    """

    about: int
    acts: bool


class PlainStatements(NamedTuple):
    """A language's words for such sentences.

    :ivar reasons: what may tell why something was not done: "expired", "already", "too".
    :ivar neutral: forms of verbs for what an agent does without acting: "I've seen the voucher".
    :ivar acting: other past forms, of irregular verbs; ``endings`` are those of regular ones.
    :ivar speaking: endings of the speaker's own past, which needs no subject: «botei»; ``spoken`` other such forms, and
        ``ahead`` endings that are those of a future as well.
    """

    reasons: frozenset[str]
    neutral: frozenset[str]
    acting: frozenset[str]
    endings: tuple[str, ...]
    speaking: tuple[str, ...]
    spoken: frozenset[str]
    ahead: tuple[str, ...]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> PlainStatements:
        """Return those of the language's stance table; none for a language that lists none."""
        table = grammar.table("stance")["outright"]
        neutral = frozenset(form for verb in table["neutral"] for form in grammar.inflect(fold_word(verb)))
        acting = frozenset(form for verb in table["acting"] for form in _pasts(grammar.inflect(fold_word(verb))))
        speaking, ahead = (tuple(table.get(key, ())) for key in ("speaking", "ahead"))
        spoken = (form for verb in table["acting"] for form in _speakers(grammar.inflect(fold_word(verb))))
        reasons = frozenset(map(fold_word, table["reasons"]))
        return cls(reasons, neutral, acting, tuple(table["endings"]), speaking, frozenset(spoken), ahead)

    def speaks(self, word: str) -> bool:
        """Tell whether a folded word alone tells that the speaker acted: «botei»."""
        if word in self.neutral:
            return False
        return word in self.spoken or (word.endswith(self.speaking) and not word.endswith(self.ahead))

    def find(self, words: Sequence[str], sketch: Sketch) -> PlainStatement | None:
        """Return what a sentence tells outright, if it does: no condition, doubt, denial, reason or rule in it."""
        if not self.reasons or not _QUALIFIED.isdisjoint(sketch.chars) or not self.reasons.isdisjoint(words):
            return None
        acts = next(self.acts(words, sketch), None)
        if acts is not None:
            return PlainStatement(len(words), acts=True)
        at = next((index for index, char in enumerate(sketch.chars) if char in _BE), sketch.chars.find(_HAVE_BEEN))
        if at < 1 or CHAR["agent"] in sketch.chars[:at] or sketch.chars[at + 1 : at + 2] in _EQUATING:
            return None
        return PlainStatement(sketch.token_of[at], acts=False)

    def acts(self, words: Sequence[str], sketch: Sketch) -> Iterator[int]:
        """Yield the verbs, in the past, of which the agent is the subject, and that tell that it acted."""
        for found in _OPENING.finditer(sketch.chars) if self.speaking else ():
            token = sketch.token_of[found.end() - 1]
            if self.speaks(words[token]) and _DENYING.isdisjoint(_rest(sketch.chars, found.end())):
                yield token
        for index, char in enumerate(sketch.chars):
            if char != CHAR["agent"] or sketch.chars[max(0, index - 1) : index] in _INVERTED:
                continue
            group = _GROUP.match(sketch.chars, index + 1)
            word = words[sketch.token_of[group.end() - 1]] if group else ""
            if group and self._tells_an_act(word, managed=bool(group[1])):
                yield sketch.token_of[group.end() - 1]

    def _tells_an_act(self, word: str, *, managed: bool) -> bool:
        regular = word.endswith(self.endings) and not word.endswith(self.ahead)
        return word not in self.neutral and (managed or word in self.acting or regular)


def _rest(chars: str, at: int) -> str:
    end = _EDGE.search(chars, at)
    return chars[at : end.start() if end else len(chars)]


def _speakers(forms: Mapping[str, frozenset[Inflection]]) -> Iterator[str]:
    """Yield the forms that are the speaker's own past: «pus»."""
    return (word for word, inflections in forms.items() if Inflection(Form.PAST, 1) in inflections)


def _pasts(forms: Mapping[str, frozenset[Inflection]]) -> Iterator[str]:
    for word, inflections in forms.items():
        if not {inflection.form for inflection in inflections}.isdisjoint((Form.PAST, Form.PARTICIPLE)):
            yield word
