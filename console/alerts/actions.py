"""What is done to alerts, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

CREATED = action("alert.created", _("made an alert"))
CHANGED = action("alert.changed", _("changed an alert"))
REMOVED = action("alert.removed", _("removed an alert"))
