"""Boxes of faces: what all kinds have in common, how they are read, and the kinds by the key that each is written with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.press.boxes.keys import OF_CARDS, UNSCALED, FaceLocation, Scale, key, query, shadow
from deckwright.press.drawing.shadows import shadow_of
from deckwright.press.graphics.cuts import POKER, CardSize, card_size
from deckwright.press.graphics.parts import Area, DrawnGroup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.findings import Severity
    from deckwright.press.boxes.keys import Key, Mention
    from deckwright.press.drawing.context import FaceToDraw, Scope
    from deckwright.press.drawing.shadows import Shadow
    from deckwright.press.graphics.parts import DrawnPart, Path, Stop
    from deckwright.press.looks.expressions import Template
    from deckwright.press.looks.styles import TextLooks

BLEED = 3.0
"""Distance that a background extends beyond the cut, in mm."""

CHANGES = ("languages", "targets")
"""Keys of a box with changes for some languages or targets, the later ones stronger."""

COMMON = ("at", "height", "id", "when", "turn", "both_ways", "opacity", "shadow")
"""Keys of all boxes."""


Sizing = Literal["needed", "grows", "free"]
"""Whether a box needs a size, has it by its content in a stack, or always."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Box(ABC):
    """A box of a face. Its docstring is the description of its kind in the schema.

    `kind` is the key of such boxes in a face's YAML; `order` is the place of the kind on pages, `example` and `draws` are
    its row there. `sizing` says whether its content needs a size, has it by itself (`free`), or is as high in a stack as it
    needs (`grows`). `fixed` if it depends on nothing of the card but what is inside it: a kind that does not say so, and
    has no key that names anything of a card, is drawn for each card.
    """

    kind: ClassVar[str] = ""
    order: ClassVar[int] = 100
    example: ClassVar[str] = ""
    draws: ClassVar[str] = ""
    sizing: ClassVar[Sizing] = "needed"
    fixed: ClassVar[bool] = False
    common: ClassVar[tuple[str, ...]] = COMMON
    one_required: ClassVar[tuple[str, ...]] = ()
    """Keys of which one at least is required."""
    is_read: ClassVar[bool] = False
    """Whether players read it: a text or an icon, which must not be cut off."""
    has_text: ClassVar[bool] = False
    """Whether it shows the texts of cards, whose icons can have colours."""
    is_labelled: ClassVar[bool] = True
    """Whether proofs name it by its kind, if it has no id."""
    is_ground: ClassVar[bool] = False
    """Whether it is a background, whatever is inside it, and may be cut off."""
    stacks: ClassVar[bool] = False
    """Whether the boxes inside it are as wide as it is."""
    places: ClassVar[bool] = False
    """Whether each of the boxes inside it is at one place, from its corner."""
    _keys: ClassVar[dict[str, Key]]

    place: FaceLocation
    value: Mapping[str, Any]
    """The box as it is written, in an edition."""
    at: Area
    """Its place in mm, from the corner of the card or of the box around it."""
    id: str = key("common/id", default="")
    when: str = query("")
    turn: float = key("common/turn", "", float, default=0.0)
    both_ways: bool = key("common/both_ways", default=False)
    opacity: float = key("common/opacity", "", float, default=1.0)
    shadow: Shadow | None = shadow()

    @classmethod
    def keys(cls) -> dict[str, Key]:
        """Keys of such boxes, by name."""
        if "_keys" not in cls.__dict__:
            cls._keys = {part.name: part.metadata["key"] for part in fields(cls) if "key" in part.metadata}
        return cls._keys

    @classmethod
    def subclasses(cls) -> Iterator[type[Box]]:
        """Yield the classes that are made from it, however far."""
        for subclass in cls.__subclasses__():
            yield subclass
            yield from subclass.subclasses()

    @abstractmethod
    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw what the box shows of a card, upright and opaque, in an area."""

    @classmethod
    def sizing_of(cls, value: Mapping[str, Any]) -> Sizing:  # noqa: ARG003 - it is the same for most kinds
        """Whether a box as it is written needs a size."""
        return cls.sizing

    @classmethod
    def faults(cls, value: Mapping[str, Any], place: FaceLocation) -> Iterator[Finding]:  # noqa: ARG003 - most have no rule
        """Find what is wrong with a box as it is written, besides its names and its size."""
        yield from ()

    @property
    def line_width(self) -> float:
        """Width of its thinnest line, in mm; 0 without one."""
        return 0.0

    @property
    def templates(self) -> Sequence[Template]:
        """All texts that it can have."""
        return ()

    @property
    def row(self) -> str:
        """The field whose items the boxes inside it show; '' if they show the card."""
        return ""

    def extent(self, area: Area) -> Area:
        """Area that it takes up, if it is drawn in an area."""
        return area

    def height_in_stack(self, scope: Scope, area: Area) -> float | None:
        """Height that it has in a stack, in mm; None if it shows nothing of a card."""
        return self.at.height if any(self.drawn(scope, area)) else None

    @classmethod
    def area(cls, value: Mapping[str, Any], reader: BoxReader) -> Area:
        """Area of a box as it is written."""
        at = value.get("at", [0, 0, 0, value.get("height", 0)])
        return reader.area(at) if isinstance(at, str) else Area(*(float(number) for number in at))

    # What is inside.

    @cached_property
    def nested(self) -> tuple[Box, ...]:
        """Boxes directly inside it."""
        names = [name for name, key in self.keys().items() if key.nests]
        return tuple(box for name in names for box in getattr(self, name))

    def with_nested(self) -> Iterator[Box]:
        """Yield the box and all boxes inside it."""
        yield self
        for inner in self.nested:
            yield from inner.with_nested()

    def shown_inside(self, scope: Scope) -> Iterator[tuple[tuple[Box, ...], Scope]]:
        """Yield the boxes inside it that a card shows, with their scopes."""
        yield self.nested, scope

    def placed_inside(self, area: Area) -> Iterator[tuple[Box, Area]] | None:  # noqa: ARG002 - most have none
        """The boxes inside it at a fixed place of the card; None for a box without such boxes."""
        return None

    def places_on(self, scope: Scope, area: Area) -> Iterator[tuple[Box, Area]]:
        """Yield the boxes inside it at a fixed place that a card shows, each with its area."""
        yield from ((box, place) for box, place in self.placed_inside(area) or () if scope.holds(box.when))

    # What it is for what is printed on it; most kinds are no ground.

    form: ClassVar[Any] = ""
    """The shape that it covers, which may depend on the card."""

    @property
    def forms(self) -> Sequence[str]:
        """All shapes that it can cover."""
        return ()

    def path(self, name: str, area: Area) -> Path:  # noqa: ARG002 - most have none
        """Path of one of its shapes in an area; empty if there is none."""
        return ()

    def start(self, area: Area) -> tuple[float, float]:
        """A point of the card on which its content is printed, if it is drawn in an area."""
        return area.centre

    def veil(self, place: Area, area: Area, scope: Scope) -> list[Stop]:  # noqa: ARG002 - most have none
        """Colours that a box, drawn at a place, has in an area of the card for what is printed there."""
        return []

    # What it names.

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What it names, without the boxes inside it."""
        return tuple(mentions_in(type(self), self.value, self.place))

    @cached_property
    def card_fields(self) -> frozenset[str] | None:
        """Fields of a card on which its drawing depends, but for its colours; None if its class does not say."""
        if not (self.fixed or any(OF_CARDS.intersection(key.sorts) for key in self.keys().values())):
            return None
        return frozenset(name for mention in self.mentions for name in mention.fields())

    @cached_property
    def signs(self) -> frozenset[str]:
        """Fields of a card that it shows as a word, a number, an icon, a shape or a bar, whatever its colours."""
        signs = (mention for mention in self.mentions if mention.sort not in {"mask", "row"})
        return frozenset(name for mention in signs for name in mention.fields())

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        """Names of its colours, those that it has by default included, without those of boxes inside it."""
        written = (mention.value for mention in self.mentions if mention.sort in {"colour", "paint"})
        unwritten = (
            getattr(self, name)
            for name, key in self.keys().items()
            if "colour" in key.sorts and name not in self.value
        )
        shadow = (self.shadow.colour,) if self.shadow else ()
        return *written, *filter(None, unwritten), *shadow

    # What is found about it.

    def finding(
        self,
        face: FaceToDraw,
        rule: str,
        severity: Severity,
        message: str,
        cards: tuple[str, ...] = (),
        **more: Any,
    ) -> Finding:
        """Finding about the box at its place in a face: at `extends` if it is inherited, with a note of its own place."""
        where, document = self.place.where(), face.documents[-1]
        if self.place.document is not document:
            note = tr("{face} inherits this box: it is written at {place}.", face=face.name, place=where)
            message, where = f"{message} {note}", document.where("extends")
        return Finding(rule, severity, message, cards, where=where, **more)

    def report(self, scope: Scope, rule: str, severity: Severity, message: str, **more: Any) -> None:
        """Report a finding about the box on a card, at its place in the face."""
        scope.context.note(self.finding(scope.face, rule, severity, message, (scope.card.id,), **more), self)

    def surely_fits(self, scope: Scope, area: Area) -> bool:  # noqa: ARG002 - what is inside has an area of its own
        """Whether it is plain, without drawing it, that its texts fit in an area and have all their letters."""
        return all(
            box.surely_fits(inner, box.at)
            for boxes, inner in self.shown_inside(scope)
            for box in boxes
            if inner.holds(box.when)
        )

    # How it is drawn.

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is drawn once and upright, without a shadow, and covers what is below."""
        return not (self.turn or self.both_ways or self.shadow) and self.opacity == 1

    def drawn(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the box on a card in an area: turned, with its shadow and opacity, and a second time upside down."""
        parts = self.draw(scope, area)
        return parts if self.is_plain else self.in_its_place(parts, scope, area)

    def in_its_place(self, drawn: Iterable[DrawnPart], scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Parts of the box: turned, with its shadow and opacity, and a second time upside down."""
        if self.turn:
            drawn = (DrawnGroup(tuple(drawn), self.turn, area.centre),)
        drawn = self._with_effects(drawn, scope)
        if not self.both_ways:
            yield from drawn
            return
        parts = tuple(drawn)
        yield from parts
        yield DrawnGroup(parts, 180.0, scope.face.centre)

    def _with_effects(self, drawn: Iterable[DrawnPart], scope: Scope) -> Iterable[DrawnPart]:
        """Parts of the box with its shadow and its opacity."""
        if self.shadow:
            parts = tuple(drawn)
            drawn = (*shadow_of(parts, self.shadow, scope), *parts)
        if self.opacity < 1:
            parts = tuple(drawn)
            return (DrawnGroup(parts, opacity=self.opacity),) if parts and self.opacity else ()
        return drawn


# The boxes that a card shows, found without drawing it.


class ShownBox(NamedTuple):
    """A box that a card shows and that contains no others, with its scope, and its width and height in mm."""

    box: Box
    scope: Scope
    size: tuple[float, float]


def shown_boxes(boxes: Iterable[Box], scope: Scope, width: float = 0.0) -> Iterator[ShownBox]:
    """Yield the boxes that a card shows, also from inside others; `width` is that of the stack around them."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if not box.nested:
            yield ShownBox(box, scope, (width or box.at.width, box.at.height))
            continue
        within = (width or box.at.width) if box.stacks else 0.0
        for inner, inner_scope in box.shown_inside(scope):
            yield from shown_boxes(inner, inner_scope, within)


def placed_boxes(boxes: Iterable[Box], scope: Scope) -> Iterator[tuple[Box, Area]]:
    """Yield the boxes that a card shows and that are not only space, with their areas, and those at fixed places inside them."""
    return (placed for box in boxes if scope.holds(box.when) for placed in _with_inner(box, box.at, scope))


def _with_inner(box: Box, area: Area, scope: Scope) -> Iterator[tuple[Box, Area]]:
    area = box.extent(area)
    if area.width or area.height:
        yield box, area
    for inner, place in box.places_on(scope, area):
        yield from _with_inner(inner, place, scope)


# The kinds.


@cache
def kinds() -> dict[str, type[Box]]:
    """Classes of boxes by the keys that they are written with, from all files of this folder, in their order on pages."""
    for module in iter_modules(import_module("deckwright.press.boxes").__path__):
        import_module(f"deckwright.press.boxes.{module.name}")
    classes = sorted(Box.subclasses(), key=lambda kind: (kind.order, kind.kind))
    return {kind.kind: kind for kind in classes if "kind" in kind.__dict__}


def kind_of(value: Mapping[str, Any]) -> type[Box]:
    """Class of a box as it is written."""
    return next(kind for name, kind in kinds().items() if name in value)


@cache
def nested_keys() -> tuple[str, ...]:
    """Keys of boxes that contain other boxes."""
    keys = ((name, key) for kind in kinds().values() for name, key in kind.keys().items())
    return tuple(dict.fromkeys(name for name, key in keys if key.nests and not key.names))


def mentions_in(kind: type[Box], value: Mapping[str, Any], place: FaceLocation) -> Iterator[Mention]:
    """Yield what a box as it is written names, or its changes for a language or a target."""
    for name, declared in kind.keys().items():
        if declared.names and name in value:
            yield from declared.names(value[name], place.at(name))


# Boxes as they are written in a file.


def is_dropped(box: Mapping[str, Any]) -> bool:
    """Whether a box is not drawn: `drop: yes` is a text in YAML 1.2, `drop: true` is not."""
    return box.get("drop", False) in {True, "yes"}


class WrittenBox(NamedTuple):
    """A box in a file, whatever it is drawn with; `around` is the key that it is written under, such as `stack`."""

    value: dict[str, Any]
    place: FaceLocation
    around: str = ""
    in_cell: bool = False

    @property
    def kind(self) -> type[Box]:
        """Class of the box."""
        return kind_of(self.value)

    def changes(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield the changes for languages and targets, each with its key and its name."""
        yield from (
            (key, name, changes) for key in CHANGES for name, changes in self.value.get(key, {}).items()
        )

    def variants(self) -> Iterator[tuple[dict[str, Any], FaceLocation]]:
        """Yield the box, and each of its changes, with its place."""
        yield self.value, self.place
        yield from ((changes, self.place.at(key, name)) for key, name, changes in self.changes())

    def mentions(self) -> Iterator[Mention]:
        """Yield what the box and its changes name, without the boxes inside it."""
        for value, place in self.variants():
            yield from mentions_in(self.kind, value, place)

    def with_nested(self) -> Iterator[WrittenBox]:
        """Yield the box and all boxes inside it."""
        yield self
        for name in nested_keys():
            in_cell = self.in_cell or name == "each"
            for number, value in enumerate(self.value.get(name, ())):
                yield from WrittenBox(value, self.place.at(name, number), name, in_cell).with_nested()


def written_boxes(document: Document) -> Iterator[WrittenBox]:
    """Yield each box of a file, and each of its shared boxes; not those inside them."""
    place = FaceLocation(document)
    for name, boxes in document.value.get("shared", {}).items():
        yield from (WrittenBox(box, place.at("shared", name, number)) for number, box in enumerate(boxes))
    for number, box in enumerate(document.value.get("boxes", ())):
        yield WrittenBox(box, place.at("boxes", number))


# Reading.


def face_size(documents: Sequence[Document], *keys: str) -> CardSize:
    """Size under the first of some keys, or `size`, that a face has; `documents` begin with the topmost one it extends.

    Raises:
        InputError: no size has the name that it gives.
    """
    for name in (*keys, "size"):
        for document in reversed(documents):
            if name in document.value:
                return card_size(document.value[name], document.where(name))
    return POKER


OWN_TARGET = (".yaml", ".yml")
"""Endings of the names of targets that are a user's own files, wherever these are."""


class Edition(NamedTuple):
    """What a face is read for: a language, and the names of the target, the later ones stronger; '' and () for any."""

    language: str = ""
    targets: tuple[str, ...] = ()


EVERY = Edition()
"""Edition for all languages and targets that no box names."""


class BoxReader(NamedTuple):
    """Reads the boxes of one face in an edition; they refer to its size, its styles and its shared boxes."""

    size: tuple[float, float]
    looks: TextLooks
    shared: Mapping[str, tuple[list[dict[str, Any]], FaceLocation]]
    edition: Edition = EVERY
    scale: Scale = UNSCALED

    def area(self, name: str) -> Area:
        """The area called `card` or `bleed`."""
        card = Area(0.0, 0.0, *self.size)
        return card if name == "card" else card.inset(-BLEED, -BLEED)

    def boxes(self, values: list[dict[str, Any]], place: FaceLocation) -> tuple[Box, ...]:
        """Read a list of boxes, without those that are dropped."""
        read = (self.box(value, place.at(number)) for number, value in enumerate(values))
        return tuple(box for box in read if box)

    def box(self, value: dict[str, Any], place: FaceLocation) -> Box | None:
        """Read one box, whose kind is one of its keys; None if it is dropped."""
        value = in_edition(value, self.edition)
        if is_dropped(value):
            return None
        kind = kind_of(value)
        at = value.get("at", "card")
        area = self.area(at) if isinstance(at, str) else at
        inside = self.scale.inside(value.get("turn", 0), area)
        scaled_keys = {name: key.scaled for name, key in kind.keys().items() if key.scaled}
        value = self.scale.box(value, inside, scaled_keys)
        reader = self._replace(scale=inside if kind.places else inside.anywhere())
        read = {
            name: key.read(value.get(name), reader, place.at(name))
            for name, key in kind.keys().items()
            if key.always or name in value
        }
        return kind(place=place, value=value, at=kind.area(value, self), **read)


def in_edition(value: dict[str, Any], edition: Edition) -> dict[str, Any]:
    """Values of a box in a language and for a target."""
    by_tag, by_target = (value.get(key, {}) for key in CHANGES)
    language = edition.language
    value = _changed(value, by_tag.get(language) or by_tag.get(base_of(language), {})) if by_tag else value
    for target in edition.targets if by_target else ():
        value = _changed(value, by_target.get(target, {}))
    return value


def _changed(value: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Values of a box with some changes; a changed style only changes the keys that it has."""
    style, other = value.get("style", {}), changes.get("style")
    if isinstance(other, dict) and "extends" not in other:
        style = {"extends": style} if isinstance(style, str) else style
        changes = {**changes, "style": {**style, **other}}
    return {**value, **changes}
