"""A game as its `game.yaml` declares it: fields, kinds, printed marks, modes, numbers of players; and how to walk a definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import UsageError
from deckwright.messages import tr, trn
from deckwright.model.card import Field, FieldType, titled_zones, with_full_names
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card, Deck
    from deckwright.model.translation import Message

KEPT_NUMBERS = "card_numbers"
"""Key of a definition in the database: the numbers that cards keep, by their ids."""

GAME_FILE = "game.yaml"
"""The file in a game's folder that defines it."""


# Iterate over the parts of a game's definition, each with the path that leads to it.

Path = tuple[str | int, ...]
"""The keys and numbers that lead to a part of a document."""

Section = Mapping[str, Any]

Parts = Iterator[tuple[Path, Section]]


class PathFinding(NamedTuple):
    """Something inconsistent in a definition: the path of the value, and the message."""

    path: Path
    message: str


def queries_in(definition: Section) -> Iterator[tuple[str, Path]]:
    """Yield the text and the path of every query in a definition."""
    for path, entry in formats_in(definition):
        yield from _texts(path, entry, "pool")
        for name, reference in entry.get("references", {}).items():
            yield from _queries((*path, "references", name), reference)
        for step_path, rule in rules_in(path, entry):
            yield from _queries(step_path, rule)
    for path, entry in piles_in(definition):
        yield from _texts(path, entry, "from")
        for step_path, part in parts_in(path, entry):
            yield from _texts(step_path, part, "of")
    for _, paths, deal in deals_in(definition):
        for step_path, step in steps_in(paths, deal):
            yield from _texts(step_path, step, "cards")
    for number, total in enumerate(definition.get("totals", ())):
        yield from _texts(("totals", number), total, "of")
    yield from _texts(("effort",), definition.get("effort", {}), "gives", "asks")
    choices = _face_choices(definition)
    reminders = [*entries_in(definition, "reminders")]
    items = (
        ((*path, "items", name), item)
        for path, entry in reminders
        for name, item in entry.get("items", {}).items()
    )
    for path, entry in (*choices, *reminders, *items, *scores_in(definition)):
        yield from _texts(path, entry, "cards", "of", "over", "when", "team", "always")


def _face_choices(definition: Section) -> Parts:
    """Yield each face, with its query, of kinds that have several."""
    for path, entry in entries_in(definition, "kinds"):
        for side in ("face", "back"):
            several = entry.get(side, ()) if not isinstance(entry.get(side), str) else ()
            yield from (((*path, side, number), choice) for number, choice in enumerate(several))


def named_faces(definition: Section, side: str, usual: str = "") -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each face that the kinds of a game have for a side: `face` or `back`.

    The `usual` face is that of kinds, and of cards of a kind, without one of their own; '' to skip them.
    """
    for kind, entry in definition["kinds"].items():
        path: Path = ("kinds", kind, side)
        value = entry.get(side, [])
        if isinstance(value, str):
            yield value, path
            continue
        yield from ((choice["face"], (*path, number, "face")) for number, choice in enumerate(value))
        if usual and all("when" in choice for choice in value):
            yield usual, path


def scores_in(definition: Section) -> Parts:
    """Yield every part of a game's scoring that may have queries: zones, counts, rules, awards and claims."""
    scoring = definition.get("scoring", {})
    for key in ("zones", "counts"):
        yield from ((("scoring", key, name), entry) for name, entry in scoring.get(key, {}).items())
    for key in ("awards", "claims"):
        yield from ((("scoring", key, number), entry) for number, entry in enumerate(scoring.get(key, ())))
    for path, rules in rule_lists_in(scoring):
        yield from (((*path, number), rule) for number, rule in enumerate(rules))


def rule_lists_in(scoring: Section) -> Iterator[tuple[Path, list[Section]]]:
    """Yield the lists of rules of a game's scoring: for seats, for all together, and for each form of a set."""
    yield from ((("scoring", key), scoring[key]) for key in ("rules", "together") if key in scoring)
    for name, zone in scoring.get("zones", {}).items():
        for number, form in enumerate(zone.get("forms", ())):
            yield ("scoring", "zones", name, "forms", number), form


_NESTED = ("when", "free", "options", "any", "all", "min", "max", "count", "measure")
"""The keys of a rule under which there may be further queries; `when`, and `any` in it, can be queries themselves."""


