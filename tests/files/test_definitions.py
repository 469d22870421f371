"""The module files/definitions."""

from __future__ import annotations

import re

import pytest

from deckwright.files.definitions import compile_queries, missing_icon, printed_braces, unknown_icons
from deckwright.files.game_package import read_package
from deckwright.files.yaml import parse_document
from deckwright.model.game import Game

# Icons in the texts of cards are written in their own way.


def test_an_icon_as_faces_write_it_says_how_texts_do():
    [(place, message)] = unknown_icons("Eat a {icon:fork}.", {"fork": "mdi:fork"})
    assert (place, message) == (6, "{icon:fork} can only be used in a face: in a text, write {fork}.")
    [(_, message)] = unknown_icons("{icon:frok}", {"fork": "mdi:fork"})
    assert "Did you mean fork?" in message


def test_an_icon_that_a_game_names_is_known():
    assert not list(unknown_icons("Eat a {fork}.", {"fork": "mdi:fork"}))
    assert not list(unknown_icons("{2}{R}: hop.", {"2": "mdi:numeric-2-circle", "R": "mdi:alpha-r-circle"}))


@pytest.mark.parametrize(("written", "named"), [("{FORK}", "fork"), ("{T}", "T"), ("{12}", "12")])
def test_an_icon_that_a_game_does_not_name_is_told_with_the_nearest_one(written, named):
    [(place, message)] = unknown_icons(f"Eat {written}.", ["fork", "t_shirt"])
    assert (place, written[1:-1] in message) == (4, True)
    assert ("Did you mean fork?" in message) is (named == "fork")


@pytest.mark.parametrize(
    ("text", "written", "said"),
    [
        ("Pay {COST+1}.", "{COST+1}", "Did you mean {cost}?"),
        ("Pay {cost+1}.", "{cost+1}", "Did you mean {cost}?"),
        ("Pay { cost }.", "{ cost }", "Did you mean {cost}?"),
        ("Pay {Cost s}.", "{Cost s}", "Did you mean {cost}?"),
        ("Pay {W/U}.", "{W/U}", "only unaccented letters, digits and underscores."),
        ("Pay {cost.", "{", "no match"),
        ("Pay cost}.", "}", "no match"),
    ],
)
def test_what_braces_hold_and_no_icon_is_found_with_the_nearest_icon(text, written, said):
    [(place, found, message)] = printed_braces(text, ["cost", "draw"])
    assert (place, found) == (text.index(written), written)
    assert message.endswith(said) or said in message
    assert not list(unknown_icons(text, ["cost", "draw"]))


def test_a_name_shows_no_icons():
    assert not list(printed_braces("Pay {cost} or {icon:cost}", ["cost"]))
    assert [found for _, found, _ in printed_braces("The {cost}", ["cost"], is_name=True)] == ["{cost}"]


@pytest.mark.parametrize(
    "file", ["icons/leaf.svg", "icons/leaf.png", "pictures/leaf.svg", "pictures/leaf.png"]
)
def test_an_icon_without_a_file_is_told_with_the_nearest_one(file):
    assert missing_icon("leaf", [file]) == ""
    assert missing_icon("laef", [file]) == "File not found: icons/laef.svg. Did you mean leaf?"
    assert missing_icon("photo.jpg", ["pictures/photo.jpg"]) == "File not found: icons/photo.jpg.svg."


# Each fault that a designer can make in formats and piles, with the line and words it is told by.

GAME = """\
id: forest
title: Forest
source_language: en
languages: [en]
players: {min: 2, max: 4}
fields:
  weight: {title: Weight, type: number}
  colour: {title: Colour, type: string}
kinds: {beast: {name: Beast, optional: [weight, colour]}}
modes: {calm: {name: Calm}}
"""

CARDS = """
cards:
  - {id: fox, name: Fox, kind: beast}
"""

RULE = "formats: {grove: {name: Grove, zones: [side], banned: [fox], rules: [{id: r, RULE}]}}"
FORMAT = "formats: {grove: {name: Grove, FORMAT, rules: []}}"
MARK = 'marks: {lone: {name: Lone, rule: Only one., icon: "mdi:star", modes: {MARK}}}'
TOTAL = "totals: [{TOTAL}]"
PILE = "piles: {main: {name: Main, parts: [{of: fox}], PILE}}"

