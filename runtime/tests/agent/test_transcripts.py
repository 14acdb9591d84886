"""The two conversations of the documentation, to the letter."""

import pytest

from veraz.cli.demo import Shop, load

ENGLISH = """\
my parcel is lost -> I didn't recognise anything in that. I can get order or refund card. Which do you mean?
the parcel for 4412 is lost -> Not done: refund card.
the parcel for 4412 never turned up -> I couldn't refund order 4412: argument_schema.
the parcel for 4412 went missing -> waits: Run refund_card?
  approve -> Refunded 12.5 pounds for order 4412.
the parcel for 4412 vanished -> waits: Run refund_card?
  approve -> I've refunded 12.50 pounds to your card for order 4412.
the parcel for 4412 went missing -> waits: Run refund_card?
  skip -> Not done: refund card."""

ENGLISH_TEMPLATE = """\
my parcel is lost -> I didn't recognise anything in that. I can get order or refund card. Which do you mean?
the parcel for 4412 vanished -> Refunded 12.5 pounds for order 4412."""

QUESTION = (
    "a minha encomenda se perdeu -> Não reconheci nada nisso. Posso get order ou refund card. "
    "Pode dizer qual ferramenta ou qual item você quer?"
)

PORTUGUESE = f"""\
{QUESTION}
a encomenda do 4412 se perdeu -> Não foi feito: refund card.
a encomenda do 4412 nunca chegou -> Não consegui estornar o pedido 4412: argument_schema.
o pacote do 4412 sumiu no caminho -> waits: Executar refund_card?
  approve -> Estornados 12.5 reais do pedido 4412.
a encomenda do 4412 desapareceu -> waits: Executar refund_card?
  approve -> Estornei 12,50 reais no seu cartão pelo pedido 4412.
o pacote do 4412 sumiu no caminho -> waits: Executar refund_card?
  skip -> Não foi feito: refund card."""

PORTUGUESE_TEMPLATE = f"""\
{QUESTION}
a encomenda do 4412 desapareceu -> Estornados 12.5 reais do pedido 4412."""


@pytest.fixture(scope="module")
def shops() -> dict[str, Shop]:
    return {shop.language: shop for shop in load()[0]}


@pytest.mark.parametrize(("language", "expected"), [("en", ENGLISH), ("pt", PORTUGUESE)])
def test_the_desk_says_what_was_done_whatever_its_model_writes(
    shops: dict[str, Shop], language: str, expected: str
) -> None:
    assert "\n".join(shops[language].transcript()) == expected


@pytest.mark.parametrize(("language", "expected"), [("en", ENGLISH_TEMPLATE), ("pt", PORTUGUESE_TEMPLATE)])
def test_the_template_composer_shows_phrasings_alone(shops: dict[str, Shop], language: str, expected: str) -> None:
    assert "\n".join(shops[language].template_transcript()) == expected
