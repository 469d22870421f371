"""How the statistics of a deck are shown: as panels of bars, in text or drawn, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.messages import tr, trn
from deckwright.press.charts import Bar, Chart, Panel
from deckwright.reports.numbers import decimal
from deckwright.reports.odds import odds_as_json, odds_panels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.construction.statistics import Breakdown, Curve, Statistics
    from deckwright.model.card import Deck
    from deckwright.model.game import Game
    from deckwright.table.odds import Odds

_ROOM = 40
"""How many signs wide a full bar is in text."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def stats_as_json(  # noqa: PLR0913 - what there is to tell, each thing on its own
    deck: Deck, game: Game, counted: Statistics, odds: Sequence[Odds], players: int | None, *, language: str
) -> dict[str, Any]:
    """Give an object for the statistics of a deck; chances are numbers, and exact as fractions.

    `players` is how many the odds are for, None where it is all one.
    """
    return {
        "deck": deck.source or deck.name,
        "game": deck.game,
        "cards": counted.cards,
        "distinct": counted.distinct,
        "counts": {
            tally.field: [
                {"value": part.value, "label": _choice(tally, part.value, game, language)}
                | {"cards": part.cards, "distinct": part.distinct}
                for part in tally.parts
            ]
            for tally in counted.tallies
        },
        "curves": {
            curve.field: {
                "cards": curve.cards,
                "sum": float(curve.sum),
                "mean": float(curve.mean),
                "points": [point._asdict() for point in curve.points],
            }
            for curve in counted.curves
        },
        "players": players,
        "odds": [odds_as_json(one) for one in odds],
    }


def chart_of(  # noqa: PLR0913 - what there is to tell, each thing on its own
    deck: Deck, game: Game, counted: Statistics, odds: Sequence[Odds], players: int | None, *, language: str
) -> Chart:
    """Put the statistics of a deck into panels; `players` is how many the odds are for, None where it is all one."""
    said = [game.title(language)] if game.title(language) != deck.name else []
    said.append(trn("{count} card", "{count} cards", counted.cards))
    said.append(trn("{count} different", "{count} different", counted.distinct))
    if players is not None:
        said.append(trn("{count} player", "{count} players", players))
    tallies = [_tally_panel(tally, counted, game, language) for tally in counted.tallies]
    curves = [_curve_panel(curve, game, language) for curve in counted.curves]
    title = deck.name or deck.source
    return Chart(title, " · ".join(said), (*tallies, *curves, *odds_panels(odds)), language)


def _tally_panel(tally: Breakdown, counted: Statistics, game: Game, language: str) -> Panel:
    bars = tuple(
        Bar(_choice(tally, part.value, game, language), part.cards, str(part.cards)) for part in tally.parts
    )
    titles = {"kind": tr("Kind"), "mark": tr("Marks")}
    title = titles.get(tally.field) or game.label(f"field:{tally.field}", language)
    return Panel(title, tr("Cards, of {count}", count=counted.cards), bars, most=counted.cards)


def _choice(tally: Breakdown, value: str, game: Game, language: str) -> str:
    """Give what a value is called."""
    if tally.field in {"kind", "mark"}:
        return game.label(f"{tally.field}:{value}", language)
    flags = {"yes": tr("yes"), "no": tr("no")}
    return game.label(f"field:{tally.field}.{value}", language) or flags.get(value, value)


def _curve_panel(curve: Curve, game: Game, language: str) -> Panel:
    bars = tuple(Bar(f"{point.number:g}", point.cards, str(point.cards)) for point in _filled(curve))
    note = tr(
        "{cards}, {sum} in all, {mean} on average",
        cards=trn("{count} card", "{count} cards", curve.cards),
        sum=f"{float(curve.sum):g}",
        mean=decimal(curve.mean, 2),
    )
    return Panel(game.label(f"field:{curve.field}", language), note, bars, "columns")


def _filled(curve: Curve) -> list[Any]:
    """Give the points of a curve, with the whole numbers between them that no card has, if they are not many."""
    least, most = curve.points[0].number, curve.points[-1].number
    if most - least > 2 * len(curve.points) + 4 or any(point.number % 1 for point in curve.points):
        return list(curve.points)
    known = {point.number: point for point in curve.points}
    empty = curve.points[0]._replace(cards=0)
    return [known.get(number, empty._replace(number=number)) for number in range(int(least), int(most) + 1)]


def stats_lines(chart: Chart) -> Iterator[str]:
    """Write a chart as text, with a bar for each value."""
    yield f"{chart.title} · {chart.subtitle}"
    for panel in chart.panels:
        yield ""
        yield f"{panel.title} ({panel.note})" if panel.note else panel.title
        keys = [panel.keys[bar.series] if panel.keys else "" for bar in panel.bars]
        labels = [
            f"{bar.label}  {key}" if key else bar.label for bar, key in zip(panel.bars, keys, strict=True)
        ]
        wide = max(map(len, labels), default=0)
        said = max((len(bar.said) for bar in panel.bars), default=0)
        for label, bar in zip(labels, panel.bars, strict=True):
            yield f"  {label:<{wide}}  {bar.said:>{said}}  {_drawn(bar.value / panel.full)}".rstrip()


def _drawn(share: float) -> str:
    """Draw a bar for a share of the room, to an eighth of a sign."""
    full, eighths = divmod(round(share * _ROOM * 8), 8)
    return "█" * full + (_EIGHTHS[eighths] if eighths else "")
