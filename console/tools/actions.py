"""What is done to tools, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

REGISTERED = action("tools.registered", _("registered tools"))
