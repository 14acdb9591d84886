"""What the person reads in the place of what was false: layout, repetition, additions, counts."""

import json
from typing import Any

import pytest

from veraz.errors import ConfigurationError

REFUNDED = "I've refunded your card."
NOT_DONE = "Not done: refund card."


def replaced(verdict: Any) -> int:
    return sum(count for name, count in verdict.counts.items() if name.startswith("sentences.replaced{"))


def test_only_the_false_sentence_is_replaced(shop: Any) -> None:
    reply = f"Hi **Ana**!  {REFUNDED} Is there _anything_ else?\n"
    assert shop.text(reply, shop.refund("failed")) == f"Hi **Ana**!  {NOT_DONE} Is there _anything_ else?\n"


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "1. ", "2) ", "❌ "])
def test_a_replaced_item_keeps_its_bullet(shop: Any, bullet: str) -> None:
    reply = f"Today:\n{bullet}{REFUNDED}\n{bullet}Thank you\n"
    assert shop.text(reply, shop.refund("failed")) == f"Today:\n{bullet}{NOT_DONE}\n{bullet}Thank you\n"


@pytest.mark.parametrize(("bullet", "left"), [("- [x] ", "- "), ("✅ ", ""), ("- ✔️ ", "- "), ("1. 🎉 ", "1. ")])
def test_no_tick_stands_before_what_was_not_done(shop: Any, bullet: str, left: str) -> None:
    reply = f"Today:\n{bullet}{REFUNDED}\n{bullet}Thank you\n"
    assert shop.text(reply, shop.refund("failed")) == f"Today:\n{left}{NOT_DONE}\n{bullet}Thank you\n"


@pytest.mark.parametrize(("mark", "under"), [("- ", "  "), ("  1. ", "     "), ("> - ", ">   "), ("> ", "> ")])
def test_a_phrasing_of_two_lines_stays_where_it_stands(shop: Any, mark: str, under: str) -> None:
    phrasings = {"refund_card": {"failed": "Not done.\nAsk the desk."}}
    text = shop.text(f"Today:\n{mark}{REFUNDED}\n{mark}Bye", shop.refund("failed"), phrasings=phrasings)
    assert text == f"Today:\n{mark}Not done.\n{under}Ask the desk.\n{mark}Bye"


def test_a_false_row_is_taken_out_and_its_phrasing_follows_the_table(shop: Any) -> None:
    top, false, true = "| order | state |\n|---|---|\n", f"| 4412 | {REFUNDED} |\n", "| 5521 | Invoice sent |\n"
    text = shop.text(f"{top}{false}{true}\nBye!", shop.refund("failed"), shop.call("send_invoice"))
    assert text == f"{top}{true}\n{NOT_DONE}\n\nBye!"


def test_a_false_row_at_the_end_of_a_reply_is_followed_by_its_phrasing(shop: Any) -> None:
    top = "| order | state |\n|---|---|\n"
    text = shop.text(f"{top}| 4412 | {REFUNDED} |", shop.refund("failed"))
    assert text == NOT_DONE


def test_a_table_of_false_rows_alone_goes_with_its_head(shop: Any) -> None:
    top, false = "| order | state |\n|---|---|\n", f"| 4412 | {REFUNDED} |\n"
    verdict = shop.check(f"Here:\n\n{top}{false}{false}\nBye!", shop.refund("failed"))
    assert verdict.text == f"Here:\n\n{NOT_DONE}\n\nBye!"
    assert [unit.action for unit in verdict.units] == ["keep", "remove", "remove", "replace", "remove", "keep"]


def test_a_table_of_false_rows_without_a_head_gives_way_to_its_phrasing(shop: Any) -> None:
    assert shop.text(f"| 4412 | {REFUNDED} |\nBye!", shop.refund("failed")) == f"{NOT_DONE}\nBye!"


