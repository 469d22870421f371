"""How a text is written: leftovers, words twice, pairs, first letters, capitals and signs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.translation import Message
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.checks.wording import check_doubled, check_pairs, check_style

LEFTOVERS = [
    ("Draw.", "Pesca %s.", ["error: This would be printed as it is: %s."]),
    ("Draw.", "Pesca %1$s e &nbsp;<br/>.", ["error: This would be printed as it is: %1$s, &nbsp;, <br/>."]),
    ("Draw.", "Pesca\\n.", ["error: This would be printed as it is: \\n."]),
    ("Draw.", "Pesca. TODO", ["error: This would be printed as it is: TODO."]),
    ("Draw.", "Pesca {}.", ["error: This would be printed as it is: {}."]),
    ("Draw %s.", "Pesca.", ["error: Missing: %s."]),
    ("Draw %s.", "Pesca %s.", []),
    ("Draw.", "Pesca il 10 % <3 {tech}.", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), LEFTOVERS)
def test_what_programs_leave_is_an_error(said, source, text, wanted):
    assert said("leftovers", source, text) == wanted


DOUBLED = [
    ("Draw a card.", "Pesca una una carta.", ["warning: This word is written twice: “una una”."]),
    (
        "Draw a card.",
        "Pesca quell’altra altra carta.",
        ["warning: This word is written twice: “altra altra”."],
    ),
    ("Draw a card.", "Pesca Una una carta.", ["warning: This word is written twice: “Una una”."]),
    ("Like this.", "Così così.", []),
    ("Bla Bla", "Blu blu", []),
    ("Draw 1 1 card.", "Pesca l’una, una volta.", []),
    ("One by one", "Una a una, a parte", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), DOUBLED)
def test_a_word_twice_is_found_unless_the_language_has_it_so(said, source, text, wanted):
    assert said("doubled", source, text) == wanted


def test_the_source_alone_is_read_for_words_twice_too(books):
    [finding] = check_doubled(books["en"], Message("a.text", "Draw a a card.", "Draw a a card.", "draft"))
    assert finding.passage == "a a"


PAIRS = [
    ("Draw (one).", "Pesca (una.", ["warning: ( has no match: ) is missing."]),
    ("Draw “one”.", "Pesca “una.", ["warning: “ has no match: ” is missing."]),
    ("Draw “one”.", "Pesca una».", ["warning: » has no match: « is missing."]),
    ("Draw one.", 'Pesca "una.', ['warning: " has no match: " is missing.']),
    ("Draw (one.", "Pesca (una.", []),
    ("a) Draw", "a) Pesca :)", []),
    ("Draw (one).", "Pesca (una).", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), PAIRS)
def test_brackets_and_quotes_are_in_pairs(said, source, text, wanted):
    assert said("pairs", source, text) == wanted


SPANISH = [
    ("¿Robas? ¡Sí!", []),
    ("Robas?", ["? has no match: ¿ is missing."]),
    ("Robas!", ["! has no match: ¡ is missing."]),
    ("¿Robas.", ["¿ has no match: ? is missing."]),
    ("¡Robas?!", []),
]


@pytest.mark.parametrize(("text", "wanted"), SPANISH)
def test_spanish_opens_questions_and_exclamations(game, text, wanted):
    book = wordbook(game, "es")
    assert [one.message for one in check_pairs(book, Message("a.text", "Draw", text, "draft"))] == wanted


def test_german_quotes_are_low_and_high(game):
    book = wordbook(game, "de")
    assert list(check_pairs(book, Message("a.text", "“Draw”", "„Ziehe“", "draft"))) == []
    assert list(check_pairs(book, Message("a.text", "“Draw”", "„Ziehe", "draft"))) != []


INITIAL = [
    ("Draw.", "pesca.", ["warning: It begins with a small letter, but its source with a capital: “pesca”."]),
    ("draw", "Pesca", ["info: It begins with a capital, but its source with a small letter: “Pesca”."]),
    ("**“Draw”**", "**«Pesca»**", []),
    ("{tech} Draw", "{tech}: pesca", []),
    ("2 cards", "due carte", []),
    ("Draw. Shuffle.", "Pesca carte. mescola.", ["warning: A sentence begins with a small letter: “carte. mescola”."]),
    ("Draw, such as 2.", "Pesca, per es. due.", []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), INITIAL)
def test_first_letters_are_those_of_the_source(said, source, text, wanted):
    assert said("initial", source, text) == wanted


CAPITALS = [
    ("Draw three", "PESCA tre", ["warning: In capitals, but not in the source: PESCA."]),
    ("DRAW three", "PESCA tre", []),
    ("Draw three", "Pesca TRE", []),
    ("Use HTTPS", "Usa HTTPS", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), CAPITALS)
def test_capitals_are_those_of_the_source(said, source, text, wanted):
    assert said("capitals", source, text) == wanted


SIGNS = [
    ("{tech} → draw", "{tech}: pesca", ["warning: Missing: →."]),
    ("{tech} → draw", "{tech} -> pesca", ["warning: Write → for ->."]),
    ("Draw – or not", "Pesca o no", ["warning: A dash of the source is missing."]),
    ("Draw – or not", "Pesca: o no", []),
    ("Draw – or not", "Pesca… o no", []),
    ("Draw – or not", "**Pesca -** O no", []),
    ("Draw – or not", "Pesca -o no", []),
    ("A non-tool – or not", "Un non-strumento o no", ["warning: A dash of the source is missing."]),
    ("Draw.\n- Kafka", "Pesca.\n*Kafka*", []),
    ("Draw – or not", "Pesca – o no", []),
    ("Draw — or not", "Pesca -- o no", ["warning: Write – for --."]),
    ("One-way 2-3", "Senso unico 2-3", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), SIGNS)
def test_arrows_and_dashes_are_those_of_the_source(said, source, text, wanted):
    assert said("signs", source, text) == wanted


def test_words_that_the_style_of_a_game_avoids_are_found(game):
    style = {"it": {"mettere giù": "giocare", "praticamente": ""}}
    book = wordbook(replace(game, definition={**game.definition, "style": style}), "it")
    text = Message("a.text", "Play", "Praticamente puoi mettere giù una carta.", "draft")
    assert [finding.message for finding in check_style(book, text)] == [
        "The style of the game avoids “mettere giù”. Write “giocare”.",
        "The style of the game avoids “Praticamente”. Leave it out, or say it otherwise.",
    ]
    assert list(check_style(book, text._replace(text="Gioca una carta."))) == []
