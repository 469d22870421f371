import json

import pytest

HEAD = "game: data-monsters\nformat: lab\nname: Test\n"


@pytest.fixture
def deck(tmp_path):
    def write(text, name="deck.yaml"):
        path = tmp_path / name
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(text, encoding="utf-8")
        return name

    return write


@pytest.mark.parametrize("name", ["data-monsters/startup", "data-monsters/enterprise"])
def test_the_packaged_decks_are_legal(deckwright, name):
    ran = deckwright("check", name, "--json")
    assert ran.code == 0
    assert ran.json == {
        "decks": [
            {
                "deck": name,
                "game": "data-monsters",
                "format": "lab",
                "players": None,
                "legal": True,
                "cards": 30,
                "findings": [],
            }
        ]
    }


def test_an_illegal_deck_has_every_finding_with_its_place(deckwright, deck):
    ran = deckwright("check", deck(HEAD + "cards:\n  mainframe: 3\n  krol-senior: 1\n"), "--json")
    assert ran.code == 1
    findings = {finding["rule"]: finding for finding in ran.json["decks"][0]["findings"]}
    assert set(findings) == {"size", "copies", "senior-without-junior"}
    assert findings["copies"]["where"] == {"file": "deck.yaml", "line": 5, "column": 3}
    assert findings["copies"]["cards"] == ["mainframe"]
    assert (findings["copies"]["found"], findings["copies"]["limit"]) == (3, 2)
    assert findings["senior-without-junior"]["severity"] == "warning"
    assert all(finding["cite"] for finding in findings.values())


def test_warnings_alone_leave_a_deck_legal(deckwright):
    startup = deckwright("export", "list", "data-monsters/startup").out
    text = "\n".join(line for line in startup.splitlines() if "krol-junior" not in line)
    ran = deckwright("check", "-", "--json", text=text)
    assert ran.code == 0
    assert ran.json["decks"][0]["legal"]
    assert [finding["severity"] for finding in ran.json["decks"][0]["findings"]] == ["warning"]


def test_a_rule_message_is_in_the_language_asked_for(deckwright, deck):
    name = deck(HEAD + "cards: {mainframe: 3}\n")
    messages = {lang: deckwright("check", name, "--lang", lang).out for lang in ("it", "fr", "en")}
    assert len(set(messages.values())) == 3
    assert "copies" in messages["en"]
    assert "exemplaires" in messages["fr"]
    assert "copie" in messages["it"]


BAD = [
    ("krol-juniour: 1", "unknown-card", 5, 3, "krol-junior"),
    ("mainframe: 0", "schema", 5, 14, "1"),
    ("lawyer: 1", "unknown-card", 5, 3, "lawyer"),
    ("Krol: 1", "ambiguous-card", 5, 3, "krol-chief"),
]


@pytest.mark.parametrize(("line", "rule", "row", "column", "message"), BAD)
def test_a_bad_line_is_one_clear_message_with_its_place(deckwright, deck, line, rule, row, column, message):
    ran = deckwright("check", deck(HEAD + f"cards:\n  {line}\n"), "--json")
    assert ran.code == 3
    (finding,) = ran.json["findings"]
    assert finding["rule"] == rule
    assert message in finding["message"]
    assert ran.json["error"]["where"] == {"file": "deck.yaml", "line": row, "column": column}
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD.replace("lab", "labb") + "cards: {mainframe: 1}\n", "lab"),
        ("", "empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "PNG"),
        ("game: data-monster\ncards: {mainframe: 1}\n", "data-monsters"),
    ],
)
def test_a_bad_file_is_one_clear_message(deckwright, deck, text, message):
    ran = deckwright("check", deck(text))
    assert ran.code == 3
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_a_missing_file_names_the_nearest(deckwright, deck):
    deck("cards: {}", "mine.yaml")
    ran = deckwright("check", "mime.yaml")
    assert ran.code == 3
    assert "mine.yaml" in ran.err


def test_a_list_without_a_game_asks_for_it(deckwright, deck):
    name = deck("2 Mainframe\n", "deck.txt")
    assert deckwright("check", name).code == 2
    assert deckwright("check", name, "--game", "data-monsters", "--format", "lab").code == 1


@pytest.mark.parametrize("day", ["2026-02-30", "20260131", "2026-W05-6", "tomorrow"])
def test_a_day_that_is_none_is_refused(deckwright, day):
    ran = deckwright("check", "data-monsters/startup", "--on", day)
    assert ran.code == 2
    assert "2026-01-31" in ran.err


def test_an_error_is_json_too(deckwright):
    ran = deckwright("check", "data-monsters/statup", "--json")
    assert ran.code == 3
    assert set(json.loads(ran.out)["error"]) == {"code", "message", "hint", "where"}


