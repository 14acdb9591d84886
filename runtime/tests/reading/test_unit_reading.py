"""What a unit says as a whole: of how many things, under its list's heading, by its tick, and by what it refers to."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, desk
from veraz.outcomes import Stance
from veraz.reading.claims import Claim, Reach, UnitReading
from veraz.text.units import Unit, UnitKind

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
