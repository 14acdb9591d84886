"""The packages of the extra come along with a connection alone, and where they are not there it says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

CLIENTS = {"urllib3", "joserfc", "cryptography", "requests", "http.client", "urllib.request", "ssl"}


def printed(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize("code", ["import veraz", "from veraz import *", "import veraz.agent.console, veraz.meters"])
def test_the_library_without_a_console_brings_no_client_along(code: str) -> None:
    brought = printed(f"{code}\nimport sys\nprint(*sys.modules)").split()
    assert not {"veraz.sync", *CLIENTS} & set(brought)


def test_the_part_that_talks_to_a_console_is_there_without_its_packages_until_it_is_used() -> None:
    code = "import sys\nsys.modules['urllib3'] = sys.modules['joserfc'] = None\nimport veraz.sync\nprint('there')"
    assert printed(code).strip() == "there"


@pytest.mark.parametrize(("package", "made"), [("urllib3", ""), ("joserfc", ", offline=True")])
def test_a_connection_without_its_packages_says_what_to_install(package: str, made: str) -> None:
    code = f"""
import sys, tempfile
sys.modules[{package!r}] = None
from veraz.errors import MissingExtra
from veraz.sync import Console
try:
    Console("https://a.example", "vz_1", state=tempfile.mkdtemp(){made})
except MissingExtra as error:
    print(error)
"""
    assert printed(code).strip() == f"a console takes {package}, which is not installed: pip install 'veraz[sync]'"


def test_what_a_connection_takes_is_there_before_it_has_a_thread() -> None:
    code = """
import sys, tempfile
from veraz.sync import Console
console = Console("https://a.example", "vz_1", state=tempfile.mkdtemp(), offline=True)
before = set(sys.modules)
from joserfc import errors, jwk, jws
print(*(set(sys.modules) - before))
"""
    assert printed(code).strip() == ""
