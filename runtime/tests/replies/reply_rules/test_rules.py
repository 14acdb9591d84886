from __future__ import annotations

import json
from typing import Any

import pytest

from veraz import Checker, Replies
from veraz.cli.batch import Cases
from veraz.errors import ConfigurationError

MASK_ALL = {"personal_data": {"kinds": "all", "action": "mask"}}
REFUNDED = "I've refunded 12.50 for order 4412."


def changed(verdict: Any) -> list[tuple[str, str, str]]:
    return [(unit.action, unit.cause, unit.rule) for unit in verdict.units if unit.action != "keep"]


# Personal data


def test_personal_data_is_masked_in_place_and_the_rest_stays_byte_for_byte(shop: Any) -> None:
    verdict = shop.check("Hi!  Write to *bia@casa.example*,\tor ring (212) 664-7665 .\n\nBye", rules=MASK_ALL)
    assert verdict.text == "Hi!  Write to *•••*,\tor ring ••• .\n\nBye"
    assert changed(verdict) == [("redact", "rule:personal_data", "personal_data.email")]
    assert verdict.counts["rules.applied{rule=personal_data}"] == 1


def test_only_the_kinds_named_are_held(shop: Any) -> None:
    rules = {"personal_data": {"kinds": ["email"]}}
    reply = "Her card is 5555 5555 5555 4444 and her mail bia@casa.example."
    assert shop.text(reply, rules=rules) == "Her card is 5555 5555 5555 4444 and her mail •••."


def test_a_unit_with_personal_data_is_removed_where_the_rule_says_so(shop: Any) -> None:
    rules = {"personal_data": {"kinds": ["email"], "action": "remove"}}
    assert shop.text("Hello. Ask bia@casa.example. Bye.", rules=rules) == "Hello. Bye."


def test_the_persons_own_data_stands_and_anyone_elses_is_masked(shop: Any) -> None:
    rules = {"personal_data": {"action": "allow_own"}}
    user = {"name": "Bia Costa Lima", "contact": {"email": "Bia@casa.example", "phone": "+55 11 98888-7777"}}
    reply = "Is bia@casa.example or leo@casa.example yours? I spoke with Bia Lima, at (11) 98888-7777, and Leo Dias."
    verdict = shop.checker(rules=rules).check(reply, user={**user, "born": "1990-03-05"})
    assert verdict.text == reply.replace("leo@casa.example", "•••")
    assert shop.checker(rules=rules).check("Born on March 5, 1990.", user={"born": "1990-03-05"}).text.endswith("1990.")
    assert shop.text("Born on March 5, 1990.", rules=rules) == "Born on •••."


BIA = {"name": "Bia Costa Lima", "phone": "+55 11 98888-7777", "address": "45 Oak Avenue, Springfield"}


@pytest.mark.parametrize(
    ("reply", "strangers"),
    [
        ("Ring +55 11 98888-7777, (11) 98888-7777 or 98888-7777, and for Leo (11) 97777-1111.", "(11) 97777-1111"),
        ("Leo is at +55 21 98888-7777.", "+55 21 98888-7777"),
        ("It goes from 45 Oak Avenue to 77 Elm Street.", "77 Elm Street"),
        ("It goes to 145 Oak Avenue.", "145 Oak Avenue"),
        ("Dear Ms. Bia Lima, Mr. Leo Dias called.", "Leo Dias"),
        ("Ms. Costa, it was Mr. Leo Lima.", "Leo Lima"),
    ],
)
def test_a_strangers_data_is_masked_beside_the_persons_own_of_the_same_kind(
    shop: Any, reply: str, strangers: str
) -> None:
    rules = {"personal_data": {"kinds": "all", "action": "allow_own"}}
    assert shop.checker(rules=rules).check(reply, user=BIA).text == reply.replace(strangers, "•••")


def test_the_shortest_part_of_a_phone_that_is_the_persons_own_has_eight_digits(shop: Any) -> None:
    rules = {"personal_data": {"kinds": "all", "action": "allow_own"}}
    checker = shop.checker(language="pt-BR", rules=rules)
    ring = "Ligue para o telefone 2664-7665."
    assert checker.check(ring, user={"phone": "+55 11 2664-7665"}).text == ring
    assert checker.check(ring, user={"phone": "+55 11 2664-7666"}).text == "Ligue para o telefone •••."


def test_a_table_row_is_masked_where_it_stands(shop: Any) -> None:
    table = "| who | mail |\n|---|---|\n| Bia | bia@casa.example |\n| Leo | none |"
    assert shop.text(table, rules=MASK_ALL) == table.replace("bia@casa.example", "•••")


def test_a_json_reply_stays_json_and_its_escapes_hide_nothing(shop: Any) -> None:
    reply = '{"message": "Ask\\nbia@casa.example or \\"l\\u00e9o\\u0040casa.example\\".", "ok": true}'
    assert json.loads(shop.text(reply, rules=MASK_ALL)) == {"message": 'Ask\n••• or "•••".', "ok": True}


