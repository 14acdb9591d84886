from __future__ import annotations

import json

import pytest

from phrasings.content import Key
from phrasings.phrasing import placeholders
from phrasings.preview import LONGEST_SAMPLE, Sample, preview, read_sample, sample_of
from tests.phrasings.conftest import LIST, REFUND
from veraz.tools import Tool

REFUNDS, ORDERS = Tool.of(REFUND), Tool.of(LIST)


def read(text: str, sample: Sample | None = None, tool: Tool = REFUNDS, outcome: str = "done") -> tuple[str, str]:
    """What the preview shows and notes."""
    call, _ = read_sample(tool, outcome, sample or sample_of(tool, outcome, "en"))
    shown = preview(text, Key(tool.name, "en", outcome), tool, call)
    return shown.text, shown.note


def test_a_text_is_printed_with_values_made_from_the_schema() -> None:
    arguments = json.loads(sample_of(REFUNDS, "done", "en").arguments)
    text, note = read("Refunded {argument.amount} for {argument.order_id}.")
    assert text == f"Refunded {arguments['amount']} for {arguments['order_id']}."
    assert note == ""


def test_the_sample_can_be_edited() -> None:
    sample = Sample('{"amount": 99.50}', '{"reference": "R-1"}', "")
    assert read("{argument.amount} {result.reference}", sample) == ("99.5 R-1", "")


def test_a_list_is_printed_a_line_an_item() -> None:
    sample = Sample("{}", json.dumps({"orders": [{"id": "A"}, {"id": "B"}, {"id": "C"}]}), "")
    assert read("{each result.orders max 2}- {id}{end}", sample, ORDERS)[0] == "- A\n- B\nand 1 more"


@pytest.mark.parametrize("text", ["", "{ammount}", "{result.reference}"])
def test_where_a_text_cannot_be_used_the_default_is_shown_and_why(text: str) -> None:
    shown, note = read(text, Sample('{"amount": 5}', "{}", ""))
    assert shown.startswith("Done: refund card")
    assert note


@pytest.mark.parametrize(
    "arguments", ["{", "[1]", "NaN", "1" * 5_000, "[" * 3_000, '{"a": "\\ud800"}', " " * LONGEST_SAMPLE + "{}"]
)
def test_a_sample_that_cannot_be_read_says_so_and_breaks_nothing(arguments: str) -> None:
    call, sample = read_sample(REFUNDS, "done", Sample(arguments, "", ""))
    assert sample.error
    assert call.arguments == {}


def test_a_template_bomb_is_not_printed() -> None:
    sample = Sample(json.dumps({"order_id": "x" * 2_000}), json.dumps({"orders": [{"id": 1}] * 100}), "")
    bomb = "{each result.orders max 100}" + "{argument.order_id}" * 90 + "{end}"
    shown, note = read(bomb, sample, ORDERS)
    assert (shown, bool(note)) == ("", True)


def test_the_chips_are_what_a_call_has_to_print() -> None:
    chips = list(placeholders(REFUNDS, "done"))
    assert chips[-3:] == ["{argument.order_id}", "{argument.amount}", "{result.reference}"]
    assert "{each result.orders}{id}{end}" in placeholders(ORDERS, "done")


def test_there_is_no_result_to_print_where_nothing_ran() -> None:
    assert not [chip for chip in placeholders(REFUNDS, "refused") if "result" in chip]
