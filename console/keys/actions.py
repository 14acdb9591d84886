"""What is done to keys, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

CREATED = action("key.created", _("created an API key"))
ROTATED = action("key.rotated", _("rotated an API key"))
REVOKED = action("key.revoked", _("revoked an API key"))