def test_a_default_phrasing_is_masked_and_the_organisations_own_is_not(shop: Any) -> None:
    sent = shop.call("send_invoice", to="bia@casa.example")
    assert shop.text("Hello.", sent, rules=MASK_ALL) == "Hello. Done: send invoice with to •••."
    own = {"send_invoice": {"done": "Sent to {argument.to}."}}
    assert shop.text("Hello.", sent, rules=MASK_ALL, phrasings=own) == "Hello. Sent to bia@casa.example."
    assert shop.checker(rules=MASK_ALL).compose([sent]).text == "Done: send invoice with to •••."


# Phrases never to say


@pytest.mark.parametrize(
    "said",
    [
        "A money back guarantee!",
        "It's a **Money-Back** _guarantee_",
        "- MONEY  BACK, guarantee",
        "money​ back guarantee",
    ],
)
def test_a_unit_with_a_phrase_never_to_say_is_removed(shop: Any, said: str) -> None:
    verdict = shop.check(f"Hello there.\n{said}\nBye.", rules={"never_say": ["as an AI", "Money back guarantee"]})
    assert verdict.text == "Hello there.\nBye."
    assert changed(verdict) == [("remove", "rule:never_say", "never_say.1")]


def test_phrases_are_matched_on_words_and_not_inside_them(shop: Any) -> None:
    reply = "We never guaranteed anything; a guarantor may. Não há garantias."
    assert shop.text(reply, rules={"never_say": ["guarantee", "garantia", "any"]}) == reply


def test_accents_and_case_are_folded(shop: Any) -> None:
    rules = {"never_say": ["sem preocupação"]}
    assert shop.text("Certo. SEM PREOCUPACAO!", language="pt-BR", rules=rules) == "Certo."


def test_a_phrasing_is_not_held_to_what_may_not_be_said_or_offered(shop: Any) -> None:
    rules = {"never_say": ["refund card"], "offers": []}
    assert shop.text(REFUNDED, shop.refund("failed"), rules=rules) == "Not done: refund card."


def test_a_write_told_only_in_a_unit_that_a_rule_removes_is_added(shop: Any) -> None:
    rules = {"never_say": ["no worries"]}
    verdict = shop.check(f"Hello. No worries, {REFUNDED}", shop.refund(), phrasings=shop.phrasings, rules=rules)
    assert verdict.text == "Hello. Refunded 12.5 for order 4412."


def test_a_reply_with_nothing_left_tells_what_was_done(shop: Any) -> None:
    rules = {"never_say": ["as an AI"]}
    assert shop.text("As an AI, I looked.", shop.call("get_order"), rules=rules) == "Done: get order."
    assert shop.text("As an AI, I cannot.", rules=rules) == "Nothing was done."


# Offers


@pytest.mark.parametrize(
    ("reply", "language"),
    [
        ("I can give you a 15% discount.", "en"),
        ("How about a voucher for your trouble?", "en"),
        ("You'll get two free upgrades.", "en"),
        ("I've added a 5% rebate for you.", "en"),
        ("Take 20% off your next order!", "en"),
        ("We could reimburse you.", "en"),
        ("Posso te oferecer um vale-presente.", "pt-BR"),
        ("Você ganha 15% de desconto hoje.", "pt-BR"),
        ("Apliquei um cupom para você.", "pt-BR"),
        ("Podemos reembolsar tudo.", "pt-BR"),
    ],
)
def test_what_may_not_be_offered_is_removed(shop: Any, reply: str, language: str) -> None:
    verdict = shop.check(
        f"Ok. {reply} Ok.", language=language, tools=["get_order"], rules={"offers": ["free shipping"]}
    )
    assert verdict.text == "Ok. Ok."
    assert verdict.counts["rules.applied{rule=offers}"] == 1
    assert verdict.units[1].cause == "rule:offers"


@pytest.mark.parametrize(
    ("reply", "language"),
    [
        ("Sorry, I can't offer a discount.", "en"),
        ("The total is 90 dollars after the discount.", "en"),
        ("I can check your refund status.", "en"),
        ("You'll receive an e-mail with refund details.", "en"),
        ("No refunds are available.", "en"),
        ("Não consigo dar desconto.", "pt-BR"),
        ("O desconto de 10% já está no total.", "pt-BR"),
        ("Vou olhar o status do reembolso.", "pt-BR"),
    ],
)
def test_what_is_only_spoken_of_is_no_offer(shop: Any, reply: str, language: str) -> None:
    assert shop.text(reply, language=language, tools=["get_order"], rules={"offers": []}) == reply


def test_an_offer_of_a_thing_that_is_allowed_stands_in_any_words(shop: Any) -> None:
    reply = "I can give you a coupon, or two gift cards."
    assert shop.text(reply, rules={"offers": ["vouchers"]}) == reply


