"""The command speaks Italian, French and English, as its users ask."""

from __future__ import annotations

import re

import pytest

NBSP = "\u00a0"
USAGE = {"it": "Uso: deckwright", "fr": f"Utilisation{NBSP}: deckwright", "en": "Usage: deckwright"}
NO_DECK = {
    "it": "errore: File o mazzo non trovato: nobody/nothing.",
    "fr": f"erreur{NBSP}: Fichier ou paquet introuvable{NBSP}: nobody/nothing.",
    "en": "error: File or deck not found: nobody/nothing.",
}
ENGLISH = re.compile(r"\b(?:Usage|Commands|COMMAND|ARGS|Examples|Show|required|default|The)\b")
"""Words of the command-line library, and of every help, that neither Italian nor French has."""

each_language = pytest.mark.parametrize("language", sorted(USAGE))
two_asked = pytest.mark.parametrize("language", ["it", "fr"])


@each_language
@pytest.mark.parametrize("command", [(), ("check",), ("export", "pdf"), ("db",)])
def test_help_is_in_the_language_asked_for(deckwright, language, command):
    for arguments in ([*command, "--help", "--lang", language], ["--lang", language, *command, "--help"]):
        assert deckwright(*arguments).out.startswith(USAGE[language])


def test_help_is_in_the_language_of_each_call(deckwright):
    french, english = (deckwright("check", "--help", *lang).out for lang in (("--lang", "fr"), ()))
    assert "[OPTIONS] PAQUET...\n" in french
    assert "[OPTIONS] DECK...\n" in english


@two_asked
@pytest.mark.parametrize("command", [(), ("build",), ("export", "pdf"), ("search",), ("db",)])
def test_no_english_is_left_in_the_help(deckwright, language, command):
    assert ENGLISH.findall(deckwright("--lang", language, *command, "--help").out) == []


@each_language
def test_errors_are_in_the_language_asked_for(deckwright, language):
    ran = deckwright("check", "nobody/nothing", "--lang", language)
    assert ran.code == 3
    assert NO_DECK[language] in ran.err


@pytest.mark.parametrize(
    ("arguments", "italian", "french"),
    [
        (("build", "dataset", "main", "--players", "x"), "numero intero", "nombre entier"),
        (("search", "--limit", "-1"), "non è un numero intero da 0", "nombre entier à partir de 0"),
        (("search", "--limit"), "--limit richiede un valore", "--limit demande une valeur"),
        (("games", "--json=1"), "--json non accetta valori", "--json n’accepte pas de valeur"),
        (("games", "dataset", "more"), "Argomenti in più: more", "Arguments en trop"),
        (("build", "dataset", "main"), "Manca --players", "Il manque --players"),
        (("gamse",), "Forse intendevi games?", "Vouliez-vous dire games"),
        (("games", "--jsn"), "Forse intendevi --json?", "Vouliez-vous dire --json"),
        ((), "Manca un comando", "Il manque une commande"),
    ],
)
def test_a_wrong_call_is_explained_in_the_language_asked_for(deckwright, arguments, italian, french):
    for language, message in (("it", italian), ("fr", french)):
        ran = deckwright("--lang", language, *arguments)
        assert ran.code == 2
        assert message in ran.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "DECKWRIGHT_LANG": "fr"}, "fr"),
    ],
)
def test_the_environment_chooses_the_language(deckwright, environment, language):
    assert deckwright("check", "--help", **environment).out.startswith(USAGE[language])
    assert NO_DECK[language] in deckwright("check", "nobody/nothing", **environment).err


def test_the_option_goes_before_the_environment(deckwright):
    ran = deckwright("check", "nobody/nothing", "--lang", "fr", LANG="it_IT.UTF-8", DECKWRIGHT_LANG="it")
    assert NO_DECK["fr"] in ran.err


@pytest.mark.parametrize("arguments", [("--lang", "xx", "games"), ("games", "--lang", "xx")])
def test_a_language_that_no_game_has_is_refused_and_the_known_ones_named(deckwright, arguments):
    ran = deckwright(*arguments)
    assert ran.code == 3
    assert not ran.out
    assert ran.err == "error: No game is in the language xx.\nUse one of: en, fr, it.\n"


@pytest.mark.parametrize("language", ["english", "pt-", "e s", "x"])
def test_what_is_no_language_tag_is_wrong_usage(deckwright, language):
    for arguments in (("--lang", language, "games"), ("games", "--lang", language)):
        ran = deckwright(*arguments)
        assert ran.code == 2
        assert f"{language} is not a language tag. Examples: it, pt-BR, zh-Hant." in ran.err
    assert deckwright("games", DECKWRIGHT_LANG=language).code == 2


def test_json_is_the_same_in_every_language_but_for_its_messages(deckwright, tmp_path):
    deck = tmp_path / "deck.txt"
    deck.write_text("# game: data-monsters\n# format: lab\n3 krol-senior\n", encoding="utf-8")
    results = {
        language: deckwright("check", "deck.txt", "--json", "--lang", language).json for language in USAGE
    }
    messages = {
        language: tuple(finding.pop("message") for finding in result["decks"][0]["findings"])
        for language, result in results.items()
    }
    assert results["it"] == results["fr"] == results["en"]
    assert len({*messages.values()}) == 3
