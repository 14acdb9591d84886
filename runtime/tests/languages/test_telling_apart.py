"""Which language a sentence is in, over the sentences of ``other_languages.yaml``: told where it is sure, else not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from veraz.languages import GRAMMARS, reply_grammar
from veraz.languages.tables import frozen, load_table
from veraz.languages.telling_apart import OtherLanguages
from veraz.text.fold import fold, fold_word
from veraz.text.tokens import tokenize

SENTENCES = yaml.safe_load(Path(__file__).with_name("other_languages.yaml").read_text(encoding="utf-8"))
FOLDER = Path(__file__).parents[2] / "src/veraz/languages/tongues"


def told(own: str, text: str) -> str | None:
    return OtherLanguages.than(reply_grammar(own)).of(text, tokenize(fold(text)))


def others() -> Iterator[Any]:
    for code, texts in SENTENCES["foreign"].items():
        yield from (pytest.param(own, text, code, id=f"{own}: {text}") for own in ("en", "pt") for text in texts)
    yield from (pytest.param("pt", text, "en", id=f"pt: {text}") for text in SENTENCES["en_in_pt"])
    yield from (pytest.param("en", text, "pt-BR", id=f"en: {text}") for text in SENTENCES["pt_in_en"])


KNOWN_MISSES = {"pt: Tu reserva está lista, nos vemos el viernes."}


@pytest.mark.parametrize(("own", "text", "code"), list(others()))
def test_a_sentence_in_another_language_is_told(own: str, text: str, code: str) -> None:
    if f"{own}: {text}" in KNOWN_MISSES:
        pytest.xfail("nearly all its words are Portuguese too")
    assert told(own, text) == code


@pytest.mark.parametrize(
    ("own", "text"), [(own, text) for own, texts in SENTENCES["own"].items() for text in texts], ids=str
)
def test_names_codes_titles_and_borrowed_words_are_the_texts_own(own: str, text: str) -> None:
    assert told(own, text) is None


@pytest.mark.parametrize("text", ["Gracias!", "Su pedido fue", "Thank you", "Seu pedido foi", "Done", "OK, feedback"])
@pytest.mark.parametrize("own", ["en", "pt"])
def test_up_to_three_words_are_the_texts_own(own: str, text: str) -> None:
    assert told(own, text) is None


def test_a_sentence_all_in_capitals_is_told_too() -> None:
    assert told("en", "SU PEDIDO YA FUE CANCELADO.") == "es"


def test_every_language_that_is_read_has_words() -> None:
    assert {grammar.code[:2] for grammar in GRAMMARS} <= load_table("languages/tongues", "words").keys()


@pytest.mark.parametrize("code", load_table("languages/tongues", "words"))
def test_a_word_stands_once_in_a_languages_lists(code: str) -> None:
    lists = load_table("languages/tongues", "words")[code]
    assert set(map(fold_word, lists["sure"])).isdisjoint(map(fold_word, lists["other"]))


def test_the_words_that_machines_read_are_those_that_people_wrote() -> None:
    assert (FOLDER / "tables.json").read_text(encoding="utf-8") == frozen(FOLDER), "run: make tables"
