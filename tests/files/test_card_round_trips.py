"""Cards that are written as tables read back as the same cards: through real folders, by the reader of games."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.files.card_tables import TableCard, card_table, table_bytes
from deckwright.files.game_package import read_package
from deckwright.model.translation import state_word

ENDINGS = (".csv", ".tsv", ".xlsx")


def rows_of(package):
    translations = {}
    for language, messages in package.entries.items():
        for message in messages:
            own = translations.setdefault(message.card, {}).setdefault(language, {})
            own[message.context.rpartition(".")[2]] = message
    return card_table(
        [TableCard(card, package.game, card.copies, translations.get(card.id, {})) for card in package.cards]
    )


def read_back(package, folder, ending):
    """Game of a folder whose only card file is the table of `package`; it has game.yaml, and no translations."""
    (folder / "cards").mkdir(exist_ok=True)
    for file in (folder / "cards").iterdir():
        file.unlink()
    (folder / "cards" / f"all{ending}").write_bytes(table_bytes(rows_of(package), ending))
    read, findings = read_package(folder)
    errors = [one for one in findings if one.severity == "error"]
    assert read and not errors, errors
    return read


def plain(card):
    """What a card is, without its translations; the order of its aliases means nothing."""
    own = {
        name: getattr(card, name) for name in ("id", "kind", "copies", "counts", "revision", "icon", "marks")
    }
    aliases = {language: set(names) for language, names in card.aliases.items() if names}
    more = {"origins": (card.name_origin, card.rules_origin), "fields": dict(card.fields), "aliases": aliases}
    return own | more | {"texts": card.texts[card.source_language]}


def translations_of(package):
    return {
        (language, message.context): (message.text, state_word(message))
        for language, messages in package.entries.items()
        for message in messages
        if message.card and message.text
    }


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", ["big-monster", "data-monsters", "dataset", "monster-office"])
def test_a_packaged_game_reads_back(tmp_path, packaged, name, ending):
    package = packaged(name)
    shutil.copytree(resources.folder("cards") / name, tmp_path / name)
    shutil.rmtree(tmp_path / name / "locales")
    read = read_back(package, tmp_path / name, ending)
    assert [plain(card) for card in read.cards] == [plain(card) for card in package.cards]
    assert translations_of(read) == translations_of(package)
    assert [card.texts for card in read.cards] == [card.texts for card in package.cards]
    assert rows_of(read) == rows_of(package)
