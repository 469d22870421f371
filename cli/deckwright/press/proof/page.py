"""The proof page: all cards of a game or deck on one web page that needs nothing but a browser.

The page comes from the templates in exports/proof, for `export html` and for `preview`. Its Content-Security-Policy
lets it run only the script and style that it contains, named by their digests. Text that comes from a game is escaped
in this module.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import deckwright
from deckwright import resources
from deckwright.messages import severity_name, tr, trn
from deckwright.press.preflight.colours import COLOUR_BLINDNESS
from deckwright.press.proof.drawings import SharedParts, width_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card, Field
    from deckwright.model.card_changes import CardChanges
    from deckwright.press.faces.face_file import Face
    from deckwright.press.proof.drawings import Back, Proof, ProofJob

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")

MOST_COLUMNS = 4
"""Languages shown in one row at most; more start a second row."""


# The whole page, from the templates.


class PageCode(NamedTuple):
    """Style, script and policy of a page; `connects` to the server that it comes from, if it is a live one."""

    style: str
    script: str
    connects: bool = False

    @property
    def policy(self) -> str:
        """Content-Security-Policy that allows this code, and no other."""
        server = " 'self'" if self.connects else ""
        connect = "connect-src 'self'; " if self.connects else ""
        return (
            f"default-src 'none'; script-src {_digest(self.script)}; style-src {_digest(self.style)}; {connect}"
            f"font-src data:{server}; img-src data:{server}; base-uri 'none'; form-action 'none'"
        )


def page_code(rules: str, *, is_live: bool = False) -> PageCode:
    """Code of a page, with further style rules."""
    script = _template("page.js") + (_template("live.js") if is_live else "")
    return PageCode(f"{_template('page.css')}\n{rules}\n", script, is_live)


def proof_page(job: ProofJob, proof: Proof, language: str) -> Iterator[str]:
    """Yield the HTML page of drawn cards, in parts of a card at most; `language` is that of the page's own words."""
    page = ProofPage(job)
    by_card = findings_by_card(proof.findings)
    general = [finding for finding in proof.findings if not finding.subjects]
    html: dict[str, str | Iterable[str]] = {
        **page.content(SharedParts(proof.icons, proof.definitions, proof.backs), general, by_card),
        "cards": (
            ("\n" if number else "") + page.card(number, proof.drawings, by_card.get(card.id, ()))
            for number, (card, _) in enumerate(job.cards)
        ),
        "data": page.data(by_card),
        "credits": escape(" · ".join(proof.credits)),
    }
    code = page_code(f"{size_rules(job.faces.values())}\n{proof.rules}")
    yield from filled_page(page, code, language, html)


def filled_page(
    page: ProofPage, code: PageCode, language: str, html: Mapping[str, str | Iterable[str]]
) -> Iterator[str]:
    """Yield the page with its code, and its parts that are already HTML, which may be made one after the other."""
    texts = {
        **_page_words(),
        "language": language,
        **page.heads,
        "generator": f"Deckwright {deckwright.__version__}",
        "policy": code.policy,
        "count": page.counts["every"],
        "sides": str(min(len(page.job.languages), MOST_COLUMNS)),
    }
    code_parts = {
        "style": code.style,
        "script": code.script,
        "sights": _sights(),
        "sight_choices": _sight_choices(),
        "controls": "",
    }
    values = {**code_parts, **html, **{name: escape(text) for name, text in texts.items()}}
    for number, part in enumerate(_PLACEHOLDER.split(_template("page.html"))):
        value = values[part] if number % 2 else part
        yield from (value,) if isinstance(value, str) else value


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return (resources.folder("exports") / "proof" / name).read_text(encoding="utf-8")


