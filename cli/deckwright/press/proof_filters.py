"""The filters of a proof page: by kind, mark, each field, language and findings; and small parts of the page."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card, Field
    from deckwright.press.proof import ProofJob

# Small parts of the page: words marked with their language, and icons.

_ICON_SIZES = {"symbol": 24, "mark": 1000}
"""Sides of the squares in which icons are drawn: the page's own, and those of the game's marks."""

_LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Languages by their own names; others are shown by their code."""


def language_name(language: str, *, plain: bool = False) -> str:
    """A language by its own name, marked as such for screen readers unless it is to be `plain`."""
    name = _LANGUAGE_NAMES.get(language, language)
    return name if plain else in_language(language, name)


def in_language(language: str, text: str) -> str:
    """Text marked with its language, for screen readers."""
    return f'<span lang="{escape(language)}">{escape(text)}</span>'


def icon_of(symbol: str, sort: str) -> str:
    """Icon that shows a symbol of the page, or that of a mark of the game."""
    side = _ICON_SIZES[sort]
    return (
        f'<svg class="icon" viewBox="0 0 {side} {side}" aria-hidden="true" focusable="false">'
        f'<use href="#{escape(symbol)}" width="{side}" height="{side}"/></svg>'
    )


# Groups of filters.

_MOST_CHOICES = 12
"""Most different values of a field that are listed one by one."""

_ALWAYS_OPEN = {"kind", "mark", "lang", "findings"}


class _Group(NamedTuple):
    """Filters under one title; `content` is HTML."""

    name: str
    title: str
    content: str


def filters(job: ProofJob, icons: Mapping[str, str], found: int, shown: Collection[str]) -> str:
    """Filters by kind, mark, each field, language and findings, as HTML.

    `icons` are the ids of the symbols of marks, `found` is the number of cards with findings, and `shown` are the
    languages that are chosen at first.
    """
    groups = [
        _kinds(job),
        _marks(job, icons),
        *(_field_group(job, field) for field in job.game.fields.values()),
        _languages(job, shown),
        _Group("findings", tr("Findings"), _choice("findings", "1", escape(tr("Only with findings")), found)),
    ]
    return "\n".join(_element(group) for group in groups if group)


def _element(group: _Group) -> str:
    is_open = " open" if group.name in _ALWAYS_OPEN else ""
    title = escape(group.title)
    return (
        f'<details class="group"{is_open}><summary>{title}</summary>\n'
        f'<fieldset aria-label="{title}">\n{group.content}\n</fieldset></details>'
    )


def _kinds(job: ProofJob) -> _Group | None:
    counts = Counter(card.kind for card, _ in job.cards)
    labels = {kind: job.game.label(f"kind:{kind}", job.languages[0]) for kind in job.game.names("kinds")}
    return _listed("kind", tr("Kind"), _boxes(job, "kind", labels, counts), least=2)


def _marks(job: ProofJob, icons: Mapping[str, str]) -> _Group | None:
    counts = Counter(mark for card, _ in job.cards for mark in card.marks)
    labels = {mark: job.game.label(f"mark:{mark}", job.languages[0]) for mark in job.game.names("marks")}
    return _listed("mark", tr("Marks"), _boxes(job, "mark", labels, counts, icons))


def _languages(job: ProofJob, shown: Collection[str]) -> _Group | None:
    if len(job.languages) == 1:
        return None
    boxes = [
        f'<label class="choice"><input type="checkbox" name="lang" value="{escape(language)}"'
        f"{' checked' if language in shown else ''}> {language_name(language)}</label>"
        for language in job.languages
    ]
    return _Group("lang", tr("Languages"), "\n".join(boxes))


def _field_group(job: ProofJob, field: Field) -> _Group | None:
    """Filter by one field: its values one by one, or limits of a number, or a part of a text."""
    counts = Counter(value for card, _ in job.cards for value in _values(card, field.id))
    name, title = f"field.{field.id}", job.game.label(f"field:{field.id}", job.languages[0])
    if not counts:
        return None
    if field.choices or field.type == "flag" or len(counts) <= _MOST_CHOICES:
        return _listed(name, title, _boxes(job, name, _labels(field, counts, job), counts))
    if field.type == "number":
        return _Group(name, title, _limits(name, counts))
    label = escape(tr("Contains"))
    box = f'<input type="text" name="{escape(name)}" data-bound="has" aria-label="{label}" placeholder="{label}">'
    return _Group(name, title, box)


def _values(card: Card, field: str) -> Iterator[str]:
    """Values of a field of a card, written as in the page's data."""
    value = card.fields.get(field)
    for one in value if isinstance(value, list) else [] if value is None else [value]:
        yield str(one).lower() if isinstance(one, bool) else str(one)


def _labels(field: Field, values: Iterable[str], job: ProofJob) -> dict[str, str]:
    """Printed words for the values of a field, in the game's order."""
    if field.type == "flag":
        return {"true": tr("yes"), "false": tr("no")}
    known = field.choices or sorted(values, key=_by_number if field.type == "number" else str)
    return {one: job.game.label(f"field:{field.id}.{one}", job.languages[0]) or one for one in known}


def _by_number(value: str) -> float:
    return float(value)


def _limits(name: str, values: Iterable[str]) -> str:
    numbers = sorted(map(float, values))
    bounds = (("from", tr("from"), numbers[0]), ("to", tr("to"), numbers[-1]))
    fields = [
        f'<label>{escape(label)} <input type="number" step="any" name="{escape(name)}" data-bound="{bound}" '
        f'placeholder="{limit:g}"></label>'
        for bound, label, limit in bounds
    ]
    return f'<div class="between">{" ".join(fields)}</div>'


def _boxes(
    job: ProofJob,
    name: str,
    labels: Mapping[str, str],
    counts: Mapping[str, int],
    icons: Mapping[str, str] | None = None,
) -> list[str]:
    """Checkboxes for the values that cards have, by their printed words."""
    leading, symbols = job.languages[0], icons or {}
    return [
        _choice(name, value, in_language(leading, label), counts[value], symbols.get(value, ""))
        for value, label in labels.items()
        if counts.get(value)
    ]


def _listed(name: str, title: str, boxes: Sequence[str], least: int = 1) -> _Group | None:
    """Group of checkboxes; None if there are fewer than `least`."""
    return _Group(name, title, "\n".join(boxes)) if len(boxes) >= least else None


def _choice(name: str, value: str, label: str, count: int, icon: str = "") -> str:
    """Checkbox with its number of cards; `label` is HTML, `icon` the id of a symbol."""
    symbol = icon_of(icon, "mark") if icon else ""
    return (
        f'<label class="choice"><input type="checkbox" name="{escape(name)}" value="{escape(value)}">{symbol}'
        f' <span>{label}</span> <span class="number">{count}</span></label>'
    )
