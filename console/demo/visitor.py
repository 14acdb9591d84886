"""Those who use the console over HTTP: someone who signs in and looks at the Overview, and a script with a key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, ProxyHandler, Request, build_opener

from console.demo.shop import Person

_PATIENCE = 30  # seconds
_NUMBER = re.compile(r"[\d,]+")


class NotSo(Exception):
    """Something did not come out as it has to; the text says what."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What someone reads there.

    :ivar figures: each with its own words: «2.1% 120 of 5,700 read».
    :ivar rows: the cells of each line of its tables.
    """

    figures: Mapping[str, str]
    rows: list[list[str]]

    def number(self, figure: str) -> int:
        """The whole number of a figure; of a share, what it is the share of the rest."""
        text = self.figures[figure]
        share = text.partition("%")[2]
        return int(_NUMBER.findall(share or text)[0].replace(",", ""))

    def row(self, name: str) -> list[str]:
        """The line that begins with `name`; empty where there is none."""
        return next((row for row in self.rows if row[0] == name), [])


class Visitor:
    """Someone of the shop, signed in, who reads English."""

    def __init__(self, address: str, person: Person) -> None:
        self._address = address
        self._cookies = CookieJar()
        self._browser = _directly(HTTPCookieProcessor(self._cookies))
        self._browser.addheaders = [("Accept-Language", "en")]
        self._sign_in(person)

    def overview(self) -> Overview:
        """Read the Overview of the only organisation they belong to."""
        page = _Page()
        page.feed(self._read("/"))
        return Overview({name: " ".join(text.split()) for name, text in page.figures.items()}, page.rows)

    def _sign_in(self, person: Person) -> None:
        self._read("/accounts/login/")
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        form = {"csrfmiddlewaretoken": token, "login": person.email, "password": person.password}
        self._read("/accounts/login/", urlencode(form).encode())

    def _read(self, path: str, form: bytes | None = None) -> str:
        return _opened(self._browser, Request(self._address + path, form)).decode()


@dataclass(frozen=True, slots=True)
class Script:
    """A script with an API key."""

    address: str
    key: str

    def asked(self, path: str, body: Any = None) -> Any:
        """Return what is answered, JSON both ways: to a GET, or to a POST where there is a body."""
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {**headers, "Content-Type": "application/json"})
        return json.loads(_opened(_directly(), request))


@dataclass
class _Page(HTMLParser):
    """Collects the terms of a page, each with its definition, and its tables."""

    figures: dict[str, str] = field(default_factory=dict)
    rows: list[list[str]] = field(default_factory=list)
    _term: str = ""
    _inside: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("dt", "dd", "th", "td"):
            self._inside = tag
        if tag == "dt":
            self._term = ""
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inside:
            self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "dt":
            self._term += data.strip()
        elif self._inside == "dd":
            self.figures[self._term] = self.figures.get(self._term, "") + f" {data}"
        elif self._inside in ("th", "td"):
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {data}".strip()


def _directly(*handlers: Any) -> OpenerDirector:
    """Return what opens addresses of this machine, which no proxy stands before."""
    return build_opener(ProxyHandler({}), *handlers)


def _opened(through: OpenerDirector, request: Request) -> bytes:
    """Return what is answered.

    :raises NotSo: where that is an error, or nothing.
    """
    try:
        with through.open(request, timeout=_PATIENCE) as answer:
            return bytes(answer.read())
    except URLError as error:
        raise NotSo(f"{request.get_method()} {request.full_url} came to nothing: {error}") from error
