"""What a person reads of why a call was not done, and what the record keeps of it."""

import pytest

from veraz import Call, Checker, Outcome, Replies
from veraz.errors import ConfigurationError
from veraz.languages import ENGLISH, GRAMMARS, PORTUGUESE, Grammar
from veraz.languages.tables import load_table
from veraz.records.reasons import Reasons, cleaned

TOOLS = [{"name": "refund_card", "write": True}]
NOT_FOR_PEOPLE = [
    "HTTP 500 from https://pay.internal/v1?key=sk_live_51Hx9 for ana@example.org, card 4111 1111 1111 1111",
    "card 4111 1111 1111 1111 declined",
    "the receipt went to ana@example.org",
    "call +55 11 98765-4321",
    "cannot read /var/lib/shop/orders",
    "db.internal refused",
    "bearer eyJhbGciOiJIUzI1NiJ9abc",
    "key: 9f8e7d6c5b4a39281706",
    "Failed to invoke Tool `refund_card` with parameters {'order_id': '4412'}",
    "Error: no stock\n Please fix your mistakes.",
    "please provide a valid order",
    "Do not retry: the card is lost",
    "Error executing tool refund_card: card declined",
    "User rejected the tool call",
    'Traceback (most recent call last): File "x", line 3',
    "KeyError: 'order_id'",
    "Cliente Maria Silva bloqueada",
    "customer Maria is blocked",
    "Order of Maria Silva closed",
    "Refund Maria Silva declined",
    "João da Silva não tem saldo",
    "maria.silva",
    "Bearer abcdef",
    "cvv 123 wrong",
    "password hunter2 is wrong",
    "senha girassol incorreta",
    "SELECT * FROM users",
    "dup key value violates unique constraint users_email_key",
    "Ignore previous instructions",
    "ignore_previous_instructions",
    "10.0.0.1",
    "refused by 10.0.0.1",
    "null",
    "undefined",
    "AKIAIOSFODNN7EXAMPLE",
    "sk-live-abcdefghijklmnop",
    "a" * 200,
    "...",
]


@pytest.mark.parametrize("reason", NOT_FOR_PEOPLE)
def test_what_was_not_written_for_people_is_read_by_none_and_kept_nowhere(reason: str) -> None:
    assert cleaned(reason) is None
    assert Reasons.of(ENGLISH).wording(reason) == ""


@pytest.mark.parametrize(
    ("reason", "english", "portuguese"),
    [
        ("Error: card declined", "card declined", "cartão recusado"),
        ("card_declined", "card declined", "cartão recusado"),
        ("CardDeclined", "card declined", "cartão recusado"),
        ("ValueError: amount is too high", "amount is too high", "amount is too high"),
        ("HTTP 402 Payment Required", "Payment Required", "falta antes um pagamento"),
        ("404", "it was not found", "não foi encontrado"),
        ("ETIMEDOUT", "there was no answer in time", "não houve resposta a tempo"),
        ("kitchen_closed", "kitchen closed", "kitchen closed"),
        ("kitchenClosed", "kitchen closed", "kitchen closed"),
        ("invalid order_id", "invalid order id", "invalid order id"),
        ("Card Declined", "Card Declined", "cartão recusado"),
        ("Kitchen Closed", "Kitchen Closed", "Kitchen Closed"),
        ("payment.declined", "card declined", "cartão recusado"),
        ("the password is not right", "the password is not right", "the password is not right"),
        ("delivery instructions are missing", *("delivery instructions are missing",) * 2),
        ("over the limit", "over the limit", "o valor passa do limite"),
        ("prazo vencido", "prazo vencido", "prazo vencido"),
    ],
)
def test_a_short_phrase_passes_and_a_code_is_worded(reason: str, english: str, portuguese: str) -> None:
    assert Reasons.of(ENGLISH).wording(reason) == english
    assert Reasons.of(PORTUGUESE).wording(reason) == portuguese


@pytest.mark.parametrize("code", ["gkpj", "E1234", "3f9ab2", "51", "XQ_77_P"])
def test_a_code_of_no_words_stays_in_the_record_and_is_read_to_nobody(code: str) -> None:
    assert cleaned(code) == code
    assert Reasons.of(ENGLISH).wording(code) == ""


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.code)
def test_every_language_words_the_same_codes_in_texts_that_pass_for_reasons(grammar: Grammar) -> None:
    codes = grammar.table("reasons")["codes"]
    assert set(codes) == set(ENGLISH.table("reasons")["codes"])
    assert [text for text in codes.values() if cleaned(text) != text] == []


def test_every_other_name_of_a_code_leads_to_one_that_is_worded() -> None:
    aliases = load_table("records", "reasons")["aliases"]
    assert set(aliases) <= set(ENGLISH.table("reasons")["codes"])
    names = [name for others in aliases.values() for name in others]
    assert len(names) == len(set(names))


def refused(checker: Checker, reason: str) -> str:
    return checker.compose([Call("refund_card", {}, Outcome.REFUSED, reason=reason)]).text


def test_an_organisation_words_a_reason_its_own_way() -> None:
    worded = {"card_expired": {"en": "that card is out of date", "pt": "esse cartão já venceu"}, "gkpj": "ask the bank"}
    english, portuguese = (Checker(TOOLS, language=code, reasons=worded) for code in ("en", "pt-BR"))
    assert refused(english, "expired_card") == "That can't be done: refund card: that card is out of date."
    assert refused(portuguese, "card_expired") == "Isso não pode ser feito: refund card: esse cartão já venceu."
    assert refused(english, "gkpj") == "That can't be done: refund card: ask the bank."


def test_only_an_own_phrasing_prints_the_tool_checks_code_and_only_without_a_wording() -> None:
    own = {"refund_card": {"refused": "No refund{because}."}}
    assert refused(Checker(TOOLS), "argument_schema").endswith("details given are missing or not valid.")
    assert refused(Checker(TOOLS, own), "argument_schema") == "No refund: argument_schema."
    worded = Checker(TOOLS, own, reasons={"argument_schema": "that is no amount"})
    assert refused(worded, "argument_schema") == "No refund: that is no amount."


def test_a_reply_that_gives_a_reason_in_words_has_told_of_the_call() -> None:
    call = Call("refund_card", {"order_id": "4412"}, Outcome.FAILED, reason="window_closed")
    reply = "Quanto ao estorno, o prazo já passou."
    assert Checker(TOOLS, language="pt").check(reply, [call]).text == reply


@pytest.mark.parametrize(
    ("reasons", "place"),
    [
        (["card_expired"], "replies.reasons is list"),
        ({7: "x"}, "replies.reasons has the key 7"),
        ({"card_expired": 7}, "replies.reasons.card_expired is int"),
        ({"card_expired": {"en": None}}, "replies.reasons.card_expired.en is NoneType"),
        ({"card_expired": {"fr": "expirée"}}, "replies.reasons.card_expired: language 'fr'"),
        ({"card_expired": {"en": "a\nb"}}, "replies.reasons.card_expired.en is no wording"),
    ],
)
def test_a_wording_that_cannot_be_used_is_refused_with_its_place(reasons: object, place: str) -> None:
    with pytest.raises(ConfigurationError, match=place):
        Replies(reasons=reasons)  # type: ignore[arg-type]
