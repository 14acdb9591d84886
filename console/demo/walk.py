"""A runtime's way to the console, by the standard library alone: fetch what is published, hold replies with it."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

from console.demo.shop import Table, shop
from veraz import Call, Checker, Outcome
from veraz.cli.explain import explained
from veraz.languages import reply_grammar
from veraz.phrasings import Phrasings
from veraz.tools import Toolset

_PATIENCE = 10  # seconds


def walk(address: str, key: str) -> Iterator[str]:
    """Fetch the live version with an API key and yield, a line each, what it makes of the shop's conversations."""
    document = fetched(f"{address}/v1/outcome-phrasings", key)
    yield f"Fetched version {document['version']}: «{document['note']}», {len(document['tools'])} tools phrased."
    for conversation in shop().conversations:
        yield ""
        yield from _held(document, conversation)


def fetched(url: str, key: str) -> Any:
    """The JSON document at `url`."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}", "Accept": "application/json"})
    directly = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # this machine is behind no proxy of its own
    with directly.open(request, timeout=_PATIENCE) as answer:
        return json.load(answer)


def _held(document: Table, conversation: Table) -> Iterator[str]:
    language = conversation["language"]
    toolset, grammar = Toolset.of(shop().tools), reply_grammar(language)
    own = {name: texts for name, texts in document["tools"].items() if name in toolset}  # the set may speak of others
    live = Phrasings.load(None, toolset, grammar, live=own, version=document["version"])
    calls = [_call(call) for call in conversation["calls"]]
    verdict = Checker(toolset, live, language).check(conversation["reply"], calls)
    yield f"The model wrote:  {conversation['reply']}"
    yield f"The person reads: {verdict.text}"
    yield explained(verdict)


def _call(call: Table) -> Call:
    return Call(**{**call, "outcome": Outcome(call["outcome"])})
