"""Statistics of a deck, odds of drawing, hands drawn, and the sets of cards that an effort wins."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckwright.messages import numeral, tr, trn
from deckwright.model.card import distinct_names
from deckwright.press.charts import Bar, Chart, Panel
from deckwright.reports.findings import note_findings
from deckwright.reports.output import card_count, decimal, members, note, percent, share, write, write_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.findings import Finding
    from deckwright.model.game import Game
    from deckwright.table.draws import CountedHands, DrawOdds, Odds
    from deckwright.workbench.counting import Amounts, Breakdown, Curve, DeckStatistics, Effort, Statistics
    from deckwright.workbench.dealing import SampleHands

_ROOM = 40
"""Width of a full bar, in characters."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def stats_as_json(statistics: DeckStatistics) -> dict[str, Any]:
    """JSON object for the statistics of a deck; chances are numbers, and exact as fractions."""
    deck, game, counts, odds, language = statistics
    return {
        "deck": deck.source or deck.name,
        "game": deck.game,
        **members(counts, "cards distinct"),
        "counts": {
            tally.field: [
                {"value": part.value, "label": _choice(tally, part.value, game, language)}
                | members(part, "cards distinct")
                for part in tally.parts
            ]
            for tally in counts.tallies
        },
        "curves": {curve.field: members(curve, "cards sum mean points") for curve in counts.curves},
        "players": odds.players,
        "odds": [_odds_as_json(of_query) for of_query in odds.odds],
    }


def note_assumed_players(statistics: DeckStatistics) -> None:
    """Note the number of players that odds are for, if nobody named one."""
    odds = statistics.odds
    if odds.is_assumed:
        note(
            trn(
                "Odds for {count} player; use --players for another number.",
                "Odds for {count} players; use --players for another number.",
                odds.players or 0,
            )
        )


def report_statistics(
    statistics: DeckStatistics, findings: Sequence[Finding], output: str, *, as_json: bool
) -> None:
    """Show statistics as text or JSON, with the findings of the chart in `output`."""
    if as_json:
        write_json({**stats_as_json(statistics), "findings": findings})
        return
    if output == "-":
        return
    write("\n".join(stats_lines(chart_of(statistics))))
    note_findings(findings, every=True)
    if output:
        note(tr("Chart written: {path}.", path=output))


def chart_of(statistics: DeckStatistics) -> Chart:
    """Chart of the statistics of a deck."""
    deck, game, counts, odds, language = statistics
    parts = [game.title(language)] if game.title(language) != deck.name else []
    parts.append(card_count(counts.cards))
    parts.append(trn("{count} different", "{count} different", counts.distinct))
    if odds.players is not None:
        parts.append(trn("{count} player", "{count} players", odds.players))
    tallies = [_tally_panel(tally, counts, game, language) for tally in counts.tallies]
    curves = [_curve_panel(curve, game, language) for curve in counts.curves]
    panels = (*tallies, *curves, *odds_panels(odds.odds))
    return Chart(deck.name or deck.source, " · ".join(parts), panels, language)


def _tally_panel(tally: Breakdown, counted: Statistics, game: Game, language: str) -> Panel:
    bars = tuple(
        Bar(_choice(tally, part.value, game, language), part.cards, str(part.cards)) for part in tally.parts
    )
    titles = {"kind": tr("Kind"), "mark": tr("Marks")}
    title = titles.get(tally.field) or game.label(f"field:{tally.field}", language)
    return Panel(title, tr("Cards, of {count}", count=counted.cards), bars, most=counted.cards)


def _choice(tally: Breakdown, value: str, game: Game, language: str) -> str:
    """Name of a value."""
    if tally.field in {"kind", "mark"}:
        return game.label(f"{tally.field}:{value}", language)
    flags = {"yes": tr("yes"), "no": tr("no")}
    return game.label(f"field:{tally.field}.{value}", language) or flags.get(value, value)


def _curve_panel(curve: Curve, game: Game, language: str) -> Panel:
    bars = tuple(Bar(numeral(point.number), point.cards, str(point.cards)) for point in _filled(curve))
    note = tr(
        "{cards}, {sum} in all, {mean} on average",
        cards=card_count(curve.cards),
        sum=float(curve.sum),
        mean=decimal(curve.mean, 2),
    )
    return Panel(game.label(f"field:{curve.field}", language), note, bars, "columns")


def _filled(curve: Curve) -> list[Any]:
    """Points of a curve, with the whole numbers between them that no card has, unless these are many."""
    first, last = curve.points[0].number, curve.points[-1].number
    if last - first > 2 * len(curve.points) + 4 or any(point.number % 1 for point in curve.points):
        return list(curve.points)
    points = {point.number: point for point in curve.points}
    empty = curve.points[0]._replace(cards=0)
    return [points.get(number, empty._replace(number=number)) for number in range(int(first), int(last) + 1)]