def test_a_phrasing_is_shown_once_and_every_replacement_counted(shop: Any) -> None:
    verdict = shop.check(f"{REFUNDED} The refund went through. Bye!", shop.refund("failed"))
    assert verdict.text == f"{NOT_DONE} Bye!"
    assert replaced(verdict) == 2


def test_a_sentence_taken_out_at_the_end_leaves_no_gap(shop: Any) -> None:
    assert shop.text(f"{REFUNDED} The refund went through.", shop.refund("failed")) == NOT_DONE
    assert shop.text(f"{REFUNDED}\n\nThe refund went through.\n", shop.refund("failed")) == f"{NOT_DONE}\n"


def test_two_false_claims_about_one_call_replace_one_sentence(shop: Any) -> None:
    verdict = shop.check("Your card has been refunded and the refund went through.", shop.refund("failed"))
    assert verdict.text == NOT_DONE
    assert replaced(verdict) == 1


def test_calls_with_different_phrasings_are_both_told(shop: Any) -> None:
    calls = shop.refund("failed", order="4412", reason="limit"), shop.refund("failed", order="5521", reason="expired")
    text = shop.text("I've refunded order 4412. I've refunded order 5521.", *calls)
    assert text == "Not done: refund card: limit. Not done: refund card: expired."


def test_a_sentence_about_two_actions_one_false_is_replaced_by_both_phrasings(shop: Any) -> None:
    reply = "I've refunded your card and cancelled order 4412."
    text = shop.text(reply, shop.refund(), shop.cancel("failed"), phrasings=shop.phrasings)
    assert text == "Refunded 12.5 for order 4412. Not done: cancel order."


def test_a_sentence_about_two_calls_of_one_tool_leaves_neither_untold(shop: Any) -> None:
    calls = shop.refund(order="4412"), shop.refund("failed", order="5521")
    text = shop.text("I've refunded order 4412 and order 5521.", *calls, phrasings=shop.phrasings)
    assert NOT_DONE in text
    assert "Refunded 12.5 for order 4412." in text


# Left out.


def test_writes_left_out_are_added_in_the_order_of_their_calls(shop: Any) -> None:
    verdict = shop.check("Hello!", shop.cancel("failed"), shop.refund(), phrasings=shop.phrasings)
    assert verdict.text == "Hello! Not done: cancel order. Refunded 12.5 for order 4412."
    assert [addition.tool for addition in verdict.added] == ["cancel_order", "refund_card"]


def test_a_write_already_told_or_replaced_is_not_added(shop: Any) -> None:
    assert shop.check(REFUNDED, shop.refund()).added == ()
    assert shop.check(REFUNDED, shop.refund("failed")).added == ()


def test_a_write_that_is_only_mentioned_is_added(shop: Any) -> None:
    assert [each.tool for each in shop.check("I can refund cards.", shop.refund()).added] == ["refund_card"]


def test_a_write_that_is_only_mentioned_is_added_though_its_values_are_named(shop: Any) -> None:
    assert [each.tool for each in shop.check("I can refund order 4412.", shop.refund()).added] == ["refund_card"]


def test_a_done_write_that_is_only_asked_about_is_added(shop: Any) -> None:
    assert [each.tool for each in shop.check("Shall I refund your card?", shop.refund()).added] == ["refund_card"]


def test_look_ups_and_earlier_writes_are_not_added(shop: Any) -> None:
    assert shop.text("Hello!", shop.call("get_order"), shop.refund(session=True)) == "Hello!"


def test_additions_stand_in_their_own_paragraph_where_the_reply_has_lines(shop: Any) -> None:
    assert shop.text("Hello!\nBye!\n", shop.refund("failed")) == f"Hello!\nBye!\n\n{NOT_DONE}"


@pytest.mark.parametrize("end", ["\n```", ""])
def test_an_addition_stands_after_a_fence_even_one_that_was_left_open(shop: Any, end: str) -> None:
    reply = "Run:\n```sh\npay --now"
    assert shop.text(reply + end, shop.refund("failed")) == f"{reply}\n```\n\n{NOT_DONE}"


