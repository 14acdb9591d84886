"""What is done to phrasings: each a transaction with its audit line, its role checked here.

An organisation's drafting and publishing happen one at a time: each begins by locking the row that says what is live.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from console.audit.actions import Action
from console.audit.services import record
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from console.pages.problems import Conflict, Invalid
from console.tools.tool_names import checked_name
from console.webhooks.services import emit
from phrasings import actions, checks, events
from phrasings.content import LANGUAGES, OUTCOMES, Change, Key, Texts, changes, flat, nested
from phrasings.models import LONGEST_NOTE, Draft, Live, Version, VersionChange
from phrasings.registered import registered
from phrasings.transfer import Import, read_set
from veraz.errors import ToolError

LONGEST_DRAFT = 10_000
"""Characters of a draft: more than a phrasing may have, so that a long text can be kept while it is cut."""

_AUDITED = 20  # changes that an audit line spells out; the version keeps all of them


class StaleDraft(Conflict):
    """Someone else saved this text first: `theirs` is what they saved, `typed` what was sent now."""

    def __init__(self, key: Key, typed: str, theirs: str, who: str) -> None:
        super().__init__(
            _("%(who)s changed this text while you were writing.") % {"who": who},
            _("Yours is kept here beside theirs. Save again to put yours in its place."),
        )
        self.key, self.typed, self.theirs, self.who = key, typed, theirs, who


class StaleVersion(Conflict):
    """Another version went live first; `current` is its number."""

    def __init__(self, current: int) -> None:
        super().__init__(
            _("v%(number)s went live in the meantime.") % {"number": current},
            _("Look at what it changed, then publish again. No draft is lost."),
        )
        self.current = current


class StaleReview(Conflict):
    """The drafts are no longer those that were reviewed."""

    def __init__(self) -> None:
        super().__init__(
            _("The drafts have changed since you reviewed them."),
            _("Review them again, then publish. Nothing is lost."),
        )


class NothingChanged(Invalid):
    """What would be published is what is live."""

    def __init__(self) -> None:
        super().__init__(
            _("This is what is live already, so there is nothing to publish."), _("Change a phrasing first.")
        )


@dataclass(frozen=True, slots=True)
class Typed:
    """A text as it was sent, and the revision of the text it was written over."""

    text: str
    revision: str


def revision_of(text: str) -> str:
    """Which text someone was looking at; two texts that are the same have the same revision."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


@transaction.atomic
def save_draft(by: Actor, tool: str, language: str, outcome: str, text: str, revision: str) -> None:
    """Keep a text to be published; empty takes the phrasing out. A text that is live is no draft.

    A text that its writer left as it was changes nothing, whoever saved another meanwhile.
    Raises StaleDraft where someone did and the writer changed it too.
    """
    by.require(Role.EDITOR)
    key = _key(tool, language, outcome)
    text = _draft_text(text)
    live = _locked_live(by)
    draft = _draft(by, key).first()
    current = draft.text if draft else live.texts.get(key, "")
    if text == current or revision_of(text) == revision:
        return
    if revision_of(current) != revision:
        who = draft.who if draft else live.version.who if live.version else ""
        raise StaleDraft(key, text, current, who)
    _keep(by, {key: text}, live.texts)
    _record(by, actions.DRAFTED, key, before=current, after=text)


@transaction.atomic
def save_drafts(by: Actor, tool: str, outcome: str, typed: Mapping[str, Typed]) -> None:
    """Keep a phrasing's texts by language, all or none. Raises StaleDraft for the first that someone else changed."""
    for language, each in typed.items():
        save_draft(by, tool, language, outcome, each.text, each.revision)


@transaction.atomic
def discard_draft(by: Actor, tool: str, language: str, outcome: str, revision: str | None = None) -> None:
    """Leave a phrasing as it is live. Raises Conflict where the draft is not the one of `revision`, if one is given."""
    by.require(Role.EDITOR)
    _locked_live(by)
    draft = get_object_or_404(_draft(by, _key(tool, language, outcome)))
    if revision not in (None, revision_of(draft.text)):
        changed = _("%(who)s changed this draft in the meantime.") % {"who": draft.who}
        raise Conflict(changed, _("Look at it as it is now, then discard it if you still want to."))
    _record(by, actions.DISCARDED, draft.key, before=draft.text)
    draft.delete()


