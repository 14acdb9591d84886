"""Tools: the list, one of them, and a file that registers them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page, rows
from console.pages.problems import Invalid
from console.pages.strict_json import NotJson, read_json
from console.tools import queries, services
from console.tools.forms import RegistrationForm
from console.tools.services import Changes


@members("GET")
def tool_list(request: MemberRequest) -> HttpResponse:
    """The registered tools by name; `?q=`, `?kind=` and `?state=` narrow them."""
    organisation = request.actor.organisation
    filters = queries.Filters(**{name: request.GET.get(name, "") for name in queries.Filters.__slots__})
    found = rows(request, queries.tools_of(organisation, filters))
    context = {
        "filters": filters,
        "tools": found,
        "rows": [queries.row(tool) for tool in found],
        "registration": queries.registration_of(organisation),
    }
    return page(request, "tools/list.html", context, part="tools")


@members("GET")
def one(request: MemberRequest, tool: str) -> HttpResponse:
    """One tool: what it takes and returns, and what of it is personal."""
    found = queries.tool_of(request.actor.organisation, tool)
    if found is None:
        raise Http404
    whole = queries.as_runtime(found)
    context = {"tool": queries.row(found), "takes": queries.takes(whole), "returns": queries.returns(whole)}
    return page(request, "tools/one.html", context, part="tool")


@members("GET", "POST", role=Role.PUBLISHER)
def register(request: MemberRequest) -> HttpResponse:
    """Take a file for all the tools there are."""
    form = RegistrationForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and (changes := _register(request, form)) is not None:
        return go(request, "tools:list", said=_told(changes), slug=request.actor.organisation.slug)
    status = 422 if request.method == "POST" else 200
    return page(request, "tools/register.html", {"form": form}, part="form", status=status)


def _register(request: MemberRequest, form: RegistrationForm) -> Changes | None:
    """Register what the form's file holds; None where it cannot be taken, which the form then says."""
    try:
        sent = read_json(form.cleaned_data["file"].read())
        tools = sent.get("tools") if isinstance(sent, dict) else sent
        return services.register(request.actor, tools).changes
    except NotJson as error:
        form.add_error("file", str(error))
    except Invalid as problem:
        for fault in problem.faults:
            form.add_error("file", f"{fault.path}: {fault.message} {fault.suggestion}".strip())
    return None


def _told(changes: Changes) -> str:
    if not changes:
        return _("Nothing changed: these tools were registered already.")
    counts = (
        (len(changes.added), ngettext("%(n)s added", "%(n)s added", len(changes.added))),
        (len(changes.changed), ngettext("%(n)s changed", "%(n)s changed", len(changes.changed))),
        (len(changes.absent), ngettext("%(n)s now absent", "%(n)s now absent", len(changes.absent))),
    )
    told = ", ".join(words % {"n": n} for n, words in counts if n)
    return _("Registered the tools: %(told)s.") % {"told": told}
