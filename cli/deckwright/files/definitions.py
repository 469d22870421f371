"""Check that the parts of a `game.yaml` fit together, and compile its queries."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.game_folder import ICON_ENDINGS, missing_file, own_icon_file
from deckwright.files.schemas import pattern_error, schema
from deckwright.findings import Finding
from deckwright.messages import later, tr, trn
from deckwright.model.card import BUILT_IN, MAIN
from deckwright.model.format import BANNED, RESERVED, RESTRICTED, format_entry, listed_cards
from deckwright.model.game import (
    TEXTS,
    PathFinding,
    deals_in,
    entries_in,
    formats_in,
    is_allowed,
    labels_of,
    list_numbers,
    named_faces,
    numbers_in,
    parts_in,
    piles_in,
    queries_in,
    references_of,
    rules_in,
    takes_in,
    variants_of,
)
from deckwright.model.glossary import flaws_in_glossary
from deckwright.model.markup import FACE_ICON, ICON, unknown_braces, word_in
from deckwright.model.query.binding import HAS, Vocabulary, parse
from deckwright.model.query.matching import THIS, TODAY, dump_query
from deckwright.model.rule_checks import check_days, check_reference, check_rule, may_name_this, number_fields
from deckwright.model.score_counts import POINTS
from deckwright.model.scoring import check_scoring
from deckwright.model.settings import notes_in
from deckwright.model.setup import ASIDE, check_deal
from deckwright.model.words import did_you_mean, nearest, suggest_names
from deckwright.resources import icon_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.game import Game, Path, Section


# Names that files refer to: messages for those that do not exist.


_UNDECLARED = later("{name} is not declared in this game.")


def undeclared(name: str, known: Iterable[str]) -> str:
    """Message that a game does not declare a name."""
    return f"{tr(_UNDECLARED, name=name)} {suggest_names(name, list(known))}"


def missing_icon(icon: str, assets: Collection[str]) -> str:
    """Message for an icon that is neither in the icon fonts nor among the game's files; '' if it exists."""
    prefix, _, name = icon.rpartition(":")
    if prefix and name in icon_names(prefix):
        return ""
    if prefix:
        near = [f"{prefix}:{name}" for name in nearest(name, list(icon_names(prefix)))]
        return _with_near(tr("Unknown icon: {name}.", name=icon), near)
    if own_icon_file(icon, assets):
        return ""
    names = [PurePosixPath(file).stem for file in assets if file.endswith(ICON_ENDINGS)]
    return _with_near(tr("File not found: {name}.", name=f"icons/{icon}.svg"), nearest(icon, names))


def _with_near(message: str, near: list[str]) -> str:
    return f"{message} {did_you_mean(near)}".strip()