FAULTS = {
    RULE: {
        "measure: cards, max: 1, zone: sid": "no zone sid. Did you mean side?",
        "measure: cards, max: 1, zone: [cards, hand]": "no zone hand",
        "measure: cards, max: 1, when: {over: fox, zones: sid}": "no zone sid. Did you mean side?",
        "measure: cards, max: 1, when: {over: fox, zones: [side, hand]}": "no zone hand",
        "measure: cards, max: 1, when: {over: 'kind:bat', zones: [side]}": "“bat” is not a value of kind",
        "measure: copies, max: 1, replaces: [bannd]": "no other rule bannd. Did you mean banned?",
        "measure: copies, max: 1, replaces: [r]": "no other rule r.",
        "measure: copies, max: 1, replaces: [banned]": "“banned” looks at other zones",
        "measure: {sum: wieght}, max: 1": "field “wieght” cannot be counted. Did you mean weight?",
        "measure: {sum: colour}, max: 1": "field “colour” cannot be counted.",
        "measure: {groups: shade}, max: 1": "field “shade” cannot be counted.",
        "measure: copies, same: [nam], max: 1": "field “nam” cannot be counted. Did you mean name?",
        "measure: cards, same: [name], max: 1": "“same” can only be used with these measures: companions, copies, zones.",
        "measure: copies, same: [name], of: fox, max: 1": "“of” can only be used with these measures: companions.",
        "measure: cards, max: weight": "“weight” is not a number. Only the measure “copies” can take a field of the card here.",
        "measure: copies, max: colour": "Unknown number field: “colour”",
        "measure: cards, min: 3, max: 2": "The minimum, 3, is above the maximum, 2",
        "measure: cards, by_cards: {20: {min: 3, max: 2}}": "The minimum, 3, is above the maximum, 2",
        "measure: cards, by_players: {2: {min: 3, max: 2}}": "The minimum, 3, is above the maximum, 2",
        "measure: cards, by_players: {5: {min: 3}}": "5 players are not allowed. Allowed: 2, 3 or 4",
        "measure: cards, max: 1, since: 2026-02-30": "The date 2026-02-30 does not exist",
        "measure: cards, max: 1, since: 2026-02-02, until: 2026-02-01": "ends before it starts",
        "measure: cards, max: 1}, {id: r, measure: cards, max: 2": "This format already has a rule “r”",
        "measure: cards, max: 1}, {id: pool, measure: cards, max: 2": "“pool” is reserved for the format’s own key",
    },
    MARK: {
        "calmm: {rule: One.}": "calmm is not declared in this game. Did you mean calm?",
    },
    TOTAL: {
        "of: fox, copies: 2": "1 card matches fox, not 2",
        "of: '*', copies: 9": "1 card matches *, not 9",
        "of: 'kind:beest', copies: 1": "“beest” is not a value of kind.",
    },
    FORMAT: {
        "banned: [fox, wolf]": "The game has no card wolf",
        "restricted: {fox: 1, owl: 0}": "The game has no card owl",
        "zones: [side, cards]": "Every deck has the main zone “cards”: remove it here.",
        "references: {this: fox}": "“this” has a meaning of its own in queries: use another name.",
        "players: {min: 3, max: 2}": "The minimum number of players is above the maximum",
    },
    PILE: {
        "modes: {clam: {parts: [{of: fox}]}}": "clam is not declared in this game. Did you mean calm?",
        "modes: {calm: {parts: [{of: fox, take: {2: 1, 7: 1}}]}}": "7 players are not allowed. Allowed: 2, 3 or 4",
    },
}


@pytest.mark.parametrize("number", [-1, 1.5])
def test_a_list_that_restricts_copies_has_whole_numbers(game_folder, number):
    text = f"formats: {{grove: {{name: Grove, restricted: few, rules: []}}}}\nlists: {{few: {{fox: {number}}}}}\n"
    _, (finding,) = read_package(game_folder(GAME + text, CARDS))
    message = f"The list few restricts copies, but fox has {number}: use whole numbers from 0."
    assert finding.message == message


def written(frame, text):
    for word in ("RULE", "FORMAT", "PILE", "MARK", "TOTAL"):
        frame = frame.replace(word, text)
    return frame


@pytest.mark.parametrize(
    ("text", "message"),
    [(written(frame, text), message) for frame, faults in FAULTS.items() for text, message in faults.items()],
)
def test_what_does_not_fit_together_is_told_at_its_place(game_folder, text, message):
    box, findings = read_package(game_folder(GAME + text, CARDS))
    assert box is None
    (finding,) = findings
    assert message in finding.message
    assert finding.where.line == GAME.count("\n") + 1
    assert finding.where.column > text.index("{")


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        (GAME.replace("{name: Beast,", "{name: Beast, aliases: {fr: [Bête]},"), CARDS),
        (
            GAME.replace(
                "{title: Colour, type: string}",
                "{title: Colour, oneOf: [{const: red, title: Red, aliases: {fr: [roux]}}]}",
            ),
            CARDS,
        ),
        (GAME, CARDS.replace("kind: beast", "kind: beast, aliases: {fr: [Renard]}")),
    ],
)
def test_an_alias_in_a_language_that_the_game_does_not_have_is_told_at_its_place(game_folder, game, cards):
    box, (finding,) = read_package(game_folder(game, cards))
    assert box is None
    assert "fr is not declared in this game. Use one of: en." in finding.message
    line = (game if finding.where.file.endswith("game.yaml") else cards).splitlines()[finding.where.line - 1]
    assert line[finding.where.column - 1 :].startswith("fr:")


