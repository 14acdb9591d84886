from __future__ import annotations

import stat
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from console import signing
from console.audit.models import AuditLine
from console.licences.models import Grant, Licence
from console.organisations.models import Organisation
from settings.signing import new_key, signing_keys
from veraz.sync.terms import State

OLD, NEW = new_key(), new_key()
UNTIL = "2027-12-31"


@pytest.fixture(autouse=True)
def _day() -> Any:
    with time_machine.travel("2027-03-01 09:00Z", tick=False):
        yield


def told(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_the_operator_grants_issues_and_withdraws(organisation: Organisation) -> None:
    slug = organisation.slug
    assert "enterprise until 2027-12-31" in told("licence", "grant", slug, "--plan=enterprise", f"--until={UNTIL}")
    assert told("licence", "issue", slug).strip() == Licence.objects.get().text
    assert "enterprise until 2027-12-31; licence: Valid, ends 2027-12-31" in told("licence", "list")
    assert f"{slug}-1 stays valid until 2027-12-31" in told("licence", "withdraw", slug)
    assert "nothing granted" in told("licence", "list")
    assert AuditLine.objects.count() == 3


def test_a_licence_may_be_written_into_a_file(organisation: Organisation, tmp_path: Path) -> None:
    told("licence", "grant", organisation.slug, "--plan=team", f"--until={UNTIL}", "--days=30")
    told("licence", "issue", organisation.slug, "--out", str(tmp_path / "shop.licence"))
    assert (tmp_path / "shop.licence").read_text().strip() == Licence.objects.get().text
    assert Licence.objects.get().ends_at.date() == date(2027, 3, 31)


def test_a_licence_as_good_as_the_latest_is_issued_when_asked_for_again(organisation: Organisation) -> None:
    told("licence", "grant", organisation.slug, "--plan=team", f"--until={UNTIL}")
    told("licence", "issue", organisation.slug)
    with pytest.raises(CommandError, match="already valid until"):
        told("licence", "issue", organisation.slug)
    assert told("licence", "issue", organisation.slug, "--again").strip() == Licence.objects.all()[0].text
    assert Licence.objects.count() == 2


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("grant", "elsewhere", "--plan=team", f"--until={UNTIL}"), "no organisation at 'elsewhere'"),
        (("grant", "SLUG", "--plan=free", f"--until={UNTIL}"), "invalid choice: 'free'"),
        (("grant", "SLUG", "--plan=team", "--until=soon"), "an example: 2027-12-31"),
        (("grant", "SLUG", "--plan=team", "--until=2027-02-28"), "This day has passed"),
        (("grant", "SLUG", "--plan=team", f"--until={UNTIL}", "--days=0"), "greater than or equal to 1"),
        (("issue", "SLUG"), "No plan is granted"),
        (("withdraw", "SLUG"), "was granted no plan"),
    ],
)
def test_what_cannot_be_done_is_said(organisation: Organisation, words: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        told("licence", *(organisation.slug if word == "SLUG" else word for word in words))
    assert not Grant.objects.exists()


def test_the_keys_are_listed_with_the_licences_they_signed(organisation: Organisation, capsys: Any) -> None:
    with override_settings(SIGNING_KEYS=signing_keys(OLD)):
        told("licence", "grant", organisation.slug, "--plan=team", f"--until={UNTIL}")
        told("licence", "issue", organisation.slug)
        [old] = signing.fingerprints()
    with override_settings(SIGNING_KEYS=signing_keys(NEW + OLD)):
        first, second = told("signing_keys").splitlines()
        assert first == f"{signing.fingerprints()[0]}  signs; licences in force: none"
        assert second == f"{old}  is accepted; licences in force: {organisation.slug}-1"
        told("licence", "issue", organisation.slug)
        assert told("signing_keys", "list").splitlines()[1] == f"{old}  is accepted; licences in force: none"


def test_a_licence_that_a_gone_key_signed_is_told_of(organisation: Organisation) -> None:
    with override_settings(SIGNING_KEYS=signing_keys(OLD)):
        told("licence", "grant", organisation.slug, "--plan=team", f"--until={UNTIL}")
        told("licence", "issue", organisation.slug)
    complaints = StringIO()
    with override_settings(SIGNING_KEYS=signing_keys(NEW)):
        call_command("signing_keys", stdout=StringIO(), stderr=complaints)
    assert f"is gone, and runtimes refuse what it signed: {organisation.slug}-1" in complaints.getvalue()


def test_a_new_key_is_printed_and_kept_nowhere() -> None:
    before = signing.fingerprints()
    [key] = signing_keys(told("signing_keys", "new"))
    assert key.thumbprint() not in before
    assert signing.fingerprints() == before


def test_a_new_key_goes_into_a_file_for_its_owner_alone_and_over_none_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "new.pem"
    said = told("signing_keys", "new", "--out", str(path))
    [key] = signing_keys(path.read_text())
    assert said.startswith(f"{key.thumbprint()}  written to {path}")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="File exists"):
        told("signing_keys", "new", "--out", str(path))
    assert signing_keys(path.read_text())[0].thumbprint() == key.thumbprint()


def test_the_rotation_is_told_step_by_step() -> None:
    steps = told("signing_keys", "rotate")
    words = ("signing_keys new", "Add it second", "Put it first", "Owners renew", "Take the old key out")
    places = [steps.index(each) for each in words]
    assert places == sorted(places)


def test_the_page_about_licences_names_each_state_setting_and_step() -> None:
    page = (settings.ROOT / "docs" / "licence-and-keys.md").read_text(encoding="utf-8")
    named = [f"| `{state}` |" for state in State]
    named += ["`SIGNING_KEY`", "`SIGNING_KEY_FILE`", "`SIGNING_KEY_FILES`", *(f"\n{step}. " for step in range(1, 7))]
    assert [each for each in named if each not in page] == []
