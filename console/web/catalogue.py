"""The catalogue of translations, kept without gettext's own tools, which a fresh machine does not have.

Texts are read from the code's syntax tree and from templates as Django reads them; polib writes the files.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

SOURCES = ("settings", "console", "phrasings", "templates")
CATALOGUE = Path("locale/pt_BR/LC_MESSAGES/django.po")

# What a call's text arguments are, by the name of the function once `_lazy` and `_noop` are off.
_CALLS = {
    "_": ("text",),
    "gettext": ("text",),
    "ngettext": ("text", "plural"),
    "pgettext": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
}
_QUOTED = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_IN_TEMPLATE = re.compile(rf"(?<![\w.])(?:_|[np]{{0,2}}gettext)\({_QUOTED}(?:, {_QUOTED}){{0,2}}")


@dataclass(frozen=True, slots=True, order=True)
class Text:
    """A text to translate."""

    text: str
    plural: str = ""
    context: str = ""


def texts(root: Path) -> dict[Text, set[str]]:
    """Every text of the sources, and the files that have it, relative to `root`."""
    found: dict[Text, set[str]] = {}
    for path in _files(root):
        source = path.read_text(encoding="utf-8")
        for text in in_code(source) if path.suffix == ".py" else in_template(source):
            found.setdefault(text, set()).add(path.relative_to(root).as_posix())
    return found


def in_code(source: str) -> Iterator[Text]:
    """The texts of a Python module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            yield from _called(name, node.args)


def in_template(source: str) -> Iterator[Text]:
    """The texts of a template."""
    for call in _IN_TEMPLATE.findall(templatize(source)):
        yield from in_code(f"{call})")


def update(root: Path) -> tuple[int, int]:
    """Bring the catalogue up to the sources. Returns how many texts came and went; what came is not translated yet."""
    catalogue, now = polib.pofile(str(root / CATALOGUE)), texts(root)
    before = {_text(entry): entry for entry in catalogue}
    for text in before.keys() - now.keys():
        catalogue.remove(before[text])
    catalogue.extend(_entry(text) for text in now.keys() - before.keys())
    for entry in catalogue:
        entry.occurrences = [(file, "") for file in sorted(now[_text(entry)])]
    catalogue.sort(key=_text)
    catalogue.save()
    return len(now.keys() - before.keys()), len(before.keys() - now.keys())


def problems(root: Path) -> list[str]:
    """What is wrong with the catalogue: missing, stale, not translated, or with other placeholders than its text."""
    catalogue, now = polib.pofile(str(root / CATALOGUE)), texts(root)
    listed = {_text(entry) for entry in catalogue}
    return [
        *(f"missing: {text.text!r} of {', '.join(sorted(now[text]))}" for text in sorted(now.keys() - listed)),
        *(f"stale: {text.text!r}" for text in sorted(listed - now.keys())),
        *(f"not translated: {entry.msgid!r}" for entry in catalogue if not entry.translated()),
        *(f"other placeholders: {entry.msgid!r}" for entry in catalogue if not _placeholders_agree(entry)),
    ]


def compile_catalogue(root: Path) -> None:
    """Write the file that Django reads beside the catalogue, whole or not at all."""
    target = (root / CATALOGUE).with_suffix(".mo")
    unfinished = target.with_suffix(".mo.new")
    polib.pofile(str(root / CATALOGUE)).save_as_mofile(str(unfinished))
    unfinished.replace(target)


def root() -> Path:
    """The folder that the sources are in."""
    return Path(settings.ROOT)


def _files(root: Path) -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts:
                yield path


def _called(name: str, arguments: list[ast.expr]) -> Iterator[Text]:
    kinds = _CALLS.get(name.removesuffix("_lazy").removesuffix("_noop"))
    if kinds is None or len(arguments) < len(kinds):
        return
    values = [node.value if isinstance(node, ast.Constant) else None for node in arguments[: len(kinds)]]
    if all(isinstance(value, str) for value in values):
        yield Text(**dict(zip(kinds, values, strict=True)))  # type: ignore[arg-type]


def _text(entry: polib.POEntry) -> Text:
    return Text(entry.msgid, entry.msgid_plural, entry.msgctxt or "")


def _entry(text: Text) -> polib.POEntry:
    flags = ["python-format"] if "%(" in text.text else []
    return polib.POEntry(
        msgid=text.text,
        msgid_plural=text.plural,
        msgctxt=text.context or None,
        msgstr_plural={0: "", 1: ""} if text.plural else {},
        flags=flags,
    )


def _placeholders_agree(entry: polib.POEntry) -> bool:
    wanted = _placeholders(entry.msgid_plural or entry.msgid)
    said = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
    return all(_placeholders(translation) <= wanted for translation in said) and (
        bool(entry.msgid_plural) or _placeholders(entry.msgstr) == wanted
    )


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)", text))
