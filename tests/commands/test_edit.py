"""A card is changed in the user's editor, and kept only if the whole game is right with it."""

from __future__ import annotations

import shlex
import sys

import pytest

CARDS = """\
# Ponds.
defaults: {kind: frog, origin: sample}

cards:
  - id: bullfrog  # the loud one
    name: Bullfrog
    text: |-
      Croak **loudly**.

      Then rest.

  # A quiet one.
  -   id: newt
      name: Newt
"""


@pytest.fixture
def cards_file(run, own_database, tmp_path):
    """A small game of the user's own, loaded."""
    (tmp_path / "ponds" / "cards").mkdir(parents=True)
    (tmp_path / "ponds" / "game.yaml").write_text(
        "id: ponds\ntitle: Ponds\nsource_language: en\nlanguages: [en]\nkinds: {frog: {name: Frog}}\n"
    )
    cards = tmp_path / "ponds" / "cards" / "frogs.yaml"
    cards.write_text(CARDS)
    assert run("load", "ponds", "--db", str(own_database), cwd=tmp_path).code == 0
    return cards


@pytest.fixture
def edit(run_process, own_database, tmp_path):
    """Edit a card with a program for an editor, which has the card's text as `text`."""

    def with_editor(program, *arguments, **more):
        code = f"import pathlib, sys\nfile = pathlib.Path(sys.argv[1])\ntext = file.read_text()\n{program}\nfile.write_text(text)"
        editor = shlex.join([sys.executable, "-c", code])
        environment = {"EDITOR": editor, "TMPDIR": str(tmp_path), **more}
        return run_process("edit", *arguments, "--db", str(own_database), cwd=tmp_path, **environment)

    return with_editor


def test_a_card_is_changed_and_nothing_around_it(edit, cards_file, run, own_database, tmp_path):
    ran = edit("text = text.replace('Croak **loudly**', 'Croak twice')", "bullfrog")
    assert (ran.code, ran.out, ran.err) == (0, "ponds/cards/frogs.yaml\n", "")
    assert cards_file.read_text() == CARDS.replace("**loudly**", "twice")
    card = run("show", "bullfrog", "--json", "--db", str(own_database), cwd=tmp_path).json
    assert card["texts"]["en"]["text"] == "Croak twice.\n\nThen rest."


def test_the_editor_shows_the_lines_of_the_card_alone(edit, cards_file, tmp_path):
    for card, shown in (("newt", "id: newt\nname: Newt\n"), ("bullfrog", "id: bullfrog  # the loud one\n")):
        assert edit("pathlib.Path('seen').write_text(text)", f"ponds/{card}").out == "Nothing was changed.\n"
        assert (tmp_path / "seen").read_text().startswith(shown)
    assert (tmp_path / "seen").read_text().endswith("  Then rest.\n")
    assert cards_file.read_text() == CARDS


def test_lines_may_be_added_and_line_ends_stay(edit, cards_file):
    cards_file.write_bytes(CARDS.replace("\n", "\r\n").encode())
    assert edit("text += 'flavour: Wet.\\n\\n\\n'", "newt", "--json").json["changed"] is True
    assert cards_file.read_bytes() == CARDS.replace("\n", "\r\n").encode() + b"      flavour: Wet.\r\n"


def test_a_card_that_is_wrong_is_not_kept_and_what_was_written_is(edit, cards_file, tmp_path):
    ran = edit("text = text.replace('name: Newt', 'nmae: Newt')", "newt")
    assert ran.code == 3
    assert "ponds/cards/frogs.yaml:14:7" in ran.err
    assert "Did you mean name?" in ran.err
    assert cards_file.read_text() == CARDS
    (saved,) = tmp_path.glob("deckwright-newt-*.yaml")
    assert f"Your text was saved as {saved}." in ran.err
    assert saved.read_text() == "id: newt\nnmae: Newt\n"


def test_nothing_is_left_behind_when_all_is_well(edit, cards_file, tmp_path):
    before = sorted(tmp_path.iterdir())
    assert edit("text = text.replace('Newt', 'Great newt')", "newt").code == 0
    assert sorted(tmp_path.iterdir()) == before
    assert "Great newt" in cards_file.read_text()


@pytest.mark.parametrize(
    ("editor", "message"),
    [
        ("false", "The editor false failed with exit code 1. Nothing was changed."),
        ("no-such-editor", "The editor no-such-editor cannot be started: "),
        ("vi '", "The editor vi ' cannot be started: "),
    ],
)
def test_an_editor_that_fails_changes_nothing(edit, cards_file, tmp_path, editor, message):
    ran = edit("", "newt", EDITOR=editor)
    assert ran.code in {2, 3}
    assert message in ran.err
    assert cards_file.read_text() == CARDS
    assert not list(tmp_path.glob("deckwright-*"))


