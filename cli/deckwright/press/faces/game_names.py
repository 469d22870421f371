"""Checks that a face names only what its game has: fields, texts, icons, pictures, words, languages, and values in queries."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.game_folder import FOLDER, missing_file
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.game import TEXTS
from deckwright.model.languages import base_of
from deckwright.model.markup import unknown_braces, word_in
from deckwright.model.plurals import missing_forms
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.words import suggest_names
from deckwright.press.boxes.box import written_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.boxes.picture import NOTHING
from deckwright.press.graphics.icons import has_icon
from deckwright.press.graphics.svg_document import classes_of
from deckwright.press.looks.expressions import (
    BUILT_IN,
    ENTRY,
    NUMBERS,
    names_in,
    numbers_in,
    parse_expression,
    parse_template,
    printed_braces,
    words_in,
)
from deckwright.press.looks.styles import tag_faults

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Where
    from deckwright.model.game import Game
    from deckwright.press.boxes.box import WrittenBox
    from deckwright.press.boxes.keys import Mention
    from deckwright.press.faces.face_file import Face


_ROWS = {"marks", "fields"}


def check_face_in_game(face: Face, game: Game, assets: Mapping[str, bytes]) -> list[Finding]:
    """Findings about names in a face that the game does not have; `assets` are the files of the game."""
    checker = _Checker(face, game, assets)
    whole = (
        checker.check_omitted,
        checker.check_second_side,
        checker.check_words,
        checker.check_icon_colours,
    )
    return [
        *(finding for check in whole for document in face.documents for finding in check(document)),
        *(finding for level in range(len(face.documents)) for finding in checker.check_file(level)),
    ]


_CALCULATES = re.compile(r"[-+*/|(]")
"""Signs by which somebody means an expression, not a name."""


@dataclass(frozen=True)
class _Checker:
    """Checks the colours and boxes of a face against a game."""

    face: Face
    game: Game
    assets: Mapping[str, bytes]

    def check_file(self, level: int) -> Iterator[Finding]:
        """Check the colours and boxes of a file, without those that nearer files replace."""
        document, nearer = self.face.documents[level], self.face.documents[level + 1 :]
        tones, shared = (
            {name for nearer_file in nearer for name in nearer_file.value.get(section, {})}
            for section in ("palette", "shared")
        )
        replaced = {
            box["id"] for nearer_file in nearer for box in nearer_file.value.get("boxes", []) if "id" in box
        }
        for name, tone in document.value.get("palette", {}).items():
            if name not in tones:
                place = FaceLocation(document).at("palette", name)
                is_choice = isinstance(tone, dict) and "by" in tone
                yield from self._cases(tone, place, in_cell=True) if is_choice else ()
        for box in written_boxes(document):
            section, name, *_ = box.place.path
            is_shared = section == "shared"
            if name not in shared if is_shared else box.value.get("id") not in replaced:
                in_cell = is_shared and name not in self._used_on_cards
                for inner in box._replace(in_cell=in_cell).with_nested():
                    yield from self._box(inner)

    @cached_property
    def _used_on_cards(self) -> set[str]:
        """Names of shared boxes that are used outside of cells, which have no entry."""
        shared: dict[str, list[WrittenBox]] = {}
        boxes: list[WrittenBox] = []
        for box in (box for document in self.face.documents for box in written_boxes(document)):
            section, name, *_ = box.place.path
            (shared.setdefault(str(name), []) if section == "shared" else boxes).append(box)
        used: set[str] = set()
        while boxes:
            inside = [inner for inner in boxes.pop().with_nested() if not inner.in_cell]
            names = {
                mention.value for inner in inside for mention in inner.mentions() if mention.sort == "shared"
            } - used
            used |= names
            boxes += [box for name in names for box in shared[name]]
        return used

    def check_words(self, document: Document) -> Iterator[Finding]:
        """Report braces in a face's own words, which would be printed as they are, and plural forms that are missing."""
        for name, words in document.value.get("words", {}).items():
            for path, word, written, offset in _braces_in_words(words):
                if written != "{count}" or len(path) == 1:
                    message = tr(
                        "{written} is printed as is: words of a face cannot contain fields or icons. Move it to the text of a box, next to {word}.",
                        written=written,
                        word=f"{{word:{name}}}",
                    )
                    where = document.where_in(offset, word, "words", name, *path)
                    yield Finding("braces", "error", message, where=where)
            for language, forms in words.items():
                if isinstance(forms, dict) and (message := missing_forms(forms, language)):
                    where = document.where("words", name, language)
                    yield Finding("plural-forms", "error", message, where=where)

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

    def _box(self, box: WrittenBox) -> Iterator[Finding]:
        """Check a box, without those inside it."""
        for mention in box.mentions():
            yield from self._mention(mention, in_cell=box.in_cell)
        for key, name, _ in box.changes():
            yield from self._language(name, box.place) if key == "languages" else ()

    def _mention(self, mention: Mention, *, in_cell: bool) -> Iterator[Finding]:
        sort, value, place = mention
        if sort in {"cases", "mask"}:
            yield from self._cases(value, place, in_cell=in_cell, can_lack=sort == "mask")
        elif sort == "field" or (sort == "row" and value not in _ROWS):
            yield from self._field(value, place, in_cell=in_cell)
        elif sort == "text":
            yield from self._text(value, place, in_cell=in_cell)
        elif sort == "icon":
            yield from self._icon(value, place)
        elif sort == "picture":
            yield from self._picture(value, place, in_cell=in_cell)
        elif sort == "class":
            yield from self._class(value, place)
        elif sort == "query":
            yield from self._query(value, place)

    def _language(self, name: str, place: FaceLocation) -> Iterator[Finding]:
        """Report changes for a language in which the game has no cards."""
        languages = self.game.languages
        if name not in {*languages, *map(base_of, languages)}:
            message = tr("The game {game} has no language {language}.", game=self.game.id, language=name)
            where = place.document.where(*place.path, "languages", name, key=True)
            yield Finding(
                "unknown-language", "error", f"{message} {suggest_names(name, languages)}", where=where
            )

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary.of([self.game])

    @cached_property
    def _card_fields(self) -> set[str]:
        """What a face can print of a card: fields that all cards have, those of the game, and texts."""
        return {*BUILT_IN, *self.game.fields, *TEXTS, *self.game.definition.get("texts", {})}

    def _has_field(self, name: str, *, in_cell: bool) -> bool:
        return name in self._card_fields or (in_cell and name in ENTRY)

    def _fields(self, *, in_cell: bool) -> list[str]:
        return sorted(self._card_fields | ENTRY if in_cell else self._card_fields)

    def _field(self, name: str, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        if not self._has_field(name, in_cell=in_cell):
            message = tr("The game {game} has no field {field}.", game=self.game.id, field=name)
            hint = suggest_names(name, self._fields(in_cell=in_cell))
            yield _finding("unknown-field", f"{message} {hint}", place)

    def _text(self, text: str, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        yield from self._braces(text, place, in_cell=in_cell)
        for offset, _, message in tag_faults(text, [*self.face.runs]):
            where = place.document.where_in(offset, text, *place.path)
            yield Finding("tags", "error", message, where=where)
        for part in parse_template(text).parts:
            if part.sort == "field":
                yield from self._field(part.value, place, in_cell=in_cell)
            elif part.sort == "expression":
                yield from self._expression(part.value, place, text, in_cell=in_cell)
            elif part.sort == "label":
                yield from self._label(part.value, place)
            elif part.sort == "icon":
                name = "{" + part.value + "}" if part.value.startswith("icon:") else part.value
                yield from self._icon(name, place)

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
        icons = [f"icon:{name}" for name in self.game.definition.get("icons", {})]
        if (icon := f"icon:{written[1:-1]}") in icons:
            message = tr(
                "{written} is printed as is: a face shows an icon of the game as {icon}.",
                written=written,
                icon=f"{{{icon}}}",
            )
            return Finding("braces", "error", message, where=where)
        message = tr(
            "{written} is printed as is: names in braces are lowercase and have no spaces.", written=written
        )
        message = f"{message} {suggest_names(word_in(written), [*self._fields(in_cell=in_cell), *icons])}"
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
        for name in dict.fromkeys(words_in(expression)):
            yield from self._label(f"word:{name}", place)
        for name in dict.fromkeys(numbers_in(expression)):
            if self._has_field(name, in_cell=in_cell) and not self._is_number(name):
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
        text, _, language = context.partition(":")
        is_translation = (
            text in {*TEXTS, *self.game.definition.get("texts", {})} and language in self.game.languages
        )
        if context not in known and not is_translation:
            message = tr("Unknown word: {name}.", name=context)
            yield _finding(
                "unknown-word", f"{message} {suggest_names(context, [*sorted(NUMBERS), *known])}", place
            )

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

    def _picture(self, name: str, place: FaceLocation, *, in_cell: bool) -> Iterator[Finding]:
        """Check that a picture exists, or that the fields in its name do."""
        fields = parse_template(name).fields
        for field in fields:
            yield from self._field(field, place, in_cell=in_cell)
        missing = "" if fields or name == NOTHING else missing_file(f"{FOLDER}/{{}}", name, self.assets)
        if missing:
            yield _finding("unknown-picture", missing, place)

    def _class(self, path: str, place: FaceLocation) -> Iterator[Finding]:
        """Check that a drawing of the game has a class whose colour a box changes."""
        folder, _, name = path.partition("/")
        classes = {
            class_name
            for file, data in self.assets.items()
            if file.startswith(f"{folder}/") and file.lower().endswith(".svg")
            for class_name in classes_of(data, file)
        }
        if name not in classes:
            message = tr("No drawing in {folder} has the class {name}.", folder=folder, name=name)
            yield _finding("unknown-class", f"{message} {suggest_names(name, sorted(classes))}", place)

    def _cases(
        self, value: dict[str, Any], place: FaceLocation, *, in_cell: bool, can_lack: bool = False
    ) -> Iterator[Finding]:
        """Check a value by case: that its field exists, every case is possible, and none is missing."""
        field = value["by"]
        yield from self._field(field, place.at("by"), in_cell=in_cell)
        known = self._choices(field)
        cases = [key for key in value if key not in {"by", "else"}]
        for key in cases if known else ():
            if key not in known:
                message = tr("“{value}” is not a value of {field}.", value=key, field=field)
                yield _finding("unknown-case", f"{message} {suggest_names(key, known)}", place.at(key))
        missing = [choice for choice in known if choice not in cases]
        if missing and "else" not in value and not can_lack:
            names = ", ".join(missing)
            message = tr(
                "Missing cases of {field}: {names}. Add them, or the key else.", names=names, field=field
            )
            yield _finding("missing-case", message, place)

    def _choices(self, field: str) -> list[str]:
        if field == "kind":
            return self.game.names("kinds")
        definition = self.game.fields.get(field)
        if definition is not None and definition.type == "flag":
            return ["true", "false"]
        return list(definition.choices) if definition else []

    def _query(self, query: str, place: FaceLocation) -> Iterator[Finding]:
        try:
            parse(query, self._vocabulary, place.where())
        except InputError as error:
            message = f"{error.message} {error.hint}".strip()
            yield Finding(error.code, "error", message, where=error.where or place.where())


def _finding(rule: str, message: str, place: FaceLocation) -> Finding:
    return Finding(rule, "error", message, where=place.where())


def _braces_in_words(
    words: Mapping[str, str | Mapping[str, str]],
) -> Iterator[tuple[tuple[str, ...], str, str, int]]:
    """Yield what is in braces in a word of a face, by language, or in a form of it: its path, the text, and its place there."""
    for language, word in words.items():
        forms = (
            {(language, form): text for form, text in word.items()}
            if isinstance(word, dict)
            else {(language,): word}
        )
        for path, text in forms.items():
            for offset, written in unknown_braces(str(text)):
                yield path, str(text), written, offset
