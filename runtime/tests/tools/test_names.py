import pytest

from veraz.errors import ToolError
from veraz.tools import Tool, name_in_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("refund_card", "refund card"),
        ("RefundCard", "refund card"),
        ("refund-card", "refund card"),
        ("orders.refund", "orders refund"),
        ("estornar_cartao", "estornar cartao"),
        ("getHTTPStatus", "get http status"),
        ("top-up", "top up"),
        ("v2_orders", "v2 orders"),
        ("endereço_de_entrega", "endereço de entrega"),
        ("__", "__"),
    ],
)
def test_a_name_reads_in_words(name: str, words: str) -> None:
    assert name_in_words(name) == words


@pytest.mark.parametrize("name", ["", "refund card", "a" * 129, "estornar_cartão", "refund\n", 7, None])
def test_a_name_that_no_model_could_send_is_refused(name: object) -> None:
    with pytest.raises(ToolError, match="is not a tool's name"):
        Tool.of({"name": name})


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("get_order", False),
        ("ListOrders", False),
        ("consultar_pedido", False),
        ("refund_card", True),
        ("getaway", True),
    ],
)
def test_only_a_name_that_plainly_looks_up_is_taken_for_a_read(name: str, write: bool) -> None:
    assert Tool.of({"name": name}).write is write
