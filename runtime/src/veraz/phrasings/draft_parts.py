"""The parts of a drafted phrasing: fields by name, an amount with its currency, a list with a line per item."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from veraz.languages import Grammar
from veraz.phrasings.printables import Kind, Printable, printables
from veraz.phrasings.template import USUAL_ITEMS, WORDS
from veraz.tools import name_in_words
from veraz.tools.paths import Path, Schema

_MOST_FIELDS = 6
_MOST_IN_A_SENTENCE = 4
_MOST_OF_AN_ITEM = 3
_TAKEN = frozenset((*WORDS, "argument", "result", "item", "each", "end"))  # bare names that mean something else
_CLEAR = (Kind.TITLE, Kind.WHEN, Kind.STATUS)  # kinds that need no name beside them
_NOT_ABOVE_A_LIST = (Kind.VALUES, Kind.FLAG)


@dataclass(frozen=True, slots=True)
class Wording:
    """How drafts read in one language: its table ``suggest``.

    :ivar between: joins the words of a name that ``names`` has one by one, the last one first.
    """

    number: str
    fields: str
    lines: str
    plain: str
    sent: str
    between: str
    names: Mapping[str, str]

    @classmethod
    def of(cls, grammar: Grammar) -> Wording:
        """Return the wording of ``grammar``."""
        return cls(**grammar.table("suggest"))

    def name(self, path: Path) -> str:
        """Return a field's name as a draft has it: «departure time», «horário de partida»."""
        words = list(dict.fromkeys(" ".join(map(name_in_words, path)).split()))
        name = " ".join(words)
        if name not in self.names and all(word in self.names for word in words):
            return self.between.join(self.names[word] for word in reversed(words))
        return self.names.get(name, name)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a draft can print in one place: of a result, of an item of its list, or of what a call was sent.

    :ivar root: what its placeholders begin with; empty inside an each.
    :ivar base: where the place stands in the result.
    :ivar currencies: the placeholder of each currency, by the path of what it stands in.
    """

    root: str
    base: Path
    found: tuple[Printable, ...]
    currencies: Mapping[Path, str]
    wording: Wording

    @classmethod
    def of(cls, root: str, schema: Schema, hidden: Collection[Path], wording: Wording) -> Scope:
        """Return the scope of a whole result, or of all that is sent."""
        return cls._of_chosen(root, (), printables(schema, hidden), {}, wording)

    @classmethod
    def _of_chosen(
        cls, root: str, base: Path, found: Sequence[Printable], outer: Mapping[Path, str], wording: Wording
    ) -> Scope:
        chosen = [each for each in found if each.sure] or found
        own = {base + each.path[:-1]: _mark(root, each.path) for each in chosen if each.kind is Kind.CURRENCY}
        return cls(root, base, tuple(chosen), {**outer, **own}, wording)

    @property
    def fields(self) -> list[Printable]:
        """What is told by name; a currency goes with its amount, and a flag is told where there is nothing else."""
        kinds = {each.kind for each in self.found}
        beside = (Kind.ROWS, Kind.FLAG, Kind.CURRENCY if Kind.AMOUNT in kinds else Kind.ROWS)
        told = [each for each in self.found if each.kind not in beside]
        return told or [each for each in self.found if each.kind is Kind.FLAG]

    @property
    def lists(self) -> list[Printable]:
        """The lists that are told line by line, the outermost first; one of plain values where it stands alone."""
        rows = [each for each in self.found if each.kind is Kind.ROWS]
        alone = [each for each in self.found if each.kind is Kind.VALUES and len(self.found) == 1]
        return sorted(rows, key=lambda each: len(each.path)) or alone

    @property
    def is_plain(self) -> bool:
        """Whether the whole is one plain value."""
        return [each.path for each in self.found if each.kind is not Kind.ROWS] == [()]

    @property
    def _wrapped(self) -> int:
        """How many names everything stands below, which say nothing: 1 in ``{"order": {"id": …, "status": …}}``."""
        return int(len({each.path[:1] for each in self.found}) == 1 and all(len(each.path) > 1 for each in self.found))

    def number(self) -> str | None:
        """Return the placeholder of a new thing's number: the one identifier that it surely has, or ``None``."""
        depth = 1 + self._wrapped
        ids = [each for each in self.found if each.kind is Kind.ID and each.sure and len(each.path) == depth]
        return _mark(self.root, ids[0].path) if len(ids) == 1 else None

    def told_by_line(self) -> str:
        """Return a draft with a line per item of the outermost list; the line above it is there for an empty list."""
        rows = self.lists[0]
        above = [each for each in self.fields if each.kind not in _NOT_ABOVE_A_LIST]
        named = self._named(above, _MOST_IN_A_SENTENCE)
        heading = self.wording.fields.format(fields=", ".join(named)) if named else self.wording.lines
        item = Scope._of_chosen("", (*self.base, *rows.path, "*"), rows.items, self.currencies, self.wording)
        line = item._line() if rows.items else "{item}"
        return f"{heading}\n{{each {'.'.join((self.root, *rows.path))} max {USUAL_ITEMS}}}- {line}{{end}}"

    def told_by_field(self) -> str:
        """Return a draft of the result by its fields: a sentence, or a line each where they are many."""
        if len(self.fields) > _MOST_IN_A_SENTENCE:
            return "\n- ".join((self.wording.lines, *self._named(self.fields, _MOST_FIELDS, ": ")))
        return self.wording.fields.format(fields=self.fields_told())

    def fields_told(self) -> str:
        """Return the fields by name, with commas between."""
        return ", ".join(self._named(self.fields, _MOST_FIELDS))

    def _line(self) -> str:
        """Return what tells one item: its title, else its number, then what says most of it."""
        first, *rest = _most_telling(self.fields, _MOST_OF_AN_ITEM)
        kinds = [each.kind for each in rest]
        told = [self._value(each) if self._is_clear(each, kinds) else self._with_name(each) for each in rest]
        return ": ".join(filter(None, (self._value(first), ", ".join(told))))

    def _is_clear(self, field: Printable, kinds: Sequence[Kind]) -> bool:
        alone = kinds.count(field.kind) == 1
        return alone and (field.kind in _CLEAR or (field.kind is Kind.AMOUNT and bool(self._currency(field))))

    def _named(self, fields: Sequence[Printable], most: int, between: str = " ") -> list[str]:
        """Return the most telling fields by name, in the schema's order."""
        told = _most_telling(fields, most)
        return [self._with_name(each, between) for each in fields if each in told]

    def _with_name(self, field: Printable, between: str = " ") -> str:
        return self.wording.name(field.path[self._wrapped :]) + between + self._value(field)

    def _value(self, field: Printable) -> str:
        currency = self._currency(field) if field.kind is Kind.AMOUNT else ""
        return f"{_mark(self.root, field.path)} {currency}".rstrip()

    def _currency(self, field: Printable) -> str:
        """Return the placeholder of the currency nearest to an amount, from the inside out."""
        path = self.base + field.path
        around = (path[:end] for end in range(len(path) - 1, -1, -1))
        return next((self.currencies[place] for place in around if place in self.currencies), "")


def _mark(root: str, path: Path) -> str:
    """Return the placeholder of a path; a field that has the name of another placeholder is reached from its item."""
    names = (root, *path) if root else ("item", *path) if path[0] in _TAKEN else path
    return f"{{{'.'.join(names)}}}"


def _most_telling(fields: Sequence[Printable], most: int) -> list[Printable]:
    """Return the first field of each kind, the most telling kind first, then the second of each, and so on."""
    lead = Kind.TITLE if any(each.kind is Kind.TITLE for each in fields) else Kind.ID
    seen: dict[Kind, int] = {}
    order = []
    for each in fields:
        seen[each.kind] = seen.get(each.kind, 0) + 1
        order.append((seen[each.kind], each.kind is not lead, list(Kind).index(each.kind), each))
    return [each for *_, each in sorted(order, key=itemgetter(0, 1, 2))[:most]]
