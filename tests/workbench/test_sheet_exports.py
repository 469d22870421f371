"""Exports through the Python API: values in, values out, and nothing on the terminal."""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pypdfium2
import pytest
from PIL import Image

from deckwright.errors import InputError, UsageError
from deckwright.model.card_changes import CardChanges
from deckwright.store.prints import Printer
from deckwright.workbench import sheets
from deckwright.workbench.cards import list_decks, write_card_table
from deckwright.workbench.documents import (
    PadOptions,
    ReferenceOptions,
    print_reference_cards,
    print_score_pads,
)
from deckwright.workbench.exports import ExportResult, Selection
from deckwright.workbench.library import WantedLanguage, find_database, open_library
from deckwright.workbench.loading import load_game
from deckwright.workbench.print_history import list_prints
from deckwright.workbench.sheet_exports import (
    HistoryOptions,
    ProofOptions,
    SheetAdditions,
    SheetOptions,
    make_proof_job,
    print_sheets,
    print_side_by_side,
    write_proof_page,
)
from deckwright.workbench.target_exports import (
    PictureOptions,
    TabletopOptions,
    TargetOptions,
    print_card_pictures,
    print_tabletop_decks,
    print_target,
)

STARTUP = Selection(["data-monsters/startup"])
CHANGES = SheetOptions(history=HistoryOptions(changed=True))


