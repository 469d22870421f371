"""Decks are found in files, folders, patterns, archives and streams, and nothing is skipped without a word."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.deck_formats import DECK_ENDINGS
from deckwright.files.texts import MEGABYTE
from deckwright.workbench.deck_sources import Unchecked, find_decks, read_source, split_decks

LIST = "# game: data-monsters\n# format: lab\n\n2 Mainframe\n"
FILES = {
    "b.txt": LIST,
    "a.YAML": "game: data-monsters\ncards: {mainframe: 1}\n",
    "notes.md": "Notes",
    "sub/deep/c.dec": LIST,
    "sub/picture.png": "\x89PNG",
    ".hidden/d.txt": LIST,
    ".e.txt": LIST,
}
DECKS = ["a.YAML", "b.txt", "sub/deep/c.dec"]
OTHERS = ["notes.md", "sub/picture.png"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, empty but for the files that are written into it."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def folder(here):
    for name, text in FILES.items():
        file = here / "decks" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return "decks"


@pytest.fixture
def found(library):
    """Find decks; the names of those found, the errors of those that are none, and the other files."""

    def find(*names):
        decks, others = find_decks(library, names)
        good = [one.name for one in decks if not isinstance(one, Unchecked)]
        bad = {one.deck: one.error for one in decks if isinstance(one, Unchecked)}
        return good, bad, others

    return find


def under(folder, names):
    return [f"{folder}/{name}" for name in names]


# Folders and patterns.


def test_every_file_with_the_ending_of_a_deck_is_one_and_the_others_are_named(found, folder):
    assert found(folder) == (under(folder, DECKS), {}, under(folder, OTHERS))


@pytest.mark.usefixtures("folder")
def test_names_are_found_in_their_order(found):
    good, bad, others = found("decks/sub", "data-monsters/startup", "decks/b.txt", "decks/notes.md")
    assert good == ["decks/sub/deep/c.dec", "data-monsters/startup", "decks/b.txt", "decks/notes.md"]
    assert (bad, others) == ({}, ["decks/sub/picture.png"])


def test_a_folder_without_decks_is_an_error_that_counts_its_files(found, here):
    (here / "empty").mkdir()
    (here / "junk").mkdir()
    for name in ("a.pdf", "b.md", ".c.txt"):
        (here / "junk" / name).write_text("x")
    _, bad, others = found("empty", "junk")
    assert bad["empty"].message == "empty contains no decks."
    assert bad["empty"].hint == f"The names of deck files end in {', '.join(DECK_ENDINGS)}."
    assert bad["junk"].hint.startswith("It has 2 other files. ")
    assert others == ["junk/a.pdf", "junk/b.md"]


def test_of_the_folder_of_a_game_only_its_decks_are_checked(found, here):
    for name in ("game.yaml", "cards/cards.yaml", "decks/one.yaml", "decks/two.txt", "readme.txt"):
        file = here / "frogs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    good, _, others = found(".")
    assert good == ["./frogs/decks/one.yaml", "./frogs/decks/two.txt"]
    assert others == ["./frogs/cards", "./frogs/game.yaml", "./frogs/readme.txt"]


def test_a_deck_of_the_database_goes_before_a_folder_of_its_name(found, here):
    (here / "data-monsters" / "startup").mkdir(parents=True)
    assert found("data-monsters/startup") == (["data-monsters/startup"], {}, [])


def test_a_link_to_itself_is_no_deck(found, folder, here):
    (here / folder / "zz.txt").symlink_to("zz.txt")
    assert found(folder) == (under(folder, DECKS), {}, [*under(folder, OTHERS), f"{folder}/zz.txt"])


def test_links_lead_nowhere_twice(found, folder, here):
    (here / "decks" / "up").symlink_to("..")
    (here / "decks" / "z.txt").symlink_to("b.txt")
    good, bad, others = found(folder)
    assert (good, bad) == ([*under(folder, DECKS), "decks/z.txt"], {})
    assert others == ["decks/notes.md", "decks/sub/picture.png", "decks/up"]
    assert found("decks/**/*.dec")[0] == ["decks/sub/deep/c.dec"]


@pytest.mark.needs("mkfifo")
def test_a_pipe_in_a_folder_is_not_waited_for(found, folder, here):
    os.mkfifo(here / "decks" / "pipe.txt")
    assert "decks/pipe.txt" in found(folder)[2]


def test_a_folder_that_cannot_be_read_hides_no_other(found, public_folder, unprivileged):
    (public_folder / "deck.txt").write_text(LIST)
    (public_folder / "locked").mkdir(mode=0)
    with unprivileged():
        good, bad, _ = found(str(public_folder))
    assert good == [str(public_folder / "deck.txt")]
    assert bad[str(public_folder / "locked")].code == "unreadable"


@pytest.mark.usefixtures("folder")
def test_a_pattern_that_the_shell_did_not_expand_is_expanded(found):
    assert found("decks/*.[ty]*")[0] == ["decks/b.txt"]
    assert found("decks/**/*.*")[0] == [
        "decks/a.YAML",
        "decks/b.txt",
        "decks/notes.md",
        *under("decks", ["sub/deep/c.dec", "sub/picture.png"]),
    ]
    assert found("dec*") == found("decks")


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(found, here):
    (here / "[1].txt").write_text(LIST)
    assert found("[1].txt")[0] == ["[1].txt"]


@pytest.mark.usefixtures("here")
def test_a_pattern_without_a_match_is_an_error(found):
    assert found("decks/*.none")[1]["decks/*.none"].message == "No file matches decks/*.none."


# Archives.


def write_zip(path, files, **more):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data, **more)


@pytest.mark.parametrize("name", ["d.zip", "D.ZIP"])
@pytest.mark.usefixtures("here")
def test_an_archive_is_searched_as_a_folder_is(found, library, name):
    write_zip(name, {**FILES, "__MACOSX/._f.txt": "x"})
    good, bad, others = found(name)
    assert sorted(good) == under(name, DECKS)
    assert (bad, sorted(others)) == ({}, under(name, OTHERS))
    decks = [read_source(library, source) for source in find_decks(library, [name]).decks]
    assert {deck.source: (deck.name, deck.size) for deck in decks} == {
        f"{name}/a.YAML": ("a", 1),
        f"{name}/b.txt": ("b", 2),
        f"{name}/sub/deep/c.dec": ("c", 2),
    }
    assert [deck.entries[0].where[:3] for deck in decks if deck.name == "b"] == [(f"{name}/b.txt", 4, 3)]


@pytest.mark.usefixtures("here")
def test_an_archive_in_a_folder_is_searched_too(found):
    Path("mine").mkdir()
    write_zip("mine/decks.zip", FILES)
    good, bad, others = found("mine")
    assert sorted(good) == under("mine/decks.zip", DECKS)
    assert (bad, sorted(others)) == ({}, under("mine/decks.zip", OTHERS))


@pytest.mark.parametrize("data", [b"", b"nothing that anybody could unpack" * 100])
def test_what_is_no_archive_is_an_error(found, here, data):
    (here / "no.zip").write_bytes(data)
    good, bad, _ = found("no.zip")
    assert good == []
    assert bad["no.zip"].code in {"unreadable", "no-decks"}
    assert bad["no.zip"].exit_code == 3


@pytest.mark.usefixtures("here")
def test_a_member_without_a_name_hides_no_other(found):
    write_zip("d.zip", {zipfile.ZipInfo(""): LIST, "b.txt": LIST})
    good, bad, others = found("d.zip")
    assert (good, bad, others) == (["d.zip/b.txt"], {}, ["d.zip/"])


def test_a_member_that_is_damaged_or_encrypted_hides_no_other(found, here):
    write_zip("d.zip", {"a.txt": LIST, "b.txt": "2 Mainframe" * 9, "c.txt": LIST})
    data = bytearray((here / "d.zip").read_bytes())
    at = data.index(b"b.txt") + len("b.txt")
    data[at : at + 4] = b"\xff\xff\xff\xff"
    (here / "d.zip").write_bytes(data)
    good, bad, _ = found("d.zip")
    assert good == ["d.zip/a.txt", "d.zip/c.txt"]
    assert bad["d.zip/b.txt"].code == "unreadable"
    for start in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[start] |= 1
    (here / "d.zip").write_bytes(data)
    assert "encrypted" in found("d.zip")[1]["d.zip/a.txt"].message


@pytest.mark.usefixtures("here")
def test_a_member_of_any_size_is_read_no_further_than_a_deck_may_be(library):
    write_zip("d.zip", {"a.txt": b"1 Mainframe\n" * 2_000_000, "b.txt": LIST})
    sources = find_decks(library, ["d.zip"]).decks
    assert [len(one.data) for one in sources] == [MEGABYTE + 1, len(LIST)]
    with pytest.raises(Exception, match=r"d.zip/a.txt is larger than 1 MB"):
        read_source(library, sources[0])


@pytest.mark.usefixtures("here")
def test_a_small_archive_of_large_decks_is_not_read_to_the_end(found):
    write_zip("small.zip", {f"{number}.txt": "999 Town\n" * 100_000 for number in range(20)})
    assert Path("small.zip").stat().st_size < MEGABYTE / 5
    good, bad, _ = found("small.zip")
    assert 0 < len(good) <= 3
    assert bad["small.zip"].message == "small.zip has too many files, or unpacks to many times its size."


def test_files_in_the_same_place_are_refused(found, here):
    write_zip("d.zip", {"a.txt": LIST, "b.txt": LIST})
    data = bytearray((here / "d.zip").read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = bytes(4)  # where the file begins
    (here / "d.zip").write_bytes(data)
    good, bad, _ = found("d.zip")
    assert good == []
    assert bad["d.zip"].message == "d.zip cannot be read: two of its files are in the same place."


def test_names_in_an_archive_lead_nowhere(found, here):
    (here / "inside").mkdir()
    write_zip("inside/d.zip", {"../../evil.txt": LIST, "/evil.txt": LIST, "C:\\evil.txt": LIST})
    before = sorted(here.rglob("*"))
    good, bad, others = found("inside")
    assert (len(good), bad, others) == (3, {}, [])
    assert sorted(here.rglob("*")) == before


# Streams.


def numbered(parts):
    """The lines of the decks of a stream that are not comments, each with its number."""
    return [
        [
            (number, line)
            for number, line in enumerate(data.decode().splitlines(), first)
            if line.strip() and not line.lstrip().startswith(("#", "//"))
        ]
        for first, data in parts
    ]


TEXT_LINES = st.lists(
    st.sampled_from(["2 Krol", "1x Town", "", "side:", "1 A --- B", "  3 Heart", "----"]),
    min_size=0,
    max_size=5,
)
HEADS = st.lists(st.sampled_from(["# game: lab", "// NAME : My deck", "# a note", "", "#name:x"]), max_size=3)
YAML_LINES = st.lists(
    st.sampled_from(["  - {card: a}", "", "  # game: no head here", "  - b: 2"]), min_size=1, max_size=4
)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("text"), HEADS, TEXT_LINES),
            st.tuples(
                st.just("yaml"),
                st.sampled_from([["game: lab", "cards:"], ["date: 2026-01-01", "cards:"], ["cards:"]]),
                YAML_LINES,
            ),
        ),
        min_size=1,
        max_size=5,
    ),
    st.data(),
)
def test_a_stream_is_split_where_its_decks_begin(decks, data):
    lines, expected = [], []
    for number, (kind, head, rest) in enumerate(decks):
        own = [*head, *(["1 First"] if kind == "text" else []), *rest]
        has_head = any("game:" in line or "name" in line.lower() for line in head)
        follows_text = number and decks[number - 1][0] == "text"
        if number and not (kind == "text" and has_head and follows_text and data.draw(st.booleans())):
            lines.append(data.draw(st.sampled_from(["---", "---  ", "--- # next"])))
        first = len(lines) + 1
        lines += own
        expected.append(
            [
                (at, line)
                for at, line in enumerate(own, first)
                if line.strip() and not line.lstrip().startswith(("#", "//"))
            ]
        )
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    stream = end.join(lines).encode() + data.draw(
        st.sampled_from([b"", end.encode(), f"{end}---{end}".encode()])
    )
    assert numbered(split_decks(stream)) == expected


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# a note\n", b"---\n---\n"])
def test_a_stream_without_a_deck_is_left_to_the_reader(data):
    assert split_decks(data) == [(1, data)]


ARENA = b"About\nName %b\n\nDeck\n1 Town (LAB) 1\n\nSideboard\n1 Peach\n"


def test_a_stream_of_arena_lists_is_split_where_their_headings_repeat():
    assert split_decks(ARENA % b"A" + b"\n" + ARENA % b"B") == [(1, ARENA % b"A"), (9, b"\n" + ARENA % b"B")]
    bare = b"Deck\r\n1 Town\r\n"
    assert split_decks(bare * 3) == [(1, bare), (3, bare), (5, bare)]
    headed = b"# name: A\nDeck\n1 Town\n"
    assert split_decks(headed * 2) == [(1, headed), (4, headed)]
    assert len(split_decks(b"Deck\n1 Town\n\nSideboard\n1 Peach\n")) == 1


def test_a_head_without_a_card_after_it_is_a_comment_of_the_deck_before():
    assert len(split_decks(b"# name: A\n2 Krol\n# name: a note\n")) == 1
    assert len(split_decks(b"# name: A\n2 Krol\n---\n# name: B\n")) == 2
    assert len(split_decks("\ufeff# name: A\n# name: B\n2 Krol\n".encode())) == 1
