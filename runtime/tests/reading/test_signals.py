"""What a unit is for, and which tools its nouns speak of: questions, statements, own acts, joined acts."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.reading.linking.coordination import joined_acts
from veraz.reading.linking.noun_links import (
    alike,
    coordinated,
    goes_with_another,
    tools_of_noun,
    tools_of_verb,
    windows,
    within,
)
from veraz.reading.signals.consequence_words import ConsequenceWords
from veraz.reading.signals.own_acts import OwnActs
from veraz.reading.signals.questions import Questions
from veraz.reading.signals.status_words import StatusWords


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Shall I go ahead?", True),
        ("Please confirm.", True),
        ("I go ahead.", False),
        ("How many rooms?", False),
    ],
)
def test_a_unit_asks_for_the_persons_word(text: str, asks: bool) -> None:
    assert Questions(desk(EN).grammar).asks(desk(EN).analysis(text).tokens.words) is asks


@pytest.mark.parametrize(
    ("text", "inquires"), [("How many rooms?", True), ("How many rooms.", False), ("Is it here?", False)]
)
def test_a_unit_asks_for_what_an_act_takes(text: str, inquires: bool) -> None:
    analysis = desk(EN).analysis(text)
    assert Questions(desk(EN).grammar).inquires(analysis.tokens.words, analysis.entries) is inquires


@pytest.mark.parametrize(
    ("language", "text", "acts"),
    [
        (EN, "I nudged the engineer.", True),
        (EN, "RT-5 is on a break.", False),
        (EN, "RT-5 isn't on a break.", None),
        (EN, "RT-5 may be on a break.", None),
        (EN, "RT-5 is on a break because it rained.", None),
        (EN, "RT-5 is a break.", None),
        (EN, "The room I like is on a break.", None),
    ],
)
def test_a_plain_statement_tells_outright_of_an_act_or_of_how_a_thing_is(
    language: str, text: str, acts: bool | None
) -> None:
    analysis = desk(language).analysis(text)
    found = desk(language).statements.find(analysis.tokens.words, analysis.sketch)
    assert (found and found.acts) is acts


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("Your new plan is already active.", True),
        ("Your new plan is active.", False),
        ("If you like, your plan is already active.", False),
        ("It won't bother you any more.", True),
        ("It will bother you more.", False),
        ("The engineer will ring at nine.", True),
        ("The engineer rings at nine.", False),
        ("The lamp will ring at nine.", False),
    ],
)
def test_a_consequence_tells_what_now_is_so(text: str, follows: bool) -> None:
    analysis = desk(EN).analysis(text)
    assert ConsequenceWords.of(desk(EN).grammar).stand_in(analysis.tokens.words, analysis.sketch) is follows


@pytest.mark.parametrize(
    ("language", "text", "verbs"),
    [
        (EN, "I've emailed your manager.", ["email"]),
        (EN, "I emailed and called your manager.", ["email", "call"]),
        (EN, "I emailed your manager and you called him.", ["email"]),
        (EN, "You emailed your manager.", []),
        (EN, "Should I have emailed your manager?", []),
        (EN, "If you like, I emailed your manager.", []),
        (EN, "I usually emailed your manager.", []),
        (EN, "I haven't emailed your manager.", []),
        (EN, "I've updated the text below.", []),
        (EN, "Wow, did I email your manager.", []),
        (EN, "I managed to email your manager.", ["email"]),
        (EN, "I've put the file on hold.", ["put on hold"]),
        (EN, "I've informed you of it.", []),
        (EN, "I've informed the bank of it.", ["inform"]),
        (EN, "I've emailed you about it.", ["email"]),
        (EN, "I've updated the draft.", []),
        (EN, "I've updated your draft.", ["update"]),
        (PT, "Enviei o recibo ao gerente.", ["enviar"]),
        (PT, "Não enviei o recibo ao gerente.", []),
    ],
)
def test_an_own_act_is_what_the_agent_says_outright_that_it_did(language: str, text: str, verbs: list[str]) -> None:
    assert [act.verb for act in OwnActs.of(desk(language).grammar).find(desk(language).analysis(text))] == verbs


def test_words_tell_how_a_call_stands() -> None:
    words = StatusWords.of(desk(EN).grammar)
    assert words.doubt.stands_in(("whether", "it", "came"))
    assert not words.waiting.stands_in(("whether", "it", "came"))


@pytest.mark.parametrize(
    ("own", "kin", "loose", "text", "linked"),
    [
        ("refund_card", "", False, "the card", ("refund_card", True)),
        ("refund_card", "", True, "the lamp", ("refund_card", False)),
        ("refund_card", "", False, "the lamp", ("refund_card", True)),
        ("", "refund_card", False, "the card", ("refund_card", True)),
        ("", "refund_card", False, "it", ("refund_card", False)),
        ("", "refund_card", False, "the lamp", ("", False)),
        ("refund_card", "book_room", False, "the room", ("book_room", True)),
    ],
)
def test_a_verb_speaks_of_its_own_tool_or_of_one_that_its_noun_names(
    own: str, kin: str, loose: bool, text: str, linked: tuple[str, bool]
) -> None:
    assert tools_of_verb(bits(own), bits(kin), loose, desk(EN).analysis(text).nouns, ()) == (bits(linked[0]), linked[1])


def bits(*tools: str) -> int:
    return sum(1 << desk(EN).vocabulary.positions[tool] for tool in tools if tool)


def test_a_noun_speaks_of_the_act_it_names_and_not_of_its_thing() -> None:
    assert tools_of_noun(desk(EN).analysis("the refund").nouns, (), desk(EN).vocabulary.writes) == bits("refund_card")
    assert tools_of_noun(desk(EN).analysis("the card").nouns, (), desk(EN).vocabulary.writes) == 0


def test_tools_of_a_like_action_are_those_whose_things_are_named() -> None:
    nouns, kin = desk(EN).analysis("the card").nouns, bits("refund_card", "block_card", "book_room")
    assert alike(bits("refund_card"), kin, nouns, desk(EN).vocabulary.writes) == bits("block_card")


def test_stretches_are_cut_at_the_last_boundary_between_two_heads() -> None:
    assert list(windows([2, 8], [4, 6], 10)) == [(0, 6), (6, 10)]
    assert list(windows([2, 8], [], 10)) == [(0, 8), (8, 10)]
    assert list(windows([2, 8], [2, 8], 10)) == [(0, 8), (8, 10)]
    assert list(windows([2, 8], [6, 8], 10)) == [(0, 6), (6, 10)]
    assert list(windows([2, 5, 8], [6, 7], 10)) == [(0, 5), (5, 7), (7, 10)]


def test_nouns_within_a_stretch_leave_out_its_end_and_the_verb_itself() -> None:
    nouns = desk(EN).analysis("the card the room the card").nouns
    assert [noun.at for noun in within(nouns, (0, 5), but=1)] == [3]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("The refund and the payout are complete.", True),
        ("The refund or the payout is complete.", False),
        ("The refund is here and the payout is complete.", False),
    ],
)
def test_an_and_joins_two_acts_of_one_subject(text: str, joined: bool) -> None:
    analysis = desk(EN).analysis(text)
    at = analysis.tokens.words.index("complete") - 1
    apart = desk(EN).lexicon.either | desk(EN).lexicon.contrasts
    acts = joined_acts(bits("refund_card"), desk(EN).vocabulary.writes, analysis.nouns, at, analysis, apart)
    assert list(acts) == ([bits("send_payout")] if joined else [])


@pytest.mark.parametrize(
    ("text", "word", "goes"),
    [
        ("Sam has picked up your room and is here.", 7, True),
        ("I have picked up your room and is here.", 7, False),
        ("Your room has gone and is here.", 5, False),
        ("Sam has picked up your room, is here.", 7, False),
    ],
)
def test_a_predicate_is_said_of_who_did_something_and_not_of_the_thing(text: str, word: int, goes: bool) -> None:
    analysis = desk(EN).analysis(text)
    assert goes_with_another(analysis.sketch.char_of[word], analysis.nouns, analysis.sketch) is goes


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("I've emailed the club.", (set(), False)),
        ("I've emailed the card to the club.", ({"refund_card", "block_card"}, False)),
        ("I've updated the file and the card.", ({"refund_card", "block_card"}, True)),
        ("The card, well: I've emailed the club.", (set(), False)),
        ("I've emailed the club. The card is here.", (set(), False)),
    ],
)
def test_an_own_act_is_done_to_the_things_in_its_clause(text: str, things: tuple[set[str], bool]) -> None:
    (act,) = OwnActs.of(desk(EN).grammar).find(desk(EN).analysis(text))
    assert (act.tools, act.of_another) == (bits(*things[0]), things[1])


@pytest.mark.parametrize(
    ("language", "text", "verbs"),
    [
        (EN, "I nudged him.", ["nudged"]),
        (EN, "Yes, I've just nudged him.", ["nudged"]),
        (EN, "I managed to catch it.", ["catch"]),
        (EN, "I saw it.", []),
        (EN, "I've managed to see it.", []),
        (EN, "Have I nudged him?", []),
        (EN, "You nudged him.", []),
        (PT, "Eu botei o cartão.", ["botei"]),
        (PT, "Eu botaria o cartão.", []),
        (PT, "Eu botarei o cartão.", []),
        (PT, "Botei o cartão.", ["botei"]),
        (PT, "Ana, botei o cartão.", ["botei"]),
        (PT, "Botei não.", []),
        (PT, "Botei, não tirei.", ["botei"]),
        (PT, "Pus o cartão ali.", ["pus"]),
        (PT, "Vi o cartão.", []),
    ],
)
def test_a_verb_of_no_table_in_the_past_tells_that_the_agent_acted(language: str, text: str, verbs: list[str]) -> None:
    analysis = desk(language).analysis(text)
    words = analysis.tokens.words
    assert [words[at] for at in desk(language).statements.acts(words, analysis.sketch)] == verbs


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("I refunded the card and the room.", True),
        ("The card and the room are here, refunded.", True),
        ("The card I refunded and the room.", False),
        ("I refunded the card and the room is here.", False),
        ("I refunded the card of the room.", False),
        ("I refunded the card and the card.", False),
    ],
)
def test_an_and_joins_two_things_on_one_side_of_a_verb(text: str, joined: bool) -> None:
    analysis, tools = desk(EN).analysis(text), bits("refund_card", "book_room")
    at = analysis.tokens.words.index("refunded")
    also = coordinated(tools, bits("refund_card"), analysis.nouns, at, analysis.sketch)
    assert list(also) == ([bits("book_room")] if joined else [])


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("The refund of the card and the payout are complete.", True),
        ("The refund really and the payout are complete.", True),
        ("The refund, and the payout, are complete.", False),
        ("The refund nor the payout is complete.", False),
    ],
)
def test_what_stands_between_two_acts_leaves_them_joined(text: str, joined: bool) -> None:
    analysis = desk(EN).analysis(text)
    at, apart = analysis.tokens.words.index("complete") - 1, desk(EN).lexicon.either | desk(EN).lexicon.contrasts
    acts = joined_acts(bits("refund_card"), desk(EN).vocabulary.writes, analysis.nouns, at, analysis, apart)
    assert bool(list(acts)) is joined


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("I made the refund and the payout.", True),
        ("I made the refund and the payout of the month today.", True),
        ("I made the refund and the payout is late.", False),
        ("The refund is what I made and the payout.", False),
    ],
)
def test_two_acts_after_their_verb_end_its_clause(text: str, joined: bool) -> None:
    analysis = desk(EN).analysis(text)
    acts = joined_acts(
        bits("refund_card"),
        desk(EN).vocabulary.writes,
        analysis.nouns,
        analysis.tokens.words.index("made"),
        analysis,
        frozenset(),
    )
    assert bool(list(acts)) is joined
