from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.http import Http404

from console.audit.models import AuditLine
from console.organisations import queries, services
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.pages.problems import Conflict, Invalid
from tests import factories
from tests.at_once import at_once


def test_roles_stand_in_an_order() -> None:
    assert Role.OWNER.may_act_as(Role.PUBLISHER)
    assert Role.EDITOR.may_act_as(Role.EDITOR)
    assert not Role.VIEWER.may_act_as(Role.EDITOR)


def test_settings_that_do_not_differ_leave_no_line(owner: Actor) -> None:
    now = services.Settings(owner.organisation.name, "en", "UTC")
    services.change_settings(owner, now)
    assert not AuditLine.objects.exists()


def test_a_line_says_what_the_settings_were_and_are(owner: Actor) -> None:
    services.change_settings(owner, services.Settings(owner.organisation.name, "pt-BR", "UTC"))
    line = AuditLine.objects.get()
    assert (line.before, line.after) == ({"selector_language": "en"}, {"selector_language": "pt-BR"})
    assert (line.who, line.action) == ("owner@example.com", "organisation.settings_changed")


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR, Role.PUBLISHER])
def test_only_owners_keep_members(owner: Actor, role: Role) -> None:
    other = factories.actor(owner.organisation, role)
    me = owner.organisation.memberships.get(user=owner.user)
    for refused in (
        lambda: services.invite(other, "new@example.com", Role.VIEWER),
        lambda: services.change_role(other, me.pk, Role.VIEWER),
        lambda: services.remove_member(other, me.pk),
        lambda: services.change_settings(other, services.Settings("Mine", "en", "UTC")),
    ):
        with pytest.raises(PermissionDenied):
            refused()
    assert not AuditLine.objects.exists()


def test_an_owner_steps_down_once_there_is_another(owner: Actor) -> None:
    me = owner.organisation.memberships.get()
    factories.actor(owner.organisation, Role.OWNER)
    services.change_role(owner, me.pk, Role.VIEWER)
    me.refresh_from_db()
    assert me.role == Role.VIEWER


def test_the_only_owner_stays(owner: Actor, publisher: Actor) -> None:
    me = owner.organisation.memberships.get(user=owner.user)
    with pytest.raises(Conflict, match="only owner"):
        services.remove_member(owner, me.pk)


def test_another_organisations_member_is_not_found(owner: Actor, outsider: Actor) -> None:
    theirs = outsider.organisation.memberships.get()
    with pytest.raises(Http404):
        services.remove_member(owner, theirs.pk)


def test_a_second_invitation_replaces_the_first(owner: Actor) -> None:
    _first, old = services.invite(owner, "new@example.com", Role.VIEWER)
    _second, new = services.invite(owner, "NEW@example.com", Role.EDITOR)
    assert queries.invitation(old) is None
    assert (found := queries.invitation(new))
    assert found.role == Role.EDITOR


def test_a_member_is_not_invited_again(owner: Actor, viewer: Actor) -> None:
    with pytest.raises(Invalid, match="already a member"):
        services.invite(owner, "Viewer@example.com", Role.VIEWER)


def test_an_invitation_ends_after_seven_days(owner: Actor) -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False):
        _invitation, token = services.invite(owner, "new@example.com", Role.VIEWER)
    with time_machine.travel("2027-03-08 08:59Z", tick=False):
        assert queries.invitation(token)
    with time_machine.travel("2027-03-08 09:00Z", tick=False):
        assert queries.invitation(token) is None
        assert queries.open_invitations(owner.organisation) == []


def test_no_token_is_kept(owner: Actor) -> None:
    invitation, token = services.invite(owner, "new@example.com", Role.VIEWER)
    assert token not in str(list(AuditLine.objects.values()))
    assert token not in invitation.token_digest


def test_organisations_of_one_name_have_addresses_of_their_own() -> None:
    person = factories.person()
    made = [services.create_organisation(person, "Café & Co").slug for _each in range(3)]
    assert made == ["cafe-co", "cafe-co-2", "cafe-co-3"]


def test_a_name_without_a_latin_letter_has_an_address_too() -> None:
    assert services.create_organisation(factories.person(), "北京").slug == "organisation"


def test_who_was_demoted_or_taken_out_meanwhile_keeps_no_members(owner: Actor, viewer: Actor) -> None:
    as_read = factories.actor(owner.organisation, Role.OWNER, "second@example.com")
    mine, other = (owner.organisation.memberships.get(user=each.user) for each in (as_read, viewer))
    acts: list[Callable[[], object]] = [
        lambda: services.change_role(as_read, other.pk, Role.OWNER),
        lambda: services.remove_member(as_read, other.pk),
        lambda: services.invite(as_read, "new@example.com", Role.OWNER),
    ]
    services.change_role(owner, mine.pk, Role.VIEWER)
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()
    services.remove_member(owner, mine.pk)
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()


def test_an_invitation_made_anew_is_not_taken_as_it_was_before(owner: Actor) -> None:
    read, _token = services.invite(owner, "new@example.com", Role.OWNER)
    services.invite(owner, "new@example.com", Role.VIEWER)
    with pytest.raises(Http404):
        services.accept_invitation(factories.person("new@example.com"), read)
    assert owner.organisation.memberships.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_an_invitation_back_and_up_at_once_one_is_refused(owner: Actor) -> None:
    read, _token = services.invite(owner, "new@example.com", Role.EDITOR)
    person = factories.person("new@example.com")

    def refused(act: Callable[[], object]) -> bool:
        try:
            act()
        except Http404:
            return True
        return False

    acts = [partial(services.accept_invitation, person, read), partial(services.withdraw_invitation, owner, read.pk)]
    assert sorted(at_once([partial(refused, act) for act in acts])) == [False, True]


@pytest.mark.django_db(transaction=True)
def test_organisations_made_at_once_with_one_name_have_an_address_each() -> None:
    founders = [factories.person() for _each in range(4)]
    made = at_once([partial(services.create_organisation, founder, "Shop") for founder in founders])
    assert sorted(each.slug for each in made) == ["shop", "shop-2", "shop-3", "shop-4"]
