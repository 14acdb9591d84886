import pytest

from veraz import Call, Checker, Outcome
from veraz.errors import ToolError
from veraz.meters import counted
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
        ("mcp__stripe__create_refund", "create refund"),
        ("github/create_issue", "github create issue"),
        ("Criar issue", "criar issue"),
        ("órgão", "órgão"),
    ],
)
def test_a_name_reads_in_words(name: str, words: str) -> None:
    assert name_in_words(name) == words


@pytest.mark.parametrize("name", ["", " refund", "a" * 129, "re{fund}", "refund\n", "re\x00fund", 'say "hi"', 7, None])
def test_a_name_that_would_break_a_reply_or_a_line_is_refused(name: object) -> None:
    with pytest.raises(ToolError, match="is not a tool's name"):
        Tool.of({"name": name})


@pytest.mark.parametrize("name", ["github/create_issue", "órgão", "estornar cartão", "a,b=c"])
def test_what_is_told_of_a_tool_of_any_name_can_be_counted(name: str) -> None:
    verdict = Checker([{"name": name, "write": True}]).check("Hello.", [Call(name, {}, Outcome.DONE)])
    (series,) = [each for each in counted(verdict.counts) if each.meter == "sentences.added"]
    assert dict(series.labels)["tool"].isascii()