def test_what_is_wrong_with_any_of_several_decks_is_said(deckwright, deck):
    bad = deck(HEAD + "cards: {mainfram: 1}\n", "bad.yaml")
    ran = deckwright("check", bad, "nowhere.txt", "data-monsters/statup", "--json")
    assert ran.code == 3
    assert {finding["rule"] for finding in ran.json["findings"]} == {
        "unknown-card",
        "no-such-file",
        "no-such-deck",
    }


UNREADABLE = {
    "unknown card": ("bad.yaml", HEAD + "cards: {mainfram: 1}\n", "bad-deck"),
    "YAML that is none": ("bad.yaml", "cards: [\n", "yaml"),
    "no text": ("bad.txt", b"\0\1", "binary"),
    "empty": ("bad.yaml", "", "empty"),
    "unknown format": ("bad.yaml", HEAD.replace("lab", "labb") + "cards: {mainframe: 1}\n", "unknown-format"),
    "unknown game": ("bad.yaml", "game: chess\ncards: {mainframe: 1}\n", "no-such-game"),
    "no game": ("bad.txt", "2 Mainframe\n", "game-missing"),
    "no format": ("bad.txt", "# game: data-monsters\n2 Mainframe\n", "format-missing"),
    "no players": ("bad.yaml", HEAD.replace("lab", "office") + "cards: {mainframe: 1}\n", "players-missing"),
    "wrong players": (
        "bad.yaml",
        HEAD.replace("lab", "office\nplayers: 9") + "cards: {mainframe: 1}\n",
        "players-out-of-range",
    ),
}


@pytest.fixture
def between(deckwright, deck):
    """Check a deck between a legal one and an illegal one."""

    def check(name, *more, **text):
        illegal = deck(HEAD + "cards: {mainframe: 3}\n", "illegal.yaml")
        return deckwright("check", "data-monsters/startup", name, illegal, *more, **text)

    return check


