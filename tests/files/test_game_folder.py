"""The module files/game_folder."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.files.cards import lines_of_card
from deckwright.files.game_folder import (
    LIMIT,
    ParsedFiles,
    files_of,
    game_folder_of,
    is_file_name,
    read_game_folder,
    refuse_outside,
)

# The pictures of a game's folder: which files they are, and that nothing outside it is read.

GAME = "id: mine\ntitle: Mine\nsource_language: en\nlanguages: [en]\nkinds: {tool: {name: Tool}}\n"
CARDS = "cards: [{id: one, kind: tool, name: One}]\n"


@pytest.fixture
def picture_folder(game_folder):
    """A game's folder with one for pictures."""
    path = game_folder(GAME, CARDS)
    (path / "pictures").mkdir()
    return path


def rules_and_files(picture_folder):
    return [(one.rule, one.severity, one.where.file) for one in picture_folder.findings]


def pictures(picture_folder):
    return {name: data for name, data in picture_folder.assets.items() if name.startswith("pictures/")}


def test_pictures_are_kept_as_they_are(picture_folder):
    for name in (
        "a.png",
        "b.jpg",
        "c.jpeg",
        "d.svg",
        "E.JPG",
        "with space.Png",
        "f.webp",
        "g.avif",
        ".hidden",
    ):
        (picture_folder / "pictures" / name).write_bytes(name.encode())
    read = read_game_folder(picture_folder)
    names = ["a.png", "b.jpg", "c.jpeg", "d.svg", "E.JPG", "with space.Png", "f.webp", "g.avif"]
    assert pictures(read) == {f"pictures/{name}": name.encode() for name in names}
    assert read.findings == []
    assert picture_folder / "pictures" / "a.png" in files_of(picture_folder)


@pytest.mark.parametrize(
    ("file", "is_read"),
    [
        ("pictures/owls/barn/owl.png", True),
        ("cards/a.yaml", True),
        ("cards/old/a.yaml", False),
        ("a.yaml", False),
    ],
)
def test_a_file_is_of_the_game_that_reads_it(tmp_path, file, is_read):
    (tmp_path / "game.yaml").write_text(GAME)
    assert game_folder_of(tmp_path / file) == (tmp_path if is_read else None)


def test_a_picture_is_found_from_within_its_folder(tmp_path, monkeypatch):
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "pictures" / "owls").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "pictures" / "owls")
    assert game_folder_of(Path("barn.png")) == tmp_path


def test_a_changed_picture_makes_another_game(picture_folder):
    (picture_folder / "pictures" / "a.png").write_bytes(b"one")
    before = read_game_folder(picture_folder).digest
    (picture_folder / "pictures" / "a.png").write_bytes(b"two")
    assert read_game_folder(picture_folder).digest != before


def test_other_files_are_not_read(picture_folder):
    (picture_folder / "pictures" / "a.gif").write_bytes(b"GIF")
    (picture_folder / "pictures" / "more").mkdir()
    read = read_game_folder(picture_folder)
    assert pictures(read) == {}
    assert {(rule, severity) for rule, severity, _ in rules_and_files(read)} == {("not-read", "warning")}


def test_accents_are_as_faces_write_them(picture_folder):
    (picture_folder / "pictures" / unicodedata.normalize("NFD", "été.png")).write_bytes(b"x")
    assert list(pictures(read_game_folder(picture_folder))) == ["pictures/été.png"]


