"""The module press/documents/rules_pages."""

from __future__ import annotations

import pypdfium2
import pytest

from deckwright.press.documents.content import Document, Item, Section
from deckwright.press.documents.rules_pages import print_rules
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, rectangle

from .rules_sections import A4, A5, card_of, part_of, pictured_rules, setup_of

BAND = 29.0
"""Lower edge of the band of a title, in mm."""


def red_of(page, *, on_band=False):
    """Rectangle of what is red on a page below the band of its title, or on the band, in mm; None if nothing is."""
    image = page.render(scale=2).to_pil().convert("RGB")
    edge = round((BAND + 0.5) * 2 / POINT)
    red = image.split()[1].point(lambda shade: 255 * (shade < 40))
    red.paste(0, (0, edge, red.width, red.height) if on_band else (0, 0, red.width, edge))
    seen = red.getbbox()
    return seen and [side / 2 * POINT for side in seen]


@pytest.mark.parametrize(("kinds", "paper"), [(1, A4), (4, A4), (9, A4), (20, A4), (1, A5), (8, A5)])
def test_what_is_in_the_box_is_shown_within_the_margins(kinds, paper, tmp_path):
    with (tmp_path / "rules.pdf").open("wb") as file:
        printed = print_rules(pictured_rules(kinds), paper, {}, file)
    assert (printed.pages, printed.findings) == (1, [])
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
    left, top, right, low = red_of(page)
    assert left >= 12.5
    assert top >= 40
    assert right <= paper[0] - 12.5
    assert low <= paper[1] - 22
    words = page.get_textpage().get_text_bounded()
    assert all(f"Kind {number}" in words for number in range(kinds))


@pytest.mark.parametrize(("kinds", "paper"), [(1, A4), (4, A4), (1, A5)])
def test_cards_of_the_box_rise_from_the_band_beside_the_title(kinds, paper, tmp_path):
    with (tmp_path / "rules.pdf").open("wb") as file:
        print_rules(pictured_rules(kinds), paper, {}, file)
    left, top, right, low = red_of(pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0], on_band=True)
    assert paper[0] / 2 < left
    assert right < paper[0] - 13
    assert 4 < top < 15
    assert low == pytest.approx(BAND, abs=0.3)


def test_a_box_without_several_cards_of_a_kind_shows_none_on_the_band(tmp_path):
    rules = pictured_rules(2)
    (box,) = rules.sections
    alone = tuple(item._replace(pieces=item.pieces[:1]) for item in box.items)
    with (tmp_path / "rules.pdf").open("wb") as file:
        print_rules(rules._replace(sections=(box._replace(items=alone),)), A4, {}, file)
    assert red_of(pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0], on_band=True) is None


def test_more_than_half_a_page_of_pictures_is_a_list_instead(tmp_path):
    with (tmp_path / "rules.pdf").open("wb") as file:
        assert print_rules(pictured_rules(20, is_labelled=True), A5, {}, file).findings == []
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
    assert "Kind 19" in page.get_textpage().get_text_bounded()
    left, _, right, _ = red_of(page)
    assert right - left > 50


@pytest.mark.parametrize(("places", "paper", "number"), [(4, A4, 0), (2, A5, 0), (4, A5, 1)])
def test_a_table_without_room_on_the_first_page_is_whole_on_the_next(places, paper, number, tmp_path):
    ink = card_of((DrawnShape(rectangle(Area(0, 0, 63, 88)), fill="#0000ff"),))
    items = tuple(Item(f"Place {number}", pieces=(ink,) * 5, lie="row") for number in range(places))
    rules = pictured_rules(1, [Section("The table", items, "places"), Section("Turn", (Item(text="Go."),))])
    with (tmp_path / "rules.pdf").open("wb") as file:
        printed = print_rules(rules, paper, {}, file)
    assert (printed.pages, printed.findings) == (number + 1, [])
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[number]
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert all(f"Place {number}" in words for number in range(places))
    blue = page.render(scale=2).to_pil().convert("RGB").split()[0].point(lambda shade: 255 * (shade < 20))
    assert blue.getbbox()[3] / 2 * POINT <= paper[1] - 22


def test_a_table_that_no_page_holds_is_a_finding(tmp_path):
    items = tuple(Item(f"Place {number}", pieces=(card_of(()),) * 5, lie="row") for number in range(8))
    rules = Document("Frogs", "Rules", (Section("The table", items, "places"),), "en")
    with (tmp_path / "rules.pdf").open("wb") as file:
        (finding,) = print_rules(rules, A5, {}, file).findings
    assert "does not fit" in finding.message


def test_cards_with_names_fill_what_is_left_of_a_page_and_never_cover_words(tmp_path):
    """A page with little room has none: its cards end above the columns."""
    sentence = Item(text="It lies in the market until your turn.")
    lows, has_names = [], []
    for count in (4, 70):
        rules = pictured_rules(3, [Section("Turn", (sentence,) * count)], is_labelled=True)
        with (tmp_path / "rules.pdf").open("wb") as file:
            assert print_rules(rules, A4, {}, file).pages == 1
        page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
        lows.append(red_of(page)[3])
        has_names.append("Price" in page.get_textpage().get_text_bounded())
    assert lows[0] > 150
    assert lows[1] < 90
    assert has_names == [True, False]


def test_what_is_before_the_turn_is_across_the_first_page_if_its_set_up_would_be_cut(tmp_path):
    turn = Section("A turn", (Item("Go", "Do it. " * 40, values=("1",)),) * 9, "steps")
    rules = pictured_rules(3, [setup_of(22), turn])
    with (tmp_path / "rules.pdf").open("wb") as file:
        assert print_rules(rules, A4, {}, file).findings == []
    first = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0].get_textpage().get_text_bounded()
    assert all(f"Pile{number}" in first for number in range(1, 23))
    assert "continued" not in first
    assert "A turn" not in first


@pytest.mark.parametrize(("sentences", "steps", "pages"), [(10, 4, [0]), (105, 4, [1]), (10, 130, [0, 1, 2])])
def test_a_part_is_below_all_columns_in_columns_of_its_own_or_on_the_next_page(
    sentences, steps, pages, tmp_path
):
    told = Section(
        "Questions", tuple(Item(f"Question{number}.", "So it is. " * 3) for number in range(sentences))
    )
    with (tmp_path / "rules.pdf").open("wb") as file:
        assert print_rules(pictured_rules(1, [told, *part_of(steps)]), A4, {}, file).findings == []
    texts = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "rules.pdf")]
    every = "".join(texts)
    for word in ["For two", *(f"Question{number}." for number in range(sentences))]:
        assert every.count(word) == 1
    assert all(f"Pile{number}" in every for number in range(1, steps + 1))
    assert [number for number, text in enumerate(texts) if "Pile" in text] == pages
    assert "For two" in texts[pages[0]]


def test_sentences_that_follow_each_other_in_a_table_are_one_paragraph(tmp_path):
    rows = [Item("Deal", "Hand", values=("3",), number="1"), Item(text="Keep one."), Item(text="Pass two.")]
    rows += [Item(text="Ann goes first.", number="2"), Item(text="Then Bob.")]
    rules = pictured_rules(1, [Section("Set-up", tuple(rows), "table", ("Players", "2"))])
    with (tmp_path / "rules.pdf").open("wb") as file:
        print_rules(rules, A4, {}, file)
    words = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0].get_textpage().get_text_bounded()
    lines = [line.strip() for line in words.splitlines()]
    assert "Keep one. Pass two." in lines
    assert "2 Ann goes first. Then Bob." in lines
    assert "Hand" in words