@pytest.mark.parametrize(("name", "text", "code"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_deck_that_cannot_be_checked_hides_no_other(between, deck, name, text, code):
    ran = between(deck(text, name), "--json")
    assert ran.code == 3
    legal, bad, illegal = ran.json["decks"]
    assert (legal["legal"], illegal["legal"]) == (True, False)
    assert bad["deck"] == name
    assert bad["error"]["code"] == code
    assert ran.json["error"] == bad["error"]
    assert "1 deck of 3 could not be checked" in ran.err


@pytest.mark.parametrize(
    ("name", "code"),
    [("nowhere.txt", "no-such-file"), ("data-monsters/statup", "no-such-deck"), ("x" * 300, "no-such-deck")],
)
def test_a_deck_that_is_not_there_hides_no_other(between, name, code):
    ran = between(name, "--json")
    assert ran.code == 3
    assert [one.get("legal") for one in ran.json["decks"]] == [True, None, False]
    assert ran.json["decks"][1]["error"]["code"] == code


def test_standard_input_that_is_wrong_hides_no_other(between):
    ran = between("-", "--json", text="1 Mainfram\n")
    assert [one.get("legal") for one in ran.json["decks"]] == [True, None, False]


def test_every_report_has_the_deck_that_cannot_be_checked_beside_the_others(between, deck):
    name = deck(HEAD + "cards: {mainfram: 1}\n", "bad.yaml")
    text = between(name)
    assert text.code == 3
    assert [line.split(" (")[0] for line in text.out.splitlines() if not line.startswith(" ")] == [
        "data-monsters/startup: legal",
        "bad.yaml: not checked",
        "illegal.yaml: not legal",
    ]
    assert "bad.yaml:4:9: error: data-monsters has no card mainfram." in text.out
    github = between(name, "--report", "github")
    assert github.code == 3
    assert "::error file=bad.yaml,line=4,col=9,title=unknown-card::" in github.out
    assert "::error file=illegal.yaml,line=4,col=9,title=copies::" in github.out


def test_wrong_usage_alone_stays_wrong_usage(deckwright, deck):
    first, second = (deck("2 Mainframe\n", name) for name in ("a.txt", "b.txt"))
    assert deckwright("check", first, second).code == 2
    assert deckwright("check", first, "nowhere.txt").code == 3


@pytest.mark.parametrize(
    "command",
    [
        ("combine", "bad.yaml", "nowhere.txt", "data-monsters/startup", "--format", "lab"),
        ("export", "list", "bad.yaml", "data-monsters/startup", "nowhere.txt"),
        ("deal", "data-monsters", "--players", "2", "--deck", "1=bad.yaml", "--deck", "2=nowhere.txt"),
    ],
    ids=lambda command: command[0],
)
def test_whatever_takes_several_decks_says_what_is_wrong_with_each(deckwright, deck, command):
    deck(HEAD + "cards: {mainfram: 1, lawyr: 1}\n", "bad.yaml")
    ran = deckwright(*command, "--json")
    assert ran.code == 3
    assert [one["rule"] for one in ran.json["findings"]] == ["unknown-card", "unknown-card", "no-such-file"]


def test_cards_of_one_name_are_told_apart_by_what_differs(deckwright, deck):
    expected = "krol-junior (level:junior), krol-senior (level:senior), krol-chief (level:chief)"
    assert expected in deckwright("check", deck(HEAD + "cards: {Krol: 1}\n")).err
    shown = deckwright("show", "Krol", "--game", "data-monsters")
    assert shown.code == 3
    assert "data-monsters/krol-junior (level:junior), data-monsters/krol-senior (level:senior)" in shown.err
    assert "(level:chief)" in deckwright("edit", "Krol", EDITOR="true").err


def test_input_that_is_wrong_is_json_for_the_json_report_too(deckwright):
    assert deckwright("check", "nowhere.txt", "--report", "json").json["error"]["code"] == "no-such-file"


def test_the_game_named_is_for_lists_that_name_none(deckwright, deck):
    name = deck("# game: data-monsters\n# format: lab\n1 Mainframe\n", "deck.txt")
    ran = deckwright("check", name, "--game", "dataset", "--json")
    assert ran.json["decks"][0]["game"] == "data-monsters"


@pytest.mark.parametrize("players", ["0", "-3", "1", "5"])
def test_no_format_allows_players_that_the_game_does_not(deckwright, players):
    ran = deckwright("check", "data-monsters/startup", "--players", players)
    assert ran.code == 2
    assert "2, 3" in ran.err


def test_a_deck_file_without_an_ending_is_read_as_what_it_is(deckwright, deck):
    assert deckwright("check", deck(HEAD + "cards: {mainframe: 1}\n", "deck"), "--json").json["decks"]
    assert deckwright(
        "check", deck("# game: data-monsters\n# format: lab\n1 Mainframe\n", "list"), "--json"
    ).json["decks"]


@pytest.fixture
def load_game(deckwright, tmp_path):
    """Load a small game in English: what its game.yaml has after its languages, and its cards."""

    def loaded(name, definition, cards):
        (tmp_path / name / "cards").mkdir(parents=True)
        head = f"id: {name}\ntitle: {name.capitalize()}\nsource_language: en\nlanguages: [en]\n"
        (tmp_path / name / "game.yaml").write_text(head + definition, encoding="utf-8")
        (tmp_path / name / "cards" / "all.yaml").write_text(cards, encoding="utf-8")
        assert deckwright("load", name).code == 0

    return loaded


def test_cards_that_the_rule_about_the_size_leaves_out_are_counted_apart(deckwright, deck, load_game):
    load_game(
        "duel",
        "kinds: {hero: {name: Hero}, spell: {name: Spell}}\nformats:\n  forty:\n    name: Forty\n    rules:\n"
        '    - {id: whole, over: "-kind:hero -kind:spell", measure: cards, max: 0, message: No other kinds.}\n'
        '    - {id: size, over: "-kind:hero", measure: cards, min: 4, max: 4, message: "Four cards, and a hero."}\n',
        "cards: [{id: anna, kind: hero, name: Anna}, {id: bolt, kind: spell, name: Bolt, copies: 9}]\n",
    )
    head = "game: duel\nformat: forty\nname: Test\n"
    for spells, verdict in (
        (4, "legal (forty, 4 cards, 1 other card)"),
        (3, "not legal (forty, 3 cards, 1 other card)"),
    ):
        name = deck(f"{head}cards: {{anna: 1, bolt: {spells}}}\n")
        assert deckwright("check", name).out.startswith(f"deck.yaml: {verdict}\n")
        assert deckwright("check", name, "--json").json["decks"][0]["cards"] == spells + 1


def test_a_rule_about_most_cards_below_one_about_all_leaves_no_cards_out(deckwright, deck, load_game):
    load_game(
        "mana",
        "kinds: {land: {name: Land}, spell: {name: Spell}}\nformats:\n  open:\n    name: Open\n    zones: [side]\n    rules:\n"
        '    - {id: side, zone: side, over: "-kind:spell", measure: cards, min: 0, message: A side.}\n'
        "    - {id: size, measure: cards, min: 5, message: Five cards.}\n"
        '    - {id: spells, over: "-kind:land", measure: cards, min: 2, message: Two spells.}\n',
        "cards: [{id: isle, kind: land, name: Isle, copies: 9}, {id: bolt, kind: spell, name: Bolt, copies: 9}]\n",
    )
    ran = deckwright("check", deck("game: mana\nformat: open\nname: Test\ncards: {bolt: 3, isle: 4}\n"))
    assert "legal (open, 7 cards)" in ran.out
