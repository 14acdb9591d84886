"""What stands in a unit before anything is claimed: scopes, subjects, denials, marks, tries, compounds."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.languages.ordered_rules import OrderedRule, first_of
from veraz.outcomes import Stance
from veraz.reading.analysis.attempt_counts import AttemptCounts
from veraz.reading.analysis.function_words import CHAR, COLON, COMMA, WORD
from veraz.reading.analysis.negation import is_neither
from veraz.reading.analysis.scopes import OPENERS, Opener, Scopes
from veraz.reading.analysis.subjects import asks_what, denied_by, may_be_agent, subject_of
from veraz.reading.claims import Voice
from veraz.vocabulary import Agency


def scopes(text: str, language: str = EN) -> Scopes:
    return desk(language).analysis(text).scopes


def chars(text: str, language: str = EN) -> str:
    return desk(language).analysis(text).sketch.chars


def test_of_several_rules_the_first_that_holds_wins() -> None:
    even = OrderedRule[int, str]("even", "2", lambda number: number % 2 == 0, "even")
    small = OrderedRule[int, str]("small", "3", lambda number: number < 5, "small")
    assert first_of((even, small), 2) is even
    assert first_of((even, small), 3) is small
    assert first_of((even, small), 7) is None


@pytest.mark.parametrize("opener", OPENERS.values(), ids=lambda opener: f"{opener.rule}: {opener.example}")
def test_a_marker_opens_its_scope_in_its_example(opener: Opener) -> None:
    assert opener.rule in {scope.rule for scope in scopes(opener.example).stretches}


@pytest.mark.parametrize(
    ("text", "word", "rule"),
    [
        ("If you return it, I refunded the card.", 2, "condition"),
        ("If you return it, I refunded the card.", 7, None),
        ("The card was refunded, right?", 1, "opening"),
        ("If you confirm I refund it.", 2, "condition"),
        ("If you confirm I refund it.", 3, None),
        ("If one of these is true: I refund it.", 7, "condition"),
        ("I refunded it, did it arrive?", 1, None),
        ("I refunded it, did it arrive?", 6, "question"),
        ("I'll check if the card was refunded.", 5, "whether"),
        ("You said the card was refunded.", 5, "report"),
        ("I said the card was refunded.", 5, None),
        ('In "the card was refunded for you" I see it.', 5, "quotation"),
        ('The status is "refunded".', 4, None),
        ("Whether it went through is anyone's guess.", 2, "unsure"),
    ],
)
def test_a_scope_reaches_so_far(text: str, word: int, rule: str | None) -> None:
    analysis = desk(EN).analysis(text)
    scope = analysis.scopes.over(analysis.sketch.char_of[word])
    assert (scope and scope.rule) == rule


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("If you confirm, I refund it.", Stance.ASK),
        ("After the review, I refund it.", Stance.MENTION),
        ("I refund it.", None),
    ],
)
def test_a_promise_beside_a_condition_hangs_on_it(text: str, condition: Stance | None) -> None:
    assert scopes(text).condition is condition


@pytest.mark.parametrize(
    ("text", "outright"),
    [
        ("The card is blocked.", True),
        ("It is valid until 1 September.", True),
        ("It is valid until you call.", False),
        ("Usually the card is blocked.", False),
        ("Is the card blocked?", False),
    ],
)
def test_a_unit_speaks_outright_where_nothing_hangs_over_it(text: str, outright: bool) -> None:
    assert scopes(text).outright is outright


def test_a_tag_asks_whether_to_and_not_whether_it_was() -> None:
    (tag,) = scopes("Ficou pra sexta, tá?", PT).stretches
    assert tag.rule == "tag"
    assert tag.only_tags(Stance.DONE)
    assert not tag.only_tags(Stance.PROMISE)
    assert not scopes("Ficou pra sexta, viu?", PT).stretches


def test_what_cannot_be_told_is_unsure_and_what_is_told_is_not() -> None:
    assert scopes("I don't know if it was refunded.").unsure
    assert not scopes("If it was refunded, tell me.").unsure


@pytest.mark.parametrize(
    ("text", "regrets"), [("Sorry, it is full.", 0), ("It is full, sorry.", 0), ("It is full.", -1)]
)
def test_a_regret_covers_what_follows_it_or_all_before_its_end(text: str, regrets: int) -> None:
    assert scopes(text).sorry == regrets


@pytest.mark.parametrize(
    ("text", "word", "subject"),
    [
        ("I refunded it.", 1, "agent"),
        ("You refunded it.", 1, "person"),
        ("The shop refunded it.", 2, "other"),
        ("Refunded it.", 0, None),
        ("I checked, and refunded it.", 4, "agent"),
        ("I checked. Refunded it.", 3, None),
    ],
)
def test_a_verbs_subject_stands_in_its_sentence_before_it(text: str, word: int, subject: str | None) -> None:
    analysis = desk(EN).analysis(text)
    assert subject_of(analysis.sketch.chars, analysis.sketch.char_of[word]) == subject


@pytest.mark.parametrize(
    ("voice", "agency", "subject", "may"),
    [
        (Voice.ANY, Agency.OPEN, "person", True),
        (Voice.ACTIVE, Agency.ANYONE, "person", True),
        (Voice.NAMED, Agency.OPEN, None, False),
        (Voice.NAMED, Agency.OPEN, "agent", True),
        (Voice.PROGRESS, Agency.OPEN, "other", True),
        (Voice.PROGRESS, Agency.OPEN, "person", False),
        (Voice.ACTIVE, Agency.OPEN, None, True),
        (Voice.ACTIVE, Agency.OPEN, "other", False),
    ],
)
def test_a_subject_may_be_the_agent(voice: Voice, agency: Agency, subject: str | None, may: bool) -> None:
    assert may_be_agent(WORD, 0, voice, agency, subject) is may


def test_a_no_in_the_subject_denies_and_one_of_another_clause_does_not() -> None:
    no, joint = CHAR["no"], CHAR["and"]
    assert denied_by(no + WORD, 2) == no
    assert denied_by(no + joint + WORD, 3) == ""


def test_a_question_word_stands_before_the_verb_or_before_the_agent() -> None:
    wh, agent = CHAR["wh"], CHAR["agent"]
    assert asks_what(wh + WORD, 1)
    assert asks_what(wh + agent + WORD, 2)
    assert not asks_what(agent + WORD, 1)
    assert not asks_what(wh + WORD + WORD, 2)


@pytest.mark.parametrize(
    ("text", "neither"),
    [("Nem o endereço nem o telefone", True), ("O endereço e o telefone", False), ("Nem o endereço, o valor", False)],
)
def test_what_is_denied_thing_by_thing_is_denied_whole(text: str, neither: bool) -> None:
    sketched = chars(text, PT)
    assert is_neither(sketched, len(sketched)) is neither


@pytest.mark.parametrize(
    ("language", "text", "tries"),
    [
        (EN, "I tried it eight times.", 8),
        (EN, "I tried it twice.", 2),
        (EN, "You tried it twice.", 0),
        (EN, "I tried. It rang three times.", 0),
        (EN, "I tried it.", 0),
        (PT, "Tentei duas vezes.", 2),
    ],
)
def test_tries_are_counted_where_the_agent_made_them(language: str, text: str, tries: int) -> None:
    analysis, counts = desk(language).analysis(text), AttemptCounts.of(desk(language).grammar)
    assert counts.told(analysis.tokens.words, analysis.sketch) == tries


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("The refund is here.", True),
        ("The refund instructions are here.", False),
        ("The refund using your card is here.", True),
        ("The refund.pdf is here.", False),
    ],
)
def test_a_noun_that_opens_a_compound_or_a_files_name_is_no_noun_of_a_tool(text: str, named: bool) -> None:
    assert any(noun.noun.act for noun in desk(EN).analysis(text).nouns) is named


@pytest.mark.parametrize(("text", "breaks"), [("It cost 89.90 in all", 0), ("See cart.py now", 0), ("Done. See it", 1)])
def test_a_point_inside_a_word_ends_no_sentence(text: str, breaks: int) -> None:
    assert chars(text).count(";") == breaks


def test_may_beside_a_number_is_a_month() -> None:
    assert CHAR["may"] not in chars("It is on 8 May")
    assert CHAR["may"] in chars("It may arrive")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Send me the receipt, and I'll file it.", True),
        ("Send me the receipt.", False),
        ("I send the receipt, and I'll file it.", False),
    ],
)
def test_what_is_asked_for_before_a_promise_is_its_condition(text: str, asked: bool) -> None:
    assert (scopes(text).condition is Stance.ASK) is asked


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Rooms are booked by phone.", set()),
        ("The rooms are booked by phone.", {"says_done"}),
        ("Rooms that were booked in May can't be cancelled.", set()),
    ],
)
def test_what_is_said_of_any_such_thing_claims_nothing_of_one(text: str, says: set[str]) -> None:
    assert desk(EN).says(text) - {"mentions"} == says


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("The order is one way, booked in May.", set()),
        ("The room is free and booked in May.", set()),
        ("The card I looked up, refunded it.", {"says_done"}),
        ("I looked and refunded the card.", {"says_done"}),
    ],
)
def test_what_follows_a_joint_adds_to_what_is_told_of_a_thing(text: str, detail: set[str]) -> None:
    assert desk(EN).says(text) - {"mentions"} == detail


@pytest.mark.parametrize(
    ("chars", "subject"),
    [
        (CHAR["agent"] + CHAR["not"] + CHAR["adv"], "agent"),
        (CHAR["adv"], None),
        (WORD + CHAR["adv"], "other"),
        (CHAR["agent"] + COLON + CHAR["adv"], None),
        (CHAR["person"] + COMMA, "person"),
    ],
)
def test_adverbs_and_a_not_stand_between_a_subject_and_its_verb(chars: str, subject: str | None) -> None:
    assert subject_of(chars, len(chars)) == subject


@pytest.mark.parametrize(
    ("text", "word", "elsewhere"),
    [
        ("I refunded it, and again I blocked the card.", 2, False),
        ("I refunded it, and again I blocked the card.", 5, True),
        ("I refunded it, I looked, and again I blocked the card.", 5, False),
        ("Again I blocked the card, I looked, and I refunded it.", 7, False),
        ("Again I refunded it.", 0, True),
        ("I refunded it again.", 3, True),
    ],
)
def test_the_clause_of_another_time_reaches_from_edge_to_edge(text: str, word: int, elsewhere: bool) -> None:
    analysis = desk(EN).analysis(text)
    assert analysis.scopes.is_anew(analysis.sketch.char_of[word]) is elsewhere


def test_a_quoted_sentence_that_is_never_closed_reaches_to_the_end() -> None:
    scope = scopes('It is "you have the card').stretches[0]
    assert (scope.start, scope.end, scope.rule) == (2, 7, "quotation")
    assert [each.rule for each in scopes('"I have it here" or "you have it now"').stretches] == ["quotation"] * 2


def test_a_reason_is_told_from_its_since_to_what_was() -> None:
    found = scopes("I can't, because it was filed late.")
    assert found.explains(found.reasons[0][0])
    assert not found.explains(0)


@pytest.mark.parametrize(
    ("text", "word", "hangs"),
    [
        ("If it is late, I'm blocking the card.", 5, True),
        ("I'm blocking the card and, if it is late, I'll refund it.", 1, False),
        ("I'm blocking the card and, if it is late, I'll refund it.", 11, True),
        ("I'm blocking the card and you'll hear once it is done.", 1, False),
        ("I'm blocking the card once it is late.", 1, True),
        ("I'm not able to, because of the freeze, which runs until August 30.", 1, False),
        ("I'm blocking the card.", 1, False),
    ],
)
def test_a_clause_hangs_on_a_condition_where_no_joint_parts_them(text: str, word: int, hangs: bool) -> None:
    analysis = desk(EN).analysis(text)
    assert analysis.scopes.hangs(analysis.sketch.char_of[word]) is hangs


@pytest.mark.parametrize(
    ("text", "tools"),
    [("zebra", set()), ("the payout", {"send_payout"}), ("I blocked the room", {"block_card", "book_room"})],
)
def test_a_unit_names_the_tools_of_its_verbs_and_nouns(text: str, tools: set[str]) -> None:
    named = desk(EN).read(text).named
    assert named == sum(1 << desk(EN).vocabulary.positions[tool] for tool in tools)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("I refunded the card; I'm not sure when it comes.", {"says_done"}),
        ("I'm not sure I refunded the card.", {"says_unknown"}),
    ],
)
def test_what_is_not_known_leaves_the_sentence_before_it_alone(text: str, says: set[str]) -> None:
    assert desk(EN).says(text) - {"mentions"} == says
