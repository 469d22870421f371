"""Scoring pads, reference cards and rules pages, printed by the real command and read back by another library."""

from __future__ import annotations

import os
import re
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest

from deckwright import workbench
from deckwright.model.game import numbers_in
from deckwright.model.settings import phases_in, reminders_in
from deckwright.press.graphics.parts import DrawnText, all_parts
from deckwright.workbench.documents import PadOptions, RulesOptions

from ..programs import deep_except
from ..registries import GAMES, LANGUAGES, each_game_and_language

POINT = 25.4 / 72
GOLDEN = Path(__file__).parent / "golden-rules"
BLEED = 3

each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)

BARE = {
    "game.yaml": """\
id: frogs
title: Frogs
source_language: en
languages: [en]
players: {min: 2, max: 3}
kinds: {frog: {name: Frog}}
modes:
  pond: {name: Pond}
""",
    "cards/frogs.yaml": """\
defaults: {kind: frog, origin: sample}
cards:
  - {id: hop, name: Hop, copies: 3}
""",
}

PONDS = """\
id: frogs
title: Frogs
source_language: en
languages: [en]
players: {min: 2, max: 3}
fields:
  pond:
    title: Pond
    oneOf: [{const: green, title: Green}, {const: blue, title: Blue}]
icons: {green: "mdi:leaf", blue: "mdi:water"}
kinds:
  frog: {name: Frog, fields: [pond]}
  toad: {name: Toad, fields: [pond]}
  flag: {name: Flag, optional: [pond]}
"""
PONDS_CARDS = """\
cards:
  - {id: hop, name: Hop, kind: frog, copies: 3, fields: {pond: green}}
  - {id: dip, name: Dip, kind: frog, copies: 3, fields: {pond: blue}}
  - {id: wart, name: Wart, kind: toad, copies: 2, fields: {pond: green}}
  - {id: banner, name: Banner, kind: flag, copies: 9, fields: {pond: green}}
"""


def bare(text):
    return re.sub(r"[\s\u00a0\u202f\ufffe\x02]+", "", text)


def texts(path):
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path)]


def places(page, word):
    """Positions of a word: left and upper edges, in mm from the top left corner."""
    words = page.get_textpage()
    found, search = [], words.search(word, match_case=True)
    while hit := search.get_next():
        left, _, _, top = words.get_charbox(hit[0])
        found.append((left * POINT, (page.get_height() - top) * POINT))
    return found


def grey(page, dots=4):
    """A page as a picture, with a number of dots per mm."""
    return page.render(scale=dots * POINT).to_pil().convert("L")


def inked(page):
    """Rectangle of everything printed, in mm: left, top, right and lower edge."""
    return [edge / 4 for edge in grey(page).point(lambda shade: 255 * (shade < 250)).getbbox()]


def inked_card(page):
    """Rectangle of a card's ink, without the crop marks at the edges of the paper."""
    across, down = page.get_width() * POINT, page.get_height() * POINT
    image = grey(page).crop((55, 75, int(4 * (across - 13.75)), int(4 * (down - 18.75))))
    left, top, right, low = image.point(lambda shade: 255 * (shade < 250)).getbbox()
    return left / 4 + 13.75, top / 4 + 18.75, right / 4 + 13.75, low / 4 + 18.75


@pytest.fixture(scope="module")
def printed(run, packaged_database, tmp_path_factory):
    """Function that prints a pad or cards of a game in a language, once, and returns the run and the file."""
    folder = tmp_path_factory.mktemp("aids")
    shutil.copy(packaged_database, folder / "cards.db")

    @cache
    def make(what, game, language="en"):
        name = f"{what}-{game}-{language}.pdf"
        one = ("--players", "1") if what == "reference" else ()
        ran = run(
            "export",
            what,
            game,
            "--lang",
            language,
            *one,
            "-o",
            name,
            "--json",
            "--db",
            "cards.db",
            cwd=folder,
        )
        assert (ran.code, ran.json["findings"]) == (0, [])
        return ran.json, folder / name

    return make


