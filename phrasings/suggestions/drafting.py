"""Drafting: what the registered tools suggest, kept beside what people said of earlier suggestions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from console.organisations.models import Organisation
from phrasings.content import LANGUAGES, Key
from phrasings.queries import live_texts
from phrasings.registered import Registered, registered
from phrasings.services import drafts_of
from phrasings.suggestions.models import State, Suggestion
from veraz.languages import grammar
from veraz.phrasings import suggest


@dataclass(frozen=True, slots=True)
class Drafted:
    """How many suggestions are new or offered again, how many have another text now, and how many were taken away."""

    added: int
    changed: int
    withdrawn: int

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.withdrawn)


class _Text(NamedTuple):
    """A text, and the digest of the schema it was drafted from."""

    text: str
    digest: str


@transaction.atomic
def draft(organisation: Organisation) -> Drafted:
    """Bring an organisation's suggestions up to its tools and to what is written; twice in a row changes nothing.

    One that waits takes the text that its tool suggests now, and goes where there is none or where the phrasing has
    been written. One that was rejected is offered again once the schema it was drafted from has changed; one that was
    accepted, once its draft was discarded.
    """
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)  # one drafting at a time
    texts = _suggested(organisation)
    known = {each.key: each for each in Suggestion.objects.filter(organisation=organisation)}
    new = [
        Suggestion(organisation=organisation, **key._asdict(), **text._asdict())
        for key, text in texts.items()
        if key not in known
    ]
    both = [(known[key], text) for key, text in texts.items() if key in known]
    again = [each for each, text in both if _is_open_again(each, text)]
    changed = [each for each, text in both if each.state == State.WAITING and (each.text, each.digest) != text]
    gone = [each.pk for key, each in known.items() if each.state == State.WAITING and key not in texts]
    Suggestion.objects.bulk_create(new)
    _offer([*again, *changed], texts)
    Suggestion.objects.filter(pk__in=gone).delete()
    return Drafted(len(new) + len(again), len(changed), len(gone))


def _suggested(organisation: Organisation) -> dict[Key, _Text]:
    """What the present tools suggest for phrasings that nobody has written, live or as a draft."""
    written = {*live_texts(organisation)[1], *drafts_of(organisation)}
    present = (tool for tool in registered(organisation).values() if tool.present)
    return {
        key: text
        for tool in present
        for language in LANGUAGES
        for key, text in _drafts(tool, language)
        if key not in written
    }


@lru_cache(maxsize=4_096)
def _drafts(tool: Registered, language: str) -> tuple[tuple[Key, _Text], ...]:
    """What one tool suggests; remembered, since a set that is registered again is mostly what it was."""
    whole = tool.built()
    if whole is None:
        return ()
    digest = sha256(json.dumps(whole.output_schema or whole.input_schema).encode()).hexdigest()
    drafted = suggest(whole, grammar(language))
    return tuple((Key(each.tool, each.language, str(each.outcome)), _Text(each.text, digest)) for each in drafted)


def _is_open_again(suggestion: Suggestion, text: _Text) -> bool:
    rejected_before = suggestion.state == State.REJECTED and suggestion.digest != text.digest
    return rejected_before or suggestion.state == State.ACCEPTED


def _offer(suggestions: list[Suggestion], texts: Mapping[Key, _Text]) -> None:
    """Let suggestions wait, each with its tool's text of now."""
    for each in suggestions:
        each.text, each.digest = texts[each.key]
        each.state, each.reason, each.who, each.judge, each.judged_at = State.WAITING, "", "", None, None
        each.drafted_at = timezone.now()
    fields = ["text", "digest", "state", "reason", "who", "judge", "judged_at", "drafted_at"]
    Suggestion.objects.bulk_update(suggestions, fields, batch_size=100)
