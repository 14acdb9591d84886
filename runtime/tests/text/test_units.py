"""Replies cut into units, as a person reads them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.languages import ENGLISH, PORTUGUESE, unit_rules
from veraz.text.fold import fold
from veraz.text.units import Unit, UnitKind, split_units

RULES = {"en": unit_rules(ENGLISH), "pt": unit_rules(PORTUGUESE)}


def units_of(text: str, language: str = "en") -> tuple[Unit, ...]:
    return split_units(text, fold(text), RULES[language])


def cut(text: str, language: str = "en") -> list[str]:
    return [text[unit.start : unit.end] for unit in units_of(text, language)]


def kinds(text: str) -> list[str]:
    return [unit.kind.value for unit in units_of(text)]


def bodies(text: str) -> list[str]:
    return [text[unit.body : unit.end] for unit in units_of(text)]


# Each text is written with "¦" where one unit ends and the next begins.
ENGLISH_SENTENCES = [
    "The parcel left today. ¦It weighs 3.5 kg.",
    "The fee of $4,310.75 was waived. ¦Nothing else is due.",
    "Release v3.2.1 is out. ¦Read example.org/notes.html first.",
    "Write to help@shop.example.co.uk. ¦We answer fast.",
    "Prof. Lee and Mrs. Okoye signed it. ¦You get a copy.",
    "Invoice no. 881 is paid. ¦No. 882 is not.",
    "No. ¦We never charged it.",
    "Boarding starts at 7 a.m. on Sunday. ¦Gate 4.",
    "Boarding starts at 7 a.m. ¦The gate opens later.",
    "The call is at 9 p.m. CET. ¦Dial in early.",
    "Bring snacks, drinks, etc. ¦We supply plates.",
    "The maker is Bolt Corp. ¦They ship on Mondays.",
    "Bolt Corp. ships on Mondays. ¦So wait.",
    "It ships from the U.S. to Peru. ¦Customs may ask.",
    "R. J. Patel approved it. ¦He signed.",
    "You and I. ¦We try again.",
    "Hmm... let me see. ¦Found it!",
    "The page never loaded... ¦Shall I retry?",
    "Kitchen light … on",
    "What?! ¦It never came.",
    "Moved!!! ¦Anything more?",
    "good news! 🎉 ¦The move is done.",
    "Moved! :) ¦See you soon.",
    "All booked 🚗 ¦Your car waits at noon.",
    "It is **done.** ¦**Total:** $9.",
    'He wrote "It is broken." ¦I looked and it was fine.',
    '"Is it broken?" she asked. ¦It was not.',
    "The fee is gone (you asked for it!). ¦Enjoy.",
    "It moved. ¦(That was the plan.) ¦Anything else?",
    "*Can I pay later?* ¦Yes, until May.",
    "i moved it. ¦shout if it breaks",
    "I moved the date. ¦Open https://x.example/a.B?c=1.D now.",
    "The order waits; it ships soon.",
    "Fee: $3; ¦state: waived.",
    "Do this: 1. Open the app. ¦2. Tap on Pay.",
    "P.S. The shop is closed on Monday.",
    "Shall I go ahead? (yes/no)",
]

PORTUGUESE_SENTENCES = [
    "A taxa de R$ 4.310,75 caiu. ¦Nada mais é devido.",
    "A Sra. Lima e o Dr. Reis assinaram. ¦Você recebe uma cópia.",
    "O pedido nº 881 saiu. ¦O n. 882 ainda não.",
    "Mora na Av. Central, 20, ap. 7. ¦Pode entregar.",
    "Fica na R. Bahia, 12. ¦Até logo.",
    "A Sol Ltda. enviou ontem. ¦Obrigada.",
    "Quem vende é a Sol Ltda. ¦Eles enviam hoje.",
    "Atendemos de seg. a sex. ¦Depois, só por mensagem.",
    "Hum... deixa eu ver. ¦Achei!",
    "Boa! 🎉 ¦Mudei a data.",
    "já mudei. ¦qualquer coisa me chama",
    "¿Listo? ¦¡Sí!",
    "Ex.: você pode trocar. ¦Ou devolver.",
    "Chega dia 09.11.2031. ¦Aviso antes.",
    "Traga o CPF 123.456.789-09. ¦Confere?",
]


@pytest.mark.parametrize("marked", ENGLISH_SENTENCES)
def test_english_sentences(marked: str) -> None:
    assert cut(marked.replace("¦", "")) == [part.strip() for part in marked.split("¦")]


@pytest.mark.parametrize("marked", PORTUGUESE_SENTENCES)
def test_portuguese_sentences(marked: str) -> None:
    assert cut(marked.replace("¦", ""), "pt") == [part.strip() for part in marked.split("¦")]


def test_a_stop_with_no_space_after_it_still_ends_a_sentence() -> None:
    assert cut("I moved the date.You get a mail.") == ["I moved the date.", "You get a mail."]
    assert cut("It is on May 7th.Is that fine?") == ["It is on May 7th.", "Is that fine?"]
    assert cut("See a.Html or x.example/Shop.Page today.") == ["See a.Html or x.example/Shop.Page today."]


def test_full_width_stops_need_no_space() -> None:
    assert cut("完了しました。ありがとう！") == ["完了しました。", "ありがとう！"]


@pytest.mark.parametrize(
    "bullet",
    [
        "- ",
        "* ",
        "+ ",
        "• ",
        "– ",
        "1. ",
        "2) ",
        "(3) ",
        "a) ",
        "- [ ] ",
        "- [x] ",
        "✅ ",
        "✔️ ",
        "→ ",
        "☐ ",
        "- ✅ ",
        "1️⃣ ",
    ],
)
def test_a_list_item_keeps_its_bullet_out_of_its_body(bullet: str) -> None:
    text = f"Here is the list:\n  {bullet}Moved the date\n{bullet}Paid 12.50"
    assert kinds(text) == ["heading", "item", "item"]
    assert bodies(text)[1:] == ["Moved the date", "Paid 12.50"]
    assert cut(text)[1] == f"{bullet}Moved the date"


def test_further_sentences_of_an_item_are_units_of_their_own() -> None:
    text = "- Moved the date. You get a mail.\n- Paid the fee."
    assert cut(text) == ["- Moved the date.", "You get a mail.", "- Paid the fee."]
    assert kinds(text) == ["item", "sentence", "item"]


@pytest.mark.parametrize(
    "line", ["-5 degrees", "1.5 GB are left", "2031 was fine", "*Budget round* has moved", "#12 is paid"]
)
def test_what_only_looks_like_a_bullet_is_a_sentence(line: str) -> None:
    assert kinds(line) == ["sentence"]
    assert bodies(line) == [line]


def test_table_rows_and_the_line_under_the_head_are_rows() -> None:
    assert kinds("| Fee | State |\n|---|:-:|\n| $5 | paid. Done |") == ["row", "row", "row"]
    assert kinds("Fee | State | Day\n--- | --- | ---\n5 | paid | Monday") == ["row", "row", "row"]


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("## Date moved", "Date moved"),
        ("**Date moved. All done**", "**Date moved. All done**"),
        ("**Your bookings:**", "**Your bookings:**"),
        ("What I did:", "What I did:"),
    ],
)
def test_headings(line: str, body: str) -> None:
    text = f"{line}\nThe rest."
    assert kinds(text) == ["heading", "sentence"]
    assert bodies(text) == [body, "The rest."]


def test_each_line_of_code_is_a_unit_and_the_fences_are_too() -> None:
    text = "Run this:\n```sh\npay --now. Done\n\n- x\n```\nPaid."
    assert cut(text) == ["Run this:", "```sh", "pay --now. Done", "- x", "```", "Paid."]
    assert kinds(text)[1:-1] == ["code"] * 4


def test_a_fence_left_open_makes_the_rest_code() -> None:
    assert kinds("~~~\nI paid.\nYou paid.") == ["code"] * 3


def test_code_marks_within_one_line_open_no_fence() -> None:
    assert kinds("```pay()``` ran.\nIt paid.") == ["sentence", "sentence"]


def test_a_quoted_line_starts_after_its_mark() -> None:
    text = "It reads:\n> I leave the club.\n> - at once"
    assert bodies(text) == ["It reads:", "I leave the club.", "at once"]
    assert kinds(text) == ["heading", "sentence", "item"]


@pytest.mark.parametrize(
    "text",
    [
        "Hi Ana,\nI moved the date.\nBest,\nBo",
        "Hi Ana,\nthe date has moved.",
        "moved the date\nall set now",
        "Moved the date\nPaid the fee",
        "Moved the date.\npaid the fee",
        "Fee: $5\nDay: Monday",
        "Call this:\nmove_date()",
        "- Moved the date\nThat is all",
        "Moved the date\r\nPaid the fee",
    ],
)
def test_a_line_break_ends_a_unit(text: str) -> None:
    assert cut(text) == text.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "I moved the date of your\nbooking to Monday.",
        "- Moved the date of your\n  booking to Monday",
        "The fee for the new date of your booking was charged to the card ending in\n4412 today.",
    ],
)
def test_a_line_that_carries_on_belongs_to_the_unit_before(text: str) -> None:
    assert cut(text) == [text]


def test_a_blank_line_always_ends_a_unit() -> None:
    assert cut("I moved the date of your\n\nbooking") == ["I moved the date of your", "booking"]


def test_a_text_with_no_words_has_no_units() -> None:
    assert units_of("") == ()
    assert units_of(" \n\t\u00a0\n") == ()


PIECES = st.sampled_from(
    [
        *"aZ9.!?…;:,()[]{}*_`'\"|>#-+~\\/@ \n\r\t",
        "\u00a0",
        "\u0301",
        "\u2028",
        "。",
        "🎉",
        "✅",
        "\ufe0f",
        "Dr. ",
        "\n- ",
        "\n1. ",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)), st.sampled_from(["en", "pt"]))
def test_units_cover_every_character_that_shows_in_order(text: str, language: str) -> None:
    end = 0
    for unit in units_of(text, language):
        assert not text[end : unit.start].strip()
        assert unit.start <= unit.body <= unit.end
        assert text[unit.start : unit.end].strip() == text[unit.start : unit.end] != ""
        assert isinstance(unit.kind, UnitKind)
        end = unit.end
    assert not text[end:].strip()


@given(st.lists(PIECES).map("".join))
def test_the_same_text_is_cut_the_same_way(text: str) -> None:
    assert units_of(text) == units_of(text)
