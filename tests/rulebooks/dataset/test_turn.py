"""Dataset: how a turn goes, what a Data-Treasure is made of, and which card stops which."""

from __future__ import annotations

import pytest

from deckwright.model.settings import phases_in, reminders_in
from deckwright.workbench.document_sections import reminder_sections

from ...drawings import context_of

LANGUAGES = ["en", "fr", "it"]
GAME = "dataset"

# section, context, numbers in the text
NUMBERS = [
    ("Carte speciali", "turn:call.item.breach", "1"),
    ("Carte speciali", "turn:call.item.silent", "1 2 6"),
    ("Al suo turno", "turn:draw.text", "3"),
    ("Al suo turno", "turn:draw", "3"),
    ("Al suo turno", "turn:draw.item.after-breach", ""),
    ("Al suo turno, 2", "reminder:treasure.item.place", ""),
    ("Carte speciali", "turn:play.item.purpose", ""),
    ("Carte speciali", "turn:play.item.freeze", "3"),
    ("Al suo turno, 2", "reminder:treasure.item.cards", "6"),
    ("Al suo turno, 2", "reminder:treasure.item.purpose", "1"),
    ("Carte speciali opzionali", "turn:play.item.consent", "3"),
    ("Carte speciali", "reminder:stops.item.purpose", ""),
    ("Carte speciali", "reminder:stops.item.sanction", ""),
    ("Carte speciali", "reminder:stops.item.breach", "1"),
    ("Carte speciali", "reminder:stops.item.transparency", "3"),
    ("Carte speciali opzionali", "reminder:stops.item.consent", "1 3"),
    ("Carte speciali opzionali", "reminder:stops.item.complaint", "3"),
    ("Carte speciali opzionali", "reminder:stops.item.minimisation", ""),
    ("Carte speciali opzionali", "reminder:stops.item.time", "1 6 10"),
    ("Carte speciali", "turn:call.item.breach.short", "1"),
    ("Carte speciali", "turn:call.item.silent.short", "1 2 6"),
    ("Carte speciali", "turn:play.item.freeze.short", "3"),
    ("Carte speciali", "reminder:attacks.item.sanction", ""),
    ("Carte speciali", "reminder:attacks.item.breach", "1"),
    ("Carte speciali", "reminder:attacks.item.transparency", "3"),
    ("Carte speciali opzionali", "reminder:attacks.item.complaint", "3"),
    ("Carte speciali opzionali", "reminder:attacks.item.minimisation", ""),
    ("Carte speciali opzionali", "reminder:attacks.item.time", "1 6 10"),
]

# Special cards come with level 2, Data Breaches with level 3, and Consent with level 4 (Un consiglio).
LEVELS_OF_POINTS = [
    ("turn:play.item.special", ["level-2", "level-3", "level-4"]),
    ("turn:call.item.breach", ["level-3", "level-4"]),
    ("reminder:stops.item.breach", ["level-3", "level-4"]),
    ("reminder:stops.item.consent", ["level-4"]),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "context", "numbers"), NUMBERS)
def test_a_text_has_the_numbers_of_the_rules(numbers_in, language, section, context, numbers):
    assert numbers_in(GAME, language, context) == sorted(map(int, numbers.split())), section


@pytest.mark.parametrize("mode", ["level-1", "level-2", "level-3", "level-4"])
def test_a_turn_has_the_phases_of_the_rules_in_order(packaged, mode):
    phases = phases_in(packaged(GAME).game, mode)
    assert [phase.title for phase in phases] == ["turn:call", "turn:play", "turn:draw"]


@pytest.mark.parametrize(("label", "levels"), LEVELS_OF_POINTS)
def test_a_level_is_told_only_what_it_has(packaged, label, levels):
    game = packaged(GAME).game
    parts = {mode: [*phases_in(game, mode), *reminders_in(game, mode)] for mode in game.names("modes")}
    assert levels == [
        mode
        for mode, own in parts.items()
        if label in [note.label for part in own for note in (part, *part.notes)]
    ]


