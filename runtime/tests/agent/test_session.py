"""What is remembered of a person who comes back for years."""

from veraz import Call, Checker, Outcome, When
from veraz.agent.session import Session


def test_a_turn_makes_no_call_of_an_earlier_turn_anew() -> None:
    earlier, made = (Call("refund_order", {}, Outcome.DONE, when=when) for when in (When.SESSION, When.TURN))
    session = Session("mika", Checker([{"name": "refund_order"}]), [earlier, made])
    session.begin_turn("hello")
    assert session.calls[0] is earlier
    assert [call.when for call in session.calls] == [When.SESSION, When.SESSION]


def test_the_writes_a_turn_leaves_are_its_own() -> None:
    left, made = (Call("refund_order", {}, outcome) for outcome in (Outcome.NOT_ATTEMPTED, Outcome.DONE))
    session = Session("mika", Checker([{"name": "refund_order"}]), [left, made])
    session.begin_turn("hello", [left])
    assert [(call.outcome, call.when) for call in session.calls] == [("done", "session"), ("not_attempted", "turn")]