def _queries(path: Path, written: Any, *, is_query: bool = True) -> Iterator[tuple[str, Path]]:
    """Yield the queries of a rule, or of a part of one: a query, an object with further parts, or a list of both."""
    if isinstance(written, str) and is_query:
        yield written, path
    elif isinstance(written, list):
        for number, member in enumerate(written):
            yield from _queries((*path, number), member, is_query=is_query)
    elif isinstance(written, Mapping):
        # In a bound, `of` is the name of a reference.
        yield from _texts(path, written, "over", *(("of",) if "field" not in written else ()))
        for key in _NESTED:
            if key in written:
                yield from _queries((*path, key), written[key], is_query=key in {"when", "any"})


def _texts(path: Path, entry: Section, *keys: str) -> Iterator[tuple[str, Path]]:
    yield from ((entry[key], (*path, key)) for key in keys if key in entry)


def entries_in(definition: Section, section: str) -> Parts:
    """Yield the entries of a section, such as `modes`."""
    yield from (((section, name), entry) for name, entry in definition.get(section, {}).items())


def formats_in(definition: Section) -> Parts:
    """Yield every format."""
    return entries_in(definition, "formats")


def references_of(definition: Section, name: str) -> dict[str, Any]:
    """The references of a format: its own, and those of the formats that it is `like`, as they are written."""
    formats = definition.get("formats", {})
    line: list[str] = []
    while name in formats and name not in line:
        line.append(name)
        name = formats[name].get("like", "")
    return {
        key: reference
        for ancestor in reversed(line)
        for key, reference in formats[ancestor].get("references", {}).items()
    }


def piles_in(definition: Section) -> Parts:
    """Yield every pile."""
    return entries_in(definition, "piles")


def rules_in(path: Path, entry: Section) -> Parts:
    """Yield the rules of the format at `path`."""
    yield from (((*path, "rules", number), rule) for number, rule in enumerate(entry.get("rules", ())))


def parts_in(path: Path, entry: Section) -> Parts:
    """Yield the parts of the pile at `path`, also those of single modes."""
    owners = [(path, entry)]
    owners += [((*path, "modes", mode), mode_entry) for mode, mode_entry in entry.get("modes", {}).items()]
    for owner_path, owner in owners:
        yield from (((*owner_path, "parts", number), part) for number, part in enumerate(owner["parts"]))


def deals_in(definition: Section) -> Iterator[tuple[str, dict[str, Path], Section]]:
    """Yield how the table is set up, for no mode ('') and for each mode, with the path of each of its keys."""
    deal = definition.get("deal", {})
    for mode, other in [("", {}), *deal.get("modes", {}).items()] if deal else ():
        paths: dict[str, Path] = {key: ("deal", key) for key in deal}
        yield mode, paths | {key: ("deal", "modes", mode, key) for key in other}, {**deal, **other}


def steps_in(paths: Mapping[str, Path], deal: Section) -> Parts:
    """Yield the steps that set up a table."""
    yield from (((*paths["steps"], number), step) for number, step in enumerate(deal["steps"]))


def takes_in(paths: Mapping[str, Path], deal: Section) -> Iterator[tuple[Path, object]]:
    """Yield every number of cards, or table of such numbers, in how a table is set up and played."""
    for path, step in steps_in(paths, deal):
        yield from (((*path, key), step[key]) for key in ("take", "to_first") if key in step)
    if "draw" in deal:
        yield (*paths["draw"], "take"), deal["draw"]["take"]
    for zone, limit in deal.get("limits", {}).items():
        yield (*paths["limits"], zone), limit


def variants_of(definition: Section) -> Iterator[tuple[Path, Section]]:
    """Yield the definition with each choice that changes something, and the path of these changes."""
    for name, entry in definition.get("settings", {}).items():
        for choice, option in entry["choices"].items():
            if "changes" in option:
                yield (
                    ("settings", name, "choices", choice, "changes"),
                    merge_patch(definition, option["changes"]),
                )


def merge_patch(value: Any, changes: Any) -> Any:
    """Merge changes into a value, as JSON Merge Patch does (RFC 7396); neither is altered."""
    if not isinstance(changes, Mapping):
        return changes
    result = dict(value) if isinstance(value, Mapping) else {}
    for key, change in changes.items():
        if change is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), change)
    return result


# The modes of a game, as users name them.


def check_mode(game: Game, mode: str) -> None:
    """Check that a game has a mode; '' is valid.

    Raises:
        UsageError: it has none of that name.
    """
    modes = game.names("modes")
    if mode and mode not in modes:
        raise UsageError(
            "unknown-mode",
            tr("The game {game} has no mode {mode}.", game=game.id, mode=mode),
            hint=suggest_names(mode, modes),
        )


# The numbers of players that a format, a pile or a mode allows.

