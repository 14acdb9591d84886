"""Reads of phrasings: what is live, what waits to be published, and the versions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from console.organisations.models import Organisation
from phrasings import checks
from phrasings.content import Change, Content, Key, Texts, changes, flat
from phrasings.models import Draft, Live, Version, VersionChange
from phrasings.registered import registered
from phrasings.services import review_of, with_drafts
from veraz.phrasings import Finding, Severity


@dataclass(frozen=True, slots=True)
class LiveDocument:
    """What runtimes are served; `version` is 0 and `tools` empty before the first version.

    :ivar selector_language: as the settings have it now; it changes without a new version.
    """

    organisation: str
    version: int
    published_at: datetime | None
    note: str
    restores: int | None
    selector_language: str
    tools: Content

    @property
    def tag(self) -> str:
        """What is new whenever anything in it is: the ETag's value."""
        return f"{self.version}-{self.selector_language}"


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version, its content aside."""

    number: int
    note: str
    who: str
    published_at: datetime
    restores: int | None
    changed: int
    is_live: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs from version `old` to version `new`; 0 is the empty set before the first."""

    old: int
    new: int
    changes: list[Change]


@dataclass(frozen=True, slots=True)
class Pending:
    """A draft beside what is live.

    :ivar moved: whether what is live has changed since the draft was written over it.
    """

    change: Change
    who: str
    updated_at: datetime
    moved: bool
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """Everything a publish would make live.

    :ivar live: the number of the live version, 0 for none; the publish is made over it.
    :ivar reviewed: which drafts these are.
    :ivar errors: what keeps it from being published, of any phrasing in the set.
    :ivar warnings: what the drafted phrasings should be looked at for.
    """

    live: int
    reviewed: str
    pending: list[Pending]
    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]

    @property
    def next(self) -> int:
        """The number the publish would make."""
        return self.live + 1


def live_document(organisation: Organisation) -> LiveDocument:
    """What is live, as runtimes are served it."""
    version = Version.objects.filter(live_in=organisation.pk).first()
    if version is None:
        return LiveDocument(organisation.slug, 0, None, "", None, organisation.selector_language, {})
    return document(organisation, version)


def document(organisation: Organisation, version: Version) -> LiveDocument:
    """A version as runtimes would be served it."""
    return LiveDocument(
        organisation.slug,
        version.number,
        version.published_at,
        version.note,
        version.restores,
        organisation.selector_language,
        version.content,
    )


def live_number(organisation: Organisation) -> int:
    """The number of the live version; 0 for none."""
    found = Live.objects.filter(organisation=organisation).order_by().values_list("version__number", flat=True)
    return next(iter(found), 0)


def live_since(organisation: Organisation) -> tuple[int, datetime | None]:
    """The number of the live version and when it was published; 0 and None for none."""
    found = Version.objects.filter(live_in=organisation.pk).values_list("number", "published_at").first()
    return found or (0, None)


def live_texts(organisation: Organisation) -> tuple[int, Texts]:
    """The number of the live version and its texts."""
    found = live_document(organisation)
    return found.version, flat(found.tools)


def versions(organisation: Organisation) -> QuerySet[Version]:
    """The versions, newest first, their contents left in the database; `row` tells of each."""
    return _versions(organisation).defer("content")


def row(version: Version) -> VersionRow:
    """A version that `versions` found."""
    return VersionRow(
        version.number,
        version.note,
        version.who,
        version.published_at,
        version.restores,
        version.changed,
        hasattr(version, "live_in"),
    )


def version(organisation: Organisation, number: int) -> Version:
    """One version with its content; not found (Http404) where the organisation has none of that number."""
    return get_object_or_404(_versions(organisation), number=number)


def changes_of(organisation: Organisation, number: int) -> QuerySet[VersionChange]:
    """What a version changed; `change` tells of each."""
    found: QuerySet[VersionChange] = VersionChange.objects.filter(
        version__organisation=organisation, version__number=number
    )
    return found.order_by("tool", "outcome", "language")


def change(stored: VersionChange) -> Change:
    """A change that `changes_of` found."""
    return Change(Key(stored.tool, stored.language, stored.outcome), stored.before, stored.after)


def compare(organisation: Organisation, old: int, new: int) -> Comparison:
    """What differs between two versions."""
    before, after = (flat(version(organisation, number).content) if number else {} for number in (old, new))
    return Comparison(old, new, changes(before, after))


def review(organisation: Organisation) -> Review:
    """The drafts beside what is live, and what is wrong with the set they would make."""
    number, texts = live_texts(organisation)
    drafted = {draft.key: draft for draft in Draft.objects.filter(organisation=organisation)}
    drafts = {key: draft.text for key, draft in drafted.items()}
    set_ = with_drafts(texts, drafts)
    found = checks.findings(set_, registered(organisation))
    by_key: dict[Key, list[Finding]] = {}
    for finding in found:
        by_key.setdefault(checks.key_of(finding), []).append(finding)
    pending = [
        Pending(
            change,
            drafted[change.key].who,
            drafted[change.key].updated_at,
            drafted[change.key].base != change.before,
            tuple(by_key.get(change.key, ())),
        )
        for change in changes(texts, set_)
    ]
    warnings = tuple(finding for each in pending for finding in each.findings if finding.severity is Severity.WARNING)
    return Review(number, review_of(drafts), pending, checks.errors(found), warnings)


def _versions(organisation: Organisation) -> QuerySet[Version]:
    found: QuerySet[Version] = Version.objects.filter(organisation=organisation)
    return found.select_related("live_in")
