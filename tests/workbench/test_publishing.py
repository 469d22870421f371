"""The folder for printing at home: its PDF files, read by another library, its README and its licence."""

import re
import shutil

import pikepdf
import pytest

from deckwright.errors import InputError
from deckwright.workbench.library import WantedLanguage, open_library
from deckwright.workbench.loading import load_paths
from deckwright.workbench.publishing import print_and_play

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
STEMS = [
    f"{what}-{paper}{ink}"
    for what, inks in {"cards": ("", "-low-ink"), "rules": ("",), "reference": ("",), "pad": ("",)}.items()
    for paper in PAPERS
    for ink in inks
]
LINE = re.compile(r"\| \[(.+)\]\((.+)\) \| (.+) \| (A4|Letter) \| (\d+) \| (\d+) (?:KB|kB|Ko) \|")


OWN = """\
id: own
title: Frogs
about: Leap.
source: Rules of Frogs, frogs.game/rules
source_language: en
languages: [en, fr, it]
players: {min: 1, max: 4}
kinds: {frog: {name: Frog}}
"""
TRANSLATION = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "game:about"
msgid "Leap."
msgstr "{about}"
"""


@pytest.fixture
def own_game(library, game_folder):
    """Load a game of one card with other files in its folder: it is printed in a moment."""

    def load(**files):
        folder = game_folder(OWN, "cards: [{id: tree-frog, kind: frog, name: Tree frog}]")
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        load_paths(library.database, [str(folder)])
        return folder

    return load


@pytest.fixture(scope="module")
def dataset(packaged_database, tmp_path_factory):
    """The folder of a packaged game, printed once, and what printing it says."""
    folder = tmp_path_factory.mktemp("published")
    with open_library(str(shutil.copy(packaged_database, folder / "cards.db"))) as library:
        return folder / "made", print_and_play(library, "dataset", folder / "made")


@pytest.mark.deep("prints a game on both papers")
def test_the_folder_has_both_papers_low_ink_and_aids(dataset):
    folder, result = dataset
    names = {f"dataset-en-{stem}.pdf" for stem in STEMS} | {"README.md"}
    assert {file.name for file in folder.iterdir()} == names
    assert set(result.files) == {str(folder / name) for name in names}
    pages = 0
    for name in names - {"README.md"}:
        with pikepdf.open(folder / name) as pdf:
            pages += len(pdf.pages)
            paper = PAPERS["letter" if "letter" in name else "a4"]
            for page in pdf.pages:
                size = sorted(float(side) * 25.4 / 72 for side in page.mediabox[2:])
                assert size == pytest.approx(sorted(paper), abs=0.1), name
    assert (result.cards, result.pages) == (120, pages)
    assert [(one.rule, one.severity) for one in result.findings] == [("no-licence", "warning")]


@pytest.mark.deep("prints a game on both papers")
def test_the_readme_lists_every_file_with_its_pages_and_size(dataset):
    folder, _ = dataset
    listed = LINE.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert {name for name, *_ in listed} == {f"dataset-en-{stem}.pdf" for stem in STEMS}
    for name, link, content, paper, pages, size in listed:
        assert name == link
        file = folder / link
        with pikepdf.open(file) as pdf:
            assert len(pdf.pages) == int(pages)
        assert abs(file.stat().st_size / 1000 - int(size)) <= 1
        assert paper == ("Letter" if "letter" in name else "A4")
        assert ("120 cards" in content) == ("cards" in name)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["Leap.", "## How to print", "100 %", "long edge"]), ("fr", ["Sautez."]), ("it", ["Salta."])],
)
def test_the_texts_are_in_the_wanted_language(library, own_game, tmp_path, language, words):
    abouts = {"fr": "Sautez.", "it": "Salta."}
    own_game(**{f"locales/{tag}.po": TRANSLATION.format(about=about) for tag, about in abouts.items()})
    library.language = WantedLanguage(language)
    print_and_play(library, "own", tmp_path / "made")
    text = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    assert [word for word in [*words, "63 × 88 mm"] if word not in text] == []
    assert f"own-{language}-cards-a4.pdf" in text


def test_the_other_edge_is_explained(library, own_game, tmp_path):
    own_game()
    print_and_play(library, "own", tmp_path / "made", "short")
    text = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    assert "short edge" in text
    assert "long edge" not in text


def test_the_licence_of_the_game_is_copied_to_the_byte(library, own_game, tmp_path):
    licences = {"LICENSE.txt": "Free for all.\r\n", "licence-art.md": "Art: CC BY 4.0"}
    folder = own_game(**licences, **{"unlicensed.txt": "no"})
    result = print_and_play(library, "own", tmp_path / "made")
    assert result.findings == []
    assert (tmp_path / "made" / "LICENSE.txt").read_bytes() == (folder / "LICENSE.txt").read_bytes()
    assert (tmp_path / "made" / "licence-art.md").is_file()
    assert not (tmp_path / "made" / "unlicensed.txt").exists()
    text = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    assert "[LICENSE.txt](LICENSE.txt), [licence-art.md](licence-art.md)" in text
    assert "without a licence" not in text


def test_no_link_leads_out_of_the_folder_of_a_game(library, own_game, tmp_path, tmp_path_factory):
    secret = tmp_path_factory.mktemp("elsewhere") / "secret"
    secret.write_text("mine")
    folder = own_game()
    (folder / "LICENSE").symlink_to(secret)
    print_and_play(library, "own", tmp_path / "made")
    assert not (tmp_path / "made" / "LICENSE").exists()


def test_without_a_licence_the_readme_names_who_must_add_it(library, own_game, tmp_path):
    own_game()
    print_and_play(library, "own", tmp_path / "made")
    text = (tmp_path / "made" / "README.md").read_text(encoding="utf-8")
    assert "Whoever holds the rights must add one" in text
    assert "Source: Rules of Frogs, frogs.game/rules." in text


def test_a_folder_is_written_whole_or_not_at_all(library, own_game, tmp_path):
    own_game()
    made = tmp_path / "made"
    (made / "own-en-reference-letter.pdf").mkdir(parents=True)
    with pytest.raises(InputError, match="reference-letter"):
        print_and_play(library, "own", made)
    assert list(made.iterdir()) == [made / "own-en-reference-letter.pdf"]
    with pytest.raises(InputError):
        print_and_play(library, "nothing", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_existing_files_of_others_stay(library, own_game, tmp_path):
    own_game()
    made = tmp_path / "made"
    made.mkdir()
    (made / "index.html").write_text("mine")
    (made / "README.md").write_text("old")
    print_and_play(library, "own", made)
    assert (made / "index.html").read_text() == "mine"
    assert (made / "README.md").read_text().startswith("# Frogs")