def _page_words() -> dict[str, str]:
    """Words of the page by their placeholders in the template."""
    return {
        "skip": tr("Skip to the cards"),
        "filters": tr("Filters"),
        "search": tr("Search"),
        "search_hint": tr("In any language; case and accents do not matter."),
        "show_filters": tr("Show filters"),
        "clear": tr("Clear all"),
        "keyboard": tr("Keyboard"),
        "key_search": tr("to the search"),
        "key_arrows": tr("from card to card"),
        "key_enter": tr("enlarge the card"),
        "key_escape": tr("back to the page"),
        "key_slash": tr("Use / as a shortcut"),
        "cards_title": tr("Cards"),
        "backs_title": tr("Backs"),
        "none": tr("No card matches. Change the search, or clear some filters."),
        "previous": tr("Previous"),
        "next": tr("Next"),
        "close": tr("Close"),
        "view": tr("View"),
        "size": tr("Size"),
        "fill_width": tr("Fill the width"),
        "real_size": tr("Real size"),
        "calibrate": tr("Calibrate the screen"),
        "calibrate_hint": tr(
            "Hold a bank card against this frame, and move the slider until both are as wide."
        ),
        "calibrate_width": tr("Width of the frame"),
        "sight": tr("Colours"),
    }


# Views: sizes of cards, and colours as others see them.


def size_rules(faces: Iterable[Face], beyond: float = 0.0) -> str:
    """Style rules for the widths of cards, which are shown `beyond` their edge, in mm."""
    widths = sorted({face.size[0] + 2 * beyond for face in faces})
    return "\n".join([f":root {{ --card: {widths[-1]:g}mm; }}", *map(width_rule, widths)])


def width_rule(width: float) -> str:
    """Style rule for drawings of a width in mm."""
    return f".{width_class(width)} {{ --own: {width:g}mm; }}"


def _sights() -> str:
    """Filters that show colours as colour-blind people see them."""
    return "".join(
        f'<filter id="sight-{name}" color-interpolation-filters="linearRGB"><feColorMatrix type="matrix" '
        f'values="{" ".join(f"{a:g} {b:g} {c:g} 0 0" for a, b, c in matrix)} 0 0 0 1 0"/></filter>'
        for name, matrix in COLOUR_BLINDNESS.items()
    )


def _sight_choices() -> str:
    names = {
        "": tr("as printed"),
        "protan": tr("without red vision"),
        "deutan": tr("without green vision"),
        "tritan": tr("without blue vision"),
        "grey": tr("in grey"),
    }
    return "".join(f'<option value="{value}">{escape(name)}</option>' for value, name in names.items())


# What the page shows: the same whether it is written at once or follows changes.