Numbers = tuple[int, ...]
"""Numbers of players that are allowed, the least first; empty if any number is."""


def numbers_in(span: Mapping[str, int] | Sequence[int] | None) -> Numbers:
    """The numbers of a `players` key: those from `min` to `max`, or its list; empty without one."""
    if isinstance(span, Mapping):
        return tuple(range(span["min"], span["max"] + 1))
    return tuple(sorted(span or ()))


def is_allowed(players: int, numbers: Numbers) -> bool:
    """Whether this number of players is allowed."""
    return players in numbers if numbers else players >= 1


def list_numbers(numbers: Numbers) -> str:
    """Numbers of players for a message: `2, 3 or 4`."""
    if not numbers:
        return tr("1 or more")
    *others, last = map(str, numbers)
    return tr("{numbers} or {last}", numbers=", ".join(others), last=last) if others else last


def check_players(players: int, allowed: Numbers, name: str, mode: str = "") -> None:
    """Check a number of players that was named with `--players`.

    Raises:
        UsageError: the game or pile of this name does not allow it, or not in this mode.
    """
    if refusal := players_refused(players, allowed, name, mode):
        raise wrong_players(refusal)


def players_refused(players: int, allowed: Numbers, name: str, mode: str = "") -> str:
    """Message for a number of players that a game, a mode, a format or a pile does not allow; '' if it does."""
    if is_allowed(players, allowed):
        return ""
    return trn(
        "{count} player is not allowed in {game}. Allowed: {allowed}.",
        "{count} players are not allowed in {game}. Allowed: {allowed}.",
        players,
        game=f"{name}, {mode}" if mode else name,
        allowed=list_numbers(allowed),
    )


def wrong_players(message: str) -> UsageError:
    """Error for a number of players that was named with `--players` and is not allowed."""
    return UsageError("players-out-of-range", message, hint=tr("Use another number with --players."))


# A game: its own fields, kinds, marks, formats, piles and modes, as its `game.yaml` declares them.

TEXTS = ("name", "text", "flavour")
"""The printed texts that a card of any game can have."""


@dataclass(frozen=True)
class Game:
    """A game. `definition` is its validated `game.yaml`; `labels` are its words by language and context.

    A context names what a word belongs to: `game:title`, `kind:tool`, `field:level.senior`,
    `format:lab.size` (see `labels_of`). `queries` holds every query of the definition by its text, compiled
    and as JSON (see `deckwright.model.query`).
    """

    id: str
    source_language: str
    languages: tuple[str, ...]
    definition: Mapping[str, Any]
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    queries: Mapping[str, Any] = field(default_factory=dict)

    def label(self, context: str, language: str) -> str:
        """A word of the game in a language, in its source language if not translated, or ''."""
        label = self.labels.get(language, {}).get(context)
        return label if label is not None else self.labels[self.source_language].get(context, "")

    def title(self, language: str) -> str:
        """The game's title in a language."""
        return self.label("game:title", language)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The game's own fields."""
        return {name: _field(name, schema) for name, schema in self.definition.get("fields", {}).items()}

    def names(self, section: str) -> list[str]:
        """The names that a section of the definition declares: `kinds`, `marks`, `formats`, `piles`, `modes`."""
        return list(self.definition.get(section, {}))

    @property
    def default_mode(self) -> str:
        """The mode that is used if none is named."""
        mode: str = self.definition.get("default_mode", "")
        return mode or next(iter(self.names("modes")), "standard")

    def players_in(self, mode: str) -> Numbers:
        """The numbers of players of a mode, or else of the game."""
        players = self.definition.get("modes", {}).get(mode, {}).get("players")
        return numbers_in(players or self.definition.get("players"))

    def mode_for(self, players: int) -> str:
        """The mode that is used if none is named: the usual one, or the first for this number of players."""
        modes = (self.default_mode, *self.names("modes"))
        fitting = [mode for mode in modes if is_allowed(players, self.players_in(mode))]
        return fitting[0] if fitting else self.default_mode

    def without_modes(self, modes: Collection[str]) -> Game:
        """The game without some of its modes: what is only for them is not there, and what is for all others names none."""
        others = set(self.names("modes")).difference(modes)
        return replace(self, definition=_for_modes(self.definition, others)) if modes else self


def _for_modes(value: Any, modes: set[str]) -> Any:
    """A part of a definition as it is if a game has only some of its modes."""
    if isinstance(value, list):
        return [_for_modes(part, modes) for part in value if _is_for(part, modes)]
    if not isinstance(value, Mapping):
        return value
    named = value.get("modes", {})
    part = {key: _for_modes(part, modes) for key, part in value.items() if _is_for(part, modes)}
    if isinstance(named, list):
        part["modes"] = [mode for mode in named if mode in modes]
        if modes.issubset(named):
            del part["modes"]
    elif named:
        part["modes"] = {mode: entry for mode, entry in named.items() if mode in modes}
    return part


