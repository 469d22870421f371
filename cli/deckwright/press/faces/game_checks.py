"""Check a face against a game: that the game has every field, choice, word and icon the face asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.definitions import missing_file
from deckwright.files.game_folder import FOLDER
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import unknown_braces, word_in
from deckwright.model.query.binding import parse
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.model.words import suggest_names
from deckwright.press.faces.boxes import NESTED_KEYS, NOTHING, FaceLocation, boxes_in, changes_of
from deckwright.press.faces.expressions import names_in, numbers_in, parse_expression
from deckwright.press.faces.styles import tag_faults
from deckwright.press.faces.values import BUILT_IN, ENTRY, NUMBERS, parse_template, printed_braces, variants
from deckwright.press.graphics.icons import has_icon
from deckwright.press.graphics.svg_document import classes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.model.game import Game
    from deckwright.press.faces.face_file import Face


_CELLS = {"each"}
_ROWS = {"marks", "fields"}
_FIELD_KEYS = {"number", "bar"}
_PICTURE_KEYS = {"picture", "missing"}


def check_face_in_game(face: Face, game: Game, assets: Mapping[str, bytes]) -> list[Finding]:
    """Findings about names in a face that the game does not have; `assets` are the files of the game."""
    checker = _Checker(face, game, assets)
    found = [finding for place in _places(face) for finding in checker.check(place)]
    whole = (
        checker.check_omitted,
        checker.check_second_side,
        checker.check_words,
        checker.check_icon_colours,
    )
    return [
        *(finding for check in whole for document in face.documents for finding in check(document)),
        *found,
    ]


def _places(face: Face) -> Iterator[FaceLocation]:
    """Yield the colours and boxes of a face, without inherited ones that it replaces."""
    for number, document in enumerate(face.documents):
        nearer = [one.value for one in face.documents[number + 1 :]]
        tones = {name for value in nearer for name in value.get("palette", {})}
        boxes = {box["id"] for value in nearer for box in value.get("boxes", []) if "id" in box}
        place = FaceLocation(document)
        for name in document.value.get("palette", {}):
            if name not in tones:
                yield place.at("palette", name)
        for where, box in boxes_in(document):
            if (
                where.path[0] == "shared"
                and all(where.path[1] not in value.get("shared", {}) for value in nearer)
            ) or (where.path[0] == "boxes" and box.get("id") not in boxes):
                yield where


_CALCULATES = re.compile(r"[-+*/|(]")
"""Signs by which somebody means an expression, not a name."""


@dataclass(frozen=True)
class _Checker:
    """Checks the colours and boxes of a face against a game."""

    face: Face
    game: Game
    assets: Mapping[str, bytes]

    def check(self, place: FaceLocation) -> Iterator[Finding]:
        """Check one colour of the palette, or one box."""
        section, key, *number = place.path
        value = place.document.value[section][key]
        if section == "palette":
            yield from self._cases(value, place, in_cell=True)
        elif section == "shared":
            yield from self._box(value[number[0]], place, in_cell=key not in self._used_on_cards)
        else:
            yield from self._box(value, place, in_cell=False)

    @cached_property
    def _used_on_cards(self) -> set[str]:
        """Names of shared boxes that are used outside of cells, which have no entry."""
        shared = {
            name: boxes
            for document in self.face.documents
            for name, boxes in document.value.get("shared", {}).items()
        }
        used: set[str] = set()
        rest = [box for document in self.face.documents for box in document.value.get("boxes", ())]
        while rest:
            box = rest.pop()
            rest += [held for key in NESTED_KEYS if key not in _CELLS for held in box.get(key, ())]
            name = box.get("use", "")
            if name and name not in used:
                used.add(name)
                rest += shared[name]
        return used

    def check_words(self, document: Document) -> Iterator[Finding]:
        """Report braces in a face's own words, which would be printed as they are."""
        for name, words in document.value.get("words", {}).items():
            for language, word in words.items():
                for offset, written in unknown_braces(word):
                    message = tr(
                        "{written} is printed as is: words of a face cannot contain fields or icons. Move it to the text of a box, next to {word}.",
                        written=written,
                        word=f"{{word:{name}}}",
                    )
                    where = document.where_in(offset, word, "words", name, language)
                    yield Finding("braces", "error", message, where=where)

    def check_omitted(self, document: Document) -> Iterator[Finding]:
        """Report unknown fields under `leaves_out`."""
        for number, name in enumerate(document.value.get("leaves_out", ())):
            yield from self._field(name, FaceLocation(document).at("leaves_out", number), in_cell=False)

    def check_icon_colours(self, document: Document) -> Iterator[Finding]:
        """Report unknown icons under `icons`."""
        known = list(self.game.definition.get("icons", {}))
        for name in document.value.get("icons", {}):
            if name not in known:
                message = tr("The game {game} has no icon {name}.", game=self.game.id, name=name)
                where = document.where("icons", name, key=True)
                yield Finding("unknown-icon", "error", f"{message} {suggest_names(name, known)}", where=where)

    def check_second_side(self, document: Document) -> Iterator[Finding]:
        """Report names under `second_side` that are not texts of the game."""
        known = sorted(self.game.definition.get("texts", {}))
        for key, name in document.value.get("second_side", {}).items():
            if name not in known:
                message = tr("The game {game} has no text {name}.", game=self.game.id, name=name)
                place = FaceLocation(document).at("second_side", key)
                yield _finding("unknown-text", f"{message} {suggest_names(name, known)}", place)

    def _box(self, box: dict[str, Any], place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        yield from self._content(box, place, in_cell=in_cell)
        for key in _FIELD_KEYS & box.keys():
            yield from self._field(box[key], place.at(key), in_cell=in_cell)
        if isinstance(box.get("colours"), dict):
            yield from self._classes(box, place.at("colours"))
        if "repeat" in box and box["repeat"] not in _ROWS:
            yield from self._field(box["repeat"], place.at("repeat"), in_cell=in_cell)
        if "when" in box:
            yield from self._query(box["when"], place.at("when"))
        for key, name, own in changes_of(box):
            yield from self._language(name, place) if key == "languages" else ()
            yield from self._box(own, place.at(key, name), in_cell=in_cell)
        for key in NESTED_KEYS:
            inside = in_cell or (key == "each")
            for number, held in enumerate(box.get(key, ())):
                yield from self._box(held, place.at(key, number), in_cell=inside)

    def _language(self, name: str, place: FaceLocation) -> Iterator[Finding]:
        """Report changes for a language in which the game has no cards."""
        known = self.game.languages
        if name not in {*known, *map(base_of, known)}:
            message = tr("The game {game} has no language {language}.", game=self.game.id, language=name)
            where = place.document.where(*place.path, "languages", name, key=True)
            yield Finding("unknown-language", "error", f"{message} {suggest_names(name, known)}", where=where)

    def _content(self, box: dict[str, Any], place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        """Check the texts, icons, shapes and pictures of a box."""
        for key in ("text", "icon", "shape", "picture", "qr"):
            yield from self._cases(box.get(key), place.at(key), in_cell=in_cell)
        for key in ("text", "qr"):
            yield from self._texts(box.get(key), place.at(key), in_cell=in_cell)
        yield from self._icons(box.get("icon"), place.at("icon"))
        for key in _PICTURE_KEYS & box.keys():
            yield from self._pictures(box[key], place.at(key), in_cell=in_cell)

    def _fields(self, *, in_cell: bool) -> list[str]:
        own = {
            *BUILT_IN,
            *self.game.fields,
            "name",
            "text",
            "flavour",
            *self.game.definition.get("texts", {}),
        }
        return sorted(own | ENTRY if in_cell else own)

    def _field(self, name: str, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        known = self._fields(in_cell=in_cell)
        if name not in known:
            message = tr("The game {game} has no field {field}.", game=self.game.id, field=name)
            yield _finding("unknown-field", f"{message} {suggest_names(name, known)}", place)

    def _texts(
        self, text: str | dict[str, str] | None, place: FaceLocation, *, in_cell: bool
    ) -> Iterator[Finding]:
        for where, one in _variants(text, place):
            yield from self._braces(one, where, in_cell=in_cell)
            for offset, _, message in tag_faults(one, [*self.face.runs]):
                at = where.document.where_in(offset, one, *where.path)
                yield Finding("tags", "error", message, where=at)
            for part in parse_template(one).parts:
                if part.sort == "field":
                    yield from self._field(part.value, where, in_cell=in_cell)
                elif part.sort == "expression":
                    yield from self._expression(part.value, where, one, in_cell=in_cell)
                elif part.sort == "label":
                    yield from self._label(part.value, where)
                elif part.sort == "icon":
                    name = "{" + part.value + "}" if part.value.startswith("icon:") else part.value
                    yield from self._icon(name, where)

    def _braces(self, text: str, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        """Report text in braces that would be printed as it is, each once, at its first place."""
        first: dict[str, int] = {}
        for offset, written in printed_braces(text):
            first.setdefault(written, offset)
        for written, offset in first.items():
            where = place.document.where_in(offset, text, *place.path)
            if len(written) == 1:
                message = tr("This brace has no match: it is printed as is.")
                yield Finding("braces", "error", message, where=where)
            else:
                yield self._misspelt(written, where, in_cell=in_cell)

    def _misspelt(self, written: str, where: Where, *, in_cell: bool) -> Finding:
        """Finding for a name in braces that is not written as names are."""
        known = [
            *self._fields(in_cell=in_cell),
            *(f"icon:{name}" for name in self.game.definition.get("icons", {})),
        ]
        message = tr(
            "{written} is printed as is: names in braces are lowercase and have no spaces.",
            written=written,
        )
        message = f"{message} {suggest_names(word_in(written), known)}"
        return Finding("braces", "error", message, where=where)

    def _expression(
        self, written: str, place: FaceLocation, text: str, *, in_cell: bool
    ) -> Iterator[Finding]:
        """Report an expression that cannot be calculated: its form, its names, and texts taken for numbers."""
        where = place.document.where_in(text.find("{" + written), text, *place.path)
        try:
            expression = parse_expression(written)
        except InputError as fault:
            if not _CALCULATES.search(written):
                yield self._misspelt("{" + written + "}", where, in_cell=in_cell)
                return
            message = tr(
                "Invalid expression {written}: {reason}", written="{" + written + "}", reason=fault.message
            )
            yield Finding("expression", "error", message, where=where)
            return
        for name in dict.fromkeys(names_in(expression)):
            yield from self._field(name, place, in_cell=in_cell)
        for name in dict.fromkeys(numbers_in(expression)):
            if name in self._fields(in_cell=in_cell) and not self._is_number(name):
                message = tr(
                    "{name} is not a number: {written} cannot be calculated.",
                    name=name,
                    written="{" + written + "}",
                )
                yield Finding("expression", "error", message, where=where)

    def _is_number(self, name: str) -> bool:
        field = self.game.fields.get(name)
        return (
            field.type == "number" and not field.many if field else name in NUMBERS | {"copies", "revision"}
        )

    def _label(self, context: str, place: FaceLocation) -> Iterator[Finding]:
        own = context.startswith("word:")
        known: Sequence[str] = (
            [f"word:{name}" for name in self.face.words]
            if own
            else list(self.game.labels.get(self.game.source_language, {}))
        )
        if context not in known:
            message = tr("Unknown word: {name}.", name=context)
            yield _finding(
                "unknown-word", f"{message} {suggest_names(context, [*sorted(NUMBERS), *known])}", place
            )

    def _icons(self, icon: str | dict[str, str] | None, place: FaceLocation) -> Iterator[Finding]:
        for where, name in _variants(icon, place):
            yield from self._icon(name, where)

    def _icon(self, name: str, place: FaceLocation) -> Iterator[Finding]:
        if name.startswith("{"):
            prefix, colon, rest = name[1:-1].partition(":")
            known = list(self.game.definition.get("marks" if prefix == "mark" else "icons", {}))
            if colon and rest not in known:
                message = tr("The game {game} has no icon {name}.", game=self.game.id, name=rest)
                yield _finding("unknown-icon", f"{message} {suggest_names(rest, known)}", place)
        elif not has_icon(name, self.assets):
            message = tr("Unknown icon: {name}.", name=name)
            yield _finding("unknown-icon", message, place)

    def _pictures(
        self, picture: str | dict[str, str], place: FaceLocation, *, in_cell: bool
    ) -> Iterator[Finding]:
        """Check that pictures exist, and that the fields in their names do."""
        for where, name in _variants(picture, place):
            fields = parse_template(name).fields
            for field in fields:
                yield from self._field(field, where, in_cell=in_cell)
            missing = "" if fields or name == NOTHING else missing_file(f"{FOLDER}/{{}}", name, self.assets)
            if missing:
                yield _finding("unknown-picture", missing, where)

    def _classes(self, box: dict[str, Any], place: FaceLocation) -> Iterator[Finding]:
        """Check that a drawing of the game has the classes whose colours a box changes."""
        folder = "icons" if "icon" in box else FOLDER
        known = {
            name
            for file, data in self.assets.items()
            if file.startswith(f"{folder}/") and file.lower().endswith(".svg")
            for name in classes_of(data, file)
        }
        for name in box["colours"]:
            if name not in known:
                message = tr("No drawing in {folder} has the class {name}.", folder=folder, name=name)
                yield _finding(
                    "unknown-class", f"{message} {suggest_names(name, sorted(known))}", place.at(name)
                )

    def _cases(self, value: Any, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        """Check a value by case: that its field exists, every case is possible, and none is missing."""
        if not isinstance(value, dict) or "by" not in value:
            return
        field = value["by"]
        yield from self._field(field, place.at("by"), in_cell=in_cell)
        known = self._choices(field)
        cases = [key for key in value if key not in {"by", "else"}]
        for key in cases if known else ():
            if key not in known:
                message = tr("“{value}” is not a value of {field}.", value=key, field=field)
                yield _finding("unknown-case", f"{message} {suggest_names(key, known)}", place.at(key))
        missing = [choice for choice in known if choice not in cases]
        if missing and "else" not in value:
            names = ", ".join(missing)
            message = tr(
                "Missing cases of {field}: {names}. Add them, or the key else.", names=names, field=field
            )
            yield _finding("missing-case", message, place)

    def _choices(self, field: str) -> list[str]:
        if field == "kind":
            return self.game.names("kinds")
        one = self.game.fields.get(field)
        if one is not None and one.type == "flag":
            return ["true", "false"]
        return list(one.choices) if one else []

    def _query(self, query: str, place: FaceLocation) -> Iterator[Finding]:
        try:
            parse(query, Vocabulary.of([self.game]), place.where())
        except InputError as error:
            message = f"{error.message} {error.hint}".strip()
            yield Finding(error.code, "error", message, where=error.where or place.where())


def _variants(value: str | dict[str, str] | None, place: FaceLocation) -> Iterator[tuple[FaceLocation, str]]:
    """Yield a value, or each of its cases, with its place in the file."""
    yield from ((place.at(*steps), one) for steps, one in variants(value))


def _finding(rule: str, message: str, place: FaceLocation) -> Finding:
    return Finding(rule, "error", message, where=place.where())
