"""Check a deck against a format of its game: for how many players, what it violates, and how that is put into words."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.evaluation import CardPool, Contents, Violation, find_violations
from deckwright.errors import InputError, UsageError
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import later, tr, trn
from deckwright.model.card import MAIN, Deck, copies_by_card, distinct_names, text_of
from deckwright.model.format import BANNED, POOL, RESTRICTED, ZONES, Format, read_format, with_lists
from deckwright.model.game import is_allowed, list_numbers, players_refused, wrong_players
from deckwright.model.measures import CARDS, Selection, read_values, size
from deckwright.model.query.matching import And, Not
from deckwright.model.rule import matcher_of
from deckwright.model.words import list_names, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.evaluation import Breach
    from deckwright.model.card import Card, DeckEntry, Value
    from deckwright.model.game import Game
    from deckwright.model.measures import Contribution
    from deckwright.model.rule import Count, Rule


class CheckContext(NamedTuple):
    """Context of a check; `format` and `players` take precedence over those of the deck.

    Rules apply as of the day `on`, or that of the deck, or today. Messages name cards in `language`.
    """

    format: str = ""
    players: int | None = None
    on: date | None = None
    language: str = "en"


class Verdict(NamedTuple):
    """Result of a check: the format and the number of players that the deck was checked for, and every finding.

    `beside` is the number of cards that the rule about its size leaves out, such as a hero.
    """

    deck: Deck
    format: str
    players: int | None
    findings: tuple[Finding, ...]
    beside: int = 0

    @property
    def legal(self) -> bool:
        """Whether the deck may be played."""
        return not has_errors(self.findings)


class FormatOnDay(NamedTuple):
    """A format with the rules in force on a day, and the cards as its lists have them on that day."""

    format: Format
    rules: list[Rule]
    pool: CardPool

    def contents(self, entries: Iterable[DeckEntry]) -> Contents:
        """The cards of a deck as the rules look at them."""
        return Contents(entries, self.pool, self.format.references)


class DeckChecker:
    """Checks decks of one game; what depends on the game only is done once for all of them."""

    def __init__(self, game: Game, cards: Mapping[str, Card], context: CheckContext | None = None) -> None:
        """`cards` are the game's, by id, and include every card of the decks."""
        self._game = game
        self._cards = cards
        self._context = context or CheckContext()
        self._formats: dict[str, Format] = {}
        self._on_days: dict[tuple[str, date], FormatOnDay] = {}
        self._wording = Wording(game, cards, self._context.language)
        self._today = self._context.on or datetime.now(UTC).astimezone().date()

    def check(self, deck: Deck) -> Verdict:
        """Check a deck against one format of its game, with every finding, in the order of the rules."""
        rules_on_day = self.rules_for(deck)
        number = choose_players(deck, rules_on_day.format, self._context.players)
        contents = rules_on_day.contents(deck.entries)
        violations = find_violations(rules_on_day.rules, contents, number)
        places = _places_of_cards(deck)
        findings = (
            *_unknown_zones(deck, rules_on_day.format),
            *(
                _finding(
                    violation,
                    deck,
                    places,
                    self._wording.message(violation, rules_on_day.format.id, contents),
                )
                for violation in violations
            ),
        )
        beside = _cards_beside(rules_on_day.rules, contents)
        return Verdict(deck, rules_on_day.format.id, number, findings, beside)

    def rules_for(self, deck: Deck) -> FormatOnDay:
        """The rules that a deck is checked against: those of its format, or of the one named, on the day."""
        name = choose_format(deck, self._game, self._context.format)
        day = self._context.on or deck.date or self._today
        if (name, day) not in self._on_days:
            rules = self._formats.get(name) or read_format(self._game, name, matcher_of(self._game))
            self._formats[name] = rules
            pool = CardPool(with_lists(self._cards, rules.lists, day), day, rules.rules)
            self._on_days[name, day] = FormatOnDay(rules, rules.rules_on(day), pool)
        return self._on_days[name, day]


