"""Score files to begin with: one to fill in, with a valid example of every zone, or one from the log of a table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.construction.evaluation import CardPool, Contents, find_violations
from deckwright.errors import InputError
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import MAIN, DeckEntry
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings, settings_of, title_of
from deckwright.model.setup import ASIDE
from deckwright.scoring.holdings import needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule
    from deckwright.model.score_zones import ScoreZone
    from deckwright.model.scoring import Scoring
    from deckwright.scoring.score import ScoreContext


def template_of(game: Game, cards: Mapping[str, Card], players: int, options: ScoreContext) -> str:
    """A score file for a number of seats, with what to write in comments."""
    mode, language = options.mode or game.mode_for(players), options.language
    game = apply_settings(game, options.settings)
    scoring = read_scoring(game, mode, matcher_of(game))
    examples = _Examples(scoring, cards, players)
    seats = [tr("Player {number}", number=number) for number in range(1, players + 1)]
    lines = [*_head(game, mode, options.settings, language), *_teams(scoring, seats)]
    zones = scoring.zones.values()
    for zone in zones:
        if zone.is_common:
            lines += _zone(game, zone, examples.of(zone, seats[0]), "", language)
    lines.append("seats:")
    for seat in seats:
        lines.append(f"  {seat}:")
        for zone in zones:
            if not zone.is_common:
                lines += _zone(game, zone, examples.of(zone, seat), "    ", language)
    lines.append(f"    # {tr('Or, instead of cards, the numbers on the score pad:')}")
    lines.append(f"    # pad: {{{', '.join(f'{name}: 0' for name in scoring.on_the_pad)}}}")
    return "\n".join([*lines, ""])


def _head(game: Game, mode: str, settings: Mapping[str, str | int], language: str) -> Iterator[str]:
    command = f"deckwright score {game.id} {tr('FILE')}"
    yield f"# {tr('Fill in, then run: {command}', command=command)}"
    yield f"game: {game.id}"
    if game.names("modes"):
        yield f"mode: {mode}  # {game.label(f'mode:{mode}', language)}"
    known_settings = settings_of(game).values()
    chosen = {setting.id: settings.get(setting.id, setting.usual(mode)) for setting in known_settings}
    if any(value is not None for value in chosen.values()):
        yield "settings:"
    for setting in known_settings:
        if (value := chosen[setting.id]) is not None:
            comment = title_of(setting, game, language)
            if choices := ", ".join(setting.choices):
                is_question = comment.endswith("?")
                comment = (
                    f"{comment} {choices}"
                    if is_question
                    else tr("{label}: {value}", label=comment, value=choices)
                )
            yield f"  {setting.id}: {value}  # {comment}"


def _teams(scoring: Scoring, seats: Sequence[str]) -> Iterator[str]:
    if scoring.team_size > 1:
        yield "teams:"
        for number, start in enumerate(range(0, len(seats), scoring.team_size)):
            yield f"  {chr(ord('A') + number)}: [{', '.join(seats[start : start + scoring.team_size])}]"


def _zone(game: Game, zone: ScoreZone, example: str, indent: str, language: str) -> Iterator[str]:
    yield f"{indent}{zone.id}: []  # {game.label(f'score:zone.{zone.id}', language)}"
    if example:
        yield f"{indent}#  - {example}"


class _Examples:
    """Examples of what may be in the zones of a game; all of them together make a valid file."""

    def __init__(self, scoring: Scoring, cards: Mapping[str, Card], players: int) -> None:
        self._scoring = scoring
        self._cards = cards
        self._pool = CardPool(cards)
        self._players = players
        self._left = Counter({name: card.copies for name, card in cards.items()})
        self._known: dict[str, Counter[str]] = {}

    def of(self, zone: ScoreZone, seat: str) -> str:
        """An example entry of a zone, or '' if no card can be in it."""
        if zone.id not in self._known:
            self._known[zone.id] = self._set(zone) if zone.shape == "sets" else self._card(zone)
            self._left.subtract(self._known[zone.id])
        example = self._known[zone.id]
        if zone.shape == "sets" and example:
            parts = [card if copies == 1 else f"{card}: {copies}" for card, copies in example.items()]
            return f"[{', '.join(parts)}]"
        card = next(iter(example), "")
        if zone.shape == "placed" and card:
            return f"{{card: {card}, at: [2, 0]}}"
        if zone.shape == "shared" and card:
            needed = needs(self._cards[card], zone.pools)
            tokens = ", ".join(f"{pool}: {count}" for pool, count in needed.items())
            return f"{{card: {card}, by: {seat}, tokens: {{{seat}: {{{tokens}}}}}}}"
        return f"{{{card}: 1}}" if card else ""

    def _card(self, zone: ScoreZone) -> Counter[str]:
        """A card that violates no rule by itself."""
        rules = [*self._scoring.rules, *self._scoring.together]
        fitting = (name for name in self._fitting(zone) if not self._excess(rules, {name: 1}, zone.id))
        card = next(fitting, "")
        return Counter([card]) if card else Counter()

    def _set(self, zone: ScoreZone) -> Counter[str]:
        """A set of the first form that the remaining cards can make."""
        sets = (self._whole_set(rules, [*self._fitting(zone)]) for rules in zone.forms or ((),))
        return next(filter(None, sets), Counter())

    def _whole_set(self, rules: Sequence[Rule], fitting: Sequence[str]) -> Counter[str]:
        """Cards that follow all rules, collected one by one while any are missing; empty if that fails."""
        chosen = Counter(fitting[:1]) if not rules else Counter[str]()
        while lacks := self._lacks(rules, chosen):
            better = (
                grown
                for card in fitting
                if chosen[card] < self._left[card]
                for grown in [chosen + Counter([card])]
                if not self._excess(rules, grown, MAIN) and self._lacks(rules, grown) < lacks
            )
            chosen = next(better, Counter[str]())
            if not chosen:
                return chosen
        return chosen

    def _fitting(self, zone: ScoreZone) -> Iterator[str]:
        there = (name for name in self._cards if self._left[name] > 0)
        yield from (name for name in there if zone.of is None or zone.of(self._cards[name]))

    def _lacks(self, rules: Sequence[Rule], chosen: Mapping[str, int]) -> float:
        """How many cards are missing, by all rules together."""
        violations = find_violations(rules, self._contents(chosen, MAIN), self._players)
        return sum(-violation.excess for violation in violations if violation.excess < 0)

    def _excess(self, rules: Sequence[Rule], chosen: Mapping[str, int], zone: str) -> bool:
        violations = find_violations(rules, self._contents(chosen, zone), self._players)
        return any(violation.excess > 0 for violation in violations)

    def _contents(self, chosen: Mapping[str, int], zone: str) -> Contents:
        entries = [DeckEntry(card, copies, zone) for card, copies in chosen.items() if copies]
        return Contents(entries, self._pool)


_MOST_SEATS = 99
_MOST_IN_SETS = 100
"""Most cards of a seat that are divided into sets: each run of them is checked."""


def is_table_log(document: Document) -> bool:
    """Whether a file is the log of a table, rather than a score file."""
    return isinstance(document.value, dict) and {"table", "moves", "zones"} <= document.value.keys()


def score_file_of(
    document: Document, game: Game, cards: Mapping[str, Card], context: ScoreContext
) -> tuple[Document, list[Finding]]:
    """Score file with what a log has for each seat, and a finding about zones of which a log says too little.

    Sets lie side by side, one after the other. How tiles lie, and whose tokens are on a card, a log does not say.

    Raises:
        InputError: the log is damaged.
    """
    about, zones = document.value["table"], document.value["zones"]
    if not _is_sound(about, zones):
        message = tr("This log of a table is damaged.")
        hint = tr("Save it again on the page of the table.")
        raise InputError("bad-log", message, hint=hint, where=document.where())
    players, mode = about["players"], context.mode or about["mode"]
    game = apply_settings(game, context.settings)
    scoring = read_scoring(game, mode or game.mode_for(players), matcher_of(game))
    reader = _LogReader(zones, scoring, cards, players)
    seats = {tr("Seat {seat}", seat=seat): reader.of_seat(seat) for seat in range(1, players + 1)}
    head = {"game": about["game"], **({"mode": about["mode"]} if about["mode"] else {})}
    # Errors show the line of the zones: a score file has other paths.
    read = document._replace(
        value={**head, "seats": seats, **reader.aside()}, marks=document.marks.part("zones")
    )
    return read, list(_not_read(read, game, scoring, context.language))


def _is_sound(about: Any, zones: Any) -> bool:
    """Whether a log has what the page of a table writes."""
    return (
        isinstance(about, dict)
        and isinstance(about.get("game"), str)
        and isinstance(about.get("mode"), str)
        and type(about.get("players")) is int
        and 0 < about["players"] <= _MOST_SEATS
        and isinstance(zones, dict)
        and all(
            isinstance(cards, list) and all(isinstance(card, str) for card in cards)
            for cards in zones.values()
        )
    )


class _LogReader(NamedTuple):
    """The cards of each zone of a log, and what its game scores."""

    zones: Mapping[str, Sequence[str]]
    scoring: Scoring
    cards: Mapping[str, Card]
    players: int

    def of_seat(self, seat: int) -> dict[str, Any]:
        """What a seat has in each zone that a log says enough of."""
        content: dict[str, Any] = {}
        for zone in self.scoring.zones.values():
            cards = self.zones.get(f"{seat}/{zone.id}", ())
            if zone.shape == "cards":
                content[zone.id] = list(cards)
            elif zone.shape == "sets":
                content[zone.id] = self._sets(cards, zone)
        return content

    def _sets(self, cards: Sequence[str], zone: ScoreZone) -> list[list[str]]:
        """Cards divided into as few sets as the forms of a zone allow; in one set if they do not."""
        if len(cards) > _MOST_IN_SETS or not self.cards.keys() >= {*cards}:
            return [list(cards)]
        best: list[list[list[str]] | None] = [[]]
        for end in range(1, len(cards) + 1):
            ways = [
                [*sets, list(cards[start:end])]
                for start, sets in enumerate(best)
                if sets is not None and self._is_set(cards[start:end], zone)
            ]
            best.append(min(ways, key=len, default=None))
        return best[-1] if best[-1] is not None else [list(cards)]

    def _is_set(self, cards: Sequence[str], zone: ScoreZone) -> bool:
        """Whether cards have one of the forms of a zone."""
        contents = Contents([DeckEntry(card, 1) for card in cards], CardPool(self.cards))
        return not zone.forms or any(
            not find_violations(rules, contents, self.players) for rules in zone.forms
        )

    def aside(self) -> dict[str, list[str]]:
        """Zones of cards that nobody can have, with those put aside at the start."""
        cards = [card for card in self.zones.get(f"0/{ASIDE}", ()) if card in self.cards]
        return {
            zone.id: [card for card in cards if zone.of is None or zone.of(self.cards[card])]
            for zone in self.scoring.zones.values()
            if zone.shape == "aside"
        }


def _not_read(document: Document, game: Game, scoring: Scoring, language: str) -> Iterator[Finding]:
    missing = [
        game.label(f"score:zone.{zone.id}", language)
        for zone in scoring.zones.values()
        if zone.shape in {"placed", "shared"}
    ]
    if missing:
        message = tr(
            "Not counted, because a log does not say how tiles lie, or whose tokens are on a card: {zones}. Write them into a "
            "score file (--template).",
            zones=", ".join(missing),
        )
        yield Finding("log", "warning", message, where=document.where())