class ProofPage:
    """Parts of the page of a job. Its cards are shown in some of its languages, by default in all."""

    def __init__(self, job: ProofJob, shown: Sequence[str] = (), chosen: Sequence[str] = ()) -> None:
        self.job = job
        self._shown = shown or job.languages
        self._chosen = chosen or self._shown
        self.leading = self._shown[0]

    @property
    def title(self) -> str:
        """Title of the page: that of its deck and its game."""
        job = self.job
        game = job.game.title(job.languages[0])
        return (
            game if job.title in {game, job.game.title(job.game.source_language)} else f"{job.title} · {game}"
        )

    @property
    def about(self) -> str:
        """Line below the title: the languages of the cards."""
        return " · ".join(language_name(language, plain=True) for language in self._shown)

    @property
    def heads(self) -> dict[str, str]:
        """What is above the cards, and its language."""
        return {"title": self.title, "about": self.about, "leading": self.leading}

    @property
    def counts(self) -> dict[str, str]:
        """Number of cards: of all with their copies, and of those that a filter shows, with a placeholder for that number."""
        total, copies = len(self.job.cards), sum(copies for _, copies in self.job.cards)
        cards = trn("{count} card", "{count} cards", total)
        every = (
            cards if copies == total else tr("{cards}, {copies} with all copies", cards=cards, copies=copies)
        )
        return {
            "every": every,
            "count": trn("{shown} of {count} card", "{shown} of {count} cards", total, shown="{shown}"),
        }

    def content(
        self, shared: SharedParts, general: Sequence[Finding], by_card: Mapping[str, Sequence[Finding]]
    ) -> dict[str, str]:
        """Parts besides the cards, as HTML, with the findings that are `general`, and filters for those by card."""
        found = sum(card.id in by_card for card, _ in self.job.cards)
        return {
            "definitions": shared.definitions,
            "backs": self._backs(shared.backs),
            "choices": _Filters(self.job, self._chosen).html(shared.icons, found),
            "remarks": _since_print(self.job.changes) + _remarks(general),
        }

    def card(self, number: int, drawings: Mapping[tuple[str, str], str], findings: Sequence[Finding]) -> str:
        """List item of a card: its name and kind, its drawing in each language, and its findings."""
        card, copies = self.job.cards[number]
        about = " · ".join(
            [self._kinds([card.kind]), trn("{count} copy", "{count} copies", copies), escape(card.id)]
        )
        sides = "".join(
            self._side(drawings[card.id, language], language)
            for language in self._shown
            if (card.id, language) in drawings
        )
        return (
            f'<li class="card" data-id="{escape(card.id)}">\n'
            '<h3><button type="button" class="name" aria-haspopup="dialog" '
            f'lang="{escape(self.leading)}">{escape(card.name(self.leading))}</button></h3>\n'
            f'<p class="about">{about}</p>\n'
            f'<div class="sides">{sides}</div>{findings_list(findings)}</li>'
        )

    def _side(self, drawing: str, language: str) -> str:
        caption = f"<figcaption>{language_name(language)}</figcaption>" if len(self._shown) > 1 else ""
        return f'<figure lang="{escape(language)}">{drawing}{caption}</figure>\n'

    def _backs(self, backs: Iterable[Back]) -> str:
        """List items of the backs, each with the kinds of card that have it."""
        return "".join(
            f"<li><figure>{back.drawing}<figcaption>{self._caption(back)}</figcaption></figure></li>\n"
            for back in backs
        )

    def _caption(self, back: Back) -> str:
        kinds = self._kinds(back.kinds)
        return f"{in_language(self.leading, back.name)} · {kinds}" if back.name else kinds

    def _kinds(self, kinds: Iterable[str]) -> str:
        names = ", ".join(self.job.game.label(f"kind:{kind}", self.leading) for kind in kinds)
        return in_language(self.leading, names)

    @property
    def settings(self) -> dict[str, Any]:
        """What the page's script must know besides the cards."""
        return {"languages": self.job.languages, "shown": self._chosen, "words": self.counts}

    def data(self, findings: Mapping[str, Sequence[Finding]]) -> Iterator[str]:
        """Yield the JSON for the page's script, card by card."""
        end = "]}"
        yield data_of({**self.settings, "cards": []}).removesuffix(end)
        for number, (card, _) in enumerate(self.job.cards):
            entry = self.card_data(number, len(findings.get(card.id, ())))
            yield ("," if number else "") + data_of(entry)
        yield end

    def card_data(self, number: int, findings: int) -> dict[str, Any]:
        """A card for the page's script, with the number of its findings."""
        card, copies = self.job.cards[number]
        languages = self.job.languages
        return {
            "id": card.id,
            "kind": card.kind,
            "marks": list(card.marks),
            "copies": copies,
            "fields": dict(card.fields),
            "findings": findings,
            "names": {language: card.name(language) for language in languages},
            "texts": {language: self.job.describe(card, language) for language in languages},
        }


