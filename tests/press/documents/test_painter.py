"""The module press/documents/painter: icons have their colours, and lines break where readers expect it."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import INK, DocumentLook
from deckwright.press.documents.painter import Painter, TextLook
from deckwright.press.graphics.parts import (
    Area,
    DrawnIcon,
    DrawnShape,
    all_parts,
)


def test_the_icon_of_a_game_keeps_its_colours_if_it_has_several():
    head = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#c5283a"/>'
    assets = {
        "icons/leaf.svg": head + b"</svg>",
        "icons/frog.svg": head + b'<circle cx="4" cy="4" r="2" fill="#ffffff"/></svg>',
    }
    (leaf,), (frog,) = (
        Painter("en", assets, DocumentLook("#1b4a5a", name)).emblem(Area(0, 0, 9, 9))
        for name in ("leaf", "frog")
    )
    assert leaf.colour == DocumentLook("#1b4a5a").emblem
    assert {part.fill for part in all_parts([frog]) if isinstance(part, DrawnShape)} == {"#c5283a", "#ffffff"}


def test_an_icon_has_the_colours_of_its_file_if_a_game_says_so():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="#c5283a" width="9" height="9"/></svg>'
    look = DocumentLook("#1b4a5a", colours={"square": "own"})
    painter = Painter("en", {"icons/square.svg": svg.encode()}, look)
    (square,) = painter.icon("square", Area(0, 0, 9, 9))
    assert [part.fill for part in all_parts([square]) if isinstance(part, DrawnShape)] == ["#c5283a"]
    (fire,) = painter.icon("mdi:fire", Area(0, 0, 9, 9))
    assert fire.colour == look.deep
    named = Painter("en", painter.assets, look._replace(icons={"box": "square", "fire": "mdi:fire"}))
    written = [*named.text("{box} 1 {fire} 2", TextLook(9, 7), Area(0, 0, 90, 9))]
    assert [part.fill for part in all_parts(written) if isinstance(part, DrawnShape)] == ["#c5283a"]
    assert [part.colour for part in written if isinstance(part, DrawnIcon)] == [TextLook(9, 7).colour]


def lines_of(text: str, width: float) -> list[str]:
    setting = Painter("fr", {}).set(text, TextLook(9.5, 9.5), width)
    assert setting
    return [" ".join(map(line.text_of, range(len(line.words)))) for line in setting.lines]


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("Chacun pioche 3 cartes à la fin", "3\u00a0cartes"),
        ("Chacun pioche 3–4 cartes à la fin", "3–4\u00a0cartes"),
        ("Les cartes à la table restent là", "à\u00a0la"),
        ("Elles sont 6 contre 2.", "contre\u00a02."),
        ("Qui gagne à mérite égal ? La victoire est partagée.", "La\u00a0victoire"),
        ("Elles entrent au niveau 3, avec les autres", "niveau\u00a03,"),
    ],
)
def test_numbers_and_short_words_stay_with_their_neighbours(text, together):
    assert all(together in " ".join(lines_of(text, width)) for width in range(12, 60))


@pytest.mark.parametrize("width", range(40, 100, 5))
def test_a_last_line_is_not_short_where_earlier_breaks_help(width):
    text = "Prenez une carte de la table qui a le même type ou la même couleur que celle de votre main"
    *lines, last = lines_of(text, width)
    assert not lines or len(last) > 0.2 * max(map(len, lines))


SENTENCE = "Place it beside your tiles, upright, and then mutate all that you can."


@pytest.mark.parametrize(("align", "lengths"), [("left", (56, 13)), ("centre", (45, 24))])
def test_a_paragraph_is_as_wide_as_its_column_and_a_caption_has_even_lines(align, lengths):
    setting = Painter("en", {}).set(SENTENCE, TextLook(9, 9, align=align), 80.0)
    assert tuple(map(len, written(setting))) == lengths


def test_a_last_line_is_not_one_short_word():
    setting = Painter("en", {}).set(SENTENCE, TextLook(9, 9), 77.5)
    assert written(setting)[-1] == "that you can."


def test_a_number_at_which_a_clause_ends_does_not_stay_with_the_next_word():
    setting = Painter("en", {}).set("There are five of 1, four of 2, and 3 crystals.", TextLook(9, 9), 29.0)
    assert written(setting) == ["There are five of\u00a01, four", "of\u00a02, and 3\u00a0crystals."]


def written(setting):
    """Lines of a text."""
    (text,) = setting.drawn(Area(0.0, 0.0, 99.0, 99.0), INK)
    return ["".join(run.text for run in line.runs) for line in text.lines]


@pytest.mark.parametrize(("name", "is_together"), [("Avvocato", True), ("Écran", True), ("avvocato", False)])
def test_an_icon_stays_with_its_name(name, is_together):
    """It may be at the end of a line before another word."""
    painter = Painter("it", {}, DocumentLook(icons={"shield": "mdi:shield-check"}))
    text = f"rende tre carte non assegnate {{shield}} {name}"
    settings = [painter.set(text, TextLook(9.5, 9.5), width) for width in range(24, 70)]
    lines = [
        " ".join(map(line.text_of, range(len(line.words)))) for setting in settings for line in setting.lines
    ]
    assert all(f"shield\u00a0{name}" in line for line in lines if "shield" in line) is is_together
