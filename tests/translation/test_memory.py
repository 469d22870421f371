"""Suggestions: what the memory and the glossary offer for a text, with its own icons and numbers."""

from __future__ import annotations

import random
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from deckwright.files.game_package import read_package
from deckwright.model.glossary import Glossary, Term
from deckwright.model.translation import Message
from deckwright.store.load import load
from deckwright.store.locations import open_database
from deckwright.translation.memory import (
    PastTranslation,
    SuggestionSources,
    TranslationMemory,
    adapt_tokens,
    glossary_words,
    has_same_icons,
    icons_of,
    machine_suggestion,
    past_translations,
    skeleton,
    suggest_texts,
    without_case,
)


def test_texts_that_differ_in_icons_and_numbers_alone_have_one_skeleton():
    assert skeleton("Gain {tech} 2!") == skeleton("gain {sci} 3") == "gain 00 0"
    assert skeleton("{tech} 2") != skeleton("2 {tech}")


def test_the_icon_and_the_number_of_the_new_source_are_put_in():
    assert adapt_tokens("Recevez {tech} 2.", "Gain {tech} 2.", "Gain {sci} 3.") == "Recevez {sci} 3."


def test_icons_that_change_places_in_the_translation_follow():
    old, new = "+1 {tech} for each {sci}", "+4 {bdp} for each {tech}"
    assert adapt_tokens("Pour chaque {sci}, +1 {tech}", old, new) == "Pour chaque {tech}, +4 {bdp}"


def test_one_icon_that_becomes_two_is_not_guessed():
    assert adapt_tokens("{tech} et {tech}", "{tech} and {tech}", "{tech} and {sci}") is None


def test_a_text_that_has_the_right_icons_as_it_is_is_left_alone():
    assert adapt_tokens("{tech} et {sci}", "{tech} and {tech}", "{tech} and {sci}") == "{tech} et {sci}"


def test_a_translation_whose_icons_were_wrong_already_is_not_used():
    assert adapt_tokens("Recevez 2.", "Gain {tech} 2.", "Gain {sci} 2.") is None


def test_numbers_of_which_it_is_unclear_which_goes_where_are_left():
    old, new = "+1 {tech} and +1 {sci}", "+2 {tech} and +1 {sci}"
    assert adapt_tokens("+1 {tech} et +1 {sci}", old, new) == "+1 {tech} et +1 {sci}"


def test_a_number_that_the_translation_writes_as_a_word_changes_nothing_else():
    assert adapt_tokens("Piochez une carte.", "Draw 1 card.", "Draw 2 card.") == "Piochez une carte."


_icons = st.lists(st.sampled_from(["{tech}", "{sci}", "{bdp}", "{once_per_turn}"]), max_size=5)


@given(_icons, _icons, st.randoms())
def test_whatever_is_adapted_has_the_icons_of_its_source(old, new, random):
    translated = list(old)
    random.shuffle(translated)
    text = adapt_tokens(" und ".join(translated), " and ".join(old), " and ".join(new))
    assert text is None or sorted(icons_of(text)) == sorted(new)
    if old == new:
        assert text == " und ".join(translated)


def test_icons_are_counted_not_only_named():
    assert has_same_icons("{a} {b}", "{b} {a}")
    assert not has_same_icons("{a} {a}", "{a}")


def known(source, text, context="a.text", game="first", state="draft"):
    return PastTranslation(source, text, state, game, context)


def found(memory, source, context="new.text", game="mine", at_least=75):
    return memory.find(source, context, game, at_least)


def test_the_same_text_is_found_whatever_it_is_of():
    match = found(TranslationMemory([known("Server", "Serveur", "kind:server")]), "Server", "server.name")
    assert (match.text, match.score, match.known.context) == ("Serveur", 100, "kind:server")


def test_the_same_text_is_the_same_however_its_spaces_are_set():
    assert found(TranslationMemory([known("Draw a  card.", "Piochez.")]), "Draw a card.").score == 100


def test_reviewed_goes_before_draft_and_the_same_sort_before_another():
    draft, reviewed = known("Go", "Allez", state="draft"), known("Go", "Va", "b.text", state="reviewed")
    other = known("Go", "Go", "c.name", state="reviewed")
    assert found(TranslationMemory([draft, other, reviewed]), "Go").text == "Va"


def test_translations_of_one_text_that_are_as_good_are_all_told():
    match = found(
        TranslationMemory([known("Go", "Allez"), known("Go", "Va", "b.text"), known("Go", "Va", "c.text")]),
        "Go",
    )
    assert (match.text, match.others) == ("Allez", ("Va",))