def _is_for(part: Any, modes: set[str]) -> bool:
    """Whether a part of a definition is for any of some modes."""
    named = part.get("modes") if isinstance(part, Mapping) else None
    return not isinstance(named, list) or not modes.isdisjoint(named)


def _field(name: str, schema: Mapping[str, Any]) -> Field:
    many = schema.get("type") == "array"
    item = schema.get("items", {}) if many else schema
    choices = tuple(str(choice) for choice, _ in _choices(item))
    return Field(name, _type(item, choices), many, choices)


def _type(schema: Mapping[str, Any], choices: tuple[str, ...]) -> FieldType:
    if choices:
        return "choice"
    types: dict[str, FieldType] = {"date": "date", "integer": "number", "number": "number", "boolean": "flag"}
    return types.get(schema.get("format") or schema.get("type", "string"), "text")


def _choices(schema: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """Yield the choices of a field's schema with their names: `enum`, or `oneOf` with `const` and `title`."""
    yield from ((value, "") for value in schema.get("enum", ()))
    yield from (
        (choice["const"], choice.get("title", "")) for choice in schema.get("oneOf", ()) if "const" in choice
    )


def mark_rules(game: Game, mark: str, language: str) -> tuple[str, dict[str, str]]:
    """Rule of a mark in a language, and the rules that replace it in some modes, by mode."""
    modes = game.definition["marks"][mark].get("modes", {})
    rules = {mode: game.label(f"mark:{mark}.rule.{mode}", language) for mode in modes}
    return game.label(f"mark:{mark}.rule", language), rules


def is_translated(definition: Mapping[str, Any]) -> bool:
    """Whether a `game.yaml` lists a language besides the one that the game is written in."""
    return not set(definition["languages"]) <= {definition["source_language"]}


def labels_of(definition: Mapping[str, Any]) -> dict[str, str]:
    """Every word of a `game.yaml` that readers see, by its context, in the game's source language."""
    labels = dict(_labels(definition))
    for _, variant in variants_of(definition):
        labels = {**dict(_labels(variant)), **labels}
    return labels


def _labels(definition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "game:title", definition["title"]
    if "about" in definition:
        yield "game:about", definition["about"]
    yield from _names(definition)
    for name, mark in definition.get("marks", {}).items():
        yield f"mark:{name}.rule", mark["rule"]
        yield from (
            (f"mark:{name}.{key}.{mode}", mode_entry[key])
            for mode, mode_entry in mark.get("modes", {}).items()
            for key in ("rule", "short")
            if key in mode_entry
        )
    for name, text in definition.get("texts", {}).items():
        yield f"text:{name}", text
    for name, schema in definition.get("fields", {}).items():
        yield from _field_labels(name, schema)
    for deck_format in definition.get("formats", {}).values():
        yield from ((f"zone:{zone}", written["title"]) for zone, written in titled_zones(deck_format))
    yield from _deal_labels(definition.get("deal", {}))
    yield from _score_labels(definition.get("scoring", {}))
    yield from _setting_labels(definition.get("settings", {}))
    yield from _turn_labels(definition)
    for name, deck_format in definition.get("formats", {}).items():
        for rule in deck_format.get("rules", ()):
            if "message" in rule:
                yield f"format:{name}.{rule['id']}", rule["message"]


_SECTIONS = {"kinds": "kind", "marks": "mark", "formats": "format", "piles": "pile", "modes": "mode"}


def _names(definition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for section, prefix in _SECTIONS.items():
        for name, entry in definition.get(section, {}).items():
            yield f"{prefix}:{name}", entry["name"]
            more = (key for key in ("short", "plural", "about", "setup") if key in entry)
            yield from ((f"{prefix}:{name}.{key}", entry[key]) for key in more)


def _setting_labels(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, setting in settings.items():
        yield f"setting:{name}", setting["name"]
        yield from (
            (f"setting:{name}.{choice}", option["means"]) for choice, option in setting["choices"].items()
        )


def _turn_labels(definition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the words of phases, reminders and readings."""
    for section, prefix in (("turn", "turn"), ("reminders", "reminder")):
        for name, entry in definition.get(section, {}).items():
            yield f"{prefix}:{name}", entry["title"]
            keys = [key for key in ("text", "short", "values") if key in entry]
            yield from ((f"{prefix}:{name}.{key}", entry[key]) for key in keys)
            for item, part in entry.get("items", {}).items():
                if "title" in part:
                    yield f"{prefix}:{name}.item.{item}.title", part["title"]
                yield f"{prefix}:{name}.item.{item}", part["text"]
                keys = [key for key in ("short", "value") if key in part]
                yield from ((f"{prefix}:{name}.item.{item}.{key}", part[key]) for key in keys)
    for name, reading in definition.get("readings", {}).items():
        yield f"reading:{name}", reading["about"]
        yield f"reading:{name}.text", reading["text"]


def _deal_labels(deal: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    zones = deal.get("zones", {}).items()
    yield from ((f"zone:{name}", zone["name"]) for name, zone in zones)
    yield from ((f"zone:{name}.note", zone["note"]) for name, zone in zones if "note" in zone)
    yield from ((f"say:{name}", text) for name, text in deal.get("says", {}).items())


def _score_labels(scoring: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what is counted, the zones of a score file, what decides ties, and the rules, each under its own name."""
    zones = scoring.get("zones", {})
    yield from ((f"score:zone.{name}", zone["name"]) for name, zone in zones.items())
    counts = scoring.get("counts", {}).items()
    yield from ((f"score:{name}", count["name"]) for name, count in counts if "name" in count)
    yield from ((f"score:{name}.note", count["note"]) for name, count in counts if "note" in count)
    orders = (scoring, *scoring.get("modes", {}).values())
    keys = [key for order in orders for key in order.get("order", ())]
    yield from ((f"score:{key['id']}", key["name"]) for key in keys if "name" in key)
    rules = [*scoring.get("rules", ()), *scoring.get("together", ())]
    rules += [rule for zone in zones.values() for form in zone.get("forms", ()) for rule in form]
    yield from ((f"score:rule.{rule['id']}", rule["message"]) for rule in rules)


def _field_labels(name: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield f"field:{name}", schema["title"]
    item = schema.get("items", {}) if schema.get("type") == "array" else schema
    for value, title in _choices(item):
        if title:
            yield f"field:{name}.{value}", title


# A whole game, ready to be stored: the game, its cards and its decks.


class GamePackage(NamedTuple):
    """Everything in a game's folder: `assets` are files for printing by path; `digest` identifies the content.

    `stamp` is that of the folder's files, '' where it cannot be trusted.
    `folder` is the folder's whole path; '' where the game is from none. `entries` are the translations of every
    text, by language. `named` are the ids of cards that were made from their names, `cells` the places of translations
    in spreadsheets, by language and context.
    """

    game: Game
    cards: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    assets: Mapping[str, bytes] = {}
    digest: str = ""
    folder: str = ""
    entries: Mapping[str, tuple[Message, ...]] = {}
    stamp: str = ""
    named: frozenset[str] = frozenset()
    cells: Mapping[str, Mapping[str, Where]] = {}


def translated(
    package: GamePackage, entries: Mapping[str, tuple[Message, ...]], cards: Iterable[Card] | None = None
) -> GamePackage:
    """Add translations to the cards and words they belong to, replacing those that a game has in these languages.

    What is broken for this game is marked, and not used. `cards` are those of a package that does not have them yet: of
    a large game, each can be forgotten when it has been translated.
    """
    icons = package.game.definition.get("icons", {})
    entries = {
        language: tuple(message.with_broken_flag(icons) for message in messages)
        for language, messages in entries.items()
    }
    used = {
        language: {message.context: message.text for message in messages if message.is_used}
        for language, messages in entries.items()
    }
    labels = {language: own_words(texts) for language, texts in used.items()}
    return package._replace(
        game=replace(package.game, labels={**package.game.labels, **labels}),
        cards=tuple(
            with_full_names(_with_texts(card, used), package.game.definition, card)
            for card in (package.cards if cards is None else cards)
        ),
        entries=entries,
    )


def own_words(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts that are the game's own words; the others belong to cards."""
    return {context: text for context, text in texts.items() if ":" in context}


def _with_texts(card: Card, used: Mapping[str, Mapping[str, str]]) -> Card:
    """Card with its translations among those used, by language and context."""
    texts_by_language = {language: texts for language, texts in card.texts.items() if language not in used}
    for language, translations in used.items():
        contexts = {name: f"{card.id}.{name}" for name in card.texts[card.source_language]}
        texts = {name: translations[context] for name, context in contexts.items() if context in translations}
        texts_by_language |= {language: texts} if texts else {}
    return card if texts_by_language == card.texts else replace(card, texts=texts_by_language)
