"""Files are whole or not there, and only their owner's."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from veraz.sync.state import state_folder
from veraz.sync.whole_files import read_whole, write_whole


def test_what_is_written_is_read_and_is_the_owners_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"one")
    write_whole(tmp_path / "a", b"two")
    assert read_whole(tmp_path / "a", 3) == b"two"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_dies_on_the_way_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def die(*_: Any) -> None:
        raise OSError("no space left")

    write_whole(tmp_path / "a", b"one")
    monkeypatch.setattr(*((os, "fsync") if step == "fsync" else (Path, "replace")), die)
    with pytest.raises(OSError, match="no space left"):
        write_whole(tmp_path / "a", b"two")
    assert read_whole(tmp_path / "a", 3) == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


def test_a_file_that_is_too_large_or_is_none_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1234")
    with pytest.raises(OSError, match="larger than 3 bytes"):
        read_whole(tmp_path / "a", 3)
    with pytest.raises(IsADirectoryError):
        read_whole(tmp_path, 3)
    assert read_whole(tmp_path / "b", 3) is None


def test_each_console_and_key_has_a_folder_of_its_own_that_only_its_owner_enters(tmp_path: Path) -> None:
    folders = {
        state_folder(tmp_path / "state", address, key)
        for address in ("https://a.example", "https://a.example/eu", "https://b.example")
        for key in ("vz_1", "vz_2")
    }
    assert len(folders) == 6
    assert {folder.name.rpartition("-")[0] for folder in folders} == {"a.example", "b.example"}
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}
    assert not [folder for folder in folders if "vz_" in str(folder)]


def test_state_stands_where_it_is_told_to_else_in_the_users_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    environ = {"XDG_STATE_HOME": str(tmp_path / "xdg"), "VERAZ_STATE": str(tmp_path / "set")}
    assert state_folder(tmp_path / "given", "https://a.example", "k", environ).parent == tmp_path / "given"
    assert state_folder(None, "https://a.example", "k", environ).parent == tmp_path / "set"
    del environ["VERAZ_STATE"]
    assert state_folder(None, "https://a.example", "k", environ).parent == tmp_path / "xdg" / "veraz"


def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not state_folder(tmp_path / "file", "https://a.example", "k").exists()
