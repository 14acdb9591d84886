"""What can go wrong for a reader: which status, what happened, and what they can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Explanation:
    """The two sentences of an error page."""

    happened: Words
    advice: Words


EXPLANATIONS = {
    400: Explanation(_("The request could not be read."), _("Go back, reload the page and try again.")),
    403: Explanation(_("Your role does not allow this."), _("Ask an owner of the organisation to change your role.")),
    404: Explanation(_("There is nothing here for you."), _("Check the address, or start from the overview.")),
    405: Explanation(
        _("This address does not take that kind of request."), _("Go back and use the page's own buttons.")
    ),
    409: Explanation(_("Someone else changed this first."), _("Reload to see the change, then make yours again.")),
    422: Explanation(_("Something in what you sent is not valid."), _("Go back, correct it and send it again.")),
    429: Explanation(_("Too many requests came in a short time."), _("Wait a minute, then try again.")),
    500: Explanation(_("Something failed on our side."), _("Nothing was changed. Try again in a minute.")),
}


class Problem(Exception):
    """Ends a request with an error page. Sentences left out are those of the status."""

    status = 400

    def __init__(self, happened: Words = "", advice: Words = "", *, headers: dict[str, str] | None = None) -> None:
        super().__init__(happened)
        standard = EXPLANATIONS[self.status]
        self.explanation = Explanation(happened or standard.happened, advice or standard.advice)
        self.headers = headers or {}


class Conflict(Problem):
    """Someone else was first."""

    status = 409


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with what was sent: where (a JSON pointer), which rule, in words, and what would be right."""

    path: str
    code: str
    message: Words
    suggestion: Words = ""


class Invalid(Problem):
    """What was sent breaks a rule that no field of a form can show."""

    status = 422

    def __init__(self, happened: Words = "", advice: Words = "", *, faults: Sequence[Fault] = ()) -> None:
        super().__init__(happened, advice)
        self.faults = tuple(faults)


class MethodNotAllowed(Problem):
    """The view does not take this method."""

    status = 405

    def __init__(self, methods: tuple[str, ...]) -> None:
        super().__init__(headers={"Allow": ", ".join(methods)})


class TooMany(Problem):
    """Too many requests; `seconds` until the next is taken."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(headers={"Retry-After": str(seconds)})


def is_fragment(request: HttpRequest) -> bool:
    """Whether a part of a page is asked for; going back in the history asks for the whole, and says so."""
    headers = request.headers
    return "HX-Request" in headers and not ("HX-Boosted" in headers or "HX-History-Restore-Request" in headers)


def answer(request: HttpRequest, status: int, explanation: Explanation | None = None) -> HttpResponse:
    """The error as a page; to a fragment, as a message in the live region that leaves the page as it is."""
    context = {"status": status, "explanation": explanation or EXPLANATIONS[status]}
    if is_fragment(request):
        return message(render_to_string("problem.html#message", context), status)
    return render(request, "problem.html", context, status=status)


def message(text: str, status: int) -> HttpResponse:
    """A fragment's answer that htmx puts into the live region, wherever it was asked to put it."""
    return HttpResponse(text, status=status, headers={"HX-Retarget": "#live", "HX-Reswap": "innerHTML"})