def test_a_packaged_game_is_not_changed(edit):
    ran = edit("text += 'flavour: Wet.'", "rubber-duck", "--json")
    assert ran.code == 3
    assert ran.json["error"]["message"] == "data-monsters is a packaged game: its files are not changed."


def test_a_card_on_one_line_with_others_is_changed_by_hand(edit, cards_file, run, own_database, tmp_path):
    cards_file.write_text("cards: [{id: newt, kind: frog, name: Newt}]\n")
    assert run("load", "ponds", "--db", str(own_database), cwd=tmp_path).code == 0
    ran = edit("text += 'x'", "newt")
    assert (ran.code, ran.err.splitlines()[0]) == (
        3,
        "ponds/cards/frogs.yaml:1:9: error: newt does not begin on a line of its own.",
    )


TOADS = "defaults: {kind: frog}\ncards:\n  - id: toad\n    name: Toad\n"


def test_a_card_that_its_folder_no_longer_has_is_missed(edit, cards_file):
    cards_file.write_text(TOADS)
    ran = edit("", "newt")
    assert (ran.code, "Unknown card: newt." in ran.err) == (3, True)


def test_a_card_that_was_removed_while_it_was_edited_is_missed_and_what_was_written_is_kept(
    edit, cards_file, tmp_path
):
    ran = edit(f"text += 'flavour: Wet.'; pathlib.Path({str(cards_file)!r}).write_text({TOADS!r})", "newt")
    assert (ran.code, "no longer has the card newt" in ran.err) == (3, True)
    (saved,) = tmp_path.glob("deckwright-newt-*.yaml")
    assert f"Your text was saved as {saved}." in ran.err
    assert (cards_file.read_text(), saved.read_text()) == (TOADS, "id: newt\nname: Newt\nflavour: Wet.")


@pytest.mark.usefixtures("cards_file")
def test_no_editor_is_opened_without_a_terminal_unless_one_is_named(edit, tmp_path):
    ran = edit("", "newt", EDITOR="", VISUAL="")
    assert (ran.code, ran.out) == (2, "")
    assert "EDITOR is not set, and there is no terminal to start an editor on." in ran.err
    assert not list(tmp_path.glob("deckwright-*"))


@pytest.mark.usefixtures("cards_file")
def test_what_the_editor_says_does_not_mix_with_json(edit):
    ran = edit("print('saved'); text = text.replace('Newt', 'Great newt')", "newt", "--json")
    assert (ran.json["changed"], ran.err) == (True, "saved\n")


def test_a_draft_that_the_editor_deleted_is_told_and_changes_nothing(run, cards_file, own_database, tmp_path):
    code = "import pathlib, sys; pathlib.Path(sys.argv[1]).unlink()"
    editor = shlex.join([sys.executable, "-c", code])
    ran = run("edit", "newt", "--db", str(own_database), cwd=tmp_path, EDITOR=editor)
    assert (ran.code, "File not found" in ran.err) == (3, True)
    assert cards_file.read_text() == CARDS


def test_what_cannot_be_put_into_the_game_is_not_lost(edit, cards_file, tmp_path):
    place = str(cards_file)
    ran = edit(
        f"import os; os.remove({place!r}); os.mkdir({place!r}); text = text.replace('Newt', 'Eft')", "newt"
    )
    assert ran.code == 3
    (draft,) = tmp_path.glob("deckwright-newt-*.yaml")
    assert "Eft" in draft.read_text()


def test_what_else_lies_in_the_folder_does_no_harm(edit, cards_file, tmp_path):
    (cards_file.parent / "gone.txt").symlink_to(tmp_path / "nowhere")
    assert edit("text = text.replace('Newt', 'Eft')", "newt").code == 0


# What others do while the editor is open.


def by_hand(cards_file, old, new):
    """Write the part of an editor's program that changes the game's file as another person would."""
    return f"other = pathlib.Path({str(cards_file)!r}); other.write_text(other.read_text().replace({old!r}, {new!r})); "


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# Ponds.", "# Ponds of today."),
        ("Bullfrog", "Great bullfrog"),
        ("name: Newt", "name: Newt\n      flavour: Wet."),
    ],
    ids=["comment", "another card", "another line of the card"],
)
def test_what_was_changed_by_hand_while_the_editor_was_open_stays(
    edit, cards_file, run, own_database, tmp_path, old, new
):
    ran = edit(
        by_hand(cards_file, old, new) + "text = text.replace('id: newt\\n', 'id: newt\\ncopies: 3\\n')",
        "newt",
    )
    changed = CARDS.replace(old, new).replace("id: newt\n", "id: newt\n      copies: 3\n")
    assert (ran.code, cards_file.read_text()) == (0, changed)
    card = run("show", "newt", "--json", "--db", str(own_database), cwd=tmp_path).json
    assert (card["copies"], new in changed) == (3, True)


