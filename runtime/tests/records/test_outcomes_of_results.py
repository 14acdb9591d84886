"""What became of a call, from what its tool returned."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from veraz import Outcome, Tool, outcome_of, reason_of
from veraz.languages.tables import load_table
from veraz.records.ended import ended, raised

TOOLS = {
    "write": Tool("refund_card", write=True),
    "read": Tool("get_order", write=False),
    "object": Tool("refund_card", write=True, output_schema={"type": "object"}),
    "text": Tool("refund_card", write=True, output_schema={"type": "string"}),
}


def shapes() -> list[Any]:
    table = yaml.safe_load((Path(__file__).parent / "shapes.yaml").read_text(encoding="utf-8"))
    return [pytest.param(row, id=f"{group}-{at}") for group, rows in table.items() for at, row in enumerate(rows)]


def tool_of(row: Mapping[str, Any]) -> Tool | None:
    name = row.get("tool")
    return None if name is None else TOOLS.get(name) or Tool(name, write=True)


def result_of(row: Mapping[str, Any]) -> Any:
    makes = {"object": lambda given: SimpleNamespace(**given), "tuple": tuple, None: lambda given: given}
    return makes[row.get("as")](row["result"])


@pytest.mark.parametrize("row", shapes())
def test_a_result_tells_what_became_of_its_call_and_why(row: Mapping[str, Any]) -> None:
    for tool in [tool_of(row)] if "tool" in row else [None, TOOLS["write"]]:
        told = ended(result_of(row), row.get("is_error"), tool)
        assert told.outcome == row["ends"]
        assert told.reason == row.get("reason", told.reason)


@pytest.mark.parametrize("kind", ["fields", "texts"])
def test_every_row_of_the_table_has_an_example_that_it_reads_and_an_id_of_its_own(kind: str) -> None:
    rows = load_table("records", "shapes")[kind]
    for row in rows:
        tool = TOOLS["read"] if row.get("writes") == "never" else None
        assert outcome_of(row["example"], tool=tool) == row.get("means", "failed"), row["id"]
    assert len({row["id"] for row in rows}) == len(rows)


LETTERS = st.text(st.characters(categories=["L", "N", "P", "Z", "S"]))


@given(LETTERS)
def test_a_text_that_is_not_understood_never_proves_that_a_declaring_tool_did_it(text: str) -> None:
    assert ended(f"xq {text}", tool=TOOLS["object"]).outcome is not Outcome.DONE


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda each: st.lists(each) | st.dictionaries(st.text(), each),
    )
)
def test_any_result_is_told_without_an_error_and_none_that_is_one_as_done(result: Any) -> None:
    ended(result)
    assert outcome_of(result, is_error=True) is not Outcome.DONE


def ruled(**conditions: Any) -> Any:
    """A tool with conditions of its own."""
    return Tool("refund_card", write=True, **conditions)


@pytest.mark.parametrize(
    ("condition", "result", "outcome"),
    [
        ("order.id", {"order": {"id": 7}}, Outcome.DONE),
        ("order.id", {"order": {}}, Outcome.UNKNOWN),
        ("order.id", '{"order": {"id": 7}}', Outcome.DONE),
        ("events.0.id", {"events": [{"id": 7}]}, Outcome.DONE),
        ({"status": ["paid", "settled"]}, {"status": "settled"}, Outcome.DONE),
        ({"status": ["paid", "settled"]}, {"status": "open"}, Outcome.UNKNOWN),
        ({"status": "paid"}, {"status": "declined"}, Outcome.FAILED),
        ({"status": "declined"}, {"status": "declined"}, Outcome.DONE),
        ({"count": 1}, {"count": True}, Outcome.UNKNOWN),
        (lambda result: result["n"] > 1, {"n": 2}, Outcome.DONE),
        (lambda result: result["n"] > 1, {}, Outcome.UNKNOWN),
        ("id", {"id": 7, "ok": False}, Outcome.FAILED),
        ("id", "Refunded", Outcome.UNKNOWN),
    ],
)
def test_a_tool_may_say_itself_what_proves_it_done(condition: Any, result: Any, outcome: Outcome) -> None:
    assert outcome_of(result, tool=ruled(done_when=condition)) is outcome


@pytest.mark.parametrize(
    ("condition", "result", "outcome"),
    [
        ({"phase": "open"}, {"phase": "open"}, Outcome.UNKNOWN),
        ({"phase": "open"}, {"phase": "closed"}, Outcome.DONE),
        ({"phase": "open"}, {"phase": "open", "error": "no stock"}, Outcome.FAILED),
        (lambda result: result["phase"], {}, Outcome.UNKNOWN),
    ],
)
def test_a_tool_may_say_itself_that_it_still_runs(condition: Any, result: Any, outcome: Outcome) -> None:
    assert outcome_of(result, tool=ruled(pending_when=condition)) is outcome


@pytest.mark.parametrize("answer", [1, "no", None, [False]])
def test_a_condition_that_says_neither_true_nor_false_proves_nothing(answer: Any) -> None:
    for name in ("done_when", "pending_when"):
        assert outcome_of({"id": 7}, tool=ruled(**{name: lambda _: answer})) is Outcome.UNKNOWN


def test_a_condition_that_hands_back_a_coroutine_proves_nothing() -> None:
    async def proves(result: Any) -> bool:
        return True

    assert outcome_of({"id": 7}, tool=ruled(done_when=lambda result: proves(result))) is Outcome.UNKNOWN


def test_a_condition_that_raises_leaves_one_line_without_what_it_read(caplog: pytest.LogCaptureFixture) -> None:
    outcome_of({"name": "Ana"}, tool=ruled(done_when=lambda result: result[result["name"]]))
    (line,) = caplog.messages
    assert line.startswith("tool 'refund_card': done_when raised KeyError at ")
    assert __file__ in line
    assert "Ana" not in line


def test_an_error_handed_back_is_read_as_one_that_was_raised() -> None:
    assert (outcome_of(TimeoutError()), outcome_of(ValueError("Ana"))) == (Outcome.UNKNOWN, Outcome.FAILED)
    assert reason_of(ValueError("Ana")) == "value error"


def test_the_reason_of_an_error_is_one_that_may_be_kept() -> None:
    class Declined(Exception):
        reason = "HTTP 500 from https://pay.internal/v1?key=sk_live_51H"
        code = "card_declined"

    assert raised(Declined()).reason == "card_declined"


def test_whose_call_it_was_may_be_told_by_a_function_or_a_mapping() -> None:
    def get_order() -> None: ...

    mapping = {"name": "refund_card", "write": True}
    assert [outcome_of(False, tool=given) for given in (get_order, mapping)] == [Outcome.DONE, Outcome.FAILED]
    assert reason_of({"ok": False, "message": "no stock"}, tool=mapping) == "no stock"


def test_an_error_whose_own_reason_raises_has_its_class_for_one() -> None:
    class Odd(Exception):
        @property
        def reason(self) -> str:
            raise RuntimeError("Ana")

    assert raised(Odd()).reason == "odd"


def test_a_failed_call_keeps_no_key_in_its_result() -> None:
    told = ended({"error": "HTTP 500 from https://pay.internal/v1?key=sk_live_51Hx9 with Bearer abc.def.ghi123"})
    assert told.result == {"error": "HTTP 500 from https://pay.internal/v1?key=… with Bearer …"}
    assert ended({"api_key": "sk_live_51Hx9abcdef"}).result == {"api_key": "sk_live_51Hx9abcdef"}


@pytest.mark.parametrize(
    "name",
    ["api_key", "apiKey", "X-API-Key", "password", "Senha", "clientSecret", "refresh_token", "cvv", "PIN", "token"],
)
def test_a_failed_call_keeps_no_value_beside_the_name_of_a_secret(name: str) -> None:
    told = ended({"ok": False, "sent": [{name: "hunter2", "order": "4412"}]})
    assert told.result == {"ok": False, "sent": [{name: "…", "order": "4412"}]}
    assert "hunter2" not in ended(f'{{"ok": false, "{name}": "hunter2"}}').result


@pytest.mark.parametrize(
    "secret",
    [
        "sk-live-abcdefghijklmnop",
        "sk-proj-0a1b2c3d4e5f",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_abcdefgh12345678",
        "xoxb-12345678-abcdefgh",
        "eyJhbGciOiJI.eyJzdWIiOiIx.c2ln",
    ],
)
def test_a_failed_call_keeps_no_key_that_stands_in_a_text(secret: str) -> None:
    assert ended({"error": f"refused for {secret}"}).result == {"error": "refused for …"}
    assert ended({"error": "refused", "sent": f"Authorization: Bearer {secret}"}).result["sent"][-8:] == "Bearer …"


def test_a_call_that_nobody_knows_of_keeps_no_secret_and_one_that_ran_keeps_its_result() -> None:
    sent = {"status": "queued", "password": "hunter2"}
    assert ended(sent).result == {"status": "queued", "password": "…"}
    assert ended({**sent, "status": "sent"}).result == {**sent, "status": "sent"}
    assert ended({"ok": False, "password": None, "max_tokens": 5}).result["max_tokens"] == 5
