"""Every page of the console, as the demo has it: what is held to axe, and pictured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page

SLUG = "corner-shop"


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: the name of its address and the rest of it, and who looks at it; `""` is someone not signed in.

    :ivar picture: the name of its picture, for a page that has one.
    :ivar link: the page is not this one, but where the first link that this selects leads.
    """

    name: str
    picture: str = ""
    role: str = "owner"
    query: str = ""
    link: str = ""
    place: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name}{self.query}" + (f", {self.link}" if self.link else "")

    def open(self, page: Page) -> int:
        """Go there; returns the status of the answer."""
        answer = page.goto(reverse(self.name, kwargs=self.place) + self.query)
        if self.link:
            answer = page.goto(page.locator(self.link).first.get_attribute("href") or "")
        return answer.status if answer else 0


def _inside(
    name: str, picture: str = "", role: str = "owner", *, query: str = "", link: str = "", **place: Any
) -> Shown:
    return Shown(name, picture, role, query, link, {"slug": SLUG, **place})


PAGES = (
    Shown("account_login", "sign-in", role=""),
    Shown("account_reset_password", role=""),
    Shown("account_reset_password_done", role=""),
    Shown("account_signup", role=""),
    Shown("account_email"),
    Shown("account_change_password"),
    Shown("account_logout"),
    Shown("mfa_index", "two-step-sign-in"),
    Shown("mfa_activate_totp"),
    Shown("mfa_list_webauthn"),
    _inside("overview", "overview"),
    _inside("overview", role="viewer"),
    _inside("phrasings:matrix", "phrasings"),
    _inside("phrasings:matrix", role="viewer"),
    _inside("phrasings:matrix", query="?q=nothing+has+this+name"),
    _inside("phrasings:edit", "phrasing", tool="refund_card", outcome="done"),
    _inside("phrasings:edit", "error", tool="cancel_order", outcome="refused"),
    _inside("phrasings:edit", role="viewer", tool="refund_card", outcome="done"),
    _inside("phrasings:edit", tool="print_label", outcome="done"),
    _inside("phrasings:publish", "review"),
    _inside("phrasings:publish", role="viewer"),
    _inside("phrasings:versions", "versions"),
    _inside("phrasings:version", "version", number=3),
    _inside("phrasings:version", "restore", number=2),
    _inside("phrasings:compare", "compare", query="?old=1&new=3"),
    _inside("phrasings:compare"),
    _inside("phrasings:import", "import"),
    _inside("try_it:try", "try-it"),
    _inside("suggestions:list", "suggestions"),
    _inside("suggestions:list", role="viewer"),
    _inside("suggestions:list", query="?state=rejected"),
    _inside("suggestions:list", "suggestion", link="[data-edit]"),
    _inside("tools:list", "tools"),
    _inside("tools:list", role="viewer"),
    _inside("tools:one", "tool", tool="get_order"),
    _inside("tools:one", tool="print_label"),
    _inside("tools:register", "register-tools"),
    _inside("meters:meters", "meters"),
    _inside("meters:meters", "meters-by-cause", query="?range=30d&by=cause"),
    _inside("meters:meters", query="?range=today&by=tool&tool=refund_card&meter=sentences.added"),
    _inside("meters:meters", query="?since=2020-01-01&until=2020-01-02"),
    _inside("meters:meters", role="viewer"),
    _inside("activity", "activity"),
    _inside("organisations:settings", "settings"),
    _inside("organisations:settings", role="viewer"),
    _inside("organisations:members", "members"),
    _inside("organisations:members", role="viewer"),
    _inside("keys:list", "api-keys"),
    _inside("alerts:list", "alerts"),
    _inside("alerts:list", role="viewer"),
    _inside("alerts:new", "new-alert", kind="replaced"),
    _inside("alerts:new", kind="silent"),
    _inside("alerts:new", kind="dropping"),
    _inside("alerts:one", "alert", pk=1),
    _inside("alerts:one", role="viewer", pk=1),
    _inside("webhooks:list", "webhooks"),
    _inside("webhooks:list", role="viewer"),
    _inside("webhooks:one", "webhook", pk=1),
    _inside("webhooks:one", role="viewer", pk=1),
    _inside("webhooks:delivery", "delivery", pk=1),
    _inside("licences:licence", "licence"),
)

NO_PAGES = frozenset(  # they answer a form, a fragment or a file
    {
        *("suggestions:one", "phrasings:restore", "phrasings:export", "phrasings:check", "phrasings:discard"),
        *("suggestions:refresh", "suggestions:check", "suggestions:accept", "suggestions:reject", "suggestions:offer"),
        *("organisations:invite", "organisations:change_role", "organisations:remove", "organisations:withdraw"),
        *("keys:rotate", "keys:revoke", "licences:issue", "licences:download"),
        *("alerts:remove", "meters:csv"),
        *("webhooks:rotate", "webhooks:test", "webhooks:stop", "webhooks:start", "webhooks:remove", "webhooks:resend"),
    }
)
