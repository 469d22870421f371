"""Cards in files: read and checked, edited line by line, and counted as in the owner's box."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.definitions import missing_icon, printed_braces, undeclared, unknown_icons
from deckwright.files.game_folder import refuse_outside
from deckwright.files.schemas import Schema, check_document
from deckwright.files.texts import lines_of, read_bytes
from deckwright.files.yaml import DATA_LIMIT, parse_document, read_document
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import tr, trn
from deckwright.model.card import ORIGINS, Card, CardNames, aliases_of_card, with_full_names
from deckwright.model.game import TEXTS, is_translated
from deckwright.model.markup import unpaired_stars
from deckwright.model.rule import copies_in, matcher_of, totals_of
from deckwright.model.words import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Severity
    from deckwright.model.card import Origin
    from deckwright.model.game import Game


# Card files: checks against the declarations of the game, and conversion to values.


_NONE: Mapping[str, Any] = {}
"""What most cards have as their aliases: one for all, as 100,000 of them take memory."""


class CardReader:
    """Reads the card files of one game into `cards`, by id in order, and `findings`.

    A card with a fault is one of the `cards` too: what refers to it is not wrong as well. `sources` are the texts of a
    game that is translated, by context, and `places` where they are, such as `cards/frogs.yaml:12`. The files themselves
    are not kept.
    """

    def __init__(self, game: Document, assets: Mapping[str, bytes]) -> None:
        self.cards: dict[str, Card] = {}
        self.findings: list[Finding] = []
        self.sources: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self._game = game
        self._definition = definition = game.value
        self._assets = assets
        self._kinds = {name: _kind_schema(definition, kind) for name, kind in definition["kinds"].items()}
        self._first: dict[str, Where] = {}
        self._braces: dict[tuple[str, bool], list[Finding]] = {}
        self._is_translated = is_translated(definition)

    def read(self, document: Document) -> None:
        """Read one card file, which fits its schema."""
        defaults = document.value.get("defaults", {})
        self.findings += self._check_names(_Written(defaults, document, ("defaults",)))
        for number, entry in enumerate(document.value["cards"]):
            self._read(_Written(entry, document, ("cards", number)), {**defaults, **entry})

    def forget(self) -> None:
        """Forget the texts and all places once nothing more is read: of a large game, they take much memory."""
        self.sources, self.places, self._first = {}, {}, {}

    def braces(self) -> Iterator[Finding]:
        """Warn of braces that texts print as is: each once, at its first place, with all its cards."""
        for findings in self._braces.values():
            cards = tuple(dict.fromkeys(card for finding in findings for card in finding.subjects))
            count = trn("({count} card)", "({count} cards)", len(cards)) if len(cards) > 1 else ""
            yield findings[0]._replace(message=f"{findings[0].message} {count}".strip(), subjects=cards)

    def _read(self, written: _Written, entry: Mapping[str, Any]) -> None:
        self.findings += self._check_card(written, entry)
        if written.id not in self.cards:
            self._first[written.id] = written.where("id")
            self.cards[written.id] = card = self._card(entry)
            if self._is_translated:
                for name, text in card.texts[card.source_language].items():
                    where = written.where(*((name,) if name in TEXTS else ("texts", name)))
                    context = f"{card.id}.{name}"
                    self.sources[context] = text
                    self.places[context] = f"cards/{Path(where.file).name}:{where.cell or where.line}"

    def _check_card(self, written: _Written, entry: Mapping[str, Any]) -> Iterator[Finding]:
        if written.id in self._first:
            first = self._first[written.id]
            message = tr("Two cards are called {id}; the first is at {where}.", id=written.id, where=first)
            if written.where().cell:
                message = f"{message} {tr('Change a name, or add a column id.')}"
            yield written.finding("card-twice", message, "id")
        if "kind" not in entry:
            names = ", ".join(self._kinds)
            message = tr("The card {id} has no kind. Use one of: {names}.", id=written.id, names=names)
            yield written.finding("kind", message)
        yield from self._check_names(written)
        yield from self._check_texts(written)
        if entry.get("kind", "") in self._kinds:
            yield from self._check_fields(written, entry.get("fields", {}), entry["kind"])

    def _check_names(self, written: _Written) -> Iterator[Finding]:
        entry, definition = written.entry, self._definition
        if entry.get("kind", "") not in {"", *self._kinds}:
            yield written.finding("kind", undeclared(entry["kind"], self._kinds), "kind")
        if message := "icon" in entry and missing_icon(entry["icon"], self._assets):
            yield written.finding("icon", message, "icon")
        for number, mark in enumerate(entry.get("marks", ())):
            if mark not in definition.get("marks", {}):
                yield written.finding("mark", undeclared(mark, definition.get("marks", {})), "marks", number)
        for language in entry.get("aliases", {}):
            if language not in definition["languages"]:
                message = undeclared(language, definition["languages"])
                yield written.finding("language", message, "aliases", language, key=True)
        for name in entry.get("texts", {}):
            if name not in definition.get("texts", {}):
                yield written.finding(
                    "text", undeclared(name, definition.get("texts", {})), "texts", name, key=True
                )

    def _check_texts(self, written: _Written) -> Iterator[Finding]:
        texts: list[tuple[tuple[str, ...], str]] = [
            ((name,), written.entry[name]) for name in TEXTS[1:] if name in written.entry
        ]
        texts += [(("texts", name), text) for name, text in written.entry.get("texts", {}).items()]
        texts += [(("fields", name), text) for name, text in self._free_texts(written.entry)]
        self._note_braces(written, ("name",), written.entry.get("name", ""))
        for path, text in texts:
            self._note_braces(written, path, text)
            for offset, message in unknown_icons(text, self._definition.get("icons", {})):
                where = written.document.where_in(offset, text, *written.path, *path)
                # A field need not be printed; a text is.
                severity: Severity = "warning" if path[0] == "fields" else "error"
                yield Finding("unknown-icon", severity, message, (written.id,), where=where)
            if (offset := unpaired_stars(text)) >= 0:
                where = written.document.where_in(offset, text, *written.path, *path)
                message = tr("These two stars have no match: they are printed as is.")
                yield Finding("emphasis", "warning", message, (written.id,), where=where)

    def _free_texts(self, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields of a card that hold a text of any words."""
        declared = self._definition.get("fields", {})
        for name, value in entry.get("fields", {}).items():
            if isinstance(value, str) and not {"oneOf", "enum"} & declared.get(name, {}).keys():
                yield name, value

    def _note_braces(self, written: _Written, path: tuple[str, ...], text: str) -> None:
        known, is_name = self._definition.get("icons", {}), path == ("name",)
        for offset, braces, message in (
            printed_braces(text, known, is_name=is_name) if "{" in text or "}" in text else ()
        ):
            where = written.document.where_in(offset, text, *written.path, *path)
            finding = Finding("braces", "warning", message, (written.id,), where=where)
            self._braces.setdefault((braces, is_name), []).append(finding)

    def _check_fields(self, written: _Written, fields: Mapping[str, Any], kind: str) -> Iterator[Finding]:
        for number, name in enumerate(self._definition["kinds"][kind].get("fields", ())):
            if name not in fields:
                where = self._game.where("kinds", kind, "fields", number)
                message = tr(
                    "Missing: {name}. Add it, or make it optional: at {where}, move {name} from fields to optional.",
                    name=name,
                    where=where,
                )
                yield written.finding("schema", message, "fields", name)
        yield from self._kinds[kind].check(fields, written.document, *written.path, "fields")

    def _card(self, entry: Mapping[str, Any]) -> Card:
        language = self._definition["source_language"]
        origin: Origin | dict[str, Origin] = entry.get("origin", "sample")
        origins = origin if isinstance(origin, dict) else {"name": origin, "rules": origin}
        printed = {name: entry[name] for name in TEXTS if name in entry} | entry.get("texts", {})
        card = Card(
            game=self._definition["id"],
            id=entry["id"],
            kind=entry.get("kind", ""),
            source_language=language,
            copies=entry.get("copies", 1),
            counts=entry.get("counts", "exact"),
            origin=max(origins.values(), key=ORIGINS.index),
            origins=origins if len(set(origins.values())) > 1 else _NONE,
            revision=entry.get("revision", 1),
            icon=entry.get("icon", ""),
            marks=tuple(entry.get("marks", ())),
            fields=entry.get("fields", _NONE),
            texts={language: printed},
            aliases=aliases_of_card(self._definition, entry) or _NONE,
        )
        return with_full_names(card, self._definition)


