"""Things of one kind that apps name, each once: by a name that is stored for ever, with the words it is shown as."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from django.utils.functional import Promise


class Shown(Protocol):
    """What has words."""

    @property
    def words(self) -> str | Promise:
        """The words it is shown as."""
        ...


_Named = TypeVar("_Named", bound=Shown)


class Registry(Generic[_Named]):
    """The named things of the installed apps; `kind` is what one is called in an error."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._named: dict[str, _Named] = {}

    def add(self, name: str, named: _Named) -> _Named:
        """Take a thing in, and return it; a name is given once."""
        if name in self._named:
            raise ValueError(f"The {self._kind} {name} is named twice.")
        self._named[name] = named
        return named

    def known(self) -> list[_Named]:
        """Every one, by name."""
        return [self._named[name] for name in sorted(self._named)]

    def words_for(self, name: str) -> str:
        """The words of a stored name; the name itself where no app gives it any more."""
        return str(self._named[name].words) if name in self._named else name