# Level, attacks, and what stops each: Carte speciali, Carte speciali opzionali.
STOPS = {
    "sanction": ["lawyer"],
    "breach": ["cybersecurity"],
    "complaint": ["lawyer", "consent"],
    "transparency": ["transparency"],
    "minimisation": ["minimisation"],
    "time": ["time"],
}
LEVELS = [("level-2", ["sanction"]), ("level-3", ["sanction", "breach"]), ("level-4", list(STOPS))]


def name_of(note):
    return note.label.rpartition(".")[2]


def attacks_in(game, level, *, is_short):
    """Notes on the attacks of a level: rows with what stops them, of rules pages or of a reference card."""
    title = "reminder:attacks" if is_short else "reminder:stops"
    parts = [part for part in reminders_in(game, level, is_short=is_short) if part.title == title]
    return [note for part in parts for note in part.notes if note.value]


@pytest.mark.parametrize("is_short", [False, True])
@pytest.mark.parametrize(("level", "attacks"), LEVELS)
def test_the_attacks_of_a_level_are_named(packaged, level, attacks, is_short):
    notes = attacks_in(packaged(GAME).game, level, is_short=is_short)
    assert {name_of(note) for note in notes} == set(attacks)


@pytest.mark.parametrize("is_short", [False, True])
def test_a_game_with_purposes_only_has_nothing_to_stop(packaged, is_short):
    assert attacks_in(packaged(GAME).game, "level-1", is_short=is_short) == []


def test_rules_pages_have_a_row_for_each_role_with_the_number_of_its_cards(packaged):
    """Carte speciali: 9 + 4 + 4 + 2 + 3 + 3; Carte speciali opzionali: 3 + 3 + 2 + 2."""
    package = packaged(GAME)
    context = context_of(package)
    (stops,) = [part for part in reminders_in(package.game, "") if part.title == "reminder:stops"]
    (table,) = reminder_sections(stops, context, {card.id: card for card in package.cards}, "")
    assert table.heads[:3] == ("Special card", "Cards", "Neutralised by")
    assert {item.name: item.values[::2] for item in table.items} == {
        "Purpose:": ("×9", "{level_1}–{level_4}"),
        "Sanction:": ("×4", "{level_2}–{level_4}"),
        "Lawyer:": ("×4", "{level_2}–{level_4}"),
        "Data Breach:": ("×3", "{level_3}–{level_4}"),
        "Cybersecurity:": ("×3", "{level_3}–{level_4}"),
        "Transparency:": ("×2", "{level_4}"),
        "Consent:": ("×3", "{level_4}"),
        "Minimisation:": ("×3", "{level_4}"),
        "Time:": ("×2", "{level_4}"),
        "Complaint:": ("×2", "{level_4}"),
    }


@pytest.mark.parametrize(("attack", "defences"), STOPS.items())
def test_each_attack_names_what_stops_it_and_nothing_else(packaged, attack, defences):
    labels = packaged(GAME).game.labels["en"]
    for part in ("attacks", "stops"):
        names = labels[f"reminder:{part}.item.{attack}.value"].lower().replace("the same card", attack)
        assert {name for every in STOPS.values() for name in every if name in names} == set(defences)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("it", "neutralizza un Reclamo"),
        ("fr", "neutralise une Réclamation"),
        ("en", "neutralises a Complaint"),
    ],
)
def test_consent_says_that_it_neutralises_a_complaint_too(packaged, language, name):
    """Carte speciali opzionali: a Consent card doubles a Data-Treasure, or neutralises a Complaint."""
    assert name in packaged(GAME).game.labels[language]["reminder:stops.item.consent"]


@pytest.mark.parametrize("is_short", [False, True])
def test_an_attack_has_the_icon_of_its_cards(packaged, is_short):
    """Carte speciali: one looks up on a reference card what one holds."""
    package = packaged(GAME)
    icons = {card.fields["role"]: card.icon for card in package.cards if "role" in card.fields}
    notes = attacks_in(package.game, "level-4", is_short=is_short)
    shown = {name_of(note): note.icon for note in notes}
    assert shown == {attack: icons.get(attack) or icons[f"data-{attack}"] for attack in STOPS}
    written = package.game.definition["icons"]
    assert all(written[role] == icons[role] for defences in STOPS.values() for role in defences)


