"""Replies that are any JSON: they parse after the check, and nothing but what their strings say is another."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from veraz import Call, Checker, Outcome
from veraz.text.json_text import is_json, json_span, json_strings, may_become_json, string_at

TOOLS = [{"name": name} for name in ("get_order", "refund_card", "cancel_order")]
PHRASINGS = {"refund_card": {"failed": 'Not paid back:\n"{argument.order}" \\ {reason}'}}
RULES = {"never_say": ["no worries"], "personal_data": {"kinds": ["email"]}, "required": [{"say": 'Say "hi".'}]}
CHECKERS = [Checker(TOOLS, PHRASINGS), Checker(TOOLS, PHRASINGS, rules=RULES, additions_to="note")]

FALSE = (
    "I've refunded your card. ",
    "Done. ",
    "Your order was cancelled.\n",
    "- I refunded it\n",
    "| I refunded it. | x |\n",
)
ODD = ("no worries. ", "a@b.co ", '"', "\\", "\n", "\t", "é", "🎉", "\ud83d", "\u2028", "/", "{", "]", "done")
SAID = st.lists(st.sampled_from([*FALSE, *ODD]), max_size=6).map("".join)
NAMES = st.sampled_from(["note", "message", "refunded", 'a"b', ""])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(SAID | SCALARS, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner), max_leaves=10)
SPACES = st.sampled_from([None, 1, "\t"])
CALLS = st.lists(
    st.builds(
        Call,
        st.sampled_from(["refund_card", "cancel_order"]),
        st.just({"order": "44\u00e9"}),
        st.sampled_from(list(Outcome)),
        reason=st.sampled_from([None, 'said "no"\n\\']),
    ),
    max_size=3,
)


@st.composite
def jsons(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """Return a JSON object, array or string as someone may write it: spaced, escaped, a name in it twice."""
    value = draw(st.lists(VALUES) | st.dictionaries(NAMES, VALUES) | SAID)
    text = json.dumps(value, ensure_ascii=draw(st.booleans()), indent=draw(SPACES))
    if isinstance(value, dict) and value and draw(st.booleans()):
        text = '{"note": "first", ' + text.lstrip()[1:]
    return f" {text}\n" if draw(st.booleans()) else text


def around(text: str) -> list[str]:
    """Return what stands around the strings of a JSON text."""
    edges = [0, *(edge for span in json_strings(text) for edge in span), len(text)]
    return [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


@given(jsons(), CALLS, st.sampled_from(CHECKERS))
def test_any_json_reply_parses_and_only_its_strings_change(reply: str, calls: list[Call], checker: Checker) -> None:
    verdict = checker.check(reply, calls)
    json.loads(verdict.text)
    assert around(verdict.text) == around(reply)
    told = [*(each.text for each in verdict.added), *verdict.required]
    assert list(verdict.beside) in ([], told)
    if not verdict.changed:
        assert verdict.text == reply


@given(jsons(), CALLS)
def test_json_with_a_sentence_in_it_parses_in_a_fence_too(reply: str, calls: list[Call]) -> None:
    text = CHECKERS[0].check(f'```json\n[{reply}, "That is all."]\n```', calls).text
    assert json_span(text) is not None


@given(jsons(), CALLS, st.booleans())
def test_any_json_parses_in_a_fence_of_its_own_too(reply: str, calls: list[Call], is_spread: bool) -> None:
    inside = json.dumps(json.loads(reply), indent=2, ensure_ascii=False) if is_spread else reply.strip()
    text = CHECKERS[0].check(f"```json\n{inside}\n```", calls).text
    assert json_span(text) is not None


@given(jsons())
def test_any_beginning_of_json_may_become_json(reply: str) -> None:
    assert is_json(reply)
    assert all(may_become_json(reply[:end]) for end in range(2, len(reply)))


def test_a_string_is_found_by_its_path_and_the_last_of_two() -> None:
    text = '{"a": {"b": ["x", {"c": "yes"}], "b2": "no"}, "n": [1, "2"], "a.b": "dot", "t": "one", "t": "two"}'
    for path, found in {
        "a.b.1.c": "yes",
        "n.1": "2",
        "t": "two",
        "a.b.0": "x",
        "n.0": None,
        "a": None,
        "c": None,
    }.items():
        span = string_at(text, path.split("."), (0, len(text)))
        assert (text[slice(*span)] if span else None) == found
