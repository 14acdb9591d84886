"""Whatever a model does in a streamed turn: what was shown is what the reply says, and the next turn goes on."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.tests.agent.conftest import Desk
from veraz import Agent

WORDS = st.sampled_from(
    [
        "Good evening. ",
        "I've booked ",
        "your table. ",
        "How nice of you to come. ",
        "Your taxi is ordered. ",
        "- Menu\n",
        " ",
    ]
)
CALLS = st.sampled_from([("read_menu", {}), ("order_taxi", {}), ("book_table", {"people": 2}), ("fly_me", {})])
ROUND = st.tuples(st.lists(WORDS, max_size=5), st.lists(CALLS, max_size=2), st.booleans())
REPLIES = st.sampled_from([None, {}, {"mode": "watch"}, {"composer": "template"}, {"rewrite": 1}, {"untied": "remove"}])
TURN = st.sampled_from(["chat", "approve", "skip"])


def model_of(rounds: list[Any]) -> Any:
    left = iter(rounds)

    def model(conversation: list[dict[str, Any]]) -> Iterator[Any]:
        words, calls, fails = next(left, (["Bye."], [], False))
        yield from words
        if fails:
            raise ConnectionError
        if calls:
            yield Desk.asks(*calls)

    return model


@settings(max_examples=150)
@given(rounds=st.lists(ROUND, max_size=8), replies=REPLIES, turns=st.lists(TURN, max_size=4), most=st.integers(1, 3))
def test_what_is_streamed_is_what_the_reply_says(rounds: list[Any], replies: Any, turns: list[str], most: int) -> None:
    model = model_of(rounds)
    agent = Agent("desk", Desk().tools(), model=model, on_unread="model", replies=replies, max_rounds=most)
    agent.chat("hello", user="u-1")
    waits = False
    for turn in turns:
        word = waits and turn != "chat"
        stream = agent.stream_confirm("u-1", turn) if word else agent.stream("so?", user="u-1")
        assert "".join(stream) == stream.reply.text
        waits = bool(stream.reply.waiting)
