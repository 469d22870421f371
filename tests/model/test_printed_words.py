"""The program's own words that are printed: all have a name by which a game can translate them."""

from __future__ import annotations

import ast
from pathlib import Path

import deckwright
from deckwright.model.game import Game
from deckwright.model.printed_words import WORDS, own_words_of, printed_words

PACKAGE = Path(deckwright.__file__).parent
DEFINITION = {"source_language": "en", "languages": ["en", "es", "fr"], "scoring": {}}


def printed_by_the_code():
    """Give every English text that goes through `print_tr` or `print_trn`, or is kept for them."""
    for file in sorted(PACKAGE.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if "import" not in source or "print_tr" not in source or file.name == "messages.py":
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                count = {"print_tr": 1, "later": 1, "print_trn": 2}.get(node.func.id, 0)
                yield from texts[:count]


def test_every_word_that_is_printed_has_a_name():
    found = set(printed_by_the_code())
    assert len(found) > 20
    assert found <= set(WORDS.values())


def test_no_name_is_kept_for_a_word_that_nothing_prints():
    origins = {"rulebook", "community", "sample"}
    assert set(WORDS.values()) - set(printed_by_the_code()) == origins


def test_words_are_asked_for_only_in_a_language_that_the_program_lacks():
    words = printed_words(DEFINITION, {"hop": {"en": "Hop", "fr": "Saute"}})
    assert words.lacking("es") == words.texts.keys()
    assert words.lacking("fr") == set()
    assert words.lacking("it") == {"word:hop"}
    assert words.lacking("fr-CA") == set()


def test_no_word_of_a_face_is_taken_for_one_of_the_program():
    assert {name for name in WORDS if "-" not in name} == {"rulebook", "community", "sample"}
    words = printed_words(DEFINITION, {"sample": {"en": "sample", "es": "muestra"}})
    assert "word:sample" not in words.lacking("es")
    assert "word:sample" not in words.lacking("fr")


def test_the_words_of_pads_belong_to_games_that_are_scored():
    words = printed_words({"source_language": "en"}, {})
    assert "word:pad-total" not in words.texts
    assert words.texts["word:sample"] == "sample"


def test_source_texts_are_in_the_language_of_the_game():
    assert printed_words({"source_language": "fr"}, {}).texts["word:sample"] == "exemple"
    said = {"source_language": "es", "words": {"sample": "muestra"}}
    assert printed_words(said, {}).texts["word:sample"] == "muestra"


def test_a_translation_with_other_placeholders_is_not_used():
    labels = {
        "en": {},
        "es": {
            "word:pad-total": "Suma",
            "word:pad-ties": "Empate",
            "word:page-of": "{page} {x}",
            "word:reference-label": "{label",
        },
    }
    game = Game("frogs", "en", ("en", "es"), {}, labels)
    assert own_words_of(game, "es") == {"Total": "Suma"}
