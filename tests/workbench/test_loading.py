"""Games are loaded through the Python API whole or not at all, and nothing is printed."""

from __future__ import annotations

import os
import shutil

import pytest

from deckwright import __version__, messages
from deckwright.errors import DatabaseError, RefusedError
from deckwright.files.writing import content_of
from deckwright.store.folders import check_folders, forget_findings
from deckwright.store.read import cards_of, game_ids, set_counts
from deckwright.translation.checks import run
from deckwright.workbench.library import Notify, current_database, find_database, open_library
from deckwright.workbench.loading import FileChange, LoadOptions, load_changed_file, load_game, load_paths

from ..programs import deep_except

GAME = "id: ponds\ntitle: Ponds\nsource_language: en\nlanguages: [en, fr]\nkinds: {frog: {name: Frog}}\n"
CARDS = "defaults: {kind: frog, copies: 2}\ncards:\n  - {id: newt, name: Newt, text: Gain 2.}\n"
FRENCH = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "newt.text"\nmsgid "Gain 2."\nmsgstr "{text}"\n'


@pytest.fixture
def game_folder(tmp_path):
    folder = tmp_path / "ponds"
    (folder / "cards").mkdir(parents=True)
    (folder / "locales").mkdir()
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "frogs.yaml").write_text(CARDS)
    return folder


@pytest.fixture
def database(database_path):
    return find_database(str(database_path))


@pytest.fixture
def silent(capsys):
    yield
    assert capsys.readouterr() == ("", "")


pytestmark = pytest.mark.usefixtures("silent")


def names_in(database):
    with database.reading() as connection:
        return [card.name("en") for card in cards_of(connection, "ponds").values()]


def test_a_game_is_loaded_and_its_changes_are_counted(database, game_folder):
    change, findings = load_game(database, game_folder)
    assert (change.cards, change.distinct, change.added, findings) == (2, 1, 2, [])
    assert load_game(database, game_folder).change.added == 0


def test_a_dry_run_counts_and_writes_nothing(database, game_folder):
    result = load_paths(database, [game_folder], dry_run=True)
    assert (result.changes[0].added, result.first_error) == (2, None)
    with database.reading() as connection:
        assert "ponds" not in game_ids(connection)


def test_errors_of_one_game_stop_no_other(database, game_folder, tmp_path):
    (tmp_path / "marsh").mkdir()
    (tmp_path / "marsh" / "game.yaml").write_text("id: marsh\n")
    result = load_paths(database, [tmp_path / "marsh", game_folder, tmp_path / "nowhere"])
    assert [change.game for change in result.changes] == ["ponds"]
    assert result.first_error.where.file == str(tmp_path / "marsh" / "game.yaml")
    assert "no-such-folder" in {finding.rule for finding in result.findings}


def test_a_face_is_checked_even_if_a_file_beside_the_faces_is_ignored(database, game_folder):
    (game_folder / "game.yaml").write_text(GAME.replace("name: Frog", "name: Frog, face: frog"))
    (game_folder / "faces").mkdir()
    (game_folder / "faces" / "frog.yaml").write_text("boxes:\n  - {number: jump, at: [1, 1, 9, 9]}\n")
    (game_folder / "faces.yaml").write_text("boxes: []\n")
    change, findings = load_game(database, game_folder)
    assert change is None
    assert [(one.rule, one.where.file) for one in findings] == [
        ("not-read", str(game_folder / "faces.yaml")),
        ("unknown-field", str(game_folder / "faces" / "frog.yaml")),
    ]


def test_a_folder_with_another_game_is_refused_if_one_is_named(database, game_folder):
    change, [finding] = load_game(database, game_folder, LoadOptions(game="lakes"))
    assert (change, finding.rule) == (None, "other-game")


def test_files_of_a_game_load_it_once(database, game_folder):
    files = [game_folder / "game.yaml", *(game_folder / "cards").iterdir(), game_folder]
    result = load_paths(database, files, dry_run=True)
    assert [change.game for change in result.changes] == ["ponds"]


