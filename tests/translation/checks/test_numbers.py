"""Numbers are those of the source, in digits or in words, with their signs and in their order."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.translation import Message
from deckwright.translation.checks.numbers import check_numbers, number_words
from deckwright.translation.checks.wordbook import wordbook

NUMBERS = [
    ("Draw 2 cards, 3 times.", "Pesca 3 volte 2 carte.", []),
    ("Draw 2 cards.", "Pesca due carte.", []),
    ("Draw a card.", "Pesca 1 carta.", []),
    ("Draw 2 cards.", "Pesca 3 carte.", ["error: Missing: 2. Not in the source: 3."]),
    ("Draw 2 cards.", "Pesca carte.", ["error: Missing: 2."]),
    ("Draw 2 and 2.", "Pesca.", ["error: Missing: 2, 2."]),
    ("Draw two cards, then two cards.", "Pesca due carte, poi altrettante.", []),
    ("+1 {tech}", "-1 {tech}", ["error: Missing: +1. Not in the source: -1."]),
    ("−1", "-1", []),
    ("20-30 cards", "20–30 carte", []),
    ("1,000 cards", "1.000 carte", []),
    ("1,000 cards", "1\u00a0000 carte", []),
    ("1.5 cm", "1,5 cm", []),
    ("99% cats", "99 % gatti", []),
    ("Two cards", "Due carte", []),
    ("Move 2-3 steps", "Muovi di 2–3 passi", []),
    ("Move 2–3 steps", "Muovi da 2 a 3 passi", []),
    ("A 2-player game", "Una partita a 2", []),
    ("Level-1", "Livello 1", []),
    ("7 am and 10", "7 e 10", []),
    ("X2 and B12", "X2 e B12", []),
]
SIGNED = "error: Missing: {}. Not in the source: {}."
SIGNS = [
    ("You get +1. Draw a card.", "Ricevi -1. Pesca una carta.", [SIGNED.format("+1", "-1")]),
    ("You get +1. Draw a card.", "Ricevi –1. Pesca una carta.", [SIGNED.format("+1", "-1")]),
    ("You get -1 {tech}. Take one.", "Ricevi {tech}. Prendine uno.", ["error: Missing: -1."]),
    ("You get +2.", "Ricevi due.", [SIGNED.format("+2", "due")]),
    ("You get +2.", "Ricevi 2.", [SIGNED.format("+2", "2")]),
    ("You get -1.", "Ricevi −1.", []),
    ("You get -1.", "Ricevi –1.", []),
    ("You get -1.", "Ricevi ‑1.", []),
    ("{tech}-1", "{tech}+1", [SIGNED.format("-1", "+1")]),
    ("X-1", "X+1", [SIGNED.format("-1", "+1")]),
    ("**-1**: draw", "**+1**: pesca", [SIGNED.format("-1", "+1")]),
    ("+1/-2", "+1/−2", []),
    ("½ card", "¼ di carta", [SIGNED.format("½", "¼")]),
    ("Wake 8L-08 and R2-D2.", "Sveglia M3L-M4 e Robi.", []),
]  # fmt: skip
SWAPPED = "info: The numbers are in another order here: {}. In the source: {}."
ORDERS = [
    ("Draw 1 card, discard 3 cards.", "Pesca 3 carte, scarta 1 carta.", [SWAPPED.format("3, 1", "1, 3")]),
    ("Gain 1 {tech} and 3 {sci}.", "Prendi 3 {tech} e 1 {sci}.", [SWAPPED.format("3, 1", "1, 3")]),
    ("Draw two, discard three.", "Pesca tre, scarta due.", [SWAPPED.format("tre, due", "two, three")]),
    ("Gain 1, then lose 2.", "Prendi 2, poi perdi una.", [SWAPPED.format("2, una", "1, 2")]),
    ("+1/-1", "-1/+1", [SWAPPED.format("-1, +1", "+1, -1")]),
    ("Roll 4, draw 1, roll 6.", "Tira 6, pesca 1, tira 4.", [SWAPPED.format("6, 1, 4", "4, 1, 6")]),
    # What each number counts has moved with it.
    ("Gain 1 {tech} and 3 {sci}.", "Prendi 3 {sci} e 1 {technology}.", []),
    ("Gain {tech} 1 or {sci} 3.", "Prendi {tech} 1 o {sci} 3.", []),
    ("Draw 2 from your deck for 3 monsters.", "Per 3 mostri, pesca 2 dal mazzo.", []),
    ("Draw 2 cards, 3 times.", "Per 3 volte pesca 2 carte.", []),
    ("Draw 3 twice.", "Due volte, pesca 3.", []),
]
WORDS = [
    ("Draw two cards.", "Pesca tre carte.", "it", ["warning: Missing: two. Not in the source: tre."]),
    ("Once per turn", "Due volte per turno", "it", ["warning: Not in the source: Due."]),
    ("Draw twice.", "Piochez une fois.", "fr", ["warning: Missing: twice."]),
    ("The third card", "La quarta carta", "it", ["warning: Missing: third. Not in the source: quarta."]),
    ("Draw two cards.", "Roba cuatro cartas.", "es", ["warning: Missing: two. Not in the source: cuatro."]),
    ("Draw 4 cards.", "Ziehe fünf Karten.", "de", ["error: Missing: 4. Not in the source: fünf."]),
    ("Draw 4 cards.", "Trek vijf kaarten.", "nl", ["error: Missing: 4."]),
    ("Draw twice.", "Pesca due volte.", "it", []),
    ("Draw twice.", "Robas dos veces.", "es", []),
    ("Do it twice.", "Zweimal, bitte.", "de", []),
    ("Draw two cards.", "Trek drie kaarten.", "nl", []),
    ("Gain 1 {tech} and 3 {sci}.", "Krijg 3 {sci} en 1 {tech}.", "nl", []),
    ("Both players", "I due giocatori", "it", []),
    ("Both players", "Les deux joueurs", "fr", []),
    ("Either card", "Una delle due carte", "it", []),
    ("A third of them", "Un tiers d’entre eux", "fr", []),
    ("You are one", "Sei uno", "it", []),
    ("Twenty-one cards, seventy-two, ninety-nine", "Vingt et une cartes, soixante-douze, quatre-vingt-dix-neuf", "fr", []),
    ("22 cards and 31", "Ventidue carte e trentuno", "it", []),
    ("22 cards and 31", "Veintidós cartas y treinta y una", "es", []),
    ("22 cards", "Zweiundzwanzig Karten", "de", []),
    ("22 cards", "Vinte e duas cartas", "pt", []),
    ("Two hundred", "Duecento", "it", []),
    ("200 cards", "Duecento carte", "it", []),
    ("Two, twenty", "Due, venti", "it", []),
]  # fmt: skip


def test_a_number_that_is_added_is_the_passage(books):
    [finding] = check_numbers(books["it"], Message("a.text", "Draw 2 cards.", "Pesca 3 carte.", "draft"))
    assert finding.passage == "3"


@pytest.mark.parametrize(("source", "text", "wanted"), [*NUMBERS, *SIGNS, *ORDERS])
def test_numbers_are_those_of_the_source(said, source, text, wanted):
    assert said("numbers", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "language", "wanted"), WORDS)
def test_number_words_count_where_both_languages_have_a_table(game, source, text, language, wanted):
    entry = Message("krol.text", source, text, "draft")
    faults = check_numbers(wordbook(game, language), entry)
    assert [f"{fault.severity}: {fault.message}" for fault in faults] == wanted


@pytest.mark.parametrize(
    ("number", "word"), [(2, "Zweimal"), (3, "Dreimal"), (4, "Viermal"), (5, "Fünfmal"), (6, "Sechsmal")]
)
def test_a_word_that_says_how_often_may_come_first(game, number, word):
    entry = Message("krol.text", f"Draw 7, {number} times.", f"{word} 7 ziehen.", "draft")
    assert list(check_numbers(wordbook(game, "de"), entry)) == []


def test_so_may_thrice(said):
    assert said("numbers", "Draw 7 thrice.", "Tre volte, pesca 7.") == []


@pytest.mark.parametrize("context", ["krol.name", "krol.flavour"])
def test_words_and_order_are_free_in_names_and_flavour_but_digits_are_not(said, context):
    assert said("numbers", "The five-year plan", "Il piano quinquennale", context=context) == []
    assert said("numbers", "1 or 3", "3 o 1", context=context) == []
    assert said("numbers", "Agent 7", "Agente 8", context=context) == [
        "warning: Missing: 7. Not in the source: 8."
    ]


def test_a_number_beyond_its_icon_is_an_error(said):
    assert said("numbers", "Gain 3 {tech}.", "Prendi {tech} 3.") == [
        "error: The number is before the icon in the source: 3 {tech}."
    ]
    assert said("numbers", "Gain 3 {tech}.", "Prendi 3 {tech}.") == []
    assert said("numbers", "Gain {tech} 3 {sci}.", "Prendi {tech} 3 {sci}.") == []


def test_words_excuse_a_number_without_a_sign_in_each_language(said):
    assert said("numbers", "Draw 2 cards and 1 other.", "Piochez deux cartes et une autre.", "fr") == []
    assert said("numbers", "Draw 2 cards and 1 other.", "Pesca due carte e un’altra.") == []


@given(st.permutations(["tech", "sci", "unique"]), st.lists(st.integers(0, 99), min_size=3, max_size=3))
def test_numbers_that_move_with_their_icons_pass_and_alone_they_do_not(said, icons, numbers):
    own = dict(zip(["tech", "sci", "unique"], numbers, strict=True))
    source = ", ".join(f"{number} {{{icon}}}" for icon, number in own.items())
    moved = ", ".join(f"{own[icon]} {{{icon}}}" for icon in icons)
    alone = ", ".join(f"{own[icon]} {{{still}}}" for icon, still in zip(icons, own, strict=True))
    assert said("numbers", source, moved) == []
    assert bool(said("numbers", source, alone)) == (alone != source)


@pytest.mark.parametrize("language", ["en", "fr", "it", "es", "pt", "de"])
def test_every_number_to_99_has_a_word_in_each_language(language):
    words = number_words(language)
    known = {number for table in (words.strict, words.loose) for one in table.values() for _, number in one}
    assert {str(number) for number in range(100)} <= known
    assert number_words("xx") is None


def test_the_words_of_every_language_are_those_of_num2words():
    script = runpy.run_path(str(Path(__file__).parents[3] / "cli" / "number_words.py"))
    assert script["FILE"].read_text(encoding="utf-8") == script["written"]()


@pytest.mark.parametrize(
    ("language", "text"), [("nl", "Trek twee kaarten."), ("pl", "Dobierz dwa."), ("hu", "Húzz kettő lapot.")]
)
def test_words_of_a_language_without_a_table_excuse_digits_and_are_not_compared(game, language, text):
    book = wordbook(game, language)
    for source in ("Draw 2 cards.", "Draw three cards."):
        assert list(check_numbers(book, Message("krol.text", source, text, "draft"))) == []
    (finding,) = check_numbers(book, Message("krol.text", "Draw 3 cards.", text, "draft"))
    assert finding.message == "Missing: 3."


def test_regions_have_the_words_of_their_language(game):
    entry = Message("krol.text", "Draw seventy cards.", "Piochez septante cartes.", "draft")
    assert list(check_numbers(wordbook(game, "fr-CH"), entry)) == []


@given(st.integers(0, 10**9), st.sampled_from([",", ".", "\u00a0", "\u202f", "’"]), st.booleans())
def test_a_number_is_the_same_however_its_thousands_are_parted(said, number, sign, is_negative):
    source, text = f"{number:,} cards", f"{number:,}".replace(",", sign) + " carte"
    source, text = (f"-{source}", f"−{text}") if is_negative else (source, text)
    assert said("numbers", source, text) == []
    assert said("numbers", source, f"{number + 13} carte") != []