def test_a_link_out_of_the_folder_is_not_followed(picture_folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.png"
    outside.write_bytes(b"secret")
    (picture_folder / "pictures" / "a.png").symlink_to(outside)
    (picture_folder / "pictures" / "b.png").symlink_to("/dev/zero")
    (picture_folder / "pictures" / "c.png").symlink_to("c.png")
    read = read_game_folder(picture_folder)
    assert pictures(read) == {}
    names = [(rule, severity, name.rpartition("/")[2]) for rule, severity, name in rules_and_files(read)]
    assert names == [
        ("leads-out", "error", "a.png"),
        ("leads-out", "error", "b.png"),
        ("not-read", "warning", "c.png"),
    ]


def test_neither_is_a_folder_of_pictures_that_lies_elsewhere(picture_folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.png").write_bytes(b"secret")
    (picture_folder / "pictures").rmdir()
    (picture_folder / "pictures").symlink_to(outside)
    read = read_game_folder(picture_folder)
    assert pictures(read) == {}
    assert [rule for rule, *_ in rules_and_files(read)] == ["leads-out"]


def test_a_link_within_the_folder_is_a_picture_like_others(picture_folder):
    (picture_folder / "pictures" / "a.png").write_bytes(b"x")
    (picture_folder / "pictures" / "b.png").symlink_to("a.png")
    assert pictures(read_game_folder(picture_folder)) == {"pictures/a.png": b"x", "pictures/b.png": b"x"}


def test_a_folder_that_is_itself_a_link_is_a_game_like_others(picture_folder, tmp_path_factory):
    (picture_folder / "pictures" / "a.png").write_bytes(b"x")
    link = tmp_path_factory.mktemp("links") / "game"
    link.symlink_to(picture_folder)
    assert pictures(read_game_folder(link)) == {"pictures/a.png": b"x"}


def test_a_picture_that_is_too_large_is_not_read(picture_folder):
    with (picture_folder / "pictures" / "a.png").open("wb") as file:
        file.truncate(LIMIT + 1)
    read = read_game_folder(picture_folder)
    assert pictures(read) == {}
    assert [rule for rule, *_ in rules_and_files(read)] == ["too-large"]


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


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("con.png", "Windows reserves the name con.png. Rename the file"),
        ("what?.png", "Windows allows no ? in the name of a file: what?.png. Rename the file"),
        ("Frog.PNG", "differs from FROG.png only in upper and lower case"),
        ("e\u0301.png", "how accents are stored"),
    ],
)
def test_a_name_that_another_system_cannot_have_is_a_warning(picture_folder, name, said):
    for file in ("FROG.png", "é.png", name):
        (picture_folder / "pictures" / file).write_bytes(b"x")
    found = [one for one in read_game_folder(picture_folder).findings if one.rule == "file-name"]
    assert [one.severity for one in found] == ["warning"]
    assert said in found[0].message


def test_names_that_differ_in_more_than_case_are_no_warning(picture_folder):
    for file in ("frog.png", "frogs.png", "Frog2.png", "conrad.png"):
        (picture_folder / "pictures" / file).write_bytes(b"x")
    assert read_game_folder(picture_folder).findings == []


def test_a_name_may_have_spaces_and_no_other_white_space():
    assert is_file_name("with space.png")
    assert not is_file_name("with\ttab.png")


# Nothing is read or written outside a game's folder, whatever link leads there, and names are such as a
# report can hold.

OUTSIDE = "root:secret:1::"


@pytest.fixture
def folder(tmp_path):
    """A small game."""
    game = tmp_path / "game"
    (game / "cards").mkdir(parents=True)
    (game / "game.yaml").write_text("id: ponds\n")
    (game / "cards" / "a.yaml").write_text("cards: [{id: frog, name: Frog}]\n")
    return game


