"""Rules pages of the packaged games: what only some modes have is said to be theirs, and everything is told once."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest

from deckwright.messages import print_tr, printing_in
from deckwright.model.glossary import glossary_of
from deckwright.press.documents.rules_pages import print_rules
from deckwright.press.drawing.context import RenderContext
from deckwright.workbench.documents import reference_card, rules_pages

from ..registries import each_game_and_language

GAMES = ("data-monsters", "dataset", "monster-office", "big-monster")
each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("language", ["en", "fr", "it"])


@pytest.fixture(scope="module")
def document(packaged):
    """The rules pages, or the reference card, of a packaged game."""

    @cache
    def read(name, language, mode="", *, of=rules_pages):
        box = packaged(name)
        cards = {card.id: card for card in box.cards}
        context = RenderContext(box.game, language, {}, lambda _, __: False)
        with printing_in(language, {}):
            return of(context, cards, mode)

    return read


@pytest.fixture(scope="module")
def content(document):
    """The sections of them."""
    return lambda *which, **of: document(*which, **of).sections


def items_of(sections):
    items = [item for section in sections for item in section.items]
    return [*items, *(point for item in items for point in item.points)]


@each_language
def test_what_lower_levels_do_not_have_is_qualified(content, packaged, language):
    """Dataset, Un consiglio: level 1 has Purposes only, Data Breaches come with level 3, Consent with level 4."""
    labels = packaged("dataset").game.labels[language]
    items = items_of(content("dataset", language))
    names = {item.text: item.modes + "".join(item.values) for item in items}
    for context, levels in (
        ("turn:play.item.special", "24"),
        ("turn:call.item.breach", "34"),
        ("reminder:stops.item.consent", "4"),
        ("reminder:stops.item.breach", "34"),
        ("reminder:stops.item.complaint", "4"),
        ("reminder:stops.item.time", "4"),
        ("turn:play.item.throw", ""),
    ):
        assert "".join(re.findall(r"\{level_(\d)\}", names[labels[context]])) == levels


@each_language
def test_who_goes_first_is_told_after_all_is_laid_and_before_what_happens_later(content, packaged, language):
    """Dataset, Regole del gioco; Monster Office, Setup: in turn order, each player plays the project card."""
    with printing_in(language, {}):
        title = print_tr("Set-up")
    for name, said in (
        ("dataset", ("say:used", "say:seats")),
        ("monster-office", ("say:columns", "say:first", "say:projects")),
    ):
        labels = packaged(name).game.labels[language]
        (table,) = [section for section in content(name, language) if section.title == title]
        texts = [item.text for item in table.items]
        places = [texts.index(labels.get(text, text)) for text in said]
        assert places == sorted(places)
        assert table.items[places[-1]].number


def test_the_rules_of_a_level_have_a_row_for_each_role_of_it(content):
    """Dataset, Un consiglio."""
    for mode, count in (("level-1", 1), ("level-2", 3), ("level-3", 5), ("level-4", 10)):
        (roles,) = [part for part in content("dataset", "en", mode) if "Special card" in part.heads]
        assert len(roles.items) == count


@each_language
@pytest.mark.parametrize("of", [rules_pages, reference_card])
def test_no_special_card_of_a_higher_level_is_named(content, packaged, language, of):
    """Dataset, Un consiglio: Lawyers neutralise Complaints too, which come with level 4; a question asks for Transparency."""
    labels = packaged("dataset").game.labels[language]
    later = ["consent minimisation time complaint"]
    for level, added in (
        (3, "transparency" * (of is reference_card)),
        (2, "cybersecurity data-breach transparency"),
        (1, "lawyer sanction"),
    ):
        later.append(added)
        words = [
            re.sub("^Cart[ae]-| card$", "", labels[f"field:role.{role}"]) for role in " ".join(later).split()
        ]
        items = items_of(content("dataset", language, f"level-{level}", of=of))
        told = str([(item.name, item.text, item.values) for item in items])
        assert not re.findall(rf"\b(?:{'|'.join(words)})\b", told)


@each_language
@each_game
def test_modes_are_in_the_order_of_the_game(content, packaged, name, language):
    game = packaged(name).game
    modes = [
        game.label(f"mode:{mode}.short", language) or game.label(f"mode:{mode}", language)
        for mode in game.names("modes")
    ]
    for section in content(name, language):
        for title in (section.title, *(item.name for item in section.items)):
            found = [mode for mode in modes if mode in title]
            assert sorted(found, key=title.index) == found


@each_language
def test_numbers_of_players_are_joined_by_or(content, language):
    """Big Monster, Three game modes: four or six players play in teams."""
    names = " ".join(item.name for item in items_of(content("big-monster", language)))
    assert {"en": "(4 or 6 players)", "fr": "(4 ou 6 joueurs)", "it": "(4 o 6 giocatori)"}[language] in names


@each_language
@each_game
def test_nothing_is_told_twice(content, name, language):
    """A phase that was told before is only named; sentences are told once, but for ties of several modes."""
    sections = content(name, language)
    with printing_in(language, {}):
        points = print_tr("Points")
    texts = [item.text for item in items_of(part for part in sections if part.title != points)]
    sentences = [part for text in texts for part in re.split(r"(?<=[.!?])\s+", text) if len(part) > 30]
    assert [text for text, count in Counter(sentences).items() if count > 1] == []


@each_language
def test_how_a_game_ends_is_followed_by_its_points_in_one_section(content, packaged, language):
    """Dataset, Chi vince."""
    labels = packaged("dataset").game.labels[language]
    sections = {section.title: section.items for section in content("dataset", language)}
    end, counted, tie = sections[labels["reminder:end"]]
    assert (end.text, counted.text) == (labels["reminder:end.text"], labels["reminder:end.item.points"])
    assert not tie.values
    with printing_in(language, {}):
        assert print_tr("Points") not in sections


@each_language
@each_game
def test_after_a_colon_comes_a_small_letter(content, packaged, name, language):
    """But for names, which have their capital everywhere, and for what somebody says."""
    game = packaged(name).game
    glossary = glossary_of(game)
    names = {
        word for term in glossary.terms for words in term.names.values() for word in re.split("[ -]", words)
    }
    names |= set(glossary.keep)
    for item in items_of(content(name, language)):
        text = f"{item.name} {item.text}"
        for word in re.findall(r":\s+([^\W\d_][\w’-]*)", text):
            assert word[0].islower() or any(word.startswith(known) for known in names), text


@each_language
@each_game
def test_each_reading_is_a_question_and_each_choice_stands_alone(packaged, name, language):
    """A reading is read without its alternatives, so nothing in it points back to them."""
    game = packaged(name).game
    labels = game.labels[language]
    back = {
        "en": r"\b(these|those(?! in)|such) ",
        "fr": r"\b(ces|cette|celui-ci|celle-ci)\b",
        "it": r"\b(quest[aei]|quell[aei](?! nominate)) ",
    }
    for reading in game.definition.get("readings", {}):
        assert labels[f"reading:{reading}"].endswith("?")
    for setting, entry in game.definition["settings"].items():
        for choice in entry["choices"]:
            assert not re.search(back[language], labels[f"setting:{setting}.{choice}"]), (setting, choice)


@each_language
def test_the_set_up_is_that_of_the_standard_game_and_others_say_what_differs(content, packaged, language):
    """Data Monsters, §1, §3 and §10: the fast game and the office have another deck each, and the same market and hands."""
    labels = packaged("data-monsters").game.labels[language]
    with printing_in(language, {}):
        title = print_tr("Set-up")
    named = f"{title} ({labels['mode:standard.short']})"
    (table,) = [section for section in content("data-monsters", language) if section.title == named]
    (standard,) = [part for part in content("data-monsters", language, "standard") if part.title == title]
    assert table.items == standard.items
    texts = [item.text for item in items_of(content("data-monsters", language))]
    for mode in ("tutorial", "office"):
        assert any(text.endswith(labels[f"mode:{mode}.setup"]) for text in texts)


@pytest.mark.parametrize("mode", ["tutorial", "office"])
def test_a_mode_alone_is_told_whole(content, mode):
    """Data Monsters, §1 and §10."""
    items = items_of(content("data-monsters", "en", mode))
    names = {name for item in items for name in (item.name, item.text)}
    assert {"Market:", "Hand, each player:", "– first player", "Draw", "Opportunity deck:"} <= names


@each_language
def test_each_way_to_play_says_what_sets_it_apart(content, language):
    """Data Monsters, §1 and §10: the fast game has basic opportunities only, an office one deck for all."""
    heading = {"en": "Ways to play", "fr": "Modes de jeu", "it": "Modalità di gioco"}[language]
    (ways,) = [section for section in content("data-monsters", language) if section.title == heading]
    assert len(ways.items) == 3
    assert all(way.name and way.text for way in ways.items)


@each_language
def test_levels_are_named_by_their_icons_alone(content, language):
    """Dataset, Un consiglio: the heading says what the icons are."""
    heading = {"en": "Levels", "fr": "Niveaux", "it": "Livelli"}[language]
    (ways,) = [section for section in content("dataset", language) if section.title == heading]
    names = [way.name.split(" ", 1) for way in ways.items]
    assert [badge for badge, _ in names] == [f"{{level_{number}}}" for number in (1, 2, 3, 4)]
    assert all(name[0].isupper() and heading[:-1] not in name for _, name in names)


@each_language
def test_the_game_for_two_has_a_part_of_its_own(content, packaged, language):
    """Big Monster, Rules for 2-player games: what is not told there is as in the other modes, which do not name it."""
    labels = packaged("big-monster").game.labels[language]
    sections = content("big-monster", language)
    (start,) = [number for number, section in enumerate(sections) if section.sort == "part"]
    main, part = sections[:start], sections[start:]
    assert part[0].title == labels["mode:two-player"]
    own = {
        "turn:series",
        "turn:first",
        "turn:second",
        "reminder:end.item.tiles.text",
        "say:stacks",
        "say:first",
    }
    texts = [
        {item.name for item in items_of(told)} | {item.text for item in items_of(told)}
        for told in (main, part)
    ]
    names = {label: labels.get(label) or labels[label.removesuffix(".text")] for label in own}
    for label, text in names.items():
        assert [text in told for told in texts] == [False, True], label
    assert labels["reminder:end.item.rounds"] in texts[0] - texts[1]


def test_a_question_that_is_only_for_a_mode_apart_is_in_its_part(packaged):
    """Nothing of a mode is lost because it is told in a part of its own."""
    box = packaged("big-monster")
    readings = {
        name: {**entry, "modes": ["two-player"]} if name == "half" else entry
        for name, entry in box.game.definition["readings"].items()
    }
    game = replace(box.game, definition={**box.game.definition, "readings": readings})
    context = RenderContext(game, "en", {}, lambda _, __: False)
    with printing_in("en", {}):
        *_, last = rules_pages(context, {card.id: card for card in box.cards}, "").sections
    assert [item.name for item in last.items] == [game.label("reading:half", "en")]


HEADS = [
    ("data-monsters", "en", "", "Rules · 2–4 players · 20–40 minutes"),
    ("dataset", "en", "", "Rules · 2–6 players · 40–50 minutes · age 8+"),
    ("dataset", "it", "", "Regole · 2–6 giocatori · 40–50 minuti · età 8+"),
    ("dataset", "fr", "", "Règles · 2–6 joueurs · 40–50 minutes · dès 8 ans"),
    ("monster-office", "en", "", "Rules · 2–6 players"),
    ("big-monster", "en", "", "Rules · 2–6 players · 20–30 minutes · age 10+"),
    ("big-monster", "en", "team", "Rules · Team game · 4 or 6 players · 20–30 minutes · age 10+"),
    ("big-monster", "en", "two-player", "Rules · Game for two · 2 players · 20–30 minutes · age 10+"),
]


@pytest.mark.parametrize(("name", "language", "mode", "head"), HEADS)
def test_the_head_says_how_many_can_play_how_long_and_from_which_age(document, name, language, mode, head):
    """Data Monsters, opening: 20 to 40 minutes. The other rulebooks do not say it; docs/games names the sources."""
    assert document(name, language, mode).subtitle == head


def test_rules_pages_tell_decks_before_the_set_up_and_marks_after_the_turn(document):
    titles = [section.title for section in document("data-monsters", "en").sections]
    order = ["Decks", "Set-up (standard)", "A turn", "Promotion", "Marks", "End of the game"]
    assert [title for title in titles if title in [*order, "Points"]] == order
    titles = [section.title for section in document("big-monster", "en").sections]
    order = [
        "Complete crystals",
        "Set-up (competitive)",
        "A turn",
        "What a medal requires",
        "Mutations",
        "End of the game",
        "Points",
        "Team game",
    ]
    assert [title for title in titles if title in order][: len(order)] == order


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The most valuable single opportunity wins. If still tied, the victory is shared."),
        (
            "fr",
            "La meilleure opportunité à elle seule remporte la partie. Si l’égalité demeure, la victoire est",
        ),
        (
            "it",
            "Vince la singola opportunità di maggior valore. Se resta la parità, la vittoria è condivisa.",
        ),
    ],
)
def test_the_most_valuable_opportunity_decides_a_tie(document, language, words):
    """§9: if it’s a tie, the winner is who has the opportunity with the highest number of big data points."""
    icons = {
        item.icon: item for section in document("data-monsters", language).sections for item in section.items
    }
    assert icons["mdi:scale-balance"].text.startswith(words)


@each_game_and_language
def test_cards_are_explained_before_the_first_turn(document, packaged, tmp_path, game, language):
    """On its page or on an earlier one, above it."""
    with (tmp_path / "rules.pdf").open("wb") as file, printing_in(language, {}):
        print_rules(document(game, language), (210.0, 297.0), packaged(game).assets, file)
        titles = print_tr("How to read the cards"), print_tr("A turn")
    cards, turn = (place_of(title, tmp_path / "rules.pdf") for title in titles)
    assert cards < turn


def place_of(title, file):
    """Page of a heading, and its distance from the upper edge."""
    for number, page in enumerate(pypdfium2.PdfDocument(file)):
        text = page.get_textpage()
        if found := text.search(title, match_case=True).get_next():
            return number, page.get_height() - text.get_charbox(found[0])[3]
    raise AssertionError(title)
