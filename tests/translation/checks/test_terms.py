"""Terms are translated as the glossary says, names stay, and what recurs is translated one way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.game import Game
from deckwright.model.glossary import words_without_endings
from deckwright.model.translation import Message
from deckwright.translation.checks.terms import (
    check_card_names,
    check_emphasised_counts,
    check_emphasised_terms,
    check_glossary,
    check_keyword_forms,
    check_lost_emphasis,
    check_names_in_texts,
    check_near_names,
    check_one_for_two,
    check_repeats,
    check_term_counts,
)
from deckwright.translation.checks.wordbook import wordbook
from deckwright.translation.extract import glossary_lines

MISSING = "warning: “{}” is “{}” in the glossary, which is missing here."


TERMS = [
    ("Shuffle your deck.", "Mescola il tuo mazzo.", []),
    ("Shuffle both decks.", "Mescola i due mazzi.", []),
    ("Shuffle your deck.", "Mescola le carte.", [MISSING.format("deck", "mazzo")]),
    ("Shuffle your deck.", "Mescola la pila.", ["warning: “pila” is not allowed as a translation of “deck”. The glossary says “mazzo”."]),
    ("Take the pile.", "Prendi la pila.", []),
    ("Discard it.", "Scarta la carta.", []),
    ("Discard it.", "Butta la carta.", ["warning: “butta” is not allowed as a translation of “discard”. The glossary says “scartare”."]),
    (
        "From the opportunity deck",
        "Dal mazzo",
        ["error: “opportunity deck” is “mazzo opportunità” in the glossary, which is missing here."],
    ),
    ("From the opportunity deck", "Dal mazzo opportunità", []),
    ("Play a tool.", "Gioca uno strumento.", []),
    ("Play two tools.", "Gioca due attrezzi.", [MISSING.format("Tool", "Strumento")]),
    ("Play {unique} it", "Gioca", []),
    ("The Data Monsters win", "I Data Monsters vincono", []),
    ("The monsters win", "I Data Monsters vincono", [MISSING.format("monster", "mostro")]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), TERMS)
def test_terms_are_those_of_the_glossary(said, source, text, wanted):
    assert said("glossary", source, text) == wanted


COMPOUNDS = [
    ("Find the Power Tool.", "Cerca il trapano.", []),
    ("Take two power tools.", "Prendi due trapani.", []),
    ("Open the tool shed.", "Apri il capanno.", []),
    ("A tool-like thing", "Una specie di attrezzo", []),
    ("Any non-tool", "Qualsiasi altra", []),
    ("Take a tool to the tool shed.", "Porta un attrezzo al capanno.", [MISSING.format("Tool", "Strumento")]),
    ("Power-up your tool", "Potenzia l’attrezzo", [MISSING.format("Tool", "Strumento")]),
]


@pytest.mark.parametrize(("source", "text", "wanted"), COMPOUNDS)
def test_a_kind_is_not_demanded_within_a_longer_name(game, source, text, wanted):
    named = replace(game, labels={**game.labels, "en": {"kind:tool": "Tool", "zone:shed": "Tool shed", "say:a": "Take your tools"}})  # fmt: skip
    book = wordbook(named, "it", ["Power Tool", "Tool"])
    faults = check_glossary(book, Message("krol.text", source, text, "draft"))
    assert [f"{fault.severity}: {fault.message}" for fault in faults] == wanted


def test_a_kind_with_a_hyphen_is_demanded(game):
    definition = {**game.definition, "kinds": {"tool": {"name": "Data-tool"}}}
    book = wordbook(replace(game, definition=definition), "it")
    [fault] = check_glossary(book, Message("krol.text", "A data-tool", "Un arnese", "draft"))
    assert fault.message == "“Data-tool” is “Strumento” in the glossary, which is missing here."


@pytest.mark.parametrize(
    ("text", "is_found"),
    [("Ziehe eine Werkzeugkarte.", True), ("Das Handwerkzeug", True), ("Ziehe eine Karte.", False)],
)
def test_a_kind_may_be_part_of_a_word_in_languages_that_join_words(game, text, is_found):
    labels = {**game.labels, "de": {"kind:tool": "Werkzeug"}}
    book = wordbook(replace(game, languages=("en", "de"), labels=labels), "de")
    faults = list(check_glossary(book, Message("krol.text", "Draw a tool card.", text, "draft")))
    assert bool(faults) != is_found


def test_a_term_of_the_glossary_may_be_part_of_a_word_too(game):
    terms = [{"term": {"en": "damage", "de": "Schaden"}}]
    definition = {**game.definition, "glossary": {"terms": terms}}
    book = wordbook(replace(game, languages=("en", "de"), definition=definition), "de")
    texts = {"Nimm den Schadensmarker.": 0, "Nimm den Marker.": 1}
    for text, count in texts.items():
        assert (
            len(list(check_glossary(book, Message("krol.text", "Take the damage token.", text, "draft"))))
            == count
        )


def test_a_term_without_a_name_in_the_language_may_be_anything_but_what_is_forbidden(said):
    assert said("glossary", "Discard it", "Défaussez-la", "fr") == []
    assert said("glossary", "Discard it", "Il faut la jeter", "fr") == [
        "warning: “jeter” is not allowed as a translation of “discard”."
    ]


def test_flavour_is_free_and_so_are_names_of_labels(said):
    assert said("glossary", "A deck of tools", "Carte", context="krol.flavour") == []
    assert said("glossary", "Tool", "Arnese", context="krol.name") == []
    assert said("glossary", "Deck", "Carte", context="krol.name") == [MISSING.format("deck", "mazzo")]


@pytest.mark.parametrize("context", ["kind:tool", "mark:unique", "field:level"])
def test_a_label_says_itself_what_it_is_called(said, context):
    assert said("glossary", "Tool", "Arnese", context=context) == []


def test_the_rule_of_a_mark_is_a_text_like_others(said):
    assert said("glossary", "Tools only", "Solo arnesi", context="mark:unique.rule") == [
        MISSING.format("Tool", "Strumento")
    ]


NAMES = [
    ("Krol wins", "Vince Krol", []),
    ("Krol wins", "Vince Crollo", ["error: Krol must stay as it is in every language, and is missing here."]),
    ("Say DATA!", "Dites DATA\u00a0!", []),
    (
        "Say DATA!",
        "Dites DONNÉES\u00a0!",
        ["error: DATA! must stay as it is in every language, and is missing here."],
    ),
    ("Krolling", "Rotolando", []),
    ("krol", "crollo", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), NAMES)
def test_names_stay_also_in_flavour(said, source, text, wanted):
    assert said("names", source, text, context="krol.flavour") == wanted


def test_translators_are_told_what_the_glossary_says_of_a_text(books):
    text = "Discard a tool from the opportunity deck, then another tool from your deck."
    assert glossary_lines(books["it"], text) == [
        "Term: discard → scartare / scarta / scarti; not: butta. To the pile.",
        "Term: Tool → Strumento",
        "Term: opportunity deck → mazzo opportunità",
        "Term: deck → mazzo; not: pila",
    ]
    assert glossary_lines(books["fr"], "Discard it") == ["Term: discard → ?; not: jeter. To the pile."]
    assert glossary_lines(books["fr"], "Krol says DATA!") == ["Keep as is: Krol, DATA!"]
    assert glossary_lines(books["en"], "Turn") == []


def surveyed(books, *triples, survey=check_repeats):
    entries = [Message(context, source, text, "draft") for context, source, text in triples]
    return [(entry.context, fault.message) for entry, fault in survey(books["it"], entries)]


def test_a_text_that_comes_again_is_translated_one_way(books):
    found = surveyed(
        books,
        ("a.text", "Draw a card.", "Pesca una carta."),
        ("b.text", "Draw a card.", "Prendi una carta."),
        ("c.text", "Draw a card.", "Pesca una carta."),
        ("d.text", "Draw it.", "Prendila."),
    )
    assert found == [
        (
            "b.text",
            "“Draw a card.” is translated “Prendi una carta.” here, but “Pesca una carta.” in a.text, c.text.",
        )
    ]


def test_spaces_alone_are_no_other_way(books):
    assert surveyed(books, ("a.text", "Now!", "Ora\u00a0!"), ("b.text", "Now!", "Ora !")) == []


def test_emphasised_words_are_translated_one_way(books):
    found = surveyed(
        books,
        ("a.text", "**At once**: draw.", "**Subito**: pesca."),
        ("b.text", "**At once**: draw.", "**Adesso**: pesca."),
        ("c.text", "Discard it **at once**.", "Scartala **subito**."),
        ("d.text", "**At once**, play a **tool**.", "Gioca uno **strumento** **subito**."),
        ("e.text", "**At once**, play a **tool**.", "Gioca uno **strumento** **ora**."),
        ("f.text", "**At once**: discard.", "**Subito**: scarta."),
        ("g.text", "**At once**", "Senza enfasi"),
        survey=check_emphasised_terms,
    )
    said = "“At once” is translated “{}” here, but “Subito” in a.text, f.text."
    assert found == [("b.text", said.format("Adesso")), ("e.text", said.format("strumento, ora"))]


EMPHASIS = [
    ("**Now**", "Ora", ["Emphasised here: –. In the source: **Now**."]),
    ("**Now**", "*Ora*", ["Emphasised here: *Ora*. In the source: **Now**."]),
    ("Now", "**Ora**", ["Emphasised here: **Ora**. In the source: –."]),
    ("**Now** draw *one*", "*Una* pesca **ora**", []),
    ("**Now *then* go**", "**Ora *poi* via**", []),
    ("**Now**", "**Ora", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), EMPHASIS)
def test_as_much_is_emphasised_as_in_the_source(books, source, text, wanted):
    found = surveyed(books, ("a.text", source, text), survey=check_emphasised_counts)
    assert [message for _, message in found] == wanted


def test_emphasis_that_many_texts_add_is_of_one_kind(books):
    titled = [(f"a{number}.text", "Easy\n**Now**", "**Facile**\n**Ora**") for number in range(3)]
    other = ("b.text", "Easy\nDraw **now**", "**Facile**\n**Pesca** **ora**")
    entries = [Message(*entry, "draft") for entry in (*titled, other)]
    # What translates what is seen where nothing is added.
    entries += [Message(f"c{number}.text", "**Now**", "**Ora**", "draft") for number in range(2)]
    kinds = [finding.kind for _, finding in check_emphasised_counts(books["it"], entries)]
    assert kinds == [*["emphasis **Facile**"] * 3, "emphasis **Pesca**"]


def test_emphasis_of_flavour_texts_is_a_note(books):
    entry = Message("a.flavour", "*Now*", "Ora", "draft")
    [(_, finding)] = check_emphasised_counts(books["it"], [entry])
    assert finding.severity == "info"


AT_ONCE = [
    ("a.text", "**At once**: draw.", "**Subito**: pesca."),
    ("b.text", "**At once**: play it.", "**Subito**: giocala."),
]


@pytest.mark.parametrize(
    "text", ["Gioca **due** subito.", "Gioca due subito.", "Gioca due **subito**.", "**Due**, gioca due, **adesso**, *ora*."]
)  # fmt: skip
def test_where_emphasis_is_lost_or_added_no_word_is_blamed(books, text):
    entry = ("c.text", "Play **two** **at once**.", text)
    assert surveyed(books, *AT_ONCE, entry, survey=check_emphasised_terms) == []
    assert surveyed(books, *AT_ONCE, entry, survey=check_lost_emphasis) == []


@pytest.mark.parametrize("text", ["Gioca **due** subito.", "Subito, **gioca** due."])
def test_emphasis_on_other_words_is_found_as_that(books, text):
    entry = ("c.text", "Play two **At once**.", text)
    assert surveyed(books, *AT_ONCE, entry, survey=check_emphasised_terms) == []
    assert surveyed(books, *AT_ONCE, entry, survey=check_lost_emphasis) == [
        ("c.text", "“Subito” is not emphasised here; “At once” is in the source.")
    ]


def test_emphasised_words_may_be_inflected(books):
    assert not surveyed(
        books,
        ("a.text", "A **global** card", "Una carta **globale**"),
        ("b.text", "All **global** cards", "Tutte le carte **globali**"),
        survey=check_emphasised_terms,
    )


def test_an_icon_in_a_name_is_no_other_name(books):
    assert not surveyed(
        books,
        ("relic.name", "Sky Relic {tech}", "Reliquia celeste {tech}"),
        ("desk.text", "Take Sky Relic {tech}.", "Prendi la Reliquia celeste {tech}."),
        survey=check_names_in_texts,
    )


def test_a_card_is_named_as_it_is_called(books):
    found = surveyed(
        books,
        ("note.name", "Sticky Note", "Foglietto giallo"),
        ("note.text", "Play other **Sticky Notes**.", "Gioca altri **Foglietti gialli**."),
        ("desk.text", "Play a **Sticky Note**.", "Gioca un **Post-it**."),
        ("desk.flavour", "A sticky note.", "Un post-it."),
        ("data.name", "Data", "Dati"),
        ("call.text", "Say **DATA!**", "Di’ **DATA!**"),
        survey=check_card_names,
    )
    assert found == [
        (
            "desk.text",
            "“Sticky Note” is the card “Foglietto giallo”, but that name is missing here.",
        )
    ]


@pytest.mark.parametrize(("length", "shown"), [(60, "a" * 60), (61, "a" * 59 + "…")])
def test_a_long_text_is_shown_in_short(books, length, shown):
    entries = [
        Message("a.text", "x", "b", "draft"),
        Message("b.text", "x", "b", "draft"),
        Message("c.text", "x", "a" * length, "draft"),
    ]
    [(entry, finding)] = check_repeats(books["it"], entries)
    assert (entry.context, finding.severity) == ("c.text", "warning")
    assert finding.message == f"“x” is translated “{shown}” here, but “b” in a.text, b.text."


def test_long_texts_are_shown_where_they_differ_and_few_of_many_places(books):
    start = "Pesca le prime cinque carte del mazzo e scegline una; poi"
    entries = [Message(f"a{number}.text", "x", f"{start} scartala.", "draft") for number in range(5)]
    entries.append(Message("b.text", "x", f"{start} tienila.", "draft"))
    [(_, finding)] = check_repeats(books["it"], entries)
    places = "a0.text, a1.text, a2.text and 2 more"
    assert finding.message == f"“x” is translated “…tienila.” here, but “…scartala.” in {places}."


NAMES = [
    Message("dog.name", "Guard Dog", "Cane da guardia", "draft"),
    Message("cop.name", "Beat Cop", "Poliziotto di ronda", "draft"),
    Message("east.name", "Easttown", "Quartiere Est", "draft"),
]
IN_TEXTS = [
    ("Discard Guard Dog.", "Scarta il Cane da guardia.", []),
    ("Discard Guard Dog.", "Scarta il Poliziotto di ronda.", ["The source names “Guard Dog” (Cane da guardia), this text “Poliziotto di ronda”."]),
    ("Discard Guard Dog.", "Scarta il Cane di guardia.", ["The card “Guard Dog” is called “Cane da guardia”, here “Cane di guardia”."]),
    ("Discard Guard Dog.", "Scarta questa carta.", []),
    ("Discard a guard dog.", "Scarta un Poliziotto di ronda.", []),
    ("Go to Easttown.", "Vai al Quartiere Est.", []),
    ("Go to Easttown.", "Vai dal Cane da guardia.", ["The source names “Easttown” (Quartiere Est), this text “Cane da guardia”."]),
    ("Go to Easttown.", "Vai al quartiere a est.", []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), IN_TEXTS)
def test_cards_are_named_in_texts_as_they_are_called(books, source, text, wanted):
    entries = [*NAMES, Message("a.text", source, text, "draft")]
    assert [finding.message for _, finding in check_names_in_texts(books["it"], entries)] == wanted


def test_two_names_that_are_one_are_found(books):
    entries = [*NAMES, Message("hound.name", "Watch Hound", "Cane da guardia", "draft")]
    [(entry, finding)] = check_one_for_two(books["it"], entries)
    assert entry.context == "hound.name"
    assert finding.message == "“Cane da guardia” is also the name of dog.name, “Guard Dog”."
    assert list(check_one_for_two(books["it"], [*NAMES, NAMES[0]._replace(context="dog-2.name")])) == []


def test_a_term_that_is_there_more_often_is_noted(books):
    entry = Message(
        "a.text", "Take a deck. Put the deck aside.", "Prendi un mazzo. Mettilo da parte.", "draft"
    )
    [(_, finding)] = check_term_counts(books["it"], [entry])
    assert (finding.severity, finding.message) == (
        "info",
        "“deck” occurs 2 × in the source, “mazzo” 1 × here.",
    )
    full = entry._replace(text="Il mazzo… i mazzi")
    assert list(check_term_counts(books["it"], [full])) == []
    # Where nearly all texts have the term as often as their sources, one that has not is a slip.
    [(_, finding)] = check_term_counts(books["it"], [entry, *[full] * 8])
    assert finding.severity == "warning"


def test_a_term_that_two_places_share_or_a_word_begins_with_is_counted(books):
    shared = Message("a.text", "Your deck or another deck.", "Il tuo mazzo o un altro.", "draft")
    assert list(check_term_counts(books["it"], [shared])) == []
    apart = shared._replace(source="Take your deck. Shuffle another deck.")
    assert list(check_term_counts(books["it"], [apart]))
    counted = shared._replace(source="Take 1 deck and shuffle 1 deck.")
    assert list(check_term_counts(books["it"], [counted]))
    joined = Message(
        "a.text", "Take a deck. Take its deck token.", "Nimm ein Deck und den Deckmarker.", "draft"
    )
    terms = [{"term": {"en": "deck", "de": "Deck"}}]
    german = Game(
        "lab", "en", ("en", "de"), {"title": "Lab", "glossary": {"terms": terms}}, {"en": {}, "de": {}}
    )
    assert list(check_term_counts(wordbook(german, "de"), [joined])) == []
    assert list(check_term_counts(wordbook(german, "de"), [joined._replace(text="Nimm ein Deck und so.")]))


STEMS = [("es", "pista pistas"), ("es", "lugar lugares"), ("de", "Karte Karten"), ("pl", "karta karty")]


@pytest.mark.parametrize(("language", "forms"), STEMS)
def test_stems_join_the_forms_of_words(language, forms):
    assert len({words_without_endings(form, language) for form in forms.split()}) == 1


def test_terms_inside_the_names_of_cards_are_not_required(game):
    book = wordbook(game, "it", ["Deck Doctor"])
    named = Message("a.text", "Take Deck Doctor.", "Prendi il Medico.", "draft")
    assert list(check_glossary(book, named)) == []
    assert list(check_glossary(book, named._replace(source="Take a deck.")))


def test_equal_sources_are_one_warning_whatever_the_article_and_not_where_they_are_not_translated(books):
    texts = ["La Maschera", "Maschera", "The Mask", "Volto", "Viso"]
    entries = [Message(f"a{number}.name", "The Mask", text, "draft") for number, text in enumerate(texts)]
    found = [(entry.text, finding.severity) for entry, finding in check_repeats(books["it"], entries)]
    assert found == [("Volto", "warning"), ("Viso", "info")]


def test_forms_of_keywords_that_few_texts_have_are_found(books):
    usual = [Message(f"a{number}.text", "x", "**Azione:** pesca.", "draft") for number in range(3)]
    odd = Message("b.text", "x", "**azione**: pesca.", "draft")
    [(entry, finding)] = check_keyword_forms(books["it"], [*usual, odd])
    assert (entry, finding.message) == (odd, "Most texts write “Azione:”, this one “azione”.")


def test_passages_that_are_nearly_a_name_are_found(books):
    entries = [
        Message("a.name", "Guard Dog", "Cane Guardiano", "draft"),
        Message("b.text", "x", "Scarta il Cane Guardano.", "draft"),
    ]
    [(entry, finding)] = check_near_names(books["it"], entries)
    assert (entry.context, finding.message) == ("b.text", "Is “Cane Guardano” the card “Cane Guardiano”?")
    assert (
        list(
            check_near_names(books["it"], [entries[0], entries[1]._replace(text="Scarta il Cane Guardiano.")])
        )
        == []
    )