def test_files_that_no_game_reads_are_skipped_on_request(database, game_folder, tmp_path):
    other = tmp_path / "cards" / "button.yaml"
    other.parent.mkdir()
    other.write_text("button: 1\n")
    counts = tmp_path / "box.yaml"
    counts.write_text("game: ponds\ncounts: {newt: 3}\n")
    skipped = load_paths(database, [other, counts], skip_others=True)
    assert (skipped.changes, skipped.counts, skipped.findings) == ([], [], [])
    result = load_paths(database, [other, *(game_folder / "cards").iterdir()], skip_others=True)
    assert [change.game for change in result.changes] == ["ponds"]
    assert load_paths(database, [other]).first_error.where.file == str(other)
    for path in (tmp_path / "nowhere", game_folder / "cards" / "nowhere.yaml"):
        assert load_paths(database, [path], skip_others=True).first_error.rule == "no-such-folder"


def test_counts_are_loaded_with_their_game(database, game_folder, tmp_path):
    counts = tmp_path / "box.yaml"
    counts.write_text("game: ponds\ncounts: {newt: 3}\n")
    result = load_paths(database, [game_folder, counts])
    assert [tuple(one) for one in result.counts] == [("ponds", 1, 3)]


@pytest.mark.parametrize("text", ["Gagnez 2.", "Gagnez 2. {{what}}"])
def test_translations_are_checked_once(database, game_folder, text, monkeypatch):
    calls = []
    checked = run.errors_in_messages
    monkeypatch.setattr(
        run, "errors_in_messages", lambda *args, **more: calls.append(args) or checked(*args, **more)
    )
    (game_folder / "locales" / "fr.po").write_text(FRENCH.format(text=text))
    load_game(database, game_folder)
    assert len(calls) == 1


def test_an_error_in_a_translation_is_a_warning_at_its_line(database, game_folder):
    (game_folder / "locales" / "fr.po").write_text(FRENCH.format(text="Gagnez **2."))
    findings = load_game(database, game_folder).findings
    assert ("emphasis", "warning", 4) in [(one.rule, one.severity, one.where.line) for one in findings]


def test_a_file_is_written_only_if_the_game_loads_with_it(database, game_folder):
    load_game(database, game_folder)
    file = game_folder / "cards" / "frogs.yaml"
    before = content_of(file)
    loaded = load_changed_file(
        database, FileChange(game_folder, file, CARDS.replace("name: Newt", "").encode(), before)
    )
    assert (loaded.change, file.read_bytes()) == (None, before)
    text = CARDS.replace("Newt", "Eft")
    assert load_changed_file(database, FileChange(game_folder, file, text.encode(), before)).change
    assert (file.read_text(), names_in(database)) == (text, ["Eft"])


def test_a_new_file_that_breaks_the_game_is_removed_again(database, game_folder):
    load_game(database, game_folder)
    file = game_folder / "cards" / "toads.yaml"
    assert load_changed_file(database, FileChange(game_folder, file, b"cards: 3\n", None)).change is None
    assert not file.exists()


def test_changed_folders_are_reloaded_and_reported_to_whoever_opens_the_database(database, game_folder):
    load_game(database, game_folder)
    heard: list[tuple[str, list[str]]] = []

    def notify(message, findings=(), /):
        heard.append((message.partition(" ")[0], [finding.rule for finding in findings]))

    callback: Notify = notify
    (game_folder / "cards" / "frogs.yaml").write_text(CARDS.replace("Newt", "Great newt"))
    with open_library(str(database.path), notify=callback) as library:
        assert library.card("newt").name("en") == "Great newt"
    (game_folder / "cards" / "frogs.yaml").write_text("cards: 3\n")
    current_database(str(database.path), callback)
    assert heard == [("Reloaded", [])]
    with open_library(str(database.path), notify=callback) as library, pytest.raises(RefusedError) as error:
        library.card("newt")
    assert [finding.rule for finding in error.value.findings] == ["schema", "folder-errors"]
    with open_library(str(database.path), notify=callback, last_good=True) as library:
        assert library.card("newt").name("en") == "Great newt"
    assert names_in(database) == ["Great newt"]


