"""A verdict as a person reads it on a terminal: each unit, what it claims, what was done, and why it was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

from veraz.cli.showing import harmless
from veraz.replies.reply_rules.ruling import RuleName
from veraz.replies.verdict import Action, Cause, HeldClaim, UnitVerdict, Verdict

_MARKS = {
    Action.KEEP: ("kept", "green"),
    Action.REPLACE: ("replaced", "red"),
    Action.REMOVE: ("removed", "red"),
    Action.REDACT: ("redacted", "yellow"),
}
_FLAGGED = ("flagged", "yellow")
_WHY: Mapping[str, str] = {
    Cause.DISAGREES: "the record says otherwise",
    Cause.NO_CALL: "nothing in the record attempted it",
    Cause.VALUE: "it states a value that the call was neither sent nor returned",
    RuleName.UNTIED: "no tool can do that, and no call bears it out",
}
_UNDECIDED: Mapping[str, str] = {
    "effect": "it may tell that what a call does is so, which was not done",
    "loose_act": "it may tell of a tool that nothing called",
    "yields": "it was taken to speak of another call than the one it is nearest to",
}
_UNREAD = {
    "too_long": "too long to be read",
    "not_text": "no text",
    "language": "in part in a language that is not read",
}
_WIDTH = 10


def explained(verdict: Verdict) -> str:
    """Return ``verdict`` as lines of text, coloured; the colours go where the terminal takes none."""
    return "\n".join(_lines(verdict))


def _lines(verdict: Verdict) -> Iterator[str]:
    if verdict.unread:
        yield _row(
            "composed", "red", f"the reply is {_UNREAD.get(verdict.unread, verdict.unread)}; phrasings stand for it"
        )
    for unit in verdict.units:
        yield from _unit(unit)
    for addition in verdict.added:
        yield _row("added" if addition.shown else "not added", "yellow", addition.text)
        times = f", {addition.count} times" if addition.count > 1 else ""
        yield _note(f"the reply left {addition.tool} out, which was {_told(addition.outcome)}{times}")
        if addition.text in verdict.beside:
            yield _note("the reply is JSON and has no field for it: show it beside")
    if verdict.watched is not None:
        yield _row("would read", "cyan", verdict.watched)
    elif verdict.changed:
        yield _row("reads", "cyan", verdict.text)


def _unit(unit: UnitVerdict) -> Iterator[str]:
    word, colour = _FLAGGED if unit.cause and unit.action is Action.KEEP else _MARKS[unit.action]
    yield _row(word, colour, unit.text.strip())
    for claim in unit.claims:
        yield _note(_claim(claim))
    if unit.cause is not None:
        yield _note(f"why: {_WHY.get(unit.cause, unit.cause)}")
    if unit.undecided:
        why = _UNDECIDED.get(unit.undecided, unit.undecided)
        yield _note(f"undecided: {why} · rule {unit.undecided}")
    if unit.unread:
        yield _note(f"not read: it is in another language ({unit.language})")
    elif unit.language:
        yield _note(f"read in its own language ({unit.language})")
    if unit.action is Action.REMOVE and unit.cause in set(Cause):
        yield _note("what was done already stands above")
    if unit.replacement:
        yield _row("->", colour, unit.replacement.strip())


def _claim(claim: HeldClaim) -> str:
    record = "no call" if claim.outcome is None else _told(claim.outcome)
    because = f", {claim.because}" if claim.because else ""
    return f"{_told(claim.stance)}: {claim.tool} · record: {record} · rule {claim.rule}{because}"


def _told(word: str) -> str:
    return word.replace("_", " ")


def _row(word: str, colour: str, text: str) -> str:
    """Return a row of someone's text; what would move the cursor or colour the terminal is shown instead of done."""
    indented = harmless(text).replace("\n", "\n" + " " * (_WIDTH + 2))
    return f"  {click.style(word.ljust(_WIDTH), fg=colour)}{indented}"


def _note(text: str) -> str:
    return " " * (_WIDTH + 2) + click.style(text, dim=True)
