"""Edits of real examples that know their grammar: what people, editors, other programs and attackers do to files.

Each edit is a function of bytes and random numbers, so that hypothesis and atheris share them: the same example, edit and seed
give the same input.
"""

from __future__ import annotations

import io
import re
import warnings
import zlib
from struct import pack
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from random import Random

MOST = 200_000
"""The most bytes of an input: what is larger is cut, so that each edit stays fast."""

WORDS = (
    *("", " ", "\t", "\n\n", "-", "--", "---\n"),
    *["...", "~", "null", "yes", "0", "-1", "007", "1e400", "-1e-400"],
    *("9" * 30, "9" * 5000, "0x" + "f" * 40),
    *["1_000", "1,5", ".5", "nan", "inf", "-inf", "1e5", "2026-02-30", "٣"],
    *["{", "}", "{}", "{{", "[", "]", "[]", "(", ")", '"', "'", "“", "”", "«", ":"],
    *(": ", "#", "&a", "*a", "!!x", "|", ">", "{name}", "{size + 1}"),
    *["{fly}", "[gold]", "[/gold]", "[/]", "[br]", "**", "*", "|---|", "%s", "%(x)s", "\\", "\\n"],
    *("\ufeff", "\0", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u200b", "\u202e", "\u0301"),
    *("\U0001f600", "\U0010ffff", "é", "e\u0301", "ß", "İ", "ı", "ſ", "\u212a", "ﬁ", "中", "א"),
    *("\ud7a3", "\u00a0", "\r", "\r\n", "../x", "C:\\x", "con", "a/b", "=1+1"),
    *("tree-frog", "size", "kind:frog", "colour", "name", "cards", "copies"),
    *("min", "max", "measure", "or", "and", "not"),
)
"""Tokens that mean something somewhere, or that are odd in a way that was met."""

_TOKEN = re.compile(rb"[A-Za-z_-]+|\d+|\s+|[^\w\s]", re.ASCII)
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WIDTHS = ((1, "B"), (2, "H"), (4, "I"))


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _word(random: Random) -> bytes:
    return random.choice(WORDS).encode("utf-8", "surrogatepass")


# Bytes.


def change_byte(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]


def flip_bit(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def set_number(data: bytes, random: Random) -> bytes:
    """Put a number at the edge of its range where lengths, offsets and sizes may be."""
    at, (width, code) = _place(data, random), random.choice(_WIDTHS)
    most = 256**width - 1
    number = random.choice((0, 1, most, most // 2, most // 2 + 1, len(data) % most, random.randrange(most)))
    return data[:at] + pack(random.choice("<>") + code, number) + data[at + width :]


def truncate(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def remove_part(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + data[at + random.randrange(1, 40) :]


def repeat_part(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    part = data[at : at + random.randrange(1, 60)]
    return data[:at] + part * random.choice((2, 2, 3, 20, 1000)) + data[at:]


def move_part(data: bytes, random: Random) -> bytes:
    one, other = sorted((_place(data, random), _place(data, random)))
    end = one + random.randrange(1, 60)
    return data[:one] + data[end:other] + data[one:end] + data[max(end, other) :]


def add_bytes(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + random.randbytes(random.randrange(1, 9)) + data[at:]


# Text: tokens, lines, encodings.


def add_word(data: bytes, random: Random) -> bytes:
    at = _place(data, random)
    return data[:at] + _word(random) + data[at:]


def change_token(data: bytes, random: Random) -> bytes:
    """Replace a word, number or sign by another one, often by one of the same text."""
    tokens = list(_TOKEN.finditer(data))
    if not tokens:
        return data + _word(random)
    token = random.choice(tokens)
    other = random.choice(tokens)[0] if random.random() < 0.5 else _word(random)
    return data[: token.start()] + other + data[token.end() :]


def change_number(data: bytes, random: Random) -> bytes:
    numbers = list(_NUMBER.finditer(data))
    if not numbers:
        return add_word(data, random)
    found = random.choice(numbers)
    other = random.choice(
        (
            b"0",
            b"-1",
            b"1e400",
            b"9" * 20,
            b"9" * 5000,
            b"1.5",
            b"0.0000001",
            b"1e-400",
            b"2147483648",
            b"nan",
        )
    )
    return data[: found.start()] + other + data[found.end() :]


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def swap_lines(data: bytes, random: Random) -> bytes:
    lines = _lines(data)
    if len(lines) > 1:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def remove_line(data: bytes, random: Random) -> bytes:
    lines = _lines(data)
    if lines:
        del lines[random.randrange(len(lines))]
    return b"".join(lines)


def repeat_line(data: bytes, random: Random) -> bytes:
    """Repeat a line: in YAML a key that is there twice, in tables a row."""
    lines = _lines(data)
    if lines:
        at = random.randrange(len(lines))
        lines.insert(at, lines[at] * random.choice((1, 1, 2, 300)))
    return b"".join(lines)


def indent_line(data: bytes, random: Random) -> bytes:
    lines = _lines(data)
    if lines:
        at = random.randrange(len(lines))
        lines[at] = random.choice((b" ", b"  ", b"\t", b"- ", b"# ")) + lines[at]
    return b"".join(lines)


def encode_otherwise(data: bytes, random: Random) -> bytes:
    """Save the text as another program would: in another encoding, with another line end, with a byte order mark."""
    text = data.decode("utf-8", "replace")
    ways = (
        lambda: text.encode("cp1252", "replace"),
        lambda: text.encode("cp850", "replace"),
        lambda: text.encode("utf-16"),
        lambda: text.encode("utf-16-le"),
        lambda: b"\xef\xbb\xbf" + data,
        lambda: data.replace(b"\n", b"\r\n"),
        lambda: data.replace(b"\n", b"\r"),
        lambda: data + b"\x1a",
        lambda: data.rstrip(b"\n"),
    )
    return random.choice(ways)()


# Grammars.

_BOMB = b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (name, name, b", ".join([b"*%c" % (name - 1)] * 9))
    for name in range(ord("b"), ord("m"))
)


def nest(data: bytes, random: Random) -> bytes:
    """Put brackets of some kind around a part, many times."""
    opening, closing = random.choice(
        (
            (b"[", b"]"),
            (b"{a: ", b"}"),
            (b"(", b")"),
            (b"- ", b""),
            (b"-", b""),
            (b"{", b"}"),
            (b"[gold]", b"[/]"),
        )
    )
    depth = random.choice((1, 2, 25, 400, 5000))
    one, other = sorted((_place(data, random), _place(data, random)))
    return data[:one] + opening * depth + data[one:other] + closing * depth + data[other:]


def add_yaml(data: bytes, random: Random) -> bytes:
    """Add what only YAML has: references, tags, documents, block texts, keys that are not texts."""
    parts = (
        _BOMB,
        b"? [a, b]\n: c\n",
        b"<<: {a: b}\n",
        b"--- !!python/object:os.system x\n",
        b"a: &b {c: *b}\n",
        b"%YAML 9.9\n---\n",
        b"{a: 1, a: 2}\n",
        b"x: |9\n  a\n",
        b"x: >-\n   a\n  b\n",
        b"1: 2\n",
        b"~: 3\n",
        b"true: 4\n",
        b'"\\ud800": 5\n',
        b'"\\x00": 6\n',
    )
    lines = _lines(data)
    lines.insert(random.randrange(len(lines) + 1), random.choice(parts))
    return b"".join(lines)


def add_xml(data: bytes, random: Random) -> bytes:
    """Add what only XML has: entities, document types, namespaces, instructions."""
    entities = b"".join(
        b'<!ENTITY l%d "%s">' % (number, b"&l%d;" % (number - 1) * 10) for number in range(1, 9)
    )
    parts = (
        b'<!DOCTYPE x [<!ENTITY l0 "lol">' + entities + b"]>",
        b'<!DOCTYPE x SYSTEM "file:///etc/hostname">',
        b"&l8;",
        b"&#0;",
        b"&#x110000;",
        b"<![CDATA[x]]>",
        b"<?xml-stylesheet href='x'?>",
        b"<!-- x -- y -->",
        b"<a xmlns='x' xmlns:b='y' b:c='d'/>",
        b"<x>" * 300,
        b"</x>" * 3,
        b'<?xml version="1.0" encoding="utf-7"?>',
        b'<?xml version="1.1"?>',
    )
    at = random.choice((0, _place(data, random), data.find(b"<", _place(data, random)) + 1))
    return data[:at] + random.choice(parts) + data[at:]


def add_separator(data: bytes, random: Random) -> bytes:
    """Add what only tables have: separators, quotes, and lines that end within a cell."""
    at = _place(data, random)
    return (
        data[:at]
        + random.choice((b",", b";", b"\t", b'"', b'""', b'"\n"', b"," * 300, b"sep=;\n", b"'=1", b"|"))
        + data[at:]
    )


def change_member(data: bytes, random: Random) -> bytes:
    """Change one file of an archive, its name, or how it is packed."""
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            members = [(info.filename, packed.read(info)) for info in packed.infolist()]
    except Exception:  # noqa: BLE001 - the archive is damaged already, in any way
        return change_byte(data, random)
    if not members:
        return data
    at = random.randrange(len(members))
    name, content = members[at]
    match random.randrange(6):
        case 0:
            members[at] = name, b"0" * 3_000_000
        case 1:
            members[at] = (
                random.choice((f"../{name}", "/x", name.upper(), "a" * 300, "con.txt", f"x/{name}", "")),
                content,
            )
        case 2:
            members.append((name, content))
        case 3:
            del members[at]
        case _:
            members[at] = name, edited(content, TEXT + XML, random, 2)
    out = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(out, "w", ZIP_DEFLATED) as packed:
        warnings.simplefilter("ignore")
        for member, inside in members:
            packed.writestr(ZipInfo(member), inside, ZIP_DEFLATED, compresslevel=1)
    return out.getvalue()


def change_chunk(data: bytes, random: Random) -> bytes:
    """Change a chunk of a PNG and correct its sum, which any decoder checks first."""
    at, places = 8, []
    while at + 12 <= len(data) and data.startswith(b"\x89PNG"):
        length = int.from_bytes(data[at : at + 4])
        places.append((at, length))
        at += 12 + length
    if not places:
        return change_byte(data, random)
    at, length = random.choice(places)
    name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
    body = edited(body, BYTES, random, 1) if random.random() < 0.8 else zlib.compress(random.randbytes(20))
    chunk = pack(">I", len(body)) + name + body + pack(">I", zlib.crc32(name + body))
    rest = data[at + 12 + length :]
    return data[:at] + chunk * random.choice((1, 1, 1, 2)) + rest


BYTES = (change_byte, flip_bit, set_number, truncate, remove_part, repeat_part, move_part, add_bytes)
TEXT = (
    *(add_word, change_token, change_token, change_number, swap_lines, remove_line, repeat_line, indent_line),
    *(encode_otherwise, nest, truncate, remove_part, repeat_part, move_part, change_byte),
)
XML = (*TEXT, add_xml, add_xml)

GRAMMARS = {
    "bytes": BYTES,
    "text": TEXT,
    "yaml": (*TEXT, add_yaml, add_yaml),
    "xml": XML,
    "table": (*TEXT, add_separator, add_separator),
    "zip": (*BYTES, change_member, change_member, change_member, change_member),
    "png": (*BYTES, change_chunk, change_chunk, change_chunk),
}
"""The edits of each grammar; one that is there twice is made more often."""


def edited(data: bytes, edits, random: Random, most: int = 4) -> bytes:
    """Make from one to `most` of some edits."""
    for _ in range(random.randint(1, most)):
        data = random.choice(edits)(data, random)[:MOST]
    return data