@pytest.mark.parametrize(
    ("language", "calls"), [("it", "«DATA!»"), ("fr", "«\u00a0DATA\u00a0!\u00a0»"), ("en", "“DATA!”")]
)
def test_what_is_called_out_is_quoted(packaged, language, calls):
    """Carte speciali: DATA! and DATABREACH! stay as they are in every language."""
    labels = packaged(GAME).game.labels[language]
    assert calls in labels["turn:call.item.purpose"]
    assert calls.replace("DATA", "DATABREACH") in labels["turn:call.item.breach"]


def test_only_the_first_level_has_no_special_cards(packaged):
    """Un consiglio: at first only Purpose cards are used."""
    game = packaged(GAME).game
    moves = {mode: phases_in(game, mode)[1].notes for mode in game.names("modes")}
    told = {mode: [note for note in notes if not note.shows] for mode, notes in moves.items()}
    assert [mode for mode, notes in told.items() if len(notes) == 4] == ["level-1"]
    assert {len(notes) for mode, notes in told.items() if mode != "level-1"} == {5}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_winner_becomes_the_data_tycoon(packaged, language):
    """Chi vince: “vince e diventa Data-Tycoon chi ha costituito più Data-Tesori”."""
    assert "Data-Tycoon" in packaged(GAME).game.labels[language]["game:about"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", ("mazzo", "mescola")), ("fr", ("pioche", "mélangée")), ("en", ("deck", "shuffle"))],
)
def test_the_first_cards_that_return_are_shuffled_in(packaged, language, words):
    """Carte speciali: what is lost returns to the main deck; that it is shuffled in is our reading."""
    game = packaged(GAME).game
    assert all(word in game.labels[language]["reminder:stops.item.sanction"] for word in words)
    (stops,) = [part for part in reminders_in(game, "") if part.title == "reminder:stops"]
    assert [name_of(note) for note in stops.notes][:2] == ["purpose", "sanction"]


def test_an_attack_is_neutralised_in_answer(packaged):
    """Carte speciali: a card that was kept is thrown on the table in answer to the attack."""
    text = packaged(GAME).game.labels["it"]["turn:play.item.special"]
    assert "in risposta" in text


def test_played_specials_are_put_aside_and_treasures_apart(packaged):
    """Al suo turno, 2 and 3: Treasures lie in piles of their own, played special cards at the side of the table."""
    game = packaged(GAME).game
    (step,) = [step for step in game.definition["deal"]["steps"] if step.get("say") == "used"]
    assert step["cite"] == "Dataset, Al suo turno, 3"
    (treasure,) = [part for part in reminders_in(game, "level-1") if part.title == "reminder:treasure"]
    assert "reminder:treasure.item.place" in [note.label for note in treasure.notes]


def test_rules_pages_show_three_frozen_dataset_cards(packaged):
    """Carte speciali: three cards of an opponent are frozen; in the example of scoring, a Purpose card froze them."""
    package = packaged(GAME)
    kinds = {card.id: card.kind for card in package.cards}
    (frozen,) = [
        seat["frozen"]
        for seat in package.game.definition["scoring"]["example"]["seats"].values()
        if "frozen" in seat
    ]
    assert {kinds[card] for card in frozen} == {"simple", "sensitive"}
    assert len(frozen) == 3


def test_rules_pages_show_cards_that_capture_by_sign_and_by_colour(packaged):
    """Al suo turno, 1: a card captures one of its sign, and another one of its colour."""
    package = packaged(GAME)
    cards = {card.id: card for card in package.cards}
    items = package.game.definition["turn"]["play"]["items"]
    (hand, by_sign), (same_hand, by_colour) = (
        [cards[entry["card"]].fields for entry in items[name]["shows"]] for name in ("by-sign", "by-colour")
    )
    assert hand == same_hand
    assert (by_sign["sign"], by_colour["colour"]) == (hand["sign"], hand["colour"])
    assert by_sign["colour"] != hand["colour"]
    assert by_colour.get("sign") != hand["sign"]