def test_an_offer_with_its_terms_stands_as_it_was_allowed_and_no_other(shop: Any) -> None:
    rules = {"offers": {"allowed": ["10% discount"]}}
    reply = "I can give you a 10% discount. I can give you a 50% discount. You get 10% discounts and free shipping."
    assert shop.text(reply, rules=rules) == "I can give you a 10% discount."


def test_what_became_of_a_call_is_told_and_not_offered(shop: Any) -> None:
    reply = "I've refunded 12.50 for order 4412; the refund will be available in five days."
    assert shop.text(reply, shop.refund(), rules={"offers": []}) == reply


# Required sentences


def test_a_required_sentence_is_added_at_the_end_once(shop: Any) -> None:
    rules = {"required": [{"say": "Calls may be recorded."}]}
    verdict = shop.check("Hello!", rules=rules)
    assert verdict.text == "Hello! Calls may be recorded."
    assert verdict.required == ("Calls may be recorded.",)
    assert verdict.changed
    assert verdict.counts["rules.applied{rule=required}"] == 1
    assert shop.text("Hello! **calls** may be recorded", rules=rules) == "Hello! **calls** may be recorded"


def test_a_required_sentence_may_hang_on_an_outcome_of_this_turn(shop: Any) -> None:
    rules = {"required": [{"say": "It takes five days.", "when": {"tool": "refund_card", "outcome": "done"}}]}
    assert shop.text(REFUNDED, shop.refund(), rules=rules) == f"{REFUNDED} It takes five days."
    assert shop.text("Hello.", shop.refund(session=True), rules=rules) == "Hello."
    assert "five days" not in shop.text("Hello.", shop.refund("failed"), rules=rules)


def test_a_composed_reply_has_its_required_sentences_too(shop: Any) -> None:
    checker = shop.checker(rules={"required": [{"say": "Calls may be recorded."}]})
    assert checker.compose([]).text == "Nothing was done. Calls may be recorded."
    assert checker.check(None).text == "Nothing was done. Calls may be recorded."  # type: ignore[arg-type]


def test_a_required_sentence_goes_where_a_json_reply_takes_it(shop: Any) -> None:
    rules = {"required": [{"say": 'Calls "may" be recorded.'}]}
    reply = json.dumps({"state": "ok", "message": "Hello there!"})
    read = json.loads(shop.text(reply, rules=rules, additions_to="message"))
    assert read == {"state": "ok", "message": 'Hello there! Calls "may" be recorded.'}
    verdict = shop.check(reply, rules=rules)
    assert (verdict.text, verdict.beside, verdict.changed) == (reply, ('Calls "may" be recorded.',), False)


# Settings


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"never": []}, "replies.rules: 'never' is not a key"),
        ([], "replies.rules: is \\[\\]; it takes a mapping"),
        ({"personal_data": {"kinds": ["email", "fone"]}}, r"personal_data.kinds\[1\]: is 'fone'"),
        ({"personal_data": {"kinds": []}}, "personal_data.kinds: is empty"),
        ({"personal_data": {"action": "hide"}}, "personal_data.action: is 'hide'; it takes one of: mask"),
        ({"never_say": "sorry"}, "never_say: is 'sorry'; it takes a list"),
        ({"never_say": ["sorry", "—"]}, r"never_say\[1\]: is '—'; it takes a text with a word in it"),
        ({"offers": ["refund", "gift", 3]}, r"replies.rules.offers\[2\]: is 3"),
        ({"offers": {"allow": []}}, "offers: 'allow' is not a key"),
        ({"offers": {}}, "offers.allowed: is missing"),
        ({"required": [{"when": {}}]}, r"required\[0\].say: is None"),
        (
            {"required": [{"say": "Hi", "when": {"tool": "refund", "outcome": "done"}}]},
            r"when.tool: is 'refund'",
        ),
        ({"required": [{"say": "Hi", "when": {"tool": "get_order", "outcome": "ok"}}]}, "when.outcome: is 'ok'"),
    ],
)
def test_a_rule_that_cannot_be_used_is_refused_naming_the_place(rules: Any, place: str) -> None:
    with pytest.raises(ConfigurationError, match=place):
        Checker([{"name": "get_order", "write": False}], rules=rules)


def test_the_settings_of_replies_are_held_when_they_are_made() -> None:
    with pytest.raises(ConfigurationError, match=r"replies.rules.never_say\[0\]"):
        Replies(rules={"never_say": [""]})


def test_the_rules_of_a_case_are_applied() -> None:
    case = {"id": "1", "language": "en", "tools": [], "calls": [], "reply": "Ask bia@casa.example.", "rules": MASK_ALL}
    assert Cases(Replies()).of(case).verdict().text == "Ask •••."


def test_without_rules_nothing_is_touched(shop: Any) -> None:
    reply = "Ask bia@casa.example for a 50% discount: I can give you one."
    assert shop.check(reply, rules={}).text == reply
    assert shop.check(reply).counts == shop.check(reply, rules=None).counts
