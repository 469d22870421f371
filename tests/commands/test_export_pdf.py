import pypdfium2
import pytest


def read(path):
    document = pypdfium2.PdfDocument(path)
    return document, "".join(page.get_textpage().get_text_bounded() for page in document)


def test_a_deck_is_printed_with_its_copies(deckwright, tmp_path):
    ran = deckwright("export", "pdf", "data-monsters/startup", "-o", "startup.pdf", "--json")
    assert ran.code == 0
    assert ran.json == {"files": ["startup.pdf"], "cards": 30, "pages": 4, "findings": []}
    document, text = read(tmp_path / "startup.pdf")
    assert len(document) == 4
    assert text.count("Sticky Notes") >= 4


@pytest.mark.parametrize(("sheet", "width", "height"), [("a4", 595.3, 841.9), ("letter", 612, 792)])
def test_the_sheet_is_of_the_paper_asked_for(deckwright, tmp_path, sheet, width, height):
    deckwright("export", "pdf", "data-monsters/startup", "--sheet", sheet, "-o", "s.pdf")
    assert read(tmp_path / "s.pdf")[0][0].get_size() == pytest.approx((width, height), abs=0.2)


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@pytest.mark.parametrize(("game", "cards"), [("data-monsters", 75), ("dataset", 120)])
def test_a_whole_game_is_printed_in_every_language_without_findings(deckwright, game, cards, language):
    ran = deckwright("export", "pdf", game, "--lang", language, "-o", "game.pdf", "--json")
    assert ran.code == 0
    assert (ran.json["cards"], ran.json["findings"]) == (cards, [])


def test_a_game_that_is_not_in_the_language_is_printed_in_its_own(deckwright, tmp_path):
    deckwright("new", "game", "Frogs")
    game = tmp_path / "frogs" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace('"en"', '"de"'), encoding="utf-8")
    deckwright("load", "frogs")
    ran = deckwright("export", "pdf", "frogs", "--json", "-o", "frogs.pdf")
    assert [one["message"].split()[0] for one in ran.json["findings"]] == ["word:sample"]  # the face's word
    assert ran.err == "frogs is not available in en: printing it in de.\n"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("data-monsters/startup", "Les Data Monsters dirigent une start-up"),
        ("data-monsters", "Data Monsters : collectez et mesurez"),
    ],
)
def test_decks_and_games_are_called_by_their_names_in_the_language(deckwright, tmp_path, source, title):
    assert f"# name: {title}" in deckwright("export", "list", source, "--lang", "fr").out
    deckwright("export", "pdf", source, "--lang", "fr", "-o", "sheets.pdf")
    assert " ".join(read(tmp_path / "sheets.pdf")[0].get_metadata_value("Title").split()) == title


def test_every_name_of_a_game_can_be_read_in_its_sheets(deckwright, tmp_path):
    deckwright("export", "pdf", "data-monsters", "--lang", "fr", "-o", "game.pdf")
    text = " ".join(read(tmp_path / "game.pdf")[1].split())
    names = {
        card["name"]
        for card in deckwright("search", "--game", "data-monsters", "--lang", "fr", "--json").json
    }
    assert {name for name in names if " ".join(name.split()) not in text} == set()


def test_cards_that_a_query_finds_are_printed(deckwright):
    ran = deckwright(
        "export", "pdf", "--select", "difficulty:hard", "--game", "data-monsters", "-o", "h.pdf", "--json"
    )
    assert ran.json["cards"] == 7


def test_a_game_beside_a_query_is_the_game_of_the_query(deckwright):
    query = ("--select", "difficulty:hard", "-o", "h.pdf", "--json")
    for named in (("data-monsters",), ("data-monsters", "--game", "data-monsters")):
        assert deckwright("export", "pdf", *named, *query).json["cards"] == 7
    both = deckwright("export", "pdf", "data-monsters/startup", "--game", "data-monsters", *query)
    assert both.json["cards"] == 37


def test_the_same_input_gives_the_same_bytes(deckwright, tmp_path):
    for name, seed in (("one.pdf", "0"), ("two.pdf", "1")):
        deckwright("export", "pdf", "dataset", "-o", name, PYTHONHASHSEED=seed)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_several_decks_of_one_game_go_into_one_file(deckwright):
    ran = deckwright(
        "export", "pdf", "data-monsters/startup", "data-monsters/enterprise", "-o", "b.pdf", "--json"
    )
    assert (ran.json["cards"], ran.json["pages"]) == (60, 7)


def test_cards_of_two_games_need_two_files(deckwright, tmp_path):
    ran = deckwright("export", "pdf", "data-monsters", "dataset", "-o", "b.pdf")
    assert ran.code == 2
    assert not (tmp_path / "b.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("data-monsters/startup",), 2, "-o"),
        (("-o", "x.pdf"), 2, "deck"),
        (("--select", "kind:tool", "-o", "x.pdf"), 2, "--game"),
        (
            ("--select", "kind:tool tech>=99", "--game", "data-monsters", "-o", "x.pdf"),
            3,
            "matches the query",
        ),
        (("data-monster", "-o", "x.pdf"), 3, "data-monsters"),
        (("data-monsters", "--sheet", "a44", "-o", "x.pdf"), 3, "a4"),
        (("data-monsters", "-o", "nowhere/x.pdf"), 3, "nowhere"),
    ],
)
def test_a_mistake_is_one_clear_message_and_leaves_no_file(deckwright, tmp_path, arguments, code, message):
    ran = deckwright("export", "pdf", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert list(tmp_path.rglob("*x.pdf*")) == []


def test_a_text_that_does_not_fit_is_a_finding_that_names_card_and_language(deckwright, tmp_path):
    folder = tmp_path / "long"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "id: long\ntitle: Long\nsource_language: en\nlanguages: [en]\nkinds: {card: {name: Card}}\n"
    )
    words = " ".join(f"word{number}" for number in range(150))
    (folder / "cards" / "c.yaml").write_text(
        f"cards:\n- {{id: tome, name: Tome, kind: card, text: {words}}}\n"
    )
    assert deckwright("load", "long").code == 0
    ran = deckwright("export", "pdf", "long", "-o", "long.pdf", "--json")
    assert ran.code == 1
    (finding,) = [one for one in ran.json["findings"] if one["rule"] == "overflow"]
    assert finding["cards"] == ["tome"]
    assert "en" in finding["message"]
    text = read(tmp_path / "long.pdf")[1].split()
    assert {f"word{number}" for number in range(150)} <= set(text)