@pytest.mark.parametrize("digest", deep_except(["another"], ["another", None], "loads all games again"))
def test_packaged_games_of_another_release_are_reloaded_once(database, digest):
    heard = []
    with database.writing() as connection:
        connection.execute("UPDATE loads SET program = '0.0.1'")
        connection.execute("UPDATE games SET digest = coalesce(?, digest) WHERE id = 'dataset'", (digest,))
    for _ in range(2):
        current_database(str(database.path), lambda message, *_: heard.append(message))
        assert heard == [f"Reloaded dataset, as it comes with Deckwright {__version__}."] * bool(digest)
    with database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM loads").fetchone() == (8,)


def rows(game_folder, *lines):
    (game_folder / "cards" / "frogs.csv").write_text("name,text\n" + "".join(f"{one}\n" for one in lines))


def test_a_renamed_row_of_a_spreadsheet_is_reported_if_its_id_changes(database, game_folder):
    rows(game_folder, "Toad,Sit.", "Eft,Swim.", "Olm,Hide.")
    assert load_game(database, game_folder).findings == []
    rows(game_folder, "Olm,Hide.", "Giant Toad,Sit.", "Eft,Swim fast.", "Axolotl,Smile.")
    change, findings = load_game(database, game_folder)
    assert change is not None
    assert [(one.rule, one.severity, one.where.cell) for one in findings] == [("renamed", "warning", "A3")]
    assert "was called “Toad”?" in findings[0].message
    assert "from toad to giant-toad" in findings[0].message
    assert load_game(database, game_folder).findings == []


def test_the_only_row_with_a_new_name_is_a_renamed_one(database, game_folder):
    rows(game_folder, "Toad,Sit.", "Eft,Swim.")
    load_game(database, game_folder)
    rows(game_folder, "Toad,Sit.", "Newtling,Walk.")
    assert [one.where.cell for one in load_game(database, game_folder).findings] == ["A3"]


def test_a_card_with_another_name_and_another_text_is_recognised_by_likeness(database, game_folder):
    rows(game_folder, "Tangle of Roots,Draw two cards.", "Moon Owl,Fly.", "Eft,Swim.")
    load_game(database, game_folder)
    rows(game_folder, "Tangled Roots,Draw three cards.", "Moonlit Owl,Fly far.", "Axolotl,Smile.")
    findings = load_game(database, game_folder).findings
    assert [(one.where.cell, one.message.partition("?")[0]) for one in findings] == [
        ("A2", "Is this the card that was called “Tangle of Roots”"),
        ("A3", "Is this the card that was called “Moon Owl”"),
    ]


def test_a_card_with_another_id_is_recognised_in_yaml(database, game_folder):
    load_game(database, game_folder)
    file = game_folder / "cards" / "frogs.yaml"
    file.write_text(CARDS.replace("id: newt", "id: small-newt"))
    (finding,) = load_game(database, game_folder).findings
    assert (finding.rule, finding.where.line) == ("renamed", CARDS[: CARDS.index("id: newt")].count("\n") + 1)
    assert "from newt to small-newt" in finding.message
    assert finding.message.endswith("To keep it, write newt here again.")


def test_an_id_that_is_written_and_a_new_card_are_no_renaming(database, game_folder):
    rows(game_folder, "Toad,Sit.")
    load_game(database, game_folder)
    (game_folder / "cards" / "frogs.csv").write_text("id,name,text\ntoad,Giant Toad,Sit.\n,Eft,Swim.\n")
    assert load_game(database, game_folder).findings == []


def test_findings_of_translations_in_columns_name_their_cells(database, game_folder):
    (game_folder / "cards" / "frogs.csv").write_text(
        "name,text,text:fr\nToad,Gain 3.,Gagnez {deux}.\n", encoding="utf-8"
    )
    (found,) = load_game(database, game_folder).findings
    assert (found.rule, found.where.cell) == ("unknown-icon", "C2")