def data_of(data: Mapping[str, Any]) -> str:
    """JSON for the page's script, safe inside a `script` element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# Findings.


def findings_by_card(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """Findings by the ids of the cards that they are about, each once."""
    by_card: dict[str, dict[Finding, None]] = {}
    for finding in findings:
        for card in finding.subjects:
            by_card.setdefault(card, {})[finding] = None
    return {card: list(about) for card, about in by_card.items()}


_SEVERITIES = ("error", "warning", "info")


def findings_list(findings: Iterable[Finding]) -> str:
    """List of findings, errors first, each with its severity as an icon and in words, and its place; empty without any."""
    items = "".join(
        f'<li class="{finding.severity}">{icon_of(f"severity-{finding.severity}", "symbol")}'
        '<span><span class="message">'
        f"<strong>{escape(severity_name(finding.severity).capitalize())}:</strong> "
        f"{escape(finding.message)}</span>{_place(finding)}</span></li>\n"
        for finding in sorted(findings, key=lambda finding: _SEVERITIES.index(finding.severity))
    )
    return f'<ul class="findings">\n{items}</ul>' if items else ""


def _place(finding: Finding) -> str:
    """Place of a finding; a page may be published, so of a file outside the game only the name is shown."""
    where = finding.where
    if where is None:
        return ""
    file = PurePath(where.file)
    shown = where._replace(file=file.name if file.is_absolute() else where.file)
    return f'<span class="where">{escape(str(shown))}</span>'


def _remarks(findings: Sequence[Finding]) -> str:
    """Findings about the game and its faces, as a section that can be opened."""
    if not findings:
        return ""
    title = trn("{count} finding about the game", "{count} findings about the game", len(findings))
    listed = findings_list(findings)
    return f'<details class="remarks"><summary>{escape(title)}</summary>\n{listed}</details>'


def _since_print(changes: CardChanges | None) -> str:
    """Cards that are not on paper as they are now, as a section that can be opened."""
    if not (changes and (title := changes.since_print())):
        return ""
    listed = "".join(f"<li>{escape(line)}</li>\n" for line in changes.lines())
    return f'<details class="remarks"><summary>{escape(title)}</summary>\n<ul>\n{listed}</ul></details>\n'


# What only a live page has.


def live_controls(sheets: Iterable[str]) -> str:
    """Controls of what a live page shows: boxes, little ink, or cards on a sheet."""
    lost = tr("The preview has stopped. Start it again to see changes.")
    boxes = {"boxes": tr("Boxes, trim and safe zone"), "low-ink": tr("Low ink")}
    edges = {"": tr("none"), "long": tr("flipped on the long edge"), "short": tr("flipped on the short edge")}
    controls = [
        f'<p class="control"><label class="choice"><input type="checkbox" id="{name}"> {escape(text)}</label></p>'
        for name, text in boxes.items()
    ]
    controls += [
        _select("sheet", tr("Sheet"), {"": tr("none: cards alone"), **{name: name for name in sheets}}),
        _select("duplex", tr("Backs of sheets"), edges),
        f'<p class="lost" id="lost" role="status" data-text="{escape(lost)}"></p>',
    ]
    return "\n".join(controls)


def _select(name: str, label: str, choices: Mapping[str, str]) -> str:
    """Choice of one value by its words."""
    options = "".join(
        f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in choices.items()
    )
    return f'<p class="control"><label for="{name}">{escape(label)}</label> <select id="{name}">{options}</select></p>'


def problems_banner(findings: Sequence[Finding]) -> str:
    """Errors because of which the last good content is still shown; empty if there are none."""
    if not findings:
        return ""
    title = tr("Not shown yet, because of an error: the cards are those of the last version without errors.")
    return f"<p>{escape(title)}</p>{findings_list(findings)}"


def sheet_item(title: str, drawing: str) -> str:
    """List item of a sheet with its cards."""
    return f"<li><figure>{drawing}<figcaption>{escape(title)}</figcaption></figure></li>"


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


# Filters: by kind, mark, each field, language and findings.

_MOST_CHOICES = 12
"""Most different values of a field that are listed one by one."""

_ALWAYS_OPEN = {"kind", "mark", "lang", "findings"}


class _Filters:
    """Filters of the cards of a job; `chosen` are the languages that are shown at first."""

    def __init__(self, job: ProofJob, chosen: Sequence[str]) -> None:
        self._game, self._languages, self._chosen = job.game, job.languages, chosen
        self._cards = [card for card, _ in job.cards]

    def html(self, icons: Mapping[str, str], found: int) -> str:
        """Groups of filters; `icons` are the ids of the symbols of marks, `found` the number of cards with findings."""
        kinds = self._boxes("kind", self._labels("kind"), Counter(card.kind for card in self._cards))
        counts = Counter(mark for card in self._cards for mark in card.marks)
        marks = self._boxes("mark", self._labels("mark"), counts, icons)
        findings = _choice("findings", "1", escape(tr("Only with findings")), found)
        groups = [
            _group("kind", tr("Kind"), kinds if len(kinds) > 1 else []),
            _group("mark", tr("Marks"), marks),
            *map(self._field, self._game.fields.values()),
            _group("lang", tr("Languages"), self._language_boxes() if len(self._languages) > 1 else []),
            _group("findings", tr("Findings"), [findings]),
        ]
        return "\n".join(filter(None, groups))

    def _labels(self, section: str) -> dict[str, str]:
        """Printed words for the kinds or marks of the game, in its order."""
        return {name: self._label(f"{section}:{name}") for name in self._game.names(f"{section}s")}

    def _label(self, context: str) -> str:
        return self._game.label(context, self._languages[0])

    def _language_boxes(self) -> list[str]:
        return [
            f'<label class="choice"><input type="checkbox" name="lang" value="{escape(language)}"'
            f"{' checked' if language in self._chosen else ''}> {language_name(language)}</label>"
            for language in self._languages
        ]

    def _field(self, field: Field) -> str:
        """Filter by one field: its values one by one, or limits of a number, or a part of a text."""
        counts = Counter(value for card in self._cards for value in _values(card, field.id))
        name = f"field.{field.id}"
        if field.choices or field.type == "flag" or len(counts) <= _MOST_CHOICES:
            content = self._boxes(name, self._value_labels(field, counts), counts)
        elif field.type == "number":
            content = [_limits(name, counts)]
        else:
            label = escape(tr("Contains"))
            content = [
                f'<input type="text" name="{escape(name)}" data-bound="has" aria-label="{label}" placeholder="{label}">'
            ]
        return _group(name, self._label(f"field:{field.id}"), content)

    def _value_labels(self, field: Field, values: Iterable[str]) -> dict[str, str]:
        """Printed words for the values of a field, in the game's order."""
        if field.type == "flag":
            return {"true": tr("yes"), "false": tr("no")}
        ordered = field.choices or sorted(values, key=float if field.type == "number" else str)
        return {value: self._label(f"field:{field.id}.{value}") or value for value in ordered}

    def _boxes(
        self,
        name: str,
        labels: Mapping[str, str],
        counts: Mapping[str, int],
        icons: Mapping[str, str] | None = None,
    ) -> list[str]:
        """Checkboxes for the values that cards have, by their printed words."""
        return [
            _choice(
                name,
                value,
                in_language(self._languages[0], label),
                counts[value],
                (icons or {}).get(value, ""),
            )
            for value, label in labels.items()
            if counts.get(value)
        ]


