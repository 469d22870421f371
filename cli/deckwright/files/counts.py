"""The counts of a real box, as its owner writes them: a file that goes over a game that is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.documents import read_document
from deckwright.files.schemas import check_document
from deckwright.messages import tr, trn
from deckwright.model.finding import Finding, has_errors
from deckwright.model.matching import matcher_of
from deckwright.model.naming import CardNames
from deckwright.model.totals import copies_in, totals_of
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from deckwright.files.documents import Document
    from deckwright.model.card import Card
    from deckwright.model.finding import Severity
    from deckwright.model.game import Game


class CountsFile(NamedTuple):
    """A file of counts that fits its schema: the game it is for, and the document."""

    game: str
    document: Document


def read_counts_file(path: Path) -> CountsFile:
    """Read a file of counts.

    Raises:
        InputError: it cannot be read, or is not one, with every fault at its place.
    """
    if path.name == "game.yaml":
        hint = tr("Load the whole folder: deckwright load {folder}", folder=path.parent)
        raise InputError("not-counts", tr("{name} is only one file of a game.", name=path), hint=hint)
    document = read_document(path)
    findings = check_document(document, "counts")
    if findings:
        raise InputError("schema", findings[0].message, findings=tuple(findings), where=findings[0].where)
    return CountsFile(document.value["game"], document)


def counts_in(
    document: Document, game: Game, cards: Mapping[str, Card]
) -> tuple[dict[str, int], list[Finding]]:
    """Match the counts of a file with a game's cards; return them by card, and all that is wrong with them.

    `cards` have the copies that the game itself says.
    """
    names = CardNames(cards.values())
    counts: dict[str, int] = {}
    findings: list[Finding] = []
    for name, copies in document.value["counts"].items():
        found = names.find(name)
        if len(found) != 1:
            findings.append(_not_one(document, name, found, names, list(cards)))
        elif found[0] in counts:
            message = tr("The card {card} is listed twice.", card=found[0])
            findings.append(_fault(document, "card-twice", message, name))
        else:
            counts[found[0]] = copies
    if not has_errors(findings):
        findings += _check_totals(document, game, cards, counts)
    return counts, findings


def _not_one(document: Document, name: str, found: list[str], names: CardNames, ids: list[str]) -> Finding:
    """Report a name that no card has, or several."""
    if found:
        several = ", ".join(found)
        message = tr("{name} is the name of several cards: write one of {ids}.", name=name, ids=several)
        return _fault(document, "ambiguous-card", message, name)
    near = nearest(name, ids) or names.nearest(name)
    guess = tr("Did you mean {names}?", names=", ".join(near)) if near else ""
    message = tr("There is no card {name}.", name=name)
    return _fault(document, "unknown-card", f"{message} {guess}".strip(), name)


def _check_totals(
    document: Document, game: Game, cards: Mapping[str, Card], counts: Mapping[str, int]
) -> Iterator[Finding]:
    """Find counts by which a box has more cards of a sort than the rulebook gives (an error), or fewer (a warning)."""
    for total in totals_of(game, matcher_of(game)):
        concerned = [name for name in counts if total.of(cards[name])]
        others = [card for card in cards.values() if card.id not in counts]
        found = sum(counts[name] for name in concerned) + copies_in(total, others)
        if not concerned or found == total.copies:
            continue
        message = trn(
            "With these counts, {count} card matches {query}; the rulebook says {total}.",
            "With these counts, {count} cards match {query}; the rulebook says {total}.",
            found,
            query=total.query,
            total=total.copies,
        )
        rest = [card.id for card in others if total.of(card)]
        if rest:
            message += " " + tr("Not in this file: {cards}.", cards=", ".join(rest))
        where = document.where("counts")
        severity: Severity = "error" if found > total.copies else "warning"
        yield Finding("total", severity, message, tuple(concerned), found, total.copies, where, total.cite)


def _fault(document: Document, rule: str, message: str, name: str) -> Finding:
    return Finding(rule, "error", message, where=document.where("counts", name, key=True))
