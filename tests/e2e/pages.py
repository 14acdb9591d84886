"""Every page of the console, as the demo has it: what is held to axe, and pictured."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.urls import reverse

SLUG = "corner-shop"


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: the name of its address and the rest of it, and who looks at it; `""` is someone not signed in.

    :ivar picture: the name of its picture, where the README or a manual may show it.
    """

    name: str
    picture: str = ""
    role: str = "owner"
    query: str = ""
    place: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}{self.query}" + (f" as {self.role}" if self.role != "owner" else "")

    @property
    def path(self) -> str:
        """Its address on the site."""
        return reverse(self.name, kwargs=self.place) + self.query


def _inside(name: str, picture: str = "", role: str = "owner", query: str = "", **place: object) -> Shown:
    return Shown(name, picture, role, query, {"slug": SLUG, **place})


PAGES = (
    Shown("account_login", "sign-in", role=""),
    Shown("account_reset_password", role=""),
    Shown("account_reset_password_done", role=""),
    Shown("account_email"),
    Shown("account_change_password"),
    Shown("account_logout"),
    Shown("mfa_index", "two-step-sign-in"),
    _inside("overview", "overview"),
    _inside("phrasings:matrix", "phrasings"),
    _inside("phrasings:matrix", role="viewer"),
    _inside("phrasings:matrix", query="?q=nothing+has+this+name"),
    _inside("phrasings:edit", "phrasing", name="get_order", outcome="done"),
    _inside("phrasings:edit", "error", name="cancel_order", outcome="refused"),
    _inside("phrasings:edit", role="viewer", name="refund_card", outcome="done"),
    _inside("phrasings:edit", name="print_label", outcome="done"),
    _inside("phrasings:publish", "review"),
    _inside("phrasings:publish", role="viewer"),
    _inside("phrasings:versions", "versions"),
    _inside("phrasings:version", "version", number=3),
    _inside("phrasings:version", "restore", number=2),
    _inside("phrasings:compare", "compare", query="?old=1&new=3"),
    _inside("phrasings:compare"),
    _inside("phrasings:import", "import"),
    _inside("suggestions:list", "suggestions"),
    _inside("suggestions:list", role="viewer"),
    _inside("suggestions:list", query="?state=rejected"),
    _inside("suggestions:one", "suggestion", pk=1),
    _inside("tools:list", "tools"),
    _inside("tools:one", "tool", tool="get_order"),
    _inside("tools:register", "register-tools"),
    _inside("audit:activity", "activity"),
    _inside("organisations:settings", "settings"),
    _inside("organisations:settings", role="viewer"),
    _inside("organisations:members", "members"),
    _inside("organisations:members", role="viewer"),
    _inside("keys:list", "api-keys"),
)