def _group(name: str, title: str, content: Sequence[str]) -> str:
    """Filters under one title; '' if there are none."""
    if not content:
        return ""
    is_open, title, inner = " open" if name in _ALWAYS_OPEN else "", escape(title), "\n".join(content)
    return (
        f'<details class="group"{is_open}><summary>{title}</summary>\n'
        f'<fieldset aria-label="{title}">\n{inner}\n</fieldset></details>'
    )


def _values(card: Card, field: str) -> Iterator[str]:
    """Values of a field of a card, written as in the page's data."""
    value = card.fields.get(field)
    for part in value if isinstance(value, list) else [] if value is None else [value]:
        yield str(part).lower() if isinstance(part, bool) else str(part)


def _limits(name: str, values: Iterable[str]) -> str:
    numbers = sorted(map(float, values))
    bounds = (("from", tr("from"), numbers[0]), ("to", tr("to"), numbers[-1]))
    fields = [
        f'<label>{escape(label)} <input type="number" step="any" name="{escape(name)}" data-bound="{bound}" '
        f'placeholder="{limit:g}"></label>'
        for bound, label, limit in bounds
    ]
    return f'<div class="between">{" ".join(fields)}</div>'


def _choice(name: str, value: str, label: str, count: int, icon: str = "") -> str:
    """Checkbox with its number of cards; `label` is HTML, `icon` the id of a symbol."""
    symbol = icon_of(icon, "mark") if icon else ""
    return (
        f'<label class="choice"><input type="checkbox" name="{escape(name)}" value="{escape(value)}">{symbol}'
        f' <span>{label}</span> <span class="number">{count}</span></label>'
    )
