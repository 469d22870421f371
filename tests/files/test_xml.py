"""XML is read as any other reader reads it; what is wrong or unsafe is refused with its location; what we write reads back."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright
from deckwright.errors import InputError
from deckwright.files.xml import XmlPolicy, is_element_name, parse_xml, xml_document

names = st.sampled_from(["a", "b", "c-d", "e.f"])
texts = st.text("ab <>&é\n\"'", max_size=8)
trees = st.recursive(
    texts,
    lambda inner: st.tuples(names, st.dictionaries(names, texts, max_size=2), st.lists(inner, max_size=3)),
    max_leaves=12,
)


def written(tree):
    if isinstance(tree, str):
        return escape(tree)
    name, attributes, content = tree
    said = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{said}>{''.join(map(written, content))}</{name}>"


def same(ours, theirs):
    assert (ours.name, ours.attributes, ours.text) == (theirs.tag, theirs.attrib, "".join(theirs.itertext()))
    assert [one.where.file for one in ours.all()] == ["a.xml"] * len(list(theirs.iter()))
    for one, other in zip(ours.children, theirs, strict=True):
        same(one, other)


@given(st.tuples(names, st.dictionaries(names, texts, max_size=2), st.lists(trees, max_size=4)))
def test_it_is_the_tree_that_the_standard_library_reads(tree):
    text = written(tree)
    same(parse_xml(text.encode(), "a.xml"), ET.fromstring(text))  # noqa: S314 - we have just written it


def test_elements_know_their_names_namespaces_and_locations():
    top = parse_xml(b'<x xmlns="urn:x">\n  <y z="1"/>text<y/>\n</x>', "a.xml")
    assert top.name == "urn:x x"
    first, second = top.named("urn:x y")
    assert (first.get("z"), first.get("none"), second.get("z")) == ("1", "", "")
    assert [(one.where.line, one.where.column) for one in (top, first, second)] == [(1, 1), (2, 3), (2, 17)]
    assert top.text.strip() == "text"


def refusal(data, policy=None):
    with pytest.raises(InputError) as caught:
        parse_xml(data if isinstance(data, bytes) else data.encode(), "a.xml", policy or XmlPolicy())
    return caught.value


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        ("", "1:1", "it ends before all elements are closed"),
        ("<a>\n<b>", "2:4", "it ends before all elements are closed"),
        ("msgid", "1:1", "it does not begin with an element"),
        ("<a></b>", "1:6", "a closing tag does not match its opening tag"),
        ("<a/>\n<b/>", "2:1", "there is content after the outermost element"),
        ("<a>&foo;</a>", "1:4", "an entity is unknown (only amp, lt, gt, quot and apos can be used)"),
        (
            "<a>Tom & Anna</a>",
            "1:9",
            "a character is not allowed here (& and < must be escaped)",
        ),
        ("<a b='1' b='2'/>", "1:10", "an element has an attribute twice"),
        ("<x:a/>", "1:1", "a namespace prefix is not declared"),
        ("<a", "1:1", "a tag is not closed"),
        (" <?xml version='1.0'?><a/>", "1:2", "there is something before its XML declaration"),
        ("<?xml version='1.0' encoding='utf-16'?><a/>", "1:31", "it is not in the encoding that it declares"),
        ("<a xmlns:xml='urn:x'/>", "1:1", "its markup is damaged (Expat error 38)"),
    ],
)
def test_what_is_not_well_formed_is_refused_in_our_own_words(data, place, reason):
    error = refusal(data)
    assert (error.code, str(error.where)) == ("bad-xml", f"a.xml:{place}")
    assert error.message == f"This is not well-formed XML: {reason}."


@pytest.mark.parametrize(
    "doctype", ["<!DOCTYPE a>", '<!DOCTYPE a SYSTEM "a.dtd">', '<!DOCTYPE a [<!ENTITY b "c">]>']
)
def test_data_has_no_document_type(doctype):
    assert refusal(f"\n{doctype}<a/>").code == "doctype"
    assert refusal(f"\n{doctype}<a/>").where.line == 2


def test_a_drawing_may_have_one_that_defines_nothing():
    drawing = XmlPolicy(has_bare_doctype=True, has_instructions=False)
    assert parse_xml(b'<!DOCTYPE a PUBLIC "-//A" "http://a"><a/>', "a.xml", drawing).name == "a"
    assert "<!DOCTYPE … [ … ]>" in refusal('<!DOCTYPE a [<!ENTITY b "c">]><a/>', drawing).message
    assert "<?php?>" in refusal("<?php run?><a/>", drawing).message
    assert parse_xml(b"<?php run?><a/>", "a.xml").name == "a"


def test_data_may_be_a_hundred_elements_deep():
    def nested(depth):
        return b"<a>" * depth + b"</a>" * depth

    assert parse_xml(nested(100), "a.xml").name == "a"
    assert refusal(nested(101).decode()).code == "bad-xml"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_the_encoding_that_a_file_declares_is_read(encoding):
    declared = encoding.removesuffix("-sig")
    text = f"<?xml version='1.0' encoding='{declared}'?><a b='é'>ù</a>"
    top = parse_xml(text.encode(encoding), "a.xml")
    assert (top.get("b"), top.text) == ("é", "ù")
    with suppress(InputError):
        parse_xml(text.encode("utf-8" if "8859" in declared else "latin-1"), "a.xml")


def test_much_in_one_element_is_read_in_a_moment():
    many = " ".join(f"a{number}='{number}'" for number in range(50_000))
    assert len(parse_xml(f"<a {many}/>".encode(), "a.xml").attributes) == 50_000
    assert len(parse_xml(f"<a b='{'c' * 1_000_000}'/>".encode(), "a.xml").get("b")) == 1_000_000
    assert parse_xml(b"<a>" + b"b<!---->" * 100_000 + b"</a>", "a.xml").text == "b" * 100_000


def test_no_other_module_parses_xml():
    package = Path(deckwright.__file__).parent
    parsing = re.compile(
        r"ParserCreate|XMLParser|XMLPullParser|iterparse|fromstring\(|minidom|make_parser|lxml|ElementTree.*\.parse\("
    )
    parsers = [path for path in package.rglob("*.py") if parsing.search(path.read_text("utf-8"))]
    # XLIFF only says why it does without lxml.
    assert {str(path.relative_to(package)) for path in parsers} == {"files/xml.py", "files/handouts.py"}


def test_an_encoding_that_nobody_knows_is_refused_on_the_first_line():
    error = refusal("<?xml version='1.0' encoding='klingon'?><a/>")
    assert (error.code, str(error.where)) == ("encoding", "a.xml:1:1")


def test_a_format_says_how_large_and_deep_it_may_be():
    small = XmlPolicy(depth=2, elements=3)
    assert parse_xml(b"<a><b/><b/></a>", "a.xml", small).name == "a"
    assert refusal("<a><b/><b/>\n<b/></a>", small).where.line == 2
    assert refusal("<a><b><c/></b></a>", small).code == "bad-xml"
    own = XmlPolicy(depth=1, too_large=lambda where: InputError("mine", "too large", where=where))
    assert refusal("<a><b/></a>", own).code == "mine"


def test_a_format_looks_at_each_element_as_it_opens():
    seen = []
    parse_xml(b"<a b='c'>d<e/></a>", "a.xml", XmlPolicy(check=lambda one: seen.append((one.name, one.text))))
    assert seen == [("a", ""), ("e", "")]


# Written documents.


@given(st.text(max_size=20), st.text(max_size=20))
def test_what_is_written_reads_back_without_what_xml_cannot_have(text, value):
    tree = ET.Element("outer")
    ET.SubElement(tree, "inner", note=value).text = text
    (inner,) = ET.fromstring(xml_document(tree))  # noqa: S314 - we have just written it

    def allowed(one):
        code = ord(one)
        return one in "\t\n\r" or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000

    lines = "".join(filter(allowed, text)).replace("\r\n", "\n").replace("\r", "\n")
    assert (inner.text or "") == lines
    assert inner.get("note") == "".join(filter(allowed, value))


@pytest.mark.parametrize("name", ["a", "Difficoltà", "_1", "Größe.2", "点数"])
def test_names_of_elements_have_letters_of_any_script(name):
    assert is_element_name(name)


@pytest.mark.parametrize("name", ["", "1a", "a b", "a:b", "a/><b", "a x='1'", "-a", "<", "a\n"])
def test_other_names_are_no_names_of_elements(name):
    assert not is_element_name(name)