def _cards_beside(rules: Iterable[Rule], contents: Contents) -> int:
    """Number of cards that the rule about the size leaves out, such as a hero.

    That is the first rule about a least number of all cards of the main zone, or of all but some.
    """
    for rule in rules:
        if not rule.ways or rule.when or rule.requirement.limits.bounds.min is None:
            continue
        count = rule.requirement.counted
        query = count.over and count.over.query
        parts = query.parts if isinstance(query, And) else (query,)
        is_of_most = query is None or all(isinstance(part, Not) for part in parts)
        if count.measure is CARDS and count.zones == (MAIN,) and not count.per and is_of_most:
            in_zones, counted = contents.in_zones(count.zones), contents.counted(count)
            return sum(copies for _, copies in in_zones) - sum(copies for _, copies in counted)
    return 0


def choose_format(deck: Deck, game: Game, named: str = "") -> str:
    """The id of the format that a user named, or else of the one that the deck is for, or else of the only one.

    Raises:
        InputError: the game has no formats, or none of that name.
        UsageError: neither the user nor the deck names one.
    """
    known_formats = game.names("formats")
    name = named or deck.format or (known_formats[0] if len(known_formats) == 1 else "")
    if not known_formats:
        raise InputError(
            "no-formats",
            tr("The game {game} has no formats: players do not build its decks.", game=game.id),
            where=deck.locations.get("format"),
        )
    if not name:
        raise UsageError(
            "format-missing",
            tr("The deck {deck} does not name its format.", deck=deck.source or deck.name),
            hint=tr("Add --format with one of: {formats}.", formats=", ".join(known_formats)),
            where=deck.locations.get(MAIN),
        )
    if name not in known_formats:
        raise InputError(
            "unknown-format",
            tr("The game {game} has no format {format}.", game=game.id, format=name),
            hint=suggest_names(name, known_formats),
            where=None if named else deck.locations.get("format"),
        )
    return name


def choose_players(deck: Deck, rules: Format, named: int | None = None) -> int | None:
    """The number of players that a user named, or else the deck's; None if neither does and the format does not ask.

    Raises:
        InputError: the deck is for a number of players that the format does not allow.
        UsageError: the user named such a number, or the format depends on it and it is missing.
    """
    number = deck.players if named is None else named
    if number is None and not rules.asks_players:
        return None
    if number is not None and is_allowed(number, rules.players):
        return number
    if number is None:
        raise UsageError(
            "players-missing",
            tr(
                "Format “{format}” depends on the number of players: add --players {allowed}.",
                format=rules.id,
                allowed=list_numbers(rules.players),
            ),
            where=deck.locations.get(MAIN),
        )
    message = players_refused(number, rules.players, rules.id)
    if named is None:
        raise InputError("players-out-of-range", message, where=deck.locations.get("players"))
    raise wrong_players(message)


def _unknown_zones(deck: Deck, rules: Format) -> Iterator[Finding]:
    """Find zones of the deck that the format does not have."""
    for zone in dict.fromkeys(entry.zone for entry in deck.entries if entry.zone not in rules.zones):
        copies_in_zone = copies_by_card(entry for entry in deck.entries if entry.zone == zone)
        message = tr(
            "Format “{format}” has no zone “{zone}”: move its cards. Its zones: {zones}.",
            format=rules.id,
            zone=zone,
            zones=", ".join(rules.zones),
        )
        yield Finding(
            ZONES,
            "error",
            message,
            tuple(copies_in_zone),
            sum(copies_in_zone.values()),
            0,
            _location(deck, zone),
            rules.cite,
        )


class _Place(NamedTuple):
    """Where an entry is: its number in the deck, its zone, and its location in the file."""

    number: int
    zone: str
    where: Where


def _places_of_cards(deck: Deck) -> Mapping[str, Sequence[_Place]]:
    """Where the entries of each card are."""
    places: dict[str, list[_Place]] = defaultdict(list)
    for number, entry in enumerate(deck.entries):
        if entry.where:
            places[entry.card].append(_Place(number, entry.zone, entry.where))
    return places