class _Written(NamedTuple):
    """A card, or the defaults of a file for all its cards, as it is written, and its place."""

    entry: Mapping[str, Any]
    document: Document
    path: tuple[str | int, ...]

    @property
    def id(self) -> str:
        return str(self.entry.get("id", ""))

    def where(self, *path: str | int, key: bool = False) -> Where:
        return self.document.where(*self.path, *path, key=key)

    def finding(self, rule: str, message: str, *path: str | int, key: bool = False) -> Finding:
        subjects = (self.id,) if self.id else ()
        return Finding(rule, "error", message, subjects, where=self.where(*path, key=key))


def _kind_schema(definition: Mapping[str, Any], kind: Mapping[str, Any]) -> Schema:
    """Schema for the fields of a card of one kind."""
    names, declared = (*kind.get("fields", ()), *kind.get("optional", ())), definition.get("fields", {})
    return Schema(
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: declared[name] for name in names},
        }
    )


# The lines of a card in its game's files: copied to be edited, and put back as they were around
# it.

_DASH = re.compile(r" *- +")
_NOTHING = re.compile(r"\s*(#.*)?")


class CardLines(NamedTuple):
    """A card as it is written: the lines of its file, which of them are its own, and how far they are indented.

    `content` is the file as it was read.
    """

    file: Path
    content: bytes
    lines: list[str]
    first: int
    end: int
    indent: int
    line_end: str

    @property
    def text(self) -> str:
        """Card's lines, without their indentation."""
        inside = [line[min(self.indent, len(line) - len(line.lstrip())) :] for line in self._own[1:]]
        return "\n".join([self._own[0][self.indent :], *inside]) + "\n"

    @property
    def _own(self) -> list[str]:
        return self.lines[self.first : self.end]

    @property
    def where(self) -> Where:
        """Place of the card's first line."""
        return Where(str(self.file), self.first + 1, 1)

    def merge(self, base: str, ours: str) -> str | None:
        """Text with the changes from `base` to `ours`, and those of others since; None if they meet."""
        return merged_text(base, ours, self.text)

    def content_with(self, text: str) -> bytes:
        """File with other lines in the place of the card's."""
        return self.file_with(text).encode(errors="replace")

    def file_with(self, text: str) -> str:
        """Text of the file with other lines in the place of the card's."""
        first, *others = lines_of(text.strip("\n"))
        inside = [" " * self.indent + line if line.strip() else "" for line in others]
        dash = self._own[0][: self.indent]
        return self.line_end.join([*self.lines[: self.first], dash + first, *inside, *self.lines[self.end :]])


