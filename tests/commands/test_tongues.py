"""A game in languages that the program does not speak: everything about its cards is in them."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from ..programs import deep_except

RANAS = Path(__file__).parents[1] / "games" / "ranas"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture(scope="module")
def loaded(run, tmp_path_factory):
    """A folder with the game as tests may change it, and the database it is loaded into."""
    folder = tmp_path_factory.mktemp("ranas")
    shutil.copytree(RANAS, folder / "ranas")
    assert run("load", "ranas", "--db", "ranas.db", cwd=folder).code == 0
    return folder


@pytest.fixture
def deckwright(run, loaded, tmp_path):
    """Run the command in a scratch folder, on a copy of the game and its database."""
    shutil.copytree(loaded, tmp_path, dirs_exist_ok=True)
    assert run("load", "ranas", "--db", "ranas.db", cwd=tmp_path).code == 0

    def command(*arguments, **environment):
        return run(*arguments, cwd=tmp_path, **{"DECKWRIGHT_DB": str(tmp_path / "ranas.db"), **environment})

    return command


def text_of(file):
    with pypdfium2.PdfDocument(file) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    return " ".join(" ".join(pages).split())


def add(file, *entries):
    """Add entries to a PO file: context, source, translation, and comments before them."""
    written = [
        f'{more}msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{text}"\n'
        for context, source, text, more in entries
    ]
    file.write_text(
        (file.read_text(encoding="utf-8") if file.exists() else HEAD) + "\n" + "\n".join(written),
        encoding="utf-8",
    )


def edit(file, *changes):
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("es", ["Rana verde", "Roba dos cartas", "Única", "muestra", "Da un salto", "1,5"]),
        ("pt-BR", ["Rã verde", "Compre duas cartas", "amostra"]),
        ("PT-br", ["Rã verde"]),
        ("pt_br", ["Rã verde"]),
        ("pt", ["Rã verde"]),
        ("es-MX", ["Rana verde"]),
    ],
)
def test_cards_are_printed_in_any_language_of_their_game(deckwright, tmp_path, asked, words):
    ran = deckwright("export", "pdf", "ranas", "--lang", asked, "-o", "cards.pdf")
    assert ran.code == 0
    assert ran.err.endswith("cards.pdf: 7 cards, 1 page\n")
    printed = text_of(tmp_path / "cards.pdf")
    assert [word for word in words if word not in printed] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "green-frog"), "Rana verde"),
        (("search", "lluvia"), "Lluvia"),
        (("games",), "Ranas y charcas"),
        (("build", "ranas", "events", "--players", "2", "--seed", "1"), "Lluvia"),
        (("deal", "ranas", "--players", "2", "--seed", "1"), "Mano"),
        (("check", "ranas/first", "--format", "pond"), "legal"),
        (("stats", "ranas/first"), "Coste"),
        (("export", "list", "ranas/first"), "Rana roja"),
        (("export", "csv", "ranas", "-o", "-"), "Rana roja"),
        (("combine", "ranas/first", "ranas/first", "--format", "pond"), "Rana verde"),
        (("score", "ranas", "--template"), "Charca"),
    ],
)
def test_every_command_speaks_of_cards_in_the_language_of_the_game(deckwright, arguments, message):
    for more, environment in (
        (("--lang", "ES"), {}),
        ((), {"DECKWRIGHT_LANG": "es"}),
        ((), {"LANG": "es_ES.UTF-8"}),
    ):
        ran = deckwright(*arguments, *more, **environment)
        assert message in ran.out, (ran.err, environment)


def test_a_broken_rule_is_told_in_the_language_of_the_game(deckwright, tmp_path):
    (tmp_path / "deck.txt").write_text("# game: ranas\n# format: pond\n1 Lluvia\n", encoding="utf-8")
    assert "Una charca tiene de 2 a 8 cartas." in deckwright("check", "deck.txt", "--lang", "es").out


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({}, "No card"),
        ({"LANG": "fr_FR.UTF-8"}, "Aucune carte"),
        ({"LC_ALL": "it_IT.UTF-8"}, "Nessuna carta"),
        ({"DECKWRIGHT_LANG": "it", "LANG": "fr_FR"}, "Nessuna carta"),
    ],
)
def test_messages_fall_back_to_the_locale_or_english(deckwright, environment, message):
    deckwright("load", "ranas")
    ran = deckwright(
        "export", "pdf", "ranas", "--lang", "es", "--only", "stale", "-o", "x.pdf", **environment
    )
    assert ran.err.startswith(message)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "green-frog"),
        ("export", "pdf", "ranas", "-o", "x.pdf"),
        ("deal", "ranas", "--players", "2"),
        ("search", "rain", "--game", "ranas"),
    ],
)
def test_a_language_that_the_game_lacks_is_refused_with_those_it_has(deckwright, tmp_path, arguments):
    ran = deckwright(*arguments, "--lang", "de", "--json")
    assert ran.code == 3
    assert ran.json["error"]["code"] == "no-such-language"
    assert "pt-BR" in ran.json["error"]["hint"]
    assert not (tmp_path / "x.pdf").exists()


def test_a_preference_is_no_order(deckwright, tmp_path):
    for environment in ({"DECKWRIGHT_LANG": "de"}, {"LANG": "de_DE.UTF-8"}):
        ran = deckwright("export", "pdf", "ranas/first", "-o", "x.pdf", **environment)
        assert ran.code == 0
        assert "Green Frog" in text_of(tmp_path / "x.pdf")
    assert (
        "ranas is not available in de: printing it in en."
        in deckwright("export", "pdf", "ranas/first", "-o", "x.pdf", DECKWRIGHT_LANG="de").err
    )


def test_tags_are_held_to_their_form_where_a_game_writes_them(deckwright, tmp_path):
    edit(tmp_path / "ranas" / "game.yaml", ("[en, es, pt-BR]", "[en, es, pt_br]"))
    assert "“pt_br” is not allowed here. Did you mean pt-BR?" in deckwright("load", "ranas").err
    edit(tmp_path / "ranas" / "game.yaml", ("pt_br", "pt-BR"))
    (tmp_path / "ranas" / "locales" / "pt-BR.po").rename(tmp_path / "ranas" / "locales" / "pt_BR.po")
    assert "pt_BR.po: warning: Rename this file to pt-BR.po. [language]" in deckwright("load", "ranas").err


def test_pads_and_reference_cards_are_in_the_words_of_the_game(deckwright, tmp_path):
    deckwright("load", "ranas")
    assert (
        deckwright("export", "pad", "ranas", "--lang", "es", "-o", "pad.pdf").err
        == "pad.pdf: 6 pads on a page\n"
    )
    assert (
        deckwright("export", "reference", "ranas", "--lang", "es", "-o", "help.pdf").err
        == "help.pdf: 3 cards, 1 page\n"
    )
    pad, reference = text_of(tmp_path / "pad.pdf"), text_of(tmp_path / "help.pdf")
    assert [
        word
        for word in ("Fecha", "Nombre", "3 jugadores", "En caso de empate, se comparte")
        if word not in pad
    ] == []
    assert [
        word
        for word in ("Preparación", "En la caja", "Mano, cada jugador", "Marcas")
        if word not in reference
    ] == []


def test_a_word_that_nobody_has_translated_is_printed_in_english_and_said(deckwright, tmp_path):
    ran = deckwright("export", "pdf", "ranas", "--lang", "pt", "-o", "x.pdf", "--json")
    assert [(one["rule"], one["severity"]) for one in ran.json["findings"]] == [("untranslated", "warning")]
    assert "word:hop" in ran.json["findings"][0]["message"]
    assert "Hop to it" in text_of(tmp_path / "x.pdf")
    ran = deckwright("export", "reference", "ranas", "--lang", "pt", "-o", "x.pdf", "--json")
    named = {one["message"].split()[0] for one in ran.json["findings"]}
    assert {"word:set-up", "word:in-the-box"} <= named
    assert "word:ways-to-play" not in named  # there is one way only, so that nothing is printed of it


def test_words_are_offered_to_translators_of_languages_that_the_program_lacks(deckwright, tmp_path):
    deckwright("translate", "extract", "ranas", "--to", "PT-br", "-o", "x.po")
    offered = (tmp_path / "x.po").read_text(encoding="utf-8")
    assert 'msgctxt "word:hop"\nmsgid "Hop to it"' in offered
    assert 'msgctxt "word:pad-total"' in offered
    assert 'msgctxt "word:pad-total"' not in _extracted(deckwright, tmp_path, "dataset", "fr")


def _extracted(deckwright, tmp_path, game, language):
    deckwright("translate", "extract", game, "--to", language, "-o", "y.po")
    return (tmp_path / "y.po").read_text(encoding="utf-8")


def test_a_game_written_in_spanish_brings_its_words_itself(deckwright, tmp_path):
    game = tmp_path / "ranas" / "game.yaml"
    edit(
        game,
        ("id: ranas", "id: charca\nwords: {sample: muestra, pad-total: Suma, hop: Salta}"),
        ("source_language: en", "source_language: es"),
    )
    shutil.rmtree(tmp_path / "ranas" / "locales")
    assert deckwright("load", "ranas").code == 0
    ran = deckwright("export", "pdf", "charca", "-o", "x.pdf", LANG="es_ES.UTF-8")
    assert ran.err.splitlines()[-1:] == ["x.pdf: 7 cards, 1 page"]
    assert "muestra" in text_of(tmp_path / "x.pdf")
    edit(game, ("pad-total: Suma", "pad-totla: Suma"))
    ran = deckwright("load", "ranas")
    assert ran.code == 3
    assert re.search(r"game\.yaml:2:\d+: error: Unknown word: pad-totla\. Did you mean pad-total", ran.err)


def test_proofs_show_any_languages_of_the_game(deckwright, tmp_path):
    assert (
        deckwright(
            "export", "pdf", "ranas", "--lang", "es", "--with", "PT", "--with", "en", "-o", "x.pdf"
        ).code
        == 0
    )
    printed = text_of(tmp_path / "x.pdf")
    assert [name for name in ("Rana verde", "Rã verde", "Green Frog") if name not in printed] == []
    assert deckwright("export", "html", "ranas", "--lang", "es", "--with", "pt-br", "-o", "x.html").code == 0
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert 'lang="pt-BR"' in page
    assert "Rã verde" in page


def test_a_table_has_the_names_in_every_language(deckwright, tmp_path):
    deckwright("export", "csv", "ranas", "--lang", "pt", "-o", "x.csv")
    with (tmp_path / "x.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["name:pt-BR"] for row in rows] == ["Rã verde", "Rã vermelha", "Chuva"]
    assert (rows[0]["name"], rows[0]["name:es"]) == ("Green Frog", "Rana verde")


NOT_SET = [("ar", "اسحب بطاقة"), ("he", "קח קלף"), ("hi", "एक पत्ता लो"), ("th", "จั่วไพ่")]


@pytest.mark.parametrize(("language", "text"), deep_except(NOT_SET[:1], NOT_SET, "in each script"))
def test_a_script_that_would_be_set_wrong_is_refused_aloud(deckwright, tmp_path, language, text):
    edit(tmp_path / "ranas" / "game.yaml", ("[en, es, pt-BR]", f"[en, es, pt-BR, {language}]"))
    add(tmp_path / "ranas" / "locales" / f"{language}.po", ("rain.name", "Rain", text, ""))
    assert deckwright("load", "ranas").code == 0
    for command in (
        ("export", "pdf", "ranas"),
        ("export", "html", "ranas"),
        ("export", "pad", "ranas"),
        ("export", "reference", "ranas"),
        ("stats", "ranas"),
        ("export", "pdf", "ranas", "--target", "contact"),
    ):
        out = tmp_path / {"stats": "x.svg", "html": "x.html"}.get(command[-2], "x.pdf")
        ran = deckwright(*command, "--lang", language, "-o", str(out), "--json")
        assert (ran.code, ran.json["error"]["code"]) == (3, "unsupported-script"), command
        assert not out.exists()
    assert deckwright("export", "pdf", "ranas", "--with", language, "-o", "x.pdf").code == 3
    assert text in deckwright("show", "rain", "--lang", language).out
    assert text in deckwright("export", "csv", "ranas", "--lang", language, "-o", "-").out
    assert text in deckwright("export", "list", "ranas", "--lang", language).out


def test_one_word_of_such_a_script_is_an_error_of_its_card(deckwright, tmp_path):
    edit(tmp_path / "ranas" / "cards" / "cards.yaml", ("Works best alone.", "Works best alone (שלום)."))
    assert deckwright("load", "ranas").code == 0
    ran = deckwright("export", "pdf", "ranas", "-o", "x.pdf", "--json")
    assert ran.code == 1
    assert [(one["rule"], one["cards"]) for one in ran.json["findings"]] == [
        ("unsupported-script", ["red-frog"])
    ]


def test_letters_without_a_font_are_never_printed_in_silence(deckwright, tmp_path):
    edit(tmp_path / "ranas" / "game.yaml", ("[en, es, pt-BR]", "[en, es, pt-BR, zh-Hant]"))
    add(tmp_path / "ranas" / "locales" / "zh-Hant.po", ("game:title", "Frogs and Ponds", "青蛙", ""))
    assert deckwright("load", "ranas").code == 0
    for command in (
        ("export", "pdf", "ranas"),
        ("export", "pdf", "ranas", "--target", "contact"),
        ("export", "pad", "ranas"),
        ("stats", "ranas"),
    ):
        out = "x.svg" if command[0] == "stats" else "x.pdf"
        ran = deckwright(*command, "--lang", "zh", "-o", out, "--json")
        assert ran.code == 1, command
        assert {one["found"] for one in ran.json["findings"] if one["rule"] == "missing-glyph"} == {
            "青",
            "蛙",
        }, command


@pytest.mark.deep("loads whole games again and again")
def test_load_runs_the_checks_of_translations_and_stops_no_other_language(deckwright, tmp_path):
    spanish = tmp_path / "ranas" / "locales" / "es.po"
    edit(spanish, ("come 1 {fly}.", "come una."), ("Cada rana cuesta 1 más", "Cada rana cuesta 2 más"))
    ran = deckwright("load", "ranas", "--json")
    assert ran.code == 0
    found = [one for one in ran.json["findings"] if one["cards"]]
    assert {(one["rule"], one["severity"], *one["cards"]) for one in found} >= {
        ("icons", "warning", "green-frog")
    }
    assert all(one["where"]["file"].endswith("es.po") and one["where"]["line"] > 1 for one in found)
    assert deckwright("export", "pdf", "ranas", "--strict", "-o", "x.pdf").code == 0
    for command in (
        ("export", "pdf", "ranas"),
        ("export", "html", "ranas"),
        ("export", "pdf", "ranas", "--target", "contact"),
    ):
        out = "x.html" if "html" in command else "x.pdf"
        assert deckwright(*command, "--lang", "es", "-o", out).code == 0
        ran = deckwright(*command, "--lang", "es", "--strict", "-o", out)
        assert ran.code == 1
        assert "green-frog.text in es" in ran.err
    edit(spanish, ("come una.", "come 1 {fly}."), ("cuesta 2 más", "cuesta 1 más"))
    assert deckwright("load", "ranas").err == ""
    assert deckwright("export", "pdf", "ranas", "--lang", "es", "--strict", "-o", "x.pdf").code == 0


def test_only_the_cards_that_are_printed_are_found_wrong(deckwright, tmp_path):
    edit(tmp_path / "ranas" / "locales" / "es.po", ("come 1 {fly}.", "come una."))
    deckwright("load", "ranas")
    ran = deckwright(
        "export",
        "pdf",
        "--select",
        "kind:event",
        "--game",
        "ranas",
        "--lang",
        "es",
        "--strict",
        "-o",
        "x.pdf",
    )
    assert ran.code == 0


def test_machine_and_unsure_texts_are_findings_of_a_print(deckwright, tmp_path):
    edit(
        tmp_path / "ranas" / "locales" / "es.po",
        ('msgctxt "rain.text"', '# by: deepl\n# state: machine\n#, fuzzy\nmsgctxt "rain.text"'),
        ('msgctxt "red-frog.text"', '#, fuzzy\nmsgctxt "red-frog.text"'),
    )
    deckwright("load", "ranas")
    ran = deckwright("export", "pdf", "ranas", "--lang", "es", "-o", "x.pdf", "--json")
    assert ran.code == 0
    found = {(one["rule"], *one["cards"]) for one in ran.json["findings"]}
    assert found == {("machine", "rain"), ("unsure", "red-frog"), ("untranslated", "red-frog")}
    assert deckwright("export", "pdf", "ranas", "--lang", "es", "--strict", "-o", "x.pdf").code == 1


def test_hundreds_of_stale_texts_are_one_line(deckwright, tmp_path):
    game = tmp_path / "ranas"
    shutil.rmtree(game / "decks")
    edit(game / "game.yaml", ("id: ranas", "id: many"))
    cards = [
        f"  - {{id: c{number}, kind: event, name: Card {number}, text: Draw {number}.}}"
        for number in range(340)
    ]
    (game / "cards" / "cards.yaml").write_text("cards:\n" + "\n".join(cards), encoding="utf-8")
    for language in ("es", "pt-BR"):
        stale = [(f"c{number}.text", "Draw it.", "Roba.", "") for number in range(340)]
        (game / "locales" / f"{language}.po").unlink()
        add(game / "locales" / f"{language}.po", *stale)
    ran = deckwright("load", "ranas")
    assert len(ran.err.splitlines()) == 2
    assert ran.err.count("(340 in all: --all shows them)") == 2
    assert len(deckwright("load", "ranas", "--all").err.splitlines()) == 680
    assert len(deckwright("load", "ranas", "--json").json["findings"]) == 680
    ran = deckwright("export", "pdf", "--select", '"card 1"', "--game", "many", "--lang", "es", "-o", "x.pdf")
    assert len(ran.err.splitlines()) < 10
    assert len(deckwright("translate", "check", "many", "--to", "es", "--no-fit").out.splitlines()) < 10


def test_a_file_from_weblate_is_merged_into_the_language_it_means(deckwright, tmp_path):
    deckwright("load", "ranas")
    deckwright("translate", "extract", "ranas", "--to", "pt-BR", "-o", "x.po")
    edit(
        tmp_path / "x.po",
        ('msgid "Hop to it"\nmsgstr ""', 'msgid "Hop to it"\nmsgstr "Pule já"'),
        ("Language: pt-BR", "Language: pt_BR"),
    )
    assert deckwright("translate", "merge", "x.po").code == 0
    assert "Pule já" in (tmp_path / "ranas" / "locales" / "pt-BR.po").read_text(encoding="utf-8")
    ran = deckwright("export", "pdf", "ranas", "--lang", "pt", "-o", "x.pdf")
    assert ran.err == "x.pdf: 7 cards, 1 page\n"
    assert "Pule já" in text_of(tmp_path / "x.pdf")


def test_a_game_is_started_in_the_language_asked_for(deckwright, tmp_path):
    assert deckwright("new", "game", "Charcas", "--lang", "es").code == 0
    assert 'source_language: "es"' in (tmp_path / "charcas" / "game.yaml").read_text(encoding="utf-8")
    assert deckwright("load", "charcas").code == 0
    assert deckwright("new", "game", "Ponds", LANG="es_ES.UTF-8").code == 0
    assert 'source_language: "en"' in (tmp_path / "ponds" / "game.yaml").read_text(encoding="utf-8")
