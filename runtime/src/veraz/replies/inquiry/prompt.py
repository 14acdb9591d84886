"""The questions of a reply as a prompt for a language model, and what it writes read as answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from veraz.errors import JudgeError
from veraz.languages import reply_grammar
from veraz.outcomes import Stance
from veraz.phrasings.defaults import Defaults
from veraz.replies.inquiry.question import Answer, AskedCall, Question
from veraz.replies.settings import LanguageName

_KEYS = {"says", "call", "tool", "stated"}
_FENCE = "```"


def judge_prompt(questions: Sequence[Question], language: LanguageName = "en") -> str:
    """Return what asks a language model about ``questions``; what it writes then is read by :func:`judge_answers`.

    :param language: that of the prompt, which is best that of the replies.
    """
    grammar = reply_grammar(language)
    table, stances = grammar.table("judge"), Defaults.of(grammar).stances
    calls = {call.number: call for question in questions for call in question.calls}
    lines = (_unit(number, each, table) for number, each in enumerate(questions, start=1))
    text: str = table["prompt"].format(
        calls="\n".join(_call(calls[number], table) for number in sorted(calls)) or table["none"],
        tools=", ".join(dict.fromkeys(tool for question in questions for tool in question.tools)),
        units="\n".join(lines),
        stances="\n".join(f"- {stance}: {said}" for stance, said in stances.items()),
    )
    return text


def judge_answers(text: str) -> list[Answer | None]:
    """Return the answers that a language model wrote: a JSON array and nothing else, but for a fence around it.

    :raises JudgeError: for anything else, naming the place.
    """
    try:
        given = json.loads(_unfenced(text))
    except (TypeError, AttributeError, ValueError, RecursionError):
        raise JudgeError("a judge's answers are a JSON array; this is no JSON") from None
    if not isinstance(given, list):
        raise JudgeError(f"a judge's answers are a JSON array, not {type(given).__name__}")
    return [None if each is None else _answer(each, f"answers[{at}]") for at, each in enumerate(given)]


def _unit(number: int, question: Question, table: Mapping[str, str]) -> str:
    calls = ", ".join(str(call.number) for call in question.calls) or table["none"]
    return table["unit"].format(number=number, text=json.dumps(question.text, ensure_ascii=False), calls=calls)


def _call(call: AskedCall, table: Mapping[str, str]) -> str:
    arguments = json.dumps(call.arguments, ensure_ascii=False, default=str)
    returned = "" if call.returned is None else table["returned"].format(returned=call.returned)
    return table["call"].format(number=call.number, tool=call.tool, arguments=arguments) + returned


def _unfenced(text: str) -> str:
    text = text.strip()
    if text.startswith(_FENCE) and text.endswith(_FENCE) and "\n" in text:
        return text[text.index("\n") : -len(_FENCE)]
    return text


def _answer(given: Any, place: str) -> Answer:
    if not isinstance(given, Mapping) or not given.keys() <= _KEYS or "says" not in given:
        raise JudgeError(f"{place} takes null, or an object of: {', '.join(sorted(_KEYS))}")
    says, call, tool, stated = (given.get(key) for key in ("says", "call", "tool", "stated"))
    if says not in list(Stance):
        raise JudgeError(f"{place}.says is {says!r:.60}; it takes one of: {', '.join(Stance)}")
    if isinstance(call, bool) or not isinstance(call, int | None):
        raise JudgeError(f"{place}.call is {call!r:.60}; it takes a number or null")
    if not isinstance(tool, str | None):
        raise JudgeError(f"{place}.tool is {tool!r:.60}; it takes a name or null")
    if not isinstance(stated, list | None) or not all(isinstance(each, str) for each in stated or ()):
        raise JudgeError(f"{place}.stated is {stated!r:.60}; it takes a list of texts")
    return Answer(Stance(says), call, tool, tuple(stated or ()))
