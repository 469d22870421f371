"""A card's lines are taken out of its file and put back without a trace."""

from __future__ import annotations

import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.card_lines import lines_of_card
from deckwright.files.documents import document_of, read_document


@pytest.mark.parametrize("folder", resources.packaged_games(), ids=lambda folder: folder.name)
def test_every_packaged_card_comes_out_alone_and_goes_back_unchanged(folder):
    for file in sorted((folder / "cards").glob("*.yaml")):
        document = read_document(file)
        for entry in document.value["cards"][:12]:
            lines = lines_of_card(folder, entry["id"])
            assert lines.file == file
            assert lines.whole(lines.text) == document.text
            changed = document_of(lines.whole(lines.text.replace(entry["id"], "another", 1)), "cards").value
            assert [one["id"] for one in changed["cards"]] == [
                "another" if one is entry else one["id"] for one in document.value["cards"]
            ]


def test_a_card_that_is_not_there_is_missed():
    with pytest.raises(InputError, match="no longer has the card newt"):
        lines_of_card(resources.packaged_games()[0], "newt")
