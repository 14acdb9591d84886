"""What is done to suggestions, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

DRAFTED = action("suggestions.drafted", _("had suggestions drafted"))
ACCEPTED = action("suggestions.accepted", _("accepted a suggestion"))
REJECTED = action("suggestions.rejected", _("rejected a suggestion"))
OFFERED = action("suggestions.offered", _("offered a suggestion again"))
