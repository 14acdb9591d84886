"""Acts told by verbs that no table knows: "I've slipped a voucher in with the order"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR, WORD
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.unit_analysis import UnitAnalysis
from veraz.reading.claims import Aspect, Claim
from veraz.reading.signals.plain_statements import PlainStatements
from veraz.text.tokens import Tokens
from veraz.vocabulary import Vocabulary

UNLISTED_VERB = NamedRule("act", "what the agent says it did by a verb that no table lists", "says_done")
_NEAR = 5  # tokens after a verb within which its object stands: 3 do for the corpus, no line differs up to 10
_IN_BETWEEN = frozenset((WORD, *(CHAR[name] for name in ("definite", "indefinite", "person", "adv", "me", "it"))))


class UnlistedVerbs:
    """Reads what the agent says it did by verbs that no table knows."""

    def __init__(self, vocabulary: Vocabulary, lexicon: Lexicon, statements: PlainStatements, rule: str) -> None:
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._statements = statements
        self._rule = rule

    def claims(self, analysis: UnitAnalysis, before: Sequence[Claim]) -> Iterator[Claim]:
        """Yield the claims of verbs that no table knows, done to a noun of a write or to what was named before."""
        if analysis.scopes.condition or not (self._statements.speaking or CHAR["agent"] in analysis.sketch.chars):
            return
        for at in self._statements.acts(analysis.tokens.words, analysis.sketch):
            if not analysis.scopes.over(analysis.sketch.char_of[at]):
                claim = act_claim(analysis.tokens, at, 0, self._rule)
                if not self._lexicon.objects.isdisjoint(analysis.tokens.words[at + 1 : at + 2]):
                    yield claim._replace(pointing=True, firm=False)  # "I managed to catch it"
                else:
                    yield from self._act_on_noun(claim, at, analysis)

    def _act_on_noun(self, claim: Claim, at: int, analysis: UnitAnalysis) -> Iterator[Claim]:
        """Yield the claim of an unknown verb with a noun of a write as its object: "I've slipped a voucher in"."""
        done_to = next((noun for noun in analysis.nouns if at < noun.at <= at + _NEAR), None)
        if done_to is None:
            return
        between = analysis.sketch.chars[analysis.sketch.char_of[at] + 1 : analysis.sketch.char_of[done_to.at]]
        between = between.removeprefix(CHAR["prep"])  # "whipped up a voucher"
        tools = done_to.tools & self._vocabulary.writes
        if tools and _IN_BETWEEN.issuperset(between):
            made = bool(done_to.noun.act & tools) and CHAR["indefinite"] in between
            yield claim._replace(tools=tools, firm=made)


def act_claim(tokens: Tokens, at: int, tools: int, rule: str) -> Claim:
    """Return the claim of an act told at token ``at``: of ``tools``, or pointing at none."""
    start, end = tokens.spans[at]
    return Claim(
        start=start,
        end=end,
        clause_start=tokens.spans[0][0],
        clause_end=tokens.spans[-1][1],
        tools=tools,
        stance=Stance.DONE,
        aspect=Aspect.PLAIN,
        rule=rule,
        word=tokens.words[at],
        active=True,
    )
