"""Data Monsters, sections 1, 2 and 5 to 7: what is printed on opportunities, monsters, tools and hacks."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.model.glossary import glossary_of, term_finder
from deckwright.press.faces.face_file import face_reader, load_face

GAME = "data-monsters"

# section, kind, what every card of it has, which back
KINDS = [
    ("§1", "opportunity", {"venture", "difficulty", "tech", "sci", "bdp"}, "back-opportunity"),
    ("§5", "monster", {"class", "level", "lone"}, "back-laboratory"),
    ("§6", "hack", set(), "back-laboratory"),
    ("§7", "tool", {"tech", "sci"}, "back-laboratory"),
]

# section, field, its choices in their order
CHOICES = [
    ("§1", "difficulty", ["basic", "hard"]),
    ("§1", "venture", ["product", "endeavor", "challenge"]),
    ("§5", "class", ["engineer", "designer", "scientist"]),
    ("§5", "level", ["junior", "senior", "chief"]),
]

# section, when something happens, how many cards say so at least
TRIGGERS = [
    ("§4", "at the beginning of your turn", 4),
    ("§4", "once in your action phase", 2),
    ("§8", "at the end of your turn", 2),
]


@pytest.fixture
def drawn(packaged):
    """Every value that the boxes of a face say, with the boxes inside groups and stacks."""

    def values(value):
        match value:
            case dict():
                yield value
                for one in value.values():
                    yield from values(one)
            case list():
                for one in value:
                    yield from values(one)

    def run(face):
        document = load_face(face, face_reader(packaged(GAME).assets)).documents[-1].value
        return list(values(document["boxes"]))

    return run


@pytest.mark.parametrize(("section", "kind", "fields", "back"), KINDS)
def test_each_kind_of_card_has_its_figures(packaged, find, section, kind, fields, back):
    """Two decks with two backs (preamble): opportunities are in one, and the other three kinds in the other."""
    definition = packaged(GAME).game.definition
    declared = definition["kinds"][kind]
    assert (set(declared.get("fields", ())), declared.get("back", definition["back"])) == (fields, back), (
        section
    )
    cards = find(GAME, f"kind:{kind}")
    assert cards
    assert all(set(card.fields) == fields for card in cards)


@pytest.mark.parametrize(("section", "field", "choices"), CHOICES)
def test_choices_are_those_of_the_rules(packaged, section, field, choices):
    assert list(packaged(GAME).game.fields[field].choices) == choices, section


@pytest.mark.parametrize("difficulty", ["basic", "hard"])
def test_products_endeavors_and_challenges_are_among_basic_and_hard_ones(find, difficulty):
    """§1: both lists name all three. How many of each there are is not said."""
    ventures = {card.fields["venture"] for card in find(GAME, f"kind:opportunity difficulty:{difficulty}")}
    assert ventures == {"product", "endeavor", "challenge"}


def test_hard_opportunities_are_marked(packaged, drawn):
    """§1: hard ones bear a symbol, which basic ones do not."""
    assert packaged(GAME).game.definition["icons"]["hard"]
    (ribbon,) = [box for box in drawn("opportunity") if box.get("when") == "difficulty:hard"]
    assert "{icon:hard}" in str(ribbon)


def test_winning_an_opportunity_gives_big_data_points(find):
    """§7: each is worth some, and hard ones more than basic ones on the average."""
    worth = {
        name: [card.fields["bdp"] for card in find(GAME, f"kind:opportunity difficulty:{name}")]
        for name in ("basic", "hard")
    }
    assert min(*worth["basic"], *worth["hard"]) >= 1
    assert sum(worth["hard"]) / 7 > sum(worth["basic"]) / 8


def test_every_monster_has_classes(find):
    """§5: one or several."""
    numbers = Counter(len(card.fields["class"]) for card in find(GAME, "kind:monster"))
    assert set(numbers) >= {1, 2}
    assert 0 not in numbers


def test_most_monsters_do_something(find):
    """§5: all the time, or when their player wants it."""
    monsters = find(GAME, "kind:monster")
    assert sum(bool(card.text("text", "en")) for card in monsters) > len(monsters) / 2


def test_a_unique_monster_says_so(find, drawn):
    """§5: a player has only one of a name in the workshop; Krol is the example."""
    assert {card.fields["lone"] for card in find(GAME, "kind:monster name:Krol")} == {True}
    assert any("{lone}" in str(box.get("text")) for box in drawn("monster"))


def test_levels_are_printed(drawn):
    """§5: junior, senior, chief."""
    assert any("{level}" in str(box.get("text")) for box in drawn("monster"))


@pytest.mark.parametrize(("level", "below"), [("senior", "junior"), ("chief", "senior")])
def test_who_is_promoted_has_somebody_of_the_same_name_below(find, level, below):
    """§5: a senior replaces its junior, and a chief its senior."""
    names = {card.name("en") for card in find(GAME, f"level:{level}")}
    assert "Krol" in names
    assert names <= {card.name("en") for card in find(GAME, f"level:{below}")}


@pytest.mark.parametrize(("section", "kind"), [("§6", "hack"), ("§7", "tool")])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_some_tools_and_hacks_have_requirements(find, drawn, section, kind, language):
    """§5 too: a monster of a class may be one."""
    required = [card.text("requirement", language) for card in find(GAME, f"kind:{kind}")]
    assert any(required), section
    assert not all(required), section
    assert all(
        card.is_translated("requirement", language) and card.is_translated("text", language)
        for card in find(GAME, f"kind:{kind}")
    )
    assert any("{requirement}" in str(box.get("text")) for box in drawn(kind))


def test_some_requirements_are_classes_of_monsters(find):
    """§5: a monster of a class may be needed for a tool or a hack."""
    required = " ".join(card.text("requirement", "en") for card in find(GAME, "kind:tool or kind:hack"))
    assert all(name in required for name in ("Engineer", "Designer", "Scientist"))


def test_some_tools_do_more_than_give_points(find):
    """§7: what happens right after such a tool was played stands on it."""
    texts = [card.text("text", "en") for card in find(GAME, "kind:tool")]
    assert any(texts)
    assert not all(texts)
    assert any("Right after you play it" in text for text in texts)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(("section", "words", "least"), TRIGGERS)
def test_what_happens_each_turn_is_said_in_the_same_words(packaged, find, section, words, least, language):
    """§4 and §8: such texts are looked for in the workshop, so that only monsters and permanent cards have them."""
    glossary = glossary_of(packaged(GAME).game)
    finders = {one: term_finder(glossary, one) for one in ("en", language)}

    def says(card, spoken):
        return any(term.names["en"] == words for term, _ in finders[spoken].find(card.text("text", spoken)))

    cards = [card for card in find(GAME, "-kind:opportunity") if says(card, "en")]
    assert sum(card.copies for card in cards) >= least, section
    assert all(card.kind == "monster" or "permanent" in card.marks for card in cards)
    assert all(says(card, language) for card in cards)


def test_players_are_told_how_long_a_game_takes(packaged):
    """Preamble: 20 to 40 minutes."""
    assert packaged(GAME).game.definition["minutes"] == {"min": 20, "max": 40}


def test_the_lab_holds_monsters_tools_and_hacks(packaged):
    """Preamble; opportunities are in a deck of their own."""
    box = packaged(GAME)
    kinds = {card.id: card.kind for card in box.cards}
    held = {kinds[entry.card] for deck in box.decks for entry in deck.entries}
    assert held == {"monster", "tool", "hack"}


def test_whose_the_cards_are(find):
    """The rulebook names Krol and Scrum Planning, and says of no card what it does: all are samples."""
    cards = [card for _, kind, *_ in KINDS for card in find(GAME, f"kind:{kind}")]
    assert {card.origin for card in cards} == {"sample"}
    named = {card.name("en") for card in cards if card.name_origin == "rulebook"}
    assert named == {"Krol", "Scrum Planning"}
