"""What the pages to read first say, runs as they say it."""

import re
from pathlib import Path
from typing import Any

from veraz import Agent, Call, Checker, Outcome, tool

PAGE = Path(__file__).resolve().parents[1] / "README.md"


@tool(write=True)
def refund_card(order_id: str, amount: float) -> dict:
    """Refund an order to the card it was paid with."""
    return {"order_id": order_id}


def examples() -> list[str]:
    """Return the page's examples, each line that shows what it gives (``x  # → y``) made a call of ``gives``."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [re.sub(r"^(\S.*)  # → (.*)$", r'gives(\1, """\2""")', block, flags=re.MULTILINE) for block in blocks]


def test_each_example_of_the_librarys_own_page_gives_what_stands_beside_it() -> None:
    told: list[tuple[str, str]] = []
    names: dict[str, Any] = {"gives": lambda value, shown: told.append((str(value), shown))}
    for example in examples():
        exec(example, names)
    assert len(told) > 5
    assert [given for given, _shown in told] == [shown for _given, shown in told]


def test_the_librarys_own_page_links_to_nothing_that_is_not_shipped_with_it() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text(encoding="utf-8"))
    assert [link for link in links if not (PAGE.parent / link).resolve().is_relative_to(PAGE.parent)] == []


def test_the_check_alone_says_what_the_readme_says() -> None:
    verdict = Checker(tools=[refund_card], language="en").check(
        "I've refunded order 4412. Anything else?",
        calls=[Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.REFUSED, reason="over the limit")],
    )
    assert verdict.text == "That can't be done: refund card: over the limit. Anything else?"
    assert [(unit.action, unit.cause) for unit in verdict.units] == [("replace", "disagrees"), ("keep", None)]


def test_the_agent_of_the_readme_asks_before_it_writes() -> None:
    call = {"name": "refund_card", "arguments": {"order_id": "4412", "amount": 12.5}}
    answers = iter([{"content": "", "tool_calls": [call]}, "I've refunded order 4412."])
    desk = Agent(
        "desk", tools=[refund_card], model=lambda _: next(answers), on_unread="model", replies={"language": "en"}
    )
    desk.chat("the parcel for 4412 never came", user="u-17")
    reply = desk.chat("please give me my money back", user="u-17")
    assert reply.waiting[0].wording == "Run refund_card?"
    assert desk.confirm("u-17", "approve").text == "I've refunded order 4412."
