"""What is handed out is never the live record: what runs is what was checked, and what is told is what ran."""

from typing import Any

from veraz import Agent, tool


def agent_with(function: Any, model: Any) -> Agent:
    agent = Agent("desk", [tool(write=True)(function)], model=model, on_unread="model", replies={})
    agent.chat("hello", user="u-1")
    return agent


def test_a_page_that_formats_what_waits_changes_nothing_that_runs(desk: Any) -> None:
    ran: list[Any] = []

    def refund_card(order_id: str, amount: float) -> None:
        ran.append(amount)

    agent = agent_with(refund_card, iter_model(desk.asks(("refund_card", {"order_id": "4412", "amount": 12.5})), "Ok."))
    reply = agent.chat("refund it", user="u-1")
    reply.waiting[0].arguments["amount"] = reply.calls[0].arguments["amount"] = "all"
    agent.confirm("u-1", "approve")
    assert ran == [12.5]


def test_a_tool_that_changes_its_argument_changes_its_copy_alone(desk: Any) -> None:
    def cancel_orders(ids: list[str]) -> None:
        ids.clear()

    said = "I've cancelled orders 4412 and 7731."
    agent = agent_with(cancel_orders, iter_model(desk.asks(("cancel_orders", {"ids": ["4412", "7731"]})), said))
    agent.chat("cancel both", user="u-1")
    assert agent.confirm("u-1", "approve").text == said


def test_a_plans_arguments_are_copied_when_they_are_taken(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", asked := {"people": 2})), "Booked.")
    agent.chat("a table", user="u-1")
    asked["people"] = 40
    assert agent.confirm("u-1", "approve").calls[0].arguments == {"people": 2}


def iter_model(*answers: Any) -> Any:
    left = iter(answers)
    return lambda conversation: next(left)