def test_a_text_that_is_alike_is_found_with_the_icons_of_the_new_one():
    match = found(TranslationMemory([known("Gain {tech} 2.", "Recevez {tech} 2.")]), "Gain {sci} 2.")
    assert match.text == "Recevez {sci} 2."
    assert 75 <= match.score < 100


def test_what_is_only_alike_must_be_of_the_same_sort():
    memory = TranslationMemory([known("Sticky Notes", "Pense-bêtes", "sticky.name")])
    assert found(memory, "Sticky Note", "note.text") is None
    assert found(memory, "Sticky Note", "note.name").text == "Pense-bêtes"


def test_a_text_is_not_found_in_itself():
    memory = TranslationMemory([known("Draw a card.", "Piochez une carte.", "a.text", "mine")])
    assert found(memory, "Draw a card.", "a.text", "mine") is None
    assert found(memory, "Draw a card!", "a.text", "mine") is None
    assert found(memory, "Draw a card.", "a.text", "other").score == 100


def test_nothing_less_like_than_wanted_is_given():
    memory = TranslationMemory([known("Draw three cards and discard one.", "…")])
    assert found(memory, "Draw two cards and discard one.", at_least=95) is None
    assert found(memory, "Draw two cards and discard one.", at_least=75)
    assert found(memory, "Draw two cards and discard one.", at_least=100) is None


def test_a_text_of_signs_alone_is_like_no_other():
    assert found(TranslationMemory([known("…", "…")]), "—!") is None


def test_where_the_icons_of_the_best_do_not_go_over_the_next_best_is_taken():
    best = known("Gain {a} and {a} now.", "Recevez {a} puis {a}.")
    next_best = known("Gain {a} and {b} nowadays.", "Recevez {a} puis {b} de nos jours.", "b.text")
    assert (
        found(TranslationMemory([best, next_best]), "Gain {a} and {c} now.").text
        == "Recevez {a} puis {c} de nos jours."
    )


_words = st.lists(
    st.sampled_from(["draw", "card", "gain", "lose", "two", "each", "turn", "if"]), min_size=1, max_size=12
)


@given(st.lists(_words.map(" ".join), min_size=1, max_size=12, unique=True), _words.map(" ".join))
def test_it_finds_as_good_a_text_as_comparing_with_every_one_does(sources, wanted):
    memory = TranslationMemory(
        known(source, source.upper(), f"{number}.text") for number, source in enumerate(sources)
    )
    match = found(memory, wanted)
    best = max(fuzz.ratio(skeleton(wanted), skeleton(source)) for source in sources)
    assert (match.score if match else 0) == (
        0 if best < 75 else 100 if wanted in sources else min(int(best), 99)
    )


def test_looking_up_a_text_takes_no_more_calls_in_a_larger_memory(calls):
    chance = random.Random(4)  # noqa: S311 - the same texts every time
    words = ["".join(chance.choices("aeioulnrst", k=chance.randint(2, 9))) for _ in range(1500)]
    texts = [" ".join(chance.choices(words, k=chance.choice((1, 2, 8, 12, 16)))) for _ in range(6000)]
    wanted = [f"{text} {chance.choice(words)}" for text in texts[:200]]

    def look_up(size):
        memory = TranslationMemory(
            known(text, text, f"c{number}.text") for number, text in enumerate(texts[:size])
        )
        assert sum(found(memory, one) is not None for one in wanted) > 100
        return calls(lambda: [found(memory, one) for one in wanted])

    assert look_up(6000) < 1.5 * look_up(600)


GLOSSARY = Glossary(
    (
        Term({"en": "data lake", "fr": "lac de données"}, {"en": ["data lakes"]}, {}),
        Term({"en": "bug"}, {}, {}),
    ),
    keep=("Krol",),
)


def past(source, text, context="a.text", state="draft"):
    return PastTranslation(source, text, state, "other", context)


def suggest(source, *memory, state="missing", context="new.text", at_least=75):
    words = {without_case(word): text for word, text in glossary_words(GLOSSARY, "en", "fr").items()}
    entry = Message(context, source, "Vieux" if state == "stale" else "", state, by="Anna")
    stock = SuggestionSources("mine", "fr", words, TranslationMemory(memory), at_least)
    return next(suggest_texts([entry], {context: source}, stock), None)


