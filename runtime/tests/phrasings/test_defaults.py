import pytest

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.outcomes import Outcome
from veraz.phrasings import Defaults

EN, PT = Defaults.of(ENGLISH), Defaults.of(PORTUGUESE)

TEXTS = {
    Outcome.DONE: ("Done: {action}{with}.", "Feito: {action}{with}."),
    Outcome.FAILED: ("Not done: {action}{because}.", "Não foi feito: {action}{because}."),
    Outcome.REFUSED: ("That can't be done: {action}{because}.", "Isso não pode ser feito: {action}{because}."),
    Outcome.PENDING: ("Once you confirm, I will {action}{with}.", "Assim que confirmar, farei: {action}{with}."),
    Outcome.UNKNOWN: (
        "Whether {action} went through is still being checked; I'll confirm before doing anything else.",
        "Ainda estou verificando se {action} foi concluído; confirmo antes de fazer qualquer outra coisa.",
    ),
    Outcome.UNDONE: ("Reversed: {action}{with}.", "Revertido: {action}{with}."),
    Outcome.NOT_ATTEMPTED: ("Not done: {action}.", "Não foi feito: {action}."),
}


@pytest.mark.parametrize("outcome", list(Outcome))
def test_each_outcome_has_a_phrasing_in_both_languages(outcome: Outcome) -> None:
    assert (EN.outcomes[outcome].source, PT.outcomes[outcome].source) == TEXTS[outcome]


def test_the_products_own_sentences() -> None:
    assert (EN.confirmation("refund_card"), PT.confirmation("refund_card")) == (
        "Run refund_card?",
        "Executar refund_card?",
    )
    assert (EN.nothing_done, PT.nothing_done) == ("Nothing was done.", "Nada foi feito.")
    assert EN.without_model == "This reply was written without a model."
    assert PT.without_model == "Esta resposta foi escrita sem um modelo."


@pytest.mark.parametrize(
    ("tools", "en", "pt"),
    [
        (["get order"], "I can get order.", "Posso get order."),
        (["get order", "refund card"], "I can get order or refund card.", "Posso get order ou refund card."),
        (["a", "b", "c"], "I can a, b or c.", "Posso a, b ou c."),
    ],
)
def test_the_question_names_what_the_agent_can_do(tools: list[str], en: str, pt: str) -> None:
    assert EN.question(tools) == f"I didn't recognise anything in that. {en} Which do you mean?"
    assert PT.question(tools) == (f"Não reconheci nada nisso. {pt} Pode dizer qual ferramenta ou qual item você quer?")


@pytest.mark.parametrize("grammar", [ENGLISH, PORTUGUESE])
def test_an_agent_with_no_tools_asks_a_whole_question(grammar: Grammar) -> None:
    assert Defaults.of(grammar).question([]).endswith("?")


def test_both_languages_owe_the_same_words() -> None:
    assert ENGLISH.table("phrasings").keys() == PORTUGUESE.table("phrasings").keys()
