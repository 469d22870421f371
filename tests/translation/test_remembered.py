"""What two games say in three languages, as the database holds them."""

from textwrap import dedent

import pytest

from deckwright.files.game_package import open_box
from deckwright.store.database import open_database
from deckwright.store.load import load
from deckwright.translation.remembered import remembered

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
            box, findings = open_box(tmp_path / name)
            assert box, findings
            load(database, box)

    return open_database(str(tmp_path / "cards.db"), fill)


@pytest.fixture
def pairs(database):
    def of(source, target):
        with database.reading() as connection:
            return {
                (known.game, known.context): (known.source, known.text, known.state)
                for known in remembered(connection, source, target)
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