def test_what_is_called_aliases_has_no_aliases(game_folder):
    game = GAME.replace("kinds: {", "kinds: {aliases: {name: Alias}, ")
    game += "formats:\n  aliases: {name: Aliases, zones: {aliases: {title: Aliases}}, rules: []}\n"
    package, findings = read_package(game_folder(game, CARDS))
    assert (package is not None, findings) == (True, [])


# Fields that hold dates, and queries in the places where they may name references.


@pytest.mark.parametrize(
    ("field", "place", "message"),
    [
        (
            "f: {title: F, type: number, format: date}",
            "date}",
            "Dates need type: string, and have no choices.",
        ),
        ("f: {title: F, enum: [a], format: date}", "date}", "Dates need type: string"),
        ("f: {title: F, type: string, enum: [a], format: date}", "date}", "Dates need type: string"),
        (
            "f: {title: F, type: array, items: {type: integer, format: date}}",
            "date}",
            "Dates need type: string",
        ),
        ("f: {title: F, type: string, format: dat}", "dat}", "Did you mean date?"),
        ("has: {title: Has, type: number}", "has:", "Queries such as has:copies use this name"),
    ],
)
def test_a_field_that_cannot_be_is_told_at_its_place(game_folder, field, place, message):
    game = GAME.replace("  weight:", f"  {field}\n  weight:")
    box, (finding,) = read_package(game_folder(game, CARDS))
    assert box is None
    assert message in finding.message
    assert game.splitlines()[finding.where.line - 1][finding.where.column - 1 :].startswith(place)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("2026-02-30", "The date 2026-02-30 does not exist."),
        ("31.1.2026", "Use a date such as 2026-01-31."),
        ("2026", "Put it in quotes."),
    ],
)
def test_a_day_of_a_card_that_does_not_exist_is_told_at_its_line(game_folder, value, message):
    game = GAME.replace("type: string}", "type: string, format: date}")
    cards = CARDS.replace("kind: beast", f"kind: beast, fields: {{colour: {value}}}")
    box, (finding,) = read_package(game_folder(game, cards))
    assert box is None
    assert message in finding.message
    assert (finding.where.line, finding.where.column) == (3, cards.splitlines()[2].index(value) + 1)


def compiled(text):
    """Compile the queries of a game.yaml: those, and the findings."""
    document = parse_document(text.encode(), "game.yaml")
    findings = []
    game = Game("forest", "en", ("en",), document.value, {"en": {}})
    return compile_queries(document, game, findings), findings


FORMATS = """
fields:
  weight: {title: Weight, type: number}
  day: {title: Day, type: string, format: date}
kinds: {beast: {}}
lists: {points: {fox: 1}}
formats:
  wide: {references: {leader: 'kind:beast'}, rules: []}
  grove: {like: wide, pool: POOL, rules: [{over: OVER}]}
  bare: {rules: [{over: BARE}]}
piles: {main: {parts: [{of: PILE}]}}
"""


def filled(**queries):
    words = dict.fromkeys(("POOL", "OVER", "BARE", "PILE"), "'*'") | {
        name: f"'{query}'" for name, query in queries.items()
    }
    return re.sub("POOL|OVER|BARE|PILE", lambda found: words[found[0]], FORMATS)


def test_a_format_may_name_its_references_lists_and_the_day():
    queries, findings = compiled(filled(POOL="day<=today", OVER="weight<leader.weight points>1"))
    assert findings == []
    assert queries["day<=today"] == ["refers", "day", "<=", "today", "", "number"]
    assert len(queries) == 4


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ({"OVER": "weight<leadr.weight"}, "Did you mean leader.weight?"),
        ({"OVER": "weight<=leader.wieght"}, "Unknown field: wieght."),
        ({"BARE": "weight<leader.weight"}, "“leader.weight” is neither a number nor a number field."),
        ({"PILE": "weight<this.weight"}, "“this.weight” is neither a number nor a number field."),
        ({"PILE": "points>1"}, "Unknown field: points."),
        ({"PILE": "day<today"}, "today can only be used in searches and in the formats of a game."),
        (
            {"OVER": "name=leader.name", "BARE": "name=leader.name"},
            "This query names a reference in one format, but not in another.",
        ),
    ],
)
def test_a_query_is_read_in_its_place(queries, message):
    text = filled(**queries)
    _, (finding,) = compiled(text)
    assert finding.rule == "bad-query"
    assert message in finding.message
    [*_, query] = queries.values()
    assert query in text.splitlines()[finding.where.line - 1]


