"""A card's lines are taken out of its file and put back without a trace."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.cards import counts_in, lines_of_card, merged_text, read_counts_file
from deckwright.files.game_package import read_package
from deckwright.files.yaml import document_of, read_document


@pytest.mark.parametrize("folder", resources.packaged_games(), ids=lambda folder: folder.name)
def test_every_packaged_card_comes_out_alone_and_goes_back_unchanged(folder):
    for file in sorted((folder / "cards").glob("*.yaml")):
        document = read_document(file)
        for entry in document.value["cards"][:12]:
            lines = lines_of_card(folder, entry["id"])
            assert lines.file == file
            assert lines.text.count("\n") == len(lines.lines[lines.first : lines.end]) >= len(entry) - 1
            assert lines.file_with(lines.text) == document.text
            changed = document_of(
                lines.file_with(lines.text.replace(entry["id"], "another", 1)), "cards"
            ).value
            assert [one["id"] for one in changed["cards"]] == [
                "another" if one is entry else one["id"] for one in document.value["cards"]
            ]


@pytest.fixture
def pond(tmp_path):
    """Write a folder with one file of cards."""
    (tmp_path / "cards").mkdir()

    def write(text):
        (tmp_path / "cards" / "frogs.yaml").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_comments_and_blank_lines_inside_a_card_are_its_own(pond):
    text = "cards:\n  - id: newt\n# at the margin\n\n    name: Newt\n\n# of the next card\n  - id: toad\n"
    lines = lines_of_card(pond(text), "newt")
    assert lines.text == "id: newt\n# at the margin\n\nname: Newt\n"
    assert lines.file_with("id: eft\nname: Eft\n") == text.replace(
        "newt\n# at the margin\n\n    name: Newt", "eft\n    name: Eft"
    )


def test_a_card_that_shares_its_line_is_refused_at_its_place(pond):
    with pytest.raises(InputError, match="newt does not begin on a line of its own") as caught:
        lines_of_card(pond("cards:\n  [{id: newt}]\n"), "newt")
    assert (caught.value.code, caught.value.where.line, caught.value.where.column) == ("layout", 2, 4)


def test_a_file_of_cards_that_cannot_be_read_is_named(pond):
    folder = pond("cards: [\n")
    with pytest.raises(InputError) as caught:
        lines_of_card(folder, "newt")
    assert caught.value.where.file == str(folder / "cards" / "frogs.yaml")


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
def test_a_file_that_holds_no_cards_has_none_to_find(pond, text):
    with pytest.raises(InputError, match="no longer has the card newt"):
        lines_of_card(pond(text), "newt")


# What is wrong with a card is found at its place; the rest of it is read.

GAME = """\
id: ponds
title: Ponds
source_language: en
languages: [en]
kinds: {frog: {name: Frog}}
totals: [{of: "kind:frog", copies: 5, cite: "2"}]
"""


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("kind: forg", ("kind", "error", 10)),
        ("kind: frog, text: 'Gain {fly}.'", ("unknown-icon", "error", 28)),
        ("kind: frog, text: '**Gain 2.'", ("emphasis", "warning", 23)),
    ],
)
def test_what_is_wrong_with_a_card_is_told_with_its_name_and_place(game_folder, card, found):
    game = GAME[: GAME.index("totals")]
    _, findings = read_package(game_folder(game, f"cards:\n- {{id: newt,\n   name: Newt,\n   {card}}}\n"))
    assert [(one.rule, one.severity, one.where.column) for one in findings] == [found]
    assert (findings[0].subjects, findings[0].where.line) == (("newt",), 4)


def test_a_card_without_a_kind_is_told_which_there_are(game_folder):
    _, [finding] = read_package(
        game_folder(GAME[: GAME.index("totals")], "cards:\n- {id: newt, name: Newt}\n")
    )
    assert (finding.rule, str(finding.where).rpartition("/")[2]) == ("kind", "cards.yaml:2:3")
    assert finding.message == "The card newt has no kind. Use one of: frog."


def test_a_card_has_the_revision_and_counts_that_its_file_says(game_folder):
    toad = "{id: toad, name: Toad, copies: 4, revision: 3, counts: sample}"
    cards = f"defaults: {{kind: frog}}\ncards:\n- {{id: newt, name: Newt}}\n- {toad}\n"
    box, findings = read_package(game_folder(GAME, cards))
    assert box, findings
    assert [(card.id, card.copies, card.revision, card.counts) for card in box.cards] == [
        ("newt", 1, 1, "exact"),
        ("toad", 4, 3, "sample"),
    ]


# Counts of a real box.

FROGS = """
defaults: {kind: frog}
cards:
  - {id: newt, name: Newt, copies: 2, aliases: {en: [Amphibian]}}
  - {id: toad, name: Toad, copies: 2, aliases: {en: [Amphibian]}}
  - {id: eft, name: Salamander}
"""


@pytest.fixture
def count(game_folder):
    """Read counts of a small game: the counts, and the findings with their lines."""
    box, findings = read_package(game_folder(GAME, FROGS))
    assert box, findings
    cards = {card.id: card for card in box.cards}

    def read(counts):
        counts, findings = counts_in(
            document_of(f"game: ponds\ncounts: {counts}", "box.yaml"), box.game, cards
        )
        return counts, [(one.rule, one.severity, one.where.column, one.message) for one in findings]

    return read


def test_cards_are_counted_by_id_or_name(count):
    assert count("{newt: 3, Toad: 1}") == ({"newt": 3, "toad": 1}, [])


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ("{nwet: 3}", ("unknown-card", "error", 10, "Unknown card: nwet. Did you mean newt?")),
        (
            "{Salamandr: 3}",
            ("unknown-card", "error", 10, "Unknown card: Salamandr. Did you mean Salamander?"),
        ),
        ("{newt: 2, Newt: 2}", ("card-twice", "error", 19, "The card newt is listed twice.")),
        (
            "{Amphibian: 2}",
            (
                "ambiguous-card",
                "error",
                10,
                "Amphibian is the name of several cards. Use one of: newt, toad.",
            ),
        ),
        (
            "{newt: 4, toad: 2}",
            (
                "total",
                "error",
                9,
                "With these counts, 7 cards match kind:frog; the rulebook says 5. Not in this file: eft.",
            ),
        ),
        (
            "{newt: 1, toad: 1, eft: 1}",
            ("total", "warning", 9, "With these counts, 3 cards match kind:frog; the rulebook says 5."),
        ),
    ],
)
def test_counts_that_are_wrong_are_told_at_their_place(count, counts, found):
    assert count(counts)[1] == [found]


def test_a_file_that_is_not_of_counts_is_refused(tmp_path):
    (tmp_path / "box.yaml").write_text("game: ponds\ncounts: {newt: many}\n", encoding="utf-8")
    with pytest.raises(InputError, match="“many” is not a whole number") as caught:
        read_counts_file(tmp_path / "box.yaml")
    assert (caught.value.where.line, [one.rule for one in caught.value.findings]) == (2, ["schema"])
