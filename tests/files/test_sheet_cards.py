"""Cards in spreadsheets become the same as cards in YAML; whatever is odd is reported with its cell."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from deckwright.files.game_package import read_package

GAME = """\
id: tide
title: Tide and Ember
source_language: en
languages: [en, fr, it]
texts: {requirement: Requirement}
fields:
  cost: {title: Cost, type: integer, minimum: 0}
  power: {title: Power, type: number}
  fast: {title: Fast, type: boolean}
  rarity: {title: Rarity, oneOf: [{const: common, title: Common}, {const: rare, title: Very Rare}]}
  tags: {title: Tags, type: array, items: {type: string}}
  ranks: {title: Ranks, type: array, items: {type: integer}}
  since: {title: Since, type: string, format: date}
  motto: {title: Motto, type: string}
  toll: {title: Toll, type: integer}
kinds:
  spell: {name: Spell, optional: [cost, power, fast, rarity, tags, ranks, since, motto]}
  beast: {name: Sea Beast, fields: [fast], optional: [cost]}
  fish: {name: Fish, fields: [toll]}
marks:
  unique: {name: One of a Kind, rule: One in a deck., icon: "mdi:star"}
  slow: {name: Slow, rule: Waits., icon: "mdi:snail"}
"""
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.fixture
def folder(tmp_path):
    """A game's folder to which a test adds its sheets."""
    made = tmp_path / "tide"
    for name in ("cards", "locales"):
        (made / name).mkdir(parents=True)
    (made / "game.yaml").write_text(GAME, encoding="utf-8")
    return made


