"""What is tried: a reply, and up to five calls of its turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from console.pages.strict_json import NotJson, read_json
from console.tools.words import OUTCOME_NAMES
from phrasings.words import LANGUAGE_NAMES
from veraz.outcomes import Call, Outcome
from veraz.replies.check import LONGEST_REPLY

MOST_CALLS = 5
LONGEST_JSON = 16_000
LONGEST_REASON = 300


class LinesField(forms.CharField):
    """A text as it was typed, its lines ending as everywhere."""

    def __init__(self, rows: int, **kwargs: Any) -> None:
        attrs = {"rows": rows, "spellcheck": "false"}
        super().__init__(strip=False, widget=forms.Textarea(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        """A browser sends two characters for the end of a line."""
        return str(super().to_python(value) or "").replace("\r\n", "\n")


class JsonField(LinesField):
    """A value as JSON; None where nothing is typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(3, max_length=LONGEST_JSON, required=False, **kwargs)
        self.widget.attrs["class"] = "code"

    def clean(self, value: Any) -> Any:
        """Read it; where it cannot be, say the line and column."""
        text = super().clean(value)
        try:
            return read_json(text.encode()) if text.strip() else None
        except NotJson as error:
            raise forms.ValidationError(str(error)) from error


class ReplyForm(forms.Form):
    """The reply, and the language it is read in."""

    language = forms.ChoiceField(label=_("Language"), choices=list(LANGUAGE_NAMES.items()))
    reply = LinesField(
        8,
        label=_("Reply"),
        max_length=LONGEST_REPLY,
        help_text=_("As a model wrote it. It is checked here and now, and kept nowhere."),
    )


class CallForm(forms.Form):
    """A call; with no tool named, none."""

    tool = forms.CharField(
        label=_("Tool"), max_length=128, widget=forms.TextInput(attrs={"list": "tools", "autocomplete": "off"})
    )
    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=list(OUTCOME_NAMES.items()), initial=Outcome.DONE.value, required=False
    )
    arguments = JsonField(label=_("Arguments, as JSON"))
    result = JsonField(label=_("Result, as JSON"))
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)

    def __init__(self, tools: Collection[str], data: Mapping[str, Any] | None, prefix: str) -> None:
        super().__init__(data, prefix=prefix, empty_permitted=True, use_required_attribute=False)
        self.tools = tools

    def has_changed(self) -> bool:
        """Whether there is anything in it; an outcome that was not sent is the one it begins with."""
        return any(name != "outcome" or self.data.get(self.add_prefix(name)) for name in self.changed_data)

    def clean_tool(self) -> str:
        """Only a tool that is registered can have been called."""
        name: str = self.cleaned_data["tool"]
        if name not in self.tools:
            raise forms.ValidationError(_("No tool of this name is registered."))
        return name

    def clean_arguments(self) -> dict[str, Any]:
        """Arguments have names."""
        given = self.cleaned_data["arguments"]
        if not isinstance(given or {}, dict):
            raise forms.ValidationError(_("Arguments are an object: {…}."))
        return given or {}

    def call(self) -> Call | None:
        """The call, once the form is valid; None for an empty form."""
        if not self.has_changed():
            return None
        given = self.cleaned_data
        outcome = Outcome(given["outcome"] or Outcome.DONE)
        return Call(given["tool"], given["arguments"], outcome, given["reason"] or None, given["result"])
