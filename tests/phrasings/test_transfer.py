from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.organisations.actor import Actor
from phrasings import services
from phrasings.checks import Blocked
from phrasings.content import LANGUAGES, OUTCOMES, Key, flat
from phrasings.models import Draft, Version
from phrasings.transfer import Unreadable, read_set, to_yaml
from tests.phrasings.conftest import LIVE, UNTIMED

KEYS = st.builds(
    Key,
    st.text(alphabet="abcXYZ019_.-", min_size=1, max_size=12),
    st.sampled_from(LANGUAGES),
    st.sampled_from(OUTCOMES),
)
TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs"], include_characters="\n\t"), min_size=1)


@UNTIMED
@given(st.dictionaries(KEYS, TEXT, max_size=8))
def test_what_is_written_is_read_back(texts: dict[Key, str]) -> None:
    assert read_set(to_yaml(texts), {}).texts == texts


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("refund_card:\n  done: [x", "3", "YAML"),
        ("refund_card:\n  done:\n    - x", "2", "text"),
        ("refund_card: {done: a, done: b}", "1", "twice"),
        ("a: &a {done: x}\nb: *a", "1", "anchors"),
        ("a: !!python/object:os.system {}", "1", "tags"),
        ("a: {b: {c: {d: {e: f}}}}", "1", "nest"),
        ("- refund_card", "1", "mapping"),
        ("a: {done: 'x\x07y'}", "", ""),
        ("x" * 1_000_001, "", "larger"),
        ("[" * 5_000, "1", "nest"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(text: str, line: str, word: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read_set(text, {}, "en")
    said = str(unreadable.value.explanation.happened)
    assert f"line {line}" in said or not line
    assert word in said


def test_a_text_that_names_no_language_is_in_the_one_that_was_chosen(editor: Actor) -> None:
    services.import_yaml(editor, "refund_card: {done: Estornado.}", dry_run=False, language="pt-BR")
    assert Draft.objects.get().key == Key("refund_card", "pt-BR", "done")


def test_a_text_that_names_its_language_comes_before_one_that_does_not(editor: Actor) -> None:
    services.import_yaml(editor, "refund_card: {en: {done: Mine.}, done: Any.}", dry_run=False)
    assert Draft.objects.get().text == "Mine."


def test_a_dry_run_tells_and_changes_nothing(editor: Actor, live: Version) -> None:
    found = services.import_yaml(editor, "refund_card: {done: Sent back.}", dry_run=True)
    assert [(change.before, change.after) for change in found.changes] == [
        (LIVE["refund_card"]["en"]["done"], "Sent back.")
    ]
    assert not Draft.objects.exists()


def test_what_a_file_does_not_name_stays_as_it_is(editor: Actor, live: Version) -> None:
    services.import_yaml(editor, "list_orders: {done: Here.}", dry_run=False)
    assert [draft.key.tool for draft in Draft.objects.all()] == ["list_orders"]


def test_what_is_live_already_makes_no_draft(editor: Actor, live: Version) -> None:
    found = services.import_yaml(editor, to_yaml(flat(LIVE)), dry_run=False)
    assert found.changes == ()
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("refund_card:\n  dne: Text", (2, 3), "outcome"),
        ("refund_card:\n  done: Sent {ammount}.", (2, 14), "placeholder"),
        ("a b:\n  done: Text", (1, 1), "tool"),
    ],
)
def test_a_file_with_an_error_makes_no_draft_and_says_where(
    editor: Actor, text: str, place: tuple[int, int], code: str
) -> None:
    with pytest.raises(Blocked) as blocked:
        services.import_yaml(editor, f"{text}\nlist_orders:\n  done: Good.", dry_run=False)
    assert [(each.line, each.column, each.code) for each in blocked.value.findings] == [(*place, code)]
    assert not Draft.objects.exists()
