"""What is done to phrasings, for the audit log."""

from django.utils.translation import gettext_lazy as _

from console.audit.actions import action

DRAFTED = action("phrasings.drafted", _("saved a draft"))
DISCARDED = action("phrasings.discarded", _("discarded a draft"))
PUBLISHED = action("phrasings.published", _("published a version"))
RESTORED = action("phrasings.restored", _("restored a version"))
IMPORTED = action("phrasings.imported", _("imported drafts"))