def test_an_expression_that_divides_by_the_zero_of_a_card_is_an_error_of_its_face(database, game_folder):
    game = GAME.replace("kinds: {frog: {name: Frog}}", "fields: {legs: {title: Legs, type: integer}}\n")
    (game_folder / "game.yaml").write_text(
        f"{game}kinds: {{frog: {{name: Frog, fields: [legs], face: frog}}}}\n"
    )
    (game_folder / "cards" / "frogs.yaml").unlink()
    (game_folder / "cards" / "frogs.csv").write_text("name,legs\nToad,4\nOlm,0\n")
    (game_folder / "faces").mkdir()
    box = "  - {text: '{12 / legs | round 1} {12 / total} {12 / index:kind}', at: [5, 5, 20, 5]}\n"
    face = f"extends: plain\nboxes:\n{box}"
    (game_folder / "faces" / "frog.yaml").write_text(face)
    change, findings = load_game(database, game_folder)
    errors = [one for one in findings if one.severity == "error"]
    assert change is None
    assert [(one.rule, one.subjects, one.where.line) for one in errors] == [("expression", ("olm",), 3)]
    assert errors[0].where.column == 13
    assert "{12 / legs | round 1} cannot be calculated for olm. This divides by zero." in errors[0].message


# A folder that has not changed is not read again, and a change of any kind is noticed.

FAULTY = CARDS.replace("Gain 2.", "'Gain {2+1}.'")


def rows_of(database):
    tables = ("cards", "texts", "card_values", "card_words", "translations", "decks", "deck_entries")
    with database.reading() as connection:
        return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}  # noqa: S608 - our own names


def test_an_unchanged_folder_is_not_read_again_and_its_findings_are_shown_again(database, game_folder, calls):
    # Python counts fewer calls of a load from one version to the next, so the game is large enough for any.
    more = "".join(f"  - {{id: toad-{number}, name: Toad {number}}}\n" for number in range(120))
    (game_folder / "cards" / "frogs.yaml").write_text(FAULTY + more)
    whole = calls(load_game, database, game_folder)
    first, rows = load_game(database, game_folder), rows_of(database)
    assert [one.rule for one in first.findings] == ["braces"]
    assert calls(load_game, database, game_folder) * 10 < whole
    assert load_game(database, game_folder) == first
    assert load_game(database, game_folder, LoadOptions(dry_run=True)) == first
    assert rows_of(database) == rows
    with database.reading() as connection:
        loads = "SELECT cards, added, changed, removed FROM loads WHERE game = 'ponds'"
        assert connection.execute(loads).fetchall() == [(242, 242, 0, 0), *[(242, 0, 0, 0)] * 3]


def of_the_same_size_and_time(folder):
    file = folder / "cards" / "frogs.yaml"
    times = file.stat()
    file.write_text(file.read_text().replace("Gain 2.", "Lose 3."))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


