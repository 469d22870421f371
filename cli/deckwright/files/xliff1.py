"""Translations as XLIFF 1.2, which OmegaT, Poedit and most tools of agencies read, and as TMX, their memories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.files.handouts import (
    ABOUT,
    COMMENT,
    message_notes,
    refuse_not_in_xml,
    tokens_of,
    with_notes,
    with_state,
)
from deckwright.files.xml import XmlPolicy, parse_xml, xml_text, xml_value
from deckwright.messages import tr
from deckwright.model.translation import IncomingFile, IncomingMessage, state_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.xml import Element
    from deckwright.model.translation import Message, OutgoingFile, OutgoingMessage

NAMESPACE = "urn:oasis:names:tc:xliff:document:1."

_STATES = {
    "missing": "new",
    "draft": "translated",
    "reviewed": "final",
    "machine": "needs-review-translation",
    "stale": "needs-adaptation",
    "unsure": "needs-review-content",
}
"""States of targets by our words."""

_DONE = {"final": "reviewed", "signed-off": "reviewed", "translated": "draft"}
"""Our words for states that tools set; those that begin with `needs-` are doubts, and all others change nothing."""

_CODES = frozenset({"ph", "it", "bpt", "ept", "x", "bx", "ex"})
"""Inline elements for one code each; `g`, `mrk` and `sub` are around text."""
_AROUND = frozenset({"g", "mrk", "sub"})


def write_xliff1(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Icons and tags are placeholders, which translation tools do not change."""
    refuse_not_in_xml(handout, "XLIFF")
    return "\n".join(_lines(handout)).encode()


def _lines(handout: OutgoingFile) -> Iterator[str]:
    languages = (
        f"source-language={xml_value(handout.source_language)} target-language={xml_value(handout.language)}"
    )
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    yield f'  <file original={xml_value(handout.game)} datatype="plaintext" {languages}>'
    yield "    <body>"
    for message in handout.entries:
        yield from _unit(message, handout)
    yield "    </body>"
    yield "  </file>"
    yield "</xliff>"
    yield ""


def _unit(message: OutgoingMessage, handout: OutgoingFile) -> Iterator[str]:
    entry = message.entry
    word = state_word(entry)
    name = xml_value(entry.context)
    approved = ' approved="yes"' if word == "reviewed" else ""
    yield f'      <trans-unit id={name} resname={name} xml:space="preserve"{approved}>'
    yield f"        <source>{_coded(entry.source, entry)}</source>"
    if entry.text:
        yield f'        <target state="{_STATES[word]}">{_coded(entry.text, entry)}</target>'
    for category, text in message_notes(message, handout):
        yield f'        <note from="deckwright-{category}">{xml_text(text)}</note>'
    yield "      </trans-unit>"


def _coded(text: str, entry: Message) -> str:
    """Text with a placeholder for each icon and tag; equal ones have one number in the source and the translation."""
    tokens = tokens_of(entry.source, entry.text)
    distinct = dict.fromkeys(tokens.findall(entry.source + entry.text))
    numbers = {token: number for number, token in enumerate(distinct, 1)}
    return "".join(
        f'<x id="p{numbers[part]}" equiv-text={xml_value(part)}/>' if part in numbers else xml_text(part)
        for part in tokens.split(text)
    )


_PO_HEADER = "x-gettext-domain-header"
"""Type of the unit that programs make of the header of a PO file."""


def read_xliff1(top: Element, file: str) -> IncomingFile:
    """Read a file from a translator.

    Raises:
        InputError: a unit has no name, or an inline element is unknown, with the location.
    """
    prefix = top.name.rpartition(" ")[0] + " "
    files = list(top.named(f"{prefix}file"))
    entries = [
        _entry(unit, prefix)
        for part in files
        for unit in part.all()
        if unit.name == f"{prefix}trans-unit" and unit.get("restype") != _PO_HEADER
    ]
    games = {part.get("original") for part in files}
    languages = {part.get("target-language") for part in files}
    return IncomingFile(
        file,
        games.pop() if len(games) == 1 else "",
        languages.pop() if len(languages) == 1 else "",
        "",
        tuple(entries),
    )


def _entry(unit: Element, prefix: str) -> IncomingMessage:
    context = unit.get("resname") or unit.get("id")
    if not context:
        raise InputError("context", tr("This unit has no name, so its text is unknown."), where=unit.where)
    # Programs that make XLIFF of PO files number the units; then texts are found by their sources.
    context = "" if context.isdecimal() else context
    notes: dict[str, list[str]] = {}
    for note in unit.named(f"{prefix}note"):
        notes.setdefault(_category(note.get("from")), []).append(note.text)
    sources, targets = list(unit.named(f"{prefix}source")), list(unit.named(f"{prefix}target"))
    codes: dict[str, str] = {}
    source = "".join(_text(element, prefix, codes) for element in sources)
    text = "".join(_text(element, prefix, codes) for element in targets)
    entry, extracted = with_notes(IncomingMessage(context, source, text, unit.where), notes)
    state = targets[0].get("state") if targets else ""
    is_as_sent = state in {"", _STATES.get(extracted.state)}
    doubted = (extracted.state or "unsure") if state.startswith("needs-") else ""
    word = extracted.state if is_as_sent else _DONE.get(state, doubted)
    if unit.get("approved") == "yes" and extracted.known and not is_as_sent:
        word = "reviewed"
    return with_state(entry, word, extracted)


