"""What an agent makes of its tools: which calls wait, what they run with, and which tools it does not take."""

import json
from typing import Any

import pytest

from veraz import Agent, tool
from veraz.errors import ToolError


def execute_sql(query: str, limit: int = 10) -> dict[str, Any]:
    return {"rows": limit}


def reads(arguments: Any) -> bool:
    return arguments["query"].startswith("SELECT") and arguments["limit"] <= 10


SQL = tool(write=lambda arguments: not reads(arguments))(execute_sql)


@pytest.mark.parametrize(
    ("sent", "waits"),
    [({"query": "SELECT 1"}, 0), ({"query": "DELETE"}, 1), ({"query": "SELECT 1", "limit": 99}, 1)],
)
def test_whether_a_call_waits_may_hang_on_the_arguments_it_runs_with(desk: Any, sent: Any, waits: int) -> None:
    agent, _ = desk.agent(desk.asks(("execute_sql", sent)), "Here you are.", tools=[SQL])
    assert len(agent.chat("please", user="u-1").waiting) == waits


def test_the_record_holds_what_a_call_ran_with_and_the_model_reads_what_it_sent(desk: Any) -> None:
    phrasings = {"execute_sql": {"done": "Read {argument.limit} rows."}}
    replies = {"composer": "template", "phrasings": phrasings}
    asks = desk.asks(("execute_sql", {"query": "SELECT 1"}))
    agent, model = desk.agent(asks, "Here you are.", tools=[SQL], replies=replies)
    reply = agent.chat("please", user="u-1")
    assert reply.text == "Read 10 rows."
    assert reply.calls[0].arguments == {"query": "SELECT 1", "limit": 10}
    assert model.seen[1][-2]["tool_calls"][0]["arguments"] == {"query": "SELECT 1"}
    assert json.loads(model.seen[1][-1]["content"])["result"] == {"rows": 10}


@pytest.mark.parametrize("schema", [{"$ref": "https://example.com/s.json"}, {"pattern": "["}, {"$anchor": "a"}])
def test_an_agent_does_not_take_a_tool_whose_schema_would_not_be_held_to(schema: Any) -> None:
    given = {"name": "refund_card", "write": True, "input_schema": {"properties": {"v": schema}}}
    with pytest.raises(ToolError, match="tool 'refund_card': input_schema #/properties/v"):
        Agent("desk", [given])
