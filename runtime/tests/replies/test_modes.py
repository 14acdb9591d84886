"""What is shown of what the check finds: all of it, nothing (``watch``), or not every write a reply left out."""

from typing import Any, get_type_hints

import pytest

from veraz import Checker, Replies
from veraz.errors import ConfigurationError
from veraz.replies.check import LONGEST_REPLY
from veraz.replies.settings import CHOICES, RepliesSettings

FALSE = "I've refunded your card. Bye."
SETTINGS = {"rules": {"never_say": ["bye"], "required": [{"say": "We record this."}]}}


def test_a_watched_reply_is_shown_as_written_and_told_as_it_would_have_been(shop: Any) -> None:
    calls = (shop.refund("failed"), shop.cancel())
    held, watched = (shop.check(FALSE, *calls, mode=mode, **SETTINGS) for mode in ("hold", "watch"))
    assert (watched.text, watched.changed) == (FALSE, False)
    assert (watched.corrected, watched.corrects) == (held.text, True)
    assert (watched.units, watched.added, watched.counts) == (held.units, held.added, held.counts)


def test_a_held_reply_is_what_the_check_made_of_it(shop: Any) -> None:
    verdict = shop.check(FALSE, shop.refund("failed"))
    assert verdict.corrected == verdict.text == "Not done: refund card. Bye."
    assert verdict.changed
    assert verdict.corrects


def test_personal_data_in_a_watched_reply_is_counted_and_stands(shop: Any) -> None:
    rules = {"personal_data": {"kinds": ["email"]}}
    verdict = shop.check("Ask bia@casa.example.", mode="watch", rules=rules)
    assert (verdict.text, verdict.corrected) == ("Ask bia@casa.example.", "Ask •••.")
    assert verdict.counts["rules.applied{rule=personal_data}"] == 1


def test_a_watched_reply_that_is_too_long_is_shown_as_written(shop: Any) -> None:
    reply = "Hello! " * LONGEST_REPLY
    verdict = shop.check(reply, shop.refund("failed"), mode="watch")
    assert (verdict.text, verdict.corrected, verdict.unread) == (reply, "Not done: refund card.", "too_long")


def test_what_is_no_text_is_composed_though_it_is_only_watched(shop: Any) -> None:
    verdict = shop.check(None, shop.refund("failed"), mode="watch")
    assert (verdict.text, verdict.changed) == ("Not done: refund card.", True)


def test_the_template_composer_is_the_same_in_either_mode(shop: Any) -> None:
    texts = [shop.checker(mode=mode).compose([shop.refund("failed")]).text for mode in ("hold", "watch")]
    assert texts == ["Not done: refund card."] * 2


@pytest.mark.parametrize(
    ("additions", "shown"),
    [
        ("all", "Hello! Not done: refund card. Done: cancel order with order id 4412."),
        ("not_done", "Hello! Not done: refund card."),
        ("off", "Hello!"),
    ],
)
def test_additions_may_be_kept_back_and_are_counted_all_the_same(shop: Any, additions: str, shown: str) -> None:
    verdict = shop.check("Hello!", shop.refund("failed"), shop.cancel(), additions=additions)
    assert verdict.text == shown
    assert [addition.shown for addition in verdict.added] == [part in shown for part in ("refund", "cancel")]
    assert sum(n for name, n in verdict.counts.items() if name.startswith("sentences.added")) == 2
    assert verdict.changed == (shown != "Hello!")


@pytest.mark.parametrize("outcome", ["failed", "refused", "pending_confirmation", "unknown", "undone", "not_attempted"])
def test_every_write_that_was_not_surely_done_is_told_where_only_those_are(shop: Any, outcome: str) -> None:
    assert shop.check("Hello!", shop.refund(outcome), additions="not_done").added[0].shown


@pytest.mark.parametrize("setting", CHOICES)
def test_a_setting_with_a_word_it_does_not_take_names_itself_and_those_it_takes(setting: str) -> None:
    takes = ", ".join(CHOICES[setting])
    with pytest.raises(ConfigurationError, match=rf"^replies\.{setting} is 'xx'; it takes one of: {takes}$"):
        Replies.of({setting: "xx"})
    if setting != "composer":
        with pytest.raises(ConfigurationError, match=rf"^{setting} is 'xx'; it takes one of: {takes}$"):
            Checker([{"name": "refund_card"}], **{setting: "xx"})  # type: ignore[arg-type]


def test_a_setting_that_is_none_names_those_there_are() -> None:
    with pytest.raises(ConfigurationError, match=r"replies\.moed is not a setting; use one of: additions, .*mode"):
        Replies.of({"moed": "watch"})


def test_the_typed_mapping_has_every_setting() -> None:
    assert get_type_hints(RepliesSettings).keys() == Replies.__dataclass_fields__.keys()
