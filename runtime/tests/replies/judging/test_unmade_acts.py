"""What an agent says that it looked at, or will do, with no call behind it."""

from typing import Any

import pytest

from veraz import Call, Checker, Outcome

LIBRARY = Checker(
    [
        {"name": "get_loan", "write": False},
        {"name": "list_fines", "write": False},
        {"name": "extend_loan", "write": True},
        {"name": "create_comment", "write": True},
    ]
)
ESCOLA = Checker(
    [
        {"name": "consultar_aula", "write": False},
        {"name": "listar_multas", "write": False},
        {"name": "enviar_lembrete", "write": True},
    ],
    language="pt",
)


def rules(checker: Checker, reply: str, *calls: Call) -> list[str | None]:
    return [unit.rule for unit in checker.check(reply, calls).units if unit.cause]


def looked(tool: str, **result: Any) -> Call:
    return Call(tool, {"code": "LN-5"}, Outcome.DONE, result={"code": "LN-5", **result})


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("I also went through your fines, and all of them are paid.", True),
        ("I checked your fines, and none is open.", True),
        ("I also went through your loan.", False),
        ("I checked, and none is open.", False),  # which may be the loan
        ("I could not check your fines.", False),
        ("Shall I check your fines too?", False),
        ("If you like, I can check your fines too.", False),
    ],
)
def test_what_was_never_looked_at_is_not_told_as_looked_at(reply: str, wrong: bool) -> None:
    assert rules(LIBRARY, reply, looked("get_loan")) == (["looked"] if wrong else [])
    assert not rules(LIBRARY, reply, looked("list_fines"), looked("get_loan"))


def test_a_look_up_may_return_what_another_is_named_for() -> None:
    assert not rules(LIBRARY, "I also went through your fines.", looked("get_loan", fines=["F-1"]))


@pytest.mark.parametrize(
    ("reply", "wrong"),
    [
        ("I'll leave a comment on it later.", True),
        ("Once you confirm, I'll leave a comment on it.", False),
        ("I'll leave a comment on it. Is that all right?", False),
        ("I'll let you know.", False),
        ("I won't leave a comment on it.", False),
    ],
)
def test_a_promise_needs_a_call_behind_it(reply: str, wrong: bool) -> None:
    assert rules(LIBRARY, reply, looked("get_loan")) == (["promised"] if wrong else [])


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("Conferi também as suas multas.", "looked"),
        ("Amanhã te mando um lembrete.", "promised"),
        ("Se quiser, te mando um lembrete.", None),
        ("Conferi também a sua aula.", None),
    ],
)
def test_both_are_held_in_portuguese(reply: str, rule: str | None) -> None:
    assert rules(ESCOLA, reply, looked("consultar_aula")) == ([rule] if rule else [])
