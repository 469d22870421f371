"""A card's lines are taken out of its file and put back without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.cards import lines_of_card, merged_text
from deckwright.files.yaml import document_of, read_document


@pytest.mark.parametrize("folder", resources.packaged_games(), ids=lambda folder: folder.name)
def test_every_packaged_card_comes_out_alone_and_goes_back_unchanged(folder):
    for file in sorted((folder / "cards").glob("*.yaml")):
        document = read_document(file)
        for entry in document.value["cards"][:12]:
            lines = lines_of_card(folder, entry["id"])
            assert lines.file == file
            assert lines.file_with(lines.text) == document.text
            changed = document_of(
                lines.file_with(lines.text.replace(entry["id"], "another", 1)), "cards"
            ).value
            assert [one["id"] for one in changed["cards"]] == [
                "another" if one is entry else one["id"] for one in document.value["cards"]
            ]


def test_a_card_that_is_not_there_is_missed():
    with pytest.raises(InputError, match="no longer has the card newt"):
        lines_of_card(resources.packaged_games()[0], "newt")


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n"),
        ("A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
        ("a\nB\nc\n", "a\nB\nc\n", "a\nB\nc\n"),
        ("a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"),
        ("0\na\nb\nc\n", "a\nb\nc\nd\n", "0\na\nb\nc\nd\n"),
        ("a\nB\nc\n", "a\nC\nc\n", None),
        ("a\nc\n", "a\nB\nc\n", None),
        ("a\nx\nb\nc\n", "a\ny\nb\nc\n", None),
        ("a\nB\nc\n", "a\nb\nC\n", None),
    ],
)
def test_changes_of_two_sides_are_merged_where_they_do_not_touch(ours, theirs, merged):
    assert merged_text("a\nb\nc\n", ours, theirs) == merged


@given(changes=st.lists(st.sampled_from(["", "ours", "theirs", "both"]), min_size=1, max_size=30))
def test_changes_of_lines_apart_are_all_in_the_merged_text(changes):
    """Each change has a line above and below it that stays: what comes of it can be said line by line."""

    def text(*sides):
        lines = [f"{number} {change if change in sides else 'base'}" for number, change in enumerate(changes)]
        return "".join(f"{line}\nstays {number}\n" for number, line in enumerate(lines))

    merged = merged_text(text(), text("ours", "both"), text("theirs", "both"))
    assert merged == text("ours", "theirs", "both")


lines = st.lists(st.sampled_from("abc"), max_size=8).map("\n".join)


@given(lines, lines)
def test_a_side_that_changed_nothing_takes_what_the_other_says(base, changed):
    assert merged_text(base, changed, base) == merged_text(base, base, changed) == changed
    assert merged_text(base, changed, changed) == changed


@given(lines, lines, lines)
def test_it_does_not_matter_which_side_is_whose(base, ours, theirs):
    assert merged_text(base, ours, theirs) == merged_text(base, theirs, ours)


@pytest.mark.parametrize("text", ["cards: 3\n", "cards: [3, {name: Newt}]\n", "- 3\n", "", "other: []\n"])
def test_a_file_that_holds_no_cards_has_none_to_find(tmp_path, text):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "frogs.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no longer has the card newt"):
        lines_of_card(tmp_path, "newt")
