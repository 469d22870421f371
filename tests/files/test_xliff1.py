"""XLIFF 1.2 and TMX go out and come back whole, and are read as other programs write them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from deckwright.errors import InputError
from deckwright.files.handout_formats import read_xliff
from deckwright.files.xliff1 import read_tmx, write_tmx, write_xliff1

from .handouts import check_round_trip, handouts, small

NS = "{urn:oasis:names:tc:xliff:document:1.2}"


def read(text):
    return read_xliff(text.encode(), "back.xliff")


def written(**more):
    return write_xliff1(small(**more)).decode()


@given(handouts())
def test_what_goes_out_comes_back_the_same(handout):
    check_round_trip(handout, "back.xliff")


def test_icons_and_tags_are_placeholders_with_the_number_of_their_equal():
    text = written(source="{a} [b]{c}[/b]", text="[b]{c}[/b] {a}")
    root = ET.fromstring(text)  # noqa: S314 - we have just written it
    codes = [(one.get("id"), one.get("equiv-text")) for one in root.iter(f"{NS}x")]
    in_source = [("p1", "{a}"), ("p2", "[b]"), ("p3", "{c}"), ("p4", "[/b]")]
    assert codes == [*in_source, *in_source[1:], in_source[0]]


def test_codes_are_read_from_whatever_a_tool_leaves_of_them():
    bare = re.sub(r'(<target.*?<x id="p1") equiv-text="[^"]*"', r"\1", written(), flags=re.DOTALL)
    assert bare != written()
    assert read(bare).entries[0].text == "Recevez {tech} 2."
    around = written().replace("Recevez", '<g id="1"><mrk mtype="x">Recevez</mrk></g>')
    assert read(around).entries[0].text == "Recevez {tech} 2."


@pytest.mark.parametrize(("state", "comments"), [("final", ("state: reviewed",)), ("translated", ())])
def test_a_state_that_a_tool_has_set_is_believed(state, comments):
    text = written(state="machine").replace('state="needs-review-translation"', f'state="{state}"')
    entry = read(text).entries[0]
    assert (entry.is_fuzzy, entry.comments) == (False, comments)


def test_an_unknown_element_is_an_error_with_its_place():
    with pytest.raises(InputError) as caught:
        read(written().replace("Recevez", "<video/>"))
    assert "video" in caught.value.message
    assert caught.value.where.line == 7


def test_a_memory_has_what_is_translated_and_comes_back():
    handout = small()
    back = read_tmx(write_tmx(handout), "back.tmx")
    assert (back.game, back.language) == (handout.game, handout.language)
    assert [(entry.context, entry.source, entry.text) for entry in back.entries] == [
        (one.entry.context, one.entry.source, one.entry.text) for one in handout.entries
    ]


FOREIGN = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en-US" segtype="sentence"/><body>
<tu><tuv xml:lang="en-US"><seg>Draw <ph>{tech}</ph>.</seg></tuv><tuv xml:lang="fr"><seg>Piochez <ph>{tech}</ph>.</seg></tuv></tu>
<tu><tuv xml:lang="en-US"><seg>Lost</seg></tuv></tu></body></tmx>"""


def test_a_memory_of_another_program_is_read_by_its_sources():
    back = read_tmx(FOREIGN.encode(), "back.tmx")
    assert [(entry.context, entry.source, entry.text) for entry in back.entries] == [
        ("", "Draw {tech}.", "Piochez {tech}.")
    ]
    assert (back.game, back.language) == ("", "fr")


@pytest.mark.parametrize(
    "data", ["<html/>", FOREIGN.replace('xml:lang="fr"', 'xml:lang="en-US"')], ids=["another", "no language"]
)
def test_what_is_no_memory_is_one_message(data):
    with pytest.raises(InputError, match=r"TMX|memory"):
        read_tmx(data.encode(), "back.tmx")
