"""How a text is written: leftovers, words twice, pairs, first letters, capitals and signs; and its icons, marks and tags."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.translation import Message
from deckwright.translation.checks.run import TEXT_RULES, check_messages
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


# Icons, marks and placeholders must be in a translation as often as in its source, icons in its order


ORDER = "warning: The icons are in another order here:"
ICONS = [
    ("Gain {tech} and {sci}.", "Prendi {technology} e {sci}.", []),
    ("Gain {tech} and {sci}.", "Prendi {sci} e {tech}.", [f"{ORDER} {{sci}} {{tech}}. In the source: {{tech}} {{sci}}."]),
    ("Pay {tech}: gain {sci} {sci}.", "Paga {sci}{sci}: prendi {technology}.", [f"{ORDER} {{sci}} {{sci}} {{technology}}. In the source: {{tech}} {{sci}} {{sci}}."]),
    ("Lose {unique}, gain {tech}.", "Perdi {tech}, prendi {one}.", [f"{ORDER} {{tech}} {{one}}. In the source: {{unique}} {{tech}}."]),
    ("Gain {tech}.", "Prendi {technology}.", []),
    ("Gain {tech}.", "Prendi.", ["error: Missing: {tech}."]),
    ("Gain.", "Prendi {sci}{sci}.", ["error: Not in the source: {sci}, {sci}."]),
    ("Gain {tech}.", "Prendi {sci}.", ["error: Missing: {tech}. Not in the source: {sci}."]),
    ("Gain {tech} {tech}.", "Prendi {tech}.", ["error: Missing: {tech}."]),
    ("Gain {unique} {x}.", "Prendi.", []),
]  # fmt: skip
MARKS = [
    ("A {unique} card", "Una carta {one}", []),
    ("A {unique} card", "Una carta", ["error: Missing: {unique}."]),
    ("A {tech} card", "Una carta", []),
]
PLACEHOLDERS = [
    ("Take {count} {tech}", "Prendi {count} {tech}", []),
    ("Take {count}", "Prendi {conto}", ["error: Missing: {count}. Not in the source: {conto}."]),
    ("Take {0}", "Prendi", ["error: Missing: {0}."]),
    ("Take {tech}", "Prendi", []),
]


COINS = "one: {count} coin\nother: {count} coins"
PLURALS = [
    (COINS, "one: {count} moneta\nother: {count} monete", []),
    ("coins", "monete", []),
    (COINS, "one: {count} moneta", ["error: Plural forms are missing: other. it needs: one, other."]),
    (COINS, "{count} monete", ["error: Plural forms are missing: one, other. it needs: one, other."]),
    (COINS, "one: a\nfew: b\nother: c", ["error: Plural forms that it does not have: few."]),
]


@pytest.mark.parametrize(("source", "text", "wanted"), PLURALS)
def test_plural_forms_are_those_of_the_language(said, source, text, wanted):
    assert said("plurals", source, text, context="word:coins") == wanted


def test_a_text_of_a_card_has_no_plural_forms(said):
    assert said("plurals", COINS, "one: {count} moneta", context="oak.text") == []


def test_each_form_is_compared_with_its_own(game):
    text = "one: {count} moneta\nother: {conto} monete"
    entry = Message("word:coins", COINS, text, "draft")
    report = check_messages(wordbook(game, "it"), [entry], TEXT_RULES)
    assert [finding.message.partition(": ")[2] for finding in report.findings] == [
        "Missing: {count}. Not in the source: {conto}."
    ]


@pytest.mark.parametrize(("source", "text", "wanted"), ICONS)
def test_icons_are_those_of_the_source(said, source, text, wanted):
    assert said("icons", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), MARKS)
def test_marks_are_those_of_the_source(said, source, text, wanted):
    assert said("marks", source, text) == wanted


@pytest.mark.parametrize(("source", "text", "wanted"), PLACEHOLDERS)
def test_placeholders_are_those_of_the_source(said, source, text, wanted):
    assert said("placeholders", source, text) == wanted


ALIASES = {"tech": ["tech", "technology"], "sci": ["sci"], "unique": ["unique", "one"]}
tokens = st.lists(st.sampled_from(list(ALIASES)), max_size=6)


@given(tokens, st.randoms(use_true_random=False))
def test_icons_in_their_order_pass_by_any_of_their_names(said, names, random):
    source = " x ".join(f"{{{name}}}" for name in names)
    text = " y ".join(f"{{{random.choice(ALIASES[name])}}}" for name in names)
    assert said("icons", source, text) == said("marks", source, text) == []


@given(tokens, st.randoms(use_true_random=False))
def test_icons_in_another_order_are_found_once(said, names, random):
    moved = random.sample(names, len(names))
    source, text = (" ".join(f"{{{name}}}" for name in some) for some in (names, moved))
    assert len(said("icons", source, text)) == (names != moved)
    assert said("marks", source, text) == []


@given(tokens, st.sampled_from(list(ALIASES)), st.booleans(), st.randoms(use_true_random=False))
def test_one_icon_more_or_fewer_is_found(said, names, name, adds, random):
    with_it = [*names, name]
    random.shuffle(with_it)
    more, fewer = (" ".join(f"{{{one}}}" for one in some) for some in (with_it, names))
    source, text = (fewer, more) if adds else (more, fewer)
    found = said("icons", source, text) + said("marks", source, text)
    assert len(found) == 1
    assert found[0].endswith(f"{{{name}}}.")


EMPHASIS = [
    ("**Now** draw *one*", "*Una* pesca **ora**", []),
    ("**Now**", "**Ora", ["error: These two stars have no match: they are printed as is."]),
    ("*Now*", "**Ora*", ["error: This star has no match: it is printed as is."]),
    ("**Now *then* go**", "**Ora *poi* via**", []),
    ("No stars", "Senza", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), EMPHASIS)
def test_stars_are_in_pairs(said, source, text, wanted):
    assert said("emphasis", source, text) == wanted


TAGS = [
    ("Gain [gold]2[/] coins.", "Prendi [gold]2[/gold] monete.", []),
    ("[gold]a[/] [term]b[/]", "[term]b[/term] [gold]a[/gold]", []),
    ("a[br]b", "a[br]b", []),
    ("[gold]2[/] coins", "2 monete", ["error: Missing: [gold]."]),
    ("2 coins", "[gold]2[/] monete", ["error: Not in the source: [gold]."]),
    ("[gold]2[/] coins", "[oro]2[/] monete", ["error: Missing: [gold]. Not in the source: [oro]."]),
    ("a[br]b", "a b", ["error: Missing: [br]."]),
    ("[gold]2[/] coins", "[gold]2 monete", ["error: These tags are not in pairs, as in the source: [gold]."]),
    (
        "[gold]2[/] coins",
        "2[/gold] monete",
        ["error: These tags are not in pairs, as in the source: [/gold]."],
    ),
    ("see [note]", "vedi [nota]", []),
]


@pytest.mark.parametrize(("source", "text", "wanted"), TAGS)
def test_tags_are_those_of_the_source(said, source, text, wanted):
    assert said("tags", source, text) == wanted


@pytest.mark.parametrize("rule", ["numbers", "typography", "spaces", "emphasis"])
def test_tags_are_no_words_for_other_checks(said, rule):
    assert said(rule, "[h1]Gain[/h1] 2[br]\ncoins!", "[h1]Prendi[/h1] 2[br]\nmonete!") == []
    assert said(rule, "| a |\n|--:|\n| 2 |", "| b |\n|--:|\n| 2 |") == []


def test_half_a_pair_of_stars_is_an_error(said):
    assert said("emphasis", "Draw *now*.", "Pesca *ora.") == [
        "error: This star has no match: it is printed as is."
    ]
    assert said("emphasis", "2 * 3", "2 * 3") == []
