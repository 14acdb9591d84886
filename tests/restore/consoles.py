"""A console with a row in every table, and what each of its tables holds.

python -m tests.restore.consoles fill|rows|goes_on
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any


def _fill() -> None:
    """The demo's shop, and what its people and runtimes have not done yet."""
    from allauth.mfa.models import Authenticator
    from allauth.socialaccount.models import SocialAccount
    from django.contrib.auth.models import Group, Permission
    from django.utils import timezone

    from console.accounts.models import User
    from console.alerts.models import Alert
    from console.demo.seed import seed
    from console.letters.services import write
    from console.organisations.models import Membership, Organisation, Role
    from console.tasks.periodic import run_if_due
    from console.webhooks.models import Attempt
    from console.webhooks.services import rotate_secret, send_test
    from phrasings.suggestions.models import State, Suggestion
    from phrasings.suggestions.services import accept, reject
    from settings.demo import FOLDER
    from tests import factories

    seed(Path(FOLDER) / "keys.json")
    shop = Organisation.objects.get()
    owner = factories.actor(shop, Role.OWNER, "second.owner@example.com")
    endpoint = factories.endpoint(shop, "https://127.0.0.1:1/").endpoint
    rotate_secret(owner, endpoint.pk, timedelta(days=1))
    Attempt.objects.create(delivery=send_test(owner, endpoint.pk), problem="connection", milliseconds=3)
    first, second = Suggestion.objects.filter(state=State.WAITING)[:2]
    accept(owner, first.pk, "Done: «☺».")
    reject(owner, second.pk, "Not how we speak.")
    factories.invitation(shop)
    write("owner@example.com", "A subject", "A text")
    Alert.objects.all()[0].recipients.add(Membership.objects.all()[0])
    run_if_due("letters.forget")
    user = User.objects.all()[0]
    user.groups.add(Group.objects.create(name="operators"))
    user.user_permissions.add(Permission.objects.all()[0])
    Authenticator.objects.create(user=user, type="totp", data={"secret": "sealed"}, last_used_at=timezone.now())
    SocialAccount.objects.create(user=user, provider="oidc", uid="1", extra_data={"a": 1})


def _rows() -> dict[str, Any]:
    """Every row by its table, as Django reads it; what each database makes of itself, and who is signed in, aside."""
    from django.apps import apps

    aside = ("contenttypes.ContentType", "auth.Permission", "sessions.Session", "limits.Count", "limits.CacheEntry")
    models = [each for each in apps.get_models(include_auto_created=True) if each._meta.label not in aside]
    return {each._meta.label: _held(each) for each in models}


def _held(model: Any) -> list[str]:
    fields = [field.attname for field in model._meta.concrete_fields]
    if model._meta.label == "accounts.User_user_permissions":  # their numbers differ from database to database
        fields = ["user_id", "permission__codename"]
    return sorted(str(list(map(_said, row))) for row in model._base_manager.values_list(*fields))


def _said(value: Any) -> str:
    """PostgreSQL keeps the names of an object in an order of its own."""
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else repr(value)


def _goes_on() -> None:
    """Numbers are given on from the last, and what comes after is taken as before."""
    from console.organisations.actor import Actor
    from console.organisations.models import Organisation, Role
    from console.tasks.periodic import run_due
    from console.tools.services import register
    from tests import factories

    shop = Organisation.objects.get()
    register(Actor(shop, Role.OWNER, "tests"), [factories.REFUND])
    factories.tools(factories.organisation("Another"))
    run_due()


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps({"fill": _fill, "rows": _rows, "goes_on": _goes_on}[sys.argv[1]]()))