def unknown_icons(text: str, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the unknown icons of a text: position and message."""
    for written in ICON.finditer(text):
        if written[1] not in known:
            message = tr("The game declares no icon {name} for texts.", name=written[1])
            yield written.start(), f"{message} {suggest_names(written[1], list(known))}"
    for written in FACE_ICON.finditer(text):
        right = f"{{{written[1]}}}"
        message = tr(
            "{written} can only be used in a face: in a text, write {right}.", written=written[0], right=right
        )
        named = "" if written[1] in known else f" {suggest_names(written[1], list(known))}"
        yield written.start(), message + named


def printed_braces(
    text: str, known: Collection[str], *, is_name: bool = False
) -> Iterator[tuple[int, str, str]]:
    """Yield the braces that a text prints as is: position, wording and message.

    In the name of a card no icon is drawn.
    """
    for offset, written in unknown_braces(text) if is_name else unknown_braces(text, ICON, FACE_ICON):
        yield offset, written, _printed(written, known, is_name=is_name)


def _printed(written: str, known: Collection[str], *, is_name: bool) -> str:
    if len(written) == 1:
        return tr("This brace has no match: it is printed as is.")
    if is_name:
        return tr("{written} is printed as is: the names of cards show no icons.", written=written)
    message = tr(
        "{written} is printed as is: names in braces have only unaccented letters, digits and underscores.",
        written=written,
    )
    word = word_in(written)
    near = [word] if word in known else nearest(word, list(known)) if word else []
    return _with_near(message, [f"{{{name}}}" for name in near])


# Checks of a game's formats, piles and modes that the schema cannot express.


def check_sections(definition: Section, cards: Collection[str]) -> Iterator[PathFinding]:
    """Find everything that is inconsistent; `cards` are the ids of the game's cards."""
    for path, entry in ((), definition), *formats_in(definition), *entries_in(definition, "modes"):
        yield from _span(path, entry)
    yield from _lists(definition, cards)
    for path, entry in formats_in(definition):
        yield from _format(path, entry, definition, cards)
    for path, entry in piles_in(definition):
        for at, part in parts_in(path, entry):
            yield from _numbers((*at, "take"), part.get("take"), definition.get("players"))
    yield from check_deal(definition)
    for _, paths, deal in deals_in(definition):
        for at, take in takes_in(paths, deal):
            yield from _numbers(at, take, definition.get("players"))
    yield from check_scoring(definition)
    for sort, places in _USES.items():
        yield from _unknown_names({**definition, "cards": cards}, sort, places)


# Names that one part of a game.yaml declares, and others use.

_OF_EVERY_CARD = (
    *("name", "text", "flavour", "kind", "copies", "revision", "origin", "icon", "marks"),
    *("index", "total", "index:kind", "total:kind", "number"),
)
"""What cards of every game have, and may differ from what is printed."""


_DECLARED: Mapping[str, Callable[[Section], Iterable[str]]] = {
    "field": lambda game: game.get("fields", {}),
    "number field": number_fields,
    "mode": lambda game: game.get("modes", {}),
    "pile": lambda game: game.get("piles", {}),
    "pile with a setting": lambda game: [
        str(path[-1])
        for path, pile in piles_in(game)
        if any(part.get("setting") for _, part in parts_in(path, pile))
    ],
    "format": lambda game: game.get("formats", {}),
    "text": lambda game: [
        *game["deal"].get("says", {}),
        *(name for name, entry in game.get("reminders", {}).items() if "text" in entry),
    ],
    "zone": lambda game: [*game["deal"]["zones"], ASIDE],
    "shape": lambda game: game["grid"]["shapes"],
    "place": lambda game: game["grid"]["places"],
    "zone of scores": lambda game: game.get("scoring", {}).get("zones", {}),
    "count": lambda game: game["scoring"]["counts"],
    "named count": lambda game: [
        POINTS,
        *(name for name, count in game["scoring"]["counts"].items() if "name" in count),
    ],
    "card": lambda game: game["cards"],
    "list": lambda game: game.get("lists", {}),
    "language": lambda game: game["languages"],
    "name": lambda game: ["name", *game.get("texts", {}), *game.get("fields", {})],
    "part of cards": lambda game: [*_OF_EVERY_CARD, *game.get("fields", {}), *game.get("texts", {})],
}
"""The names that a game declares, of each sort."""

_USES: Mapping[str, str] = {
    "field": "piles.**.parts.*.alike deal.**.steps.*.alike deal.zones.*.stacks grid.shape|parts"
    " reminders.*.rows|across reminders.*.columns.*",
    "number field": "effort.adds.* effort.worth deal.**.first.reveal"
    " scoring.zones.*.pools.* scoring.claims.*.min|same",
    "mode": "piles|marks.*.modes.@ deal|scoring.modes.@ turn|reminders|readings|settings.*.modes.*"
    " turn|reminders.*.items.*.modes.* scoring.rules|together.*.modes.* scoring.zones.*.forms.*.*.modes.*",
    "pile": "deal.**.steps.*.pile",
    "pile with a setting": "scoring.rules|together.*.agreed scoring.zones.*.forms.*.*.agreed",
    "format": "deal.**.steps.*.deck",
    "text": "deal.**.steps.*.say",
    "zone": "deal.**.steps.*.to deal.**.empty.table|seats.*",
    "shape": "grid.places.*.@",
    "place": "grid.joins.*.*.@",
    "zone of scores": "grid.start.zone scoring.counts.*.zone.** scoring.awards.*.zone",
    "count": "scoring.parts.* scoring.awards.*.fewest scoring.claims.*.count",
    "named count": "scoring.order.*.by scoring.modes.*.order.*.by",
    "card": "scoring.awards.*.card scoring.example.covered.* scoring.example.covered.@ turn|reminders.*.items.*.shows.*.card",
    "list": "formats.*.banned|restricted",
    "part of cards": "reprint.ignore.*",
}
"""Where names of each sort are used: `*` is any key or entry, `**` any way down, and `@` are the keys themselves."""

_USES_BEFORE_CARDS: Mapping[str, str] = {
    "field": "kinds.*.fields|optional.*",
    "mode": "default_mode",
    "language": "kinds.*.aliases.@ fields.*.oneOf.*.aliases.@ fields.*.items.oneOf.*.aliases.@"
    " formats.*.zones.*.aliases.@",
    "name": "names.*",
}
"""Where names are used that other files cannot be read without; the sort is the rule of their findings."""


_TOLD = {
    "number field": later("Unknown number field: “{name}”."),
    "pile with a setting": later("No pile “{name}” has a number that is a setting."),
    "named count": later("Unknown name: “{name}”."),
    "list": later("The game has no list {name}."),
}
"""Messages for names that may be declared as something else."""


def _unknown_names(definition: Section, sort: str, places: str) -> Iterator[PathFinding]:
    """Find names of one sort that are used, but not declared."""
    for path, name in (use for place in places.split() for use in _used(definition, place.split("."))):
        if name not in (known := [*_DECLARED[sort](definition)]):
            message = tr(_TOLD.get(sort, _UNDECLARED), name=name)
            yield PathFinding(path, f"{message} {suggest_names(name, known)}")


def _used(value: Any, steps: Sequence[str], path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the names at some places below a value, each with its path."""
    if not steps:
        yield from [(path, value)] if isinstance(value, str) else []
        return
    step, *rest = steps
    if step == "**":
        yield from _used(value, rest, path)
    inside = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, part in inside:
        if step == "@":
            yield (*path, key), str(key)
        elif step in {"*", "**"} or key in step.split("|"):
            yield from _used(part, steps if step == "**" else rest, (*path, key))


def _format(path: Path, entry: Section, definition: Section, cards: Collection[str]) -> Iterator[PathFinding]:
    """Find what is inconsistent in a format; one that is like no other cannot be checked further."""
    flaw = _base(path, definition)
    if flaw:
        yield flaw
        return
    full = {**format_entry(definition, str(path[-1])), "lists": definition.get("lists", {})}
    yield from _dropped(path, entry, definition)
    yield from _cards(path, entry, definition, cards)
    yield from _ids(path, entry)
    yield from _names(path, entry)
    for name, reference in entry.get("references", {}).items():
        yield from check_reference((*path, "references", name), reference, full)
    span = full.get("players") or definition.get("players")
    for at, rule in rules_in(path, entry):
        yield from check_rule(at, rule, full, definition)
        yield from _numbers((*at, "by_players"), rule.get("by_players"), span)


def _base(path: Path, definition: Section) -> PathFinding | None:
    """What is wrong with the format that another is like: it does not exist, or is like that one in turn."""
    formats = definition["formats"]
    names = [str(path[-1])]
    while "like" in formats[names[-1]]:
        name = formats[names[-1]]["like"]
        if name not in formats:
            message = (
                f"{tr('This game has no format {name}.', name=name)} {suggest_names(name, list(formats))}"
            )
            return PathFinding(("formats", names[-1], "like"), message)
        if name in names:
            message = tr("These formats are like each other: {names}.", names=", ".join(names))
            return PathFinding(("formats", names[-1], "like"), message)
        names.append(name)
    return None


def _dropped(path: Path, entry: Section, definition: Section) -> Iterator[PathFinding]:
    """Find dropped rules that the other format does not have."""
    if "drop" not in entry:
        return
    base = format_entry(definition, entry["like"])
    droppable = [*(rule["id"] for rule in base["rules"]), *(key for key in RESERVED if key in base)]
    for number, name in enumerate(entry["drop"]):
        if name not in droppable:
            message = tr("The format {format} has no rule {name}.", format=entry["like"], name=name)
            yield PathFinding((*path, "drop", number), f"{message} {suggest_names(name, droppable)}")


def _lists(definition: Section, cards: Collection[str]) -> Iterator[PathFinding]:
    """Find lists with the name of a field, unknown cards on them, and days in the wrong order."""
    for name, table in definition.get("lists", {}).items():
        path: Path = ("lists", name)
        if name in (*BUILT_IN, *definition.get("fields", {})):
            message = tr("{name} is a field already: use another name for this list.", name=name)
            yield PathFinding(path, message)
        yield from _table(path, table, cards)


def _table(path: Path, table: Any, cards: Collection[str]) -> Iterator[PathFinding]:
    """Find unknown cards in a table of cards, and days in the wrong order."""
    written = table.items() if isinstance(table, dict) else enumerate(table)
    for step, entry in written:
        at = (*path, step)
        name = step if isinstance(table, dict) else entry["card"] if isinstance(entry, dict) else entry
        if name not in cards:
            message = tr("The game has no card {card}.", card=name)
            yield PathFinding(at, _with_near(message, nearest(str(name), list(cards))))
        if isinstance(entry, dict):
            yield from check_days(at, entry)


def _span(path: Path, entry: Section) -> Iterator[PathFinding]:
    span = entry.get("players")
    if span and not numbers_in(span):
        yield PathFinding((*path, "players"), tr("The minimum number of players is above the maximum."))


def _cards(path: Path, entry: Section, definition: Section, cards: Collection[str]) -> Iterator[PathFinding]:
    """Find unknown cards and lists among those that a format bans or restricts."""
    lists = definition.get("lists", {})
    for key in (BANNED, RESTRICTED):
        table = entry.get(key, ())
        if not isinstance(table, str):
            yield from _table((*path, key), table, cards)
        elif key == RESTRICTED:
            yield from _copies(path, table, lists.get(table, ()))


def _copies(path: Path, name: str, table: Any) -> Iterator[PathFinding]:
    """Find numbers in a list that restricts copies, but cannot be a number of copies."""
    for listed in listed_cards(table):
        if listed.value < 0 or listed.value % 1:
            message = tr(
                "The list {name} restricts copies, but {card} has {value}: use whole numbers from 0.",
                name=name,
                card=listed.card,
                value=listed.value,
            )
            yield PathFinding((*path, RESTRICTED), message)


def _names(path: Path, entry: Section) -> Iterator[PathFinding]:
    """Find zones and references with a name that has a meaning of its own."""
    for key in ("zones", "beside"):
        for number, zone in enumerate(entry.get(key, ())):
            if zone == MAIN and not isinstance(entry[key], dict):
                message = tr("Every deck has the main zone “{name}”: remove it here.", name=zone)
                yield PathFinding((*path, key, number), message)
    for name in {THIS, TODAY} & entry.get("references", {}).keys():
        message = tr("“{name}” has a meaning of its own in queries: use another name.", name=name)
        yield PathFinding((*path, "references", name), message)


def _ids(path: Path, entry: Section) -> Iterator[PathFinding]:
    seen: set[str] = set()
    for at, rule in rules_in(path, entry):
        name = rule["id"]
        if name in RESERVED:
            message = tr("“{name}” is reserved for the format’s own key: use another id.", name=name)
            yield PathFinding((*at, "id"), message)
        elif name in seen:
            yield PathFinding((*at, "id"), tr("This format already has a rule “{name}”.", name=name))
        seen.add(name)


def _numbers(path: Path, table: object, span: Mapping[str, int] | None) -> Iterator[PathFinding]:
    """Find numbers of players that are not allowed, in a table with one entry for each number."""
    allowed = numbers_in(span)
    for players in table if isinstance(table, dict) else ():
        if not is_allowed(int(players), allowed):
            message = trn(
                "{count} player is not allowed. Allowed: {allowed}.",
                "{count} players are not allowed. Allowed: {allowed}.",
                int(players),
                allowed=list_numbers(allowed),
            )
            yield PathFinding((*path, players), message)


# Consistency checks of a game.yaml, and compilation of its queries.


def check_definition(document: Document, assets: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find contradictions in a game.yaml that matches its schema, before it is used to read other files."""
    definition = document.value
    for name, field in definition.get("fields", {}).items():
        yield from _field(document, name, field)
    for name in definition.get("texts", {}):
        if name in TEXTS:
            message = tr("Every card already has {name}: rename this text.", name=name)
            yield fault_at(document, "text", message, "texts", name, key=True)
    for kind, entry in definition["kinds"].items():
        yield from _kind(document, kind, entry)
    for sort, places in _USES_BEFORE_CARDS.items():
        for flaw in _unknown_names(definition, sort, places):
            yield fault_at(document, sort, flaw.message, *flaw.path, key=sort == "language")
    if definition["source_language"] not in definition["languages"]:
        yield fault_at(document, "languages", tr("Missing source language."), "languages")
    for flaw in flaws_in_glossary(definition):
        yield fault_at(document, "glossary", flaw.message, *flaw.path)
    yield from _settings(document)
    yield from _files(document, assets)


def _settings(document: Document) -> Iterator[Finding]:
    """Find settings without their default, and choices that change a game.yaml into something that is not one."""
    definition = document.value
    for name, entry in definition.get("settings", {}).items():
        if entry["default"] not in entry["choices"]:
            message = undeclared(entry["default"], entry["choices"])
            yield fault_at(document, "setting", message, "settings", name, "default")
        elif "changes" in entry["choices"][entry["default"]]:
            message = tr("The default choice must not change anything: write its rules above.")
            place = ("settings", name, "choices", entry["default"], "changes")
            yield fault_at(document, "setting", message, *place, key=True)
        if any(part.get("setting") for part in _pile_parts(definition, name)):
            message = tr(
                "The pile {name} already has a setting of this name, for its number of cards.", name=name
            )
            yield fault_at(document, "setting", message, "settings", name, key=True)
    usual = labels_of({**definition, "settings": {}})
    for path, variant in variants_of(definition):
        faults = [] if schema("game").is_valid(variant) else schema("game").faults(variant)
        for fault in faults:
            at = ".".join(map(str, fault.path))
            message = tr("With these changes, {place} is wrong: {message}", place=at, message=fault.message)
            yield fault_at(document, "setting", message, *path)
        if faults:
            continue
        for context, text in labels_of({**variant, "settings": {}}).items():
            if usual.get(context, text) != text:
                message = tr("{name} has another text without this choice: use another id.", name=context)
                yield fault_at(document, "setting", message, *path)


def _pile_parts(definition: Mapping[str, Any], pile: str) -> Iterator[Mapping[str, Any]]:
    entry = definition.get("piles", {}).get(pile)
    if entry:
        yield from (part for _, part in parts_in((), entry))


def _files(document: Document, assets: Mapping[str, bytes]) -> Iterator[Finding]:
    """Find the faces and icons that are not there."""
    for face, path in _faces(document.value):
        if message := missing_file("faces/{}.yaml", face, [*_packaged_faces(), *assets]):
            yield fault_at(document, "face", message, *path)
    for place, icon in _icons(document.value):
        if message := missing_icon(icon, assets):
            yield fault_at(document, "icon", message, *place)


def _field(document: Document, name: str, field: Mapping[str, Any]) -> Iterator[Finding]:
    path = ("fields", name)
    if name in BUILT_IN:
        message = tr("Every card already has {name}: rename this field.", name=name)
        yield fault_at(document, "field", message, *path, key=True)
    if name == HAS:
        message = tr("Queries such as {example} use this name: rename this field.", example=f"{HAS}:copies")
        yield fault_at(document, "field", message, *path, key=True)
    if flaw := pattern_error(field):
        yield fault_at(document, "field", flaw.message, *path, *flaw.path)
    item = field.get("items", field)
    for place, part in {path: field, (*path, "items"): field.get("items", {})}.items():
        if "format" in part and (part.get("type") != "string" or {"enum", "oneOf"} & part.keys()):
            message = tr("Dates need type: string, and have no choices.")
            yield fault_at(document, "field", message, *place, "format")
    choices = Counter(choice["const"] for choice in item.get("oneOf", ()))
    for choice in (choice for choice, times in choices.items() if times > 1):
        yield fault_at(document, "field", tr("The choice {name} is listed twice.", name=choice), *path)


def _kind(document: Document, kind: str, entry: Mapping[str, Any]) -> Iterator[Finding]:
    for side in ("face", "back"):
        several = entry.get(side, ())
        for number, face in enumerate(several[:-1] if isinstance(several, list) else ()):
            if "when" not in face:
                message = tr(
                    "This face has no query, so no card gets the ones after it. Move it to the end, or add when."
                )
                yield fault_at(document, "face", message, "kinds", kind, side, number)


@cache
def _packaged_faces() -> list[str]:
    return [f"faces/{file.name}" for file in resources.folder("exports").glob("faces/*.yaml")]


def _faces(definition: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    """Yield the faces that fronts and backs name, and where."""
    if "back" in definition:
        yield definition["back"], ("back",)
    for side in ("face", "back"):
        yield from named_faces(definition, side)


def _icons(definition: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    for name, mark in definition.get("marks", {}).items():
        yield ("marks", name, "icon"), mark["icon"]
    for name, icon in definition.get("icons", {}).items():
        yield ("icons", name), icon
    yield from _signs(definition.get("fields", {}))
    documents = definition.get("documents", {})
    if icon := documents.get("icon"):
        yield ("documents", "icon"), icon
    yield from ((("documents", "colours", icon), icon) for icon in documents.get("colours", {}))
    for path, note in notes_in(definition):
        if "icon" in note:
            yield (*path, "icon"), note["icon"]
        for number, shown in enumerate(note.get("shows", ())):
            if "sign" in shown:
                yield (*path, "shows", number, "sign"), shown["sign"]


def _signs(fields: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the signs of the choices of fields."""
    for name, field in fields.items():
        for number, choice in enumerate(field.get("oneOf", ())):
            if "sign" in choice:
                yield ("fields", name, "oneOf", number, "sign"), choice["sign"]


def compile_queries(document: Document, game: Game, findings: list[Finding]) -> dict[str, Any]:
    """Compile every query of a game once, for all later checks; report invalid ones, each in its place."""
    compiled: dict[str, Any] = {}

    @cache
    def vocabulary(known: _Known) -> Vocabulary:
        return Vocabulary.of([game], references=known.references, lists=known.lists)

    @cache
    def meaning(text: str, known: _Known) -> list[Any]:
        return dump_query(parse(text, vocabulary(known)))

    starts: list[tuple[Path, Section]] = [((), game.definition), *variants_of(game.definition)]
    for start, definition in starts:
        for text, path in queries_in(definition):
            try:
                query = meaning(text, _known_at(definition, path))
            except InputError as fault:
                offset = fault.where.column - 1 if fault.where else 0
                where = document.where_in(offset, text, *start, *path)
                message = f"{fault.message} {fault.hint}".strip()
                findings.append(Finding(fault.code, "error", message, where=where))
            else:
                if compiled.setdefault(text, query) != query:
                    findings.append(fault_at(document, "bad-query", _two_meanings(), *start, *path))
    return compiled


class _Known(NamedTuple):
    """What queries in one place may name besides fields."""

    references: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


def _known_at(definition: Section, path: Path) -> _Known:
    """The references and lists that a query at a place may name: in formats their own, and elsewhere none."""
    section, name, key = (*path, "", "")[:3]
    if section != "formats":
        return _Known()
    lists = tuple(definition.get("lists", ()))
    if key == "references":
        return _Known((TODAY,), lists)
    this = (THIS,) if key == "rules" and may_name_this(definition, path) else ()
    return _Known((TODAY, *this, *references_of(definition, str(name))), lists)


def _two_meanings() -> str:
    return tr(
        "This query names a reference in one format, but not in another."
        " Put the value in quotes where it is an ordinary text."
    )


def fault_at(document: Document, rule: str, message: str, *path: str | int, key: bool = False) -> Finding:
    """Finding for what is wrong at a place of a document."""
    return Finding(rule, "error", message, where=document.where(*path, key=key))
