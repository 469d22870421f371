"""Nothing is read or written outside a game's folder, whatever link leads there, and names are such as a report can hold."""

from __future__ import annotations

import os

import pytest

from deckwright.errors import InputError
from deckwright.files.card_lines import lines_of_card
from deckwright.files.game_folder import files_of, read_game_folder, refuse_outside

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
    assert caught.value.code == "file-name"