def lines_of_card(folder: Path, card: str) -> CardLines:
    """Find where a card is written in a game's folder.

    Raises:
        InputError: it is not there, or not on lines of its own, or a link leads out of the folder.
    """
    for file in sorted((folder / "cards").glob("*.yaml")):
        refuse_outside(file, folder)
        content = read_bytes(file, limit=DATA_LIMIT)
        document = parse_document(content, str(file))
        for number, entry in enumerate(_cards_in(document)):
            if isinstance(entry, dict) and entry.get("id") == card:
                where = document.where("cards", number)
                lines = _lines(file, content, document.text, where.line - 1, where.column - 1)
                if lines is None:
                    message = tr("{card} does not begin on a line of its own.", card=card)
                    hint = tr("Change it in the file itself, and load the game again.")
                    raise InputError("layout", message, hint=hint, where=where)
                return lines
    message = tr("The folder {folder} no longer has the card {card}.", folder=folder, card=card)
    raise InputError(
        "no-such-card", message, hint=tr("Load the game again: deckwright load {folder}", folder=folder)
    )


def _cards_in(document: Document) -> Sequence[object]:
    """Cards that a file lists; none where it is not a file of cards."""
    listed = document.value.get("cards") if isinstance(document.value, dict) else None
    return listed if isinstance(listed, list) else ()


def _lines(file: Path, content: bytes, text: str, first: int, indent: int) -> CardLines | None:
    """End of a card: the next line that is indented less, without the blank lines before it."""
    lines = lines_of(text)
    if not _DASH.fullmatch(lines[first][:indent]):
        return None
    end = first + 1
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if _NOTHING.fullmatch(line):
            continue
        if len(line) - len(line.lstrip(" ")) < indent:
            break
        end = number + 1
    return CardLines(file, content, lines, first, end, indent, "\r\n" if "\r\n" in text else "\n")