@pytest.mark.parametrize("reply", ["", "  \n "])
def test_an_empty_reply_tells_only_what_was_done(shop: Any, reply: str) -> None:
    assert shop.text(reply, shop.refund("failed")) == NOT_DONE


# Counts and phrasings.


def test_counts_hold_no_text(shop: Any) -> None:
    verdict = shop.check(f"{REFUNDED} Bye, Ana!", shop.refund("failed", order="4412"), shop.cancel())
    assert all(isinstance(count, int) for count in verdict.counts.values())
    assert not any(word in name for name in verdict.counts for word in ("Ana", "4412", "12.5"))


def test_a_phrasing_with_a_value_missing_gives_way_to_the_default_and_is_counted(shop: Any) -> None:
    phrasings = {"refund_card": {"done": "Receipt {result.receipt}."}}
    verdict = shop.check("Hello!", shop.refund(), phrasings=phrasings)
    assert "Done: refund card" in verdict.text
    assert any(name.startswith("phrasings.defaulted{") for name in verdict.counts)


# Replies that are JSON.


def test_a_json_reply_stays_json_and_only_the_false_sentence_changes(shop: Any) -> None:
    reply = json.dumps({"message": f'{REFUNDED} Say "hi"!\nBye.', "ok": True, "items": ["Order 4412", 3]})
    read = json.loads(shop.text(reply, shop.refund("failed", reason='said "no"\\')))
    assert read == {
        "message": 'Not done: refund card: said "no"\\. Say "hi"!\nBye.',
        "ok": True,
        "items": ["Order 4412", 3],
    }


FENCED = "```json\n{}\n```"


@pytest.mark.parametrize("shape", ["{}", FENCED])
def test_a_json_reply_with_no_field_for_an_addition_is_kept_whole_and_the_verdict_tells_it(
    shop: Any, shape: str
) -> None:
    reply = shape.replace("{}", json.dumps({"message": "Hello!", "ok": True}))
    verdict = shop.check(reply, shop.refund("failed"))
    assert verdict.text == reply
    assert [each.text for each in verdict.added] == [*verdict.beside] == [NOT_DONE]
    assert not verdict.changed


@pytest.mark.parametrize("shape", ["{}", FENCED])
def test_a_json_reply_takes_an_addition_in_the_field_declared_for_it(shop: Any, shape: str) -> None:
    reply = shape.replace("{}", '{"a": [{"text": "é"}, {"text": "Hello!"}], "text": "Hi", "n": 1e3}')
    verdict = shop.check(reply, shop.refund("failed", reason='the "blue" card'), additions_to="a.1.text")
    assert verdict.text == reply.replace("Hello!", r"Hello! Not done: refund card: the \"blue\" card.")
    assert verdict.beside == ()


def test_a_check_may_name_another_field_than_its_checker(shop: Any) -> None:
    reply, checker = '{"message": "Hi", "note": ""}', shop.checker(additions_to="message")
    assert json.loads(checker.check(reply, [shop.refund("failed")]).text)["message"] == f"Hi {NOT_DONE}"
    assert json.loads(checker.check(reply, [shop.refund("failed")], additions_to="note").text)["note"] == NOT_DONE


def test_a_field_that_is_no_string_takes_no_addition(shop: Any) -> None:
    reply = '{"message": {"text": "Hi"}, "n": 1}'
    for path in ("message", "n", "message.0", "other"):
        verdict = shop.check(reply, shop.refund("failed"), additions_to=path)
        assert (verdict.text, verdict.beside) == (reply, (NOT_DONE,))


@pytest.mark.parametrize("path", ["", "a..b", 3])
def test_what_is_no_path_of_a_field_is_refused(shop: Any, path: Any) -> None:
    with pytest.raises(ConfigurationError, match="additions_to"):
        shop.checker(additions_to=path)