def test_a_text_that_was_translated_before_is_a_draft():
    found = suggest("Draw a card.", past("Draw a card.", "Piochez une carte."))
    assert found.entry == Message("new.text", "Draw a card.", "Piochez une carte.", "draft")
    assert found.origin == "memory"
    assert "100 %" in found.about
    assert "other/a.text" in found.about


def test_a_text_that_is_only_alike_is_in_doubt_so_that_no_card_is_printed_with_it():
    found = suggest("Draw 2 cards.", past("Draw 3 cards.", "Piochez 3 cartes."))
    assert (found.entry.text, found.origin) == ("Piochez 2 cartes.", "similar")
    assert found.entry.unsure
    assert not found.entry.is_used


@pytest.mark.parametrize(
    "memory",
    [
        [past("Go", "Va", "kind:go")],
        [past("Go", "Va"), past("Go", "Allez", "b.text")],
    ],
)
def test_a_text_of_another_sort_or_with_two_translations_is_in_doubt(memory):
    assert suggest("Go", *memory).entry.unsure


def test_other_translations_of_the_same_text_are_told():
    assert "“Allez”" in suggest("Go", past("Go", "Va"), past("Go", "Allez", "b.text")).about


@pytest.mark.parametrize(
    ("source", "text"),
    [("data lake", "lac de données"), ("Data Lakes", "Lac de données"), ("Krol", "Krol")],
)
def test_an_entry_that_is_a_term_is_what_the_glossary_says(source, text):
    found = suggest(source, past(source, "Autre"))
    assert (found.entry.text, found.entry.state, found.entry.unsure, found.origin) == (
        text,
        "draft",
        False,
        "glossary",
    )


def test_a_text_that_is_more_than_a_term_is_not_what_the_glossary_says():
    assert suggest("Data lake!") is None
    assert suggest("**Data lake**") is None


def test_what_is_told_of_a_suggestion_is_one_line():
    known_of = past("Draw.\nThen go.", "Piochez.\nPuis partez.")
    assert "“Draw. ¶ Then go.”" in suggest("Draw.\nThen go.", known_of).about


def test_a_term_without_a_name_in_the_language_is_none():
    assert suggest("bug") is None


def test_what_is_less_alike_than_wanted_is_not_suggested():
    assert suggest("Draw 2 cards now.", past("Draw 3 cards.", "Piochez 3 cartes."), at_least=95) is None


def test_an_entry_without_a_text_in_the_language_translated_from_is_given_nothing():
    stock = SuggestionSources("mine", "fr", {}, TranslationMemory([past("", "x")]), 75)
    assert list(suggest_texts([Message("a.text", "Ciao", "", "missing")], {}, stock)) == []


def test_what_a_machine_says_is_never_reviewed():
    found = machine_suggestion(Message("a.text", "Draw.", "", "missing"), "Piochez.", "DeepL")
    assert (found.entry.state, found.entry.by, found.entry.text) == ("machine", "DeepL", "Piochez.")


GAME = """
    id: {name}
    title: {title}
    source_language: {language}
    languages: [it, fr, en]
    kinds: {{thing: {{name: {thing}}}}}
"""


PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n{entries}'


ENTRY = '{before}msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n\n'


def write(folder, name, language, title, thing, catalogues):
    (folder / "cards").mkdir(parents=True)
    (folder / "locales").mkdir()
    game = dedent(GAME).format(name=name, language=language, title=title, thing=thing)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    card = f"cards:\n  - {{id: one, kind: thing, name: {title}, text: {thing}.}}\n"
    (folder / "cards" / "cards.yaml").write_text(card, encoding="utf-8")
    for one, entries in catalogues.items():
        text = PO.format(
            entries="".join(
                ENTRY.format(before=before, context=context, source=source, text=text)
                for context, source, text, before in entries
            )
        )
        (folder / "locales" / f"{one}.po").write_text(text, encoding="utf-8")


@pytest.fixture
def database(tmp_path):
    write(
        tmp_path / "stagni",
        "stagni",
        "it",
        "Stagno",
        "Rana",
        {
            "fr": [
                ("game:title", "Stagno", "Étang", "# state: reviewed\n"),
                ("kind:thing", "Rana", "Grenouille", ""),
                ("one.name", "Stagno", "Mare", "#, fuzzy\n"),
                ("one.text", "Rana.", "Une grenouille.", "# state: machine\n#, fuzzy\n"),
            ],
            "en": [
                ("game:title", "Stagno", "Pond", "# state: reviewed\n"),
                ("kind:thing", "Rana", "Frog", "# state: reviewed\n"),
                ("one.name", "Stagno", "Pond", ""),
                ("one.text", "Rana verde.", "A green frog.", '#, fuzzy\n#| msgid "Rana verde."\n'),
            ],
        },
    )
    write(tmp_path / "hills", "hills", "en", "Hill", "Stone", {"fr": [("kind:thing", "Stone", "Pierre", "")]})

    def fill(database):
        for name in ("stagni", "hills"):
            box, findings = read_package(tmp_path / name)
            assert box, findings
            load(database, box)

    return open_database(str(tmp_path / "cards.db"), fill)