class TestPad:
    @each_game_and_language
    def test_has_each_part_of_the_points_and_each_tie_in_order(self, printed, game, language):
        report, file = printed("pad", game, language)
        assert report["pages"] == 1
        (text,) = texts(file)
        rows = [
            bare(row["note"] + row["label"] if row["sort"] == "key" else row["label"] + row["note"])
            for row in report["rows"]
        ]
        starts = [bare(text).find(row) for row in rows]
        assert -1 not in starts
        assert starts == sorted(starts)
        assert bare(text).count(rows[0]) == report["pads"]

    @each_game
    def test_its_rows_are_the_parts_that_score_adds_up(self, printed, game, packaged_game):
        report, _ = printed("pad", game, "fr")
        definition = packaged_game(game).definition["scoring"]
        rows = [row["label"] for row in report["rows"] if row["sort"] == "part"]
        assert rows == [packaged_game(game).label(f"score:{part}", "fr") for part in definition["parts"]]

    @pytest.mark.parametrize(
        ("language", "foot"),
        [
            ("en", "In a tie, the victory is shared."),
            ("fr", "En cas d’égalité, la victoire est partagée."),
            ("it", "In caso di parità, la vittoria è condivisa."),
        ],
    )
    def test_its_foot_is_one_sentence_if_nothing_decides_a_tie(self, printed, language, foot):
        assert bare(foot) in bare(texts(printed("pad", "monster-office", language)[1])[0])

    @pytest.mark.parametrize(
        ("game", "title"),
        [("dataset", "Dataset 2–6 players"), ("big-monster", "Big Monster Competitive game · 3–6 players")],
    )
    def test_names_its_mode_if_modes_are_scored_in_different_ways(self, printed, game, title):
        """All levels of Dataset count Data-Treasures; partners have one score (Big Monster, Final scoring)."""
        (page,) = texts(printed("pad", game)[1])
        assert title in " ".join(page.split())

    def test_has_a_card_with_its_number_beside_the_frames_for_several(self, printed):
        """Opportunities are worth big data points (Data Monsters, §9)."""
        report, file = printed("pad", "data-monsters")
        assert report["rows"][0]["note"] == "of each opportunity won"
        assert texts(file)[0].count("Big data points") == report["pads"]

    def test_tells_the_table_of_a_part(self, printed):
        """Swamp tiles are worth 2, 8, 18, 32 and 50 (Big Monster, Monster tiles, 4)."""
        report, _ = printed("pad", "big-monster")
        notes = {row["label"]: row["note"] for row in report["rows"]}
        assert notes["Swamp"] == "1–5 tiles: 2 · 8 · 18 · 32 · 50"

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_has_a_column_for_each_seat(self, deckwright, tmp_path, players):
        ran = deckwright("export", "pad", "dataset", "--players", str(players), "-o", "pad.pdf", "--json")
        assert {row["cells"] for row in ran.json["rows"]} == {players} == {ran.json["seats"]}
        page = pypdfium2.PdfDocument(tmp_path / "pad.pdf")[0]
        names = places(page, "Name")
        left, top = min(names, key=sum)
        columns = len({round(x) for x, _ in names})
        picture = grey(page, 8)
        across = [
            picture.getpixel((x, int(8 * (top - 1.5)))) < 240
            for x in range(int(8 * left), picture.width // columns)
        ]
        edges = sum(before and not is_ink for before, is_ink in pairwise(across))
        assert edges == players + 1, (
            "Each cell is white on the strip of names, which ends after the last one."
        )

    def test_of_teams_has_one_cell_for_the_score_of_each(self, deckwright, tmp_path):
        """A team scores what its lower member has (Big Monster, Final scoring)."""
        ran = deckwright("export", "pad", "big-monster", "--mode", "team", "-o", "pad.pdf", "--json")
        assert (ran.json["seats"], ran.json["teams"]) == (6, 3)
        cells = [(row["label"], row["cells"]) for row in ran.json["rows"] if row["sort"] != "part"]
        assert cells[:2] == [("Total", 6), ("Team", 3)]
        assert {count for _, count in cells[1:]} == {3}
        (text,) = texts(tmp_path / "pad.pdf")
        assert all(f"Team {number}" in text for number in (1, 2, 3))
        assert "the lowest of its totals" in text

    @each_game
    def test_nothing_stands_beyond_what_printers_reach(self, printed, game):
        page = pypdfium2.PdfDocument(printed("pad", game, "fr")[1])[0]
        left, top, right, low = inked(page)
        assert min(left, top) >= 2
        assert right <= page.get_width() * POINT - 2
        assert low <= page.get_height() * POINT - 2

    @each_game_and_language
    def test_fits_for_every_number_of_players_in_every_mode(
        self, packaged_database, packaged, tmp_path, game, language
    ):
        definition = packaged(game).game.definition
        with workbench.open_library(str(packaged_database), language=language) as library:
            for mode, entry in definition["modes"].items():
                for players in numbers_in(entry.get("players") or definition["players"]):
                    options = PadOptions(players=players, mode=mode)
                    made = workbench.print_score_pads(
                        library, game, tmp_path / f"{mode}-{players}.pdf", options
                    )
                    assert not made.findings, (mode, players)

    @each_language
    def test_fits_where_six_are_on_a_large_paper(self, deckwright, language):
        words = (
            "big-monster",
            "--mode",
            "competitive",
            "--players",
            "4",
            "--sheet",
            "a3",
            "--lang",
            language,
        )
        assert deckwright("export", "pad", *words, "-o", "pad.pdf").code == 0

    def test_the_same_pad_is_the_same_file(self, deckwright, tmp_path):
        for name in ("one", "two"):
            deckwright("export", "pad", "dataset", "-o", f"{name}.pdf")
        assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


class TestReference:
    @each_game_and_language
    def test_fits_on_both_sides_of_a_card(self, printed, game, language):
        front, back = pypdfium2.PdfDocument(printed("reference", game, language)[1])
        width = front.get_width() * POINT
        (left, top, right, low), mirrored = inked_card(front), inked_card(back)
        assert right - left < 88.5 + 2 * BLEED
        assert low - top < 126.5 + 2 * BLEED
        assert mirrored[0] == pytest.approx(width - right, abs=1.5)

    @each_language
    def test_says_what_marks_mean(self, printed, language, packaged_game):
        text = bare("".join(texts(printed("reference", "data-monsters", language)[1])))
        game = packaged_game("data-monsters")
        for mark in game.names("marks"):
            assert bare(game.label(f"mark:{mark}", language)) in text
            assert bare(game.label(f"mark:{mark}.short", language)) in text

    @each_game_and_language
    def test_names_what_is_in_the_box_and_what_is_counted(self, printed, game, language, packaged_game):
        text = bare("".join(texts(printed("rules", game, language)[1])))
        own = packaged_game(game)
        for kind in own.names("kinds"):
            assert bare(own.label(f"kind:{kind}", language)) in text
        text = bare("".join(texts(printed("reference", game, language)[1])))
        for part in own.definition["scoring"]["parts"]:
            assert bare(own.label(f"score:{part}", language)).lower() in text.lower()

    def test_tells_the_numbers_of_the_table(self, printed):
        """Decks of 12, 13 and 15, or of 8; a market of 3, 4 and 5; hands of 4, of 3 for the first; draws of 2 or 3.

        Data Monsters, §1, §3 and §4.
        """
        text = " ".join("".join(texts(printed("rules", "data-monsters")[1])).split())
        for row in (
            "Opportunity deck: shuffle 12 13 15",
            "As standard, but with only the 8 basic opportunities.",
            "– Basic 6 7 8",
            "– Hard 6 6 7",
            "Market: lay face up 3 4 5",
            "Hand, each player: deal 4",
            "– first player 3",
            "Draw 3 cards, or 2 in a game for two.",
        ):
            assert row in text

    def test_a_mode_tells_of_its_own_table(self, deckwright, tmp_path):
        """In the tutorial the opportunity deck has the basic ones only (Data Monsters, §1)."""
        deckwright("export", "reference", "data-monsters", "--mode", "tutorial", "-o", "card.pdf")
        text = " ".join(texts(tmp_path / "card.pdf")[0].split())
        assert "Fast or tutorial game" in text
        assert "Hard 6" not in text

    @pytest.mark.parametrize(("choice", "count"), [("Ice", 36), ("Desert", 11), ("Rune", 16)])
    def test_legends_count_the_cards_of_one_sort(self, printed, choice, count):
        """36 tiles of ice and 11 of the desert: explorers and mutation tiles are none."""
        text = " ".join("".join(texts(printed("rules", "big-monster")[1])).split())
        assert re.search(rf"\b{choice} ×{count}\b", text)

    def test_what_is_in_piles_on_the_table_has_no_legend(self, printed):
        """Six mutation tiles of each species are a pile in the drawing of the table."""
        report, file = printed("rules", "big-monster")
        assert "Family" in report["sections"]
        assert "Species" not in report["sections"]
        assert "Mutation tiles 4 × 6" in " ".join("".join(texts(file)).split())

    def test_a_legend_adds_up_kinds_that_always_have_the_field(self, deckwright, tmp_path):
        """Frogs and toads have a pond; a flag may have one, and is not counted."""
        folder = tmp_path / "frogs"
        (folder / "cards").mkdir(parents=True)
        (folder / "game.yaml").write_text(PONDS)
        (folder / "cards" / "frogs.yaml").write_text(PONDS_CARDS)
        assert deckwright("load", "frogs").code == 0
        deckwright("export", "reference", "frogs", "-o", "card.pdf")
        text = " ".join("".join(texts(tmp_path / "card.pdf")).split())
        assert re.search(r"Green ×5\b", text)
        assert re.search(r"Blue ×3\b", text)

    @pytest.mark.parametrize("mode", ["", "standard", "office"])
    def test_marks_say_how_many_copies_a_deck_has(self, deckwright, tmp_path, mode):
        """In an office deck, one or two copies of a unique card, up to eight of a multiple one (Data Monsters, §10)."""
        deckwright("export", "reference", "data-monsters", *(["--mode", mode] if mode else []), "-o", "c.pdf")
        text = " ".join("".join(texts(tmp_path / "c.pdf")).split())
        assert "Unique: 1 per deck (2 in an office deck)" in text
        assert "Multiple: up to 4 per deck (8 in an office deck)" in text

    def test_says_the_ties_of_every_mode(self, printed):
        """Big Monsters decide in three ways (Big Monster, Final scoring; Rules for 2-player games)."""
        text = " ".join("".join(texts(printed("rules", "big-monster")[1])).split())
        assert "In a tie. Most Big Monster tiles. If still" in text
        assert "In a tie (team). The higher score of the team, then most Big Monster tiles." in text
        assert "Points In a tie. Most points from Big Monsters." in text

    def test_a_card_names_the_ties_of_its_mode(self, printed, deckwright, tmp_path):
        text = " ".join("".join(texts(printed("reference", "big-monster")[1])).split())
        assert "In a tie: most Big Monster tiles" in text
        deckwright("export", "reference", "big-monster", "--mode", "team", "-o", "c.pdf")
        text = " ".join("".join(texts(tmp_path / "c.pdf")).split())
        assert "In a tie: The higher score of the team, then most Big Monster tiles" in text

    def test_the_end_has_the_points_and_goes_on_in_small_letters_in_a_tie(self, printed):
        """The game ends when the last opportunity is won (Data Monsters, §9)."""
        text = " ".join("".join(texts(printed("reference", "data-monsters")[1])).split())
        assert (
            "End of the game Last opportunity won: most big data points win In a tie: the most valuable "
            "single opportunity wins" in text
        )
        assert " Points " not in text

    def test_the_points_are_called_as_the_game_calls_them(self, printed):
        """Most credit wins (Monster Office, End conditions)."""
        text = " ".join("".join(texts(printed("reference", "monster-office")[1])).split())
        assert "10 completed projects Most credit wins In a tie: shared victory Credit Colour sets" in text

    def test_each_part_of_the_score_has_a_line(self, printed):
        text = " ".join("".join(texts(printed("reference", "big-monster")[1])).split())
        for line in (
            "Lava: the number on each tile",
            "Grassland: the bonus on each tile",
            "Swamp: 1–5 tiles: 2 · 8 · 18 · 32 · 50",
            "Explorer: the bonus on its tile",
            "Medals: points of each; penalty −10",
        ):
            assert line in text

    def test_names_the_mode_of_a_turn_that_other_modes_do_not_have(self, printed):
        """In an office game all draw from one deck (§10)."""
        for side in texts(printed("reference", "data-monsters")[1]):
            assert "Gather and Measure Standard game" in " ".join(side.split())
        office = texts(printed("reference", "monster-office")[1])[0]
        assert "Workplace Reference card" in " ".join(office.split())

    def test_a_card_is_for_all_modes_if_one_has_all_that_others_have(self, printed, deckwright, tmp_path):
        """Levels of Dataset add cards (Un consiglio): what only some have says so, and a card of one level does not."""
        front, back = (" ".join(text.split()) for text in texts(printed("reference", "dataset")[1]))
        assert "A turn 1 Call" in front
        assert "Reference card · Levels level_1 –level_4" in front
        assert "Special card: use it, or keep it to defend level_2 –level_4" in front
        assert "End of the game Deck and hands empty: most Data-Treasures win In a tie:" in back
        assert "Points" not in front + back
        assert (
            "Effect Defence Levels Sanction: you return all Data-Treasures to the deck Lawyer level_2 –level_4"
            in back
        )
        assert "Data Breach: you skip 1 turn Cybersecurity level_3 –level_4" in back
        deckwright("export", "reference", "dataset", "--mode", "level-3", "-o", "c.pdf")
        text = " ".join("".join(texts(tmp_path / "c.pdf")).split())
        assert "Data Breach: say “DATABREACH!”" in text
        assert "Transparency" not in text
        assert "(" not in text
        assert "level_" not in text

    @pytest.mark.parametrize(
        ("game", "cards_only", "rules_only"),
        [
            ("dataset", "you return all Data-Treasures", "How to read the cards"),
            (
                "monster-office",
                "Draw resources: 3 from row or deck",
                "All show a resource card at once",
            ),
        ],
    )
    def test_has_what_is_looked_up_during_a_game(self, printed, game, cards_only, rules_only):
        card, rules = (
            " ".join("".join(texts(printed(what, game)[1])).split()) for what in ("reference", "rules")
        )
        assert cards_only in card
        assert cards_only not in rules
        assert rules_only in rules
        assert rules_only not in card

    @each_language
    def test_names_what_an_effort_adds_up(self, printed, language):
        """The TECH of the tools must reach that of the opportunities, and the SCI that of these (Data Monsters, §7)."""
        (back,) = texts(printed("reference", "data-monsters", language)[1])[1:]
        assert "TECH" in back
        assert "SCI" in back

    @each_game_and_language
    def test_begins_with_how_a_turn_goes(self, printed, game, language, packaged_game):
        front, back = (bare(text) for text in texts(printed("reference", game, language)[1]))
        own = packaged_game(game)
        phases = phases_in(own, own.default_mode, is_short=True)
        places = [front.find(bare(own.label(phase.title, language))) for phase in phases]
        assert -1 not in places
        notes = [note.label for phase in phases for note in phase.notes]
        for context in [*(phase.label for phase in phases if phase.label), *notes]:
            assert bare(own.label(context, language)) in front
        for reminder in reminders_in(own, own.default_mode, is_short=True):
            assert bare(own.label(reminder.title, language)) in front + back

    @pytest.mark.parametrize("language", deep_except(["it"], LANGUAGES, "the mode in another language"))
    @pytest.mark.parametrize("mode", ["team", "two-player"])
    def test_a_mode_has_its_own_turn(self, deckwright, tmp_path, language, mode, packaged_game):
        """Teams count together; two players take tiles of open series (Rules for 2-player games)."""
        ran = deckwright(
            "export", "reference", "big-monster", "--mode", mode, "--lang", language, "-o", "c.pdf", "--json"
        )
        assert ran.json["findings"] == []
        own = packaged_game("big-monster")
        front = bare(texts(tmp_path / "c.pdf")[0])
        for phase in phases_in(own, mode, is_short=True):
            assert bare(own.label(phase.label, language)) in front

    def test_a_table_is_on_one_side(self, printed):
        sides = texts(printed("reference", "big-monster")[1])
        table = ("How many", "Desert tiles", "Mutagenic monsters")
        assert [side for side in sides if any(words in side for words in table)] == [
            side for side in sides if all(words in side for words in table)
        ]

    @pytest.mark.parametrize(("players", "pages"), [(1, 2), (4, 2), (5, 4)])
    def test_there_is_one_for_each_player(self, deckwright, tmp_path, players, pages):
        ran = deckwright("export", "reference", "dataset", "--players", str(players), "-o", "c.pdf", "--json")
        assert (ran.json["cards"], ran.json["pages"]) == (players, pages)
        found = "".join(texts(tmp_path / "c.pdf"))
        assert found.count("Reference card") == 2 * players

    def test_without_a_number_as_many_as_can_play(self, deckwright):
        ran = deckwright("export", "reference", "data-monsters", "-o", "card.pdf", "--json")
        assert ran.json["cards"] == 4

    def test_paper_turned_about_its_short_edge_has_backs_upside_down(self, deckwright, tmp_path):
        tops = {}
        for edge in ("long", "short"):
            deckwright("export", "reference", "dataset", "--players", "1", "--duplex", edge, "-o", "card.pdf")
            back = pypdfium2.PdfDocument(tmp_path / "card.pdf")[1]
            tops[edge] = places(back, "Dataset")[0][1] / (back.get_height() * POINT)
        assert tops["long"] < 0.5 < tops["short"]


class TestRules:
    @each_game_and_language
    def test_have_their_sections_in_order(self, printed, game, language):
        report, file = printed("rules", game, language)
        assert report["pages"] <= (3 if game == "big-monster" else 2)
        lines = [bare(line) for line in "\n".join(texts(file)).splitlines()]
        places, last = [], 0
        for section in map(bare, filter(None, report["sections"])):
            here = [number for number, line in enumerate(lines) if line == section]
            places.append(next((number for number in here if number >= last), here[0]))
            last = max(places)
        moved = [place for place, below in pairwise(places) if below < place]
        has_part = len({*report["sections"]}) < len(report["sections"])
        are_apart = game == "dataset"
        assert len(moved) <= 1 + has_part + are_apart, (
            "only legends are elsewhere, if a turn has no room on the first page, two of them also apart, and a part's turn beside its set-up"
        )

    @each_game_and_language
    def test_have_every_phase_reminder_and_reading_of_every_mode(
        self, printed, game, language, packaged_game
    ):
        text = bare("".join(texts(printed("rules", game, language)[1])))
        own = packaged_game(game)
        prefixes = ("turn:", "reminder:", "reading:", "say:", "setting:")
        labels = own.labels[own.source_language]
        parts = [(f"reminder:{name}", entry) for name, entry in own.definition.get("reminders", {}).items()]
        parts += [(f"turn:{name}", entry) for name, entry in own.definition.get("turn", {}).items()]
        parts += [
            (f"{part}.item.{name}", item)
            for part, entry in parts
            for name, item in entry.get("items", {}).items()
        ]
        of_cards = tuple(name for name, entry in parts if entry.get("only") == "reference")
        contexts = [
            key
            for key in labels
            if key.startswith(prefixes) and not key.endswith(".short") and not key.startswith(of_cards)
        ]
        words = {context: re.sub("[{}]", "", own.label(context, language)) for context in contexts}
        missing = [context for context in contexts if bare(words[context].rstrip("?\u00a0")) not in text]
        assert missing == []

    @each_game_and_language
    def test_are_as_before(self, printed, game, language):
        """Golden texts, without those of cards, which come after the foot of a page.

        After a change that is meant, `DECKWRIGHT_GOLDEN=write` writes them anew, with `-m ""` those of each language.
        """
        foot = re.compile(r".*?\d (?:of|di|sur) \d", re.DOTALL)
        pages = [foot.match(page)[0] for page in texts(printed("rules", game, language)[1])]
        golden = GOLDEN / f"{game}.{language}.txt"
        text = "\n\f\n".join("\n".join(page.split("\r\n")) for page in pages) + "\n"
        if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8")

    @each_game_and_language
    def test_stay_within_the_margins(self, printed, game, language):
        self._check_margins(printed("rules", game, language)[1], 210, 297)

    @pytest.mark.deep("on another paper")
    @each_game
    def test_stay_within_the_margins_of_letter(self, deckwright, tmp_path, game):
        ran = deckwright(
            "export", "rules", game, "--lang", "fr", "--sheet", "letter", "-o", "r.pdf", "--json"
        )
        assert (ran.code, ran.json["findings"], ran.json["files"]) == (0, [], ["r.pdf"])
        self._check_margins(tmp_path / "r.pdf", 215.9, 279.4)

    def _check_margins(self, file, width, height):
        """Only the band of the title, and a strip on the pages after it, run to the edges of the paper."""
        for number, page in enumerate(pypdfium2.PdfDocument(file)):
            assert (page.get_width() * POINT, page.get_height() * POINT) == pytest.approx(
                (width, height), abs=0.1
            )
            band = 5.5 if number else 30.5
            image = grey(page).crop((0, int(band * 4), int(width * 4), int(height * 4)))
            left, top, right, low = (
                edge / 4 for edge in image.point(lambda shade: 255 * (shade < 250)).getbbox()
            )
            top, low = top + band, low + band
            assert left >= 12.5
            assert top >= 11.5  # accents of a heading on top of a page
            assert right <= width - 12.5
            assert low <= height - 9

    def test_of_one_mode_have_nothing_of_others(self, deckwright, tmp_path):
        deckwright("export", "rules", "big-monster", "--mode", "two-player", "-o", "r.pdf")
        text = " ".join("".join(texts(tmp_path / "r.pdf")).split())
        assert "Game for two" in text
        assert "Open the series" in text
        assert "Pass on" not in text
        assert "(two-player)" not in text

    @pytest.mark.deep("prints every mode")
    def test_of_one_mode_ask_what_is_unclear_in_it_and_those_of_all_name_its_modes(
        self, printed, deckwright, tmp_path
    ):
        """Dataset: no card goes back into the deck on level 1, and Transparency comes in on level 3 or 4."""

        def text_of(file):
            return " ".join("".join(texts(file)).split())

        for mode in ("level-1", "level-3"):
            deckwright("export", "rules", "dataset", "--mode", mode, "-o", f"{mode}.pdf")
        whole = text_of(printed("rules", "dataset")[1])
        first, third = text_of(tmp_path / "level-1.pdf"), text_of(tmp_path / "level-3.pdf")
        assert "Is Transparency in the deck (Level 3)? Not yet" in whole
        assert "Is Transparency in the deck? Not yet" in third
        for unclear in ("Transparency", "shuffle it"):
            assert unclear in whole
            assert unclear not in first

    def test_of_one_mode_say_what_sets_it_apart(self, deckwright, tmp_path):
        """Tutorial: the basic opportunities only (Data Monsters, §1)."""
        deckwright("export", "rules", "data-monsters", "--mode", "tutorial", "-o", "r.pdf")
        assert "Best for a first game." in " ".join("".join(texts(tmp_path / "r.pdf")).split())

    def test_show_cards_whose_words_are_not_those_of_the_page(self, printed):
        text = "".join(texts(printed("rules", "data-monsters")[1]))
        assert "Opportunity" in text
        assert "Cat Photo Sorter" not in text

    @pytest.mark.parametrize(("mode", "has_complaint"), [("level-1", False), ("level-4", True)])
    def test_of_one_mode_show_its_cards(self, packaged_database, tmp_path, mode, has_complaint):
        """Level 1 of Dataset has no Complaint: the last of its special cards is a Purpose."""
        with workbench.open_library(str(packaged_database)) as library:
            options = RulesOptions(mode=mode)
            rules = workbench.print_rules_pages(library, "dataset", tmp_path / "r.pdf", options).content
        special = rules.sections[0].items[-1]
        words = [
            run.text
            for piece in special.pieces
            for part in all_parts(piece.parts)
            if isinstance(part, DrawnText)
            for line in part.lines
            for run in line.runs
        ]
        assert special.values == ("×35",)
        assert ("Complaint" in words) == has_complaint

    def test_have_a_choice_of_the_table_with_the_usual_one_first(self, printed):
        """Whether deck and market must be empty (Data Monsters, §9)."""
        text = " ".join("".join(texts(printed("rules", "data-monsters")[1])).split())
        usual = "The game ends when no opportunity is left in the opportunity deck or the market."
        assert f"{usual} Or, if you agree. The game ends as soon as the opportunity deck is empty" in text

    def test_say_who_goes_first(self, printed):
        """By chance (Data Monsters, §3); all at the same time (Big Monster, Game turn)."""
        sentences = {
            "data-monsters": "Choose the first player at random.",
            "big-monster": "All play at the same time.",
        }
        for game, sentence in sentences.items():
            assert sentence in " ".join(texts(printed("rules", game)[1])[0].split())

    def test_the_same_rules_are_the_same_file(self, printed, deckwright, tmp_path):
        deckwright("export", "rules", "big-monster", "-o", "again.pdf")
        assert (tmp_path / "again.pdf").read_bytes() == printed("rules", "big-monster")[1].read_bytes()


class TestTrouble:
    @pytest.fixture
    def frogs(self, deckwright, tmp_path):
        for name, text in BARE.items():
            file = tmp_path / "frogs" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        ran = deckwright("load", "frogs")
        assert ran.code == 0, ran.err

    @pytest.mark.usefixtures("frogs")
    def test_a_game_that_is_not_scored_has_no_pad(self, deckwright, tmp_path):
        ran = deckwright("export", "pad", "frogs", "-o", "pad.pdf")
        assert ran.code == 3
        assert "frogs does not define how it is scored" in ran.err
        assert "game.yaml" in ran.err
        assert not (tmp_path / "pad.pdf").exists()

    @pytest.mark.usefixtures("frogs")
    def test_a_game_that_says_little_has_a_card_with_that(self, deckwright, tmp_path):
        ran = deckwright("export", "reference", "frogs", "-o", "card.pdf", "--json")
        assert (ran.code, ran.json["cards"], ran.json["pages"]) == (0, 3, 1)
        assert "×3" in texts(tmp_path / "card.pdf")[0]
        ran = deckwright("export", "rules", "frogs", "-o", "rules.pdf", "--json")
        assert (ran.code, ran.json["sections"], ran.json["pages"]) == (0, ["In the box"], 1)

    def test_teams_are_whole(self, deckwright, tmp_path):
        scoring = "scoring: {zones: {pond: {name: Pond, shape: cards}}, parts: [hops], teams: 2,\n"
        scoring += "  counts: {hops: {name: Hops, note: one each, zone: pond}}}\n"
        (tmp_path / "frogs" / "cards").mkdir(parents=True)
        (tmp_path / "frogs" / "game.yaml").write_text(BARE["game.yaml"].replace("max: 3", "max: 5") + scoring)
        (tmp_path / "frogs" / "cards" / "frogs.yaml").write_text(BARE["cards/frogs.yaml"])
        assert deckwright("load", "frogs").code == 0
        ran = deckwright("export", "pad", "frogs", "-o", "pad.pdf", "--json")
        assert (ran.json["seats"], ran.json["teams"]) == (4, 2)
        assert ran.json["rows"][0] == {"label": "Hops", "note": "one each", "sort": "part", "cells": 4}
        ran = deckwright("export", "pad", "frogs", "--players", "3", "-o", "pad.pdf")
        assert ran.code == 2
        assert "2 or 4" in ran.err

    @pytest.mark.parametrize("added", ["size", "[size, leap]"])
    def test_several_numbers_without_a_frame_are_written_in_boxes(self, deckwright, tmp_path, added):
        game = BARE["game.yaml"].replace("{name: Frog}", "{name: Frog, fields: [size, leap]}")
        game += "fields: {size: {title: Size, type: integer}, leap: {title: Leap, type: integer}}\n"
        game += "scoring: {zones: {pond: {name: Pond, shape: cards}}, parts: [sizes],\n"
        game += (
            "  counts: {sizes: {name: Sizes, note: of each frog, zone: pond, measure: {sum: "
            + added
            + "}}}}\n"
        )
        (tmp_path / "frogs" / "cards").mkdir(parents=True)
        (tmp_path / "frogs" / "game.yaml").write_text(game)
        (tmp_path / "frogs" / "cards" / "frogs.yaml").write_text(
            BARE["cards/frogs.yaml"].replace("copies: 3", "copies: 6, fields: {size: 4, leap: 2}")
        )
        assert deckwright("load", "frogs").code == 0
        ran = deckwright("export", "pad", "frogs", "-o", "pad.pdf", "--json")
        assert ran.code == 0, ran.err
        assert ran.json["rows"][0]["note"] == "of each frog,\none number in each box"

    def test_too_many_players_are_told_how_many_can_play(self, deckwright):
        ran = deckwright("export", "pad", "data-monsters", "--players", "7", "-o", "pad.pdf")
        assert ran.code == 2
        assert "2, 3 or 4" in ran.err

    def test_so_many_do_not_play_in_teams(self, deckwright):
        ran = deckwright("export", "pad", "big-monster", "--mode", "team", "--players", "5", "-o", "pad.pdf")
        assert ran.code == 2
        assert "4 or 6" in ran.err

    @pytest.mark.parametrize("what", ["pad", "reference", "rules"])
    def test_a_mode_that_is_not_there_is_told_the_nearest(self, deckwright, what):
        ran = deckwright("export", what, "big-monster", "--mode", "teem", "-o", "x.pdf")
        assert ran.code == 2
        assert "team" in ran.err

    @pytest.mark.parametrize("what", ["pad", "reference", "rules"])
    def test_a_small_paper_is_a_clear_message(self, deckwright, tmp_path, what):
        (tmp_path / "small.yaml").write_text("paper: [90, 120]\ncard: mini\n")
        ran = deckwright("export", what, "big-monster", "--sheet", "small.yaml", "-o", "x.pdf")
        assert ran.code == 3
        assert "not fit on the paper" in ran.err
        assert "--sheet" in ran.err
        assert not (tmp_path / "x.pdf").exists()

    def test_json_and_the_file_do_not_share_standard_output(self, deckwright):
        assert deckwright("export", "pad", "dataset", "-o", "-", "--json").code == 2


@pytest.fixture(scope="module")
def packaged_game(packaged_database):
    from deckwright.store.database import Database
    from deckwright.store.locations import path_of
    from deckwright.store.read import read_game

    def read(name):
        with Database(path_of(str(packaged_database))).reading() as connection:
            return read_game(connection, name)

    return read
