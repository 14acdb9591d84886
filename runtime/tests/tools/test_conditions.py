from functools import partial
from typing import Any

import pytest

from veraz.errors import ToolError
from veraz.tools import Tool


@pytest.mark.parametrize(
    "condition",
    ["refund.id", "events.0.title", {"status": "paid"}, {"status": ["paid", None], "refund.ok": True}, lambda _: True],
)
def test_what_proves_a_call_done_or_running_is_a_path_values_or_a_function(condition: Any) -> None:
    made = Tool("refund", write=True, done_when=condition, pending_when=condition)
    assert (made.done_when, made.pending_when) == (condition, condition)


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ("", "'' is no path"),
        ("refund..id", "is no path"),
        ({}, "names no path"),
        ({"status": []}, "'status' takes a text, a number"),
        ({"status": [{}]}, "'status' takes a text, a number"),
        ({3: "paid"}, "3 is no path"),
        (3, "is 3; it takes a path"),
    ],
)
def test_any_other_form_is_refused_by_the_tools_name(condition: Any, what: str) -> None:
    for name in ("done_when", "pending_when"):
        with pytest.raises(ToolError, match=rf"tool 'refund': {name}.*{what}"):
            Tool("refund", write=True, **{name: condition})


async def proves(result: Any) -> bool:
    return True


class Proves:
    async def __call__(self, result: Any) -> bool:
        return True


@pytest.mark.parametrize("condition", [proves, partial(proves), Proves(), partial(Proves()), Proves().__call__])
def test_an_async_function_which_nobody_would_await_is_refused_where_it_is_given(condition: Any) -> None:
    for name in ("done_when", "pending_when", "write"):
        with pytest.raises(ToolError, match=f"tool 'refund': {name} is async"):
            Tool("refund", **{"write": True, name: condition})
