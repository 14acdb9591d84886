"""Putting phrasings in the place of units."""

import pytest

from veraz.replies.compose import Rewriting, marked, told_in, with_sentences
from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.units import UnitKind


def rewritten(reply: str, *became: tuple[str, str | None], kind: UnitKind = UnitKind.SENTENCE) -> str:
    """Return a reply with each text replaced; by ``None`` it is kept, by nothing it is taken out."""
    units = [unit(reply, *each, kind=kind) for each in became]
    rewriting = Rewriting()
    return rewriting.take(reply, units) + rewriting.rest(reply)


def unit(reply: str, text: str, replacement: str | None, kind: UnitKind) -> UnitVerdict:
    start = reply.index(text)
    action = Action.KEEP if replacement is None else Action.REPLACE if replacement else Action.REMOVE
    return UnitVerdict(start, start + len(text), text, kind, action, replacement=replacement)


@pytest.mark.parametrize(
    ("reply", "became", "expected"),
    [
        ("One. Two. Three.", [("Two.", "2!")], "One. 2! Three."),
        ("One. Two. Three.", [("Two.", "")], "One. Three."),
        ("One. Two.", [("Two.", "")], "One."),
        ("One. Two.", [("One.", "")], "Two."),
        ("One.\n\nTwo.\n\nThree.", [("Two.", "")], "One.\n\nThree."),
        ("One.\nTwo.\n", [("Two.", "")], "One.\n"),
        ("\n One.\n\nTwo.", [("One.", "")], "Two."),
        ("One. Two. Three.", [("Two.", ""), ("Three.", "")], "One."),
        ("One.  Two.", [("One.", None), ("Two.", None)], "One.  Two."),
    ],
)
def test_a_unit_taken_out_takes_one_gap_with_it(reply: str, became: list[tuple[str, str]], expected: str) -> None:
    assert rewritten(reply, *became) == expected


ROWS = ("| a |", "| - |", "| 1 |", "| 2 |")


@pytest.mark.parametrize(
    ("became", "expected"),
    [
        ([None, None, "", None], "Hi\n| a |\n| - |\n| 2 |\nBye"),
        ([None, None, "No 1.", None], "Hi\n| a |\n| - |\n| 2 |\n\nNo 1.\nBye"),
        ([None, None, "No 1.", "No 2."], "Hi\n| a |\n| - |\n\nNo 1. No 2.\nBye"),
        (["", "", "No 1.", "No 2."], "Hi\nNo 1. No 2.\nBye"),
        (["", "", "", ""], "Hi\nBye"),
    ],
)
def test_rows_are_taken_out_and_what_replaces_them_follows_the_table(became: list[str | None], expected: str) -> None:
    reply = "Hi\n" + "\n".join(ROWS) + "\nBye"
    assert rewritten(reply, *zip(ROWS, became, strict=True), kind=UnitKind.ROW) == expected


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [("", 0, "a\nb"), ("- ", 2, "- a\n  b"), ("1. [x] ", 7, "1. [x] a\n       b"), ("> ", 2, "> a\n> b")],
)
def test_what_replaces_an_item_keeps_its_mark(before: str, body: int, expected: str) -> None:
    assert marked("a\nb", before + "old", 0, body, done=True) == expected


def test_an_item_further_in_stays_there() -> None:
    assert marked("a\nb", "x\n  - old", 4, 6, done=True) == "- a\n    b"
    assert marked("a\nb", "x y- old", 3, 5, done=True) == "- a\n  b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", "Told."), ("Hi. ", "Hi. Told."), ("Hi.\nBye.", "Hi.\nBye.\n\nTold."), ("Hi.\n", "Hi. Told.")],
)
def test_sentences_follow_a_text_in_its_layout(text: str, expected: str) -> None:
    assert with_sentences(text, ["Told."]) == expected
    assert with_sentences(text, []) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"say": "Hi."}', '{"say": "Hi. A \\"b\\"."}'),
        ('{"say": ""}', '{"say": "A \\"b\\"."}'),
        ('{"say": "Hi.\\nBye."}', '{"say": "Hi.\\nBye.\\n\\nA \\"b\\"."}'),
        ('{"other": "Hi."}', None),
        ('"Hi."', '"Hi. A \\"b\\"."'),
    ],
)
def test_json_takes_sentences_in_its_field_alone(text: str, expected: str | None) -> None:
    assert told_in(text, ['A "b".'], ("say",), as_json=True) == expected


def test_what_is_left_of_a_text_that_was_no_json_is_a_text() -> None:
    assert told_in('"Hi."', ["Told."], (), as_json=False) == '"Hi." Told.'
    assert told_in("```\na", ["Told."], (), as_json=True) == "```\na\n```\n\nTold."