def _finding(
    violation: Violation, deck: Deck, places: Mapping[str, Sequence[_Place]], message: str
) -> Finding:
    rule, first = violation.rule, violation.first.requirement
    count = first.counted
    names_cards = count.over is not None or count.measure.per_card or bool(first.options or count.per)
    subjects = tuple(card.id for card in violation.cards) if names_cards else ()
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        message=message,
        subjects=subjects,
        found=violation.found,
        limit=violation.limit,
        where=_first_of(places, subjects, count.zones) or _location(deck, count.zones[0]),
        cite=rule.cite,
    )


def _first_of(
    places: Mapping[str, Sequence[_Place]], subjects: tuple[str, ...], zones: tuple[str, ...]
) -> Where | None:
    """Location of the first of some cards in the deck's file."""
    there = [place for card in subjects for place in places.get(card, ()) if place.zone in zones]
    return min(there).where if there else None


def _location(deck: Deck, zone: str) -> Where | None:
    """Location of a zone in the deck's file, or the file as a whole."""
    location = deck.locations.get(zone)
    return location or (Where(deck.source) if deck.source else None)


_MOST_NAMED = 3
_MOST_REASONS = 5
_MOST_COUNTED = 12
_COPIES_OF = "{copies} × {name}"


def _some(names: Sequence[str]) -> str:
    """Some names as a list, with the number of those that are left out."""
    if len(names) > _MOST_COUNTED:
        more = len(names) - _MOST_COUNTED + 1
        names = [*names[:-more], trn("{count} more", "{count} more", more)]
    return ", ".join(names)


_TITLES = {"name": later("Name"), "kind": later("Kind"), "mark": later("Mark"), "copies": later("Copies")}
"""The titles of fields that every card has."""


