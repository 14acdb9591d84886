"""What became of a call, in the reader's own language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from veraz.outcomes import Outcome

OUTCOME_NAMES: Mapping[str, Promise | str] = {
    Outcome.DONE: pgettext_lazy("outcome", "Done"),
    Outcome.FAILED: pgettext_lazy("outcome", "Failed"),
    Outcome.REFUSED: pgettext_lazy("outcome", "Refused"),
    Outcome.PENDING: pgettext_lazy("outcome", "Waits for approval"),
    Outcome.UNKNOWN: pgettext_lazy("outcome", "Not known yet"),
    Outcome.UNDONE: pgettext_lazy("outcome", "Undone"),
    Outcome.NOT_ATTEMPTED: pgettext_lazy("outcome", "Never made"),
}
