"""Where `make demo` keeps everything; read before the settings are, since a walk has a folder of its own."""

from __future__ import annotations

from pathlib import Path

from settings import env

VARIABLE = "DEMO_FOLDER"


def demo_folder() -> Path:
    """The folder, made where it is not there."""
    folder = Path(env.text(VARIABLE, str(Path(__file__).resolve().parents[1] / "build" / "demo")))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
