from pathlib import Path
from typing import Any

import pytest

from veraz.errors import PhrasingError
from veraz.phrasings import Document
from veraz.phrasings.files import Place

SHOP = """\
# How the shop tells it.
refund_card:
  done: "Refunded {argument.amount}."
  pt:
    done: Estornados {argument.amount}.
get_order:
  done: |
    Events:
    {each result.events}- {title}{end}
"""


def test_texts_are_read_with_their_keys_and_places() -> None:
    entries = Document.from_text(SHOP).entries
    assert [entry.key for entry in entries] == ["refund_card.done", "refund_card.pt-BR.done", "get_order.done"]
    assert entries[0].text_place == Place(3, 10, 0)
    assert entries[1].outcome_place == Place(5, 5)


@pytest.mark.parametrize(
    ("entry", "mark", "line", "column"),
    [(0, "{argument", 3, 19), (1, "{argument", 5, 22), (2, "{each", 9, 5), (2, "{title}", 9, 27), (2, "Events", 8, 5)],
)
def test_a_place_inside_a_text_is_where_an_editor_shows_it(entry: int, mark: str, line: int, column: int) -> None:
    found = Document.from_text(SHOP).entries[entry]
    place = found.text_place.inside(found.text, found.text.index(mark))
    assert (place.line, place.column) == (line, column)


def test_a_text_with_escapes_has_the_place_it_starts_at() -> None:
    found = Document.from_text('x:\n  done: "a\\tb {oops}"\n').entries[0]
    assert found.text_place.inside(found.text, 4) == found.text_place


def test_a_mapping_reads_as_the_file_does() -> None:
    nested = {"refund_card": {"done": "A", "en": {"done": "B"}}}
    assert [(entry.key, entry.text) for entry in Document.of(nested).entries] == [
        ("refund_card.done", "A"),
        ("refund_card.en.done", "B"),
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a:\n  done: 5\n", ":2:9 a.done: must be text"),
        ("a:\n  done:\n", ":2:8 a.done: must be text"),
        ("a:\n  done: [x]\n", r":2:9 a\.done: must be text|:2:3 a.done: must be text"),
        ("a: text\n", ":1:4 a: must be outcomes"),
        ("- a\n", ":1:1: must be a mapping of tools"),
        ("on:\n  done: x\n", ":1:1: a key must be text; put it in quotes"),
        ("a:\n  done: x\n  done: y\n", ":3:3 a.done: this key is given twice"),
        ("a:\n  pt-PT:\n    done: x\n", ":2:3 a.pt-PT: is neither an outcome nor a language"),
        ("a:\n  done:\n    done: x\n", ":2:3 a.done: must be text"),
        ("a: &x\n  done: x\nb: *x\n", ":1:4: anchors, aliases and tags are not read"),
        ("a: {b: {c: {d: e}}}\n", ":1:12: nested too deeply"),
        ("a:\n  done: 'x\n", "not YAML that can be read"),
        ("a: !!python/object:os.system {}\n", ":1:4: anchors, aliases and tags are not read"),
        ("a: \x00", "not YAML that can be read"),
        ("x" * 1_000_001, "larger than 1,000,000 characters"),
        ("[" * 50_000, "nest"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, where: str) -> None:
    with pytest.raises(PhrasingError, match=f"^shop.yaml.*({where})"):
        Document.from_text(text, "shop.yaml")


@pytest.mark.parametrize(
    ("mapping", "where"),
    [
        ({"a": {"done": 5}}, r"phrasings a\.done: must be text"),
        ({"a": "x"}, "phrasings a: must be outcomes"),
        ({"a": {"pt-PT": {"done": "x"}}}, "'pt-PT' is no language"),
        ({"a": {"done": {"done": "x"}}}, r"a\.done: must be text"),
        ({"a": {1: "x"}}, "a key must be text"),
        ({5: {"done": "x"}}, "a key must be text"),
        (["a"], "must be a file or a mapping"),
    ],
)
def test_a_mapping_that_cannot_be_read_is_refused_with_its_key(mapping: Any, where: str) -> None:
    with pytest.raises(PhrasingError, match=where):
        Document.of(mapping)


def test_an_empty_file_has_no_phrasings(tmp_path: Path) -> None:
    path = tmp_path / "phrasings.yaml"
    path.write_text("# nothing yet\n", encoding="utf-8")
    assert Document.of(path).entries == ()


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PhrasingError, match=r"none\.yaml: cannot be read"):
        Document.of(str(tmp_path / "none.yaml"))
