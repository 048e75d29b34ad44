"""Who may decide over a network: a file with names and secrets, and no way to find one by trying."""

from __future__ import annotations

from pathlib import Path

import pytest
from few import few_of

from cli.main import main
from kb.errors import BadInput
from kb.reviews.editors import TRIES, VARIABLE, WINDOW, Door, Editors, named_editors, read_editors

SECRET = "one lamp, two wicks"


def file_of(folder: Path, text: str = f'[editors]\n"Ana Lamp" = "{SECRET}"\n', mode: int = 0o600) -> Path:
    path = folder / "editors.toml"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    return path


@pytest.fixture
def editors(tmp_path: Path) -> Editors:
    return read_editors(file_of(tmp_path))


def test_only_the_right_secret_of_a_name_opens(editors: Editors) -> None:
    badge = editors.badge(" Ana  Lamp ", SECRET)
    assert badge and badge.name == "Ana Lamp" and editors.holds(badge)
    for name, secret in (("Ana Lamp", SECRET + " "), ("ana lamp", SECRET), ("", ""), ("Ben", SECRET), ("Ana Lamp", "\udcff")):
        assert editors.badge(name, secret) is None
    assert not editors.holds(None)


def test_a_badge_is_void_once_the_secret_is_another(editors: Editors, tmp_path: Path) -> None:
    badge = editors.badge("Ana Lamp", SECRET)
    assert not read_editors(file_of(tmp_path, '[editors]\n"Ana Lamp" = "three wicks and oil"\n')).holds(badge)
    assert not read_editors(file_of(tmp_path, '[editors]\n"Ben" = "three wicks and oil"\n')).holds(badge)


def test_no_secret_is_kept_or_shown(editors: Editors) -> None:
    assert SECRET not in repr(editors)
    assert SECRET.encode() not in b"".join(editors.marks.values())


def test_after_ten_wrong_secrets_not_even_the_right_one_is_looked_at_for_a_while(editors: Editors) -> None:
    now = [0.0]
    door = Door(clock=lambda: now[0])
    for _ in range(TRIES):
        assert door.enter(editors, "Ana Lamp", "wrong wrong wrong", place="192.0.2.1") is None
    with pytest.raises(BadInput, match="ten minutes"):
        door.enter(editors, "Ana Lamp", SECRET, place="192.0.2.1")
    assert door.enter(editors, "Ana Lamp", SECRET, place="192.0.2.2"), "another place is not shut out"
    now[0] = WINDOW
    assert door.enter(editors, "Ana Lamp", SECRET, place="192.0.2.1")


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        (f'[editors]\n"Ana" = "{SECRET}"\n', 0o644, "chmod 600"),
        ('[editors]\n"Ana" = "short"\n', 0o600, "12 characters"),
        ('[editors]\n"Ana" = 123456789012\n', 0o600, "12 characters"),
        (f'[editors]\n" " = "{SECRET}"\n', 0o600, "no name"),
        ("[editors]\n", 0o600, "names no editor"),
        ("editors = 1\n", 0o600, "names no editor"),
        ("Ana: secret\n", 0o600, "no TOML"),
    ],
)
def test_a_file_that_guards_nothing_is_refused(tmp_path: Path, text: str, mode: int, why: str) -> None:
    with pytest.raises(BadInput, match=why) as told:
        read_editors(file_of(tmp_path, text, mode))
    assert SECRET not in str(told.value)


def test_a_missing_file_lets_nobody_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert named_editors() is None
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.toml"))
    with pytest.raises(BadInput, match="cannot be read"):
        named_editors()


def test_the_page_does_not_start_with_a_bad_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few_of(tmp_path / "sources")
    monkeypatch.setenv(VARIABLE, "")
    assert main(["app", "--home", str(tmp_path), "--port", "8971", "--editors", str(file_of(tmp_path, mode=0o640))]) == 2
    assert "chmod 600" in capsys.readouterr().err