def merged_text(base: str, ours: str, theirs: str) -> str | None:
    """Text with the changes of both sides; None if both changed the same lines, or lines next to each other."""
    sides = (lines_of(base), lines_of(ours), lines_of(theirs))
    made: list[str] = []
    at = [0, 0, 0]
    for starts, length in (*_shared(*sides), (tuple(map(len, sides)), 0)):
        before, mine, other = (side[begin:end] for side, begin, end in zip(sides, at, starts, strict=True))
        if mine not in (before, other) and other != before:
            return None
        made += other if mine == before else mine
        made += sides[0][starts[0] : starts[0] + length]
        at = [start + length for start in starts]
    return "\n".join(made)


def _shared(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the lines that neither side has changed: where they begin in each text, and how many they are."""
    mine, others = (
        SequenceMatcher(None, base, side, autojunk=False).get_matching_blocks() for side in (ours, theirs)
    )
    for block in mine:
        for other in others:
            start = max(block.a, other.a)
            end = min(block.a + block.size, other.a + other.size)
            if start < end:
                yield (start, block.b + start - block.a, other.b + start - other.a), end - start


# Counts of a real box, written by its owner: a file that changes a loaded game.


class CountsFile(NamedTuple):
    """A file of counts that fits its schema: the game it is for, and the document."""

    game: str
    document: Document


def read_counts_file(path: Path) -> CountsFile:
    """Read a file of counts.

    Raises:
        InputError: it cannot be read, or is not one, with every fault at its place.
    """
    document = read_document(path)
    findings = check_document(document, "counts")
    if findings:
        raise InputError("schema", findings[0].message, findings=tuple(findings), where=findings[0].where)
    return CountsFile(document.value["game"], document)


def counts_in(
    document: Document, game: Game, cards: Mapping[str, Card]
) -> tuple[dict[str, int], list[Finding]]:
    """Match the counts of a file with a game's cards; return them by card, and their errors.

    `cards` have the copies that the game itself says.
    """
    names = CardNames(cards.values())
    counts: dict[str, int] = {}
    findings: list[Finding] = []
    for name, copies in document.value["counts"].items():
        matching = names.find(name)
        if len(matching) != 1:
            findings.append(_not_one(document, name, matching, names, list(cards)))
        elif matching[0] in counts:
            message = tr("The card {card} is listed twice.", card=matching[0])
            findings.append(_fault(document, "card-twice", message, name))
        else:
            counts[matching[0]] = copies
    if not has_errors(findings):
        findings += _check_totals(document, game, cards, counts)
    return counts, findings


def _not_one(document: Document, name: str, found: list[str], names: CardNames, ids: list[str]) -> Finding:
    """Report a name that no card has, or several."""
    if found:
        several = ", ".join(found)
        message = tr("{name} is the name of several cards. Use one of: {ids}.", name=name, ids=several)
        return _fault(document, "ambiguous-card", message, name)
    near = nearest(name, ids) or names.nearest(name)
    message = tr("Unknown card: {name}.", name=name)
    return _fault(document, "unknown-card", f"{message} {did_you_mean(near)}".strip(), name)


def _check_totals(
    document: Document, game: Game, cards: Mapping[str, Card], counts: Mapping[str, int]
) -> Iterator[Finding]:
    """Find counts by which a box has more cards of a sort than the rulebook has (an error), or fewer (a warning)."""
    for total in totals_of(game, matcher_of(game)):
        concerned = [name for name in counts if total.of(cards[name])]
        others = [card for card in cards.values() if card.id not in counts]
        copies = sum(counts[name] for name in concerned) + copies_in(total, others)
        if not concerned or copies == total.copies:
            continue
        message = trn(
            "With these counts, {count} card matches {query}; the rulebook says {total}.",
            "With these counts, {count} cards match {query}; the rulebook says {total}.",
            copies,
            query=total.query,
            total=total.copies,
        )
        rest = [card.id for card in others if total.of(card)]
        if rest:
            message += " " + tr("Not in this file: {cards}.", cards=", ".join(rest))
        where = document.where("counts")
        severity: Severity = "error" if copies > total.copies else "warning"
        yield Finding("total", severity, message, tuple(concerned), copies, total.copies, where, total.cite)


def _fault(document: Document, rule: str, message: str, name: str) -> Finding:
    return Finding(rule, "error", message, where=document.where("counts", name, key=True))
