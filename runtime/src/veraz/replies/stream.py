"""A reply checked while the model writes it.

A unit is shown once nothing that follows can change where it ends or how it is held. What a later one may still put
right (a promise by the question it hangs on, a denial by a report, a figure in a list by an offer) waits for the end of
the reply, and all that follows with it. So the person reads what :meth:`veraz.Checker.check` makes of the whole reply,
however it was cut on its way. A table waits for its last row, a fence and a reply that may be JSON for their end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from veraz.errors import ReplyEnded
from veraz.languages import unit_rules
from veraz.outcomes import Stance
from veraz.reading import UnitReading
from veraz.replies.compiled import LONGEST_REPLY, Compiled
from veraz.replies.compose import Rewriting, with_sentences
from veraz.replies.course import Course
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.judging.judgement import Judgement
from veraz.replies.judging.lookup_figures import FIGURE
from veraz.replies.verdict import Cause, UnitVerdict, Verdict
from veraz.text.fold import fold
from veraz.text.json_text import json_span, may_become_json
from veraz.text.units import LISTED, Place, UnitKind, units_from

_SHARE = 16  # after less than this part of what was not shown before, nothing is read, so as not to do so over and over
_WHOLE = re.compile(r"(?:[.!?…;:|。！？｡][)\]}\"'*_~`\\」』）]*|```|~~~)\s*\Z")

Heard = tuple[UnitReading, list[Judgement]]
"""A unit and what it claims."""


class WatchedStream:
    """A reply that is checked while the model writes it, and shown as it is written."""

    def __init__(self, stream: ReplyStream) -> None:
        self._stream = stream
        self._said: list[str] = []

    def feed(self, delta: str) -> str:
        """Take what the model wrote next, and return it."""
        self._stream.feed(delta)
        self._said.append(delta)
        return delta

    def finish(self, *, truncated: bool = False) -> tuple[str, Verdict]:
        """Return nothing more to show, and the verdict on the whole reply; see :meth:`ReplyStream.finish`."""
        _, verdict = self._stream.finish(truncated=truncated)
        return "", verdict.as_watched("".join(self._said))


class ReplyStream:
    """One reply as it is written: what of it may be shown, and at its end the verdict.

    What :meth:`feed` and :meth:`finish` return, one after the other, is what the person reads, and the verdict's text.
    Not safe to share between threads; the streams of one checker know nothing of each other.
    """

    def __init__(self, checker: Compiled, recorded: GivenRecord, begin: Callable[[], Course]) -> None:
        self._checker = checker
        self._recorded = recorded
        self._begin = begin
        self._course = begin()
        self._rewriting = Rewriting()
        self._new: list[str] = []
        self._text = self._folded = ""  # the reply as far as it was looked at
        self._length = 0  # of the reply, as far as it is written
        self._place = Place()  # up to which units were read
        self._over: Heard | None = None  # the last unit read that is no item or row
        self._last: Heard | None = None
        self._heading: UnitReading | None = None  # the last that is no item
        self._settled: list[Heard] = []  # what is not shown yet: the rows of a table
        self._units: list[UnitVerdict] = []
        self._shown = ""
        self._waits = checker.judges_at_the_end  # for the end of the reply
        self._ended = False

    def feed(self, delta: str) -> str:
        """Take what the model wrote next, cut anywhere, and return what may be shown now, often nothing.

        :raises ReplyEnded: after :meth:`finish`.
        :raises TypeError: for what is no text; the stream goes on as if it had not been given.
        """
        self._must_go_on()
        if not isinstance(delta, str):
            raise TypeError(f"a stream takes text, not {type(delta).__name__}")
        self._new.append(delta)
        self._length += len(delta)
        if self._length > LONGEST_REPLY:
            self._waits, self._new = True, []
        seen = len(self._text)
        if self._waits or self._length < max(self._place.settles, seen + (seen - self._place.at) // _SHARE):
            return ""
        self._take_in()
        if not self._place.at and may_become_json(self._text):
            return ""
        shown = self._read_on(ended=False)
        self._shown += shown
        return shown

    def finish(self, *, truncated: bool = False) -> tuple[str, Verdict]:
        """Return what is left to show, and the verdict on the whole reply.

        Of a reply longer than :data:`~veraz.replies.compiled.LONGEST_REPLY` what was shown stays, and the phrasings of
        this turn's calls follow it.

        :param truncated: whether the model was cut off: a sentence that breaks off is then left out.
        :raises ReplyEnded: when called again.
        """
        self._must_go_on()
        self._ended = True
        if self._length > LONGEST_REPLY:
            verdict = self._too_long()
        else:
            self._take_in()
            if truncated:
                self._text = self._whole_sentences()
                self._folded = self._folded[: len(self._text)]
            verdict = self._verdict()
        return verdict.text[len(self._shown) :], verdict

    def _must_go_on(self) -> None:
        if self._ended:
            raise ReplyEnded("this reply is finished; start another stream for another reply")

    def _take_in(self) -> None:
        """Add what is new to the text; what was not read yet is folded anew, as a mark may have been cut in two."""
        self._text += "".join(self._new)
        self._folded = self._folded[: self._place.at] + fold(self._text[self._place.at :])
        self._course.reply = self._text
        self._new = []

    def _verdict(self) -> Verdict:
        self._course.reply = self._text
        if not self._waits and not (self._place.at == 0 and json_span(self._text)):
            text = self._shown + self._read_on(ended=True)
            if not self._waits:
                return self._course.ended(text + self._rewriting.rest(self._text), self._units)
        return self._begin().verdict(self._text)

    def _too_long(self) -> Verdict:
        unread = self._checker.unread(self._recorded, "too_long")
        text = with_sentences(self._shown, [unread.text])
        return replace(unread, text=text, units=tuple(self._units), counts={**self._course.counts, **unread.counts})

    def _whole_sentences(self) -> str:
        """Return the text without the sentence that breaks off at its end."""
        if _WHOLE.search(self._text) or json_span(self._text):
            return self._text
        rules = unit_rules(self._checker.grammar)
        units, _ = units_from(self._text, self._folded, self._place, rules, ended=True)
        return self._text[: units[-1].start].rstrip() if units else self._text

    def _read_on(self, *, ended: bool) -> str:
        """Read the units that stand by now, and return what may be shown of the text."""
        readings, self._place = self._checker.reader.read_on(
            self._text, self._folded, self._place, self._heading, ended=ended
        )
        if not readings and not ended:
            return ""
        self._heading = next(
            (each for each in reversed(readings) if each.unit.kind is not UnitKind.ITEM), self._heading
        )
        self._course.gist.add(readings)
        self._settle(self._judged(readings, ended=ended))
        return self._show(ended=ended and not self._waits)

    def _judged(self, readings: Iterable[UnitReading], *, ended: bool) -> list[Heard]:
        """Return the units as they are held for themselves, up to one that has to wait."""
        heard: list[Heard] = []
        for reading in readings:
            judgements = self._course.judge(reading)
            self._waits = self._may_change(reading, judgements, ended=ended)
            if self._waits:
                break
            heard.append((reading, judgements))
        return heard

    def _may_change(self, reading: UnitReading, judgements: Iterable[Judgement], *, ended: bool) -> bool:
        """Tell whether a unit after it may change how a unit is held."""
        gist = self._course.gist
        listed = reading.unit.kind in LISTED and not gist.changes
        for each in judgements:
            claim = each.claim
            if each.cause is Cause.DISAGREES and claim.stance is Stance.NOT_DONE:
                return True
            hangs = (claim.stance is Stance.PROMISE and not gist.asks) or (listed and claim.rule == FIGURE)
            if each.cause and hangs and not ended:
                return True
        return False

    def _settle(self, heard: list[Heard]) -> None:
        """Take in units as they stand beside those before them."""
        before = list({id(each[0]): each for each in (self._over, self._last) if each}.values())
        units = [unit for unit, _ in (*before, *heard)]
        judgements = self._course.settled(units, [judgements for _, judgements in (*before, *heard)])
        settled = list(zip(units, judgements, strict=True))
        self._over = next((each for each in reversed(settled) if each[0].unit.kind not in LISTED), None)
        self._last = settled[-1] if settled else None
        self._settled += settled[len(before) :]

    def _show(self, *, ended: bool) -> str:
        """Return what the units that are settled make of the text, but for a table that may go on."""
        count = len(self._settled)
        while count and not ended and self._settled[count - 1][0].unit.kind is UnitKind.ROW:
            count -= 1
        ready, self._settled = self._settled[:count], self._settled[count:]
        units = self._course.verdicts([unit for unit, _ in ready], [judgements for _, judgements in ready])
        self._units += units
        return self._rewriting.take(self._text, units)