CHANGES = {
    "same size and time": of_the_same_size_and_time,
    "another file": lambda folder: (folder / "cards" / "more.yaml").write_text(CARDS.replace("newt", "toad")),
    "no file": lambda folder: (folder / "locales" / "fr.po").unlink(),
    "a file renamed": lambda folder: (folder / "cards" / "frogs.yaml").rename(folder / "cards" / "z.yaml"),
    "the game": lambda folder: (folder / "game.yaml").write_text(GAME.replace("Ponds", "Lakes")),
    "a translation": lambda folder: (folder / "locales" / "fr.po").write_text(
        FRENCH.format(text="Perdez 2.")
    ),
    "a file that is not read": lambda folder: (folder / "cards" / "frogs.yml").write_text("cards: []\n"),
    "an error": lambda folder: (folder / "cards" / "frogs.yaml").write_text("cards: [\n"),
    "a picture": lambda folder: (folder / "cards" / "frogs.png").write_bytes(b"x"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_change_of_a_folder_is_noticed(database, packaged_database, game_folder, tmp_path, change):
    (game_folder / "locales" / "fr.po").write_text(FRENCH.format(text="Gagnez 2."))
    for _ in range(2):
        assert load_game(database, game_folder).findings == []
    change(game_folder)
    loaded = load_game(database, game_folder)
    fresh = find_database(str(shutil.copy(packaged_database, tmp_path / "fresh.db")))
    assert loaded.findings == load_game(fresh, game_folder).findings
    if loaded.change:
        assert rows_of(database) == rows_of(fresh)
    with database.reading() as connection:
        assert connection.execute("SELECT count(*) FROM loads WHERE game = 'ponds'").fetchone() == (
            3 if loaded.change else 2,
        )


def test_what_findings_depend_on_besides_the_folder_is_compared(database, game_folder, tmp_path, monkeypatch):
    (game_folder / "cards" / "frogs.yaml").write_text(FAULTY)
    english = load_game(database, game_folder)
    messages.use("fr")
    assert load_game(database, game_folder).findings != english.findings
    messages.use("en")
    monkeypatch.chdir(tmp_path)
    assert load_game(database, game_folder.name).findings[0].where.file == "ponds/cards/frogs.yaml"


def test_a_game_with_counts_of_its_own_in_the_database_is_read_each_time(database, game_folder, calls):
    whole = calls(load_game, database, game_folder)
    set_counts(database, "ponds", {"newt": 5})
    assert calls(load_game, database, game_folder) * 2 > whole
    assert load_game(database, game_folder).change.cards == 5


def test_a_load_after_findings_are_forgotten_repairs_the_database(database, game_folder):
    load_game(database, game_folder)
    rows = rows_of(database)
    with database.writing() as connection:
        connection.execute("DELETE FROM card_words")
    load_game(database, game_folder)
    assert rows_of(database)["card_words"] == []
    forget_findings(database)
    load_game(database, game_folder)
    assert [row for row in rows_of(database)["card_words"] if row[0] == rows["cards"][-1][0]]


@pytest.mark.parametrize("text", ["{", "[]", "3", "{}", '{"conditions": [], "findings": [[]]}', b"\xff"])
def test_findings_that_somebody_has_changed_in_the_database_are_found_again(database, game_folder, text):
    (game_folder / "cards" / "frogs.yaml").write_text(FAULTY)
    first = load_game(database, game_folder)
    with database.writing() as connection:
        connection.execute("UPDATE games SET findings = ?", [text])
    assert load_game(database, game_folder).findings == first.findings


@pytest.mark.parametrize("is_new", [True, False])
def test_a_file_is_as_before_if_the_database_cannot_be_written(database, game_folder, tmp_path, is_new):
    load_game(database, game_folder)
    file = game_folder / "cards" / ("toads.yaml" if is_new else "frogs.yaml")
    before = content_of(file)
    (tmp_path / "cards.db").write_bytes(b"no database")
    with pytest.raises(DatabaseError):
        load_changed_file(
            database, FileChange(game_folder, file, CARDS.replace("newt", "toad").encode(), before)
        )
    assert content_of(file) == before


# On a server, where a folder may be older than what somebody else has loaded


def test_a_command_loads_a_changed_folder_into_a_file_and_only_names_it_on_a_server(
    team, ponds, database, tmp_path
):
    load_game(database, ponds)
    cards = ponds / "cards" / "frogs.yaml"
    cards.write_bytes(cards.read_bytes().replace(b"Pond", b"Pool"))
    named = {}
    for name, location in (("file", str(tmp_path / "cards.db")), ("server", team["editor"].address)):
        said = []
        with open_library(location, notify=lambda text, *_, said=said: said.append(text)) as library:
            named[name] = library.game("ponds").cards["pond"].name("en"), said
    assert named["file"] == ("Pool", [f"Reloaded ponds: its folder {ponds} has changed."])
    name, [message] = named["server"]
    assert name == "Pond"
    assert message.startswith(
        f"{ponds} has another version of ponds than the database (loaded by a_editor on "
    )
    current_database(team["editor"].address, pytest.fail, compares=False)
    [finding] = check_folders(team["reader"])
    assert finding.message.startswith(f"{ponds} has another version")


def test_loading_an_earlier_version_on_a_server_is_done_and_said(team, ponds):
    cards = ponds / "cards" / "frogs.yaml"
    first = cards.read_bytes()
    cards.write_bytes(first.replace(b"Pond", b"Pool"))
    assert load_paths(team["editor"], [ponds]).findings == []
    cards.write_bytes(first)
    for dry_run in (True, False):
        result = load_paths(team["editor"], [ponds], dry_run=dry_run)
        assert [one.rule for one in result.findings] == ["earlier-version"]
        assert "takes the game back" in result.findings[0].message
        assert result.changes[0].changed == 1
    assert load_paths(team["editor"], [ponds]).findings == []


def test_a_file_is_not_told_of_earlier_versions(database, ponds):
    cards = ponds / "cards" / "frogs.yaml"
    first = cards.read_bytes()
    for content in (first, first.replace(b"Pond", b"Pool"), first):
        cards.write_bytes(content)
        assert load_paths(database, [ponds]).findings == []
