"""How a thing stands, told otherwise than a result has it."""

from typing import Any

import pytest

from veraz import Call, Checker, Outcome

OFFICE = Checker([{"name": "get_permit", "write": False}, {"name": "renew_permit", "write": True}])
CARTORIO = Checker([{"name": "consultar_laudo", "write": False}], language="pt")


def rules(checker: Checker, reply: str, *calls: Call) -> list[str | None]:
    return [unit.rule for unit in checker.check(reply, calls).units if unit.cause]


def permit(status: str, **more: Any) -> Call:
    return Call("get_permit", {"permit": "PK-310"}, Outcome.DONE, result={"permit": "PK-310", "status": status, **more})


@pytest.mark.parametrize(
    ("reply", "status", "wrong"),
    [
        ("Permit PK-310 has been approved.", "under_review", True),
        ("Permit PK-310 has been approved.", "approved", False),
        ("Permit PK-310 has not been approved.", "under_review", False),
        ("Has permit PK-310 been approved?", "under_review", False),
        ("Once permit PK-310 is approved, you may park.", "under_review", False),
        ("Permit PK-310 will be approved on Monday.", "under_review", False),
        ("Permit PK-310 is paid.", "unpaid", True),
        ("Permit PK-310 is pending.", "submitted", False),
        ("The lift is locked.", "unlocked", False),  # of which no call tells
    ],
)
def test_a_state_is_told_as_the_result_has_it(reply: str, status: str, wrong: bool) -> None:
    assert rules(OFFICE, reply, permit(status)) == (["state"] if wrong else [])


def test_a_state_that_anything_in_the_record_has_may_be_told() -> None:
    assert not rules(OFFICE, "Permit PK-310 has been approved.", permit("in_progress", notes="approved by Ada"))


def test_of_several_things_with_states_none_is_held() -> None:
    calls = permit("pending"), Call("get_permit", {"permit": "PK-9"}, Outcome.DONE, result={"status": "pending"})
    assert not rules(OFFICE, "The permit has been approved.", *calls)


def test_a_state_is_known_in_the_results_own_language() -> None:
    call = Call("consultar_laudo", {"laudo": "LD-31"}, Outcome.DONE, result={"laudo": "LD-31", "status": "in_progress"})
    assert rules(CARTORIO, "O laudo LD-31 já foi concluído.", call) == ["state"]
    assert not rules(CARTORIO, "O laudo LD-31 está em andamento.", call)
