"""What a text says at all: stops, sentences, paragraphs, negations, length."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Message
from deckwright.translation.checks.sentences import check_ends, check_length, check_lost_stops, sentences

N = "\u00a0"
STOPS = [
    ("Draw.", "Pesca", ["warning: Missing at the end: “.”."]),
    ("Draw", "Pesca.", ["warning: It ends with “.”, but its source does not."]),
    ("Draw.", "Pesca?", ["warning: It ends with “?”, but its source with “.”."]),
    ("Draw.", "Pesca!", []),
    ("“Draw.”", "«Pesca».", []),
    ("**Draw.**", "**Pesca**.", []),
    ("Draw…", "Pesca...", []),
    ("Now: draw.", "Ora pesca.", ["warning: The source has 1 × “:”, this text 0."]),
    ("{tech}: draw.", "{tech} pesca.", []),
    ("{tech} effect: draw.", "{tech}: pesca.", []),
    ("{tech}: Discard: draw.", "{tech}: Scarta, pesca.", ["warning: The source has 2 × “:”, this text 1."]),
    ("{tech} Discard this: draw.", "{tech}: Scarta, pesca.", ["warning: The source has 1 × “:”, this text 1."]),
    ("Now? Draw.", "Ora. Pesca.", ["warning: The source has 1 × “?”, this text 0."]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), STOPS)
def test_stops_are_those_of_the_source(said, source, text, wanted):
    assert said("stops", source, text) == wanted


def test_a_colon_may_go_in_flavour_texts(said):
    assert said("stops", "Below: yoghurt.", "Sotto, yogurt.", context="a.flavour") == []


SENTENCES = [
    ("Draw. Discard!", 2),
    ("Draw e.g. two, etc. and more.", 1),
    ("Say “no.” Then draw.", 2),
    ("Say **DATA!** or not.", 1),
    (f"Dites DATA{N}! ou non.", 1),
    (f"Dites «{N}DATA{N}!{N}», puis jouez.", 1),
    ("{tech} Draw.\n\n{sci} Discard", 2),
    ("Wait... what? No.", 2),
    ("No. One is enough.", 2),
    ("", 0),
]


@pytest.mark.parametrize(("text", "count"), SENTENCES)
def test_sentences_end_with_a_stop_before_no_small_letter(text, count):
    assert len(sentences(text, "en")) == count


COUNTS = [
    ("Draw two cards. Discard one card.", "Pesca due carte.", ["error: Sentences here: 1. In the source: 2. Something was left out."]),
    ("Draw a card. Discard it.", "Pesca una carta, scartala subito.", ["warning: Sentences here: 1. In the source: 2. A stop is missing, or two are one."]),
    ("Draw a card. Discard it.", "Pesca una carta e poi scartala tu.", ["info: Sentences here: 1. In the source: 2. A stop is missing, or two are one."]),
    ("You and I draw. Discard one card.", "Tu ed io peschiamo, scarta una carta.", ["warning: Sentences here: 1. In the source: 2. A stop is missing, or two are one."]),
    ("Draw a card. Discard two cards. Lose.", "Pesca una carta e scarta due carte. Perdi.", ["info: Sentences here: 2. In the source: 3. A stop is missing, or two are one."]),
    ("Draw; then discard.", "Pesca. Poi scarta.", ["info: Sentences here: 2. In the source: 1."]),
    ("Discard each card. If you draw none, shuffle Error into your deck.", "Scarta tutte le carte, se non ne peschi, prendi l’Errore e mescolalo.", ["warning: Sentences here: 1. In the source: 2. A stop is missing, or two are one."]),
    ("{icon_e} is lost. It was won. Then draw.", "{icon_e} è perso. È stato vinto, {icon_e} pesca.", ["warning: Sentences here: 2. In the source: 3. A stop is missing, or two are one."]),
    ("{tech}: -X. Draw. Discard.", "{tech} –X. Pesca, scarta.", ["warning: Sentences here: 1. In the source: 2. A stop is missing, or two are one."]),
    ("{tech} effect: +2. Draw.", "{tech}: +2. Pesca.", []),
    ("Draw two cards. (Or one.)", "Pesca due carte (oppure una).", []),
    ("Draw and discard.", "Pesca. Scarta.", ["warning: Sentences here: 2. In the source: 1."]),
    ("Draw. Discard.", "Pesca. Scarta.", []),
]  # fmt: skip


@pytest.mark.parametrize(("source", "text", "wanted"), COUNTS)
def test_sentences_are_as_many_as_in_the_source(said, source, text, wanted):
    assert said("sentences", source, text) == wanted


def test_flavour_texts_may_join_and_split_sentences(said):
    assert said("sentences", "Draw. Or not.", "Pesca, o no, dai.", context="a.flavour") == [
        "info: Sentences here: 1. In the source: 2."
    ]


def test_paragraphs_are_as_many_as_in_the_source(said):
    assert said("paragraphs", "Draw.\nDiscard.", "Pesca. Scarta.") == [
        "warning: Paragraphs here: 1. In the source: 2."
    ]
    assert said("paragraphs", "Draw.\n\nDiscard.", "Pesca.\nScarta.") == []
    more = "info: Paragraphs here: 2. In the source: 1."
    assert said("paragraphs", "Draw. Discard.", "Pesca.\nScarta.") == [more]


def test_lines_of_flavour_texts_are_free(said):
    fewer = "info: Paragraphs here: 1. In the source: 2."
    assert said("paragraphs", "I came,\nI saw.", "Venni, vidi.", context="a.flavour") == [fewer]


NEGATIONS = [
    ("Do not draw.", "Pesca.", ["error: The source says “not”; here nothing is denied."]),
    ("You can’t draw.", "Puoi pescare.", ["error: The source says “can’t”; here nothing is denied."]),
    ("You cannot draw.", "Non puoi pescare.", []),
    ("Draw without looking.", "Pesca senza guardare.", []),
    ("Draw.", "Non pescare.", ["info: “non” denies something that the source does not deny."]),
    ("Unless you draw", "Se non peschi", []),
    ("If you do not, draw.", "Altrimenti pesca.", []),
    ("Ask the Priest Not to Be Named.", "Chiedi all’Innominato.", []),
    ("Ask William T. Krol.", "Chiedi a William T. Krol.", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), NEGATIONS)
def test_a_lost_negation_is_an_error(said, source, text, wanted):
    assert said("negations", source, text) == wanted


def test_negations_are_free_in_flavour_texts(said):
    assert said("negations", "Do not!", "Fermo!", context="a.flavour") == []


def test_a_text_of_another_length_than_others_is_found(books):
    source = "Draw a card from your deck and discard it."
    text = "Pesca una carta dal tuo mazzo e scartala."
    entries = [Message(f"a{number}.text", source, text, "draft") for number in range(40)]
    short = entries[0]._replace(context="short.text", text="Pesca.")
    long = entries[0]._replace(context="long.text", text=text * 3)
    found = {
        entry.context: finding.message
        for entry, finding in check_length(books["it"], [*entries, short, long])
    }
    assert found == {
        "short.text": "It is short: 6 letters, where about 41 are usual. Is something left out?",
        "long.text": "It is long: 123 letters, where about 41 are usual.",
    }
    assert list(check_length(books["it"], [*entries[:9], short])) == []


OMITTED = "The bed looks like nobody ever slept in it."
OMISSIONS = [
    # Two sentences are as many as in the source, but the second is the first one’s end.
    (
        f"A long dark hall leads to the last of the rooms, and it is cold. {OMITTED}",
        "Un lungo corridoio buio porta all’ultima delle stanze. Fa molto freddo.",
        OMITTED,
    ),
    (
        f"A long dark hall leads to the last of the rooms. {OMITTED} Who left a bag full of green glass vials on the mattress and the lights on?",
        "Un lungo corridoio buio porta all’ultima delle stanze. Chi ha lasciato una borsa piena di fiale verdi sul materasso e la luce accesa?",
        OMITTED,
    ),
    (
        f"A long dark hall leads to the last room. {OMITTED}",
        "Un lungo corridoio buio porta all’ultima stanza, e il letto sembra non aver mai visto nessuno.",
        "",
    ),
    (
        "A long dark hall leads to the last room. Cold.",
        "Un lungo corridoio buio porta all’ultima stanza.",
        "",
    ),
]


@pytest.mark.parametrize(("source", "text", "omitted"), OMISSIONS)
def test_a_sentence_that_a_translation_has_no_room_for_is_named(books, source, text, omitted):
    usual = [
        Message(f"a{number}.flavour", "Draw a card from the deck.", "Pesca una carta dal mazzo.", "draft")
        for number in range(40)
    ]
    found = check_length(books["it"], [*usual, Message("b.flavour", source, text, "draft")])
    message = f"A sentence of the source seems to be missing, perhaps this one: “{omitted}”"
    assert [finding.message for _, finding in found] == ([message] if omitted else [])


def test_a_number_that_is_a_sentence_with_a_word_is_one_without_it_too(books):
    source = "You begin with the Box in play.\nYou may play a project each turn as if you were next door.\n{tech} effect: +1. Place one coin on the Box now."
    text = "Inizi con la Scatola in gioco.\nA ogni turno puoi giocare un progetto come se fossi nella stanza accanto.\n{tech}: +1. Metti una moneta sulla Scatola."
    usual = [
        Message(
            f"a{number}.flavour", "Draw a card from the deck.", "Pesca una sola carta dal mazzo ora", "draft"
        )
        for number in range(40)
    ]
    assert list(check_length(books["it"], [*usual, Message("b.flavour", source, text, "draft")])) == []


def test_a_capital_without_a_stop_before_it_is_found_in_flavour_texts(books):
    usual = [Message(f"a{number}.flavour", "Draw", "Non pescare mai nulla", "draft") for number in range(3)]
    lost = Message("b.flavour", "Draw. Never.", "Di notte pesca Mai prima", "draft")
    [(entry, finding)] = check_lost_stops(books["it"], [*usual, lost])
    assert (entry.context, finding.passage) == ("b.flavour", "pesca Mai")


LOST_STOPS = [
    ("flavour", "Draw. Never.", "Di notte pesca L’altro", "pesca L’"),
    ("flavour", "Draw at dawn. Never.", "Ogni notte pesca Eppure", "pesca Eppure"),
    ("flavour", "Draw at dawn.", "Ogni notte pesca Eppure", ""),
    ("flavour", "Draw. Never Mai.", "Di notte pesca Mai prima", ""),
    ("flavour", "Draw. Never.", "Vai da Mai.", ""),
    ("text", "Draw. Never.", "Di notte pesca Mai prima", "pesca Mai"),
    ("text", "Draw.", "Di notte pesca Mai prima", ""),
    ("text", "Draw. Never.", "Di notte pesca Mai Prima", ""),
    ("text", "Draw. Never.", "Di notte pesca Mai-prima", ""),
]


@pytest.mark.parametrize(("part", "source", "text", "passage"), LOST_STOPS)
def test_a_capital_after_a_word_that_may_end_a_sentence_is_a_lost_stop(books, part, source, text, passage):
    usual = [Message(f"a{number}.flavour", "Draw", "Non pescare mai l’altro", "draft") for number in range(3)]
    findings = check_lost_stops(books["it"], [*usual, Message(f"b.{part}", source, text, "draft")])
    assert [finding.passage for _, finding in findings] == ([passage] if passage else [])


def test_german_nouns_with_capitals_are_no_lost_stops(books):
    book = books["it"]._replace(language="de")
    usual = [Message(f"a{number}.text", "Draw", "Sie spielen nie", "draft") for number in range(3)]
    noun = Message("b.flavour", "She loves playing.", "Sie liebt Spielen", "draft")
    lost = Message("c.flavour", "I draw. Never.", "Ich ziehe Nie", "draft")
    assert [entry for entry, _ in check_lost_stops(book, [*usual, noun, lost])] == [lost]


def test_where_nearly_all_texts_have_a_stop_the_others_lack_it(books):
    stopped = [Message(f"a{number}.text", "x", "Draw.", "draft") for number in range(12)]
    unstopped = Message("b.text", "x", "Draw", "draft")
    [(entry, finding)] = check_ends(books["en"], [*stopped, unstopped])
    assert (entry, finding.message) == (unstopped, "Missing at the end: “.”.")
    assert (
        list(
            check_ends(
                books["en"],
                [*stopped, *(unstopped._replace(context=f"b{number}.text") for number in range(5))],
            )
        )
        == []
    )