def test_a_reply_in_quotes_stays_in_them_with_what_is_added(shop: Any) -> None:
    assert shop.text('"Hello!"', shop.refund("failed")) == f'"Hello! {NOT_DONE}"'
    assert shop.text('"Refunded."', shop.refund("failed")) == f'"{NOT_DONE}"'


def test_tables_in_two_strings_of_a_json_reply_are_two(shop: Any) -> None:
    reply = json.dumps({"a": f"| 4412 | {REFUNDED} |", "n": 1, "b": f"| x |\n|---|\n| {REFUNDED} |"})
    assert json.loads(shop.text(reply, shop.refund("failed"))) == {"a": NOT_DONE, "n": 1, "b": ""}


def test_each_of_two_tables_is_followed_by_its_phrasing(shop: Any) -> None:
    table = f"| order |\n|---|\n| {REFUNDED} |\n| On its way |"
    reply = f"{table}\n\n{table.replace(REFUNDED, 'Order 5521 is cancelled')}"
    text = shop.text(reply, shop.refund("failed"), shop.cancel("failed"))
    kept = "| order |\n|---|\n| On its way |"
    assert text == f"{kept}\n\n{NOT_DONE}\n\n{kept}\n\nNot done: cancel order."


@pytest.mark.parametrize(
    ("fence", "told"),
    [
        ('{\n  "refund_card": "done",\n  "n": 1\n}', {"refund_card": NOT_DONE, "n": 1}),
        ('{"order": "4412", "refunded": true}', {"order": "4412", "refunded": NOT_DONE}),
        ('{"status": "refunded"}', {"status": NOT_DONE}),
    ],
)
@pytest.mark.parametrize("around", ["{}", "Here:\n{}\nAnything else?"])
def test_a_fence_of_data_stays_json_with_what_is_true_in_the_field_that_was_false(
    shop: Any, fence: str, told: Any, around: str
) -> None:
    text = shop.text(around.replace("{}", f"```json\n{fence}\n```"), shop.refund("failed"))
    assert json.loads(text.split("```")[1].removeprefix("json")) == told


def test_json_in_a_fence_with_text_around_it_stays_json(shop: Any) -> None:
    reply = f'Here you are.\n```json\n{{\n  "message": "{REFUNDED}",\n  "n": 1\n}}\n```\nAnything else?'
    assert shop.text(reply, shop.refund("failed")) == reply.replace(REFUNDED, NOT_DONE)


def test_an_own_phrasing_that_lacks_its_value_is_counted_once_where_it_was_to_stand(shop: Any) -> None:
    own = {"phrasings": {"refund_card": {"failed": "Not refunded: {argument.note}."}}}
    counts = shop.check("I've refunded order 4412.", shop.refund("failed"), **own).counts
    assert counts["phrasings.defaulted{tool=refund_card,outcome=failed}"] == 1


def test_a_reason_is_given_by_its_words_of_four_letters_or_more(shop: Any) -> None:
    told = "About the refund: the card is lost, and that is a big one."
    assert shop.text(told, shop.refund("failed", reason="lost")) == told
    assert shop.text(told, shop.refund("failed", reason="big")) == f"{told} Not done: refund card: big."


@pytest.mark.parametrize(
    ("reply", "replaced"),
    [
        ("Order 4412 was refunded, with no further fee.", True),
        ("I've refunded order 4412, and nothing else is left to do.", True),
        ("Order 4412 was refunded at the desk, as the policy allows.", True),
        ("Normally, orders are refunded within a day.", False),
    ],
)
def test_a_general_rule_holds_over_its_clause_and_over_all_of_a_unit_that_it_opens(
    shop: Any, reply: str, replaced: bool
) -> None:
    assert (shop.check(reply, shop.refund("failed")).units[0].cause is not None) is replaced
