"""What is claimed with no verb of a tool: short answers, regrets, items and labels, ellipses, verbs of no table."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, PT, TOOLS, Desk, desk
from veraz.outcomes import Stance
from veraz.reading.claims import Claim
from veraz.reading.other_claims.ellipsis import Ellipsis
from veraz.reading.other_claims.list_items import ListItems, as_set, as_ticked, ends_ticked
from veraz.reading.other_claims.short_answers import Regrets, ShortAnswers
from veraz.reading.other_claims.unlisted_verbs import UnlistedVerbs
from veraz.text.units import UnitKind

ITEM, HEADING = UnitKind.ITEM, UnitKind.HEADING


@pytest.fixture(scope="module")
def en() -> Desk:
    return desk(EN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Done!", ["done"]),
        ("All set, enjoy.", ["all"]),
        ("Enjoy it — it's all booked.", ["it's"]),
        ("Book it — done.", []),
        ("Yes, done.", ["done"]),
        ("Yes; done.", []),
        ("🎉 Done!", ["done"]),
        ("Great! All set, enjoy.", ["all"]),
        ("Done — all set.", ["done", "all"]),
        ("Done with the card.", []),
        ("Done?", []),
    ],
)
def test_a_short_answer_stands_alone_or_opens_or_points_back(en: Desk, text: str, words: list[str]) -> None:
    assert [claim.word for claim in ShortAnswers(en.lexicon).claims(en.analysis(text), ())] == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sorry, that room is full.", ["is"]),
        ("Sorry, your room is full.", []),
        ("That room is full.", []),
        ("There are no rooms left.", ["left"]),
        ("There are rooms left.", []),
        ("There are no rooms, and two tables left.", []),
        ("There are no other rooms left.", []),
        ("Are there no rooms left?", []),
    ],
)
def test_a_regret_tells_what_was_not_to_be_had(en: Desk, text: str, words: list[str]) -> None:
    regrets = Regrets(en.lexicon, en.vocabulary.writes)
    assert [claim.word for claim in regrets.claims(en.analysis(text), ())] == words


@pytest.mark.parametrize(("stance", "told"), [(Stance.NOT_DONE, 0), (Stance.MENTION, 1)])
def test_a_regret_is_not_told_twice(en: Desk, stance: Stance, told: int) -> None:
    before = Claim.of_stretch(0, 4, stance, "en.test")._replace(tools=en.vocabulary.writes)
    regrets = Regrets(en.lexicon, en.vocabulary.writes)
    assert len(list(regrets.claims(en.analysis("There are no rooms left."), [before]))) == told


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ("restart : ❌ timed out", ITEM, (2, Stance.NOT_DONE)),
        ("restart : ✅", ITEM, (2, Stance.DONE)),
        ("restart : ✅ ✅", ITEM, (0, None)),
        ("restart ✅", ITEM, (0, None)),
        ("restart : ✅", HEADING, (0, None)),
        ("✅ restart", ITEM, (0, None)),
    ],
)
def test_a_label_is_ticked_by_one_sign_right_after_it(
    words: str, kind: UnitKind, said: tuple[int, Stance | None]
) -> None:
    assert as_ticked(words.split(), kind) == said


@pytest.mark.parametrize(
    ("words", "ends"),
    [("✓", False), ("booking ✓", True), ("a b c d e ✓", True), ("a b c d e f ✓", False), ("booking ❌", False)],
)
def test_a_label_with_a_tick_at_its_end_is_short(words: str, ends: bool) -> None:
    assert ends_ticked(words.split()) is ends


@pytest.mark.parametrize(
    ("field", "stance"),
    [
        ('raised": false', Stance.NOT_DONE),
        ("raised = true", Stance.DONE),
        ("raised: null", Stance.MENTION),
        ("raised: 12", Stance.PROMISE),
    ],
)
def test_a_field_says_what_its_value_says(field: str, stance: Stance) -> None:
    claim = Claim.of_stretch(0, len("raised"), Stance.PROMISE, "en.test")
    assert as_set(claim, field).stance is stance


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("Here's what I did:", Stance.DONE),
        ("What I did not do:", None),
        ("Here's what I did.", None),
        ("Please confirm:", Stance.ASK),
        ("If you confirm, what I did:", Stance.ASK),
    ],
)
def test_a_line_opens_its_list(en: Desk, text: str, stance: Stance | None) -> None:
    assert ListItems(en.lexicon, en.vocabulary.writes, "en.listed").opens(en.analysis(text)) is stance


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("Refund of the card", True),
        ("Refund: 12 euros", False),
        ("Card", False),
        ("No refund", None),
        ("Refund if you confirm", None),
    ],
)
def test_an_item_claims_the_act_it_names(en: Desk, text: str, firm: bool | None) -> None:
    analysis = en.analysis(text)
    claim = ListItems(en.lexicon, en.vocabulary.writes, "en.listed").claim(analysis, 0, 0)
    assert (claim and claim.firm) == firm


@pytest.mark.parametrize(
    ("language", "text", "stances"),
    [
        (EN, "The other one too.", [Stance.MENTION]),
        (EN, "And the second card too.", [Stance.MENTION]),
        (EN, "The second card of the big room too.", [Stance.MENTION]),
        (EN, "And the second card of the big room too.", []),
        (EN, "The other one too?", []),
        (EN, "The other one, too far away.", []),
        (EN, "A card too.", []),
        (EN, "The card was blocked too.", []),
        (PT, "O de quinta também não.", [Stance.NOT_DONE]),
    ],
)
def test_a_sentence_without_a_verb_takes_that_of_the_one_before(
    language: str, text: str, stances: list[Stance]
) -> None:
    found = Ellipsis(desk(language).lexicon, "x.ellipsis").claims(desk(language).analysis(text), ())
    assert [claim.stance for claim in found] == stances


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I managed to catch it.", [(True, False)]),
        ("I whipped up a payout.", [(False, True)]),
        ("I whipped up the payout.", [(False, False)]),
        ("If you like, I whipped up a payout.", []),
        ("You whipped up a payout.", []),
        ("I whipped up a soup for the payout.", []),
    ],
)
def test_a_verb_of_no_table_claims_an_act_on_what_it_names(en: Desk, text: str, told: list[tuple[bool, bool]]) -> None:
    verbs = UnlistedVerbs(en.vocabulary, en.lexicon, en.statements, "en.act")
    assert [(claim.pointing, claim.firm) for claim in verbs.claims(en.analysis(text), ())] == told


@pytest.mark.parametrize(
    ("marker", "stance"), [("- ✅", Stance.DONE), ("- [x]", Stance.DONE), ("- ❌", Stance.NOT_DONE), ("-", None)]
)
def test_a_tick_or_a_checked_box_before_an_item_says_that_it_was_done(
    en: Desk, marker: str, stance: Stance | None
) -> None:
    claims = en.read(f"{marker} Refund of the card").claims
    assert [claim.stance for claim in claims] == ([stance] if stance else [])


@pytest.mark.parametrize(
    ("text", "tools", "named"),
    [
        ("Refunded the card", {"refund_card"}, True),
        ("Refunding the card", set(TOOLS), False),
        ("The payout of the card", {"send_payout"}, True),
        ("A zebra", set(TOOLS), False),
    ],
)
def test_an_item_speaks_of_the_act_that_opens_it(en: Desk, text: str, tools: set[str], named: bool) -> None:
    analysis = en.analysis(text)
    claim = ListItems(en.lexicon, en.vocabulary.writes, "en.listed").claim(analysis, 0, 0)
    assert claim is not None
    assert {tool for tool in TOOLS if claim.tools >> en.vocabulary.positions[tool] & 1} == tools
    assert claim.named is named


def test_the_object_of_a_verb_of_no_table_stands_near_it(en: Desk) -> None:
    verbs = UnlistedVerbs(en.vocabulary, en.lexicon, en.statements, "en.act")
    near, far = "I whipped up a big big big payout.", "I whipped up a big big big big payout."
    assert [len(list(verbs.claims(en.analysis(text), ()))) for text in (near, far)] == [0, 0]
