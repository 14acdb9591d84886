"""What a unit says as a whole: of how many things, under its list's heading, by its tick, and by what it refers to."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, TOOLS, desk
from veraz.languages import grammar
from veraz.outcomes import Stance
from veraz.reading import Reader
from veraz.reading.claims import Claim, Reach, Source, UnitReading
from veraz.text.units import Place, Unit, UnitKind
from veraz.tools import Toolset

DONE, NOT_DONE, ASK, MENTION = Stance.DONE, Stance.NOT_DONE, Stance.ASK, Stance.MENTION


def claim(stance: Stance, *, firm: bool = False) -> Claim:
    return Claim.of_stretch(0, 4, stance, "en.test")._replace(firm=firm)


def item(*claims: Claim, listed: Claim | None = None) -> UnitReading:
    return UnitReading(Unit(0, 4, UnitKind.ITEM, 0), "item", claims, listed=listed)


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        ("I refunded the card.", Reach.ONE),
        ("Both cards were refunded.", Reach.SEVERAL),
        ("All of the cards except one were refunded.", Reach.ONE),
    ],
)
def test_a_claim_tells_of_how_many_things_its_unit_speaks(text: str, reach: Reach) -> None:
    assert {each.reach for each in desk(EN).read(text).claims} == {reach}


@pytest.mark.parametrize(
    ("said", "told"),
    [(DONE, [ASK]), (Stance.PROMISE, [ASK]), (MENTION, [MENTION])],
)
def test_items_under_a_question_are_asked_about(said: Stance, told: list[Stance]) -> None:
    assert [each.stance for each in item(claim(said)).under(ASK).claims] == told


@pytest.mark.parametrize(("firm", "told"), [(True, 1), (False, 0)])
def test_an_item_that_only_names_an_act_claims_it_under_what_was_done(firm: bool, told: int) -> None:
    assert len(item(listed=claim(DONE, firm=firm)).under(DONE).claims) == told


def test_an_item_under_what_was_done_claims_what_it_says_already() -> None:
    both = item(claim(DONE), listed=claim(DONE, firm=False))
    assert both.under(DONE).claims == (claim(DONE, firm=True),)
    assert item(claim(NOT_DONE)).under(DONE).claims == (claim(NOT_DONE),)
    assert item().under(DONE).claims == ()


def test_what_an_item_is_listed_for_takes_the_stance_of_its_tick() -> None:
    assert [each.stance for each in item(listed=claim(DONE)).told(NOT_DONE).claims] == [NOT_DONE]
    assert [each.stance for each in item(claim(MENTION), listed=claim(DONE)).told(DONE).claims] == [DONE]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- ✅ Refund of the card", [(DONE, True)]),
        ("- ❌ Refund of the card", [(NOT_DONE, True)]),
        ("- [x] the payout", [(DONE, True)]),
        ("- [ ] the payout", []),
        ("Card refund ✓", [(DONE, True)]),
        ("Card refund", []),
        ("The card ✓", []),
        ("Refund: ❌ timed out", [(NOT_DONE, False)]),
        ("| Refund the card | ❌ |", [(NOT_DONE, False)]),
        ("What I did:\n- Refund of the card", [(DONE, True)]),
        ("What I did:\n- The card", []),
        ("Please confirm:\n- I refunded the card", [(ASK, True)]),
        ("What I did:\nSee you.\n- Refund of the card", []),
        ("- Refund of the card", []),
    ],
)
def test_an_item_or_a_label_says_what_its_list_or_its_tick_makes_of_it(
    text: str, says: list[tuple[Stance, bool]]
) -> None:
    assert [(each.stance, each.firm) for each in desk(EN).read(text).claims] == says


@pytest.mark.parametrize(
    ("text", "refers", "asserts"),
    [
        ("The reference is TR-77.", True, True),
        ("The reference you gave me is TR-77.", False, False),
        ("If the reference is TR-77, call.", True, False),
        ("The reference is here.", False, False),
        ("Three rooms, 12 lamps.", False, True),
    ],
)
def test_a_unit_refers_to_an_identifier_that_it_states(text: str, refers: bool, asserts: bool) -> None:
    reading = desk(EN).read(text)
    assert (reading.refers, reading.asserts) == (refers, asserts)


@pytest.mark.parametrize(
    ("text", "tries"), [("I tried it twice.", 2), ("I've tried it twice in the last 24 hours.", 0)]
)
def test_tries_of_this_turn_are_counted(text: str, tries: int) -> None:
    assert desk(EN).read(text).tries == tries


def test_a_lone_word_in_json_is_data_and_a_sentence_in_it_is_read() -> None:
    assert desk(EN).read('{"state": "refunded"}').claims == ()
    assert [each.stance for each in desk(EN).read('{"say": "Refunded the card"}').claims] == [DONE]
    assert [each.stance for each in desk(EN).read('{"say": "Refunded."}').claims] == [DONE]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Toolset.of({"name": name} for name in TOOLS), grammar(EN))


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("Your new plan is already active.", True),
        ("- Your new plan is already active.", True),
        ("Your plan is here.", False),
        ("O seu novo plano já está ativo agora mesmo, obrigado.", False),
    ],
)
def test_what_now_is_so_is_told_in_the_readers_own_language(reader: Reader, text: str, follows: bool) -> None:
    assert reader.follows(reader.read(text)[-1]) is follows


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I nudged the engineer.", (22, True)),
        ("RT-5 is on a break.", (4, False)),
        ("- RT-5 is on a break.", (6, False)),
        ("Is RT-5 on a break?", None),
        ("Eu enviei o recibo ao seu gerente hoje de manhã.", None),
    ],
)
def test_what_is_told_outright_ends_its_subject_somewhere(
    reader: Reader, text: str, told: tuple[int, bool] | None
) -> None:
    assert reader.outright(reader.read(text)[-1]) == told


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("I've emailed your manager.", [5]),
        ("- I've emailed your manager", [7]),
        ("# I've emailed your manager", []),
        ("The room is free.", []),
        ("Eu enviei o recibo ao seu gerente hoje de manhã.", []),
    ],
)
def test_own_acts_are_told_in_sentences_and_items(reader: Reader, text: str, starts: list[int]) -> None:
    unit = reader.read(text)[-1]
    assert [act.start for act in reader.own_acts(unit, text[unit.unit.start : unit.unit.end])] == starts


@pytest.mark.parametrize(
    ("text", "language", "unread", "rules"),
    [
        ("Estornei o valor no seu cartão hoje de manhã, pode conferir.", "pt-BR", False, ["pt.past"]),
        ("Le remboursement de votre carte a été effectué hier soir, merci.", "fr", True, []),
        ("I've refunded your card.", None, False, ["en.perfect"]),
    ],
)
def test_a_unit_is_read_in_its_own_language_where_there_is_a_grammar(
    reader: Reader, text: str, language: str | None, unread: bool, rules: list[str]
) -> None:
    (unit,) = reader.read(text)
    assert (unit.language, unit.unread, [each.rule for each in unit.claims]) == (language, unread, rules)


def test_items_that_come_later_stand_under_the_line_read_before_them(reader: Reader) -> None:
    (line,) = reader.read("Please confirm:")
    text = "- I refunded the card\n"
    units, _ = reader.read_on(text, text, Place(0), line, ended=True)
    assert [each.stance for each in units[0].claims] == [ASK]
    units, _ = reader.read_on(text, text, Place(0), None, ended=True)
    assert [each.stance for each in units[0].claims] == [DONE]


@pytest.mark.parametrize(("source", "is_result"), [(Source.RESULT, True), (Source.SHOWN, True), (Source.WORDS, False)])
def test_what_one_notices_of_an_act_is_its_result(source: Source, is_result: bool) -> None:
    assert claim(DONE)._replace(source=source).is_result is is_result


@pytest.mark.parametrize(
    ("line", "stance"),
    [
        ('"card_blocked": false', NOT_DONE),
        ("plan_cancelled = true", DONE),
        ("address_changed: null", MENTION),
        ("room booked", DONE),
    ],
)
def test_a_field_of_a_block_of_code_says_what_it_is_set_to(reader: Reader, line: str, stance: Stance) -> None:
    units = reader.read(f"```\n{line}\n```")
    assert [each.stance for unit in units for each in unit.claims] == [stance]
