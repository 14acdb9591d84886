"""What a person reads: the question, the model's reply, what waits, and the phrasings where a model fails."""

import json
from typing import Any

import pytest

from veraz import Agent, Outcome, Tool, tool
from veraz.agent import Plan
from veraz.errors import ConfigurationError


def test_a_person_is_asked_once_and_the_next_turn_goes_to_the_model(desk: Any) -> None:
    agent, model = desk.agent("Good evening.")
    assert agent.chat("hello?", user="u-1").text == "Good evening."
    assert len(model.seen) == 1


def test_another_person_is_asked_too(desk: Any) -> None:
    agent, model = desk.agent()
    assert "Which do you mean?" in agent.chat("hello", user="u-2").text
    assert not model.seen


def test_the_question_names_three_tools_with_commas(desk: Any) -> None:
    agent, _ = desk.agent()
    assert "I can read menu, book table or order taxi." in agent.chat("hello", user="u-2").text


def test_a_turn_that_is_read_lets_the_person_be_asked_again(desk: Any) -> None:
    plans = {"the menu": Plan("read_menu")}
    agent, _ = desk.agent("The menu is out.", selector=plans.get)
    assert agent.chat("the menu", user="u-1").text == "The menu is out."
    assert "Which do you mean?" in agent.chat("hello", user="u-1").text


def test_nothing_a_person_was_told_stays_in_memory_once_they_are_forgotten(desk: Any) -> None:
    agent, _ = desk.agent("Ada's menu is ready.", "Ada's menu is ready.")
    agent.chat("the menu", user="u-1")
    agent.forget("u-1")
    assert agent._kit.checker.now.reader._kept.cache_info().currsize == 0


def test_a_turn_that_is_read_is_told_by_phrasings_where_there_is_no_model(desk: Any) -> None:
    agent = Agent("desk", desk.tools(), selector=lambda turn: Plan("read_menu"), replies={})
    assert agent.chat("the menu", user="u-1").text == "Done: read menu."


def test_without_a_model_to_go_to_the_person_is_asked_each_time(desk: Any) -> None:
    agent = Agent("desk", desk.tools())
    assert agent.chat("hello", user="u-1").text == agent.chat("hello", user="u-1").text


def test_the_model_reads_the_turn_verbatim_and_nothing_of_the_person_after_it(desk: Any) -> None:
    agent, model = desk.agent(desk.asks(("read_menu", {})), "Here it is.")
    agent.chat("  the MENU, please ", user="u-1")
    first, second = model.seen
    assert first[-1] == {"role": "user", "content": "  the MENU, please "}
    assert second[-1]["role"] == "tool"
    assert json.loads(second[-1]["content"]) == {"outcome": "done", "result": {"ok": True}}


def test_a_model_that_changes_the_conversation_changes_only_its_copy(desk: Any) -> None:
    agent, model = desk.agent("One.", "Two.")
    agent.chat("hello", user="u-1")
    model.seen[0].clear()
    agent.chat("again", user="u-1")
    assert [message["content"] for message in model.seen[1]][-3:] == ["hello", "One.", "again"]


def test_a_false_reply_is_replaced_and_the_conversation_keeps_what_the_person_read(desk: Any) -> None:
    agent, model = desk.agent("I've booked your table.", "Anything else?")
    reply = agent.chat("a table for two", user="u-1")
    agent.chat("thanks", user="u-1")
    assert reply.text == "Not done: book table."
    assert model.seen[1][-2] == {"role": "assistant", "content": "Not done: book table."}


def test_without_replies_set_nothing_is_checked(desk: Any) -> None:
    agent, _ = desk.agent("I've booked your table.", replies=None)
    reply = agent.chat("a table for two", user="u-1")
    assert (reply.text, reply.verdict) == ("I've booked your table.", None)


