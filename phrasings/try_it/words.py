"""What the check does, why, and what a claim says, in the reader's own language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from veraz.outcomes import Stance
from veraz.replies.verdict import Action, Cause

ACTIONS: Mapping[str, Promise | str] = {
    Action.KEEP: _("Kept"),
    Action.REPLACE: _("Replaced"),
    Action.REMOVE: _("Taken out"),
    Action.REDACT: _("Blacked out"),
}

STATES: Mapping[str, str] = {Action.KEEP: "ok", Action.REPLACE: "bad", Action.REMOVE: "bad", Action.REDACT: "warn"}
"""The colour of each."""

CAUSES: Mapping[str, Promise | str] = {
    Cause.DISAGREES: _("It says something else than what became of the call."),
    Cause.NO_CALL: _("No such call was made."),
    Cause.VALUE: _("It states a value that no call has."),
}

STANCES: Mapping[str, Promise | str] = {
    Stance.DONE: _("says it is done"),
    Stance.NOT_DONE: _("says it is not done"),
    Stance.PROMISE: _("promises it"),
    Stance.ASK: _("asks about it"),
    Stance.UNKNOWN: _("says it is not known"),
    Stance.MENTION: _("mentions it"),
}
