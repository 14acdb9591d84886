"""Which words speak of which tool, from its name, its description, what it takes, and its own vocabulary."""

from typing import Any

import pytest

from veraz.errors import VocabularyError
from veraz.languages import grammar
from veraz.outcomes import Stance
from veraz.reading import Reader
from veraz.tools import Toolset


def tied(text: str, *tools: Any, language: str = "en") -> set[str]:
    """Return the names of the tools that ``text`` claims something firm about."""
    toolset = Toolset.of({"name": tool} if isinstance(tool, str) else tool for tool in tools)
    claims = [claim for unit in Reader(toolset, grammar(language)).read(text) for claim in unit.claims]
    bits = [claim.tools for claim in claims if claim.firm and claim.stance is not Stance.MENTION]
    return {name for index, name in enumerate(toolset) if any(tools >> index & 1 for tools in bits)}


REFUNDS = ["refund_card", "RefundCard", "refundCard", "refund-card", "card.refund", "REFUND_CARD", "orders.refund"]
ESTORNOS = ["estornar_cartao", "EstornarCartao", "estornar-cartao", "estornar_cartão", "cartao.estornar"]


@pytest.mark.parametrize("name", [*REFUNDS, *ESTORNOS[:3]])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Your card was refunded."),
        ("en", "I gave you your money back."),
        ("pt-BR", "O cartão foi estornado."),
        ("pt-BR", "Devolvi o seu dinheiro."),
    ],
)
def test_a_name_in_any_style_and_either_language_is_spoken_of_in_both(name: str, language: str, text: str) -> None:
    assert tied(text, name, language=language) == {name}


@pytest.mark.parametrize(
    "tool",
    [
        {"name": "refund_card", "description": "Refund an order to the card that paid for it."},
        {"name": "orders.refund"},
        {"name": "RefundOrder"},
        {"name": "refund_card", "input_schema": {"type": "object", "properties": {"order_id": {"type": "string"}}}},
        {"name": "estornar_cartao", "description": "Estorna um pedido no cartão."},
        {"name": "fin_op_7", "write": True, "description": "Estorna o valor de um pedido no cartão do cliente."},
    ],
)
def test_an_order_said_to_be_refunded_ties_to_the_tool_that_refunds(tool: dict[str, Any]) -> None:
    assert tied("O pedido 5521 já foi estornado.", tool, language="pt-BR") == {tool["name"]}
    assert tied("I've refunded order 5521.", tool) == {tool["name"]}


@pytest.mark.parametrize(
    ("name", "language", "text"),
    [
        ("cancel_subscription", "en", "Your plan has been cancelled."),
        ("reschedule_appointment", "en", "I moved your visit to Tuesday."),
        ("send_email", "en", "I've e-mailed you the details."),
        ("ship_order", "en", "Your order was dispatched this morning."),
        ("block_card", "en", "Your card is frozen now."),
        ("unlock_account", "en", "I've unlocked your account."),
        ("switch_off_light", "en", "I've switched the kitchen light off."),
        ("set_reminder", "en", "I'll remind you at six."),
        ("pay_bill", "en", "The bill has been paid."),
        ("delete_file", "en", "I've removed the file."),
        ("create_ticket", "en", "I've opened a ticket for you."),
        ("transfer_money", "en", "The money has been transferred."),
        ("exchange_item", "en", "I've swapped the item."),
        ("cancelar_assinatura", "pt-BR", "Sua assinatura foi cancelada."),
        ("remarcar_consulta", "pt-BR", "Remarquei a sua consulta para terça."),
        ("enviar_email", "pt-BR", "Mandei o e-mail agora."),
        ("bloquear_cartao", "pt-BR", "O seu cartão está bloqueado."),
        ("desligar_luz", "pt-BR", "Apaguei a luz da cozinha."),
        ("pagar_boleto", "pt-BR", "O boleto foi pago."),
        ("pay_bill", "pt-BR", "Paguei a conta."),
        ("create_ticket", "pt-BR", "Abri um chamado para você."),
        ("transfer_money", "pt-BR", "Transferi o dinheiro."),
        ("delete_file", "pt-BR", "O arquivo foi apagado."),
        ("remarcar_consulta", "en", "I've rescheduled your appointment."),
    ],
)
def test_everyday_actions_are_known_by_their_everyday_words(name: str, language: str, text: str) -> None:
    assert tied(text, name, language=language) == {name}


@pytest.mark.parametrize(
    "text",
    ["The weather was cancelled out by the sea.", "Our kitchen closes at ten.", "I've enjoyed our talk.", "Thank you!"],
)
def test_other_sentences_tie_to_nothing(text: str) -> None:
    assert tied(text, "refund_card", "send_invoice", "book_table") == set()


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "I've cancelled your order.", "cancel_order"),
        ("en", "I've cancelled your reservation.", "cancel_reservation"),
        ("en", "The reservation has been cancelled.", "cancel_reservation"),
        ("en", "I processed the cancellation of your order.", "cancel_order"),
        ("pt-BR", "Cancelei o seu pedido.", "cancel_order"),
        ("pt-BR", "Sua reserva foi cancelada.", "cancel_reservation"),
    ],
)
def test_two_tools_of_one_verb_are_told_apart_by_their_nouns(language: str, text: str, meant: str) -> None:
    assert tied(text, "cancel_order", "cancel_reservation", language=language) == {meant}


def test_a_verb_alone_speaks_of_every_tool_that_has_it() -> None:
    assert tied("I've cancelled it.", "cancel_order", "cancel_reservation") == {"cancel_order", "cancel_reservation"}


def test_each_clause_speaks_of_its_own_tool() -> None:
    tools = "refund_card", "cancel_order", "send_invoice"
    assert tied("I've cancelled the order and sent the invoice.", *tools) == {"cancel_order", "send_invoice"}


def test_a_write_is_not_tied_by_the_words_of_a_look_up() -> None:
    assert tied("I've checked your order.", "cancel_order", "get_order") == {"get_order"}


def test_a_vocabulary_adds_words_in_its_language_alone() -> None:
    tool = {"name": "fin_op_7", "write": True, "vocabulary": {"en": {"verbs": ["zap"], "nouns": ["zapping"]}}}
    assert tied("I've zapped your card.", tool) == {"fin_op_7"}
    assert tied("The zapping went through.", tool) == {"fin_op_7"}
    assert tied("Fiz o zapping do seu cartão.", tool, language="pt-BR") == set()


@pytest.mark.parametrize("verb", ["knock off", "wave through"])
def test_a_vocabularys_verb_may_have_a_particle(verb: str) -> None:
    tool = {"name": "fin_op_7", "write": True, "vocabulary": {"en": {"verbs": [verb]}}}
    base, particle = verb.split()
    assert tied(f"I've {base}ed your fee {particle}.".replace("waveed", "waved"), tool) == {"fin_op_7"}


@pytest.mark.parametrize(
    ("vocabulary", "place"),
    [
        ({"en": ["zap"]}, "vocabulary.en"),
        ({"en": {"verbs": "zap"}}, "vocabulary.en.verbs"),
        ({"en": {"nouns": [7]}}, "vocabulary.en.nouns"),
        ({"en": {"verbs": ["  "]}}, "vocabulary.en.verbs"),
    ],
)
def test_a_vocabulary_that_cannot_be_used_is_refused_by_its_place(vocabulary: Any, place: str) -> None:
    with pytest.raises(VocabularyError, match=f"fin_op_7.*{place}"):
        tied("Hello", {"name": "fin_op_7", "write": True, "vocabulary": vocabulary})