def test_while_a_write_waits_the_person_reads_its_phrasing(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})))
    reply = agent.chat("a table for two", user="u-1")
    assert reply.text == "Once you confirm, I will book table with people 2."
    assert [waiting.wording for waiting in reply.waiting] == ["Run book_table?"]
    assert desk.ran == []


def test_a_read_beside_a_write_runs_at_once_and_the_writes_wait_together(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2}), ("read_menu", {}), ("order_taxi", {})), "Enjoy!")
    reply = agent.chat("dinner", user="u-1")
    assert desk.ran == ["read_menu"]
    assert [waiting.tool for waiting in reply.waiting] == ["book_table", "order_taxi"]
    agent.confirm("u-1", "approve")
    assert desk.ran == ["read_menu", "book_table", "order_taxi"]


def test_a_word_that_is_neither_approve_nor_skip_is_refused(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})))
    agent.chat("a table for two", user="u-1")
    with pytest.raises(ConfigurationError, match="approve, skip"):
        agent.confirm("u-1", "yes")


@pytest.mark.parametrize(
    "nonsense", [None, "", "   ", 7, [], {"content": None}, {"tool_calls": "book"}, OSError("down")]
)
def test_a_model_that_raises_or_answers_nonsense_ends_the_turn_with_what_was_done(desk: Any, nonsense: Any) -> None:
    agent, _ = desk.agent(desk.asks(("read_menu", {})), nonsense)
    assert agent.chat("the menu", user="u-1").text == "Done: read menu."


def test_a_model_that_fails_before_any_call_leaves_a_plain_sentence(desk: Any) -> None:
    agent, _ = desk.agent(OSError("down"))
    assert agent.chat("a table for two", user="u-1").text == "Nothing was done."


def test_calls_beyond_the_limit_of_rounds_are_not_made(desk: Any) -> None:
    agent, model = desk.agent(*[desk.asks(("read_menu", {}))] * 9)
    reply = agent.chat("the menu", user="u-1")
    assert (len(model.seen), len(desk.ran)) == (9, 8)
    assert reply.steps[-2].note == "too many rounds"


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (("fly_me", {}), "unknown_tool"),
        (("book_table", {"people": "two"}), "argument_schema"),
        (("book_table", {}), "argument_schema"),
        (("book_table", None), "argument_schema"),
        (("book_table", {"people": float("nan")}), "argument_schema"),
    ],
)
def test_a_call_that_cannot_be_made_is_refused_and_never_asks(desk: Any, call: Any, reason: str) -> None:
    agent, model = desk.agent(desk.asks(call), "Sorry.")
    reply = agent.chat("please", user="u-1")
    assert not reply.waiting
    told = json.loads(model.seen[1][-1]["content"])
    assert (told["outcome"], told["reason"]) == ("refused", reason)


def test_a_refused_call_tells_the_model_which_argument_takes_what_and_not_what_it_was_sent(desk: Any) -> None:
    agent, model = desk.agent(desk.asks(("book_table", {"people": "Ana Lima"})), "Sorry.")
    agent.chat("please", user="u-1")
    content = model.seen[1][-1]["content"]
    assert json.loads(content)["faults"] == ["people: takes a whole number"]
    assert "Ana" not in content


@pytest.mark.parametrize("calls", [[None], ["book_table"], [{}], [{"name": 3, "arguments": []}]])
def test_a_call_with_no_shape_is_refused(desk: Any, calls: Any) -> None:
    agent, model = desk.agent({"content": "", "tool_calls": calls}, "Sorry.")
    agent.chat("please", user="u-1")
    assert json.loads(model.seen[1][-1]["content"])["outcome"] == "refused"


def test_the_template_composer_never_shows_what_the_model_writes(desk: Any) -> None:
    agent, _ = desk.agent("I've booked your table!", replies={"composer": "template"})
    assert agent.chat("a table for two", user="u-1").text == "Nothing was done."


