"""What is done to webhooks, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

CREATED = action("webhook.created", _("added a webhook"))
CHANGED = action("webhook.changed", _("changed a webhook"))
ROTATED = action("webhook.rotated", _("rotated a webhook's secret"))
STOPPED = action("webhook.stopped", _("turned a webhook off"))
STARTED = action("webhook.started", _("turned a webhook on"))
REMOVED = action("webhook.removed", _("removed a webhook"))
