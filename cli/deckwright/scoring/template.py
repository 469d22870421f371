"""A score file to fill in: every zone of every seat, each with a valid example in a comment."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deckwright.construction.evaluation import CardPool, Contents, find_violations
from deckwright.messages import tr
from deckwright.model.card import MAIN, DeckEntry
from deckwright.model.rule import matcher_of
from deckwright.model.scoring import read_scoring
from deckwright.model.settings import apply_settings, settings_of, title_of
from deckwright.scoring.holdings import needs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
            title = title_of(setting, game, language)
            comment = (
                tr("{label}: {value}", label=title, value=", ".join(setting.choices))
                if setting.choices
                else title
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