@pytest.fixture
def read(folder):
    """Read the game with a CSV file; its cards by id, and what is found, each with its cell."""

    def with_sheet(text, *, settings="", name="cards.csv", po="", game=GAME):
        (folder / "game.yaml").write_text(game + settings, encoding="utf-8")
        (folder / "cards" / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        if po:
            (folder / "locales" / "fr.po").write_text(PO + po, encoding="utf-8")
        package, findings = read_package(folder)
        cards = {card.id: card for card in package.cards} if package else {}
        return cards, [f"{one.where and one.where.cell} {one.severity}: {one.message}" for one in findings]

    return with_sheet


def workbook(sheets):
    """The bytes of an XLSX file with some worksheets, by name."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_row_is_a_card(read):
    cards, found = read(
        "id,name,kind,copies,text,flavour,icon,marks,origin,revision,requirement,cost,power,fast,rarity,tags,ranks,since,motto\n"
        'old-ember,Ember,spell,2,"Deal 3,\nnow.",Hot.,mdi:fire,unique; slow,rulebook,3,A torch,3,1.5,yes,rare,fire; big,1; 2,2026-01-31,Burn\n'
    )
    assert found == []
    card = cards["old-ember"]
    assert (card.kind, card.copies, card.icon, card.marks) == ("spell", 2, "mdi:fire", ("unique", "slow"))
    assert (card.origin, card.revision) == ("rulebook", 3)
    assert card.texts == {
        "en": {"name": "Ember", "text": "Deal 3,\nnow.", "flavour": "Hot.", "requirement": "A torch"}
    }
    assert card.fields == {
        "cost": 3,
        "power": 1.5,
        "fast": True,
        "rarity": "rare",
        "tags": ["fire", "big"],
        "ranks": [1, 2],
        "since": "2026-01-31",
        "motto": "Burn",
    }


def test_headings_and_values_can_have_any_of_their_names(read):
    po = (
        '\nmsgctxt "field:cost"\nmsgid "Cost"\nmsgstr "Coût"\n'
        '\nmsgctxt "kind:beast"\nmsgid "Sea Beast"\nmsgstr "Bête marine"\n'
        '\nmsgctxt "field:rarity.rare"\nmsgid "Very Rare"\nmsgstr "Très rare"\n'
    )
    cards, found = read(
        "Nom;Type;Exemplaires;COÛT;Rarity;Effetto;Fast\nBraise;bete marine;2;4;;;oui\nÉcume;Spell;;1;très rare;Wave.;\n",
        po=po,
        settings="sheets: [{columns: {Effetto: text}}]\n",
    )
    assert found == ["C3 info: 1 card has no number of copies: there is one of it."]
    assert {card.id: (card.kind, card.copies, dict(card.fields)) for card in cards.values()} == {
        "braise": ("beast", 2, {"cost": 4, "fast": True}),
        "ecume": ("spell", 1, {"cost": 1, "rarity": "rare"}),
    }
    assert cards["ecume"].text("text", "en") == "Wave."


def test_cards_without_a_number_of_copies_are_told_once(read):
    cards, found = read("name,kind,copies\nEel,spell,\nRay,spell,2\nCod,spell,\n")
    assert found == ["C2 info: 2 cards have no number of copies: there is one of each."]
    assert [card.copies for card in cards.values()] == [1, 2, 1]


def test_a_required_yes_or_no_is_no_where_its_cell_is_blank(read):
    cards, found = read("name,kind,fast\nEel,beast,x\nRay,beast,\nWave,spell,\n")
    assert found == []
    assert [card.fields for card in cards.values()] == [{"fast": True}, {"fast": False}, {}]


def test_marks_can_be_columns_of_yes_and_no(read):
    cards, found = read(
        "name,kind,One of a Kind,slow,marks\nEel,spell,x,no,slow\nRay,spell,,✓,\nWave,spell,,,\n"
    )
    assert found == []
    assert [card.marks for card in cards.values()] == [("slow", "unique"), ("slow",), ()]


@pytest.mark.parametrize(
    ("cell", "tags"),
    [
        ("fire", ["fire"]),
        ('"fire, big"', ["fire", "big"]),
        ('"fire, hot; big"', ["fire, hot", "big"]),
        ("fire|big", ["fire", "big"]),
        ('"fire\nbig"', ["fire", "big"]),
        ('"[""a;b"", ""c""]"', ["a;b", "c"]),
    ],
)
def test_lists_are_split_at_their_first_separator(read, cell, tags):
    cards, found = read(f"name,kind,tags\nEel,spell,{cell}\n")
    assert found == []
    assert cards["eel"].fields == {"tags": tags}


def test_decimals_follow_a_comma_if_the_language_writes_one_or_the_settings_say_so(read):
    sheet = 'name;kind;power\nEel;spell;"2,5"\n'
    assert read(sheet)[1] == ["C2 error: “2,5” is not a number."]
    cards, found = read(sheet, settings="sheets: [{decimal: ','}]\n")
    assert (found, cards["eel"].fields) == ([], {"power": 2.5})


def test_comments_blank_rows_and_titles_are_skipped(read):
    cards, found = read(
        "The cards of Tide,,,\n,,,\nname,kind,#thoughts,\n,,,\nEel,spell,too strong?,\n# later,,,\n#Ray,spell,,\n"
    )
    assert (found, list(cards)) == ([], ["eel"])


@pytest.mark.parametrize("count", ["3", "x3", "3x", "× 3", "3 X"])
def test_a_number_of_copies_is_read_as_people_write_it(read, count):
    cards, found = read(f"name,kind,copies\nEel,spell,{count}\n")
    assert ([card.copies for card in cards.values()], found) == ([3], [])


def test_a_row_without_copies_is_skipped_and_reported(read):
    cards, found = read("name,kind,copies\nEel,spell,0\nRay,spell,1\n")
    assert list(cards) == ["ray"]
    assert found == ["C2 warning: This card has 0 copies: it is skipped."]


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("name,kind,cots\nEel,spell,1\n", "C1 error: Unknown column: cots. Did you mean cost?"),
        ("name,kind,biome\nEel,spell,1\n", "C1 error: Unknown column: biome. If it is the new name of"),
        (
            "name,kind,cost,Cost\nEel,spell,1,1\n",
            "D1 error: The column Cost is there twice. The first is at C1.",
        ),
        (
            "name,kind,name:de\nEel,spell,Aal\n",
            "C1 error: The column name:de is in de, which the game does not",
        ),
        (
            "Kosten,kind\n1,spell\n",
            "A1 error: No column has the names of the cards. Headings found: Kosten, kind.",
        ),
        ("name,kind,cost\nEel,spell,many\n", "C2 error: “many” is not a whole number."),
        ("name,kind,copies\nEel,spell,2 or 3\n", "C2 error: “2 or 3” is not a whole number."),
        ("name,kind,cost\nEel,spell,-1\n", "C2 error: -1 is too small"),
        ("name,kind,toll\nEel,fish,\n", "C2 error: Missing: toll."),
        ("name,kind\nEel,fish\n", "A2 error: Missing: toll."),
        (
            "name,kind,rarity\nEel,spell,epic\n",
            "C2 error: “epic” is not allowed here. Use one of: common, rare.",
        ),
        ("name,kind,fast\nEel,spell,perhaps\n", "C2 error: “perhaps” is not true or false."),
        ("name,kind\nEel,spel\n", "B2 error: spel is not declared in this game. Did you mean spell?"),
        ("name,cost\nEel,1\n", "A2 error: The card eel has no kind. Use one of: spell, beast, fish."),
        ("name,kind,cost\n,spell,1\n", "A2 error: This row has no name. If it is not a card"),
        ("name,kind,cost\nTotal,,12\n", "A2 error: This row looks like a total, so it is not read."),
        ("name,kind\nEel,spell\neel!,spell\n", "A3 error: Two cards are called eel; the first is at"),
        (
            "id,name,kind\nE 1,Eel,spell\ne-1,Ray,spell\n",
            "A3 error: Two cards are called e-1; the first is at",
        ),
        ("name,kind\nДракон,spell\n", "A2 error: No id can be made of “Дракон”: add a column id."),
        ("name,kind,text\nEel,spell,Draw {pwer}.\n", "C2 error: The game declares no icon pwer"),
        ("name,kind,fast,motto\nEel,beast,x,Hi\n", "D2 error: Unknown key: motto. Use one of: cost, fast."),
        (
            "name,kind,name:fr,name:fr:state\nEel,spell,Anguille,done\n",
            "D2 error: Unknown translation state: done.",
        ),
    ],
)
def test_what_is_wrong_is_reported_with_its_cell(read, sheet, message):
    cards, found = read(sheet)
    assert cards == {}
    assert [one for one in found if one.startswith(message)], found


def test_a_card_named_as_totals_are_needs_an_id(read):
    _, found = read("id,name,kind,cost\n7,Sum,,3\n")
    assert found == ["B2 error: The card 7 has no kind. Use one of: spell, beast, fish."]


def test_every_fault_is_reported(read):
    _, found = read("name,kind,cost\nEel,spell,many\n,spell,1\nRay,spell,few\nEel,spell,1\n")
    assert [one.partition(" ")[0] for one in found] == ["C2", "C4", "A5", "A3"]


def test_a_column_without_a_heading_is_reported_once(read):
    cards, found = read("name,kind,\nEel,spell,\nRay,spell,why?\nWave,spell,why?\n")
    assert len(cards) == 3
    assert found == ["C3 warning: This column has no heading: it is ignored."]


def test_columns_are_translations_with_their_state(folder, read):
    read(
        "name,kind,text,name:fr,text:fr,name.it,state:fr,text:fr:state\n"
        "Eel,spell,Swim.,Anguille,Nagez.,Anguilla,reviewed,machine\nRay,spell,Glide.,Raie,,,unsure,\n"
    )
    package, _ = read_package(folder)
    states = {
        (language, entry.context): (entry.text, entry.state, entry.unsure)
        for language, entries in package.entries.items()
        for entry in entries
        if entry.text
    }
    assert states == {
        ("fr", "eel.name"): ("Anguille", "reviewed", False),
        ("fr", "eel.text"): ("Nagez.", "machine", False),
        ("fr", "ray.name"): ("Raie", "draft", True),
        ("it", "eel.name"): ("Anguilla", "draft", False),
    }
    assert package.cells["fr"]["eel.text"].cell == "E2"


def test_a_file_goes_before_a_column_and_the_difference_is_reported(read):
    po = (
        '\nmsgctxt "eel.name"\nmsgid "Eel"\nmsgstr "Congre"\n'
        '\nmsgctxt "ray.name"\nmsgid "Ray"\nmsgstr "Raie"\n'
        '\nmsgctxt "wave.name"\nmsgid "Old Wave"\nmsgstr "Vieille vague"\n'
    )
    cards, found = read("name,kind,name:fr\nEel,spell,Anguille\nRay,spell,Raie\nWave,spell,Vague\n", po=po)
    assert {name: card.name("fr") for name, card in cards.items()} == {
        "eel": "Congre",
        "ray": "Raie",
        "wave": "Vague",
    }
    told = [one for one in found if "is translated in fr.po too" in one]
    assert [one.partition(":")[0] for one in told] == ["C2 warning", "C4 warning"]


def test_worksheets_are_kinds_and_others_can_be_skipped(read):
    book = workbook(
        {
            "Sea beast": [["Beasts", None], ["Name", "Fast"], ["Eel", True], ["Ray", False]],
            "Tricks": [["Name", "Cost"], ["Wave", 2], ["Foam", "3"]],
            "Notes": [["to do", "more beasts"]],
        }
    )
    settings = "sheets: [{worksheet: Tricks, kind: spell}]\n"
    cards, found = read(book, name="cards.xlsx", settings=settings)
    assert {name: (card.kind, dict(card.fields)) for name, card in cards.items()} == {
        "eel": ("beast", {"fast": True}),
        "ray": ("beast", {"fast": False}),
        "wave": ("spell", {"cost": 2}),
        "foam": ("spell", {"cost": 3}),
    }
    assert [one.partition(" This")[0] for one in found] == ["Notes!A1 warning:"]
    settings = (
        "sheets: [{worksheet: Tricks, kind: spell}, {file: cards.xlsx, worksheet: Notes, skip: true}]\n"
    )
    assert read(book, name="cards.xlsx", settings=settings)[1] == []


def test_a_second_row_of_headings_is_joined_to_the_first(read):
    cards, found = read("name,kind,Numbers,\n,,cost,power\nEel,spell,1,2\n")
    assert (found, cards["eel"].fields) == ([], {"cost": 1, "power": 2})


@pytest.mark.parametrize(
    "groups", ["Card,,Numbers,,Text", "Card,Card,Numbers,Numbers,Text", "Card,Card,Card,Card,Card"]
)
def test_headings_that_group_those_below_are_not_read(read, groups):
    sheet = f"Tide and Ember\n{groups}\nName,Kind,Cost,Power,Text\nEel,spell,1,2,Bites.\n"
    cards, found = read(sheet)
    assert (found, cards["eel"].fields) == ([], {"cost": 1, "power": 2})
    assert cards["eel"].texts["en"] == {"name": "Eel", "text": "Bites."}


def test_a_card_called_like_a_column_is_not_a_row_of_headings(read):
    cards, found = read("name,kind,text,cost\nName,spell,Text,\nCard,spell,Kind,\n")
    assert (list(cards), found) == (["name", "card"], [])


def test_the_row_of_the_headings_can_be_said(read):
    sheet = "name,kind,colour\nname,kind,cost\nEel,spell,1\n"
    cards, found = read(sheet, settings="sheets: [{file: cards.csv, head: 2}]\n")
    assert (found, cards["eel"].fields) == ([], {"cost": 1})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[{file: card.csv}]", "File not found: cards/card.csv. Did you mean cards.csv?"),
        ("[{worksheet: Beasts}]", "Unknown worksheet: Beasts."),
        ("[{kind: beest}]", "beest is not declared in this game. Did you mean beast?"),
        ("[{columns: {Kosten: cots}}]", "Cards have no cots. Did you mean cost?"),
    ],
)
def test_settings_for_what_is_not_there_are_errors(read, settings, message):
    _, found = read("name,kind\nEel,spell\n", settings=f"sheets: {settings}\n")
    assert [one for one in found if message in one], found


def test_settings_without_a_sheet_are_errors(folder):
    (folder / "game.yaml").write_text(f"{GAME}sheets: [{{file: cards.csv}}]\n", encoding="utf-8")
    (folder / "cards" / "cards.yaml").write_text(
        "cards: [{id: eel, kind: spell, name: Eel}]\n", encoding="utf-8"
    )
    _, findings = read_package(folder)
    assert [one.message for one in findings] == ["File not found: cards/cards.csv. None are defined."]


def test_empty_sheets_are_a_game_without_cards(read):
    cards, found = read("name,kind\n")
    assert cards == {}
    assert [one for one in found if "This game has no cards" in one]


def test_yaml_and_sheets_are_read_together(folder, read):
    (folder / "cards" / "more.yaml").write_text(
        "cards: [{id: eel, kind: spell, name: Eel}]\n", encoding="utf-8"
    )
    cards, found = read("name,kind\nRay,spell\n")
    assert (found, sorted(cards)) == ([], ["eel", "ray"])
    _, found = read("name,kind\nEel,spell\n")
    assert [one for one in found if "Two cards are called eel" in one]


def test_a_name_or_text_keeps_every_space_and_sign(read):
    cards, found = read('name,kind,text\n" Eel ",spell,"\'=1+1 **a**\r\n\r\n ""b""  "\n')
    assert found == []
    assert cards["eel"].texts["en"] == {"name": " Eel ", "text": '=1+1 **a**\n\n "b"  '}


def test_a_dash_is_nothing_and_a_guarded_number_a_number(read):
    cards, findings = read("Name,Kind,Copies,Cost,Power,Icon\nFrog,spell,'-,–,'-1.5,—\n")
    assert findings == []
    assert (cards["frog"].copies, cards["frog"].icon, cards["frog"].fields) == (1, "", {"power": -1.5})


# What an exported table must not be taken for.


def test_a_translation_is_not_a_field_with_the_same_letters(read):
    game = GAME.replace("fields:\n", "fields:\n  name_fr: {title: État, type: string}\n").replace(
        "motto]}", "motto, name_fr]}"
    )
    cards, found = read("name,kind,name_fr,name:fr,state:fr\nEmber,spell,Vu,Braise,reviewed\n", game=game)
    assert found == []
    assert cards["ember"].fields == {"name_fr": "Vu"}
    assert cards["ember"].texts["fr"] == {"name": "Braise"}


def test_a_card_is_not_a_second_row_of_headings(read):
    cards, found = read("id,kind,name,copies\nname,spell,Name,1\ntext,spell,Text,2\n")
    assert (list(cards), found) == (["name", "text"], [])


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0.30000000000000004", 0.30000000000000004),
        ("1e-7", 1e-7),
        ("1E+22", 1e22),
        ("123456789012345678", 123456789012345678),
        ("-.5", -0.5),
        ("7.", 7),
    ],
)
def test_numbers_are_exact(read, cell, value):
    cards, found = read(f"name,kind,power\nEmber,spell,{cell}\n")
    assert found == []
    assert cards["ember"].fields == {"power": value}


@pytest.mark.parametrize("cell", ["1e", "1e999", "0x10", "1 000", "1234567890123456789", "inf", "nan"])
def test_what_is_no_exact_number_is_reported(read, cell):
    _, found = read(f"name,kind,power\nEmber,spell,{cell}\n")
    assert [one.partition(":")[0] for one in found] == ["C2 error"]


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("ice; fire", ["ice", "fire"]),
        ("ice fire", ["ice-fire"]),
        ("Ice, or fire", ["ice-fire"]),
        ("fire, ice", ["fire", "ice"]),
        ('["fire", "ice-fire"]', ["fire", "ice-fire"]),
    ],
)
def test_choices_that_contain_others_are_told_from_lists(read, cell, value):
    choices = '{const: ice, title: Ice}, {const: fire, title: Fire}, {const: ice-fire, title: "Ice, or fire"}'
    game = GAME.replace("items: {type: string}", f"items: {{oneOf: [{choices}]}}")
    cards, found = read(f'name;kind;tags\nEmber;spell;"{cell.replace(chr(34), chr(34) * 2)}"\n', game=game)
    assert found == []
    assert cards["ember"].fields == {"tags": value}


def test_a_translation_without_its_text_is_told_once_for_a_column(read):
    _, found = read(
        "name,kind,text,text:fr\nEmber,spell,Burn.,Brûlez.\nAsh,spell,,Cendre.\nCoal,spell,,Charbon.\n"
    )
    assert found == ["D3 warning: 2 cards have translations here of texts that they do not have."]


def test_headings_that_are_there_again_and_again_are_found_with_as_much_work(folder, calls):
    def work(columns):
        (folder / "cards" / "spells.csv").write_text(
            f"name,kind{',Hue' * columns}\nAnvil,spell{',red' * columns}\n", encoding="utf-8"
        )
        return calls(read_package, folder)

    assert work(800) < 6 * work(200)
