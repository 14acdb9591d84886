from __future__ import annotations

import json

import pytest
from django.utils import translation

from phrasings import checks, words
from phrasings.content import Key
from phrasings.registered import Registered
from tests.phrasings.conftest import LIST, REFUND
from veraz.phrasings import Severity

TOOLS = {each["name"]: Registered(each["name"], True, True, json.dumps(each)) for each in (REFUND, LIST)}


def found(text: str, tool: str = "refund_card", outcome: str = "done", **more: str) -> list[tuple[str, str]]:
    texts = {Key(tool, "en", outcome): text, **{Key(tool, "pt-BR", outcome): each for each in more.values()}}
    return [(str(each.severity), each.code) for each in checks.findings(texts, TOOLS)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Refunded {ammount}.", "placeholder"),
        ("Refunded {argument.ammount}.", "path"),
        ("{each result.reference}x{end}", "not_a_list"),
        ("{each result.reference}", "unclosed"),
        ("x" * 2_001, "length"),
        ("a\x07b", "unprintable"),
        ("a\u202eb", "unprintable"),
        ("  ", "empty"),
    ],
)
def test_an_error_is_found(text: str, code: str) -> None:
    assert ("error", code) in found(text)


def test_a_character_that_does_not_print_is_found_where_it_stands() -> None:
    key = Key("refund_card", "en", "done")
    assert [(each.line, each.column) for each in checks.findings({key: "Fine.\nNot \x07 fine."}, TOOLS)] == [(2, 5)]


def test_a_list_told_a_thousand_times_over_is_an_error() -> None:
    assert ("error", "max") in found("{each result.orders max 1000}{id}{end}", "list_orders")
    assert ("error", "nested") in found(
        "{each result.orders max 100}{each result.orders max 100}{id}{end}{end}", "list_orders"
    )


def test_a_good_text_has_nothing_wrong_with_it() -> None:
    assert found("Refunded {argument.amount}, reference {result.reference}.") == []


def test_markup_is_only_text() -> None:
    assert found("<script>alert(1)</script>") == []


def test_a_result_where_nothing_ran_is_a_warning() -> None:
    assert found("Not done: {result.reference}.", outcome="refused") == [("warning", "no_result")]


def test_a_tool_that_nobody_registered_is_a_warning_and_its_placeholders_are_taken_on_trust() -> None:
    assert found("Done {argument.whatever}.", "new_tool") == [("warning", "unregistered")]


def test_a_value_printed_in_one_language_only_is_a_warning() -> None:
    assert found("Sent {argument.amount}.", pt="Enviado.") == [("warning", "twin")]
    assert found("Sent {argument.amount}.", pt="Enviado {argument.amount}.") == []


BAD = [
    *("{x}", "{ammount}", "{argument.nothing}", "{each result.reference}x{end}", "{each result.orders", "{end}", "}"),
    *("{each result.orders max 900}x{end}", "{each foo}x{end}", "{each result.a}{each result.b}{end}{end}"),
    *("", "x" * 2_001, "a\x00"),
]


@pytest.mark.parametrize("text", BAD)
@pytest.mark.parametrize("outcome", ["done", "refused", "gone"])
def test_every_sentence_of_lint_is_told_in_portuguese(text: str, outcome: str) -> None:
    document = checks.Document.of({"refund_card": {"en": {outcome: text}}})
    with translation.override("pt-br"):
        for each in checks.lint_entries(document.entries, TOOLS):
            for sentence in filter(None, (each.message, each.suggestion)):
                assert words.is_known(sentence), sentence
                assert "%(" not in words.translated(sentence)


def test_what_is_wrong_is_looked_for_once_while_nothing_changes() -> None:
    texts = {Key("refund_card", "en", "done"): "Looked for {once}."}
    first = checks.findings(texts, TOOLS)
    assert first[0] is checks.findings(dict(texts), dict(TOOLS))[0]
    assert first[0].severity is Severity.ERROR
