"""A library is opened from Python: its language, its notices, and the decks and cards in it."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.workbench.library import open_library


def test_a_new_database_is_notified_once(tmp_path):
    notices = []
    for _ in range(2):
        with open_library(str(tmp_path / "new.db"), notify=lambda *notice: notices.append(notice)) as library:
            assert "dataset" in library.game_ids()
    assert notices == [(f"Created the card database {tmp_path / 'new.db'}.",)]


@pytest.mark.parametrize(
    ("requested", "language"), [("", "en"), ("fr", "fr"), ("FR", "fr"), ("fr-CA", "fr"), ("it", "it")]
)
def test_cards_are_in_the_language_wanted(database_path, requested, language):
    with open_library(str(database_path), language=requested) as library:
        assert library.language_of(library.game("dataset").game) == language


def test_a_language_that_is_required_and_missing_is_an_error(database_path):
    with open_library(str(database_path), language="de") as library:
        with pytest.raises(InputError, match="dataset is not in the language de") as caught:
            library.language_of(library.game("dataset").game)
        assert caught.value.code == "no-such-language"
        with pytest.raises(InputError, match="No game is in the language de"):
            library.languages_of(library.game(name).game for name in library.game_ids())


def test_what_is_not_a_language_tag_is_refused(database_path):
    with (
        pytest.raises(UsageError, match="is not a language tag"),
        open_library(str(database_path), language="!"),
    ):
        pass


def test_the_errors_of_several_decks_come_together(library, tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text("# game: dataset\n1 Nobody\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        library.decks([str(tmp_path / "one.txt"), str(tmp_path / "two.txt")])
    assert len(caught.value.findings) == 2


def test_a_card_is_found_by_its_name_in_any_language(library):
    assert library.card("Avocat").id == library.card("dataset/lawyer").id == "lawyer"
    with pytest.raises(InputError):
        library.card("nobody")