def stats_lines(chart: Chart) -> Iterator[str]:
    """Chart as text, with a bar for each value."""
    yield f"{chart.title} · {chart.subtitle}"
    for panel in chart.panels:
        yield ""
        yield f"{panel.title} ({panel.note})" if panel.note else panel.title
        keys = [panel.keys[bar.series] if panel.keys else "" for bar in panel.bars]
        labels = [
            f"{bar.label}  {key}" if key else bar.label for bar, key in zip(panel.bars, keys, strict=True)
        ]
        wide = max(map(len, labels), default=0)
        value_width = max((len(bar.text) for bar in panel.bars), default=0)
        for label, bar in zip(labels, panel.bars, strict=True):
            yield f"  {label:<{wide}}  {bar.text:>{value_width}}  {_drawn(bar.value / panel.full)}".rstrip()


def _drawn(share: float) -> str:
    """Bar for a share of the width, to an eighth of a character."""
    full, eighths = divmod(round(share * _ROOM * 8), 8)
    return "█" * full + (_EIGHTHS[eighths] if eighths else "")


_COUNTS = 6
"""Largest number of cards of one hand to show; JSON has all."""

_MANY = 8
"""Number of turns from which they are labelled with numbers only."""


def _odds_as_json(odds: Odds) -> dict[str, Any]:
    draws = [_draw_as_json(drawn, odds) for drawn in odds.draws]
    return {**members(odds, "queries matching of=size"), "draws": draws}


def _draw_as_json(drawn: DrawOdds, odds: Odds) -> dict[str, Any]:
    counted = min(drawn.by.cards, odds.size)
    at_least = [
        {"count": count, "chance": chance, "fraction": str(chance)}
        for count, chance in enumerate(drawn.at_least, 1)
    ]
    expected = counted * odds.matching / odds.size
    return {
        **members(drawn, "by.seat| by.turn"),
        "cards": counted,
        "at_least": at_least,
        "expected": expected,
    }


def odds_panels(odds: Sequence[Odds]) -> Iterator[Panel]:
    """Panels for each query: the chance of at least one card by turn, and of how many by the last one."""
    for of_query in odds:
        yield _by_turn(of_query)
        if len(of_query.queries) == 1 and len(of_query.draws[-1].at_least) > 1:
            yield _by_count(of_query)


def _by_turn(odds: Odds) -> Panel:
    seats = list(dict.fromkeys(drawn.by.seat for drawn in odds.draws))
    draws = sorted(odds.draws, key=lambda drawn: (drawn.by.turn, seats.index(drawn.by.seat)))
    bars = (_bar(_label(drawn, odds), drawn.at_least[0], seats.index(drawn.by.seat)) for drawn in draws)
    title = tr("A card for each of {queries}", queries=", ".join(odds.queries))
    if len(odds.queries) == 1:
        title = tr("At least one of {query}", query=odds.queries[0])
    note = f"{_matching(odds)}, {tr('in percent')}"
    style: Any = "columns" if len(odds.draws) > 1 else "bars"
    return Panel(title, note, tuple(bars), style, 1.0, _keys(seats))


def _by_count(odds: Odds) -> Panel:
    """Chances of at least one card, two cards and so on by the last turn."""
    seats = list(dict.fromkeys(drawn.by.seat for drawn in odds.draws))
    last = {drawn.by.seat: drawn for drawn in odds.draws}
    limit = min(max(len(drawn.at_least) for drawn in last.values()), _COUNTS)
    bars = tuple(
        _bar(tr("{count} or more", count=count), chance, number)
        for count in range(1, limit + 1)
        for number, seat in enumerate(seats)
        for chance in last[seat].at_least[count - 1 : count]
    )
    title = tr("How many of {query}, {when}", query=odds.queries[0], when=_when(odds.draws[-1], odds))
    return Panel(title, _matching(odds), bars, "bars", 1.0, _keys(seats))


def _bar(label: str, chance: Fraction, series: int) -> Bar:
    return Bar(label, float(chance), share(chance), series, percent(chance))


def _keys(seats: Sequence[str]) -> tuple[str, ...]:
    names = {"first": tr("goes first"), "other": tr("the others")}
    return tuple(names[seat] for seat in seats if seat)


def _matching(odds: Odds) -> str:
    note = trn("{matching} of {count} card", "{matching} of {count} cards", odds.size, matching=odds.matching)
    return f"{note}, {tr('by turns')}" if odds.draws[-1].by.turn > _MANY else note


def _label(drawn: DrawOdds, odds: Odds) -> str:
    return str(drawn.by.turn) if odds.draws[-1].by.turn > _MANY else _when(drawn, odds)


def _when(drawn: DrawOdds, odds: Odds) -> str:
    """By which turn; if there is only one, after how many cards."""
    if len({other.by.turn for other in odds.draws}) == 1:
        return tr("{count} drawn", count=min(drawn.by.cards, odds.size))
    return tr("turn {turn}", turn=drawn.by.turn) if drawn.by.turn else tr("at the start")