@transaction.atomic
def publish(by: Actor, note: str, base_version: int, *, reviewed: str | None = None) -> Version:
    """Make the drafts live, on top of what is: the whole set's new version.

    :param base_version: the number that was live when the drafts were reviewed; 0 for none.
    :param reviewed: what `review_of` gave for the drafts then; left out, whatever drafts there are are published.
    """
    by.require(Role.PUBLISHER)
    live = _locked_live(by, base_version)
    drafts = drafts_of(by.organisation)
    if reviewed is not None and reviewed != review_of(drafts):
        raise StaleReview
    return _release(by, live, with_drafts(live.texts, drafts), note)


@transaction.atomic
def publish_set(by: Actor, base_version: int, note: str, tools: Mapping[str, Any]) -> Version:
    """Make a whole set live, given as the protocol has it: tool, language, outcome, text. Drafts stay drafts.

    Raises StaleVersion, transfer.Unreadable, checks.Blocked or NothingChanged.
    """
    by.require(Role.PUBLISHER)
    live = _locked_live(by, base_version)
    given = read_set(tools, registered(by.organisation))
    if errors := checks.errors(given.findings):
        raise checks.Blocked(errors)
    return _release(by, live, given.texts, note)


@transaction.atomic
def restore(by: Actor, number: int, base_version: int, note: str) -> Version:
    """Make an old version's content live again, as a new version."""
    by.require(Role.PUBLISHER)
    live = _locked_live(by, base_version)
    old = get_object_or_404(Version, organisation=by.organisation, number=number)
    return _release(by, live, flat(old.content), note, restores=number)


@transaction.atomic
def import_yaml(by: Actor, text: str, dry_run: bool, language: str = LANGUAGES[0]) -> Import:
    """Make drafts of a phrasings file; phrasings that it does not name stay as they are.

    :param dry_run: only tell what would be drafted.
    :param language: the language of entries that name none.
    :raises Invalid: for a file that cannot be read, naming line, column and key.
    :raises Blocked: for one with errors.
    """
    by.require(Role.EDITOR)
    given = read_set(text, registered(by.organisation), language)
    live = _locked_live(by)
    current = with_drafts(live.texts, drafts_of(by.organisation))
    found = Import(tuple(changes(current, {**current, **given.texts})), given.findings)
    if dry_run:
        return found
    if found.errors:
        raise checks.Blocked(found.errors)
    if found.changes:
        _keep(by, {change.key: change.after for change in found.changes}, live.texts)
        record(by, actions.IMPORTED, "phrasings:drafts", _("drafts"), **_told(found.changes))
    return found


def drafts_of(organisation: Organisation) -> Texts:
    """The drafted texts, by key."""
    found = Draft.objects.filter(organisation=organisation).values_list("tool", "language", "outcome", "text")
    return {Key(tool, language, outcome): text for tool, language, outcome, text in found}


def current_text(organisation: Organisation, tool: str, language: str, outcome: str) -> str:
    """The text that an editor is shown: the draft, else what is live, else nothing."""
    key = _key(tool, language, outcome)
    draft = Draft.objects.filter(organisation=organisation, **key._asdict()).first()
    live = Live.objects.select_related("version").filter(organisation=organisation).first()
    return draft.text if draft else live.texts.get(key, "") if live else ""


def with_drafts(texts: Texts, drafts: Mapping[Key, str]) -> Texts:
    """What would be live if the drafts were published."""
    return {key: text for key, text in {**texts, **drafts}.items() if text}


def review_of(drafts: Mapping[Key, str]) -> str:
    """Which drafts someone reviewed."""
    return revision_of("\0".join(part for key in sorted(drafts) for part in (*key, drafts[key])))