STACK = "piles: {a: {name: A, parts: [{of: fox, take: 1, setting: true}]}}"


def changed(piles):
    """A setting with a choice that changes the piles."""
    changes = f"changes: {{piles: {piles}}}"
    return f"settings: {{s: {{name: S, default: x, choices: {{x: {{means: X.}}, y: {{means: Y., {changes}}}}}}}}}"


@pytest.mark.parametrize(
    ("section", "place", "message"),
    [
        (
            "deal: {zones: {den: {name: Den}}, steps: [{cards: fox, to: den}, {from: den, to: aside, take: {2: 1, 7: 1}}]}",
            "1}}",
            "7 players are not allowed. Allowed: 2, 3 or 4.",
        ),
        (
            "piles: {main: {name: Main, parts: [{of: fox, take: 1, alike: color}]}}",
            "color",
            "color is not declared in this game. Did you mean colour?",
        ),
        (
            "formats: {grove: {name: Grove, players: {min: 3, max: 2}, rules: []}}",
            "{min: 3, max: 2}",
            "The minimum number of players is above the maximum.",
        ),
        (
            "formats: {grove: {name: Grove, players: {min: 2, max: 3}, rules: [{id: r, measure: cards, by_players: {4: {min: 3}}}]}}",
            "{min: 3}",
            "4 players are not allowed. Allowed: 2 or 3.",
        ),
        (
            "settings: {a: {name: A, default: c, choices: {x: {means: X.}, y: {means: Y.}}}}",
            "c, choices",
            "c is not declared in this game. Use one of: x, y.",
        ),
        (
            "settings: {a: {name: A, default: x, choices: {x: {means: X., changes: {effort: null}}, y: {means: Y.}}}}",
            "changes: {effort",
            "The default choice must not change anything",
        ),
        (
            f"{STACK}\nsettings: {{a: {{name: A, default: x, choices: {{x: {{means: X.}}, y: {{means: Y.}}}}}}}}",
            "a: {name: A, default",
            "The pile a already has a setting of this name",
        ),
        (
            f"{STACK}\n{changed('{a: {parts: []}}')}",
            "{piles: {a: {parts",
            "With these changes, piles.a.parts is wrong: ",
        ),
        (
            f"{STACK}\n{changed('{a: {name: B}}')}",
            "{piles: {a: {name: B",
            "pile:a has another text without this choice: use another id.",
        ),
    ],
)
def test_a_name_or_number_that_does_not_fit_is_told_where_it_is_written(game_folder, section, place, message):
    _, (finding,) = read_package(game_folder(GAME + section, CARDS))
    assert finding.message.startswith(message)
    assert section.splitlines()[-1][finding.where.column - 1 :].startswith(place)


def test_the_packaged_games_have_no_flaws(packaged):
    assert packaged("data-monsters")
    assert packaged("dataset")


SCHEMA_FAULTS = [
    "measure: companions, over: fox, min: 1",
    "measure: cards",
    "severity: info",
    "measure: colours, max: 1",
    "measure: cards, max: -1",
    "measure: cards, max: 1, by_player: {2: {max: 1}}",
    "measure: cards, by_players: {0: {max: 1}}",
    "measure: cards, max: 1, severity: fatal",
    "measure: cards, max: 1, when: {}",
    "measure: cards, max: 1, when: []",
    "measure: cards, max: 1, when: {over: fox, zone: side}",
    "measure: cards, max: 1, when: {over: fox, measure: copies}",
    "measure: cards, max: {over: fox}",
    "measure: cards, max: {share: half}",
    "measure: cards, max: {number: 1, every: 0}",
    "measure: cards, max: {number: 1, of: leader}",
    "any: [{measure: cards, max: 1}]",
    "any: [{measure: cards, max: 1}, {measure: cards}]",
    "any: [{measure: cards, max: 1}, {measure: cards, max: 1, when: fox}]",
    "options: []",
    "options: [{over: fox, min: 1}]",
    "measure: cards, max: 1, free: [{}]",
]


@pytest.mark.parametrize("rule", SCHEMA_FAULTS)
def test_the_schema_refuses_what_no_rule_can_be(game_folder, rule):
    box, findings = read_package(game_folder(GAME + written(RULE, rule), CARDS))
    assert box is None
    assert {finding.rule for finding in findings} == {"schema"}