@pytest.fixture
def pairs(database):
    def of(source, target):
        with database.reading() as connection:
            return {
                (known.game, known.context): (known.source, known.text, known.state)
                for known in past_translations(connection, source, target)
            }

    return of


def test_a_text_is_known_from_the_language_it_was_written_in(pairs):
    assert pairs("it", "fr") == {
        ("stagni", "game:title"): ("Stagno", "Étang", "reviewed"),
        ("stagni", "kind:thing"): ("Rana", "Grenouille", "draft"),
    }


def test_and_into_that_language(pairs):
    assert pairs("fr", "it")["stagni", "kind:thing"] == ("Grenouille", "Rana", "draft")


def test_what_was_written_in_a_third_language_is_known_between_the_two_it_is_in(pairs):
    assert pairs("en", "fr") == {
        ("stagni", "game:title"): ("Pond", "Étang", "reviewed"),
        ("stagni", "kind:thing"): ("Frog", "Grenouille", "draft"),
        ("hills", "kind:thing"): ("Stone", "Pierre", "draft"),
    }


def test_a_stale_translation_is_known_of_the_text_that_it_was_made_from(pairs):
    assert pairs("it", "en")["stagni", "one.text"] == ("Rana verde.", "A green frog.", "stale")


def test_what_a_machine_said_or_somebody_doubts_is_not_learnt(pairs):
    assert not {("stagni", "one.text"), ("stagni", "one.name")} & set(pairs("it", "fr"))


def test_of_equals_the_one_of_the_same_sort_that_was_reviewed_in_the_same_game_is_best():
    memory = TranslationMemory(
        [
            known("Go", "Other", game="other"),
            known("Go", "Own", "b.text", game="mine"),
            known("Go", "Odd", "c.text", state="stale"),
        ]
    )
    match = found(memory, "Go")
    assert (match.text, match.others) == ("Own", ())
    alike = [
        known("Go there now", text, f"{text}.text", game=game)
        for text, game in (("A", "other"), ("B", "mine"))
    ]
    assert found(TranslationMemory(alike), "Go there too").text == "B"


def test_a_suggestion_says_where_it_comes_from():
    glossary = suggest("Data lake")
    assert (glossary.origin, glossary.about) == ("glossary", "From the glossary.")
    memory = suggest(
        "Draw.",
        past("Draw.", "Piochez."),
        past("Draw.", "Tirez.", "b.text"),
        past("Draw.", "Prenez.", "c.text"),
    )
    assert (
        memory.about
        == "From the memory, 100 %: “Draw.” (other/a.text). Translated elsewhere as “Tirez.”, “Prenez.”."
    )
    machine = machine_suggestion(Message("a.text", "Draw.", "", "missing"), "Piochez.", "DeepL")
    assert (machine.origin, machine.about) == ("machine", "Translated by DeepL.")


def test_a_suggestion_leaves_nothing_of_the_text_before():
    old = Message("a.text", "Draw.", "Vieux", "stale", previous="D", by="Anna", at="2026-11-20", unsure=True)
    stock = SuggestionSources("mine", "fr", {"draw.": "Piochez."}, TranslationMemory([]), 75)
    entries = [old, old._replace(context="b.text")]
    found = [one.entry for one in suggest_texts(entries, {"a.text": "Draw.", "b.text": "Draw."}, stock)]
    assert found == [
        one._replace(text="Piochez.", state="draft", previous="", by="", at="", unsure=False)
        for one in entries
    ]


def test_tags_do_not_matter_to_what_is_alike_but_must_be_those_of_the_new_source():
    assert skeleton("Gain [h2]2 coins[/]") == skeleton("Gain 3 coins")
    assert adapt_tokens("Prendi [a]2[/]", "Gain [a]2[/]", "Gain [a]3[/a]") == "Prendi [a]3[/]"
    assert adapt_tokens("Prendi [a]2[/]", "Gain [a]2[/]", "Gain [b]3[/]") is None
    assert adapt_tokens("Prendi 2", "Gain 2", "Gain [a]3[/]") is None
