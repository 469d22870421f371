"""The pictures of a game's folder: which files they are, and that nothing outside it is read."""

import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.files.game_folder import files_of, read_game_folder
from deckwright.files.pictures import LIMIT, is_file_name

GAME = "id: mine\ntitle: Mine\nsource_language: en\nlanguages: [en]\nkinds: {tool: {name: Tool}}\n"
CARDS = "cards: [{id: one, kind: tool, name: One}]\n"


@pytest.fixture
def folder(game_folder):
    """Give a game's folder with one for pictures."""
    path = game_folder(GAME, CARDS)
    (path / "pictures").mkdir()
    return path


def said(folder):
    return [(one.rule, one.severity, one.where.file) for one in folder.findings]


def pictures(folder):
    return {name: data for name, data in folder.assets.items() if name.startswith("pictures/")}


def test_pictures_are_kept_as_they_are(folder):
    for name in ("a.png", "b.jpg", "c.jpeg", "d.svg", "E.JPG", "with space.Png", ".hidden"):
        (folder / "pictures" / name).write_bytes(name.encode())
    read = read_game_folder(folder)
    names = ["a.png", "b.jpg", "c.jpeg", "d.svg", "E.JPG", "with space.Png"]
    assert pictures(read) == {f"pictures/{name}": name.encode() for name in names}
    assert read.findings == []
    assert folder / "pictures" / "a.png" in files_of(folder)


def test_a_changed_picture_makes_another_game(folder):
    (folder / "pictures" / "a.png").write_bytes(b"one")
    before = read_game_folder(folder).digest
    (folder / "pictures" / "a.png").write_bytes(b"two")
    assert read_game_folder(folder).digest != before


def test_other_files_are_not_read(folder):
    (folder / "pictures" / "a.gif").write_bytes(b"GIF")
    (folder / "pictures" / "more").mkdir()
    read = read_game_folder(folder)
    assert pictures(read) == {}
    assert {(rule, severity) for rule, severity, _ in said(read)} == {("not-read", "warning")}


def test_accents_are_as_faces_write_them(folder):
    (folder / "pictures" / unicodedata.normalize("NFD", "été.png")).write_bytes(b"x")
    assert list(pictures(read_game_folder(folder))) == ["pictures/été.png"]


def test_a_link_out_of_the_folder_is_not_followed(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.png"
    outside.write_bytes(b"secret")
    (folder / "pictures" / "a.png").symlink_to(outside)
    (folder / "pictures" / "b.png").symlink_to("/dev/zero")
    (folder / "pictures" / "c.png").symlink_to("c.png")
    read = read_game_folder(folder)
    assert pictures(read) == {}
    names = [(rule, severity, name.rpartition("/")[2]) for rule, severity, name in said(read)]
    assert names == [
        ("leads-out", "error", "a.png"),
        ("leads-out", "error", "b.png"),
        ("not-read", "warning", "c.png"),
    ]


def test_neither_is_a_folder_of_pictures_that_lies_elsewhere(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.png").write_bytes(b"secret")
    (folder / "pictures").rmdir()
    (folder / "pictures").symlink_to(outside)
    read = read_game_folder(folder)
    assert pictures(read) == {}
    assert [rule for rule, *_ in said(read)] == ["leads-out"]


def test_a_link_within_the_folder_is_a_picture_like_others(folder):
    (folder / "pictures" / "a.png").write_bytes(b"x")
    (folder / "pictures" / "b.png").symlink_to("a.png")
    assert pictures(read_game_folder(folder)) == {"pictures/a.png": b"x", "pictures/b.png": b"x"}


def test_a_folder_that_is_itself_a_link_is_a_game_like_others(folder, tmp_path_factory):
    (folder / "pictures" / "a.png").write_bytes(b"x")
    link = tmp_path_factory.mktemp("links") / "game"
    link.symlink_to(folder)
    assert pictures(read_game_folder(link)) == {"pictures/a.png": b"x"}


def test_a_picture_that_is_too_large_is_not_read(folder):
    with (folder / "pictures" / "a.png").open("wb") as file:
        file.truncate(LIMIT + 1)
    read = read_game_folder(folder)
    assert pictures(read) == {}
    assert [rule for rule, *_ in said(read)] == ["too-large"]


@given(st.text("./\\~ab:%\0\n*?|\"'é ", max_size=12))
@example("..")
@example("CON/../a.png")
def test_a_name_is_that_of_a_file_in_a_folder_on_every_system(name):
    if is_file_name(name):
        for kind in (PurePosixPath, PureWindowsPath):
            path = kind(name)
            assert len(path.parts) == 1
            assert not path.is_absolute()
            assert path.parts[0] not in {".", ".."}
            assert not path.drive
