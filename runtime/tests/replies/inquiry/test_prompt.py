"""The questions as a prompt for a language model, and its answers read back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from veraz import Answer, Question, Stance, judge_answers, judge_prompt
from veraz.errors import JudgeError
from veraz.replies.inquiry.question import AskedCall

REFUND = AskedCall(1, "refund_card", {"order_id": "4412"}, '{"id": "R-7"}')
QUESTIONS = [
    Question("4412 is behind {you}.", (REFUND,), ("refund_card", "cancel_order")),
    Question('She said "done".', (), ("refund_card", "cancel_order")),
]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                '1. refund_card {"order_id": "4412"}, which returned {"id": "R-7"}',
                '1. "4412 is behind {you}." (calls: 1)',
                r'2. "She said \"done\"." (calls: none)',
                "- says_done: say it was done",
            ],
        ),
        ("pt", ['2. "She said \\"done\\"." (chamadas: nenhuma)', "- says_done: dizer que foi feito"]),
    ],
)
def test_a_prompt_tells_the_calls_the_tools_and_the_sentences(language: Any, lines: list[str]) -> None:
    prompt = judge_prompt(QUESTIONS, language)
    assert [line for line in lines if line not in prompt.splitlines()] == []
    assert "refund_card, cancel_order" in prompt


def test_what_a_prompt_asks_for_is_read_back() -> None:
    written = json.dumps([{"says": "says_done", "call": 1, "tool": None, "stated": ["4412"]}, None])
    answers = [Answer(Stance.DONE, 1, stated=("4412",)), None]
    assert judge_answers(written) == judge_answers(f"```json\n{written}\n```") == answers
    assert judge_answers('[{"says": "promises", "tool": "cancel_order"}]') == [
        Answer(Stance.PROMISE, tool="cancel_order")
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Sure! []", "no JSON"),
        ("", "no JSON"),
        (None, "no JSON"),
        ("{}", "not dict"),
        ("[1]", r"answers\[0\] takes null, or an object"),
        ('[null, {"call": 1}]', r"answers\[1\] takes"),
        ('[{"says": "says_done", "why": "so"}]', r"answers\[0\] takes"),
        ('[{"says": "done"}]', r"answers\[0\]\.says is 'done'; it takes one of: says_done"),
        ('[{"says": []}]', r"answers\[0\]\.says"),
        ('[{"says": "says_done", "call": "1"}]', r"answers\[0\]\.call"),
        ('[{"says": "says_done", "call": true}]', r"answers\[0\]\.call"),
        ('[{"says": "says_done", "tool": 1}]', r"answers\[0\]\.tool"),
        ('[{"says": "says_done", "stated": "4412"}]', r"answers\[0\]\.stated"),
        ('[{"says": "says_done", "stated": [4412]}]', r"answers\[0\]\.stated"),
    ],
)
def test_anything_else_is_refused_with_its_place(text: Any, place: str) -> None:
    with pytest.raises(JudgeError, match=place):
        judge_answers(text)