def test_other_lines_of_the_same_card_are_merged(edit, cards_file):
    ran = edit(
        by_hand(cards_file, "Then rest.", "Then sleep.") + "text = text.replace('the loud one', 'loud')",
        "bullfrog",
    )
    assert ran.code == 0
    assert cards_file.read_text() == CARDS.replace("Then rest.", "Then sleep.").replace(
        "the loud one", "loud"
    )


def test_the_same_line_is_refused_and_both_are_kept(edit, cards_file, tmp_path):
    ran = edit(
        by_hand(cards_file, "name: Newt", "name: Eft") + "text = text.replace('Newt', 'Great newt')", "newt"
    )
    assert (ran.code, "The same lines of newt were changed while you were editing." in ran.err) == (3, True)
    (saved,) = tmp_path.glob("deckwright-newt-*.yaml")
    assert f"Your text was saved as {saved}." in ran.err
    assert "name: Great newt" in saved.read_text()
    assert cards_file.read_text() == CARDS.replace("name: Newt", "name: Eft")


def test_changes_that_are_right_alone_and_wrong_together_are_refused(edit, cards_file, tmp_path):
    theirs = by_hand(cards_file, "    name: Bullfrog", "    name: Bullfrog\n    copies: 2")
    ran = edit(theirs + "text += 'copies: 3\\n'", "bullfrog")
    assert (ran.code, "copies" in ran.err) == (3, True)
    (saved,) = tmp_path.glob("deckwright-bullfrog-*.yaml")
    assert "copies: 3" in saved.read_text()
    assert cards_file.read_text() == CARDS.replace("    name: Bullfrog", "    name: Bullfrog\n    copies: 2")


def test_a_file_that_is_broken_by_hand_meanwhile_stays_and_so_does_what_was_written(
    edit, cards_file, tmp_path
):
    ran = edit(by_hand(cards_file, "cards:", "cards: [") + "text = text.replace('Newt', 'Eft')", "newt")
    assert ran.code == 3
    (saved,) = tmp_path.glob("deckwright-newt-*.yaml")
    assert str(saved) in ran.err
    assert (cards_file.read_text(), "Eft" in saved.read_text()) == (CARDS.replace("cards:", "cards: ["), True)


# Cards in spreadsheets.

TABLE = '\ufeffid;name;text;# Notes\r\nbullfrog;Bullfrog;"Croak; **loudly**.";=loud\r\nnewt;Newt;;\r\n'


@pytest.fixture
def table(cards_file, run, own_database, tmp_path):
    """The game with its cards in a CSV file."""
    cards_file.unlink()
    file = cards_file.with_suffix(".csv")
    file.write_bytes(TABLE.encode())
    assert run("load", "ponds", "--db", str(own_database), cwd=tmp_path).code == 0
    return file


def test_the_cells_of_a_table_are_named_before_an_editor_is_missed(edit, table):
    ran = edit("", "bullfrog", EDITOR="", VISUAL="")
    assert ran.code == 3
    assert "ponds/cards/frogs.csv:A2: error: bullfrog is in a spreadsheet" in ran.err
    assert "ponds/cards/frogs.csv:C2: note: text: Croak; **loudly**." in ran.err
    assert table.read_bytes() == TABLE.encode()
    assert edit("", "newt", "--json", EDITOR="", VISUAL="").json["error"]["code"] == "spreadsheet"


def test_the_cells_of_a_workbook_are_named_before_an_editor_is_missed(
    edit, table, run, own_database, tmp_path
):
    book = table.with_suffix(".xlsx")
    assert run("export", "xlsx", "ponds", "-o", str(book), "--db", str(own_database), cwd=tmp_path).code == 0
    table.unlink()
    before = book.read_bytes()
    ran = edit("", "bullfrog", EDITOR="", VISUAL="")
    assert ran.code == 3
    assert "bullfrog is in a spreadsheet" in ran.err
    assert "ponds/cards/frogs.xlsx:Cards!C2: note: name: Bullfrog" in ran.err
    assert book.read_bytes() == before