@pytest.fixture
def database(database_path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return str(database_path)


@pytest.fixture
def notices():
    return []


@pytest.fixture
def library(database, notices, capfd):
    with open_library(database, notify=lambda message, _=(): notices.append(message)) as opened:
        yield opened
    assert capfd.readouterr() == ("", "")


def texts(path):
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_sheets_hold_every_copy_and_the_same_cards_give_the_same_bytes(library, tmp_path):
    first, second = (print_sheets(library, STARTUP, tmp_path / name) for name in ("a.pdf", "b.pdf"))
    assert first.files == (str(tmp_path / "a.pdf"),)
    assert (first.cards, first.pages) == (30, 4) == (second.cards, second.pages)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_options_reach_the_sheet(library):
    options = SheetOptions("letter", "long", additions=SheetAdditions(ruler=True))
    result = print_sheets(library, STARTUP, "backs.pdf", options)
    assert result.pages == 8
    with pypdfium2.PdfDocument("backs.pdf") as document:
        assert document.get_page_size(0) == (612, 792)
    assert "100 mm" in texts("backs.pdf")[0]


def test_only_changes_are_printed_after_a_print(library, notices):
    assert print_sheets(library, STARTUP, "a.pdf", CHANGES).cards == 30
    assert notices == ["data-monsters was never printed in en: every card is new."]
    assert print_sheets(library, STARTUP, "b.pdf", CHANGES) == ExportResult(
        changes=CardChanges(on_paper=True)
    )
    assert print_sheets(library, Selection(["data-monsters"]), "c.pdf", CHANGES).cards > 0
    assert [(one.number, one.added) for one in list_prints(library)] == [(2, True), (1, False)]


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda picture: Image.new("RGB", (9, 9), "red").save(picture),
        lambda picture: picture.write_bytes(picture.read_bytes()[:40]),
        lambda picture: picture.unlink(),
        lambda picture: shutil.rmtree(picture.parents[1]),
    ],
    ids=["another", "half", "none", "no folder"],
)
def test_a_picture_that_changes_while_it_is_printed_is_printed_as_it_was(
    database, tmp_path, notices, meanwhile
):
    files = {
        "game.yaml": "id: pond\ntitle: Pond\nsource_language: en\nlanguages: [en]\nkinds: {frog: {name: Frog, face: own}}",
        "faces/own.yaml": "extends: base\nboxes: [{picture: own.png, at: card}]",
        "cards/all.yaml": "cards: [{id: frog, kind: frog, name: Frog, copies: 18}]",
    }
    for name, text in files.items():
        (tmp_path / "pond" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pond" / name).write_text(text)
    picture = tmp_path / "pond" / "pictures" / "own.png"
    picture.parent.mkdir()
    Image.new("RGB", (9, 9), "blue").save(picture)
    load_game(find_database(database), tmp_path / "pond")

    @contextmanager
    def changing(_title, _count):
        yield lambda done: meanwhile(picture) if done == 9 else None

    with open_library(database, notify=lambda message, _=(): notices.append(message)) as library:
        printed = print_sheets(library, Selection(["pond"]), tmp_path / "a.pdf", progress=changing)
        assert printed.pages == 2
        print_sheets(library, Selection(["pond"]), tmp_path / "b.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    assert "The folder of pond is not as it was loaded: print 1 cannot be restored." in notices


def test_a_print_that_is_not_recorded_leaves_no_history(library):
    print_sheets(library, STARTUP, "a.pdf", SheetOptions(history=HistoryOptions(record=False)))
    assert list_prints(library) == []


def test_a_language_that_a_game_lacks_is_noticed(database, notices):
    requested = WantedLanguage("de", is_named=True)
    with open_library(
        database, language=requested, notify=lambda message, _=(): notices.append(message)
    ) as one:
        print_sheets(one, STARTUP, "a.pdf")
    assert notices == ["data-monsters is not available in de: printing it in en."]


def test_without_a_card_in_the_wanted_states_nothing_is_written(database, tmp_path):
    none = Selection(["dataset"], states=["missing"])
    with open_library(database, language="fr") as one:
        assert print_sheets(one, none, "a.pdf") == ExportResult()
        assert print_side_by_side(one, none, "a.pdf", ProofOptions(["en"])) == ExportResult()
        assert write_proof_page(one, none, "a.html") == ExportResult()
    assert not [*tmp_path.glob("a.*")]


def test_proofs_show_each_card_once_in_every_language(database):
    with open_library(database, language="it") as one:
        result = print_side_by_side(one, Selection(["dataset"]), "a.pdf", ProofOptions(["fr"]))
        job = make_proof_job(one, Selection(["dataset"]), ProofOptions(["fr", "it"]))
    assert result.cards == len(job.cards) == 58
    assert job.languages == ["it", "fr"]


@pytest.mark.parametrize(
    ("selection", "code"),
    [
        (Selection(), "nothing-named"),
        (Selection(query="kind:tool"), "game-missing"),
        (Selection(["dataset", "data-monsters"]), "several-games"),
    ],
)
def test_a_selection_that_cannot_be_printed(library, tmp_path, selection, code):
    with pytest.raises(UsageError) as error:
        print_sheets(library, selection, "a.pdf")
    assert error.value.code == code
    assert not [*tmp_path.glob("a.*")]


def test_a_game_next_to_a_query_is_that_of_the_query(library):
    lists = list_decks(library, Selection(["dataset"], query="kind:special"))
    with pytest.raises(UsageError) as caught:
        list_decks(library, Selection(["dataset"]), "marckdown")
    assert caught.value.hint.startswith("Did you mean markdown?")
    same = list_decks(library, Selection(game="dataset", query="kind:special"))
    assert lists == same
    assert 0 < lists.cards < list_decks(library, Selection(["dataset"])).cards


@pytest.mark.deep("draws a picture of each card")
def test_targets_make_files_and_folders(library, tmp_path):
    assert print_target(library, STARTUP, "shop.pdf", TargetOptions("dtc-poker")).pages == 60
    single = print_target(library, STARTUP, "single", TargetOptions("single"))
    pictures = print_card_pictures(library, STARTUP, "pictures", PictureOptions(dpi=40))
    table = print_tabletop_decks(library, STARTUP, "table")
    for result in (single, pictures, table):
        assert len(result.files) > 1
        assert all((tmp_path / file).is_file() for file in result.files)


def test_a_target_of_another_kind_names_its_command(library):
    with pytest.raises(UsageError) as error:
        print_target(library, STARTUP, "a", TargetOptions("tts"))
    assert error.value.hint == "Use deckwright export tts --target tts."


def test_pads_and_reference_cards(library):
    pads = print_score_pads(library, "big-monster", "pad.pdf", PadOptions(players=4, mode="team"))
    assert (pads.content.seats, len(pads.content.teams), pads.pages) == (4, 2, 1)
    cards = print_reference_cards(library, "dataset", "cards.pdf", ReferenceOptions(copies=3))
    assert (cards.cards, cards.findings) == (3, [])
    with pytest.raises(UsageError):
        print_score_pads(library, "big-monster", "pad.pdf", PadOptions(players=5, mode="team"))


def test_a_table_has_every_copy(library, tmp_path):
    assert write_card_table(library, STARTUP, "cards.csv") == 30
    assert len((tmp_path / "cards.csv").read_text(encoding="utf-8-sig").splitlines()) > 10


def test_printer_profiles_are_changed_value_by_value(database):
    own = find_database(database)
    sheets.change_printer(own, "office", sheets.PrinterChanges(offset=(0.5, -1.0)))
    sheets.change_printer(own, "office", sheets.PrinterChanges(edge="short"))
    with open_library(database) as one:
        assert sheets.list_printers(one) == {"office": Printer((0.5, -1.0), 100.0, "short")}
    sheets.forget_printer(own, "office")
    with open_library(database) as one, pytest.raises(InputError):
        sheets.find_printer(one, "office")
    with pytest.raises(UsageError):
        sheets.change_printer(own, "My Printer", sheets.PrinterChanges(scale=99.0))


def test_a_calibration_sheet_has_two_pages(tmp_path):
    sheets.print_calibration_sheet(tmp_path / "calibration.pdf", Printer(edge="short"), "letter")
    assert len(texts(tmp_path / "calibration.pdf")) == 2


@contextmanager
def interrupted(_, steps):
    """Progress of somebody who presses Ctrl-C at the second card."""

    def advance(number):
        if number >= min(2, steps):
            raise KeyboardInterrupt

    yield advance


FOLDERS = {
    "png": lambda library, folder, *more: print_card_pictures(
        library, STARTUP, folder, PictureOptions(dpi=30), *more
    ),
    "tts": lambda library, folder, *more: print_tabletop_decks(
        library, STARTUP, folder, TabletopOptions(), *more
    ),
    "each": lambda library, folder, *more: print_target(
        library, STARTUP, folder, TargetOptions("single"), *more
    ),
}


@pytest.mark.deep("draws a picture of each card")
@pytest.mark.parametrize("write", FOLDERS.values(), ids=FOLDERS)
def test_files_of_a_folder_appear_together_or_not_at_all(library, tmp_path, write):
    (tmp_path / "there").mkdir()
    for folder in ("new", "there"):
        with pytest.raises(KeyboardInterrupt):
            write(library, folder, interrupted)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.db", "there"]
    assert list((tmp_path / "there").iterdir()) == []


@pytest.mark.deep("draws a picture of each card")
def test_files_of_a_folder_are_named_where_they_are(library, tmp_path):
    written = FOLDERS["png"](library, "new").files
    assert {str(path.relative_to(tmp_path)) for path in (tmp_path / "new").iterdir()} == set(written)
    saved, *_ = FOLDERS["tts"](library, "tabletop").files
    text = (tmp_path / saved).read_text(encoding="utf-8")
    assert (tmp_path / "tabletop").as_uri() in text
    assert ".deckwright-" not in text
