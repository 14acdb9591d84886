"""The page to try a reply on."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.debug import sensitive_post_parameters

from console.organisations.access import MemberRequest, members
from console.pages.answers import page
from console.pages.problems import Invalid
from phrasings.try_it.forms import MOST_CALLS, CallForm, ReplyForm
from phrasings.try_it.trial import Bench, Tried


@members("GET", "POST")
@sensitive_post_parameters()
def try_it(request: MemberRequest) -> HttpResponse:
    """A form; a post shows each sentence judged below it, and keeps nothing."""
    bench = Bench.of(request.actor.organisation)
    data = request.POST if request.method == "POST" else None
    form = ReplyForm(data, initial={"language": request.actor.organisation.selector_language})
    calls = [CallForm(bench.names, data, prefix=f"call-{number}") for number in range(1, MOST_CALLS + 1)]
    context = {"form": form, "calls": calls, "bench": bench, "tried": None, "problem": None}
    valid = data is not None and all([form.is_valid(), *(call.is_valid() for call in calls)])
    if valid:
        try:
            context["tried"] = _tried(bench, form, calls)
        except Invalid as problem:
            context["problem"] = problem
    status = 422 if data is not None and not context["tried"] else 200
    return page(request, "try_it/try.html", context, part="trial", status=status)


def _tried(bench: Bench, form: ReplyForm, calls: list[CallForm]) -> Tried:
    made = [call for each in calls if (call := each.call())]
    return bench.try_reply(form.cleaned_data["reply"], made, form.cleaned_data["language"])
