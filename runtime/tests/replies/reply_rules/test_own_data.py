"""Whether personal data in a text is the person's own."""

import pytest

from veraz.languages import grammar
from veraz.replies.reply_rules.own_data import OwnData
from veraz.text.fold import fold
from veraz.values import ValueWords
from veraz.values.personal import PersonalKind, read_personal
from veraz.values.personal_words import PersonalWords

OWN = OwnData.of(
    {
        "name": "Ana Prado",
        "phones": ["+44 20 7946 0958"],
        "contact": {"mail": "ana@casa.example", "born": "1990-05-03", "member": True, "note": None},
    },
    ValueWords.of(grammar("en")),
)


def owned(text: str) -> list[tuple[PersonalKind, bool]]:
    told = read_personal(text, fold(text), 0, len(text), PersonalWords.of(grammar("en")))
    return [(each.kind, OWN.holds(each, text)) for each in told]


@pytest.mark.parametrize(
    ("text", "kind", "own"),
    [
        ("Write to ana@casa.example.", PersonalKind.EMAIL, True),
        ("Write to bia@casa.example.", PersonalKind.EMAIL, False),
        ("Call +44 20 7946 0958.", PersonalKind.PHONE, True),
        ("Call +44 20 7946 0999.", PersonalKind.PHONE, False),
        ("Your date of birth is May 3, 1990.", PersonalKind.BIRTH_DATE, True),
        ("Your date of birth is May 4, 1990.", PersonalKind.BIRTH_DATE, False),
    ],
)
def test_what_the_person_gave_is_their_own_however_it_is_written(text: str, kind: PersonalKind, own: bool) -> None:
    assert owned(text) == [(kind, own)]
