import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from deckwright.errors import InputError
from deckwright.files.handout_formats import read_xliff
from deckwright.files.handouts import write_xliff

from .handouts import check_round_trip, handouts, small

NS = "{urn:oasis:names:tc:xliff:document:2.0}"


def read(data):
    return read_xliff(data if isinstance(data, bytes) else data.encode(), "back.xlf")


def written(**more):
    return write_xliff(small(**more)).decode()


def fault_of(data):
    with pytest.raises(InputError) as caught:
        read(data)
    return caught.value


@given(handouts())
def test_what_goes_out_comes_back_the_same(handout):
    check_round_trip(handout, "back.xlf")


@given(handouts())
def test_what_goes_out_is_as_the_standard_has_it(handout):
    """XLIFF 2.1, 4.2.2: what stands in a unit, in which order, and which ids must differ."""
    root = ET.fromstring(write_xliff(handout))  # noqa: S314 - we have just written it
    assert root.attrib == {"version": "2.1", "srcLang": "en", "trgLang": "fr"}
    units = list(root.iter(f"{NS}unit"))
    assert len({unit.get("id") for unit in units}) == len(units) == len(handout.entries)
    for unit in units:
        parts = [part.tag.removeprefix(NS) for part in unit]
        assert parts in (["notes", "segment"], ["notes", "originalData", "segment"])
        segment = unit.find(f"{NS}segment")
        assert segment.get("state") in {"initial", "translated", "reviewed"}
        data = {one.get("id") for one in unit.iter(f"{NS}data")}
        for side in segment:
            ids = [one.get("id") for one in side.iter(f"{NS}ph")]
            assert len(set(ids)) == len(ids)
            assert {one.get("dataRef") for one in side.iter(f"{NS}ph")} <= data
        assert all(re.fullmatch(r"[\w.:-]+", one) for one in [unit.get("id"), *data])


def test_an_icon_of_the_translation_is_that_of_the_source():
    text = written(source="{a} {b}", text="{b} {a} {c}")
    places = re.findall(r'<ph id="(\w+)" equiv="(\{\w\})"', text)
    assert places == [("p1", "{a}"), ("p2", "{b}"), ("p2", "{b}"), ("p1", "{a}"), ("p3", "{c}")]


def test_an_icon_that_stands_twice_is_two_placeholders():
    assert re.findall(r'<ph id="(\w+)"', written(source="{a} {a}", text="{a} {a} {a}")) == [
        "p1",
        "p2",
        "p1",
        "p2",
        "p3",
    ]


def test_icons_are_read_from_whatever_a_tool_leaves_of_them():
    text = written()
    bare = re.sub(r"(<target.*?<ph id=\"p1\")[^>]*", r"\1/", text)
    assert bare != text
    assert read(bare).entries[0].text == "Recevez {tech} 2."
    no_data = re.sub(r"\s*<originalData>.*?</originalData>", "", text)
    assert read(no_data).entries[0].text == "Recevez {tech} 2."


@pytest.mark.parametrize("state", ["reviewed", "final"])
def test_a_state_that_a_tool_has_set_is_believed(state):
    text = written(state="machine").replace('state="initial"', f'state="{state}"')
    assert read(text).entries[0].comments == ("state: reviewed",)


def test_a_tool_that_confirms_a_text_makes_it_a_draft():
    entry = read(written(state="machine").replace('state="initial"', 'state="translated"')).entries[0]
    assert (entry.is_fuzzy, entry.comments) == (False, ())


@pytest.mark.parametrize(
    "more", [{"state": "machine"}, {"unsure": True}, {"state": "stale", "previous": "Get 2."}]
)
def test_a_tool_that_keeps_only_the_states_of_the_standard_confirms_nothing(more):
    bare = re.sub(r' subState="[^"]*"', "", written(**more))
    assert read(bare).entries[0] == read(written(**more)).entries[0]
    assert read(bare.replace(' state="initial"', "")).entries[0].is_fuzzy


def test_a_machines_text_that_was_changed_is_a_draft():
    entry = read(written(state="machine").replace("Recevez", "Prenez")).entries[0]
    assert (entry.is_fuzzy, entry.comments) == (False, ())


def test_a_unit_that_a_tool_has_split_and_grouped_is_read_whole():
    unit = (
        '<group id="g"><unit id="u" name="a.text"><segment state="translated"><source>One.</source>'
        "<target>Un<mrk id='m'>.</mrk></target></segment><ignorable><source> </source></ignorable>"
        '<segment state="final"><source>Two.</source><target>Deux.</target></segment></unit></group>'
    )
    entry = read(re.sub(r"<unit.*</unit>", unit, written(), flags=re.DOTALL)).entries[0]
    assert (entry.source, entry.text, entry.comments, entry.is_fuzzy) == ("One. Two.", "Un. Deux.", (), False)


def test_the_place_of_a_unit_is_told():
    assert read(written()).entries[0].where.line == 4


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        ("", "bad-xml", 1),
        ("msgid", "bad-xml", 1),
        (written()[:300], "bad-xml", 7),
        ("<html/>", "bad-xliff", 1),
        ('<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<xliff/>', "doctype", 2),
        ("<a>" * 5000, "bad-xml", 1),
        (written().replace(' name="krol.text"', ""), "context", 4),
        (written().replace("Recevez", '<cp hex="0007"/>'), "control-character", None),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data, code, line):
    fault = fault_of(data)
    assert fault.code == code
    assert line in (None, fault.where.line)


def test_another_sort_of_xml_is_told_by_its_name():
    assert fault_of("<html/>").message == "This is not XLIFF: its outermost element is html."


def test_our_states_have_our_prefix():
    assert 'state="initial" subState="deckwright:machine"' in written(state="machine")


def test_a_sign_that_xml_cannot_hold_is_told_before_anything_is_written():
    with pytest.raises(InputError, match=r"krol\.text"):
        write_xliff(small(text="a\x07b"))


def test_tags_are_placeholders_and_come_back():
    text = written(source="[gold]a[/] [note]", text="[gold]b[/] [nota]")
    assert re.findall(r'equiv="(.*?)"', text) == ["[gold]", "[/]"] * 2
    (back,) = read(text).entries
    assert back.text == "[gold]b[/] [nota]"