def _category(author: str) -> str:
    """Category of a note by its author; programs that make XLIFF of PO files call those of ours the developer's."""
    return (
        ABOUT
        if author == "developer"
        else author.removeprefix("deckwright-")
        if "deckwright-" in author
        else COMMENT
    )


def _text(element: Element, prefix: str, codes: dict[str, str]) -> str:
    """Text of an element, with icons and tags for the placeholders; `codes` are those of the source by id."""
    parts: list[str] = []
    for part in element.inside:
        if isinstance(part, str):
            parts.append(part)
            continue
        name = part.name.removeprefix(prefix)
        if name in _AROUND:
            parts.append(_text(part, prefix, codes))
        elif name in _CODES:
            code = part.get("equiv-text") or part.text or codes.get(part.get("id"), "")
            codes.setdefault(part.get("id"), code)
            parts.append(code)
        else:
            message = tr("Unknown element in a text: {name}.", name=name)
            raise InputError("bad-xliff", message, where=part.where)
    return "".join(parts)


# TMX 1.4: the translations that are done, as a memory for other tools, and memories as files for translators.


def write_tmx(handout: OutgoingFile) -> bytes:
    """Write the translations of a file as a memory; what is not translated is left out."""
    refuse_not_in_xml(handout, "TMX")
    return "\n".join(_memory(handout)).encode()


def _memory(handout: OutgoingFile) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<tmx version="1.4">'
    yield (
        '  <header creationtool="deckwright" creationtoolversion="1" segtype="block" o-tmf="po" adminlang="en" '
        f'datatype="plaintext" srclang={xml_value(handout.source_language)}>'
    )
    yield f'    <prop type="x-game">{xml_text(handout.game)}</prop>'
    yield f'    <prop type="x-language">{xml_text(handout.language)}</prop>'
    yield "  </header>"
    yield "  <body>"
    for message in handout.entries:
        if message.entry.text:
            yield "    <tu>"
            yield f'      <prop type="x-context">{xml_text(message.entry.context)}</prop>'
            for language, text in (
                (handout.source_language, message.entry.source),
                (handout.language, message.entry.text),
            ):
                yield f"      <tuv xml:lang={xml_value(language)}><seg>{xml_text(text)}</seg></tuv>"
            yield "    </tu>"
    yield "  </body>"
    yield "</tmx>"
    yield ""


_LANG = "http://www.w3.org/XML/1998/namespace lang"


def read_tmx(data: bytes, file: str) -> IncomingFile:
    """Read a memory as a file from a translator: its texts are found by their contexts, or by their sources.

    Raises:
        InputError: it has no language but that of its sources, or several.
    """
    top = parse_xml(data, file, XmlPolicy(has_bare_doctype=True))
    if top.name != "tmx":
        message = tr("This is not TMX: its outermost element is {name}.", name=top.name)
        raise InputError("bad-tmx", message, where=top.where)
    header = next(top.named("header"), None)
    props = {prop.get("type"): prop.text for prop in header.named("prop")} if header else {}
    source_language = header.get("srclang").lower() if header else ""
    units = [unit for body in top.named("body") for unit in body.named("tu")]
    languages = {_language(tuv) for unit in units for tuv in unit.named("tuv")} - {source_language}
    target = props.get("x-language", "").lower() or (languages.pop() if len(languages) == 1 else "")
    if not target:
        message = tr(
            "This memory has several languages, or none: {names}.", names=", ".join(sorted(languages)) or "–"
        )
        raise InputError("bad-tmx", message, where=top.where)
    entries = tuple(entry for unit in units if (entry := _memory_entry(unit, source_language, target)))
    return IncomingFile(file, props.get("x-game", ""), props.get("x-language", "") or target, "", entries)


def _language(tuv: Element) -> str:
    return (tuv.get(_LANG) or tuv.get("xml:lang") or tuv.get("lang")).lower()


def _memory_entry(unit: Element, source_language: str, target: str) -> IncomingMessage | None:
    texts: Mapping[str, str] = {
        _language(tuv): "".join(segment.text for segment in tuv.named("seg")) for tuv in unit.named("tuv")
    }
    contexts = [prop.text for prop in unit.named("prop") if prop.get("type") == "x-context"]
    if source_language not in texts or target not in texts:
        return None
    return IncomingMessage(contexts[0] if contexts else "", texts[source_language], texts[target], unit.where)
