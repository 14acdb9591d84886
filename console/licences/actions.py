"""What is done to licences, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

GRANTED = action("licence.granted", _("granted a plan"))
WITHDRAWN = action("licence.withdrawn", _("withdrew the plan"))
ISSUED = action("licence.issued", _("issued a licence"))
