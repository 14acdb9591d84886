"""English verb forms."""

import pytest

from veraz.languages.base import Form, Inflection
from veraz.languages.en import inflect

BASE, PAST, PARTICIPLE, GERUND = (Inflection(form) for form in (Form.BASE, Form.PAST, Form.PARTICIPLE, Form.GERUND))
THIRD = Inflection(Form.PRESENT, 3)

REGULAR = {
    "add": "adds added adding",
    "apply": "applies applied applying",
    "change": "changes changed changing",
    "copy": "copies copied copying",
    "delay": "delays delayed delaying",
    "dispatch": "dispatches dispatched dispatching",
    "equip": "equips equipped equipping",
    "fix": "fixes fixed fixing",
    "free": "frees freed freeing",
    "issue": "issues issued issuing",
    "mail": "mails mailed mailing",
    "offer": "offers offered offering",
    "panic": "panics panicked panicking",
    "process": "processes processed processing",
    "quiz": "quizzes quizzed quizzing",
    "rebook": "rebooks rebooked rebooking",
    "refer": "refers referred referring",
    "refund": "refunds refunded refunding",
    "relay": "relays relayed relaying",
    "ship": "ships shipped shipping",
    "submit": "submits submitted submitting",
    "tie": "ties tied tying",
    "unzip": "unzips unzipped unzipping",
    "veto": "vetoes vetoed vetoing",
    "visit": "visits visited visiting",
}

IRREGULAR = {
    "buy": "bought bought",
    "do": "did done",
    "forget": "forgot forgotten",
    "give": "gave given",
    "mistake": "mistook mistaken",
    "overpay": "overpaid overpaid",
    "put": "put put",
    "redo": "redid redone",
    "reset": "reset reset",
    "resend": "resent resent",
    "undo": "undid undone",
    "unsend": "unsent unsent",
    "withdraw": "withdrew withdrawn",
    "write": "wrote written",
}


@pytest.mark.parametrize("verb", REGULAR)
def test_a_regular_verb_is_spelled_by_rule(verb: str) -> None:
    third, past, gerund = REGULAR[verb].split()
    assert inflect(verb) == {
        verb: {BASE},
        third: {THIRD},
        past: {PAST, PARTICIPLE},
        gerund: {GERUND},
    }


@pytest.mark.parametrize("verb", IRREGULAR)
def test_an_irregular_verb_and_its_compounds_come_from_the_table(verb: str) -> None:
    past, participle = IRREGULAR[verb].split()
    forms = inflect(verb)
    assert PAST in forms[past]
    assert PARTICIPLE in forms[participle]
    assert verb + "ed" not in forms


@pytest.mark.parametrize(
    ("verb", "spellings"),
    [
        ("cancel", "cancelled canceled cancelling canceling"),
        ("dial", "dialled dialed"),
        ("program", "programmed programed"),
        ("authorize", "authorized authorised authorises authorising"),
        ("analyze", "analyzed analysed"),
        ("learn", "learned learnt"),
    ],
)
def test_both_spellings_are_given_where_both_are_met(verb: str, spellings: str) -> None:
    assert set(spellings.split()) <= set(inflect(verb))


def test_a_short_verb_in_ize_is_not_taken_for_one_with_a_british_spelling() -> None:
    assert set(inflect("seize")) == {"seize", "seizes", "seized", "seizing"}
    assert "prise" not in inflect("prize")


def test_be_shows_its_person() -> None:
    forms = inflect("be")
    assert forms["am"] == {Inflection(Form.PRESENT, 1)}
    assert forms["is"] == {THIRD}
    assert forms["were"] == {PAST}


def test_a_hyphenated_verb_is_inflected_in_its_last_part() -> None:
    assert set(inflect("re-send")) == {"re-send", "re-sends", "re-sent", "re-sending"}
    assert PAST in inflect("e-mail")["e-mailed"]


def test_case_and_surrounding_space_do_not_matter() -> None:
    assert inflect(" Refund ") == inflect("refund")


def test_nothing_has_no_forms() -> None:
    assert inflect("") == {}


def test_the_forms_handed_out_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        inflect("refund")["refund"] = frozenset()  # type: ignore[index]
