"""``veraz demo``: two conversations that come out true, and a few replies with the reasons."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

import click
import yaml

from veraz.agent import Agent, Model, Reply
from veraz.cli.batch import Case, Cases
from veraz.cli.explain import explained
from veraz.replies.settings import Composer, LanguageName, Replies
from veraz.tools import tool


@tool(write=False)
def get_order(order_id: str) -> dict[str, Any]:
    """Look an order up."""
    return {"order_id": order_id, "status": "sent"}


@tool(write=True)
def refund_card(order_id: str, amount: float) -> dict[str, Any]:
    """Refund an order to the card it was paid with."""
    return {"order_id": order_id, "refunded": amount}


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop whose desk is shown: what its model asks for and writes, and what people say to it.

    :ivar script: by the person's turn, the call the model asks for (or ``None``) and the reply it then writes.
    :ivar turns: what a person says, with their word on a write that waits.
    :ivar template_turns: the same, for the desk whose replies no model writes.
    """

    title: str
    language: LanguageName
    phrasings: Mapping[str, Any]
    script: Mapping[str, tuple[Mapping[str, Any] | None, str]]
    turns: tuple[tuple[str, str], ...]
    template_turns: tuple[str, ...]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Shop:
        """Read a shop from its table."""
        script = {turn: (line["call"], line["reply"]) for turn, line in table["script"].items()}
        turns = tuple((turn, "approve") if isinstance(turn, str) else (turn[0], turn[1]) for turn in table["turns"])
        return cls(table["title"], table["language"], table["phrasings"], script, turns, tuple(table["template_turns"]))

    def desk(self, composer: Composer = Composer.MODEL) -> Agent:
        """Return the shop's agent."""
        replies = Replies(phrasings=self.phrasings, language=self.language, composer=composer)
        return Agent("desk", [get_order, refund_card], _model(self.script), on_unread="model", replies=replies)

    def transcript(self) -> Iterator[str]:
        """Yield what is said and read, a line each, with the model's replies checked."""
        desk = self.desk()
        for text, word in self.turns:
            yield from _said(desk, text, "u-17", word)

    def template_transcript(self) -> Iterator[str]:
        """Yield the same for the desk whose replies are its phrasings."""
        desk = self.desk(Composer.TEMPLATE)
        for text in self.template_turns:
            reply = desk.chat(text, user="u-18")
            yield f"{text} -> {(desk.confirm('u-18', 'approve') if reply.waiting else reply).text}"


def load() -> tuple[tuple[Shop, ...], tuple[Case, ...]]:
    """Return the bundled shops and replies."""
    source = resources.files("veraz.cli").joinpath("demo.yaml").read_text(encoding="utf-8")
    table = yaml.safe_load(source)
    cases = Cases(Replies())
    return tuple(Shop.of(shop) for shop in table["shops"]), tuple(cases.of(case) for case in table["replies"])


@click.command()
@click.option("--once", is_flag=True, help="Print and stop, even where someone could type.")
def demo(once: bool) -> None:
    """Show two conversations and a few replies.

    Each reply is held to what was done: see which sentences are kept and which are replaced, and why.
    """
    shops, cases = load()
    for shop in shops:
        _title(shop.title)
        click.echo("\n".join(shop.transcript()))
        click.echo()
        click.echo("\n".join(shop.template_transcript()))
    for case in cases:
        _title(str(case.id))
        click.echo(explained(case.verdict()))
    if not once and sys.stdin.isatty():
        _ask(cases[0])


def _ask(case: Case) -> None:
    """Let a person write what a model might, against the first reply's record."""
    _title("Now you: write what a model might say after that first call. An empty line ends it.")
    while reply := click.prompt(">", default="", show_default=False, prompt_suffix=" "):
        click.echo(explained(replace(case, reply=reply).verdict()))


def _said(desk: Agent, text: str, user: str, word: str) -> Iterator[str]:
    reply: Reply = desk.chat(text, user=user)
    if not reply.waiting:
        yield f"{text} -> {reply.text}"
        return
    yield f"{text} -> waits: {reply.waiting[0].wording}"
    yield f"  {word} -> {desk.confirm(user, word).text}"


def _model(script: Mapping[str, tuple[Mapping[str, Any] | None, str]]) -> Model:
    """Return what stands in for a model: for each turn, the call it asks for and the reply it then writes."""

    def model(conversation: list[dict[str, Any]]) -> Any:
        turn = next(message["content"] for message in reversed(conversation) if message["role"] == "user")
        call, reply = script[turn]
        asks = call is not None and conversation[-1]["role"] == "user"
        return {"content": "", "tool_calls": [call]} if asks else reply

    return model


def _title(text: str) -> None:
    click.echo()
    click.secho(text, bold=True)
