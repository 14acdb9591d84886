"""Which tools a verb speaks of: by its own act, by what is named beside it, by where it stands."""

from typing import Any

import pytest

from veraz.reading.verb_claims.tool_linker import BEFORE_THE_VERB

LINKS = {
    "its own act": ("en", "I've refunded your card.", {"refund_card"}),
    "the act of a noun": ("en", "The refund failed.", {"refund_card"}),
    "a predicate of a noun": ("en", "The refund is complete.", {"refund_card"}),
    "a predicate of a thing": ("en", "Your table is all set.", {"book_table"}),
    "a label": ("en", "REFUND: FAILED", {"refund_card"}),
    "a row": ("en", "| Refund | Done |", {"refund_card"}),
    "a gerund for its subject": ("en", "Refunding it proved impossible.", {"refund_card"}),
    "what was asked for": ("en", "I requested the refund.", {"refund_card"}),
    "what was recorded": ("pt-BR", "O cancelamento foi registrado.", {"cancel_order"}),
    "the thing of a verb that goes with any": ("en", "I've put the refund through.", {"refund_card"}),
}
BEFORE = {  # with the tools of a desk, and how many claims are then firm
    "asking": ("pt-BR", "Solicitamos a apresentação de um documento.", ("request_documents",), 0),
    "begun": ("en", "I've started playing it for you.", ("play_song",), 1),
    "noticed": ("en", "You'll see €300 on your card.", ("refund_card", "get_order"), 2),
}


@pytest.mark.parametrize(("language", "text", "names"), LINKS.values(), ids=LINKS)
def test_a_verb_speaks_of_the_tool(claims_of: Any, names_of: Any, language: str, text: str, names: set[str]) -> None:
    assert names_of(claims_of(language, text)[0]) == names


@pytest.mark.parametrize("rule", BEFORE_THE_VERB, ids=lambda rule: rule.id)
def test_what_is_tried_before_a_verbs_own_tools_decides(claims_of: Any, rule: Any) -> None:
    language, text, tools, firm = BEFORE[rule.id]
    assert sum(claim.firm for claim in claims_of(language, text, tools)) == firm


def test_what_goes_with_another_is_not_said_of_the_nouns_before_it(claims_of: Any) -> None:
    assert [claim.word for claim in claims_of("en", "Sam cancelled your order and is all set.")] == ["cancelled"]


def test_a_particle_is_found_past_the_thing_within(claims_of: Any, names_of: Any) -> None:
    assert names_of(claims_of("en", "I set the backup up.")[0]) == {"start_backup"}


@pytest.mark.parametrize("text", ["I cancelled the refund.", "I changed the cancellation."])
def test_a_verb_of_its_own_tool_may_not_tell_of_the_act_that_it_is_done_to(claims_of: Any, text: str) -> None:
    assert [claim.alike for claim in claims_of("en", text)] == [0]