class Wording:
    """Messages about the decks of one game, with card names in the user's language."""

    def __init__(self, game: Game, cards: Mapping[str, Card], language: str) -> None:
        self._game = game
        self._cards = cards
        self._language = language

    def message(self, violation: Violation, format_name: str, contents: Contents) -> str:
        """The rule, what is in the deck, and what to do, in a few sentences."""
        rule = violation.rule
        written = self._game.label(f"format:{rule.format}.{rule.id}", self._language)
        sentences = [written or _rule(violation, format_name)]
        if len(rule.ways) > 1 and written:
            sentences.append(tr("The nearest of {count} ways to follow it:", count=len(rule.ways)))
        for breach in violation.breaches:
            sentences += [
                self._limit(breach) if _needs_limit(violation, breach, is_written=bool(written)) else "",
                self._of_value(breach),
                self._sentence(breach, contents),
                self._counted(breach, contents),
            ]
        return " ".join(filter(None, sentences))

    def _sentence(self, breach: Breach, contents: Contents) -> str:
        """What is in the deck and how to fix it."""
        if breach.requirement.options:
            return " ".join(filter(None, self._unplaced(breach)))
        count = breach.requirement.counted
        sentence = count.measure.too_many if breach.excess > 0 else count.measure.too_few
        return sentence(
            {
                "found": breach.found,
                "limit": breach.limit,
                "excess": breach.change or breach.excess,
                "missing": breach.change or -breach.excess,
                "cards": self._names_of(contribution.card for contribution in breach.contributions),
                "wanted": self._missing_companions(breach, contents),
                "different": len({card.id for card, _ in breach.cards}),
                "field": " + ".join(map(self._quoted_title, count.reads)),
                "arguments": count.arguments,
            }
        )

    def _unplaced(self, breach: Breach) -> Iterator[str]:
        """Which copies no option allows, and for which there is no place left."""
        unallowed = {id(card) for card, _ in breach.unallowed}
        groups: tuple[list[Contribution], list[Contribution]] = [], []
        for contribution in breach.contributions:
            groups[id(contribution.card) in unallowed].append(contribution)
        without_place, without_option = groups
        cards = ", ".join(self._contribution_texts(breach, without_option))
        if cards:
            count = sum(contribution.copies for contribution in without_option)
            yield trn(
                "No option allows {cards}: remove it.",
                "No option allows {cards}: remove them.",
                count,
                cards=cards,
            )
        cards = ", ".join(self._contribution_texts(breach, without_place))
        if cards:
            yield trn(
                "No place is left for {cards}: remove it, or another that takes its place.",
                "No place is left for {cards}: remove them, or others that take their places.",
                sum(contribution.copies for contribution in without_place),
                cards=cards,
            )

    def _of_value(self, breach: Breach) -> str:
        """The value that a requirement for each value of a field is about."""
        per = zip(breach.requirement.counted.per, breach.values, strict=False)
        return " ".join(
            tr("{field}: {value}.", field=self._title(field), value=self.value(field, value))
            for field, value in per
        )

    def _title(self, field: str) -> str:
        label = self._game.label(f"field:{field}", self._language)
        return label or (tr(_TITLES[field]) if field in _TITLES else field)

    def _quoted_title(self, field: str) -> str:
        """Title of a field in a sentence; a name without a title, such as that of a list, is quoted."""
        title = self._title(field)
        return tr("“{text}”", text=title) if title == field else title

    def _limit(self, breach: Breach) -> str:
        cards = self._names_of(breach.limit_of[:_MOST_REASONS])
        if len(breach.limit_of) > _MOST_REASONS:
            cards = f"{cards}, …"
        if breach.excess > 0:
            if cards:
                return tr("Here the maximum is {limit}, because of {cards}.", limit=breach.limit, cards=cards)
            return tr("Here the maximum is {limit}.", limit=breach.limit)
        if cards:
            return tr("Here the minimum is {limit}, because of {cards}.", limit=breach.limit, cards=cards)
        return tr("Here the minimum is {limit}.", limit=breach.limit)

    def _counted(self, breach: Breach, contents: Contents) -> str:
        """What adds to what was found, if the sentence of the rule does not name it: cards, or values of all cards."""
        count, counted = breach.requirement.counted, breach.contributions
        measure = count.measure
        if breach.requirement.options:
            return ""
        if measure.per_card:
            listed = self._contribution_texts(breach, counted) if len(counted) > 1 else []
        elif (
            measure.counts_copies
            and len(counted) > _MOST_REASONS
            and 2 * size(breach.cards) > size(contents.in_zones(count.zones))
        ):
            return self._not_counted(breach, contents)
        elif measure.surplus or count.addends:
            listed = self._contribution_texts(breach, counted)
        elif count.over is None and not count.per:
            beyond = [added for added in counted if count.measure.beyond(added, breach.limit)]
            listed = self._contribution_texts(breach, beyond)
            listed += self._listed_values(breach)
        else:
            listed = self._contribution_texts(breach, counted)
        return tr("Counted: {cards}.", cards=_some(listed)) if listed else ""

    def _not_counted(self, breach: Breach, contents: Contents) -> str:
        """The few cards that a rule does not count, if it counts most of a deck, which explains nothing."""
        counted = {card.id for card, _ in breach.cards}
        others = contents.in_zones(breach.requirement.counted.zones)
        listed = [
            _COPIES_OF.format(name=self.name(card), copies=copies)
            for card, copies in others
            if card.id not in counted
        ]
        return tr("Not counted: {cards}.", cards=_some(listed)) if listed else ""

    def _contribution_texts(self, breach: Breach, counted: Iterable[Contribution]) -> list[str]:
        count = breach.requirement.counted
        wording = _COPIES_OF if breach.requirement.options else count.measure.contribution
        return [
            wording.format(name=self.name(added.card), copies=added.copies, amount=self._amount(count, added))
            for added in counted
        ]

    def _listed_values(self, breach: Breach) -> list[str]:
        count = breach.requirement.counted
        copies = count.measure.copies_by_value(breach.cards, count.arguments)
        return [
            _COPIES_OF.format(name=self.value(count.reads[0], value), copies=number)
            for value, number in copies.items()
        ]

    def _amount(self, count: Count, contribution: Contribution) -> str:
        amount = contribution.amount
        if not isinstance(amount, tuple):
            return str(amount)
        return ", ".join(self.value(count.reads[0], value) for value in amount)

    def name(self, card: Card) -> str:
        """Name of a card in a list, with its id if several cards of the game have that name, and the facts of its entry."""
        name = list_names([self._distinct_names[card.id]])
        facts = ", ".join(
            f"{self._title(field)} {self._field_text(card, field)}" for field in self._facts(card)
        )
        return f"{name} ({facts})" if facts else name

    def _facts(self, card: Card) -> list[str]:
        """The fields that an entry of the deck sets otherwise than its card."""
        fields_of_card = self._cards[card.id].fields
        return [name for name in self._entry_fields if card.fields.get(name) != fields_of_card.get(name)]

    def _field_text(self, card: Card, field: str) -> str:
        return ", ".join(self.value(field, value) for value in read_values(card, field))

    def value(self, field: str, value: Value) -> str:
        """Name of a field's value for readers."""
        text = text_of(value)
        context = f"{field}:{text}" if field in {"kind", "mark"} else f"field:{field}.{text}"
        return list_names([self._game.label(context, self._language) or text])

    def _missing_companions(self, breach: Breach, contents: Contents) -> str:
        """Names of some cards that a card requires and the deck lacks."""
        count = breach.requirement.counted
        if "of" not in count.measure.rule_keys:
            return ""
        cards_in_deck = {card.id for card, _ in contents.in_zones(count.of_zones)}
        others = contents.pool.look_up(card for card in self._cards if card not in cards_in_deck)
        selection = Selection((), of=contents.companions_of(count), same=count.same)
        return self._names_of(islice(selection.companions(breach.cards[0][0], others), _MOST_NAMED))

    def _names_of(self, cards: Iterable[Card]) -> str:
        """Names of some cards, each with its id if several cards of the game have that name."""
        return list_names(dict.fromkeys(self._distinct_names[card.id] for card in cards))

    @cached_property
    def _entry_fields(self) -> list[str]:
        """The fields that entries of a deck can set."""
        return [
            name for name, field in self._game.definition.get("fields", {}).items() if field.get("in_decks")
        ]

    @cached_property
    def _distinct_names(self) -> dict[str, str]:
        return distinct_names(self._cards, self._language)