def test_what_a_tool_returned_of_a_person_is_kept_from_the_model(desk: Any) -> None:
    schema = {"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}}
    guest: Tool = tool(write=False, output_schema=schema)(find_guest)
    agent, model = desk.agent(desk.asks(("find_guest", {})), "Their address is…", tools=[guest])
    reply = agent.chat("who is at table four?", user="u-1")
    assert reply.text == "Done: find guest.\nThis reply was written without a model."
    assert "ana@example.org" not in json.dumps(model.seen)
    agent.chat("and their address?", user="u-1")
    assert "ana@example.org" not in json.dumps(model.seen)


@pytest.mark.parametrize("replies", [{}, {"rewrite": 1}])
def test_what_a_phrasing_printed_of_a_person_is_kept_from_the_model_too(desk: Any, replies: Any) -> None:
    schema = {"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}}
    told = {"phrasings": {"find_guest": {"done": "Found {result.email}."}}, **replies}
    guest: Tool = tool(write=True, output_schema=schema)(find_guest)
    lie = "I haven't found the guest."
    agent, model = desk.agent(desk.asks(("find_guest", {})), *[lie] * 6, tools=[guest], replies=told)
    agent.chat("who is at table four?", user="u-1")
    agent.confirm("u-1", "approve")
    assert agent.chat("did you?", user="u-1").text == "Found ana@example.org."
    agent.chat("did you?", user="u-1")
    assert "ana@example.org" not in json.dumps(model.seen)
    assert "Found •••." in json.dumps(model.seen, ensure_ascii=False)


def test_personal_data_goes_to_the_model_where_that_is_allowed(desk: Any) -> None:
    schema = {"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}}
    guest: Tool = tool(write=False, output_schema=schema)(find_guest)
    settings = {"tools": [guest], "personal_data": "allow", "licence": Enterprise()}
    agent, model = desk.agent(desk.asks(("find_guest", {})), "Found.", **settings)
    assert agent.chat("who is at table four?", user="u-1").text == "Found."
    assert "ana@example.org" in json.dumps(model.seen)


class Enterprise:
    """A licence that allows personal data until it ends."""

    ended = False

    def allows(self, feature: str) -> bool:
        return feature == "personal_data" and not self.ended


def test_personal_data_that_no_licence_allows_is_withheld_and_said_in_one_warning(desk: Any, caplog: Any) -> None:
    caplog.set_level("WARNING", "veraz.agent")
    schema = {"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}}
    guest: Tool = tool(write=False, output_schema=schema)(find_guest)
    agent, model = desk.agent(*[desk.asks(("find_guest", {}))] * 2, tools=[guest], personal_data="allow")
    for _turn in range(2):
        reply = agent.chat("who is at table four?", user="u-1")
        assert reply.text == "Done: find guest.\nThis reply was written without a model."
    assert "ana@example.org" not in json.dumps(model.seen)
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "personal_data is 'allow', and no licence allows it"
    ]


def test_once_the_licence_has_ended_the_model_reads_no_personal_data_of_earlier_turns_either(desk: Any) -> None:
    schema = {"type": "object", "properties": {"email": {"type": "string", "x-personal": True}}}
    guest: Tool = tool(write=False, output_schema=schema)(find_guest)
    licence = Enterprise()
    settings = {"tools": [guest], "personal_data": "allow", "licence": licence}
    agent, model = desk.agent(desk.asks(("find_guest", {})), "Found.", "Hello again.", **settings)
    agent.chat("who is at table four?", user="u-1")
    licence.ended = True
    agent.chat("hello", user="u-1")
    assert "ana@example.org" not in json.dumps(model.seen[-1])
    assert '{\\"outcome\\": \\"done\\"}' in json.dumps(model.seen[-1])


def find_guest() -> Any:
    """Find who booked a table."""
    return {"email": "ana@example.org"}


def test_a_reply_says_what_the_turn_did_and_how_it_went(desk: Any) -> None:
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "Here it is.")
    reply = agent.chat("the menu", user="u-1")
    assert [call.outcome for call in reply.calls] == [Outcome.DONE]
    assert [step.name for step in reply.steps] == ["model 1", "call 1.1 read_menu", "model 2", "check"]


def test_a_person_who_is_forgotten_is_asked_again(desk: Any) -> None:
    agent, _ = desk.agent()
    agent.forget("u-1")
    assert "Which do you mean?" in agent.chat("hello", user="u-1").text


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"on_unread": "guess"}, "ask, model"),
        ({"personal_data": "some"}, "withhold, allow"),
        ({"licence": "licence.jws"}, "veraz.sync.Licence.load"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": "x"}, "max_rounds"),
        ({"model": "gpt-4"}, "model is str"),
        ({"typed_answers": "yes"}, "typed_answers"),
        ({"selector": 5}, "selector is int"),
        ({"clock": 5}, "clock is int"),
        ({"max_rounds": True}, "max_rounds"),
        ({"language": ""}, "language"),
        ({"language": "pt", "replies": {"language": "en"}}, "set one of them"),
        ({"replies": {"compser": "template"}}, "compser"),
        ({"replies": {"language": "pt-PT"}}, "pt-PT"),
        ({"language": "fr"}, "fr"),
    ],
)
def test_a_setting_with_a_value_it_does_not_take_is_refused_by_name(desk: Any, settings: Any, named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        Agent("desk", desk.tools(), **{"model": lambda conversation: "", **settings})


ODD_PLANS: list[Any] = [
    *({"tool": "read_menu"}, OSError("down")),
    *(Plan(tool, arguments) for tool, arguments in [(5, {}), ("read_menu", [1]), ("read_menu", {5: 1})]),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("plan", ODD_PLANS)
def test_a_selector_that_returns_no_plan_reads_nothing_and_its_log_line_says_why(
    desk: Any, plan: Any, caplog: Any
) -> None:
    def selector(turn: str) -> Any:
        if isinstance(plan, OSError):
            raise plan
        return plan

    agent = Agent("desk", desk.tools(), selector=selector)
    assert "Which do you mean?" in agent.chat("the menu", user="u-1").text
    assert caplog.messages[-1].startswith("the selector r")


def test_a_selector_may_be_a_coroutine_function(desk: Any) -> None:
    async def selector(turn: str) -> Plan:
        return Plan("read_menu")

    assert Agent("desk", desk.tools(), selector=selector).chat("x", user="u-1").text == "Done: read menu."


def test_an_agent_whose_model_is_never_asked_says_so(desk: Any, caplog: Any) -> None:
    Agent("desk", desk.tools(), model=lambda conversation: "")
    assert "the model is never asked" in caplog.text


def test_a_call_keeps_the_models_own_id_for_it(desk: Any) -> None:
    call = {"id": "c-7", "name": "order_taxi", "arguments": {}}
    agent, _ = desk.agent({"content": "", "tool_calls": [call]}, "Your taxi is ordered.")
    agent.chat("a taxi", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert [call.id for call in reply.calls] == [claim.call_id for claim in reply.verdict.units[0].claims] == ["c-7"]


def test_replies_that_name_no_language_are_read_in_the_agents(desk: Any) -> None:
    agent, _ = desk.agent("Reservei a mesa.", language="pt", replies={})
    assert agent.chat("uma mesa", user="u-1").text == "Não foi feito: book table."


def test_turns_cannot_go_to_a_model_that_is_not_there(desk: Any) -> None:
    with pytest.raises(ConfigurationError, match="no model"):
        Agent("desk", desk.tools(), on_unread="model")


@pytest.mark.parametrize(("text", "user"), [(None, "u-1"), ("hello", ""), ("hello", 17)])
def test_a_turn_is_text_from_someone(desk: Any, text: Any, user: Any) -> None:
    agent, _ = desk.agent()
    with pytest.raises(ConfigurationError):
        agent.chat(text, user=user)
