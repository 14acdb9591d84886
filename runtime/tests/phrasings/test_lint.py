from pathlib import Path
from typing import Any

import pytest

from veraz.errors import PhrasingError
from veraz.phrasings import Document, Finding, Phrasings, Severity, lint
from veraz.tools import Toolset

TOOLS = Toolset.of(
    [
        {
            "name": "refund_card",
            "write": True,
            "input_schema": {
                "type": "object",
                "properties": {"order_id": {"type": "string"}, "amount": {"type": "number"}},
            },
            "output_schema": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "lines": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"title": {"type": "string"}}},
                    },
                },
            },
        },
        {"name": "note_down"},
    ]
)


def findings(text: str, outcome: str = "done", tool: str = "refund_card") -> list[Finding]:
    return list(lint({tool: {outcome: text}}, TOOLS))


def only(text: str, **where: Any) -> Finding:
    (found,) = findings(text, **where)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Refunded {argument.amount} for {argument.order_id}{because}.",
        "{each result.lines max 3}- {title} {item.title} {result.id}{end}",
        "{result.lines.0.title}",
    ],
)
def test_a_phrasing_that_holds_is_passed(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "code", "suggestion"),
    [
        ("{amount}", "placeholder", "write {argument.amount}"),
        ("{amout}", "placeholder", "did you mean {argument.amount}?"),
        ("{Acton}", "placeholder", "did you mean {Action}?"),
        ("{zzz}", "placeholder", "use {action}, {Action}"),
        ("{argument.order}", "path", "did you mean order_id?"),
        ("{result.lines.0.titel}", "path", "did you mean title?"),
        ("{each result.lines}{titel}{end}", "path", "did you mean title?"),
        ("{each result.line}{title}{end}", "path", "did you mean lines?"),
        ("{each result.id}x{end}", "not_a_list", "for a list only"),
        ("{each result.lines}", "unclosed", "close it with {end}"),
        ("100 {", "brace", "write {{ for a brace"),
        ("   ", "empty", "leave the outcome out"),
        ("x" * 2_001, "length", "use at most 2,000"),
    ],
)
def test_what_is_wrong_comes_with_what_would_be_right(text: str, code: str, suggestion: str) -> None:
    found = only(text)
    assert (found.severity, found.code) == (Severity.ERROR, code)
    assert suggestion in found.suggestion


def test_unknown_tools_and_outcomes_are_found_with_what_was_meant() -> None:
    assert only("x", tool="refnd_card").suggestion == "did you mean refund_card?"
    assert only("x", outcome="pending").suggestion == "did you mean pending_confirmation?"
    assert only("x", outcome="zzz").suggestion.startswith("use one of: done, failed")


def test_a_tool_that_says_nothing_of_its_values_is_held_to_nothing() -> None:
    assert findings("{argument.any.path} {each result.x}{y}{end}", tool="note_down") == []


def test_without_the_tools_only_the_grammar_is_held() -> None:
    assert lint({"any_tool": {"done": "{argument.x} {result.y}"}}) == ()


@pytest.mark.parametrize("outcome", ["refused", "not_attempted", "pending_confirmation"])
def test_a_result_that_no_call_of_the_outcome_has_is_warned_of(outcome: str) -> None:
    found = only("Reference {result.id}", outcome=outcome)
    assert (found.severity, found.code, found.column) == (Severity.WARNING, "no_result", 11)


def test_a_finding_has_the_line_and_column_of_the_file() -> None:
    document = Document.from_text('refund_card:\n  pt-BR:\n    done: "Estornados {argument.amout}"\n')
    (found,) = lint(document, TOOLS)
    assert (found.language, found.line, found.column) == ("pt-BR", 3, 23)
    assert found.sentence.startswith("refund_card.pt-BR.done: {argument.amout}: the tool's schema has no 'amout' there")


def test_findings_come_in_the_order_of_the_text() -> None:
    assert [found.column for found in findings("{argument.b} {x} {argument.a}")] == [1, 14, 18]


def test_keys_given_twice_are_told_beside_all_else_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "phrasings.yaml"
    file.write_text("pay:\n  done: a\n  done: b\n  faild: c\npay:\n  pt:\n    done: a\n    done: b\n", encoding="utf-8")
    told = [(found.line, found.column, found.code) for found in lint(file)]
    assert told == [(3, 3, "given_twice"), (4, 3, "outcome"), (5, 1, "given_twice"), (8, 5, "given_twice")]
    with pytest.raises(
        PhrasingError, match=r"(?s):3:3 pay.done: this key is given twice.*:5:1 pay:.*:8:5 pay.pt.done:"
    ):
        Phrasings.load(file)