@pytest.fixture
def outside(tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text(OUTSIDE)
    return tmp_path / "outside"


def said(read):
    return [(one.rule, one.where.file.rpartition("/")[2]) for one in read.findings if one.severity == "error"]


@pytest.mark.parametrize(
    "link", ["cards/x.yaml", "decks/x.yaml", "faces/x.yaml", "locales/fr.po", "icons/x.svg", "pictures/x.png"]
)
@pytest.mark.parametrize("there", [True, False])
def test_a_link_out_of_the_folder_is_refused_for_every_kind_of_file(folder, outside, link, there):
    (folder / link).parent.mkdir(exist_ok=True)
    (folder / link).symlink_to(outside / ("secret" if there else "nothing"))
    read = read_game_folder(folder)
    assert said(read) == [("leads-out", link.rpartition("/")[2])]
    assert OUTSIDE not in str(read)
    assert folder / link not in files_of(folder)
    with pytest.raises(InputError, match="leads out"):
        refuse_outside(folder / link, folder)


@pytest.mark.parametrize("name", ["decks", "locales", "icons"])
def test_so_is_a_folder_of_the_game_that_lies_elsewhere(folder, outside, name):
    (folder / name).symlink_to(outside)
    read = read_game_folder(folder)
    assert said(read) == [("leads-out", name)]
    assert "secret" not in str(read.findings)


def test_what_lies_elsewhere_is_not_even_listed(folder, outside):
    (outside / "secret.yaml").write_text(OUTSIDE)
    (folder / "more").symlink_to(outside)
    assert "secret" not in str(read_game_folder(folder).findings)


def test_a_game_yaml_that_lies_elsewhere_is_not_read(folder, outside):
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").symlink_to(outside / "secret")
    with pytest.raises(InputError) as caught:
        read_game_folder(folder)
    assert caught.value.code == "leads-out"


def test_a_card_is_not_looked_for_elsewhere(folder, outside):
    (folder / "cards" / "0.yaml").symlink_to(outside / "secret")
    with pytest.raises(InputError) as caught:
        lines_of_card(folder, "frog")
    assert caught.value.code == "leads-out"


def test_links_within_the_game_and_to_the_game_are_followed(folder, tmp_path):
    (folder / "locales").mkdir()
    (folder / "fr.txt").write_text("")
    (folder / "locales" / "fr.po").symlink_to("../fr.txt")
    (tmp_path / "link").symlink_to(folder)
    read = read_game_folder(tmp_path / "link")
    assert said(read) == []
    assert [one.language for one in read.catalogues] == ["fr"]


@pytest.mark.parametrize(
    "name", ["a\x1b[31m.yaml", "b\n::error::.yaml", "c\u202e.yaml", os.fsdecode(b"d\xff.yaml")]
)
def test_a_name_that_no_report_can_hold_is_refused(folder, name):
    (folder / "decks").mkdir()
    (folder / "decks" / name).write_text("game: ponds\n")
    assert [rule for rule, _ in said(read_game_folder(folder))] == ["file-name"]


@pytest.mark.parametrize("name", ["pond\x1b", os.fsdecode(b"pond\xff")])
def test_so_is_the_name_of_the_folder_itself(folder, name):
    odd = folder.rename(folder.with_name(name))
    with pytest.raises(InputError) as caught:
        read_game_folder(odd)
    assert (caught.value.code, caught.value.where.file) == ("file-name", str(odd))


# Files that are read again.

CONTENTS = st.sampled_from([b"", b"a", b"b", b"three", b"seven b"])


@given(
    st.integers(0, 12),
    st.lists(st.tuples(st.sampled_from(["one", "two", "three"]), CONTENTS), max_size=20),
)
def test_a_file_is_parsed_again_if_it_changed_and_no_more_are_kept_than_fit(most, reads):
    parsed, made = ParsedFiles(most), []

    def parse(data, file):
        made.append((file, data))
        return [file, data]

    kept = {}
    for file, data in reads:
        made.clear()
        assert parsed.get(data, file, parse) == [file, data]
        if len(data) > most:
            assert made
            continue
        assert bool(made) == (kept.pop(file, None) != data)
        kept[file] = data
        while sum(map(len, kept.values())) > most:
            kept.pop(next(iter(kept)))


def test_a_file_that_cannot_be_parsed_is_not_kept():
    parsed = ParsedFiles(100)
    for _ in range(2):
        with pytest.raises(ValueError, match="x"):
            parsed.get(b"x", "file", lambda data, _: int(data))
    assert parsed.get(b"1", "file", lambda data, _: int(data)) == 1
