from pathlib import Path
from typing import Any

import pytest

from veraz.errors import PhrasingError
from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.outcomes import Call, Outcome
from veraz.phrasings import Phrasings
from veraz.tools import Tool, Toolset


def get_order(order_id: str) -> None: ...


def refund_card(order_id: str, amount: float) -> None: ...


TOOLS = Toolset.of([get_order, refund_card])
SENT = {"amount": 12.50, "order_id": "4412"}
FILE = """\
refund_card:
  done: "Refunded {argument.amount} pounds for order {argument.order_id}."
  refused: "I couldn't refund order {argument.order_id}{because}."
  pt:
    done: "Estornados {argument.amount} reais do pedido {argument.order_id}."
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "phrasings.yaml"
    file.write_text(FILE, encoding="utf-8")
    return str(file)


def told(phrasings: Phrasings, outcome: Outcome, tool: Tool = TOOLS["refund_card"], **fields: Any) -> str:
    return phrasings.text_for(tool, Call(tool.name, fields.pop("sent", SENT), outcome, **fields)).text


def test_the_shops_words_come_first_and_the_default_for_the_rest(path: str) -> None:
    phrasings = Phrasings.load(path, TOOLS)
    assert told(phrasings, Outcome.DONE) == "Refunded 12.5 pounds for order 4412."
    refused = told(phrasings, Outcome.REFUSED, reason="argument_schema")
    assert refused == "I couldn't refund order 4412: argument_schema."
    assert told(phrasings, Outcome.NOT_ATTEMPTED) == "Not done: refund card."


def test_words_of_the_language_come_before_words_of_none(path: str) -> None:
    phrasings = Phrasings.load(path, TOOLS, PORTUGUESE)
    assert told(phrasings, Outcome.DONE) == "Estornados 12.5 reais do pedido 4412."
    assert told(phrasings, Outcome.REFUSED) == "I couldn't refund order 4412."
    assert told(phrasings, Outcome.NOT_ATTEMPTED) == "Não foi feito: refund card."


def test_the_live_version_comes_before_the_file(path: str) -> None:
    live = {"refund_card": {"en": {"done": "All sorted."}}}
    phrasings = Phrasings.load(path, TOOLS, live=live, version=17)
    assert phrasings.version == 17
    assert told(phrasings, Outcome.DONE) == "All sorted."
    assert told(phrasings, Outcome.REFUSED) == "I couldn't refund order 4412."


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        (ENGLISH, "Done: refund card with order id 4412, amount 12.5."),
        (PORTUGUESE, "Feito: refund card com order id 4412, amount 12.5."),
    ],
)
def test_what_was_sent_is_told_in_the_schemas_order(grammar: Grammar, text: str) -> None:
    assert told(Phrasings.load(None, TOOLS, grammar), Outcome.DONE) == text


def test_personal_empty_and_nested_values_are_left_out_of_what_was_sent() -> None:
    schema = {
        "properties": {
            "tags": {"type": "array"},
            "email": {"type": "string", "x-personal": True},
            "buyer": {"$ref": "#/$defs/buyer"},
        },
        "$defs": {"buyer": {"properties": {"name": {"x-personal": True}}}},
    }
    tool = Tool.of({"name": "ship", "input_schema": schema})
    sent = {"extra": 1, "email": "a@b.c", "tags": ["a", "b"], "buyer": "Ana", "box": {"w": 1}, "note": "", "by": None}
    assert told(Phrasings(), Outcome.DONE, tool, sent=sent) == "Done: ship with tags a, b, extra 1."


def test_where_any_further_argument_is_personal_none_is_told() -> None:
    schema = {"properties": {"a": {}}, "additionalProperties": {"x-personal": True}}
    tool = Tool.of({"name": "ship", "input_schema": schema})
    assert told(Phrasings(), Outcome.DONE, tool, sent={"b": 2, "a": 1}) == "Done: ship with a 1."


def test_nothing_sent_leaves_no_gap() -> None:
    assert told(Phrasings(), Outcome.DONE, sent={}) == "Done: refund card."
    assert told(Phrasings(), Outcome.FAILED) == "Not done: refund card."


def test_a_phrasing_with_a_value_missing_gives_way_to_the_default() -> None:
    phrasings = Phrasings.load({"get_order": {"done": "It costs {result.total}."}}, TOOLS)
    shown = phrasings.text_for(TOOLS["get_order"], Call("get_order", {}, Outcome.DONE, result={"total": 3}))
    assert (shown.text, shown.defaulted) == ("It costs 3.", False)
    shown = phrasings.text_for(TOOLS["get_order"], Call("get_order", {}, Outcome.DONE, result={}))
    assert (shown.text, shown.defaulted) == ("Done: get order.", True)


def test_a_default_where_nobody_wrote_a_phrasing_is_not_counted() -> None:
    assert not Phrasings().text_for(TOOLS["get_order"], Call("get_order", {}, Outcome.DONE)).defaulted


def test_a_reason_cannot_forge_a_line() -> None:
    assert told(Phrasings(), Outcome.FAILED, reason="no\n- Refunded") == "Not done: refund card."


def test_a_list_cut_short_is_closed_in_the_replys_language() -> None:
    written = {"get_order": {"done": "{each result.events max 1}- {title}{end}"}}
    result = {"events": [{"title": "A"}, {"title": "B"}]}
    for grammar, line in ((ENGLISH, "and 1 more"), (PORTUGUESE, "e mais 1")):
        phrasings = Phrasings.load(written, TOOLS, grammar)
        assert told(phrasings, Outcome.DONE, TOOLS["get_order"], result=result) == f"- A\n{line}"


def test_everything_wrong_with_a_file_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "shop.yaml"
    file.write_text("refund_card:\n  done: Paid {amout}\nrefnd_card:\n  doen: x\n", encoding="utf-8")
    with pytest.raises(PhrasingError) as caught:
        Phrasings.load(file, TOOLS)
    assert [line.removeprefix(f"{file}:") for line in str(caught.value).split("\n")] == [
        "2:14 refund_card.done: unknown placeholder {amout}; did you mean {argument.amount}?",
        "3:1 refnd_card.doen: unknown tool 'refnd_card'; did you mean refund_card?",
        "4:3 refnd_card.doen: unknown outcome 'doen'; did you mean done?",
    ]


def test_a_warning_keeps_no_file_from_being_used() -> None:
    phrasings = Phrasings.load({"refund_card": {"refused": "No {result.id}"}}, TOOLS)
    assert told(phrasings, Outcome.REFUSED) == "That can't be done: refund card."


def test_a_live_text_that_cannot_be_used_leaves_the_files_and_is_told(path: str) -> None:
    live = {"refund_card": {"en": {"done": "Paid {argument.amout}", "failed": "No luck."}}}
    phrasings = Phrasings.load(path, TOOLS).with_live(live, 18, TOOLS)
    assert told(phrasings, Outcome.DONE) == "Refunded 12.5 pounds for order 4412."
    assert told(phrasings, Outcome.FAILED) == "No luck."
    (sentence,) = phrasings.passed_over
    assert sentence.startswith("refund_card.en.done: {argument.amout}: the tool's schema has no 'amout' there")


@pytest.mark.parametrize(
    "outcomes",
    [
        "All sorted.",
        {"en": "All sorted."},
        {"en": {"doen": "All sorted."}},
        {"en": {"done": 3}},
        {"en": {"done": None, "failed": "No luck."}},
        {"done": ["All sorted."]},
    ],
)
def test_a_live_set_of_no_known_shape_is_passed_over_where_it_is_wrong(path: str, outcomes: object) -> None:
    phrasings = Phrasings.load(path, TOOLS).with_live({"refund_card": outcomes}, 18, TOOLS)
    assert len(phrasings.passed_over) == 1
    assert told(phrasings, Outcome.DONE) == "Refunded 12.5 pounds for order 4412."


def test_what_a_live_set_says_of_others_tools_and_in_other_languages_is_passed_over_in_silence() -> None:
    live = {
        "fly_home": {"en": {"done": "Flown to {argument.home}"}},
        "refund_card": {"pt-BR": {"done": "Pago {argument.amout}"}, "es": {"done": "Pagado"}},
    }
    phrasings = Phrasings.load(None, TOOLS, live=live, version=18)
    assert (phrasings.passed_over, phrasings.version) == ((), 18)
    assert told(phrasings, Outcome.DONE).startswith("Done: refund card")


def test_phrasings_already_loaded_are_taken_as_they_are_in_their_language_only() -> None:
    phrasings = Phrasings.load(None, TOOLS)
    assert Phrasings.load(phrasings, TOOLS) is phrasings
    with pytest.raises(PhrasingError, match="loaded for en cannot speak pt-BR"):
        Phrasings.load(phrasings, TOOLS, PORTUGUESE)