def effort_as_json(effort: Effort) -> dict[str, Any]:
    """JSON object for what an effort wins; amounts are by field."""
    fields = effort.game.definition["effort"]["adds"]
    sets = [
        {**members(haul, "cards worth"), "left": dict(zip(fields, haul.left, strict=True))}
        for haul in effort.hauls
    ]
    return {
        "game": effort.game.id,
        "cards": [{"card": card, "copies": copies} for card, copies in effort.played.items()],
        "gives": _by_field(fields, effort.amounts),
        "from": effort.sources,
        "sets": sets,
    }


def _by_field(fields: list[str], amounts: Amounts) -> dict[str, float]:
    return dict(zip(fields, map(_plain, amounts), strict=True))


def _plain(number: float) -> float:
    """Whole numbers without decimals."""
    return int(number) if number == int(number) else number


def effort_lines(effort: Effort) -> Iterator[str]:
    """Cards played, then every set that can be won, the best first."""
    game, language = effort.game, effort.language
    names = distinct_names(effort.cards, language)
    played = ", ".join(
        names[card] if copies == 1 else f"{copies} × {names[card]}" for card, copies in effort.played.items()
    )
    yield tr("{label}: {value}", label=played, value=_amounts(effort.amounts, game, language))
    if not effort.hauls:
        yield tr("These cards win nothing.")
    worth = game.definition["effort"].get("worth", "")
    for number, haul in enumerate(effort.hauls, 1):
        won = " + ".join(names[card] for card in haul.cards)
        more = [f"{game.label(f'field:{worth}', language)} {numeral(haul.worth)}"] if worth else []
        left = tr("left: {amounts}", amounts=_amounts(haul.left, game, language))
        yield f"{number:3}  {won} ({'; '.join([*more, left])})"
    yield tr("Only numbers are added up. Whether a card may be played is in its text.")


def _amounts(amounts: Amounts, game: Game, language: str) -> str:
    fields = game.definition["effort"]["adds"]
    labels = (game.label(f"field:{field}", language) for field in fields)
    return ", ".join(f"{label} {numeral(amount)}" for label, amount in zip(labels, amounts, strict=True))


def hands_as_json(sample: SampleHands) -> dict[str, Any]:
    """JSON object of the contract for hands, or for the counts of many."""
    names = [deck.source or deck.name for deck in sample.decks]
    head = {"deck": names[0], "decks": names, "game": sample.game.id, **members(sample, "seed players")}
    if not sample.counts:
        return {**head, "hands": sample.hands, "findings": sample.findings}
    results = [
        {"query": counted.queries[0], "queries": counted.queries, **members(counted, "share error hands")}
        for counted in sample.counts
    ]
    turns = {"times": sample.counts[0].all, "turn": len(sample.rules.turns)}
    return {**head, **turns, "results": results, "findings": sample.findings}


def hand_lines(sample: SampleHands) -> Iterator[str]:
    """Hands as lines, the cards of each turn after them; or the share of each query."""
    yield " · ".join([sample.title, sample.game.title(sample.language), tr("seed {seed}", seed=sample.seed)])
    if sample.counts:
        yield from _counts(sample.counts, len(sample.rules.turns))
        return
    names = distinct_names(sample.cards, sample.language)
    for number, hand in enumerate(sample.hands, 1):
        yield ""
        label = tr("Hand {number}", number=number)
        if hand.mulligans:
            label += f" ({trn('{count} mulligan', '{count} mulligans', hand.mulligans)})"
        yield tr("{label}: {value}", label=label, value=_named(hand.hand, names))
        for turn, cards in enumerate(hand.draws, 1):
            if sample.rules.turns[turn - 1]:
                label = tr("Turn {turn}", turn=turn)
                yield f"  {tr('{label}: {value}', label=label, value=_named(cards, names))}"


def _named(cards: Sequence[str], names: dict[str, str]) -> str:
    return " · ".join(names[card] for card in cards) or tr("the deck is empty")


def _counts(counts: Sequence[CountedHands], turn: int) -> Iterator[str]:
    when = tr("by turn {turn}", turn=turn) if turn else tr("in the opening hand")
    yield trn("{count} hand drawn, {when}:", "{count} hands drawn, {when}:", counts[0].all, when=when)
    for counted in counts:
        label = tr("A card for each of {queries}", queries=", ".join(counted.queries))
        if len(counted.queries) == 1:
            label = tr("At least one of {query}", query=counted.queries[0])
        share, error = (decimal(Fraction(100 * number), 2) for number in (counted.share, counted.error))
        value = tr("{number} %", number=f"{share} ± {error}")
        yield f"  {tr('{label}: {value}', label=label, value=value)}"
