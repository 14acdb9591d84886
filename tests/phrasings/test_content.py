from __future__ import annotations

from phrasings.content import Change, Key, changes, flat, nested

DONE = Key("refund_card", "en", "done")
FEITO = Key("refund_card", "pt-BR", "done")
FAILED = Key("refund_card", "en", "failed")


def test_a_content_is_the_same_after_being_flat() -> None:
    content = {"a": {"en": {"done": "1", "failed": "2"}, "pt-BR": {"done": "3"}}, "b": {"en": {"refused": "4"}}}
    assert nested(flat(content)) == content


def test_a_content_has_one_order_whatever_order_it_was_given_in() -> None:
    there, back = {DONE: "1", FEITO: "2", FAILED: "3"}, {FAILED: "3", FEITO: "2", DONE: "1"}
    assert str(nested(there)) == str(nested(back))


def test_changes_are_what_came_what_went_and_what_is_another() -> None:
    before, after = {DONE: "Old", FAILED: "Gone"}, {DONE: "New", FEITO: "Novo"}
    assert changes(before, after) == [Change(DONE, "Old", "New"), Change(FEITO, "", "Novo"), Change(FAILED, "Gone", "")]


def test_nothing_differs_from_itself() -> None:
    assert changes({DONE: "Same"}, {DONE: "Same"}) == []