_OF_KEYS = {
    POOL: later("This card is not in the card pool of the format “{format}”."),
    BANNED: later("The format “{format}” bans this card."),
    RESTRICTED: later("The format “{format}” restricts this card to {limit}."),
}
"""The sentences of the rules that a format has by its own keys."""


def _rule(violation: Violation, format_name: str) -> str:
    """Sentence for a rule that has none of its own."""
    rule = violation.rule
    if rule.id in _OF_KEYS:
        key = BANNED if rule.id == RESTRICTED and not violation.limit else rule.id
        return tr(_OF_KEYS[key], format=format_name, limit=violation.limit)
    if len(rule.ways) > 1 or len(violation.breaches) > 1:
        return _ways(violation)
    if violation.first.requirement.options:
        return tr("The rule {rule} does not allow these cards.", rule=rule.id)
    if violation.excess > 0:
        return tr("The rule {rule} allows at most {limit}.", rule=rule.id, limit=violation.limit)
    return tr("The rule {rule} requires at least {limit}.", rule=rule.id, limit=violation.limit)


def _ways(violation: Violation) -> str:
    rule = violation.rule
    if len(rule.ways) > 1:
        return tr(
            "The nearest of {count} ways to follow the rule {rule}:", count=len(rule.ways), rule=rule.id
        )
    return tr("To follow the rule {rule}:", rule=rule.id)


def _needs_limit(violation: Violation, breach: Breach, *, is_written: bool) -> bool:
    """Whether to name the limit, because it depends on the deck or the players, or the rule's sentence does not."""
    if breach.requirement.options:
        return False
    return len(violation.rule.ways) > 1 or (is_written and not breach.requirement.limits.are_fixed)
