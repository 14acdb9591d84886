import socket
import subprocess
import sys

import pytest

import veraz

# What would mean a framework, a network client or a server came along with the library.
STRANGERS = {"django", "console", "http.client", "urllib.request", "requests", "httpx", "aiohttp", "ssl", "asyncio"}


def modules_after(code: str) -> set[str]:
    script = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    return set(
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
        ).stdout.split()
    )


def test_a_test_that_opens_a_socket_fails() -> None:
    with pytest.raises(AssertionError, match="opened a socket"):
        socket.socket()


def test_the_whole_library_brings_no_framework_and_no_network_client_along() -> None:
    brought = modules_after("from veraz import *") - modules_after("import yaml, click")
    assert not brought & STRANGERS


def test_replies_are_checked_without_what_holds_arguments_to_schemas() -> None:
    checks = "veraz.Checker([{'name': 'fly', 'input_schema': {'type': 'object'}}]).check('Hello.')"
    assert "jsonschema_rs" not in modules_after(f"import veraz; {checks}")


def test_no_module_of_ours_imports_sockets() -> None:
    code = "import veraz, veraz.agent, veraz.replies.check, veraz.cli, sys"
    found = "[name for name, module in sys.modules.items() if name.startswith('veraz') and hasattr(module, 'socket')]"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint({found})"], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "[]"


def test_every_name_the_package_offers_is_there() -> None:
    assert all(getattr(veraz, name) is not None for name in veraz.__all__)
    assert set(veraz.__all__) <= set(dir(veraz))


def test_a_name_the_package_does_not_offer_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="refund"):
        _ = veraz.refund