def _locked_live(by: Actor, base_version: int | None = None) -> Live:
    """What is live, locked; StaleVersion where it is not the version that the change was made over."""
    Live.objects.get_or_create(organisation=by.organisation)
    live = Live.objects.select_for_update().get(organisation=by.organisation)  # its version is read after the lock
    if base_version is not None and base_version != live.number:
        raise StaleVersion(live.number)
    return live


def _release(by: Actor, live: Live, texts: Texts, note: str, restores: int | None = None) -> Version:
    """Publish `texts` as the next version, which becomes the live one."""
    note, changed = _note(note), changes(live.texts, texts)
    if not changed:
        raise NothingChanged
    if errors := checks.errors(checks.findings(texts, registered(by.organisation))):
        raise checks.Blocked(errors)
    before, number = live.number, live.number + 1
    version = Version.objects.create(
        organisation=by.organisation,
        number=number,
        content=nested(texts),
        note=note,
        author=by.user,
        who=by.name,
        changed=len(changed),
        restores=restores,
    )
    VersionChange.objects.bulk_create(
        VersionChange(version=version, **each.key._asdict(), before=each.before, after=each.after) for each in changed
    )
    live.version = version
    live.save(update_fields=["version"])
    _settle(Draft.objects.filter(organisation=by.organisation), texts)
    action = actions.RESTORED if restores else actions.PUBLISHED
    told = {"version": number, "note": note, **({"restores": restores} if restores else {})}
    record(by, action, f"version:{number}", str(version), before={"version": before}, after=told)
    emit(by.organisation, events.PUBLISHED, events.published(version))
    return version


def _keep(by: Actor, texts: Texts, published: Texts) -> None:
    """Put drafts in place, over any there are."""
    told = {"author": by.user, "who": by.name, "updated_at": timezone.now()}
    Draft.objects.bulk_create(
        (
            Draft(organisation=by.organisation, **key._asdict(), text=text, base=published.get(key, ""), **told)
            for key, text in texts.items()
        ),
        update_conflicts=True,
        unique_fields=["organisation", "tool", "language", "outcome"],
        update_fields=["text", "base", *told],
    )
    _settle(Draft.objects.filter(organisation=by.organisation, tool__in={key.tool for key in texts}), published)


def _settle(drafts: QuerySet[Draft], published: Texts) -> None:
    """Take away the drafts that are live now."""
    live_now = [draft.pk for draft in drafts if draft.text == published.get(draft.key, "")]
    Draft.objects.filter(pk__in=live_now).delete()


def _key(tool: str, language: str, outcome: str) -> Key:
    try:
        checked_name(tool)
    except ToolError as error:
        raise Http404 from error
    if language not in LANGUAGES or outcome not in OUTCOMES:
        raise Http404
    return Key(tool, language, outcome)


def _draft(by: Actor, key: Key) -> QuerySet[Draft]:
    return Draft.objects.filter(organisation=by.organisation, **key._asdict())


def _draft_text(text: str) -> str:
    """A text as it is kept: lines end as everywhere, and one of spaces alone is none."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST_DRAFT:
        raise Invalid(_("A draft has at most %(longest)s characters.") % {"longest": LONGEST_DRAFT})
    if checks.unprintable(text):
        raise Invalid(_("The text has a character that does not print."), _("Type it again without pasting."))
    return text if text.strip() else ""


def _note(note: str) -> str:
    note = note.strip()
    if not note or len(note) > LONGEST_NOTE or checks.unprintable(note):
        raise Invalid(_("A note of 1 to %(longest)s characters says what changes.") % {"longest": LONGEST_NOTE})
    return note


def _record(by: Actor, action: Action, key: Key, before: str, after: str | None = None) -> None:
    told = None if after is None else {key.language: after}
    name = f"{key.tool} · {key.outcome}"
    record(by, action, f"phrasing:{key.tool}.{key.outcome}", name, before={key.language: before}, after=told)


def _told(changed: tuple[Change, ...]) -> dict[str, dict[str, str]]:
    shown = changed[:_AUDITED]
    more = {"…": str(len(changed) - _AUDITED)} if len(changed) > _AUDITED else {}
    return {
        "before": {str(each.key): each.before for each in shown},
        "after": {**{str(each.key): each.after for each in shown}, **more},
    }
