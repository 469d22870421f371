"""Dataset, "Carte dataset", "Carte speciali" and "Carte speciali opzionali": what the box holds."""

from __future__ import annotations

import pytest

GAME = "dataset"
DATASET, SPECIAL, OPTIONAL = "Carte dataset", "Carte speciali", "Carte speciali opzionali"

# section, what is counted, how many the rulebooks say there are
FIGURES = [
    ("Regole del gioco", "*", 120),
    (DATASET, "kind:simple or kind:sensitive", 85),
    (DATASET, "kind:simple", 35),
    (DATASET, "kind:sensitive", 50),
    (DATASET, "sign:health", 7),
    (DATASET, "sign:love", 8),
    (DATASET, "sign:biometric", 8),
    (DATASET, "sign:genetic", 8),
    (DATASET, "sign:politics", 7),
    (DATASET, "sign:beliefs", 7),
    (DATASET, "sign:judicial", 5),
    (SPECIAL, "kind:special", 35),
    (SPECIAL, "set:basic", 25),
    (SPECIAL, "set:optional", 10),
    (SPECIAL, "role:purpose set:basic", 9),
    (SPECIAL, "role:sanction set:basic", 4),
    (SPECIAL, "role:lawyer set:basic", 4),
    (SPECIAL, "role:transparency set:basic", 2),
    (SPECIAL, "role:cybersecurity set:basic", 3),
    (SPECIAL, "role:data-breach set:basic", 3),
    (OPTIONAL, "role:consent set:optional", 3),
    (OPTIONAL, "role:minimisation set:optional", 3),
    (OPTIONAL, "role:time set:optional", 2),
    (OPTIONAL, "role:complaint set:optional", 2),
]

# colour in English, Italian and French
COLOURS = [
    ("red", "rosso", "rouge"),
    ("blue", "blu", "bleu"),
    ("yellow", "giallo", "jaune"),
    ("green", "verde", "vert"),
    ("fuchsia", "fucsia", "fuchsia"),
]

# sign, what its icon shows
ICONS = [
    ("health", "mdi:stethoscope"),
    ("love", "pierced-heart"),
    ("biometric", "mdi:fingerprint"),
    ("genetic", "dna-candy"),
    ("politics", "two-flags"),
    ("beliefs", "ph:flower-lotus-fill"),
    ("judicial", "mdi:gavel"),
]

# The nine purposes in Italian, French and English.
PURPOSES = [
    ("Direct marketing", "Marketing direct", "Direct marketing"),
    ("Smart services", "Services intelligents", "Smart services"),
    ("Profilazione", "Profilage", "Profiling"),
    ("Export internazionale", "Exportation internationale", "International export"),
    ("Ricerca scientifica", "Recherche scientifique", "Scientific research"),
    ("Addestramento dell’IA", "Entraînement de l’IA", "AI training"),
    ("Geolocalizzazione", "Géolocalisation", "Geolocation"),
    ("Medicina personalizzata", "Médecine personnalisée", "Personalised medicine"),
    ("Propaganda politica", "Propagande politique", "Political propaganda"),
]


@pytest.mark.parametrize(("section", "query", "number"), FIGURES)
def test_the_box_holds_as_many_cards_as_the_rules_say(copies, section, query, number):
    everything = "kind:simple or kind:sensitive or kind:special"
    assert copies(GAME, everything if query == "*" else query) == number, section


def test_the_figures_add_up():
    """85 and 35 make 120, and so on down: what the rules say in one place fits what they say in another."""
    numbers = {query: number for _, query, number in FIGURES}
    assert numbers["*"] == numbers["kind:simple or kind:sensitive"] + numbers["kind:special"]
    assert numbers["kind:sensitive"] == sum(number for query, number in numbers.items() if "sign:" in query)
    for name in ("set:basic", "set:optional"):
        assert numbers[name] == sum(number for query, number in numbers.items() if query.endswith(f" {name}"))


@pytest.mark.parametrize(("colour", "italian", "french"), COLOURS)
def test_cards_come_in_five_colours(packaged, find, colour, italian, french):
    """ "Carte dataset": simple ones, and those of every sign. How many of each colour there are is not said."""
    game = packaged(GAME).game
    assert [game.label(f"field:colour.{colour}", one) for one in ("it", "fr", "en")] == [
        italian,
        french,
        colour,
    ]
    assert len(game.fields["colour"].choices) == len(COLOURS)
    assert find(GAME, f"kind:simple colour:{colour}")
    assert {card.fields["sign"] for card in find(GAME, f"kind:sensitive colour:{colour}")} == dict(
        ICONS
    ).keys()


@pytest.mark.parametrize(("sign", "icon"), ICONS)
def test_a_sign_has_its_icon(find, sign, icon):
    """ "Carte dataset": a stethoscope for health, and so on."""
    assert {card.icon for card in find(GAME, f"sign:{sign}")} == {icon}


@pytest.mark.parametrize(("italian", "french", "english"), PURPOSES)
def test_there_is_a_card_for_each_of_the_nine_purposes(find, italian, french, english):
    """ "Carte speciali": nine cards and nine purposes; one card for each is our reading."""
    (card,) = find(GAME, f'role:purpose name:"{italian}"')
    assert [card.name(one) for one in ("it", "fr", "en")] == [italian, french, english]
    assert card.copies == 1


def test_whose_the_cards_are(find):
    """Special and simple cards are the rulebooks'; which signs come in which colours they do not say."""
    assert {card.origin for card in find(GAME, "kind:special or kind:simple")} == {"rulebook"}
    assert {card.origin for card in find(GAME, "kind:sensitive")} == {"sample"}


def test_which_counts_the_rules_give(find):
    """Only totals of Dataset cards and of purposes are said; every other special card is counted."""
    unknown = find(GAME, "kind:simple or kind:sensitive or role:purpose")
    assert {card.counts for card in unknown} == {"sample"}
    assert {card.counts for card in find(GAME, "kind:special -role:purpose")} == {"exact"}
