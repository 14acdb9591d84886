"""Every error the library raises on purpose.

::

    VerazError
    ├── ToolError               a tool that cannot be registered
    ├── PhrasingError           a phrasings file that cannot be used; carries the findings
    ├── VocabularyError         a vocabulary that cannot be used
    ├── ConfigurationError      a setting with a value it does not take
    │   ├── UnknownLanguage     a language code that no grammar answers to
    │   └── MissingExtra        a part of the library whose packages are not installed
    ├── RecordError             a call or a message in no form that is read; a journal that cannot be used
    ├── MeterError              a count of no meter, or with a label that is none; carries a code
    ├── NotTrusted              a signed document that no key held has signed, or not as what it is taken for
    ├── DocumentError           a document of the console's in a form that is not known, or older than the one held
    ├── ConsoleRefused          a request that the console answered with a problem; carries status and headers
    ├── NoAnswer                a console that could not be reached, or did not answer in time
    ├── JudgeError              what a judge answered, in no form that is read
    ├── ReplyEnded              more of a streamed reply, after its end
    ├── NothingWaiting          a word on a write, from a person for whom none waits
    └── OutcomeUnknown          raised *by a tool* that cannot tell whether it took effect
"""

from __future__ import annotations

from collections.abc import Mapping


class VerazError(Exception):
    """The root of the tree; its text is one sentence a person can act on."""


class ToolError(VerazError):
    """A tool that cannot be registered: its name, schema or signature is not usable."""


class PhrasingError(VerazError):
    """A phrasings document that cannot be used; the text names file, line and key of each finding."""


class VocabularyError(VerazError):
    """A vocabulary that cannot be used; the text names the place."""


class ConfigurationError(VerazError):
    """A setting with a value it does not take; the text names the setting and what it takes."""


class UnknownLanguage(ConfigurationError):
    """A language code that no grammar answers to, such as ``pt-PT``."""


class MissingExtra(ConfigurationError):
    """A part of the library whose packages are not installed; the text says what to install."""


class NotTrusted(VerazError):
    """A signed document that no key held has signed, or that was signed as another kind of document."""


class DocumentError(VerazError):
    """A document of the console's in a form that is not known, or of a lower version than is held."""


class ConsoleRefused(VerazError):
    """A request that the console answered with a problem; the text says which.

    :ivar status: the HTTP status.
    :ivar headers: those of the answer, by name in lower case.
    """

    def __init__(self, message: str, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


class NoAnswer(VerazError):
    """A console that could not be reached, did not answer in time, or answered more than is read."""


class RecordError(VerazError):
    """A call or a message in no form that is read, or a journal that cannot be used; the text names the place."""


class MeterError(VerazError):
    """A count of no meter of the closed list, or with a label that it does not take.

    :ivar code: ``unknown_meter``, ``wrong_labels`` or ``wrong_value``.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class JudgeError(VerazError):
    """What a judge answered, in no form that is read; the text names the place."""


class ReplyEnded(VerazError):
    """More of a reply that was checked while it was written, after its end."""


class NothingWaiting(VerazError):
    """A person's word on a write, where none of theirs waits: they answered twice, or said something else since."""


class OutcomeUnknown(VerazError):
    """Raised by a tool that cannot tell whether it took effect; the call is recorded as ``unknown``."""
