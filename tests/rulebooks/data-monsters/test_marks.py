"""Data Monsters, sections 2, 7 and 10: the six symbols that change how a card may be held or played.

The pictures of the symbols are lost from the published rules; their names and icons are ours.
"""

from __future__ import annotations

import re

import pytest

GAME = "data-monsters"

# section, mark, words of its rule in English, French and Italian
MARKS = [
    ("§2", "unique", ("Only one copy", "Un seul exemplaire", "Una sola copia")),
    ("§2", "multiple", ("Up to four copies", "Jusqu’à quatre exemplaires", "Fino a quattro copie")),
    ("§7", "once-per-turn", ("until your next turn", "avant votre prochain tour", "fino al tuo prossimo turno")),
    ("§7", "global", ("all players", "agit sur tous", "tutti")),
    ("§7", "permanent", ("stays in your workshop", "reste dans votre atelier", "resta nella tua officina")),
    ("§7", "dependent", ("Never play it alone", "Ne la jouez jamais seule", "Non giocarla mai da sola")),
]  # fmt: skip

# mark, which kinds of cards may bear it by §7
BEARERS = [("permanent", {"tool", "hack"}), ("global", {"monster", "tool", "hack"})]


@pytest.mark.parametrize(("section", "mark", "words"), MARKS)
def test_a_mark_says_its_rule_in_three_languages(packaged, section, mark, words):
    game = packaged(GAME).game
    for language, word in zip(("en", "fr", "it"), words, strict=True):
        assert game.label(f"mark:{mark}", language)
        assert word in game.label(f"mark:{mark}.rule", language), section


def test_a_global_card_leaves_when_its_player_s_next_turn_begins(packaged):
    """§7: it lies in the market until then; their player discards it."""
    game = packaged(GAME).game
    says = [game.label("mark:global.rule", language) for language in ("en", "fr", "it")]
    assert all(
        re.search(words, text)
        for words, text in zip(
            ("market.* until your next turn begins; then discard", "marché.*début de votre prochain tour.*défaussez", "mercato.*inizio del tuo prossimo turno; poi scarta"),
            says,
            strict=True,
        )
    )  # fmt: skip


@pytest.mark.parametrize("mark", [mark for _, mark, _ in MARKS])
def test_a_mark_has_an_icon_and_cards_that_bear_it(packaged, find, mark):
    definition = packaged(GAME).game.definition
    assert definition["marks"][mark]["icon"] == definition["icons"][mark.replace("-", "_")]
    assert find(GAME, f"mark:{mark}")


def test_there_are_no_other_marks(packaged):
    """§1's symbol of hard opportunities is a field: it says what a card is, not how it is played."""
    assert packaged(GAME).game.names("marks") == [mark for _, mark, _ in MARKS]


def test_no_two_marks_look_alike(packaged):
    icons = [packaged(GAME).game.definition["icons"][name.replace("-", "_")] for _, name, _ in MARKS]
    assert len(set(icons)) == len(icons)


@pytest.mark.parametrize(("mark", "kinds"), BEARERS)
def test_marks_are_borne_by_cards_that_their_rule_speaks_of(find, mark, kinds):
    assert {card.kind for card in find(GAME, f"mark:{mark}")} <= kinds


def test_a_dependent_card_is_required_by_some_other(find):
    """§7: it is played with a card that requires it, or a class that it has."""
    required = [card.text("requirement", "en") for card in find(GAME, "kind:tool or kind:hack")]
    for card in find(GAME, "mark:dependent"):
        names = [card.name("en"), *(name.title() for name in card.fields.get("class", ()))]
        assert any(name in text for name in names for text in required)
