"""What is done to organisations, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

CREATED = action("organisation.created", _("created the organisation"))
SETTINGS_CHANGED = action("organisation.settings_changed", _("changed the settings"))
INVITED = action("member.invited", _("invited a member"))
INVITATION_WITHDRAWN = action("member.invitation_withdrawn", _("withdrew an invitation"))
JOINED = action("member.joined", _("joined"))
ROLE_CHANGED = action("member.role_changed", _("changed a role"))
REMOVED = action("member.removed", _("removed a member"))
