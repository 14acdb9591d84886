"""One phrasing: a tool's texts for one outcome, the languages side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Window
from django.db.models.functions import Lead
from django.http import Http404

from console.organisations.models import Organisation
from console.tools.models import Tool as StoredTool
from phrasings import checks, diff
from phrasings.content import LANGUAGES, Key
from phrasings.models import Draft, VersionChange
from phrasings.preview import Preview, Sample, preview, read_sample, sample_of, tool_for
from phrasings.queries import live_texts
from phrasings.registered import Registered, registered
from phrasings.services import revision_of
from phrasings.words import LANGUAGE_NAMES
from veraz.languages import grammar
from veraz.outcomes import Outcome
from veraz.phrasings import Defaults, Finding, Severity
from veraz.phrasings.linting import WITHOUT_RESULT
from veraz.phrasings.printables import Kind, printables
from veraz.tools import Tool


@dataclass(frozen=True, slots=True)
class Side:
    """The text in one language.

    :ivar live: the live text; empty where none is written.
    :ivar kept: the draft, or what is live.
    :ivar typed: what is in the box: `kept`, or what was typed over it and is not saved.
    :ivar revision: which text it was typed over; sent back when it is saved.
    :ivar who: who saved the draft, where there is one.
    :ivar moved: whether what is live has changed since the draft was written over it.
    """

    key: Key
    live: str
    kept: str
    typed: str
    revision: str
    standard: str
    who: str
    updated_at: datetime | None
    moved: bool
    findings: tuple[Finding, ...]
    preview: Preview

    @property
    def language(self) -> str:
        """The language's code."""
        return self.key.language

    @property
    def name(self) -> str:
        """What the language is called."""
        return LANGUAGE_NAMES[self.key.language]

    @property
    def errors(self) -> int:
        """How many errors keep the text from being published."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def kept_revision(self) -> str:
        """Which text is kept; sent back when it is discarded."""
        return revision_of(self.kept)

    @property
    def is_drafted(self) -> bool:
        """Whether a draft waits."""
        return bool(self.who)

    @property
    def to_live(self) -> list[diff.Stretch]:
        """What would change: the live text beside the one in the box."""
        return diff.words(self.live, self.typed)


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A tool's texts for one outcome.

    :ivar number: the live version; 0 for none.
    :ivar placeholders: what can be put into a text for this outcome.
    """

    name: str
    outcome: str
    tool: Registered | None
    number: int
    sides: tuple[Side, ...]
    placeholders: tuple[str, ...]
    sample: Sample

    @property
    def is_drafted(self) -> bool:
        """Whether a draft waits in any language."""
        return any(side.is_drafted for side in self.sides)

    @property
    def errors(self) -> int:
        """How many errors its texts have."""
        return sum(side.errors for side in self.sides)


@dataclass(frozen=True, slots=True)
class Typing:
    """What was typed and is not saved: texts and revisions by language, and the sample, where it was sent."""

    texts: Mapping[str, str]
    revisions: Mapping[str, str]
    sample: Sample | None = None


NOTHING_TYPED = Typing({}, {})


def phrasing(organisation: Organisation, name: str, outcome: str, typing: Typing = NOTHING_TYPED) -> Phrasing:
    """Read one phrasing, with what was typed over it; Http404 where nobody has heard of the tool."""
    require_heard_of(organisation, name)
    tool = registered(organisation).get(name)
    number, live = live_texts(organisation)
    drafts = {draft.key: draft for draft in Draft.objects.filter(organisation=organisation, tool=name)}
    runs = tool_for(name, tool)
    call, sample = read_sample(runs, outcome, typing.sample or sample_of(runs, outcome, LANGUAGES[0]))
    keys = [Key(name, language, outcome) for language in LANGUAGES]
    kept = {key: drafts[key].text if key in drafts else live.get(key, "") for key in keys}
    typed = {key: typing.texts.get(key.language, kept[key]) for key in keys}
    found = checks.findings({key: text for key, text in typed.items() if text}, {name: tool} if tool else {})
    sides = tuple(
        Side(
            key=key,
            live=live.get(key, ""),
            kept=kept[key],
            typed=typed[key],
            revision=typing.revisions.get(key.language, revision_of(kept[key])),
            standard=Defaults.of(grammar(key.language)).outcomes[Outcome(outcome)].source,
            who=drafts[key].who if key in drafts else "",
            updated_at=drafts[key].updated_at if key in drafts else None,
            moved=key in drafts and drafts[key].base != live.get(key, ""),
            findings=tuple(finding for finding in found if finding.language == key.language),
            preview=preview(typed[key], key, runs, call),
        )
        for key in keys
    )
    return Phrasing(name, outcome, tool, number, sides, tuple(placeholders(runs, outcome)), sample)


def require_heard_of(organisation: Organisation, name: str) -> None:
    """Raise Http404 where a tool was never registered and never had a phrasing."""
    ways = (
        StoredTool.objects.filter(organisation=organisation, name=name),
        Draft.objects.filter(organisation=organisation, tool=name),
        VersionChange.objects.filter(version__organisation=organisation, tool=name),
    )
    if not any(found.exists() for found in ways):
        raise Http404


def placeholders(tool: Tool, outcome: str) -> Iterator[str]:
    """What a text can print of a call of `tool` that had `outcome`."""
    yield from ("{action}", "{Action}", "{with}", "{because}", "{reason}")
    for each in printables(tool.input_schema, ()):
        yield f"{{{'.'.join(('argument', *each.path))}}}"
    if outcome in WITHOUT_RESULT:
        return
    for each in printables(tool.output_schema or {}, ()):
        path = ".".join(("result", *each.path))
        if each.kind is Kind.ROWS:
            inside = " ".join(f"{{{'.'.join(item.path)}}}" for item in each.items[:3])
            yield f"{{each {path}}}{inside}{{end}}"
        else:
            yield f"{{{path}}}"


def history(organisation: Organisation, name: str, outcome: str) -> QuerySet[VersionChange]:
    """What each version changed of a phrasing, newest first; `until` is the version that changed it again."""
    found: QuerySet[VersionChange] = VersionChange.objects.filter(
        version__organisation=organisation, tool=name, outcome=outcome
    )
    until = Window(Lead("version__number"), partition_by="language", order_by="version__number")
    ordered = found.annotate(until=until).order_by("-version__number", "language")
    return ordered.select_related("version").defer("version__content")


def text_of(organisation: Organisation, key: Key, number: int) -> str | None:
    """The text that version `number` had, from the latest change up to it; None where nothing had changed it yet."""
    changes = VersionChange.objects.filter(
        version__organisation=organisation, version__number__lte=number, **key._asdict()
    )
    return changes.order_by("-version__number").values_list("after", flat=True).first()
