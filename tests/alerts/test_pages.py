from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from console.alerts import services
from console.alerts.models import Alert
from console.organisations.actor import Actor
from console.organisations.models import Organisation, Role
from tests import factories
from tests.alerts.conftest import REPLACED, Count, Make
from tests.questions import FRAGMENT, Questions, View


def a_kind(organisation: Organisation) -> dict[str, Any]:
    return {"kind": "replaced"}


def an_alert(organisation: Organisation) -> dict[str, Any]:
    by = Actor(organisation, Role.OWNER, "tests")
    return {"pk": services.make_alert(by, services.Described("Replaced", REPLACED, frozenset())).pk}


NEW = {"name": "Too much", "limit": "7.5", "least": "200", "hours": "24", "tool": "", "is_on": "on"}
VIEWS = [
    View("alerts:list", part=True),
    View("alerts:new", "GET", Role.OWNER, a_kind, part=True, bad={"kind": "nothing"}),
    View("alerts:new", "POST", Role.OWNER, a_kind, NEW, works=302, bad={"kind": "nothing"}),
    View("alerts:one", make=an_alert, part=True),
    View("alerts:one", "POST", Role.OWNER, an_alert, NEW, works=302),
    View("alerts:remove", "POST", Role.OWNER, an_alert, works=302),
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
class TestQuestions(Questions):
    pass


@pytest.fixture
def home(organisation: Organisation) -> str:
    return f"/o/{organisation.slug}/settings/alerts/"


@pytest.mark.parametrize("kind", ["replaced", "silent", "dropping"])
def test_every_kind_begins_with_values_that_can_be_taken_as_they_are(
    owner_client: Client, owner: Actor, home: str, kind: str
) -> None:
    form = owner_client.get(f"{home}new/{kind}/").context["form"]
    given = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    assert given["recipients"] == [owner.organisation.memberships.get().pk]
    answer = owner_client.post(
        f"{home}new/{kind}/", {name: value for name, value in given.items() if value is not None}
    )
    assert answer.status_code == 302, answer.context["form"].errors
    assert Alert.objects.get().kind == kind
    assert Alert.objects.get().recipients.count() == 1


def test_what_is_typed_is_what_is_kept_and_shown(owner_client: Client, organisation: Organisation, home: str) -> None:
    factories.tools(organisation)
    page = owner_client.post(f"{home}new/replaced/", {**NEW, "tool": "refund_card"}, follow=True).content.decode()
    assert "Made the alert Too much." in page
    assert "Over 7.5% of at least 200 sentences replaced, about refund_card, in 24 hours" in page
    assert 'value="7.5"' in page


@pytest.mark.parametrize(
    "wrong", [{"limit": "101"}, {"limit": ""}, {"least": "0"}, {"hours": "5"}, {"tool": "nothing"}, {"name": "a\nb"}]
)
def test_a_wrong_value_is_told_and_what_was_typed_kept(owner_client: Client, home: str, wrong: dict[str, str]) -> None:
    answer = owner_client.post(f"{home}new/replaced/", {**NEW, **wrong})
    assert (answer.status_code, Alert.objects.exists()) == (422, False)
    assert 'value="200"' in answer.content.decode() or "least" in wrong


def test_what_it_would_say_now_is_told_and_nothing_is_saved(
    owner_client: Client, owner: Actor, home: str, clock: Any, count: Count
) -> None:
    client = factories.signed_in(owner)  # by the clock as it stands here
    count(400, 40)
    tried = client.post(f"{home}new/replaced/", {**NEW, "try": "1"}).content.decode()
    assert "Now it would be raised" in tried
    assert "10% of 400 sentences" in tried
    tried = client.post(f"{home}new/replaced/", {**NEW, "limit": "12", "try": "1"}, headers=FRAGMENT).content.decode()
    assert "Now it would not be raised" in tried
    assert 'value="12"' in tried
    assert not Alert.objects.exists()
    address = f"{home}{an_alert(owner.organisation)['pk']}/"
    assert "Now it would be raised" in client.post(address, {**NEW, "try": "1"}).content.decode()
    assert Alert.objects.get().name == "Replaced"


def test_a_viewer_sees_what_it_found_and_when_it_changed_but_no_form(
    viewer: Actor, home: str, clock: Any, count: Count, make: Make
) -> None:
    client, alert = factories.signed_in(viewer), make()
    assert "Not looked at yet" in client.get(home).content.decode()
    count(400, 80)
    services.look(alert.pk)
    for address in (home, f"{home}{alert.pk}/"):
        shown = client.get(address).content.decode()
        assert "20% of 400 sentences" in shown
        assert "Raised" in shown
        assert 'name="limit"' not in shown
    assert 'name="limit"' not in client.get(f"{home}{alert.pk}/", headers=FRAGMENT).content.decode()


def test_the_overview_says_which_are_raised(viewer: Actor, clock: Any, count: Count, make: Make) -> None:
    client, alert = factories.signed_in(viewer), make()
    address = f"/o/{viewer.organisation.slug}/"
    count(400, 80)
    assert "An alert is raised" not in client.get(address).content.decode()
    services.look(alert.pk)
    shown = client.get(address).content.decode()
    assert "An alert is raised" in shown
    assert f"{alert.name}</a>: 20% of 400 sentences, since" in shown


def test_an_alert_about_a_tool_that_is_gone_keeps_it(owner_client: Client, owner: Actor, home: str) -> None:
    asked = services.Asked(REPLACED.kind, "old_tool", REPLACED.limit, REPLACED.hours, REPLACED.least)
    alert = services.make_alert(owner, services.Described("Old", asked, frozenset()))
    answer = owner_client.post(f"{home}{alert.pk}/", {**NEW, "tool": "old_tool"})
    assert (answer.status_code, Alert.objects.get().tool) == (302, "old_tool")


def test_words_are_short_for_days_and_minutes(
    owner_client: Client, owner: Actor, home: str, clock: Any, count: Count
) -> None:
    client = factories.signed_in(owner)
    count(1)
    clock.shift(600)
    tried = client.post(f"{home}new/silent/", {"name": "Silent", "hours": "72", "try": "1"}).content.decode()
    assert "Last heard from 10 minutes ago" in tried
    assert "No runtime heard from for 3 days" in tried


def test_a_round_limit_is_written_out(owner_client: Client, organisation: Organisation, home: str) -> None:
    shown = owner_client.get(f"{home}{an_alert(organisation)['pk']}/").content.decode()
    assert 'name="limit" value="10"' in shown
